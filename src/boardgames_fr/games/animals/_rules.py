"""Animals: the rules object, the moves, the state, and the whole game in the order of its rule book."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NewType, TypeAlias, cast, final

import attrs

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, StateError, UnknownSeatError, shown
from boardgames_fr.frozen import fast_constructor, identity_first
from boardgames_fr.game import CHANCE, Mover, Outcome, Refusal, Seat, returns_from_winners
from boardgames_fr.games.animals._pack import (
    CARD_BITS,
    CARDS,
    FULL,
    MOST_PACKS,
    RANKS,
    Card,
    CardNumber,
    Rank,
    cards_left,
    new_pack,
    weights_left,
    without,
)

# --- Rules ---------------------------------------------------------------------

Animal = NewType("Animal", str)
"""What a seat is called by: lower-case ASCII letters and digits, not `none`."""

DEFAULT_ANIMALS: Final = tuple(map(Animal, ("renard", "hibou", "chat", "loup", "ours", "lapin", "vache", "coq")))
"""The animals with a label and a cry in both languages; a table of n has the first n unless it says otherwise."""
MOST_SEATS: Final = 8
_MOST: Final = 10**9
"""The bound of numbers in the rules that need none but for the computer's sake."""
_NAME = re.compile(r"[a-z0-9]+", re.ASCII)
_NAME_ALLOWED = "lower-case letters a-z and digits, not none"


def is_animal(name: object) -> bool:
    """Whether a seat may be called so: a text of lower-case ASCII letters and digits that is not `none`.

    >>> is_animal("renard"), is_animal("none"), is_animal("Chat")
    (True, False, False)
    """
    return type(name) is str and _NAME.fullmatch(name) is not None and name != "none"


class Calls(enum.Enum):
    """What is called out: the animals' names, or their cries (AN-11)."""

    NAMES = "names"
    CRIES = "cries"


class _Tabled:
    """Gives `Rules` a place for what is worked out from its fields once; not a field, so not part of its value."""

    __slots__ = ("_tables",)
    _tables: _Tables


def _as_animals(animals: Iterable[str]) -> tuple[Animal, ...]:
    return cast("tuple[Animal, ...]", tuple(animals) if isinstance(animals, list) else animals)  # judged just after


def _first_animals(rules: Rules) -> tuple[Animal, ...]:
    return DEFAULT_ANIMALS[: rules.seats] if type(rules.seats) is int else DEFAULT_ANIMALS


@identity_first
@attrs.frozen(cache_hash=True)
class Rules(_Tabled):
    """What a table agrees on before it plays; every field has a default.

    Numbers that no rule bounds are at most 10**9.

    Raises:
        RulesError: a field is none of what is allowed; it names the field, the value and what is.

    >>> Rules(seats=5).animals[4]
    'ours'
    >>> Rules(seats=9)
    Traceback (most recent call last):
    boardgames_fr.errors.RulesError: seats = '9': an integer from 4 to 8
    """

    seats: int = 4
    """4 … 8; with `small_table` 2 … 8 (AN-0)."""
    animals: tuple[Animal, ...] = attrs.field(
        default=attrs.Factory(_first_animals, takes_self=True), converter=_as_animals
    )
    """One a seat, all different. The default: the first `seats` of `DEFAULT_ANIMALS`."""
    dealer: Seat = Seat(0)
    """Deals the first round, and plays too; the next round's is the next seat."""
    rounds: int = 1
    """The cards won are counted each round and added up (AN-10)."""
    packs: int = 1
    """52-card packs shuffled together, 1 … 4."""
    first_weight: int = 10
    """The odds that one correct caller was the first, against those of each other and `tie_weight` (AN-6)."""
    tie_weight: int = 1
    """The odds that correct calls were inseparable; with 0 they never are."""
    calls: Calls = Calls.NAMES
    """Names or cries are called out; the logic is the same (AN-11)."""
    small_table: bool = False
    """Whether 2 and 3 may play, by the same rules."""

    def __attrs_post_init__(self) -> None:
        if type(self.small_table) is not bool:
            raise RulesError("small_table", self.small_table, "true or false")
        _check_int("seats", self.seats, 2 if self.small_table else 4, MOST_SEATS)
        _check_animals(self.animals, self.seats)
        _check_int("dealer", self.dealer, 0, self.seats - 1)
        _check_int("rounds", self.rounds, 1, _MOST)
        _check_int("packs", self.packs, 1, MOST_PACKS)
        _check_int("first_weight", self.first_weight, 1, _MOST)
        _check_int("tie_weight", self.tie_weight, 0, _MOST)
        if type(self.calls) is not Calls:
            raise RulesError("calls", self.calls, "a Calls: names or cries")
        if self.calls is Calls.CRIES:
            for animal in self.animals:
                if animal not in DEFAULT_ANIMALS:
                    raise RulesError("calls", animal, f"cries are known of {', '.join(DEFAULT_ANIMALS)}")
        object.__setattr__(self, "_tables", _Tables(self))

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickles and copies are made anew from the fields: they are judged again and get tables of their own.
        return Rules, tuple(getattr(self, field.name) for field in attrs.fields(Rules))


def _check_int(field: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise RulesError(field, value, f"an integer from {low} to {high}")


def _check_animals(animals: object, seats: int) -> None:
    if type(animals) is not tuple:
        raise RulesError("animals", animals, "a sequence of names")
    for animal in animals:
        if not is_animal(animal):
            raise RulesError("animals", animal, _NAME_ALLOWED)
        if animals.count(animal) > 1:
            raise RulesError("animals", animal, "each name once")
    if len(animals) != seats:
        raise RulesError("animals", len(animals), f"one a seat, {seats}")


def seats(rules: Rules) -> int:
    """How many play."""
    return rules.seats


def longest(rules: Rules) -> tuple[int, int]:
    """A bound on the moves of seats and of chance that a game can have.

    Each deal opens a common window of at most all seats. A further window needs a capture, which empties a pile that
    a deal has to fill again, and asks a seat fewer. A judgement ends in a capture or closes a group, and a deal opens
    at most two closed groups again.

    >>> longest(Rules())
    (364, 208)
    """
    dealt = rules.rounds * 52 * rules.packs
    return dealt * (2 * rules.seats - 1), dealt * 4 + rules.rounds - 1


# --- Pieces --------------------------------------------------------------------

SEATS: Final = tuple(map(Seat, range(MOST_SEATS)))


def ranks_of(mask: int) -> tuple[Rank, ...]:
    """The ranks of a mask of their places in `RANKS`, A low."""
    return tuple([rank for place, rank in enumerate(RANKS) if mask >> place & 1]) if mask else ()


# --- Moves ---------------------------------------------------------------------


@final
@attrs.frozen
class Deal:
    """The table deals this card, face up, onto the next pile in order (chance; AN-1)."""

    card: Card

    def __attrs_post_init__(self) -> None:
        if type(self.card) is not Card:
            raise NotationError(f"deal {shown(self.card)}", "a Card")

    def __str__(self) -> str:
        return f"deal {self.card}"


@final
@attrs.frozen
class Call:
    """A seat's sealed answer in a window: it calls this animal; `None`: it stays silent (AN-3)."""

    animal: Animal | None

    def __attrs_post_init__(self) -> None:
        if self.animal is not None and not is_animal(self.animal):
            raise NotationError(f"call {shown(self.animal)}", f"none, or an animal: {_NAME_ALLOWED}")

    def __str__(self) -> str:
        return f"call {'none' if self.animal is None else self.animal}"


@final
@attrs.frozen
class First:
    """The table decides that this seat's correct call was the first of its group (chance; AN-6)."""

    seat: Seat

    def __attrs_post_init__(self) -> None:
        if type(self.seat) is not int or not 0 <= self.seat < MOST_SEATS:
            raise NotationError(f"first {shown(self.seat)}", f"a seat from 0 to {MOST_SEATS - 1}")

    def __str__(self) -> str:
        return f"first {self.seat}"


@final
@attrs.frozen
class Tie:
    """The table decides that the correct calls of a group were inseparable: the piles stay (chance; AN-6)."""

    def __str__(self) -> str:
        return "tie"


@final
@attrs.frozen
class Gather:
    """The table takes the counted piles together again for the next round (chance; AN-10)."""

    def __str__(self) -> str:
        return "gather"


Move: TypeAlias = Deal | Call | First | Tie | Gather
"""What can happen: the table's moves and a seat's answer."""

_DEALS: Final = tuple(map(Deal, CARDS))
_FIRSTS: Final = tuple(map(First, SEATS))
_TIE: Final = (Tie(),)
_GATHERING: Final = (Gather(),)


@final
class _Tables:
    """What the moves look up in a `Rules`, worked out once."""

    __slots__ = ("after", "calls", "left", "named", "piles", "standing")

    def __init__(self, rules: Rules) -> None:
        self.calls: tuple[Move, ...] = (*map(Call, rules.animals), Call(None))
        self.named: dict[Animal | None, Seat | None] = {**dict(zip(rules.animals, SEATS, strict=False)), None: None}
        self.after = (*SEATS[1 : rules.seats], SEATS[0])
        self.standing: tuple[int, ...] = (1, *(0,) * rules.seats)
        self.piles: tuple[tuple[CardNumber, ...], ...] = ((),) * rules.seats
        self.left = new_pack(rules.packs)


# --- State ---------------------------------------------------------------------


class Phase(enum.Enum):
    """What the game waits for."""

    DEAL = "deal"
    ANSWER = "answer"
    JUDGE = "judge"
    GATHER = "gather"
    OVER = "over"


# `State.turn`: a seat that is asked, or one of these; `_JUDGE - rank` while the group of that rank is judged.
_DEAL, _GATHER, _OVER, _JUDGE = -1, -2, -3, -4
_MOVERS: Final[tuple[Mover, ...]] = (*SEATS, *(CHANCE,) * 13, None, CHANCE, CHANCE)
_PHASES: Final = (*(Phase.ANSWER,) * 8, *(Phase.JUDGE,) * 13, Phase.OVER, Phase.GATHER, Phase.DEAL)


_CARD_RANKS: Final = tuple(1 << number // 4 for number in range(52))
"""By card number: its rank as a mask."""
_PAIRED: Final = 13
"""So far above the ranks of one top or more stand, in `State.tops`, those of two or more."""
_BELOW: Final = tuple((1 << number) - 1 for number in range(52))


@attrs.frozen
class State:
    """All of the truth. Masks of ranks are of their places in `RANKS`, cards are numbers, piles go from the top down.

    Make one from outside with `from_facts`, which works out the last four fields, and let `check_state` judge it.
    """

    rules: Rules
    standing: tuple[int, ...]
    """The round (from 1), then by seat the cards of the rounds that are counted, the one on the table too (AN-9)."""
    turn: int
    """The seat that is asked; -1: the table deals, -2: it gathers, -3: nobody is to move, -4 - r: rank r is judged."""
    piles: tuple[tuple[CardNumber, ...], ...]
    """By seat, from the top down; `()` has no top (AN-5)."""
    left: tuple[int, ...]
    """What is left of the pack: a mask of card numbers a copy (see `_pack`)."""
    closed: int
    """Mask of the ranks whose group is closed (AN-6)."""
    captured: int
    """Mask of the ranks that had a capture in the window that is being judged (AN-7)."""
    asked: tuple[Seat, ...]
    """Who answers in the open window, or answered in the last since the last deal, in order."""
    before: tuple[tuple[Seat, Seat | None], ...]
    """While a further window is open, the answers of the one before: who, and whose animal (`None`: silent)."""
    answers: tuple[Seat | None, ...]
    """Secret while a seat is asked. What the first of `asked` have answered: whose animal (`None`: silent)."""
    tops: int = attrs.field(eq=False, repr=False)
    """Mask of the ranks of the tops, and 13 bits higher of those that two tops or more have. Derived."""
    openers: tuple[Seat, ...] = attrs.field(eq=False, repr=False)
    """The seats of all open groups, in order (AN-2). Derived."""
    receiver: Seat = attrs.field(eq=False, repr=False)
    """Whose pile gets the next card of this round (AN-1). Derived."""
    deals: tuple[Deal, ...] = attrs.field(eq=False, repr=False)
    """The cards that are left, each kind once, as the moves that deal them. Derived."""

    @classmethod
    def from_facts(
        cls,
        rules: Rules,
        standing: tuple[int, ...],
        turn: int,
        piles: tuple[tuple[CardNumber, ...], ...],
        left: tuple[int, ...],
        closed: int,
        captured: int,
        asked: tuple[Seat, ...],
        before: tuple[tuple[Seat, Seat | None], ...],
        answers: tuple[Seat | None, ...],
    ) -> State:
        """The state with these facts, the derived fields worked out. Nothing else is judged: see `check_state`.

        Raises:
            StateError: the standing, the piles or what is left of the pack are not even of their types and ranges.
        """
        _check_shape(rules, standing, piles, left)
        tops, openers = _survey(piles, closed)
        dealt = 52 * rules.packs - sum(mask.bit_count() for mask in left)
        receiver = SEATS[(rules.dealer + standing[0] + dealt) % rules.seats]
        deals = tuple([deal for deal in _DEALS if left[0] >> deal.card.number & 1])
        return cls(
            rules, standing, turn, piles, left, closed, captured, asked, before, answers, tops, openers, receiver, deals
        )

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return _PHASES[self.turn]

    @property
    def round(self) -> int:
        """The round being played or just finished, from 1."""
        return self.standing[0]

    @property
    def won(self) -> tuple[int, ...]:
        """By seat: the cards of the rounds that are counted, added up."""
        return self.standing[1:]

    @property
    def dealer(self) -> Seat:
        """Who deals this round."""
        return SEATS[(self.rules.dealer + self.standing[0] - 1) % self.rules.seats]

    @property
    def judged(self) -> Rank | None:
        """The rank of the group that the table judges now; `None` in any other phase."""
        return RANKS[_JUDGE - self.turn] if self.turn <= _JUDGE else None

    def pile(self, seat: Seat) -> tuple[Card, ...]:
        """A seat's cards, from the top down."""
        return tuple([CARDS[number] for number in self.piles[seat]])


_make = fast_constructor(State)


def _check_shape(rules: object, standing: object, piles: object, left: object) -> None:
    if type(rules) is not Rules:
        raise StateError("rules: not Rules")
    if type(standing) is not tuple or len(standing) != rules.seats + 1 or any(type(n) is not int for n in standing):
        raise StateError(f"standing: not {rules.seats + 1} numbers")
    if type(left) is not tuple or len(left) != rules.packs or any(type(m) is not int or m & ~FULL for m in left):
        raise StateError(f"left: not {rules.packs} masks of cards")
    if type(piles) is not tuple or len(piles) != rules.seats or any(type(pile) is not tuple for pile in piles):
        raise StateError(f"piles: not {rules.seats} piles")
    if any(type(number) is not int or not 0 <= number < 52 for pile in piles for number in pile):
        raise StateError("piles: not a card's number")


def _survey(piles: Sequence[tuple[CardNumber, ...]], closed: int) -> tuple[int, tuple[Seat, ...]]:
    """`State.tops` and `State.openers` of these piles."""
    shown = paired = 0
    for pile in piles:
        if pile:
            rank = _CARD_RANKS[pile[0]]
            paired |= shown & rank
            shown |= rank
    return shown | paired << _PAIRED, _holders(piles, paired ^ (paired & closed))


def _holders(piles: Sequence[tuple[CardNumber, ...]], ranks: int) -> tuple[Seat, ...]:
    """The seats with a top of one of these ranks, in order."""
    if not ranks:
        return ()
    return tuple([seat for seat, pile in zip(SEATS, piles) if pile and _CARD_RANKS[pile[0]] & ranks])  # noqa: B905


def new_game(rules: Rules) -> State:
    """The table as it is before the first card: the pack is whole, the table deals."""
    tables = rules._tables
    return _make(
        *(rules, tables.standing, _DEAL, tables.piles, tables.left, 0, 0, (), (), ()),
        *(0, (), tables.after[rules.dealer], _DEALS),
    )


# --- Legal moves ---------------------------------------------------------------


def to_move(state: State) -> Mover:
    """The seat that is asked; `CHANCE` when the table deals, judges or gathers; `None` when the game is over."""
    return _MOVERS[state.turn]


def legal_moves(state: State) -> tuple[Move, ...]:
    """All legal moves, each once: deals by rank (A low), then suit; calls by seat, last `call none`; `first` by seat,
    last `tie`.

    >>> [str(move) for move in legal_moves(new_game(Rules()))[:5]]
    ['deal AC', 'deal AD', 'deal AH', 'deal AS', 'deal 2C']
    """
    turn = state.turn
    if turn == _DEAL:
        return state.deals
    if turn >= 0:
        return state.rules._tables.calls
    if turn <= _JUDGE:
        firsts = [_FIRSTS[caller] for caller, _ in _judged_calls(state)]
        return (*firsts, *_TIE) if state.rules.tie_weight else tuple(firsts)
    return _GATHERING if turn == _GATHER else ()


def _correct_calls(
    asked: tuple[Seat, ...], answers: tuple[Seat | None, ...], piles: Sequence[tuple[CardNumber, ...]]
) -> list[tuple[Seat, Seat]]:
    # AN-4: another seat of the caller's own group. Of groups that are settled already some may be among them.
    found = []
    for caller, named in zip(asked, answers):  # noqa: B905 - one each, and asking for it costs
        if named is not None and named != caller:
            mine, other = piles[caller], piles[named]
            if mine and other and mine[0] >> 2 == other[0] >> 2:
                found.append((caller, named))
    return found


def _judged_calls(state: State) -> list[tuple[Seat, Seat]]:
    rank, piles = _JUDGE - state.turn, state.piles
    return [pair for pair in _correct_calls(state.asked, state.answers, piles) if piles[pair[0]][0] >> 2 == rank]


def chance_weights(state: State) -> tuple[int, ...]:
    """The odds of the table's moves, aligned with `legal_moves`; `()` when a seat or nobody is to move.

    A deal: the copies of the card that are left (AN-1). A judgement: `first_weight` each, `tie_weight` (AN-6).
    """
    turn = state.turn
    if turn == _DEAL:
        return weights_left(state.left)
    if turn <= _JUDGE:
        rules = state.rules
        weights = (rules.first_weight,) * len(_judged_calls(state))
        return (*weights, rules.tie_weight) if rules.tie_weight else weights
    return (1,) if turn == _GATHER else ()


def why_illegal(state: State, move: Move) -> Refusal | None:
    """Why the one who is to move may not do this, from what all see; `None` if the move is legal."""
    turn = state.turn
    if turn == _OVER:
        return Refusal("-", "game-over")
    if type(move) not in (Deal, Call, First, Tie, Gather):
        return Refusal("-", "no-move")
    if turn >= 0:
        if type(move) is not Call:
            return Refusal("AN-3", "answer-asked")
        known = move.animal in state.rules._tables.named
        return None if known else Refusal("AN-3", "no-such-animal", (("animal", str(move.animal)),))
    if type(move) is Call:
        return Refusal("AN-8", "no-window")
    if turn == _DEAL:
        if type(move) is not Deal:
            return Refusal("AN-1", "table-deals")
        dealable = state.left[0] >> move.card.number & 1
        return None if dealable else Refusal("AN-1", "not-in-pack", (("card", str(move.card)),))
    if turn == _GATHER:
        return None if type(move) is Gather else Refusal("AN-10", "table-gathers")
    if type(move) is First:
        callers = [caller for caller, _ in _judged_calls(state)]
        return None if move.seat in callers else Refusal("AN-6", "not-correct", (("seat", move.seat),))
    if type(move) is Tie:
        return None if state.rules.tie_weight else Refusal("AN-6", "never-a-tie")
    return Refusal("AN-6", "table-judges", (("rank", RANKS[_JUDGE - turn].value),))


# --- Apply ---------------------------------------------------------------------


def apply(state: State, move: Move) -> State:
    """The state after a legal move; the given one is untouched.

    Raises:
        IllegalMoveError: with the refusal of `why_illegal`.
    """
    if type(move) is Deal:
        if state.turn == _DEAL and state.left[0] & CARD_BITS[move.card.number]:
            return apply_unchecked(state, move)
    elif type(move) is Call and state.turn >= 0:
        named = state.rules._tables.named
        if move.animal in named:
            return _answer(state, named[move.animal])
    refusal = why_illegal(state, move)
    if refusal is not None:
        raise IllegalMoveError(move, refusal)
    return apply_unchecked(state, move)


def apply_unchecked(state: State, move: Move) -> State:
    """The state after a move that the caller knows to be legal. Garbage in, garbage out."""
    if type(move) is not Deal:
        return _apply_other(state, move)
    number = move.card.number
    rules, standing, seat, closed, tops, left, deals, openers = (
        state.rules,
        state.standing,
        state.receiver,
        state.closed,
        state.tops,
        state.left,
        state.deals,
        state.openers,
    )
    grown, comes = list(state.piles), _CARD_RANKS[number]
    pile = grown[seat]
    grown[seat] = (number,) + pile  # noqa: RUF005 - faster than by unpacking
    piles = tuple(grown)
    goes = _CARD_RANKS[pile[0]] if pile else 0
    if tops & (comes | goes << _PAIRED):
        # AN-6: a top of these two ranks has come or gone, so neither group is closed any longer.
        closed &= ~(comes | goes)
        tops, openers = _survey(piles, closed)
    else:
        tops ^= comes | goes
    if len(left) == 1:
        mask = left[0]
        some = list(deals)
        del some[(mask & _BELOW[number]).bit_count()]
        left, deals = (mask ^ CARD_BITS[number],), tuple(some)
    else:
        left = without(left, number)
        if not left[0] & CARD_BITS[number]:
            deals = tuple([deal for deal in deals if deal.card.number != number])
    turn = _DEAL
    if openers:
        turn = openers[0]
    elif not deals:
        turn, standing = _finished(state, piles)
    after = rules._tables.after[seat]
    return _make(rules, standing, turn, piles, left, closed, 0, openers, (), (), tops, openers, after, deals)


def _apply_other(state: State, move: Call | First | Tie | Gather) -> State:
    if type(move) is Call:
        return _answer(state, state.rules._tables.named[move.animal])
    if type(move) is Gather:
        return _gather(state)
    return _judge(state, move.seat if type(move) is First else None)


def _answer(state: State, named: Seat | None) -> State:
    standing, piles, asked, before = state.standing, state.piles, state.asked, state.before
    answers = (*state.answers, named)
    count = len(answers)
    if count < len(asked):
        turn: int = asked[count]
    else:
        correct = _correct_calls(asked, answers, piles)
        if correct:
            return _settle(state, answers, piles, state.closed, 0, correct)
        before, turn = (), _DEAL
        if not state.deals:
            turn, standing = _finished(state, piles)
    return _make(
        state.rules,
        standing,
        turn,
        piles,
        state.left,
        state.closed,
        0,
        asked,
        before,
        answers,
        state.tops,
        state.openers,
        state.receiver,
        state.deals,
    )


def _judge(state: State, first: Seat | None) -> State:
    rank, piles, closed, captured = _JUDGE - state.turn, state.piles, state.closed, state.captured
    if first is None:  # AN-6: inseparable
        closed |= 1 << rank
    else:
        piles = _capture(piles, first, dict(_judged_calls(state))[first])
        captured |= 1 << rank
    later = [pair for pair in _correct_calls(state.asked, state.answers, piles) if piles[pair[0]][0] >> 2 > rank]
    return _settle(state, state.answers, piles, closed, captured, later)


def _capture(
    piles: tuple[tuple[CardNumber, ...], ...], caller: Seat, named: Seat
) -> tuple[tuple[CardNumber, ...], ...]:
    # AN-5
    after = list(piles)
    after[caller] += after[named]
    after[named] = ()
    return tuple(after)


def _settle(
    state: State,
    answers: tuple[Seat | None, ...],
    piles: tuple[tuple[CardNumber, ...], ...],
    closed: int,
    captured: int,
    correct: list[tuple[Seat, Seat]],
) -> State:
    """What becomes of a complete window: its groups that are not settled yet, by rank, until a judgement (AN-6)."""
    standing, asked, turn = state.standing, state.asked, _DEAL
    before: tuple[tuple[Seat, Seat | None], ...] = ()
    if len(correct) == 1:
        caller, named = correct[0]
        captured |= _CARD_RANKS[piles[caller][0]]
        piles = _capture(piles, caller, named)
    else:
        groups: dict[int, list[tuple[Seat, Seat]]] = {}
        for pair in correct:
            groups.setdefault(piles[pair[0]][0] >> 2, []).append(pair)
        for rank in sorted(groups):
            if len(groups[rank]) > 1:
                turn = _JUDGE - rank
                break
            ((caller, named),) = groups[rank]
            piles = _capture(piles, caller, named)
            captured |= 1 << rank
    tops, openers = _survey(piles, closed)
    if turn == _DEAL:
        again = _holders(piles, captured & tops >> _PAIRED)  # AN-7
        captured = 0
        if again:
            before = tuple(zip(asked, answers, strict=True))
            asked, answers, turn = again, (), again[0]
        elif not state.deals:
            turn, standing = _finished(state, piles)
    return _make(
        state.rules,
        standing,
        turn,
        piles,
        state.left,
        closed,
        captured,
        asked,
        before,
        answers,
        tops,
        openers,
        state.receiver,
        state.deals,
    )


def _finished(state: State, piles: tuple[tuple[CardNumber, ...], ...]) -> tuple[int, tuple[int, ...]]:
    # AN-9: the turn after the round's last window, and the standing with this round's cards.
    number, *won = state.standing
    counted = [before + len(pile) for before, pile in zip(won, piles, strict=True)]
    return (_GATHER if number < state.rules.rounds else _OVER), (number, *counted)


def _gather(state: State) -> State:
    # AN-10: the last window's answers stay in view.
    rules, (number, *won) = state.rules, state.standing
    tables = rules._tables
    receiver = SEATS[(rules.dealer + number + 1) % rules.seats]
    return _make(
        *(rules, (number + 1, *won), _DEAL, tables.piles, tables.left, 0, 0, state.asked, (), state.answers),
        *(0, (), receiver, _DEALS),
    )


def outcome(state: State) -> Outcome | None:
    """Who has won most cards over all rounds, equal numbers share (AN-9); `None` before the end."""
    if state.turn != _OVER:
        return None
    won = state.won
    most = max(won)
    winners = tuple([seat for seat, cards in zip(SEATS, won, strict=False) if cards == most])
    return Outcome(winners, won, returns_from_winners(winners, len(won)))


# --- Observe -------------------------------------------------------------------


@attrs.frozen
class Pile:
    """A seat's pile: the `top`, the one card visible on the table (`None`: the pile is empty), and what is `buried`
    under it, from the top down, which all saw when it was dealt."""

    top: Card | None
    buried: tuple[Card, ...]

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.buried) + (self.top is not None)


@attrs.frozen
class Group:
    """Two or more seats whose tops have this rank; `open`, or closed by a tie (AN-2, AN-6)."""

    rank: Rank
    seats: tuple[Seat, ...]
    open: bool


@attrs.frozen
class Answer:
    """What a seat answered in a window: the animal it called, `None` if it was silent."""

    seat: Seat
    animal: Animal | None


@attrs.frozen
class View:
    """What a seat knows, or (seat `None`) what everybody does: all but the sealed answers of others (AN-3)."""

    rules: Rules
    seat: Seat | None
    phase: Phase
    turn: Seat | None
    """The seat that is asked; `None` if none is."""
    round: int
    """From 1."""
    dealer: Seat
    receiver: Seat | None
    """Whose pile gets the next card; `None` when this round's pack is used up."""
    piles: tuple[Pile, ...]
    """By seat."""
    pack: tuple[Card, ...]
    """The cards that are left, sorted, each as often as there are copies."""
    won: tuple[int, ...]
    """By seat: the cards of the rounds counted so far, added up."""
    groups: tuple[Group, ...]
    """By rank, A low."""
    asked: tuple[Rank, ...]
    """The groups that the window is for, while it is open or judged."""
    answered: tuple[Seat, ...]
    """Who has answered in that window, in order."""
    own: Answer | None
    """What this seat has answered in that window."""
    answers: tuple[Answer, ...]
    """All the answers of the last complete window, in seat order, until the next one is complete or the next deal."""
    judged: Rank | None
    """The group that the table judges now."""
    captured: tuple[Rank, ...]
    """The groups of the judged window in which a pile has been captured."""


_make_pile = fast_constructor(Pile)
_make_group = fast_constructor(Group)
_make_answer = fast_constructor(Answer)
_make_view = fast_constructor(View)


def observe(state: State, seat: Seat | None) -> View:
    """What this seat may know now; `None`: what every spectator may.

    All is public except the answers of an open window: of these it holds who has answered, and this seat's own.

    Raises:
        UnknownSeatError: there is no such seat.
    """
    if seat is not None and not 0 <= seat < state.rules.seats:
        raise UnknownSeatError(seat, state.rules.seats)
    rules, turn, answers = state.rules, state.turn, state.answers
    animals = rules.animals
    piles, ranks = [], []
    for pile in state.piles:
        cards = [CARDS[number] for number in pile]
        piles.append(_make_pile(cards[0], tuple(cards[1:])) if cards else _make_pile(None, ()))
        ranks.append(pile[0] >> 2 if pile else -1)
    pairs = state.before if turn >= 0 else zip(state.asked, answers, strict=True)
    last = tuple([_make_answer(caller, None if named is None else animals[named]) for caller, named in pairs])
    asked, own = 0, None
    answered: tuple[Seat, ...] = ()
    if turn >= 0 or turn <= _JUDGE:
        # A group settled by a capture still shows its rank: the caller's top stays.
        for caller in state.asked:
            if ranks[caller] >= 0:
                asked |= 1 << ranks[caller]
        answered = state.asked[: len(answers)]
        if seat is not None and seat in answered:
            named = answers[answered.index(seat)]
            own = _make_answer(seat, None if named is None else animals[named])
    groups = []
    paired = state.tops >> _PAIRED
    if paired:
        groups = [
            _make_group(
                RANKS[rank],
                tuple([holder for holder, top in zip(SEATS, ranks, strict=False) if top == rank]),
                not state.closed >> rank & 1,
            )
            for rank in range(13)
            if paired >> rank & 1
        ]
    return _make_view(
        rules,
        seat,
        _PHASES[turn],
        SEATS[turn] if turn >= 0 else None,
        state.standing[0],
        state.dealer,
        state.receiver if state.left[0] else None,
        tuple(piles),
        cards_left(state.left),
        state.standing[1:],
        tuple(groups),
        ranks_of(asked),
        answered,
        own,
        last,
        state.judged,
        ranks_of(state.captured),
    )

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
    copies_left,
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
_ONES: Final = tuple((1,) * count for count in range(53))
"""The odds of the deals of a single pack, by their number."""


@final
class _Tables:
    """What the moves look up in a `Rules`, worked out once."""

    __slots__ = ("after", "calls", "named", "piles", "standing")

    def __init__(self, rules: Rules) -> None:
        self.calls: tuple[Move, ...] = (*map(Call, rules.animals), Call(None))
        self.named: dict[Animal | None, Seat | None] = {**dict(zip(rules.animals, SEATS, strict=False)), None: None}
        self.after = (*SEATS[1 : rules.seats], SEATS[0])
        self.standing: tuple[int, ...] = (1, *(0,) * rules.seats)
        self.piles: tuple[tuple[CardNumber, ...], ...] = ((),) * rules.seats


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


Window: TypeAlias = tuple[tuple[Seat, ...], tuple[tuple[Seat, Seat | None], ...], tuple[Seat | None, ...], int]
"""What `State.window` holds: `asked`, `before`, `answers` and `captured`."""

_NO_WINDOW: Final[Window] = ((), (), (), 0)

_RANK: Final = tuple(number // 4 for number in range(52))
"""By card number: the place of its rank."""
_BELOW: Final = tuple((1 << number) - 1 for number in range(52))
_SEAT_BITS: Final = tuple(1 << seat for seat in SEATS)
_SEATS_OF: Final = tuple(tuple([seat for seat in SEATS if mask >> seat & 1]) for mask in range(256))
"""By mask of seats: the seats, in order."""
_GROUP: Final = tuple(mask if mask & (mask - 1) else 0 for mask in range(256))
"""By mask of the seats that show a rank: the same if they are a group, otherwise 0 (AN-2)."""
_OPEN: Final = 255
"""The part of `State.groups` that has the seats of the open ones."""
_BOTH: Final = 257
"""A mask of seats times this: the same seats in both parts of `State.groups`."""


@attrs.frozen
class State:
    """All of the truth. Cards are numbers, piles go from the top down; what the piles do not have is left in the pack.

    Make one from outside with `from_facts`, which works out the last four fields, and let `check_state` judge it.
    """

    rules: Rules
    standing: tuple[int, ...]
    """The round (from 1), then by seat the cards of the rounds that are counted, the one on the table too (AN-9)."""
    turn: int
    """The seat that is asked; -1: the table deals, -2: it gathers, -3: nobody is to move, -4 - r: rank r is judged."""
    piles: tuple[tuple[CardNumber, ...], ...]
    """By seat, from the top down; `()` has no top (AN-5)."""
    groups: int
    """Mask of the seats of all open groups, and 8 bits higher of those of the closed ones (AN-2, AN-6)."""
    window: Window
    """The open window, or the last one since the last deal: `asked`, `before`, `answers` (secret while a seat is asked)
    and `captured`, in one tuple, as only answers and deals change any of them."""
    holders: tuple[int, ...] = attrs.field(eq=False, repr=False)
    """By rank, A low: mask of the seats whose top has it. Derived."""
    receiver: Seat = attrs.field(eq=False, repr=False)
    """Whose pile gets the next card of this round (AN-1). Derived."""
    left: int = attrs.field(eq=False, repr=False)
    """Mask of the card numbers of which at least one copy is left in the pack. Derived."""
    deals: tuple[Deal, ...] = attrs.field(eq=False, repr=False)
    """The same cards, as the moves that deal them. Derived."""

    @classmethod
    def from_facts(
        cls,
        rules: Rules,
        standing: tuple[int, ...],
        turn: int,
        piles: tuple[tuple[CardNumber, ...], ...],
        groups: int,
        window: Window,
    ) -> State:
        """The state with these facts, the derived fields worked out. Nothing else is judged: see `check_state`.

        Raises:
            StateError: the standing or the piles are not even of their types and ranges.
        """
        _check_shape(rules, standing, piles)
        receiver = SEATS[(rules.dealer + standing[0] + sum(map(len, piles))) % rules.seats]
        copies = copies_left(rules.packs, piles)
        deals = tuple([deal for deal in _DEALS if copies[deal.card.number] > 0])
        left = sum([CARD_BITS[deal.card.number] for deal in deals])
        return cls(rules, standing, turn, piles, groups, window, _holders(piles), receiver, left, deals)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Who answers in the open window, or answered in the last since the last deal, in order."""
        return self.window[0]

    @property
    def before(self) -> tuple[tuple[Seat, Seat | None], ...]:
        """While a further window is open, the answers of the one before: who, and whose animal (`None`: silent)."""
        return self.window[1]

    @property
    def answers(self) -> tuple[Seat | None, ...]:
        """Secret while a seat is asked. What the first of `asked` have answered: whose animal (`None`: silent)."""
        return self.window[2]

    @property
    def captured(self) -> int:
        """Mask of the ranks (of their places in `RANKS`) that had a capture in the window that is judged (AN-7)."""
        return self.window[3]

    @property
    def closed(self) -> int:
        """Mask of the ranks (of their places in `RANKS`) whose group is closed (AN-6)."""
        return sum([1 << rank for rank, mask in enumerate(self.holders) if mask & self.groups >> 8])

    @property
    def openers(self) -> tuple[Seat, ...]:
        """The seats of all open groups, in order (AN-2)."""
        return _SEATS_OF[self.groups & _OPEN]

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
_NOBODY: Final = (0,) * 13


def _check_shape(rules: object, standing: object, piles: object) -> None:
    if type(rules) is not Rules:
        raise StateError("rules: not Rules")
    if type(standing) is not tuple or len(standing) != rules.seats + 1 or any(type(n) is not int for n in standing):
        raise StateError(f"standing: not {rules.seats + 1} numbers")
    if type(piles) is not tuple or len(piles) != rules.seats or any(type(pile) is not tuple for pile in piles):
        raise StateError(f"piles: not {rules.seats} piles")
    if any(type(number) is not int or not 0 <= number < 52 for pile in piles for number in pile):
        raise StateError("piles: not a card's number")


def _holders(piles: Sequence[tuple[CardNumber, ...]]) -> tuple[int, ...]:
    """`State.holders` of these piles."""
    holders = [0] * 13
    for bit, pile in zip(_SEAT_BITS, piles, strict=False):
        if pile:
            holders[_RANK[pile[0]]] |= bit
    return tuple(holders)


def new_game(rules: Rules) -> State:
    """The table as it is before the first card: the pack is whole, the table deals."""
    tables = rules._tables
    receiver = tables.after[rules.dealer]
    return _make(rules, tables.standing, _DEAL, tables.piles, 0, _NO_WINDOW, _NOBODY, receiver, FULL, _DEALS)


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
        if named is not None and named in asked and named != caller:
            mine, other = piles[caller], piles[named]
            if mine and other and _RANK[mine[0]] == _RANK[other[0]]:
                found.append((caller, named))
    return found


def _judged_calls(state: State) -> list[tuple[Seat, Seat]]:
    rank, piles = _JUDGE - state.turn, state.piles
    return [pair for pair in _correct_calls(state.asked, state.answers, piles) if _RANK[piles[pair[0]][0]] == rank]


def chance_weights(state: State) -> tuple[int, ...]:
    """The odds of the table's moves, aligned with `legal_moves`; `()` when a seat or nobody is to move.

    A deal: the copies of the card that are left (AN-1). A judgement: `first_weight` each, `tie_weight` (AN-6).
    """
    turn = state.turn
    rules = state.rules
    if turn == _DEAL:
        if rules.packs == 1:
            return _ONES[len(state.deals)]
        return tuple([count for count in copies_left(rules.packs, state.piles) if count])
    if turn <= _JUDGE:
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
        dealable = state.left >> move.card.number & 1
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
        if state.turn == _DEAL and state.left & CARD_BITS[move.card.number]:
            return apply_unchecked(state, move)
    elif type(move) is Call and state.turn >= 0 and move.animal in state.rules._tables.named:
        return apply_unchecked(state, move)
    refusal = why_illegal(state, move)
    if refusal is not None:
        raise IllegalMoveError(move, refusal)
    return apply_unchecked(state, move)


def apply_unchecked(state: State, move: Move) -> State:
    """The state after a move that the caller knows to be legal. Garbage in, garbage out."""
    # A deal and an answer are nearly all of the moves, so they are written out here, without a call in between.
    if type(move) is Deal:
        number, seat = move.card.number, state.receiver
        rules, standing, groups = state.rules, state.standing, state.groups
        grown, holders = [*state.piles], [*state.holders]
        pile, rank, bit = grown[seat], _RANK[number], _SEAT_BITS[seat]
        grown[seat] = (number,) + pile  # noqa: RUF005 - faster than by unpacking
        piles = tuple(grown)
        rest = 0
        if pile:
            covered = _RANK[pile[0]]
            holders[covered] = rest = holders[covered] ^ bit
        others = holders[rank]
        holders[rank] = others | bit
        if others or rest:
            # AN-6: a top of these two ranks has come or gone, so what is a group of either now is open.
            groups = groups & ~(_BOTH * (bit | rest | others)) | _GROUP[rest] | _GROUP[others | bit]
        left, deals = state.left, state.deals
        if rules.packs == 1 or sum([some.count(number) for some in piles]) == rules.packs:
            cut = [*deals]
            del cut[(left & _BELOW[number]).bit_count()]
            left, deals = left ^ CARD_BITS[number], tuple(cut)
        turn: int = _DEAL
        window = _NO_WINDOW
        if groups and (asked := _SEATS_OF[groups & _OPEN]):
            turn, window = asked[0], (asked, (), (), 0)
        elif not deals:
            turn, standing = _finished(state, piles)
        receiver = rules._tables.after[seat]
        return _make(rules, standing, turn, piles, groups, window, tuple(holders), receiver, left, deals)
    if type(move) is Call:
        rules, (asked, before, answers, _) = state.rules, state.window
        answers += (rules._tables.named[move.animal],)
        count = len(answers)
        if count == len(asked):
            return _complete(state, asked, answers)
        return _make(
            rules,
            state.standing,
            asked[count],
            state.piles,
            state.groups,
            (asked, before, answers, 0),
            state.holders,
            state.receiver,
            state.left,
            state.deals,
        )
    if type(move) is Gather:
        return _gather(state)
    return _judge(state, move.seat if type(move) is First else None)


def _complete(state: State, asked: tuple[Seat, ...], answers: tuple[Seat | None, ...]) -> State:
    standing, piles, turn = state.standing, state.piles, _DEAL
    correct = _correct_calls(asked, answers, piles)
    if correct:
        return _settle(state, answers, [*piles], [*state.holders], state.groups, 0, correct)
    if not state.deals:
        turn, standing = _finished(state, piles)
    return _make(
        state.rules,
        standing,
        turn,
        piles,
        state.groups,
        (asked, (), answers, 0),
        state.holders,
        state.receiver,
        state.left,
        state.deals,
    )


def _judge(state: State, first: Seat | None) -> State:
    rank, groups, (asked, _, answers, captured) = _JUDGE - state.turn, state.groups, state.window
    piles, holders = [*state.piles], [*state.holders]
    if first is None:  # AN-6: inseparable
        groups ^= _BOTH * holders[rank]
    else:
        groups = _capture(piles, holders, groups, first, dict(_judged_calls(state))[first])
        captured |= 1 << rank
    later = [pair for pair in _correct_calls(asked, answers, piles) if _RANK[piles[pair[0]][0]] > rank]
    return _settle(state, answers, piles, holders, groups, captured, later)


def _capture(piles: list[tuple[CardNumber, ...]], holders: list[int], groups: int, caller: Seat, named: Seat) -> int:
    """The groups after a capture, which takes place in these piles and holders (AN-5)."""
    bit, rank = _SEAT_BITS[named], _RANK[piles[named][0]]
    piles[caller] += piles[named]
    piles[named] = ()
    holders[rank] = rest = holders[rank] ^ bit
    return groups & ~(bit | rest) | _GROUP[rest]


def _settle(
    state: State,
    answers: tuple[Seat | None, ...],
    piles: list[tuple[CardNumber, ...]],
    holders: list[int],
    groups: int,
    captured: int,
    correct: list[tuple[Seat, Seat]],
) -> State:
    """What becomes of a complete window: its groups that are not settled yet, by rank, until a judgement (AN-6)."""
    standing, asked, turn = state.standing, state.window[0], _DEAL
    before: tuple[tuple[Seat, Seat | None], ...] = ()
    if len(correct) == 1:
        caller, named = correct[0]
        captured |= 1 << _RANK[piles[named][0]]
        groups = _capture(piles, holders, groups, caller, named)
    else:
        by_rank: dict[int, list[tuple[Seat, Seat]]] = {}
        for pair in correct:
            by_rank.setdefault(_RANK[piles[pair[0]][0]], []).append(pair)
        for rank in sorted(by_rank):
            if len(by_rank[rank]) > 1:
                turn = _JUDGE - rank
                break
            caller, named = by_rank[rank][0]
            captured |= 1 << rank
            groups = _capture(piles, holders, groups, caller, named)
    after = tuple(piles)
    if turn == _DEAL:
        # AN-7: only groups that had a capture, and only if they still are groups.
        again = 0
        if captured and groups & _OPEN:
            again = sum([_GROUP[mask] for rank, mask in enumerate(holders) if captured >> rank & 1])
        captured = 0
        if again:
            before = tuple(zip(asked, answers, strict=True))
            asked, answers = _SEATS_OF[again], ()
            turn = asked[0]
        elif not state.deals:
            turn, standing = _finished(state, after)
    return _make(
        state.rules,
        standing,
        turn,
        after,
        groups,
        (asked, before, answers, captured),
        tuple(holders),
        state.receiver,
        state.left,
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
    receiver = SEATS[(rules.dealer + number + 1) % rules.seats]
    window = (state.asked, (), state.answers, 0)
    return _make(rules, (number + 1, *won), _DEAL, rules._tables.piles, 0, window, _NOBODY, receiver, FULL, _DEALS)


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


def _pack(state: State) -> tuple[Card, ...]:
    if state.rules.packs == 1:
        return tuple([deal.card for deal in state.deals])
    copies = copies_left(state.rules.packs, state.piles)
    return tuple([card for card in CARDS for _ in range(copies[card.number])])


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
    piles = []
    for pile in state.piles:
        cards = [CARDS[number] for number in pile]
        piles.append(_make_pile(cards[0], tuple(cards[1:])) if cards else _make_pile(None, ()))
    pairs = state.before if turn >= 0 else zip(state.asked, answers, strict=True)
    last = tuple([_make_answer(caller, None if named is None else animals[named]) for caller, named in pairs])
    asked, own = 0, None
    answered: tuple[Seat, ...] = ()
    if turn >= 0 or turn <= _JUDGE:
        # A group settled by a capture still shows its rank: the caller's top stays.
        for caller in state.asked:
            pile = state.piles[caller]
            if pile:
                asked |= 1 << _RANK[pile[0]]
        answered = state.asked[: len(answers)]
        if seat is not None and seat in answered:
            named = answers[answered.index(seat)]
            own = _make_answer(seat, None if named is None else animals[named])
    groups = [
        _make_group(RANKS[rank], _SEATS_OF[mask], state.groups & mask != 0)
        for rank, mask in enumerate(state.holders)
        if _GROUP[mask]
    ]
    return _make_view(
        rules,
        seat,
        _PHASES[turn],
        SEATS[turn] if turn >= 0 else None,
        state.standing[0],
        state.dealer,
        state.receiver if state.deals else None,
        tuple(piles),
        _pack(state),
        state.standing[1:],
        tuple(groups),
        ranks_of(asked),
        answered,
        own,
        last,
        state.judged,
        ranks_of(state.captured),
    )

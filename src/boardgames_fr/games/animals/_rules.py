"""Animals: the rules object, the moves, the state, and the whole game in the order of its rule book."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from typing import Any, Final, NewType, TypeAlias, cast, final

import attrs

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError
from boardgames_fr.frozen import fast_constructor, identity_first
from boardgames_fr.game import CHANCE, Mover, Outcome, Refusal, Seat, returns_from_winners
from boardgames_fr.games.animals._pack import (
    CARD_BITS,
    CARDS,
    MOST_PACKS,
    RANKS,
    Card,
    CardNumber,
    Rank,
    cards_left,
    new_pack,
    quarters,
    weights_left,
    without,
)

# --- Rules ---------------------------------------------------------------------

Animal = NewType("Animal", str)
"""What a seat is called by: lower-case ASCII letters and digits, not `none`."""

DEFAULT_ANIMALS: Final = tuple(map(Animal, ("renard", "hibou", "chat", "loup", "ours", "lapin", "vache", "coq")))
"""The animals with a label and a cry in both languages; a table of n has the first n unless it says otherwise."""
MOST_SEATS: Final = 8
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
        _check_int("rounds", self.rounds, 1, None)
        _check_int("packs", self.packs, 1, MOST_PACKS)
        _check_int("first_weight", self.first_weight, 1, None)
        _check_int("tie_weight", self.tie_weight, 0, None)
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


def _check_int(field: str, value: object, low: int, high: int | None) -> None:
    if type(value) is not int or value < low or (high is not None and value > high):
        raise RulesError(field, value, f"an integer ≥ {low}" if high is None else f"an integer from {low} to {high}")


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
NO_RANK: Final = 13
"""In `State.tops`: the pile is empty."""
RANK_BITS: Final = (*(1 << rank for rank in range(13)), 0)
"""By the rank's place in `RANKS`; nothing for `NO_RANK`."""


def ranks_of(mask: int) -> tuple[Rank, ...]:
    """The ranks of a mask, A low."""
    return tuple([rank for place, rank in enumerate(RANKS) if mask >> place & 1]) if mask else ()


# --- Moves ---------------------------------------------------------------------


@final
@attrs.frozen
class Deal:
    """The table deals this card, face up, onto the next pile in order (chance; AN-1)."""

    card: Card

    def __attrs_post_init__(self) -> None:
        if type(self.card) is not Card:
            raise NotationError(f"deal {self.card}", "a Card")

    def __str__(self) -> str:
        return f"deal {self.card}"


@final
@attrs.frozen
class Call:
    """A seat's sealed answer in a window: it calls this animal; `None`: it stays silent (AN-3)."""

    animal: Animal | None

    def __attrs_post_init__(self) -> None:
        if self.animal is not None and not is_animal(self.animal):
            raise NotationError(f"call {self.animal}", f"none, or an animal: {_NAME_ALLOWED}")

    def __str__(self) -> str:
        return f"call {'none' if self.animal is None else self.animal}"


@final
@attrs.frozen
class First:
    """The table decides that this seat's correct call was the first of its group (chance; AN-6)."""

    seat: Seat

    def __attrs_post_init__(self) -> None:
        if type(self.seat) is not int or not 0 <= self.seat < MOST_SEATS:
            raise NotationError(f"first {self.seat}", f"a seat from 0 to {MOST_SEATS - 1}")

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

_DEALS_0, _DEALS_1, _DEALS_2, _DEALS_3 = quarters(tuple(map(Deal, CARDS)))
_FIRSTS: Final = tuple(map(First, SEATS))
_TIE: Final = (Tie(),)
_GATHERING: Final = (Gather(),)


@final
class _Tables:
    """What the moves look up in a `Rules`, worked out once."""

    __slots__ = ("after", "calls", "named")

    def __init__(self, rules: Rules) -> None:
        self.calls: tuple[Move, ...] = (*map(Call, rules.animals), Call(None))
        self.named: dict[Animal | None, Seat | None] = {**dict(zip(rules.animals, SEATS, strict=False)), None: None}
        self.after = (*SEATS[1 : rules.seats], SEATS[0])


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


@attrs.frozen
class State:
    """All of the truth. Ranks are places in `RANKS` or masks of them, cards are card numbers, piles from the top down.

    Make one from outside with `from_facts`, which works out the last three fields, and let `check_state` judge it.
    """

    rules: Rules
    round: int
    """From 1."""
    turn: int
    """The seat that is asked; -1: the table deals, -2: it gathers, -3: nobody is to move, -4 - r: rank r is judged."""
    piles: tuple[tuple[CardNumber, ...], ...]
    """By seat, from the top down; `()` has no top (AN-5)."""
    left: tuple[int, ...]
    """What is left of the pack: a mask of card numbers a copy (see `_pack`)."""
    won: tuple[int, ...]
    """By seat: the cards of the finished rounds, the one on the table too if it is counted (AN-9)."""
    closed: int
    """Mask of the ranks whose group is closed (AN-6)."""
    captured: int
    """Mask of the ranks that had a capture in the window that is being judged (AN-7)."""
    asked: tuple[Seat, ...]
    """Who answers in the open window, in order; `()` outside windows."""
    last: tuple[tuple[Seat, Seat | None], ...]
    """The answers of the last complete window since the last deal: who, and whose animal (`None`: silent)."""
    answers: tuple[Seat | None, ...]
    """Secret. What the first of `asked` have answered in the open window: whose animal (`None`: silent)."""
    tops: tuple[int, ...] = attrs.field(eq=False, repr=False)
    """By seat: the rank of the top card, 13 for none. Derived."""
    open: int = attrs.field(eq=False, repr=False)
    """Mask of the ranks that have an open group (AN-2). Derived."""
    receiver: Seat = attrs.field(eq=False, repr=False)
    """Whose pile gets the next card of this round (AN-1). Derived."""

    @classmethod
    def from_facts(
        cls,
        rules: Rules,
        round: int,  # noqa: A002 - the field's name
        turn: int,
        piles: tuple[tuple[CardNumber, ...], ...],
        left: tuple[int, ...],
        won: tuple[int, ...],
        closed: int,
        captured: int,
        asked: tuple[Seat, ...],
        last: tuple[tuple[Seat, Seat | None], ...],
        answers: tuple[Seat | None, ...],
    ) -> State:
        """The state with these facts, the derived fields worked out. Nothing is checked: see `check_state`."""
        tops = tuple(pile[0] // 4 if pile else NO_RANK for pile in piles)
        matching = sum(1 << rank for rank in range(13) if tops.count(rank) > 1)
        dealt = 52 * rules.packs - sum(mask.bit_count() for mask in left)
        receiver = Seat((rules.dealer + round + dealt) % rules.seats)
        return cls(
            rules,
            round,
            turn,
            piles,
            left,
            won,
            closed,
            captured,
            asked,
            last,
            answers,
            tops,
            matching & ~closed,
            receiver,
        )

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return _PHASES[self.turn]

    @property
    def dealer(self) -> Seat:
        """Who deals this round."""
        return Seat((self.rules.dealer + self.round - 1) % self.rules.seats)

    @property
    def judged(self) -> Rank | None:
        """The rank of the group that the table judges now; `None` in any other phase."""
        return RANKS[_JUDGE - self.turn] if self.turn <= _JUDGE else None

    def pile(self, seat: Seat) -> tuple[Card, ...]:
        """A seat's cards, from the top down."""
        return tuple([CARDS[number] for number in self.piles[seat]])


_make = fast_constructor(State)


def new_game(rules: Rules) -> State:
    """The table as it is before the first card: the pack is whole, the table deals."""
    return _new_round(rules, 1, (0,) * rules.seats, ())


def _new_round(rules: Rules, number: int, won: tuple[int, ...], last: tuple[tuple[Seat, Seat | None], ...]) -> State:
    piles: tuple[tuple[CardNumber, ...], ...] = ((),) * rules.seats
    return State.from_facts(rules, number, _DEAL, piles, new_pack(rules.packs), won, 0, 0, (), last, ())


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
    if turn >= 0:
        return state.rules._tables.calls
    if turn == _DEAL:
        mask = state.left[0]
        return _DEALS_0[mask & 8191] + _DEALS_1[mask >> 13 & 8191] + _DEALS_2[mask >> 26 & 8191] + _DEALS_3[mask >> 39]
    if turn <= _JUDGE:
        return _legal_judgements(state)
    return _GATHERING if turn == _GATHER else ()


def _legal_judgements(state: State) -> tuple[Move, ...]:
    firsts = [_FIRSTS[caller] for caller, _ in _correct_calls(state.last, state.tops, _JUDGE - state.turn)]
    return (*firsts, *_TIE) if state.rules.tie_weight else tuple(firsts)


def _correct_calls(
    last: tuple[tuple[Seat, Seat | None], ...], tops: tuple[int, ...] | list[int], rank: int
) -> list[tuple[Seat, Seat]]:
    # AN-4: another seat of the caller's own group. The group's tops are those of the window until it is settled.
    return [
        (caller, named)
        for caller, named in last
        if named is not None and named != caller and tops[caller] == rank and tops[named] == rank
    ]


def chance_weights(state: State) -> tuple[int, ...]:
    """The odds of the table's moves, aligned with `legal_moves`; `()` when a seat or nobody is to move.

    A deal: the copies of the card that are left (AN-1). A judgement: `first_weight` each, `tie_weight` (AN-6).
    """
    turn = state.turn
    if turn == _DEAL:
        return weights_left(state.left)
    if turn <= _JUDGE:
        rules = state.rules
        correct = len(_correct_calls(state.last, state.tops, _JUDGE - turn))
        return (rules.first_weight,) * correct + ((rules.tie_weight,) if rules.tie_weight else ())
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
        callers = [caller for caller, _ in _correct_calls(state.last, state.tops, _JUDGE - turn)]
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
    turn = state.turn
    if type(move) is Call:
        if turn >= 0:
            named = state.rules._tables.named
            if move.animal in named:
                return _answer(state, named[move.animal])
    elif type(move) is Deal and turn == _DEAL and state.left[0] & CARD_BITS[move.card.number]:
        return _deal(state, move.card.number)
    refusal = why_illegal(state, move)
    if refusal is not None:
        raise IllegalMoveError(move, refusal)
    return apply_unchecked(state, move)


def apply_unchecked(state: State, move: Move) -> State:
    """The state after a move that the caller knows to be legal. Garbage in, garbage out."""
    if type(move) is Call:
        return _answer(state, state.rules._tables.named[move.animal])
    if type(move) is Deal:
        return _deal(state, move.card.number)
    if type(move) is Gather:
        return _new_round(state.rules, state.round + 1, state.won, state.last)
    return _judge(state, move.seat if type(move) is First else None)


def _deal(state: State, number: CardNumber) -> State:
    rules, seat, left = state.rules, state.receiver, state.left
    piles, tops = list(state.piles), list(state.tops)
    rank, covered = number >> 2, tops[seat]
    piles[seat] = (number, *piles[seat])
    tops[seat] = rank
    # AN-6: a top of these two ranks has come or gone, so neither group is closed any longer.
    others = ~(RANK_BITS[rank] | RANK_BITS[covered])
    matching = state.open & others
    if tops.count(rank) > 1:
        matching |= RANK_BITS[rank]
    if tops.count(covered) > 1:
        matching |= RANK_BITS[covered]
    left = (left[0] ^ CARD_BITS[number],) if len(left) == 1 else without(left, number)
    asked: tuple[Seat, ...] = ()
    turn = _DEAL
    won = state.won
    if matching:
        asked = tuple([seat for seat, top in zip(SEATS, tops, strict=False) if matching >> top & 1])
        turn = asked[0]
    elif not left[0]:
        turn, won = _finished(state, piles)
    return _make(
        rules,
        state.round,
        turn,
        tuple(piles),
        left,
        won,
        state.closed & others,
        0,
        asked,
        (),
        (),
        tuple(tops),
        matching,
        rules._tables.after[seat],
    )


def _answer(state: State, named: Seat | None) -> State:
    answers, asked = (*state.answers, named), state.asked
    count = len(answers)
    if count == len(asked):
        last = tuple(zip(asked, answers, strict=True))
        return _settle(state, last, list(state.piles), list(state.tops), state.open, state.closed, 0, 0)
    return _make(
        state.rules,
        state.round,
        asked[count],
        state.piles,
        state.left,
        state.won,
        state.closed,
        0,
        asked,
        state.last,
        answers,
        state.tops,
        state.open,
        state.receiver,
    )


def _judge(state: State, first: Seat | None) -> State:
    rank = _JUDGE - state.turn
    piles, tops, matching, closed, captured = (
        list(state.piles),
        list(state.tops),
        state.open,
        state.closed,
        state.captured,
    )
    if first is None:  # AN-6: inseparable
        matching ^= RANK_BITS[rank]
        closed |= RANK_BITS[rank]
    else:
        named = dict(_correct_calls(state.last, tops, rank))[first]
        matching = _capture(first, named, piles, tops, matching)
        captured |= RANK_BITS[rank]
    return _settle(state, state.last, piles, tops, matching, closed, captured, rank + 1)


def _capture(caller: Seat, named: Seat, piles: list[tuple[CardNumber, ...]], tops: list[int], matching: int) -> int:
    # AN-5. Gives the mask of ranks that still have an open group.
    rank = tops[named]
    piles[caller] += piles[named]
    piles[named] = ()
    tops[named] = NO_RANK
    return matching if tops.count(rank) > 1 else matching ^ RANK_BITS[rank]


def _settle(
    state: State,
    last: tuple[tuple[Seat, Seat | None], ...],
    piles: list[tuple[CardNumber, ...]],
    tops: list[int],
    matching: int,
    closed: int,
    captured: int,
    start: int,
) -> State:
    """What becomes of the groups of rank `start` and higher once a window is complete, until a judgement (AN-6)."""
    turn = _DEAL
    ranks = {
        tops[caller]
        for caller, named in last
        if named is not None and named != caller and tops[named] == tops[caller] >= start
    }
    for rank in sorted(ranks) if len(ranks) > 1 else ranks:
        correct = _correct_calls(last, tops, rank)
        if len(correct) > 1:
            turn = _JUDGE - rank
            break
        ((caller, named),) = correct
        matching = _capture(caller, named, piles, tops, matching)
        captured |= RANK_BITS[rank]
    won = state.won
    asked: tuple[Seat, ...] = ()
    if turn == _DEAL:
        again = matching & captured  # AN-7
        captured = 0
        if again:
            asked = tuple([seat for seat, top in zip(SEATS, tops, strict=False) if again >> top & 1])
            turn = asked[0]
        elif not state.left[0]:
            turn, won = _finished(state, piles)
    return _make(
        state.rules,
        state.round,
        turn,
        tuple(piles),
        state.left,
        won,
        closed,
        captured,
        asked,
        last,
        (),
        tuple(tops),
        matching,
        state.receiver,
    )


def _finished(state: State, piles: list[tuple[CardNumber, ...]]) -> tuple[int, tuple[int, ...]]:
    # AN-9: the turn after the round's last window, and the cards won with this round's.
    won = tuple([before + len(pile) for before, pile in zip(state.won, piles, strict=True)])
    return (_GATHER if state.round < state.rules.rounds else _OVER), won


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
    """
    rules, turn, tops = state.rules, state.turn, state.tops
    animals = rules.animals
    piles = []
    for pile in state.piles:
        cards = [CARDS[number] for number in pile]
        piles.append(_make_pile(cards[0], tuple(cards[1:])) if cards else _make_pile(None, ()))
    answers = tuple([_make_answer(caller, None if named is None else animals[named]) for caller, named in state.last])
    asked, own = 0, None
    answered: tuple[Seat, ...] = ()
    if turn >= 0:
        for caller in state.asked:
            asked |= RANK_BITS[tops[caller]]
        answered = state.asked[: len(state.answers)]
        if seat is not None and seat in answered:
            named = state.answers[answered.index(seat)]
            own = _make_answer(seat, None if named is None else animals[named])
    elif turn <= _JUDGE:
        # A group settled by a capture still shows its rank: the caller's top stays.
        for caller, _ in state.last:
            asked |= RANK_BITS[tops[caller]]
        answered = tuple([caller for caller, _ in state.last])
        if seat is not None and seat in answered:
            own = answers[answered.index(seat)]
    groups = []
    matching = state.open | state.closed
    if matching:
        groups = [
            _make_group(
                RANKS[rank],
                tuple([holder for holder, top in zip(SEATS, tops, strict=False) if top == rank]),
                state.open >> rank & 1 == 1,
            )
            for rank in range(13)
            if matching >> rank & 1
        ]
    return _make_view(
        rules,
        seat,
        _PHASES[turn],
        SEATS[turn] if turn >= 0 else None,
        state.round,
        state.dealer,
        state.receiver if state.left[0] else None,
        tuple(piles),
        cards_left(state.left),
        state.won,
        tuple(groups),
        ranks_of(asked),
        answered,
        own,
        answers,
        state.judged,
        ranks_of(state.captured),
    )

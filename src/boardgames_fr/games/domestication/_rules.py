"""The rules of La frise de la domestication, in the order of its rule book."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final, Generic, NewType, TypeAlias, TypeVar, final

import attrs

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, StateError, shown
from boardgames_fr.frozen import fast_constructor, identity_first
from boardgames_fr.game import CHANCE, Chance, Mover, Outcome, Refusal, Seat, returns_from_winners
from boardgames_fr.games.domestication._deck import (
    DEFAULT_DECK,
    NAME_EXPECTED,
    YEAR_EXPECTED,
    Card,
    CardName,
    Year,
    has_labels,
    is_card_name,
    is_year,
)

# --- Rules ---------------------------------------------------------------------


class Dates(enum.Enum):
    """Where the years on the cards come from (DO-1)."""

    PRINTED = "printed"
    """The deck's own years."""
    DRAWN = "drawn"
    """The table hands the deck's years out to the cards at random before the deal: nobody can know them by heart."""


_CARDS_EXPECTED: Final = "must be a sequence of cards (deck_cards makes them of the entries that a file gives)"

MOST_CARDS: Final = 250
"""A deck has at most so many cards: a game has a move for every card and every gap."""

MOST_TURNS: Final = 10**9
"""The greatest `turn_limit`."""


def _in_name_order(deck: Sequence[Card]) -> tuple[Card, ...]:
    """The deck as it is kept, in name order, so that no order gives an answer away."""
    if not isinstance(deck, (tuple, list)):
        raise RulesError("deck", deck, _CARDS_EXPECTED)
    for card in deck:
        if not isinstance(card, Card):
            raise RulesError("deck", card, _CARDS_EXPECTED)
        if not is_card_name(card.name):
            raise RulesError("deck", card.name, f"must have {NAME_EXPECTED} on every card")
        if not is_year(card.year):
            raise RulesError("deck", f"{card.name}: {shown(card.year)}", f"must have {YEAR_EXPECTED} on every card")
    ordered = tuple(sorted(deck, key=_by_name))
    for card, after in pairwise(ordered):
        if card.name == after.name:
            raise RulesError("deck", card.name, "must have every name once")
    return ordered


def _by_name(card: Card) -> str:
    return card.name


class _Tabled:
    """Gives `Rules` a place for what is worked out from its fields once; not a field, so not part of its value."""

    __slots__ = ("_tables",)
    _tables: _Tables


@identity_first
@attrs.frozen(cache_hash=True)
class Rules(_Tabled):
    """The parameters of a game; every one has a default, and all of them are checked.

    `deck` may be given as any list or tuple of cards and is kept in name order. The cards but one are dealt evenly, so
    their number must be a multiple of `seats`.

    Raises:
        RulesError: a field is out of range or of a wrong type; it names the field, the value and what is allowed.

    >>> Rules(seats=3).turn_limit
    400
    >>> Rules(seats=5)
    Traceback (most recent call last):
    boardgames_fr.errors.RulesError: seats = '5': must be 1 to 4
    """

    seats: int = 2
    first: Seat = Seat(0)
    """Who starts; at the table, the youngest."""
    deck: tuple[Card, ...] = attrs.field(default=DEFAULT_DECK, converter=_in_name_order)
    dates: Dates = Dates.PRINTED
    finish_round: bool = False
    """Whether a round is played to its end before anybody wins (DO-7)."""
    turn_limit: int | None = 400
    """How many turns of all seats together end the game (DO-9), at most 10**9; `None`: no limit."""

    def __attrs_post_init__(self) -> None:
        if type(self.seats) is not int or not 1 <= self.seats <= 4:
            raise RulesError("seats", self.seats, "must be 1 to 4")
        if type(self.first) is not int or not 0 <= self.first < self.seats:
            raise RulesError("first", self.first, f"must be a seat, 0 to {self.seats - 1}")
        if not 2 <= len(self.deck) <= MOST_CARDS:
            raise RulesError("deck", f"{len(self.deck)} cards", f"must have 2 to {MOST_CARDS} cards")
        if (len(self.deck) - 1) % self.seats:
            allowed = f"must be one card more than a multiple of {self.seats}, to be dealt evenly to {self.seats} seats"
            raise RulesError("deck", f"{len(self.deck)} cards", allowed)
        if not isinstance(self.dates, Dates):
            raise RulesError("dates", self.dates, "must be Dates.PRINTED or Dates.DRAWN")
        if type(self.finish_round) is not bool:
            raise RulesError("finish_round", self.finish_round, "must be True or False")
        limit = self.turn_limit
        if limit is not None and (type(limit) is not int or not 1 <= limit <= MOST_TURNS):
            raise RulesError("turn_limit", limit, f"must be 1 to {MOST_TURNS}, or None for no limit")
        object.__setattr__(self, "_tables", _tables_for(tuple([card.name for card in self.deck])))

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickles and copies are made anew from the fields: they are judged again and get their tables.
        return Rules, tuple([getattr(self, field.name) for field in attrs.fields(Rules)])


def seats(rules: Rules) -> int:
    """How many play.

    >>> seats(Rules(seats=3))
    3
    """
    return rules.seats


def longest(rules: Rules) -> tuple[int, int] | None:
    """The most moves of seats and of chance that a game can have; `None`: `turn_limit` sets no bound.

    >>> longest(Rules()), longest(Rules(dates=Dates.DRAWN)), longest(Rules(turn_limit=None))
    ((400, 13), (400, 26), None)
    """
    if rules.turn_limit is None:
        return None
    return rules.turn_limit, len(rules.deck) * (2 if rules.dates is Dates.DRAWN else 1)


# --- Pieces --------------------------------------------------------------------

Gap = NewType("Gap", int)
"""A place between timeline cards: how many of them stand to its left."""

CardIndex = NewType("CardIndex", int)
"""A card's place in the deck, `0 …`, in name order."""

# --- Moves ---------------------------------------------------------------------


@final
@attrs.frozen
class Date:
    """The table draws a year for a card, face down (DO-1): `date chien -8200`."""

    name: CardName
    year: Year

    def __attrs_post_init__(self) -> None:
        _check_name(self.name)
        if not is_year(self.year):
            raise NotationError("date", f"{YEAR_EXPECTED} after the name")

    def __str__(self) -> str:
        return f"date {self.name} {self.year}"


@final
@attrs.frozen
class Deal:
    """The table deals a card (DO-2): `deal chat`."""

    name: CardName

    def __attrs_post_init__(self) -> None:
        _check_name(self.name)

    def __str__(self) -> str:
        return f"deal {self.name}"


@final
@attrs.frozen
class Place:
    """A seat plays one of its cards into a gap of the timeline (DO-3): `place chat 2`."""

    name: CardName
    gap: Gap

    def __attrs_post_init__(self) -> None:
        _check_name(self.name)
        if type(self.gap) is not int or not 0 <= self.gap < MOST_CARDS:
            raise NotationError("place", f"a gap from 0 to {MOST_CARDS - 1} after the name")

    def __str__(self) -> str:
        return f"place {self.name} {self.gap}"


def _check_name(name: object) -> None:
    if not is_card_name(name):
        raise NotationError(shown(name), NAME_EXPECTED)


Move: TypeAlias = Date | Deal | Place
"""What can happen: the table hands out dates and deals, a seat places a card."""


_K = TypeVar("_K")
_V = TypeVar("_V")
_KEPT: Final = 1 << 14


class _Kept(dict[_K, _V], Generic[_K, _V]):
    """A table that makes a missing entry, and starts anew rather than grow without end."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[_K], _V]) -> None:
        self.make = make

    def __missing__(self, key: _K) -> _V:
        if len(self) >= _KEPT:
            self.clear()
        value = self[key] = self.make(key)
        return value


class _Tables:
    """What follows from the names of a deck alone: where each card is, and ready-made moves."""

    def __init__(self, names: tuple[CardName, ...]) -> None:
        self.names = names
        self.count = len(names)
        self.has_labels = has_labels(names)
        self.all_deals = tuple([Deal(name) for name in names])
        self.index: dict[str, CardIndex] = {name: CardIndex(at) for at, name in enumerate(names)}
        self.rows: _Kept[int, tuple[tuple[Place, ...], ...]] = _Kept(self._rows)
        self.deals: _Kept[int, tuple[Deal, ...]] = _Kept(self._deals)

    def _deals(self, left: int) -> tuple[Deal, ...]:
        return tuple([deal for at, deal in enumerate(self.all_deals) if left >> at & 1])

    def _rows(self, gaps: int) -> tuple[tuple[Place, ...], ...]:
        return tuple([row[:gaps] for row in self.all_rows])

    @cached_property
    def all_rows(self) -> tuple[tuple[Place, ...], ...]:
        """For each card, its moves into every gap that there can be."""
        gaps = [Gap(gap) for gap in range(self.count)]
        return tuple([tuple([Place(name, gap) for gap in gaps]) for name in self.names])

    def menus(self, hands: tuple[tuple[CardIndex, ...], ...], gaps: int) -> tuple[tuple[Place, ...], ...]:
        """What each seat may do with these hands when the timeline has so many gaps."""
        rows = self.rows[gaps]
        menus: list[tuple[Place, ...]] = []
        for hand in hands:
            menu: list[Place] = []
            for card in hand:
                menu += rows[card]
            menus.append(tuple(menu))
        return tuple(menus)


@lru_cache(maxsize=64)
def _tables_for(names: tuple[CardName, ...]) -> _Tables:
    """The tables of these names, made once."""
    return _Tables(names)


# --- State ---------------------------------------------------------------------


@attrs.frozen
class State:
    """All of the truth. Cards are numbered in name order; a set of cards is a mask with bit `1 << number`.

    Hidden: the `years` of the cards that are not in `shown`, and the pairing of names and years in `rules.deck`.
    """

    rules: Rules
    mover: Seat | Chance | None
    turns: int
    """Turns played by all seats together."""
    timeline: tuple[CardIndex, ...]
    """The cards of the timeline, from left to right."""
    hands: tuple[tuple[CardIndex, ...], ...]
    """Each seat's cards as they lie in front of it, in the order dealt."""
    left: int
    """Mask of the cards not yet dealt."""
    shown: int
    """Mask of the cards that have been turned up at some time: everybody knows their years."""
    last: Place | None
    """The last card played, and where."""
    # Secret from here on.
    years: tuple[Year, ...]
    """The year of each card, in name order; while the table draws them (DO-1), those drawn so far."""
    # Derived.
    menus: tuple[tuple[Place, ...], ...] = attrs.field(eq=False, repr=False)
    """What each seat may do when it is its turn; nothing before the first turn."""

    @classmethod
    def from_facts(
        cls,
        rules: Rules,
        mover: Seat | Chance | None,
        turns: int,
        timeline: tuple[CardIndex, ...],
        hands: tuple[tuple[CardIndex, ...], ...],
        left: int,
        shown: int,
        last: Place | None,
        years: tuple[Year, ...],
    ) -> State:
        """The state with these facts and what follows from them. `check_state` judges the rest.

        Raises:
            StateError: a card lies in two places, or is not in the deck; or there is not one hand a seat.
        """
        tables = rules._tables
        # First of all: the menus of a hand of any size would be a thousand times that size.
        if len(hands) != rules.seats:
            raise StateError(f"hands must be a tuple of {rules.seats} hands")
        if sum(map(len, hands)) + len(timeline) > tables.count:
            raise StateError(_one_place(tables.count))
        cards = [*timeline, *[card for hand in hands for card in hand]]
        if not all(type(card) is int for card in cards):
            raise StateError("the timeline and each hand must be a tuple of numbers of cards")
        if not all(0 <= card < tables.count for card in cards) or len(set(cards)) < len(cards):
            raise StateError(_one_place(tables.count))
        menus = () if left else tables.menus(hands, len(timeline) + 1)
        return cls(rules, mover, turns, timeline, hands, left, shown, last, years, menus)

    def __reduce__(self) -> tuple[Any, ...]:
        # What is derived is not pickled or copied: it is derived again.
        return State.from_facts, tuple([getattr(self, field.name) for field in attrs.fields(State) if field.eq])

    @property
    def errors(self) -> tuple[int, ...]:
        """How many errors each seat has made (DO-5): its turns without the cards that it has rid itself of."""
        seats = len(self.hands)
        dealt = (self.rules._tables.count - 1) // seats
        if self.left:
            return (0,) * seats
        first = self.rules.first
        return tuple(
            [
                (self.turns + seats - 1 - (seat - first) % seats) // seats - dealt + len(hand)
                for seat, hand in enumerate(self.hands)
            ]
        )


_state = fast_constructor(State)


def _one_place(count: int) -> str:
    return f"each of the {count} cards must be in one place: in a hand, on the timeline or not dealt"


def new_game(rules: Rules) -> State:
    """The state before the first move of the table.

    Under `drawn` the deck's own pairing of names and years means nothing, and the state keeps a plain one instead
    (`without_pairing`).
    """
    return _first_state(rules)


@lru_cache(maxsize=64)
def _first_state(rules: Rules) -> State:
    deck = rules.deck
    years = tuple([card.year for card in deck])
    if rules.dates is Dates.DRAWN:
        plain = without_pairing([card.name for card in deck], years)
        rules, years = rules if plain == deck else attrs.evolve(rules, deck=plain), ()
    return State.from_facts(
        rules=rules,
        mover=CHANCE,
        turns=0,
        timeline=(),
        hands=((),) * rules.seats,
        left=(1 << len(deck)) - 1,
        shown=0,
        last=None,
        years=years,
    )


def without_pairing(names: Sequence[CardName], years: Sequence[Year]) -> tuple[Card, ...]:
    """A deck with these names and these years that says nothing about which belong together.

    It is the shipped deck if that has the same names and the same years; otherwise years ascend with the names.
    """
    names, years = sorted(names), sorted(years)
    shipped_years = sorted([card.year for card in DEFAULT_DECK])
    if names == [card.name for card in DEFAULT_DECK] and years == shipped_years:
        return DEFAULT_DECK
    return tuple([Card(name, year) for name, year in zip(names, years, strict=True)])


# --- Legal moves ---------------------------------------------------------------


def to_move(state: State) -> Mover:
    """The seat to move, `CHANCE`, or `None` when the game is over."""
    return state.mover


def legal_moves(state: State) -> tuple[Move, ...]:
    """All legal moves, each once: `date` by year; `deal` by name; `place` by card as the seat's lie, then by gap."""
    mover = state.mover
    if mover is CHANCE:
        tables = state.rules._tables
        return tables.deals[state.left] if len(state.years) == tables.count else _date_moves(state)
    if mover is None:
        return ()
    return state.menus[mover]


def chance_weights(state: State) -> tuple[int, ...]:
    """The odds of the table's moves, aligned with `legal_moves`; `()` when the table is not to move."""
    if state.mover is not CHANCE:
        return ()
    if _is_dated(state):
        return (1,) * state.left.bit_count()  # DO-2
    left = years_left(state)
    return tuple([left.count(year) for year in sorted(set(left))])  # DO-1


def _is_dated(state: State) -> bool:
    return len(state.years) == state.rules._tables.count


def years_left(state: State) -> list[Year]:
    """The years that the table has not yet given to a card (DO-1), ascending."""
    left = sorted([card.year for card in state.rules.deck])
    for year in state.years:
        left.remove(year)
    return left


def _date_moves(state: State) -> tuple[Date, ...]:
    name = state.rules._tables.names[len(state.years)]
    return tuple([Date(name, year) for year in sorted(set(years_left(state)))])


def fits(years: Sequence[Year], timeline: Sequence[CardIndex], year: Year, gap: int) -> bool:
    """Whether a card of this year is right in this gap: not before its left neighbour, not after its right (DO-4)."""
    return (gap == 0 or years[timeline[gap - 1]] <= year) and (gap == len(timeline) or year <= years[timeline[gap]])


# --- Apply ---------------------------------------------------------------------


def apply(state: State, move: Move) -> State:
    """The state after this move.

    Raises:
        IllegalMoveError: the rules forbid the move here; the state is untouched.
    """
    if type(move) is Place:
        seat = state.mover
        if (
            seat is not None
            and seat is not CHANCE
            and move.gap <= len(state.timeline)
            and state.rules._tables.index.get(move.name, -1) in state.hands[seat]
        ):
            return apply_unchecked(state, move)
    elif type(move) is Deal and state.mover is CHANCE:
        tables = state.rules._tables
        card = tables.index.get(move.name, -1)
        if card >= 0 and state.left >> card & 1 and len(state.years) == tables.count:
            return _deal(state, move)
    refusal = why_illegal(state, move)
    if refusal is not None:
        raise IllegalMoveError(move, refusal)
    return apply_unchecked(state, move)


def apply_unchecked(state: State, move: Move) -> State:
    """The state after this move, which must be legal: garbage in, garbage out."""
    if type(move) is not Place:
        if type(move) is Deal:
            return _deal(state, move)
        assert type(move) is Date
        return _date(state, move)
    # DO-3. All in one function, and no helpers: this is what a game spends its time on.
    rules, timeline, hands, years, menus = state.rules, state.timeline, state.hands, state.years, state.menus
    seat: Seat = state.mover  # type: ignore[assignment]  # the move is legal, so a seat is to move
    turns, gap = state.turns + 1, move.gap
    card = rules._tables.index[move.name]
    year = years[card]
    mover: Seat | None = seat + 1 if seat + 1 < len(hands) else 0  # type: ignore[assignment]  # `Seat(…)` costs 50 ns
    # As in `fits`, DO-4.
    if (gap == 0 or years[timeline[gap - 1]] <= year) and (gap == len(timeline) or year <= years[timeline[gap]]):
        timeline = timeline[:gap] + (card,) + timeline[gap:]  # noqa: RUF005 - unpacking is slower  # DO-5
        changed = list(hands)
        hand = hands[seat]
        at = hand.index(card)
        changed[seat] = hand = hand[:at] + hand[at + 1 :]
        hands = tuple(changed)
        menus = rules._tables.menus(hands, len(timeline) + 1)
        if not hand and not rules.finish_round:  # DO-6, DO-8
            mover = None
    if rules.finish_round and mover == rules.first and () in hands:  # DO-7
        mover = None
    if turns == rules.turn_limit:  # DO-9
        mover = None
    return _state(rules, mover, turns, timeline, hands, 0, state.shown | 1 << card, move, years, menus)


def _deal(state: State, move: Deal) -> State:  # DO-2
    rules, hands = state.rules, state.hands
    tables = rules._tables
    card = tables.index[move.name]
    bit = 1 << card
    left = state.left ^ bit
    if not left:
        return _state(rules, rules.first, 0, (card,), hands, 0, bit, None, state.years, tables.menus(hands, 2))
    seat = (tables.count - 1 - left.bit_count() + rules.first) % len(hands)
    changed = list(hands)
    changed[seat] += (card,)
    return _state(rules, CHANCE, 0, (), tuple(changed), left, 0, None, state.years, ())


def _date(state: State, move: Date) -> State:  # DO-1
    years = (*state.years, move.year)
    return _state(state.rules, CHANCE, 0, (), state.hands, state.left, 0, None, years, ())


def why_illegal(state: State, move: Move) -> Refusal | None:
    """Why this move is refused: the rule's id, a reason and data that the mover sees; `None` if it is legal."""
    mover = state.mover
    if mover is None:
        return Refusal("-", "game-over")
    match move:
        case Place():
            return _why_not_place(state, move, mover)
        case Deal():
            return _why_not_deal(state, move, mover)
        case Date():
            return _why_not_date(state, move, mover)
    return Refusal("-", "no-move")  # type: ignore[unreachable]  # whatever else somebody has passed


def _why_not_place(state: State, move: Place, mover: Seat | Chance) -> Refusal | None:
    if mover is CHANCE:
        return _tables_turn(state)
    card = state.rules._tables.index.get(move.name)
    if card is None:
        return Refusal("DO-3", "no-such-card")
    if card not in state.hands[mover]:
        return Refusal("DO-3", "not-in-hand", _card_data(state, move.name))
    if move.gap > len(state.timeline):
        return Refusal("DO-3", "no-such-gap", (("highest", len(state.timeline)),))
    return None


def _why_not_deal(state: State, move: Deal, mover: Seat | Chance) -> Refusal | None:
    if mover is not CHANCE:
        return Refusal("DO-3", "must-place")
    if not _is_dated(state):
        return _tables_turn(state)
    card = state.rules._tables.index.get(move.name)
    if card is None:
        return Refusal("DO-2", "no-such-card")
    return None if state.left >> card & 1 else Refusal("DO-2", "already-dealt", _card_data(state, move.name))


def _why_not_date(state: State, move: Date, mover: Seat | Chance) -> Refusal | None:
    if mover is not CHANCE:
        return Refusal("DO-3", "must-place")
    if _is_dated(state):
        return _tables_turn(state)
    name = state.rules._tables.names[len(state.years)]
    if move.name != name:
        return Refusal("DO-1", "other-card", _card_data(state, name))
    return None if move.year in years_left(state) else Refusal("DO-1", "year-not-left")


def _card_data(state: State, name: CardName) -> tuple[tuple[str, str], ...]:
    """The card, and whether the deck is another than the shipped one, whose labels are not for it then."""
    own = () if state.rules._tables.has_labels else (("deck", "own"),)
    return (("card", name), *own)


def _tables_turn(state: State) -> Refusal:
    return Refusal("DO-2", "table-deals") if _is_dated(state) else Refusal("DO-1", "table-dates")


def outcome(state: State) -> Outcome | None:
    """How the game ended; `None` while it goes on. Scores are the cards left in hand: low is good."""
    if state.mover is not None:
        return None
    scores = tuple([len(hand) for hand in state.hands])
    least = min(scores)  # 0 unless DO-9 ended the game
    winners = tuple([Seat(seat) for seat, score in enumerate(scores) if score == least])
    if len(scores) == 1:  # DO-8
        return Outcome(winners, scores, (float(-state.errors[0]),))
    return Outcome(winners, scores, returns_from_winners(winners, len(scores)))


# --- Observe -------------------------------------------------------------------


@attrs.frozen
class Held:
    """A card in front of a seat: its name, and its year if it has been turned up before.

    The year is remembered, not visible: the card lies with its date hidden again.
    """

    name: CardName
    year: Year | None


@attrs.frozen
class Played:
    """The last turn: who played which card into which gap, and whether it was right."""

    seat: Seat
    name: CardName
    gap: Gap
    right: bool


@attrs.frozen
class View:
    """What everybody knows. All seats and spectators have the same view."""

    mover: Seat | Chance | None
    turns: int
    timeline: tuple[Card, ...]
    """The timeline from left to right, dates up."""
    hands: tuple[tuple[Held, ...], ...]
    """Each seat's cards, in the order in which they lie."""
    undealt: tuple[CardName, ...]
    """The names of the cards not yet dealt, in name order."""
    undated: int
    """How many cards have not yet been given a year (DO-1)."""
    unknown: tuple[Year, ...]
    """The years that nobody knows the card of, ascending, each as often as it occurs."""
    errors: tuple[int, ...]
    last: Played | None
    first: Seat
    dates: Dates
    finish_round: bool
    turn_limit: int | None


_card = fast_constructor(Card)
_held = fast_constructor(Held)
_view = fast_constructor(View)


def observe(state: State, seat: Seat | None) -> View:
    """What everybody knows; `seat` makes no difference, and `None` is a spectator."""
    names, years, shown = state.rules._tables.names, state.years, state.shown
    known: list[Year | None] = [None] * len(names)
    unknown: list[Year] = []
    if _is_dated(state):
        for at, year in enumerate(years):
            if shown >> at & 1:
                known[at] = year
            else:
                unknown.append(year)
    else:
        unknown = [card.year for card in state.rules.deck]
    return _view(
        mover=state.mover,
        turns=state.turns,
        timeline=tuple([_card(names[card], years[card]) for card in state.timeline]),
        hands=tuple([tuple([_held(names[card], known[card]) for card in hand]) for hand in state.hands]),
        undealt=tuple([name for at, name in enumerate(names) if state.left >> at & 1]),
        undated=len(names) - len(years),
        unknown=tuple(sorted(unknown)),
        errors=state.errors,
        last=_played(state),
        first=state.rules.first,
        dates=state.rules.dates,
        finish_round=state.rules.finish_round,
        turn_limit=state.rules.turn_limit,
    )


def _played(state: State) -> Played | None:
    last = state.last
    if last is None:
        return None
    seat = Seat((state.rules.first + state.turns - 1) % len(state.hands))
    return Played(seat, last.name, last.gap, state.rules._tables.index[last.name] in state.timeline)

"""Pecking Order: the rules object, the moves, the state, and the whole game in the order of its rule book.

A card has a number: its place in the order drawn in this round, both seats counted together (0, 1, 2 …). As the
seats take turns, a number also tells whose card it is. The state keeps facts by these numbers; see `State`.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from typing import Any, Final, NewType, TypeAlias, final

import attrs

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, UnknownSeatError, shown
from boardgames_fr.frozen import fast_constructor, identity_first
from boardgames_fr.game import CHANCE, Mover, Outcome, Refusal, Seat, returns_from_winners
from boardgames_fr.games.pecking_order._subsets import LOW_BITS, LOW_MASK, Subsets

# --- Rules ---------------------------------------------------------------------

PerchName = NewType("PerchName", str)
"""What a perch is called: ASCII letters and digits, not `none`."""

MOST_BIRDS: Final = 15
"""A deck has at most so many birds."""
MOST_PERCHES: Final = 30
"""A board has at most so many perches."""
_MOST: Final = 10**9
"""The bound of numbers in the rules that need none but for the computer's sake."""
_NAME = re.compile(r"[A-Za-z0-9]+", re.ASCII)
_NAME_ALLOWED = "letters a-z, A-Z and digits, not none"


def is_perch_name(name: object) -> bool:
    """Whether a perch may be called so: a text of ASCII letters and digits that is not `none`.

    >>> is_perch_name("8a"), is_perch_name("none"), is_perch_name("8 a")
    (True, False, False)
    """
    return isinstance(name, str) and _NAME.fullmatch(name) is not None and name != "none"


class Power(enum.Enum):
    """What a perch does for the seat that controls it, beside its points."""

    NONE = "none"
    TIE_BREAK = "tie-break"
    PROMONTORY = "promontory"
    DOUBLE = "double"


@attrs.frozen
class Perch:
    """A place for cards on the board: its name, the points it is worth (≥ 0) and its power.

    Raises:
        RulesError: a field is none of what is allowed.
    """

    name: PerchName
    value: int
    power: Power = Power.NONE

    def __attrs_post_init__(self) -> None:
        if not is_perch_name(self.name):
            raise RulesError("name", self.name, _NAME_ALLOWED)
        _check_int("value", self.value, 0, _MOST)
        if not isinstance(self.power, Power):
            raise RulesError("power", self.power, "a Power")


def _check_int(field: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise RulesError(field, value, f"an integer from {low} to {high}")


CLASSIC_BOARD: Final[tuple[Perch, ...]] = (
    Perch(PerchName("1"), 1, Power.TIE_BREAK),
    Perch(PerchName("2"), 2),
    Perch(PerchName("3"), 3, Power.PROMONTORY),
    Perch(PerchName("4"), 4),
    Perch(PerchName("5"), 5),
    Perch(PerchName("6"), 6),
    Perch(PerchName("7"), 7),
    Perch(PerchName("8a"), 8, Power.DOUBLE),
    Perch(PerchName("8b"), 8, Power.DOUBLE),
    Perch(PerchName("9"), 9),
    Perch(PerchName("10"), 10),
)
"""The published board."""


class _Tabled:
    """Gives `Rules` a place for what is worked out from its fields once; not a field, so not part of its value."""

    __slots__ = ("_tables",)
    _tables: _Tables


def _as_tuple(perches: Iterable[Perch]) -> tuple[Perch, ...]:
    return tuple(perches) if isinstance(perches, list) else perches  # type: ignore[return-value]  # judged just after


@identity_first
@attrs.frozen(cache_hash=True)
class Rules(_Tabled):
    """What a table agrees on before it plays; every field has the published or written default.

    Numbers that no rule bounds are at most 10**9.

    Raises:
        RulesError: a field is none of what is allowed; it names the field, the value and what is.

    >>> Rules(rounds=0)
    Traceback (most recent call last):
    boardgames_fr.errors.RulesError: rounds = '0': an integer from 1 to 1000000000
    """

    rounds: int = 1
    """Rounds in a match; points add up (PO-13)."""
    first: Seat = Seat(0)
    """The seat that starts round 1; the seats take turns at starting."""
    birds: int = 12
    """Each deck holds birds 1 … `birds` and one jaguar."""
    perches: tuple[Perch, ...] = attrs.field(default=CLASSIC_BOARD, converter=_as_tuple)
    double_bonus: int = 3
    """What birds on all double perches earn beside the perches' values (PO-11)."""
    jaguar_controls: bool = True
    """Whether a jaguar that sits alone controls its perch, so that it can hold the tie-break power (PO-7, PO-8)."""

    def __attrs_post_init__(self) -> None:
        _check_int("rounds", self.rounds, 1, _MOST)
        _check_int("first", self.first, 0, 1)
        _check_int("birds", self.birds, 1, MOST_BIRDS)
        _check_perches(self.perches)
        _check_int("double_bonus", self.double_bonus, 0, _MOST)
        if type(self.jaguar_controls) is not bool:
            raise RulesError("jaguar_controls", self.jaguar_controls, "true or false")
        object.__setattr__(self, "_tables", _Tables(self))

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickles and copies are made anew from the fields: they are judged again and get tables of their own.
        return Rules, tuple(getattr(self, field.name) for field in attrs.fields(Rules))


def _check_perches(perches: object) -> None:
    if not isinstance(perches, tuple) or not all(isinstance(perch, Perch) for perch in perches):
        raise RulesError("perches", perches, "a sequence of Perch")
    if not 1 <= len(perches) <= MOST_PERCHES:
        raise RulesError("perches", len(perches), f"1 to {MOST_PERCHES} perches")
    names = [perch.name for perch in perches]
    for name in names:
        if names.count(name) > 1:
            raise RulesError("perches", name, "each name once")
    for power in (Power.TIE_BREAK, Power.PROMONTORY):
        if sum(perch.power is power for perch in perches) > 1:
            raise RulesError("perches", power.value, "at most one perch with this power")


def seats(_rules: Rules) -> int:
    """How many play: always 2."""
    return 2


def most_points(rules: Rules) -> int:
    """A bound on what a seat can score in one round: its birds on the best perches, and the bonus.

    >>> most_points(Rules())
    66
    """
    best = sorted((perch.value for perch in rules.perches), reverse=True)[: rules.birds]
    return sum(best) + (rules.double_bonus if len(rules._tables.doubles) >= 2 else 0)


def longest(rules: Rules) -> tuple[int, int]:
    """The most moves of seats and of chance that a game can have: a placing for each card and, where there is a
    promontory and something else to look at, an answer for each but the first; a draw for each card, and the clears.

    >>> longest(Rules())
    (51, 26)
    """
    tables = rules._tables
    asked = tables.cards - 1 if tables.promontory >= 0 and tables.width > 1 else 0
    return rules.rounds * (tables.cards + asked), rules.rounds * (tables.cards + 1) - 1


# --- Pieces --------------------------------------------------------------------

Card = NewType("Card", int)
"""What is printed on a card: the bird's number, or `JAGUAR`."""

JAGUAR: Final = Card(0)
"""The jaguar, one in each deck."""

CardNumber = NewType("CardNumber", int)
"""A card's place in the order drawn in this round, both seats counted together, from 0."""


def card_text(card: Card) -> str:
    """How a card is written in moves: its number, or `J` for the jaguar.

    >>> card_text(Card(7)), card_text(JAGUAR)
    ('7', 'J')
    """
    return str(card) if card else "J"


def card_order(card: Card) -> int:
    """A key that sorts cards as the rule book lists them: birds ascending, then the jaguar."""
    return card or MOST_BIRDS + 1


# --- Moves ---------------------------------------------------------------------


@final
@attrs.frozen
class Draw:
    """The table draws this card for the seat whose turn it is (chance)."""

    card: Card

    def __attrs_post_init__(self) -> None:
        if type(self.card) is not int or not 0 <= self.card <= MOST_BIRDS:
            raise NotationError(f"draw {shown(self.card)}", f"a bird from 1 to {MOST_BIRDS}, or J")

    def __str__(self) -> str:
        return f"draw {card_text(self.card)}"


@final
@attrs.frozen
class Place:
    """The drawn card is laid face down on this perch; a fight follows if the other seat has a card there."""

    perch: PerchName

    def __attrs_post_init__(self) -> None:
        if not is_perch_name(self.perch):
            raise NotationError(f"place {shown(self.perch)}", f"a perch: {_NAME_ALLOWED}")

    def __str__(self) -> str:
        return f"place {self.perch}"


@final
@attrs.frozen
class Discard:
    """The drawn card leaves the game unseen, as no own space is empty (PO-12)."""

    def __str__(self) -> str:
        return "discard"


@final
@attrs.frozen
class Peek:
    """The bird on the promontory looks at the other seat's face-down card on this perch; `None`: it does not (PO-9)."""

    perch: PerchName | None

    def __attrs_post_init__(self) -> None:
        if self.perch is not None and not is_perch_name(self.perch):
            raise NotationError(f"peek {shown(self.perch)}", f"none, or a perch: {_NAME_ALLOWED}")

    def __str__(self) -> str:
        return f"peek {'none' if self.perch is None else self.perch}"


@final
@attrs.frozen
class Clear:
    """The table takes the finished round off the board; the next one begins (chance; PO-14)."""

    def __str__(self) -> str:
        return "clear"


Move: TypeAlias = Draw | Place | Discard | Peek | Clear
"""What can happen: the table draws and clears, a seat places, discards or peeks."""

_DISCARD: Final = (Discard(),)
_CLEAR: Final = (Clear(),)
_NO_PEEK: Final = Peek(None)


@final
class _Tables:
    """What the moves look up in a `Rules`, worked out once.

    Where a row is for `State.turn`, what it holds for others' turns is empty: a move that is not asked for has no bit.
    """

    __slots__ = (
        *("all_cards", "cards", "deck_mask", "deck_width", "decks", "draws_low", "draws_high", "card_bits"),
        *("all_spaces", "doubles", "full", "index", "promontory", "tie_break", "width", "worth"),
        *("peeks", "places_low", "places_high", "placing", "their_spaces", "their_tie_break"),
    )

    def __init__(self, rules: Rules) -> None:
        deck = (*(Card(bird) for bird in range(1, rules.birds + 1)), JAGUAR)
        self.cards = 2 * len(deck)
        self.deck_width = deck_width = len(deck)
        self.deck_mask = (1 << deck_width) - 1
        self.all_cards = (1 << 2 * deck_width) - 1
        self.decks = Subsets(deck)
        draws = Subsets([Draw(card) for card in deck])
        self.draws_low, self.draws_high = draws.low, draws.high
        row = tuple([1 << deck.index(Card(card)) if card in deck else 0 for card in range(MOST_BIRDS + 1)])
        nothing = (0,) * len(row)
        self.card_bits = (row, tuple([bit << deck_width for bit in row]), *[nothing] * (_OVER - 1))

        names = tuple([perch.name for perch in rules.perches])
        powers = [perch.power for perch in rules.perches]
        self.width = width = len(names)
        self.full = full = (1 << width) - 1
        self.all_spaces = (1 << 2 * width) - 1
        self.index = {name: index for index, name in enumerate(names)}
        self.worth = tuple([perch.value for perch in rules.perches])
        self.tie_break = powers.index(Power.TIE_BREAK) if Power.TIE_BREAK in powers else -1
        self.promontory = powers.index(Power.PROMONTORY) if Power.PROMONTORY in powers else -1
        self.doubles = tuple([index for index, power in enumerate(powers) if power is Power.DOUBLE])
        places = Subsets([Place(name) for name in names])
        self.places_low, self.places_high = places.low, places.high
        self.peeks = Subsets([*map(Peek, names), _NO_PEEK])
        # Perch → its index, and the bits in `State.free` of the seat that places a card there, and of the other.
        low = {name: (index, 1 << index, 1 << index + width) for name, index in self.index.items()}
        high = {name: (index, own, other) for name, (index, other, own) in low.items()}
        self.placing: tuple[dict[PerchName, tuple[int, int, int]], ...] = ({}, {}, low, high, {}, {}, {}, {})
        self.their_spaces = (0, 0, *(full << width, full) * 2)
        # Not free exactly if the other seat has a card on the tie-break perch: without one, some space is always free.
        bits = (1 << self.tie_break + width, 1 << self.tie_break) if self.tie_break >= 0 else (self.all_spaces,) * 2
        self.their_tie_break = (0, 0, *bits)


# --- State ---------------------------------------------------------------------


class Phase(enum.Enum):
    """What the game waits for."""

    DRAW = "draw"
    PLACE = "place"
    PEEK = "peek"
    CLEAR = "clear"
    OVER = "over"


class Result(enum.Enum):
    """How an attack ended for the attacking card."""

    WON = "won"
    LOST = "lost"
    BOTH_GONE = "both gone"


# `State.turn`: the phase and the seat whose turn it is in one number.
_PLACE, _PEEK, _ROUND_OVER, _OVER = 2, 4, 6, 7
_WON, _LOST, _BOTH_GONE = range(3)
RESULTS: Final = (Result.WON, Result.LOST, Result.BOTH_GONE)
PHASES: Final = (*(phase for phase in (Phase.DRAW, Phase.PLACE, Phase.PEEK) for _ in range(2)), Phase.CLEAR, Phase.OVER)
TURNS: Final = (*(Seat(0), Seat(1)) * 3, None, None)
_NOWHERE: Final = (-1, 0, 0)
_SINGLE: Final = tuple((Card(card),) for card in range(MOST_BIRDS + 1))
_NEXT_DRAW: Final = (1, 0) * 3
_EVEN_NUMBERS: Final = sum(1 << number for number in range(0, 2 * (MOST_BIRDS + 1), 2))
_ODD_NUMBERS: Final = _EVEN_NUMBERS << 1
_MOVERS: Final[tuple[Mover, ...]] = (CHANCE, CHANCE, Seat(0), Seat(1), Seat(0), Seat(1), CHANCE, None)


@identity_first
@attrs.frozen(weakref_slot=False, cache_hash=True)
class Standing:
    """What most moves leave as it is: the rules, the round, the points, and who looked at what (PO-9)."""

    rules: Rules
    round: int
    """The round being played or just finished, from 1."""
    points: tuple[int, int]
    """The points of the finished rounds, one a seat (PO-14)."""
    peeked: int
    """Mask of the card numbers that the other seat has peeked at in this round."""
    looks: tuple[tuple[int, int], ...]
    """A card that was asked at the promontory in this round, and the perch it peeked at, -1 for none."""


@attrs.frozen(weakref_slot=False)
class State:
    """All of the truth, packed: the facts of the round by card number, then the secret values.

    Equal facts and values make equal states, whatever the way there. Properties give the nouns.
    """

    standing: Standing
    turn: int
    """`2 * phase + seat` for draw, place, peek; 6: the round is over; 7: the game is."""
    board: tuple[int, ...]
    """Perch → the number of the card on it, -1 for none."""
    free: int
    """Mask of the perches where seat 0 has no card, seat 1's the number of perches higher."""
    face_up: int
    """Mask of the perches where seat 0 has a card that lies face up, seat 1's the number of perches higher."""
    attacks: tuple[tuple[int, int, int, int], ...]
    """Attacker, defender, the defender's card on the tie-break perch (-1: none), and 0 won, 1 lost, 2 both gone."""
    values: tuple[Card, ...]
    """Secret. Card number → what is printed on it."""
    decks: int
    """Secret. Mask of the cards that seat 0 has not drawn (birds ascending, then the jaguar), seat 1's above it."""

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.standing.rules

    @property
    def round(self) -> int:
        """The round being played or just finished, from 1."""
        return self.standing.round

    @property
    def points(self) -> tuple[int, int]:
        """The points of the finished rounds, one a seat."""
        return self.standing.points

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return PHASES[self.turn]

    @property
    def seat(self) -> Seat | None:
        """Whose turn it is, while it draws too; `None` between rounds and after the game."""
        return TURNS[self.turn]

    @property
    def starter(self) -> Seat:
        """The seat that drew card number 0 of this round."""
        return Seat(_starter(self.rules, self.round))

    def owner(self, number: int) -> Seat:
        """The seat that draws, or drew, the card of this number."""
        return Seat((self.starter + number) & 1)

    def deck(self, seat: Seat) -> tuple[Card, ...]:
        """The cards this seat has not drawn yet: birds ascending, then the jaguar."""
        tables = self.standing.rules._tables
        return tables.decks.of(self.decks >> tables.deck_width * seat & tables.deck_mask)

    def card_on(self, perch: PerchName) -> CardNumber | None:
        """The number of the card on this perch, `None` if it is empty."""
        number = self.board[self.rules._tables.index[perch]]
        return None if number < 0 else CardNumber(number)


_make = fast_constructor(State)
_make_standing = fast_constructor(Standing)


def new_game(rules: Rules) -> State:
    """The start of a match: empty board, whole decks, the table draws for `rules.first`."""
    return _new_round(rules, 1, (0, 0))


def _new_round(rules: Rules, number: int, points: tuple[int, int]) -> State:
    tables = rules._tables
    standing, starter = _make_standing(rules, number, points, 0, ()), _starter(rules, number)
    return _make(standing, starter, (-1,) * tables.width, tables.all_spaces, 0, (), (), tables.all_cards)


# --- Legal moves ---------------------------------------------------------------


def to_move(state: State) -> Mover:
    """The seat that is asked; `CHANCE` when the table draws or clears; `None` when the game is over."""
    return _MOVERS[state.turn]


def legal_moves(state: State) -> tuple[Move, ...]:
    """All legal moves, each once: draws with birds ascending then J, places and peeks in board order, last `peek none`.

    >>> [str(move) for move in legal_moves(new_game(Rules(birds=2)))]
    ['draw 1', 'draw 2', 'draw J']
    """
    turn = state.turn
    tables = state.standing.rules._tables
    if turn < _PLACE:
        mask = state.decks >> tables.deck_width if turn else state.decks & tables.deck_mask
        return tables.draws_low[mask & LOW_MASK] + tables.draws_high[mask >> LOW_BITS]
    if turn < _PEEK:
        mask = state.free & tables.full if turn == _PLACE else state.free >> tables.width
        return tables.places_low[mask & LOW_MASK] + tables.places_high[mask >> LOW_BITS] or _DISCARD  # PO-12
    if turn < _ROUND_OVER:
        return _legal_peeks(state)
    return _CLEAR if turn == _ROUND_OVER else ()


_ONES = tuple((1,) * count for count in range(MOST_BIRDS + 2))


def chance_weights(state: State) -> tuple[int, ...]:
    """A 1 for each legal move when the table is to move (the deal is even), otherwise `()`."""
    return _ONES[len(legal_moves(state))] if _MOVERS[state.turn] is CHANCE else ()


def _legal_peeks(state: State) -> tuple[Move, ...]:
    # PO-9: a jaguar is asked, but never peeks.
    if not state.values[-1]:
        return (_NO_PEEK,)
    tables = state.rules._tables
    hidden = tables.their_spaces[state.turn] & ~(state.free | state.face_up)
    return tables.peeks.of((hidden >> tables.width if state.turn == _PEEK else hidden) | 1 << tables.width)


# --- Apply ---------------------------------------------------------------------


def apply(state: State, move: Move) -> State:
    """The state after a legal move; the given one is untouched.

    Raises:
        IllegalMoveError: with the refusal of `why_illegal`.
    """
    if type(move) is Draw:
        legal = state.decks & state.standing.rules._tables.card_bits[state.turn][move.card]
    elif type(move) is Place:
        legal = state.free & state.standing.rules._tables.placing[state.turn].get(move.perch, _NOWHERE)[1]
    else:
        legal = 0
    if not legal:
        refusal = why_illegal(state, move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal)
    return apply_unchecked(state, move)


def apply_unchecked(state: State, move: Move) -> State:
    """The state after a move that the caller knows to be legal. Garbage in, garbage out."""
    standing = state.standing
    turn = state.turn
    if type(move) is Draw:
        card = move.card
        return _make(
            standing,
            turn + _PLACE,
            state.board,
            state.free,
            state.face_up,
            state.attacks,
            state.values + _SINGLE[card],
            state.decks ^ standing.rules._tables.card_bits[turn][card],
        )
    if type(move) is not Place:
        return _apply_rare(state, move)
    # All in this one function, and no helpers: this is what a game spends its time on.
    board = state.board
    free = state.free
    face_up = state.face_up
    attacks = state.attacks
    values = state.values
    decks = state.decks
    tables = standing.rules._tables
    index, own, other = tables.placing[turn][move.perch]
    placed = len(values) - 1
    defender = board[index]
    if defender < 0:
        holder = placed
        free ^= own
    else:
        # PO-4: control is judged before the fight.
        tie_break = -1 if free & tables.their_tie_break[turn] else board[tables.tie_break]
        mine, theirs = values[placed], values[defender]
        if not mine or not theirs:  # PO-6
            holder, result = -1, _BOTH_GONE
            free ^= other
            face_up &= ~other
        elif mine > theirs or (
            mine == theirs and (tie_break < 0 or not (standing.rules.jaguar_controls or values[tie_break]))
        ):  # PO-2, PO-3, PO-8
            holder, result = placed, _WON
            free ^= own | other
            face_up &= ~other
        else:
            holder, result = defender, _LOST
            face_up |= other  # PO-1
        attacks = attacks + ((placed, defender, tie_break, result),)  # noqa: RUF005 - a third faster
    if holder != defender:
        changed = list(board)
        changed[index] = holder
        board = tuple(changed)
    if index == tables.promontory and holder == placed and tables.their_spaces[turn] & ~(free | face_up):
        turn += _PEEK - _PLACE  # PO-9
    elif decks:
        turn = _NEXT_DRAW[turn]
    else:
        standing, turn, face_up = _round_over(standing, board, free, values)
    return _make(standing, turn, board, free, face_up, attacks, values, decks)


def _apply_rare(state: State, move: Discard | Peek | Clear) -> State:
    if type(move) is Peek:
        return _peek(state, move)
    if type(move) is Clear:
        return _new_round(state.rules, state.round + 1, state.points)
    return _end_turn(state, state.standing)  # PO-12


def _peek(state: State, move: Peek) -> State:
    standing, index = state.standing, -1
    peeked = standing.peeked
    if move.perch is not None:
        index = standing.rules._tables.index[move.perch]
        peeked |= 1 << state.board[index]
    looks = (*standing.looks, (len(state.values) - 1, index))
    return _end_turn(state, _make_standing(standing.rules, standing.round, standing.points, peeked, looks))


def _end_turn(state: State, standing: Standing) -> State:
    turn, board, free, face_up = _NEXT_DRAW[state.turn], state.board, state.free, state.face_up
    values, decks = state.values, state.decks
    if not decks:
        standing, turn, face_up = _round_over(standing, board, free, values)
    return _make(standing, turn, board, free, face_up, state.attacks, values, decks)


def _round_over(
    standing: Standing, board: tuple[int, ...], free: int, values: tuple[Card, ...]
) -> tuple[Standing, int, int]:
    """The standing, the turn and the spaces with a card that lies face up when a round has ended (PO-10, PO-14)."""
    rules, number, points = standing.rules, standing.round, standing.points
    gained = round_points(rules, number, board, values)
    total = (points[0] + gained[0], points[1] + gained[1])
    after = _make_standing(rules, number, total, standing.peeked, standing.looks)
    return after, _ROUND_OVER if number < rules.rounds else _OVER, rules._tables.all_spaces ^ free


def round_points(rules: Rules, number: int, board: tuple[int, ...], values: tuple[Card, ...]) -> tuple[int, int]:
    """What the birds on this board score for each seat in round `number` (PO-10, PO-11)."""
    tables = rules._tables
    points = [0, 0]  # of those who drew the even and the odd numbers
    for card, worth in zip(board, tables.worth):  # noqa: B905 - asking for equal lengths costs
        if card >= 0 and values[card]:
            points[card & 1] += worth
    if len(tables.doubles) >= 2:
        holders = [board[index] for index in tables.doubles]
        if all(card >= 0 and values[card] for card in holders) and len({card & 1 for card in holders}) == 1:
            points[holders[0] & 1] += rules.double_bonus
    return (points[1], points[0]) if _starter(rules, number) else (points[0], points[1])


def _starter(rules: Rules, number: int) -> int:
    return (rules.first + number + 1) & 1


def outcome(state: State) -> Outcome | None:
    """Who has most points over all rounds, equal points share (PO-13); `None` before the end."""
    if state.turn != _OVER:
        return None
    points = state.points
    winners = tuple(Seat(seat) for seat in range(2) if points[seat] == max(points))
    return Outcome(winners, points, returns_from_winners(winners, 2))


def why_illegal(state: State, move: Move) -> Refusal | None:
    """Why the one who is to move may not do this, from what it sees; `None` if the move is legal."""
    phase = state.phase
    if phase is Phase.OVER:
        return Refusal("-", "game-over")
    if phase is Phase.DRAW:
        # One answer for every other move: which cards are left in a deck is nobody else's business.
        return None if move in legal_moves(state) else Refusal("PO-T1", "table-draws")
    if phase is Phase.CLEAR:
        return None if type(move) is Clear else Refusal("PO-14", "table-clears")
    if phase is Phase.PLACE:
        return _why_no_place(state, move)
    return _why_no_peek(state, move)


def _why_no_place(state: State, move: Move) -> Refusal | None:
    own = state.turn & 1
    full = legal_moves(state) is _DISCARD
    if type(move) is Discard:
        return None if full else Refusal("PO-12", "room-left")
    if type(move) is not Place:
        return Refusal("PO-9", "not-asked") if type(move) is Peek else Refusal("PO-T2", "place-asked")
    index = state.rules._tables.index.get(move.perch)
    if index is None:
        return Refusal("PO-T2", "no-such-perch", (("perch", move.perch),))
    if full:
        return Refusal("PO-12", "no-room")
    if state.board[index] >= 0 and state.owner(state.board[index]) == own:
        return Refusal("PO-T2", "own-card-there", (("perch", move.perch),))
    return None


def _why_no_peek(state: State, move: Move) -> Refusal | None:
    if type(move) is not Peek:
        return Refusal("PO-9", "peek-asked")
    if move.perch is None:
        return None
    perch = (("perch", move.perch),)
    index = state.rules._tables.index.get(move.perch)
    if index is None:
        return Refusal("PO-9", "no-such-perch", perch)
    if not state.values[-1]:
        return Refusal("PO-9", "jaguar-never-peeks")
    number = state.board[index]
    if number < 0:
        return Refusal("PO-9", "empty-perch", perch)
    if state.owner(number) == state.turn & 1:
        return Refusal("PO-9", "own-card", perch)
    return None if move in legal_moves(state) else Refusal("PO-9", "face-up", perch)


# --- Observe -------------------------------------------------------------------


class Where(enum.Enum):
    """Where a drawn card is."""

    HAND = "hand"
    PERCH = "perch"
    GONE = "gone"


class Asked(enum.Enum):
    """Whether a card's owner was asked at the promontory when it was placed, and what it answered (PO-9)."""

    NO = "no"
    WAITING = "waiting"
    PEEKED = "peeked"
    DECLINED = "declined"


@attrs.frozen
class Attack:
    """The fight a card was placed into: the card attacked, the defender's card that lay on the tie-break perch
    before the fight (`None`: none; it may be the attacked one), and how it ended for the attacker."""

    on: CardNumber
    tie_break: CardNumber | None
    result: Result


@attrs.frozen
class DrawnCard:
    """A card drawn in this round: what everybody saw of it, and its value if this seat has learned that.

    The value is on the table for all to see while the card lies `face_up` on a perch; otherwise it is remembered.
    """

    owner: Seat
    value: Card | None
    where: Where
    perch: PerchName | None
    face_up: bool
    """It lies face up, or was turned up when it left."""
    peeked: bool
    """The seat that does not own it has looked at it."""
    attack: Attack | None
    """`None`: it was laid on an empty perch, or discarded, or is in hand."""
    asked: Asked
    looked_at: PerchName | None
    """The perch it peeked at."""


@attrs.frozen
class View:
    """What a seat knows, or (seat `None`) what everybody does: facts, and the values it has learned.

    What follows from it about the other cards: `ranges`. Where the cards lie: `on_board`.
    """

    rules: Rules
    seat: Seat | None
    round: int
    """From 1."""
    points: tuple[int, int]
    """Of the finished rounds."""
    phase: Phase
    turn: Seat | None
    """Whose turn it is, while it draws too; `None` between rounds and after the game."""
    decks: tuple[int, int]
    """How many cards each seat has not drawn."""
    deck: tuple[Card, ...]
    """Which they are, this seat's own: birds ascending, then the jaguar. `()` for a spectator."""
    cards: tuple[DrawnCard, ...]
    """By card number: in the order drawn in this round."""


_make_attack = fast_constructor(Attack)
_make_card = fast_constructor(DrawnCard)
_make_view = fast_constructor(View)


def observe(state: State, seat: Seat | None) -> View:
    """What this seat may know now; `None`: what every spectator may.

    It holds no more than facts that all saw, and the values of the seat's own cards, of cards that are or were face
    up, and of cards the seat has peeked at.

    Raises:
        UnknownSeatError: there is no such seat.
    """
    if seat is not None and seat not in (0, 1):
        raise UnknownSeatError(seat, 2)
    standing, turn, values = state.standing, state.turn, state.values
    rules, peeked = standing.rules, standing.peeked
    decks, tables = state.decks, rules._tables
    count = len(values)
    starter = Seat(_starter(rules, standing.round))
    perches: list[PerchName | None] = [None] * count
    wheres = [Where.GONE] * count
    for perch, number in zip(rules.perches, state.board, strict=True):
        if number >= 0:
            perches[number] = perch.name
            wheres[number] = Where.PERCH
    if _PLACE <= turn < _PEEK:
        wheres[-1] = Where.HAND
    # The cards that lie face up, or were turned up when they left.
    shown = sum([1 << number for number in state.board if number >= 0]) if turn >= _ROUND_OVER else 0  # PO-10
    attacks: list[Attack | None] = [None] * count
    for attacker, defender, tie_break, result in state.attacks:
        shown |= 1 << defender  # PO-1
        attacks[attacker] = _make_attack(
            CardNumber(defender), None if tie_break < 0 else CardNumber(tie_break), RESULTS[result]
        )
    asked = [Asked.NO] * count
    looked_at: list[PerchName | None] = [None] * count
    for number, index in standing.looks:
        if index < 0:
            asked[number] = Asked.DECLINED
        else:
            asked[number] = Asked.PEEKED
            looked_at[number] = rules.perches[index].name
    if _PEEK <= turn < _ROUND_OVER:
        asked[-1] = Asked.WAITING
    # The cards whose value this seat knows: its own (every second number), and of the others those seen.
    known = shown
    if seat is not None:
        known |= peeked | (_EVEN_NUMBERS if seat == starter else _ODD_NUMBERS)
    owners = (starter, Seat(1 - starter))
    cards = tuple(
        [
            _make_card(
                owners[number & 1],
                values[number] if known >> number & 1 else None,
                wheres[number],
                perches[number],
                shown >> number & 1 == 1,
                peeked >> number & 1 == 1,
                attacks[number],
                asked[number],
                looked_at[number],
            )
            for number in range(count)
        ]
    )
    return _make_view(
        rules,
        seat,
        standing.round,
        standing.points,
        PHASES[turn],
        TURNS[turn],
        ((decks & tables.deck_mask).bit_count(), (decks >> tables.deck_width).bit_count()),
        () if seat is None else state.deck(seat),
        cards,
    )

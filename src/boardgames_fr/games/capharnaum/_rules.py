"""Capharnaüm: the rules object, the moves, the state, and the whole game in the order of its rule book.

Inside, squares, rooms and object squares are numbers (see `_plan`), sets of object squares and of tokens are bits.
"""

from __future__ import annotations

import enum
import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NewType, TypeAlias, final

import attrs

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, shown
from boardgames_fr.frozen import fast_constructor, identity_first
from boardgames_fr.game import CHANCE, Chance, Mover, Outcome, Refusal, Seat, returns_from_winners
from boardgames_fr.games.capharnaum._house import DEFAULT_HOUSE, House, PartNumber
from boardgames_fr.games.capharnaum._plan import OUT, Plan, RoomLetter, Square
from boardgames_fr.games.capharnaum._routes import adult_route, child_route
from boardgames_fr.games.capharnaum._walks import LONGEST, Keys, Walks, squares_of

# --- Rules ---------------------------------------------------------------------

MOST_SEATS: Final = 6
TURNS_A_ROUND: Final = 3
_MOST: Final = 10**9
"""The bound of numbers in the rules that need none but for the computer's sake."""


class _Tabled:
    """Gives `Rules` a place for what is worked out from its fields once; not a field, so not part of its value."""

    __slots__ = ("_tables",)
    _tables: _Tables


@identity_first
@attrs.frozen(cache_hash=True)
class Rules(_Tabled):
    """What a table agrees on before it plays; every field has the published or written default.

    Numbers that no rule bounds are at most 10**9.

    Raises:
        RulesError: a field is none of what is allowed, or the house cannot be played; it says what, and where.

    >>> Rules(seats=7)
    Traceback (most recent call last):
    boardgames_fr.errors.RulesError: seats = '7': an integer from 2 to 6
    """

    seats: int = 2
    wing: int = 2
    """Which part goes with part 1 for 3 or 4 seats: 2 or 3."""
    house: House = DEFAULT_HOUSE
    first: Seat | None = None
    """The seat that starts; `None`: the table draws it."""
    objects: int = 12
    """Objects that each child has to drop."""
    rounds: int = 4
    pass_through: bool = False
    """Whether a walk may cross squares with other pawns (CA-6)."""
    outside_capacity: int | None = 1
    """How many children the outside holds (CA-7); `None`: no limit."""

    def __attrs_post_init__(self) -> None:
        _check_int("seats", self.seats, 2, MOST_SEATS)
        _check_int("wing", self.wing, 2, 3)
        if not isinstance(self.house, House):
            raise RulesError("house", self.house, "a House")
        if self.first is not None:
            _check_int("first", self.first, 0, self.seats - 1)
        _check_int("objects", self.objects, 1, _MOST)
        _check_int("rounds", self.rounds, 1, _MOST)
        if type(self.pass_through) is not bool:
            raise RulesError("pass_through", self.pass_through, "true or false")
        if self.outside_capacity is not None:
            _check_int("outside_capacity", self.outside_capacity, 1, _MOST)
        self.house.check(self.parts, seats=self.seats, adults=self.adults)
        object.__setattr__(self, "_tables", _tables_of(self.house, self.parts, self.pass_through))

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickles and copies are made anew from the fields: they are judged again.
        return Rules, tuple(getattr(self, field.name) for field in attrs.fields(Rules))

    @property
    def parts(self) -> tuple[PartNumber, ...]:
        """The parts in play, ascending."""
        numbers = (1,) if self.seats == 2 else (1, self.wing) if self.seats < 5 else (1, 2, 3)
        return tuple(map(PartNumber, numbers))

    @property
    def adults(self) -> int:
        """How many adults there are: 1 for 2 seats, 2 for 3 or 4, 3 for 5 or 6."""
        return (self.seats + 1) // 2

    @property
    def plan(self) -> Plan:
        """The floor plan of the parts in play."""
        return self._tables.plan


def _check_int(field: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise RulesError(field, value, f"an integer from {low} to {high}")


def seats(rules: Rules) -> int:
    """How many play."""
    return rules.seats


def longest(rules: Rules) -> tuple[int, int]:
    """The most moves of seats and of chance that a game can have.

    Every pawn is placed. In a turn a child and an adult walk, and each child causes at most one answer: alone in its
    room its own `pick`; of several in a room one `catch` and one `pick`; swept its `pick`.

    >>> longest(Rules())
    (99, 1)
    """
    turns = rules.rounds * TURNS_A_ROUND * rules.seats
    return rules.adults + rules.seats + turns * (2 + rules.seats), int(rules.first is None)


# --- Pieces --------------------------------------------------------------------

Token = NewType("Token", int)
"""A movement token, 1 … 6."""

TOKENS: Final = tuple(Token(number) for number in range(1, LONGEST + 1))

_SQUARE: Final = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})", re.ASCII)
_ROOM: Final = re.compile(r"[A-Z]", re.ASCII)


def square_order(square: Square) -> tuple[int, int, int, str]:
    """A key that sorts squares by row, then column, `out` last.

    >>> sorted(map(Square, ("out", "a2", "aa1", "b1")), key=square_order)
    ['b1', 'aa1', 'a2', 'out']

    Raises:
        NotationError: no square of any house is called so.
    """
    if square == OUT:
        return (1, 0, 0, "")
    found = _SQUARE.fullmatch(square) if isinstance(square, str) else None
    if found is None:
        raise NotationError(shown(square), "a square such as k7, or out")
    return (0, int(found[2]), len(found[1]), found[1])


# --- Moves ---------------------------------------------------------------------


def _is_seat(move: object, _field: attrs.Attribute[Seat], value: object) -> None:
    if type(value) is not int or not 0 <= value < MOST_SEATS:
        raise NotationError(f"{type(move).__name__} {shown(value)}", f"a seat from 0 to {MOST_SEATS - 1}")


def _is_token(move: object, _field: attrs.Attribute[Token], value: object) -> None:
    if type(value) is not int or not 1 <= value <= LONGEST:
        raise NotationError(f"{type(move).__name__} {shown(value)}", f"a token from 1 to {LONGEST}")


def _is_square(_move: object, _field: attrs.Attribute[Square], value: Square) -> None:
    square_order(value)


def _are_squares(_move: object, _field: attrs.Attribute[tuple[Square, ...]], value: tuple[Square, ...]) -> None:
    order = [square_order(square) for square in value]
    if any(one >= other for one, other in pairwise(order)) or OUT in value:
        raise NotationError(" ".join(f"+{square}" for square in value), "squares in square order, each once, not out")


def _are_rooms(_move: object, _field: attrs.Attribute[tuple[RoomLetter, ...]], value: tuple[RoomLetter, ...]) -> None:
    written = " ".join(f"!{shown(room)}" for room in value)
    if not all(isinstance(room, str) and _ROOM.fullmatch(room) for room in value):
        raise NotationError(written, "room letters, A to Z")
    if any(one >= other for one, other in pairwise(value)):
        raise NotationError(written, "rooms by letter, each once")


def _squares(value: Sequence[Square]) -> tuple[Square, ...]:
    if not isinstance(value, (tuple, list)):
        raise NotationError(shown(value), "a tuple of squares")
    return tuple(value)


def _rooms(value: Sequence[RoomLetter]) -> tuple[RoomLetter, ...]:
    if not isinstance(value, (tuple, list)):
        raise NotationError(shown(value), "a tuple of room letters")
    return tuple(value)


@final
@attrs.frozen
class DrawFirst:
    """The table draws the seat that starts (chance)."""

    seat: Seat = attrs.field(validator=_is_seat)

    def __str__(self) -> str:
        return f"first {self.seat}"


@final
@attrs.frozen
class PlaceAdult:
    """The first seat places an adult on a green circle."""

    square: Square = attrs.field(validator=_is_square)

    def __str__(self) -> str:
        return f"adult {self.square}"


@final
@attrs.frozen
class PlaceChild:
    """A seat places its child in a bedroom."""

    square: Square = attrs.field(validator=_is_square)

    def __str__(self) -> str:
        return f"child {self.square}"


@final
@attrs.frozen
class Walk:
    """The seat spends a token and walks its child to a square, dropping objects on squares it crosses (CA-1, CA-2)."""

    token: Token = attrs.field(validator=_is_token)
    end: Square = attrs.field(validator=_is_square)
    drops: tuple[Square, ...] = attrs.field(default=(), converter=_squares, validator=_are_squares)
    """In square order."""

    def __str__(self) -> str:
        return " ".join((f"walk {self.token} {self.end}", *(f"+{square}" for square in self.drops)))


@final
@attrs.frozen
class Send:
    """The seat spends a token and walks an adult, catching children in the rooms it enters (CA-5, CA-8, CA-9)."""

    token: Token = attrs.field(validator=_is_token)
    start: Square = attrs.field(validator=_is_square)
    end: Square = attrs.field(validator=_is_square)
    rooms: tuple[RoomLetter, ...] = attrs.field(default=(), converter=_rooms, validator=_are_rooms)
    """By letter."""

    def __str__(self) -> str:
        return " ".join((f"send {self.token} {self.start} {self.end}", *(f"!{room}" for room in self.rooms)))


@final
@attrs.frozen
class Catch:
    """Of several children in a room, the seat that walked the adult names the one who is caught (CA-8)."""

    seat: Seat = attrs.field(validator=_is_seat)

    def __str__(self) -> str:
        return f"catch {self.seat}"


@final
@attrs.frozen
class Pick:
    """A child's seat chooses the object that it picks up, or on whose square it is put (CA-8, CA-9)."""

    square: Square = attrs.field(validator=_is_square)

    def __str__(self) -> str:
        return f"pick {self.square}"


@final
@attrs.frozen
class Stay:
    """No walk is possible: the seat spends a token and stays (CA-11)."""

    token: Token = attrs.field(validator=_is_token)

    def __str__(self) -> str:
        return f"stay {self.token}"


Move: TypeAlias = DrawFirst | PlaceAdult | PlaceChild | Walk | Send | Catch | Pick | Stay
"""What can happen: the lot, the preparation, the two walks of a turn, and what an adult's walk brings about."""

_make_walk = fast_constructor(Walk)
_make_send = fast_constructor(Send)
_FIRSTS: Final = tuple(DrawFirst(Seat(seat)) for seat in range(MOST_SEATS))
_CATCHES: Final = tuple(Catch(Seat(seat)) for seat in range(MOST_SEATS))
_STAYS: Final = tuple(Stay(token) for token in TOKENS)

_KEPT_MOVES = 16_384
_KEPT_LISTS = 4


class _WalkMoves(dict[int, Walk]):
    """A key of a child's walk → the move, for one token."""

    __slots__ = ("tables", "token")

    def __init__(self, tables: _Tables, token: Token) -> None:
        super().__init__()
        self.tables = tables
        self.token = token

    def __missing__(self, key: int) -> Walk:
        names, objects = self.tables.plan.names, self.tables.plan.objects
        end, numbers = self.tables.walks.spell(key)
        move = _make_walk(self.token, names[end], tuple([names[objects[number]] for number in numbers]))
        if len(self) >= _KEPT_MOVES:
            self.clear()
        self[key] = move
        return move


class _SendMoves(dict[int, Send]):
    """A key of an adult's walk → the move, for one token and one square."""

    __slots__ = ("start", "tables", "token")

    def __init__(self, tables: _Tables, token: Token, start: Square) -> None:
        super().__init__()
        self.tables = tables
        self.token = token
        self.start = start

    def __missing__(self, key: int) -> Send:
        names, letters = self.tables.plan.names, self.tables.plan.letters
        end, rooms = self.tables.walks.spell(key)
        move = _make_send(self.token, self.start, names[end], tuple([letters[room] for room in rooms]))
        if len(self) >= _KEPT_MOVES >> 3:
            self.clear()
        self[key] = move
        return move


class _SendMovesOf(dict[tuple[int, int], _SendMoves]):
    """A token and an adult's square → its moves."""

    __slots__ = ("tables",)

    def __init__(self, tables: _Tables) -> None:
        super().__init__()
        self.tables = tables

    def __missing__(self, place: tuple[int, int]) -> _SendMoves:
        token, square = place
        self[place] = moves = _SendMoves(self.tables, Token(token), self.tables.plan.names[square])
        return moves


_Found: TypeAlias = tuple[tuple[Move, ...], Keys]
_FoundAdults: TypeAlias = tuple[tuple[Move, ...], dict[int, Keys]]


@final
class _Tables:
    """What the moves look up in a `Rules`, worked out once for a house and its parts in play."""

    def __init__(self, plan: Plan, *, pass_through: bool) -> None:
        self.plan = plan
        self.index = dict(plan.index)
        """As the plan's, which is read more slowly."""
        self.walks = Walks(plan, pass_through=pass_through)
        rooms = self.walks.rooms
        self.room_objects = tuple(room & self.walks.objects for room in rooms)
        """A room → the board of its object squares; the last is the outside's."""
        others = [~room for room in rooms]  # one int a room, not one a square
        self.unwatched = tuple(others[room] for room in plan.room)
        """A square → the board of all other rooms."""
        self.circles = {square: PlaceAdult(plan.names[square]) for square in plan.circles}
        self.beds = {square: PlaceChild(plan.names[square]) for square in plan.beds}
        self.picks = {square: Pick(plan.names[square]) for square in plan.objects}
        self.walk_moves: dict[int, _WalkMoves] = {token: _WalkMoves(self, token) for token in TOKENS}
        self.sends = _SendMovesOf(self)
        self.children: dict[tuple[int, ...], _Found] = {}
        self.adults: dict[tuple[tuple[int, ...], int, int, int], _FoundAdults] = {}

    def is_object(self, square: int) -> bool:
        """Whether this is an object square."""
        return self.walks.objects >> square & 1 == 1


@lru_cache(maxsize=32)
def _tables_of(house: House, parts: tuple[PartNumber, ...], pass_through: bool) -> _Tables:
    return _Tables(house.plan(parts), pass_through=pass_through)


# --- State ---------------------------------------------------------------------


class Phase(enum.Enum):
    """What the game waits for."""

    FIRST = "first"
    """The table draws the first seat."""
    ADULTS = "adults"
    """The first seat places an adult."""
    CHILDREN = "children"
    """A seat places its child."""
    CHILD = "child"
    """A seat walks its child."""
    ADULT = "adult"
    """The same seat walks an adult."""
    CATCH = "catch"
    """The same seat chooses who is caught."""
    PICK = "pick"
    """A caught or swept child's seat chooses an object."""
    OVER = "over"


NOWHERE: Final = -1
ALL_TOKENS: Final = (1 << LONGEST + 1) - 2


@attrs.frozen
class State:
    """All of the truth; everybody sees it. Squares and rooms are numbers of `rules.plan`; `View` has their names.

    Equal positions make equal states, whatever the way there.
    """

    rules: Rules
    phase: Phase
    mover: Seat | Chance | None
    """Who decides now."""
    first: Seat | None
    """The seat that starts every round; `None` until it is drawn."""
    turn: int
    """Turns finished since the beginning; it tells the round and whose turn it is."""
    children: tuple[int, ...]
    """Each seat's child's square, -1 before it is placed."""
    adults: tuple[int, ...]
    """The adults' squares, ascending."""
    objects: int
    """The squares that hold an object, as bits."""
    reserves: tuple[int, ...]
    """Objects that each seat still has to drop."""
    tokens: tuple[int, ...]
    """Each seat's tokens in hand, bit `n` for token `n`."""
    pending: tuple[int, ...]
    """Rooms where somebody is still to be caught, the present one first (CA-8)."""
    swept: Seat | None
    """The child that is still to be put on one of the objects of its room (CA-9)."""
    last: int
    """The square that a pawn was last put on, -1 for none (nor while adults are placed): it is marked in pictures."""

    @property
    def round(self) -> int:
        """Where the clock stands, from 1."""
        return min(self.turn // (TURNS_A_ROUND * self.rules.seats) + 1, self.rules.rounds)

    @property
    def seat(self) -> Seat | None:
        """Whose turn it is (others may have to choose in it); `None` before the first and after the last."""
        if self.first is None or self.mover is None:
            return None
        return Seat((self.first + self.turn) % self.rules.seats)


_make = fast_constructor(State)


def new_game(rules: Rules) -> State:
    """The empty house: the table draws the first seat, or that seat places the adults."""
    return State(
        rules=rules,
        phase=Phase.FIRST if rules.first is None else Phase.ADULTS,
        mover=CHANCE if rules.first is None else rules.first,
        first=rules.first,
        turn=0,
        children=(NOWHERE,) * rules.seats,
        adults=(),
        objects=0,
        reserves=(rules.objects,) * rules.seats,
        tokens=(ALL_TOKENS,) * rules.seats,
        pending=(),
        swept=None,
        last=NOWHERE,
    )


# --- Legal moves ---------------------------------------------------------------


def to_move(state: State) -> Mover:
    """The seat that decides now, `CHANCE` for the draw of the first seat, `None` when the game is over."""
    return state.mover


def legal_moves(state: State) -> tuple[Move, ...]:
    """All legal moves, each once: `first`, `catch` by seat; `adult`, `child`, `pick` by square; `stay` by token; walks.

    Walks go by token, then (`send`) by the adult's square, then by the square where they end, then by what they drop or
    the rooms where they catch, compared one after another, none before some. Squares go by row, then by column, `out`
    last (`square_order`).
    """
    phase = state.phase
    if phase is _CHILD:
        return _child_found(state)[0] or _stays(state)
    if phase is _ADULT:
        return _adult_found(state)[0] or _stays(state)
    if phase is Phase.PICK:
        objects, picks = _choices(state), state.rules._tables.picks
        return tuple([picks[square] for square in squares_of(objects)])
    if phase is Phase.CATCH:
        return tuple([_CATCHES[seat] for seat in _children_in(state, state.pending[0])])
    if phase is Phase.CHILDREN:
        taken = {*state.children, *state.adults}
        beds = state.rules._tables.beds
        return tuple([move for square, move in beds.items() if square not in taken])
    if phase is Phase.ADULTS:
        circles = state.rules._tables.circles
        return tuple([move for square, move in circles.items() if square not in state.adults])
    return _FIRSTS[: state.rules.seats] if phase is Phase.FIRST else ()


_CHILD, _ADULT = Phase.CHILD, Phase.ADULT


def chance_weights(state: State) -> tuple[int, ...]:
    """Each seat is equally likely to start; `()` when a seat is to move or the game is over."""
    return (1,) * state.rules.seats if state.mover is CHANCE else ()


def _stays(state: State) -> tuple[Move, ...]:
    tokens = state.tokens[mover_of(state)]  # CA-11
    return tuple([stay for stay in _STAYS if tokens >> stay.token & 1])


def mover_of(state: State) -> Seat:
    assert state.mover is not None
    assert state.mover is not CHANCE
    return state.mover


def _child_found(state: State) -> _Found:
    """The walks of the moving seat's child, as moves and as keys."""
    rules, seat, children, adults = state.rules, state.mover, state.children, state.adults
    tables = rules._tables
    square = children[seat]  # type: ignore[index]  # a seat is to move in this phase
    tokens, reserve = state.tokens[seat], state.reserves[seat]  # type: ignore[index]  # the same
    pawns = 0
    for place in children:
        pawns |= 1 << place
    droppable = tables.walks.objects & ~state.objects
    for adult in adults:
        pawns |= 1 << adult
        droppable &= tables.unwatched[adult]  # CA-2, CA-10
    pawns &= ~(1 << square)
    out = tables.plan.out
    if rules.outside_capacity is None or children.count(out) < rules.outside_capacity:
        pawns &= ~(1 << out)  # CA-7
    key = (square, pawns, droppable & ~pawns, min(LONGEST, reserve), tokens)
    found = tables.children.get(key)
    if found is None:
        keys = tables.walks.child(*key)
        moves: list[Move] = []
        for token, results in keys.items():
            moves += map(tables.walk_moves[token].__getitem__, results)
        found = (tuple(moves), keys)
        if len(tables.children) >= _KEPT_LISTS:
            tables.children.clear()
        tables.children[key] = found
    return found


def _adult_found(state: State) -> _FoundAdults:
    """The walks of every adult, as moves and, by the adult's square, as keys."""
    tables, seat, objects = state.rules._tables, state.mover, state.objects
    tokens = state.tokens[seat]  # type: ignore[index]  # a seat is to move in this phase
    pawns = rooms = 0
    swept = []
    for place in state.children:
        pawns |= 1 << place
        room = tables.plan.room[place]
        if objects & tables.room_objects[room]:
            rooms |= 1 << room
            if not tables.walks.objects >> place & 1:  # CA-3
                swept.append((place, room))
    for adult in state.adults:
        pawns |= 1 << adult
    key = (state.adults, pawns, rooms, tokens)
    found = tables.adults.get(key)
    if found is None:
        keys = {
            adult: tables.walks.adult(adult, pawns & ~(1 << adult), swept, rooms, tokens)  # CA-5, CA-8, CA-9
            for adult in state.adults
        }
        moves: list[Move] = []
        for token in TOKENS:
            if tokens >> token & 1:
                for adult in state.adults:
                    moves += map(tables.sends[token, adult].__getitem__, keys[adult][token])
        found = (tuple(moves), keys)
        if len(tables.adults) >= _KEPT_LISTS:
            tables.adults.clear()
        tables.adults[key] = found
    return found


def catchable_rooms(state: State) -> int:
    """The rooms that hold a child and an object, as bits."""
    tables, rooms = state.rules._tables, 0
    for place in state.children:
        room = tables.plan.room[place]
        if state.objects & tables.room_objects[room]:
            rooms |= 1 << room
    return rooms


def is_sweepable(state: State, square: int) -> bool:
    """Whether an adult may end on the child that stands there (CA-9, CA-3)."""
    tables = state.rules._tables
    objects = state.objects & tables.room_objects[tables.plan.room[square]]
    return objects != 0 and not tables.is_object(square)


def _children_in(state: State, room: int) -> list[Seat]:
    rooms = state.rules.plan.room
    return [Seat(seat) for seat, place in enumerate(state.children) if rooms[place] == room]


def _choices(state: State) -> int:
    """The objects that the picking child chooses from."""
    tables = state.rules._tables
    room = state.pending[0] if state.pending else tables.plan.room[state.children[mover_of(state)]]
    return state.objects & tables.room_objects[room]


def reach(state: State, token: Token) -> tuple[Square, ...]:
    """The squares where the seat to move can end a walk with this token, in square order.

    In the adult's half of a turn those of all adults together; `()` if no walk is asked, or the token is not in hand.
    """
    if state.phase is Phase.CHILD:
        ends = {state.rules._tables.walks.spell(key)[0] for key in _child_found(state)[1].get(token, ())}
    elif state.phase is Phase.ADULT:
        found = _adult_found(state)[1].values()
        ends = {state.rules._tables.walks.spell(key)[0] for keys in found for key in keys.get(token, ())}
    else:
        ends = set()
    return tuple([state.rules.plan.names[square] for square in sorted(ends)])


def route(state: State, move: Move) -> tuple[Square, ...]:
    """A shortest walk that does what this legal move says, from the pawn's square to the end, for animation.

    Of several the first in square order; `()` for a move that is no walk.

    Raises:
        IllegalMoveError: the move is not legal here.
    """
    refusal = why_illegal(state, move)
    if refusal is not None:
        raise IllegalMoveError(move, refusal)
    if isinstance(move, Walk | Send):
        walk = walk_route(state, move) if isinstance(move, Walk) else send_route(state, move)
        assert walk is not None
        return tuple([state.rules.plan.names[square] for square in walk])
    return ()


def child_closed(state: State) -> set[int]:
    """The squares that the moving child may not cross for other pawns, `pass_through` or not."""
    rules, out = state.rules, state.rules.plan.out
    others = [place for seat, place in enumerate(state.children) if seat != state.mover]
    closed = {*others, *state.adults} - {out}
    if rules.outside_capacity is not None and others.count(out) >= rules.outside_capacity:
        closed.add(out)
    return closed


def walk_route(state: State, move: Walk, *, free: bool = False) -> tuple[int, ...] | None:
    """A shortest walk of the child; `free`: as if no pawn were in the way."""
    plan = state.rules.plan
    closed = set() if free or state.rules.pass_through else child_closed(state)
    drops = tuple(plan.index[drop] for drop in move.drops)
    return child_route(plan, state.children[mover_of(state)], plan.index[move.end], drops, closed)


def send_route(state: State, move: Send, *, free: bool = False, rooms: bool = True) -> tuple[int, ...] | None:
    """A shortest walk of the adult; without `rooms` it may enter whatever it likes."""
    plan = state.rules.plan
    end = plan.index[move.end]
    closed = set() if free or state.rules.pass_through else {*state.children, *state.adults} - {plan.index[move.start]}
    catchable = catchable_rooms(state)
    others = {room for room in range(len(plan.letters)) if catchable >> room & 1}
    if end in state.children:
        others -= {plan.room[end]}
    listed = tuple(plan.letters.index(room) for room in move.rooms) if rooms else None
    return adult_route(plan, plan.index[move.start], end, listed, others, closed)


# --- Apply ---------------------------------------------------------------------


def apply(state: State, move: Move) -> State:
    """The state after a legal move.

    Raises:
        IllegalMoveError: it is not legal; `refusal` says why.
    """
    if not _is_legal(state, move):
        refusal = why_illegal(state, move)
        assert refusal is not None
        raise IllegalMoveError(move, refusal)
    return apply_unchecked(state, move)


def _is_legal(state: State, move: object) -> bool:
    if type(move) is Walk and state.phase is _CHILD:
        return _holds(_child_found(state)[1].get(move.token), _walk_key(state.rules._tables, move))
    if type(move) is Send and state.phase is _ADULT:
        tables = state.rules._tables
        keys = _adult_found(state)[1].get(tables.index.get(move.start, NOWHERE))
        return keys is not None and _holds(keys.get(move.token), _send_key(tables, move))
    return move in legal_moves(state)


def _holds(keys: Sequence[int] | None, key: int | None) -> bool:
    if keys is None or key is None:
        return False
    at = bisect_left(keys, key)
    return at < len(keys) and keys[at] == key


def _walk_key(tables: _Tables, move: Walk) -> int | None:
    """The key that this walk would have; `None` if it names a square that cannot be meant."""
    index, number = tables.index, tables.walks.number
    end = index.get(move.end)
    numbers = [number.get(index.get(drop, NOWHERE), NOWHERE) for drop in move.drops]
    if end is None or NOWHERE in numbers or len(numbers) > LONGEST:
        return None
    return tables.walks.key(end, numbers)


def _send_key(tables: _Tables, move: Send) -> int | None:
    end = tables.index.get(move.end)
    letters = tables.plan.letters
    if end is None or len(move.rooms) > LONGEST or not all(room in letters for room in move.rooms):
        return None
    return tables.walks.key(end, map(letters.index, move.rooms))


def apply_unchecked(state: State, move: Move) -> State:
    """The same without looking whether the move is legal, for search: garbage in, garbage out."""
    kind = type(move)
    if kind is Walk:
        return _walk(state, move)  # type: ignore[arg-type]  # its type was just looked at, the quick way
    if kind is Send:
        return _send(state, move)  # type: ignore[arg-type]  # the same
    return _others(state, move)


def _walk(state: State, move: Walk) -> State:
    tables, seat = state.rules._tables, mover_of(state)
    index = tables.index
    end = index[move.end]
    objects, reserves = state.objects, state.reserves
    phase: Phase = _ADULT
    mover: Seat | None = seat
    if move.drops:
        for square in move.drops:
            objects |= 1 << index[square]
        left = reserves[seat] - len(move.drops)
        reserves = (*reserves[:seat], left, *reserves[seat + 1 :])
        if not left:
            phase, mover = Phase.OVER, None  # CA-4
    return _make(
        state.rules,
        phase,
        mover,
        state.first,
        state.turn,
        (*state.children[:seat], end, *state.children[seat + 1 :]),
        state.adults,
        objects,
        reserves,
        _spend(state.tokens, seat, move.token),
        (),
        None,
        end,
    )


def _spend(tokens: tuple[int, ...], seat: Seat, token: Token) -> tuple[int, ...]:
    return (*tokens[:seat], tokens[seat] & ~(1 << token), *tokens[seat + 1 :])


def _send(state: State, move: Send) -> State:
    tables, seat = state.rules._tables, mover_of(state)
    index, letters = tables.index, tables.plan.letters
    start, end = index[move.start], index[move.end]
    adults = (end,) if len(state.adults) == 1 else tuple(sorted([end, *[a for a in state.adults if a != start]]))
    swept = Seat(state.children.index(end)) if end in state.children else None
    pending = tuple([letters.index(room) for room in move.rooms])
    tokens = _spend(state.tokens, seat, move.token)
    return _settle(state, state.children, adults, state.objects, state.reserves, tokens, pending, swept, end)


def _settle(
    state: State,
    children: tuple[int, ...],
    adults: tuple[int, ...],
    objects: int,
    reserves: tuple[int, ...],
    tokens: tuple[int, ...],
    pending: tuple[int, ...],
    swept: Seat | None,
    last: int,
) -> State:
    """Does what needs no choice, room by room and then the sweep, up to the next choice or the end of the turn."""
    rules = state.rules
    tables, turn, first = rules._tables, state.turn, state.first
    assert first is not None
    phase, mover = Phase.PICK, Seat((first + turn) % rules.seats)
    while pending:  # CA-8
        here = [Seat(seat) for seat, place in enumerate(children) if tables.plan.room[place] == pending[0]]
        if len(here) > 1:
            return _make(
                *(rules, Phase.CATCH, mover, first, turn, children, adults, objects, reserves, tokens, pending, swept),
                last,
            )
        found = objects & tables.room_objects[pending[0]]
        if found & found - 1:
            mover = here[0]
            break
        children, reserves, objects = _pick_up(children, reserves, objects, here[0], found, found)
        last = children[here[0]]
        pending = pending[1:]
    else:
        if swept is not None:  # CA-9
            found = objects & tables.room_objects[tables.plan.room[children[swept]]]
            if not found & found - 1:
                children, reserves, objects = _pick_up(children, reserves, objects, swept, found, found)
                last = children[swept]
                swept = None
        if swept is None:
            return _end_turn(state, children, adults, objects, reserves, tokens, last)
        mover = swept
    return _make(rules, phase, mover, first, turn, children, adults, objects, reserves, tokens, pending, swept, last)


def _pick_up(
    children: tuple[int, ...],
    reserves: tuple[int, ...],
    objects: int,
    seat: Seat,
    picked: int,
    place: int,
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Children, reserves and objects after this seat's child has picked up `picked` and stands on `place`."""
    children = (*children[:seat], place.bit_length() - 1, *children[seat + 1 :])
    reserves = (*reserves[:seat], reserves[seat] + picked.bit_count(), *reserves[seat + 1 :])
    return children, reserves, objects & ~picked


def _end_turn(
    state: State,
    children: tuple[int, ...],
    adults: tuple[int, ...],
    objects: int,
    reserves: tuple[int, ...],
    tokens: tuple[int, ...],
    last: int,
) -> State:
    rules, first, turn = state.rules, state.first, state.turn + 1
    assert first is not None
    phase: Phase = _CHILD
    mover: Seat | None = Seat((first + turn) % rules.seats)
    if turn % (TURNS_A_ROUND * rules.seats) == 0:  # CA-12
        if turn == TURNS_A_ROUND * rules.seats * rules.rounds:
            phase, mover = Phase.OVER, None  # CA-13
        else:
            tokens = (ALL_TOKENS,) * rules.seats
    return _make(rules, phase, mover, first, turn, children, adults, objects, reserves, tokens, (), None, last)


def _others(state: State, move: Move) -> State:
    if isinstance(move, Pick):
        return _pick(state, move)
    if isinstance(move, Catch):
        return _catch(state, move)
    rules, phase, mover, first = state.rules, state.phase, state.mover, state.first
    children, adults, tokens, last = state.children, state.adults, state.tokens, state.last
    if isinstance(move, DrawFirst):
        phase = Phase.ADULTS
        mover = first = move.seat
    elif isinstance(move, PlaceAdult):
        # Nameless, and so is the order in which they were placed: it is not marked either.
        adults = tuple(sorted((*adults, rules._tables.index[move.square])))
        phase = Phase.CHILDREN if len(adults) == rules.adults else Phase.ADULTS
    elif isinstance(move, PlaceChild):
        seat, last = mover_of(state), rules._tables.index[move.square]
        children = (*children[:seat], last, *children[seat + 1 :])
        phase = Phase.CHILDREN if NOWHERE in children else Phase.CHILD
        mover = Seat((seat + 1) % rules.seats)
    else:
        assert isinstance(move, Stay)  # CA-11
        last = NOWHERE
        tokens = _spend(tokens, mover_of(state), move.token)
        if phase is Phase.ADULT:
            return _end_turn(state, children, adults, state.objects, state.reserves, tokens, last)
        phase = Phase.ADULT
    objects, reserves = state.objects, state.reserves
    return _make(rules, phase, mover, first, state.turn, children, adults, objects, reserves, tokens, (), None, last)


def _pick(state: State, move: Pick) -> State:
    children, reserves, objects, pending = state.children, state.reserves, state.objects, state.pending
    last = state.rules._tables.index[move.square]
    picked = 1 << last if pending else _choices(state)  # CA-8, CA-9
    children, reserves, objects = _pick_up(children, reserves, objects, mover_of(state), picked, 1 << last)
    swept = state.swept if pending else None
    return _settle(state, children, state.adults, objects, reserves, state.tokens, pending[1:], swept, last)


def _catch(state: State, move: Catch) -> State:
    children, reserves, objects, pending = state.children, state.reserves, state.objects, state.pending
    found = objects & state.rules._tables.room_objects[pending[0]]
    if found & found - 1:
        return _make(
            *(state.rules, Phase.PICK, move.seat, state.first, state.turn, children, state.adults, objects, reserves),
            *(state.tokens, pending, state.swept, state.last),
        )
    children, reserves, objects = _pick_up(children, reserves, objects, move.seat, found, found)
    last = children[move.seat]
    return _settle(state, children, state.adults, objects, reserves, state.tokens, pending[1:], state.swept, last)


def outcome(state: State) -> Outcome | None:
    """Fewest objects in reserve win, equal numbers share (CA-13); `None` before the end. `scores` are the reserves."""
    if state.mover is not None:
        return None
    fewest = min(state.reserves)
    winners = tuple(Seat(seat) for seat, left in enumerate(state.reserves) if left == fewest)
    return Outcome(winners, state.reserves, returns_from_winners(winners, state.rules.seats))


def why_illegal(state: State, move: Move) -> Refusal | None:
    """Why the one who is to move may not do this, and what is in the way; `None` if the move is legal."""
    if state.mover is None:
        return Refusal("-", "game-over")
    if _is_legal(state, move):
        return None
    from boardgames_fr.games.capharnaum._refusals import refusal_of  # it reads the state, which is made here

    return refusal_of(state, move)


# --- Observe -------------------------------------------------------------------


@attrs.frozen
class View:
    """What everybody sees: all there is, in names. There is no secret, so all seats and spectators see alike."""

    rules: Rules
    phase: Phase
    to_move: Seat | Chance | None
    """Who decides now."""
    turn_of: Seat | None
    """Whose turn it is; another seat may have to choose in it."""
    first: Seat | None
    """The seat that starts every round; `None` until it is drawn."""
    round: int
    """Where the clock stands, from 1."""
    turn: int
    """Turns finished since the beginning of the game."""
    children: tuple[Square | None, ...]
    """Where each seat's child is; `None` before it is placed."""
    adults: tuple[Square, ...]
    """Where the adults are, in square order; they are all alike."""
    objects: tuple[Square, ...]
    """The object squares with an object on, in square order."""
    reserves: tuple[int, ...]
    """Objects that each seat still has to drop."""
    tokens: tuple[tuple[Token, ...], ...]
    """Each seat's tokens in hand, ascending."""
    catching: tuple[RoomLetter, ...]
    """The rooms where somebody is still to be caught, the present one first."""
    swept: Seat | None
    """The child that an adult has walked onto and that is still to be put on one of its room's objects."""
    last: Square | None
    """The square that a pawn was last put on; `None` while adults are placed, as they have no order."""


def observe(state: State, _seat: Seat | None = None) -> View:
    """What everybody sees, whoever asks."""
    rules, plan = state.rules, state.rules.plan
    names = plan.names
    return View(
        rules=rules,
        phase=state.phase,
        to_move=state.mover,
        turn_of=state.seat,
        first=state.first,
        round=state.round,
        turn=state.turn,
        children=tuple(names[square] if square != NOWHERE else None for square in state.children),
        adults=tuple(names[square] for square in state.adults),
        objects=tuple(names[square] for square in squares_of(state.objects)),
        reserves=state.reserves,
        tokens=tuple(tuple(token for token in TOKENS if held >> token & 1) for held in state.tokens),
        catching=tuple(plan.letters[room] for room in state.pending),
        swept=state.swept,
        last=names[state.last] if state.last != NOWHERE else None,
    )

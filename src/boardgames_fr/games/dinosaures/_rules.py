"""Dinosaures (Plato 54): the rules object, the moves, the state, and the whole game in the order of its rule book.

The board is two masks of bits on a `Grid`, one a colour. Beside the facts a state keeps what follows from them and
costs too much to work out anew: the empty squares next to the tiles, the lines that may be flipped, and the zones
with the cards whose shapes they have.
"""

from __future__ import annotations

import enum
import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NewType, Self, TypeAlias, final

import attrs

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, StateError, shown
from boardgames_fr.frozen import fast_constructor, identity_first
from boardgames_fr.game import Mover, Outcome, Refusal, Seat, returns_from_winners
from boardgames_fr.games.dinosaures._shapes import Cells, Grid, ShapeBook, bits, cells_of, images, is_connected

# --- Rules ---------------------------------------------------------------------

CardName = NewType("CardName", str)
"""What a card is called: ASCII letters and digits."""

MOST_TILES: Final = 100
MOST_SQUARES: Final = 16
_MOST: Final = 10**9
"""The bound of numbers in the rules that need none but for the computer's sake."""
_NAME = re.compile(r"[A-Za-z0-9]+", re.ASCII)
_NAME_ALLOWED = "ASCII letters and digits"


class Symmetry(enum.Enum):
    """Which images of a card's drawing have its shape."""

    FREE = "free"
    ROTATIONS = "rotations"
    FIXED = "fixed"


class Zones(enum.Enum):
    """What must have a card's shape: a whole zone, or a connected part of one (DI-5)."""

    EXACT = "exact"
    WITHIN = "within"


def _as_lines(drawing: str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(drawing, str):
        return tuple(line.strip() for line in re.split(r"[/\n]", drawing))
    return tuple(drawing) if isinstance(drawing, list) else drawing  # type: ignore[return-value]  # judged just after


@attrs.frozen
class Card:
    """A dinosaur to dig up: its name and its drawing, first line northernmost, `#` a square, `.` empty.

    The drawing may also be given as one text, its lines apart by `/`. A card's text is its name and that text.

    Raises:
        RulesError: the name or the drawing is not what is allowed; the field is `cards`.

    >>> str(Card(CardName("L3"), ("##", "#."))), Card.parse("O4 ##/##").size
    ('L3 ## / #.', 4)
    """

    name: CardName
    drawing: tuple[str, ...] = attrs.field(converter=_as_lines)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, str) or _NAME.fullmatch(self.name) is None:
            raise RulesError("cards", self.name, f"names are {_NAME_ALLOWED}")
        lines = self.drawing
        if not isinstance(lines, tuple) or not all(isinstance(line, str) for line in lines):
            raise RulesError("cards", self.name, "a drawing is a sequence of lines")
        if not 1 <= len(lines) <= MOST_SQUARES or not 1 <= len(lines[0]) <= MOST_SQUARES:
            raise RulesError("cards", self.name, f"a drawing has 1 to {MOST_SQUARES} lines and columns")
        if any(len(line) != len(lines[0]) or line.strip("#.") for line in lines):
            raise RulesError("cards", self.name, "a drawing's lines are equally long and of # and . only")
        if not 1 <= self.size <= MOST_SQUARES:
            raise RulesError("cards", self.name, f"1 to {MOST_SQUARES} squares")
        if not is_connected(self.cells):
            raise RulesError("cards", self.name, "squares that hang together by their sides")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The card of this text, `NAME LINE / LINE …`, the inverse of `str`.

        Raises:
            NotationError: no card is written so.
        """
        name, _, drawing = text.partition(" ")
        try:
            return cls(CardName(name), drawing)
        except RulesError as error:
            raise NotationError(text, error.allowed) from None

    @property
    def cells(self) -> Cells:
        """The squares of the drawing as (x, y), x to the east, y to the north, pushed into the corner."""
        return cells_of(self.drawing)

    @property
    def size(self) -> int:
        """How many squares it has: what it costs if it is not dug up."""
        return sum(line.count("#") for line in self.drawing)

    def __str__(self) -> str:
        return f"{self.name} {' / '.join(self.drawing)}"


CLASSIC_CARDS: Final[tuple[Card, ...]] = (
    Card(CardName("I3"), ("###",)),
    Card(CardName("L3"), ("##", "#.")),
    Card(CardName("I4"), ("####",)),
    Card(CardName("O4"), ("##", "##")),
    Card(CardName("T4"), ("###", ".#.")),
    Card(CardName("S4"), (".##", "##.")),
    Card(CardName("L4"), ("#..", "###")),
)
"""All free polyominoes of 3 and 4 squares. The published cards are in none of our sources: these are ours."""


class _Tabled:
    """Gives `Rules` a place for what is worked out from its fields once; not a field, so not part of its value."""

    __slots__ = ("_tables",)
    _tables: _Tables


def _as_tuple(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards) if isinstance(cards, list) else cards  # type: ignore[return-value]  # judged just after


def _check_int(field: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise RulesError(field, value, f"an integer from {low} to {high}")


@identity_first
@attrs.frozen(cache_hash=True)
class Rules(_Tabled):
    """What two players agree on before they play.

    Raises:
        RulesError: a field is none of what is allowed; it names the field, the value and what is.

    >>> Rules(tiles=0)
    Traceback (most recent call last):
    boardgames_fr.errors.RulesError: tiles = '0': an integer from 1 to 100
    """

    first: Seat = Seat(0)
    """Who starts: seat 0 is beige, seat 1 is brown."""
    cards: tuple[Card, ...] = attrs.field(default=CLASSIC_CARDS, converter=_as_tuple)
    """What each seat has to dig up; both have the same, in this order."""
    tiles: int = 6
    """Tiles in each seat's supply, beside the four on the table; at most 100, as the grid grows with its square."""
    symmetry: Symmetry = Symmetry.FREE
    zones: Zones = Zones.EXACT
    stall_limit: int | None = 20
    """Turns in a row without a lay or a dig that end the game (DI-9), at most 10**9; `None`: no such rule."""

    def __attrs_post_init__(self) -> None:
        _check_int("first", self.first, 0, 1)
        if not isinstance(self.symmetry, Symmetry):
            raise RulesError("symmetry", self.symmetry, "a Symmetry")
        if not isinstance(self.zones, Zones):
            raise RulesError("zones", self.zones, "a Zones")
        shapes = _check_cards(self.cards, self.symmetry)
        _check_int("tiles", self.tiles, 1, MOST_TILES)
        if self.stall_limit is not None:
            _check_int("stall_limit", self.stall_limit, 1, _MOST)
        object.__setattr__(self, "_tables", _Tables(self, shapes))

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickles and copies are made anew from the fields: they are judged again and get tables of their own.
        return Rules, tuple(getattr(self, field.name) for field in attrs.fields(Rules))


def _check_cards(cards: object, symmetry: Symmetry) -> tuple[tuple[Cells, ...], ...]:
    """The images of each card's shape."""
    if not isinstance(cards, tuple) or not all(isinstance(card, Card) for card in cards):
        raise RulesError("cards", cards, "a sequence of Card")
    if not cards:
        raise RulesError("cards", "", "at least one card")
    turned, mirrored = symmetry is not Symmetry.FIXED, symmetry is Symmetry.FREE
    shapes: dict[tuple[Cells, ...], CardName] = {}
    names: set[CardName] = set()
    for card in cards:
        kinds = images(card.cells, turned=turned, mirrored=mirrored)
        if card.name in names:
            raise RulesError("cards", card.name, "each name once")
        if kinds in shapes:
            raise RulesError("cards", f"{shapes[kinds]}, {card.name}", "no two shapes alike")
        names.add(card.name)
        shapes[kinds] = card.name
    return tuple(shapes)


def seats(_rules: Rules) -> int:
    """How many play: always 2."""
    return 2


def longest(rules: Rules) -> tuple[int, int] | None:
    """The most moves of seats and of chance that a game can have; `None` without a `stall_limit`.

    At most `2 * tiles - 1` turns lay and `2 * cards - 1` dig, the last turn is only one of both, before each stand
    fewer stalled turns than the limit, and a turn has at most two moves.

    >>> longest(Rules())
    (920, 0)
    """
    if rules.stall_limit is None:
        return None
    return 2 * rules.stall_limit * (2 * rules.tiles + 2 * len(rules.cards) - 3), 0


# --- Pieces --------------------------------------------------------------------


class Colour(enum.Enum):
    """A face of a tile. Every tile is beige on one and brown on the other."""

    BEIGE = "beige"
    BROWN = "brown"


COLOURS: Final = (Colour.BEIGE, Colour.BROWN)
"""Seat → its colour."""

_FARTHEST = 9999
_NUMBER = r"-?[1-9][0-9]{0,3}|0"
_SQUARE = re.compile(rf"({_NUMBER}),({_NUMBER})", re.ASCII)
_LINE = re.compile(rf"(col|row) ({_NUMBER})", re.ASCII)


def _is_coordinate(value: object) -> bool:
    return type(value) is int and -_FARTHEST <= value <= _FARTHEST


@final
@attrs.frozen
class Square:
    """A place for a tile: x to the east, y to the north, from the south-west square of the start.

    Raises:
        NotationError: a coordinate is no integer from -9999 to 9999.

    >>> str(Square(-3, 4)), Square.parse("-3,4") == Square(-3, 4)
    ('-3,4', True)
    """

    x: int
    y: int

    def __attrs_post_init__(self) -> None:
        if not _is_coordinate(self.x) or not _is_coordinate(self.y):
            raise NotationError(f"{shown(self.x, 20)},{shown(self.y, 20)}", "a square X,Y of two integers")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The square of this text, the inverse of `str`.

        Raises:
            NotationError: no square is written so.
        """
        match = _SQUARE.fullmatch(text)
        if match is None:
            raise NotationError(text, "a square X,Y of two integers")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


class Axis(enum.Enum):
    """Which way a line runs."""

    COL = "col"
    ROW = "row"


@final
@attrs.frozen
class Line:
    """A whole column `col X` or row `row Y`, gaps jumped (DI-1).

    Raises:
        NotationError: the number is no integer from -9999 to 9999, or the axis no `Axis`.
    """

    axis: Axis
    number: int

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.axis, Axis) or not _is_coordinate(self.number):
            raise NotationError(f"{shown(self.axis, 20)} {shown(self.number, 20)}", "a line: col X or row Y")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The line of this text, the inverse of `str`.

        Raises:
            NotationError: no line is written so.
        """
        match = _LINE.fullmatch(text)
        if match is None:
            raise NotationError(text, "a line: col X or row Y")
        return cls(Axis(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.axis.value} {self.number}"


class Tiles(int):
    """A set of squares: an int with a bit for each square of the rules' grid, written in hexadecimal.

    (A plain int of that many bits has no decimal text in Python, and so neither a JSON number nor a `repr`.)
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """The set of this text, the inverse of `str`.

        Raises:
            NotationError: no set is written so.
        """
        if re.fullmatch(r"0|[1-9a-f][0-9a-f]*", text, re.ASCII) is None:
            raise NotationError(text, "a hexadecimal number, lower case, without leading zeros")
        return cls(int(text, 16))

    def __str__(self) -> str:
        return format(int(self), "x")

    def __repr__(self) -> str:
        return f"Tiles({int(self):#x})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Tiles.parse, (str(self),)


# --- Moves ---------------------------------------------------------------------


@final
@attrs.frozen
class Lay:
    """A tile of the own supply is laid on an empty square beside a tile, with this colour up."""

    square: Square
    colour: Colour

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.square, Square) or not isinstance(self.colour, Colour):
            raise NotationError(f"lay {shown(self.square, 20)} {shown(self.colour, 20)}", "a Square and a Colour")

    def __str__(self) -> str:
        return f"lay {self.square} {self.colour.value}"


@final
@attrs.frozen
class Flip:
    """Every tile of this line is turned over, and the own archaeologist stands at it (DI-1, DI-2)."""

    line: Line

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.line, Line):
            raise NotationError(f"flip {shown(self.line, 20)}", "a Line")

    def __str__(self) -> str:
        return f"flip {self.line}"


@final
@attrs.frozen
class Dig:
    """The own card of this name is dug up (DI-5)."""

    card: CardName

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.card, str) or _NAME.fullmatch(self.card) is None:
            raise NotationError(f"dig {shown(self.card, 20)}", f"a card's name, {_NAME_ALLOWED}")

    def __str__(self) -> str:
        return f"dig {self.card}"


@final
@attrs.frozen
class Skip:
    """Nothing is dug up, though it could be."""

    def __str__(self) -> str:
        return "skip"


Move: TypeAlias = Lay | Flip | Dig | Skip
"""What a seat can do; nothing here is chance."""

_KEPT_WIDTH = 16
"""With up to this many cards, the tuple of moves of each set of them is kept; beyond, there could be too many."""

_KEPT = 1 << 12
"""So many tuples of moves a table keeps; then it starts anew."""


@final
class _Spot(dict[int, tuple[tuple[int, tuple[Move, Move]], ...]]):
    """What a lay looks up about its square; as a dict: mask of some neighbours → index and lays of each."""

    __slots__ = ("crossing", "grid", "lays", "near", "tile")

    def __init__(self, grid: Grid, at: int) -> None:
        super().__init__()
        x, y = grid.place(at)
        square = Square(x, y)
        self.grid = grid
        self.lays: tuple[Move, Move] = (Lay(square, Colour.BEIGE), Lay(square, Colour.BROWN))
        self.tile = 1 << at
        self.near = grid.spread(self.tile)
        self.crossing = 1 << x - grid.low | 1 << y - grid.low + grid.side

    def __missing__(self, mask: int) -> tuple[tuple[int, tuple[Move, Move]], ...]:
        self[mask] = made = tuple((at, _Spot(self.grid, at).lays) for at in bits(mask))
        return made


class _Spots(dict[int, _Spot]):
    """Index of a square → what a lay looks up about it."""

    __slots__ = ("grid",)

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self.grid = grid

    def __missing__(self, at: int) -> _Spot:
        self[at] = made = _Spot(self.grid, at)
        return made


class _Flips(dict[int, tuple[Flip, ...]]):
    """Mask of lines, all columns or all rows → their flips."""

    __slots__ = ("moves",)

    def __init__(self, moves: tuple[Flip, ...]) -> None:
        super().__init__()
        self.moves = moves

    def __missing__(self, lines: int) -> tuple[Flip, ...]:
        if len(self) >= _KEPT:
            self.clear()
        self[lines] = made = tuple(self.moves[number] for number in bits(lines))
        return made


class _Digs(dict[int, tuple[Move, ...]]):
    """Mask of cards → digging one of them, in card order, and last to skip."""

    __slots__ = ("moves",)

    def __init__(self, moves: tuple[Dig, ...]) -> None:
        super().__init__()
        self.moves = moves

    def __missing__(self, cards: int) -> tuple[Move, ...]:
        made: tuple[Move, ...] = (*[self.moves[number] for number in bits(cards)], Skip())
        if len(self.moves) <= _KEPT_WIDTH:
            if len(self) >= _KEPT:
                self.clear()
            self[cards] = made
        return made


@final
class _Ground:
    """The grid for a number of tiles, with the moves on it. Lines are numbered: columns from the west, then rows."""

    __slots__ = ("flips", "grid", "lines", "moves", "spots")

    def __init__(self, tiles: int) -> None:
        # One more than any tile gets from the start: so the empty squares beside it have bits too.
        self.grid = grid = Grid(2 * tiles)
        self.spots = _Spots(grid)
        self.lines = (*grid.columns, *grid.rows)
        self.moves = tuple(Flip(Line(axis, number)) for axis in Axis for number in range(grid.low, grid.high + 1))
        self.flips = _Flips(self.moves)


_ground = lru_cache(maxsize=8)(_Ground)


@final
class _Tables:
    """What the moves look up in a `Rules`, worked out once."""

    __slots__ = (
        *("all_cards", "card_bits", "cols", "digs", "flips", "found_in", "grid", "ground", "high", "limit", "low"),
        *("origin", "rows", "side", "single", "spots", "start", "width"),
    )

    def __init__(self, rules: Rules, shapes: tuple[tuple[Cells, ...], ...]) -> None:
        self.ground = ground = _ground(rules.tiles)
        self.grid = grid = ground.grid
        self.low, self.high, self.side = grid.low, grid.high, grid.side
        self.width, self.origin = grid.width, grid.origin
        self.spots, self.flips = ground.spots, ground.flips
        self.cols = (1 << grid.side) - 1
        self.rows = self.cols << grid.side
        self.found_in = ShapeBook(grid, shapes, within=rules.zones is Zones.WITHIN).found_in
        self.single = self.found_in(1)
        self.start: State | None = None
        self.card_bits = {card.name: 1 << number for number, card in enumerate(rules.cards)}
        self.all_cards = (1 << len(rules.cards)) - 1
        self.digs = _Digs(tuple(Dig(card.name) for card in rules.cards))
        # No count of stalled turns is ever -1: without a limit none is kept.
        self.limit = -1 if rules.stall_limit is None else rules.stall_limit

    def line_number(self, line: Line) -> int:
        """The number of a line on the grid, -1 for one beyond it."""
        if not self.low <= line.number <= self.high:
            return -1
        return line.number - self.low + (self.side if line.axis is Axis.ROW else 0)

    def square_index(self, square: Square) -> int:
        """The index of a square on the grid, -1 for one beyond it."""
        if not (self.low <= square.x <= self.high and self.low <= square.y <= self.high):
            return -1
        return self.grid.index(square.x, square.y)


# --- State ---------------------------------------------------------------------


class Step(enum.Enum):
    """What the game waits for."""

    MOVE = "move"
    """Step 1: lay a tile or flip a line."""
    DIG = "dig"
    """Step 2: dig up a card, or skip."""
    OVER = "over"


_ZonesOf: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""The cards whose shape some zone of a colour has; and each zone of two tiles or more with the cards of its shape.

A zone of one tile is what is left of the colour: most zones are, and so most lays have little to do.
"""


@attrs.frozen
class State:
    """All of the truth, packed: nine facts, then what follows from them. Properties and functions give the nouns."""

    rules: Rules
    beige: Tiles
    """The squares that show beige."""
    brown: Tiles
    """The squares that show brown."""
    mover: Seat | None
    """The seat whose turn it is, `None` when the game is over."""
    asked: int
    """Mask of the cards that the mover may dig up now; 0 but in step 2."""
    supplies: tuple[int, int]
    """Seat → tiles in its supply."""
    dug: tuple[int, int]
    """Seat → mask of the cards it has dug up."""
    archaeologists: tuple[int, int]
    """Seat → number of the line its archaeologist stands at: columns from the west, then rows; -1: off."""
    stalled: int
    """Turns in a row, the present one included, that neither lay nor dig (DI-9); 0 without a limit."""
    covered: int = attrs.field(eq=False, repr=False)
    """Derived. The tiles and the outline: the empty squares that share a side with a tile."""
    edge: tuple[int, ...] = attrs.field(eq=False, repr=False)
    """Derived. The indices of the outline, ascending."""
    lays: tuple[Move, ...] = attrs.field(eq=False, repr=False)
    """Derived. The lays on the outline, two a square, as legal moves have them."""
    open_lines: int = attrs.field(eq=False, repr=False)
    """Derived. Mask of the lines with a tile and without an archaeologist."""
    beige_zones: tuple[int, tuple[tuple[int, int], ...]] = attrs.field(eq=False, repr=False)
    """Derived. The cards whose shape some beige zone has; each beige zone of two tiles or more, and its cards."""
    brown_zones: tuple[int, tuple[tuple[int, int], ...]] = attrs.field(eq=False, repr=False)
    """Derived. The cards whose shape some brown zone has; each brown zone of two tiles or more, and its cards."""

    @classmethod
    def from_facts(
        cls,
        rules: Rules,
        beige: Tiles,
        brown: Tiles,
        mover: Seat | None,
        asked: int,
        supplies: tuple[int, int],
        dug: tuple[int, int],
        archaeologists: tuple[int, int],
        stalled: int,
    ) -> Self:
        """The state with these facts; what follows from them is worked out here. `check_state` judges the rest.

        Raises:
            StateError: a tile or an archaeologist is beyond the grid of these rules, or there are more tiles.
        """
        tables = rules._tables
        grid = tables.grid
        every = sum(grid.rows)
        taken = beige | brown
        if beige < 0 or brown < 0 or taken & ~every:
            raise StateError("a tile is beyond the grid")
        # Before anything is derived from them: a short text can fill the whole grid.
        if taken.bit_count() > 4 + 2 * rules.tiles:
            raise StateError("the tiles on the table and in the supplies do not add up")
        if any(not -1 <= line < 2 * grid.side for line in archaeologists):
            raise StateError("an archaeologist is beyond the grid")
        fringe = grid.spread(taken) & every & ~taken
        open_lines = sum(1 << number for number, mask in enumerate(tables.ground.lines) if mask & taken)
        for line in archaeologists:
            if line >= 0:
                open_lines &= ~(1 << line)
        return cls(
            rules,
            beige,
            brown,
            mover,
            asked,
            supplies,
            dug,
            archaeologists,
            stalled,
            taken | fringe,
            tuple(bits(fringe)),
            tuple(lay for at in bits(fringe) for lay in tables.spots[at].lays),
            open_lines,
            _zones_of(tables, beige),
            _zones_of(tables, brown),
        )

    @property
    def step(self) -> Step:
        """What the game waits for."""
        if self.mover is None:
            return Step.OVER
        return Step.DIG if self.asked else Step.MOVE


_make = fast_constructor(State)
_BEIGE, _BROWN = Colour.BEIGE, Colour.BROWN
_SEATS: Final = (Seat(0), Seat(1))
_OTHER: Final = (Seat(1), Seat(0))


def _zones_of(tables: _Tables, tiles: int) -> _ZonesOf:
    found_in = tables.found_in
    found, pairs = 0, []
    for zone in tables.grid.larger_zones(tiles):
        cards = found_in(zone)
        found |= cards
        pairs.append((zone, cards))
    return found | _singly(tables, tiles, pairs), tuple(pairs)


def _singly(tables: _Tables, tiles: int, pairs: list[tuple[int, int]]) -> int:
    """The card of one square, if there is one and some zone is of one tile."""
    if not tables.single:
        return 0
    return tables.single if sum(zone for zone, _ in pairs) != tiles else 0


def new_game(rules: Rules) -> State:
    """The start: a chequerboard of four tiles, full supplies, no archaeologist on the table."""
    tables = rules._tables
    if tables.start is None:
        tables.start = _start(rules)
    return tables.start


def _start(rules: Rules) -> State:
    index = rules._tables.grid.index
    return State.from_facts(
        rules,
        beige=Tiles(1 << index(0, 0) | 1 << index(1, 1)),
        brown=Tiles(1 << index(1, 0) | 1 << index(0, 1)),
        mover=rules.first,
        asked=0,
        supplies=(rules.tiles, rules.tiles),
        dug=(0, 0),
        archaeologists=(-1, -1),
        stalled=0,
    )


def outline(state: State) -> tuple[Square, ...]:
    """The empty squares that share a side with a tile, by y, then x, ascending; also when the game is over.

    >>> [str(square) for square in outline(new_game(Rules()))]
    ['0,-1', '1,-1', '-1,0', '2,0', '-1,1', '2,1', '0,2', '1,2']
    """
    return _squares(state, state.covered ^ state.beige ^ state.brown)


def squares(state: State, colour: Colour) -> tuple[Square, ...]:
    """The squares whose tiles show this colour, by y, then x, ascending."""
    return _squares(state, state.beige if colour is _BEIGE else state.brown)


def zones(state: State, colour: Colour) -> tuple[tuple[Square, ...], ...]:
    """The zones of this colour, each its squares by y, then x, ascending; the zones by their first squares (DI-4).

    >>> [[str(square) for square in zone] for zone in zones(new_game(Rules()), Colour.BEIGE)]
    [['0,0'], ['1,1']]
    """
    tiles = state.beige if colour is _BEIGE else state.brown
    return tuple(_squares(state, zone) for zone in state.rules._tables.grid.zones(tiles))


def _squares(state: State, mask: int) -> tuple[Square, ...]:
    place = state.rules._tables.grid.place
    return tuple(Square(*place(at)) for at in bits(mask))


def diggable(state: State, seat: Seat) -> tuple[CardName, ...]:
    """The cards, in card order, not dug up yet, whose shape this seat's colour shows now, asked or not (DI-5)."""
    found, _ = state.brown_zones if seat else state.beige_zones
    return _names(state.rules, found & ~state.dug[seat])


def dug_cards(state: State, seat: Seat) -> tuple[CardName, ...]:
    """The cards that this seat has dug up, in card order."""
    return _names(state.rules, state.dug[seat])


def _names(rules: Rules, cards: int) -> tuple[CardName, ...]:
    return tuple(rules.cards[number].name for number in bits(cards))


def archaeologist(state: State, seat: Seat) -> Line | None:
    """The line that this seat's archaeologist stands at, `None` while it is off the table (DI-2)."""
    number = state.archaeologists[seat]
    return None if number < 0 else state.rules._tables.ground.moves[number].line


# --- Legal moves ---------------------------------------------------------------


def to_move(state: State) -> Mover:
    """The seat that is asked; `None` when the game is over. Chance never moves."""
    return state.mover


def legal_moves(state: State) -> tuple[Move, ...]:
    """All legal moves, each once: lays by y, x, beige first, flips of columns, of rows; in step 2 digs, last `skip`.

    >>> [str(move) for move in legal_moves(new_game(Rules()))][:3]
    ['lay 0,-1 beige', 'lay 0,-1 brown', 'lay 1,-1 beige']
    """
    tables = state.rules._tables
    if state.asked:
        return tables.digs[state.asked]
    if state.mover is None:
        return ()
    flips, lines = tables.flips, state.open_lines
    return state.lays + flips[lines & tables.cols] + flips[lines & tables.rows]


def chance_weights(_state: State) -> tuple[int, ...]:
    """Always `()`: nothing is left to chance."""
    return ()


# --- Apply ---------------------------------------------------------------------


def apply(state: State, move: Move) -> State:
    """The state after a legal move; the given one is untouched.

    Raises:
        IllegalMoveError: with the refusal of `why_illegal`.
    """
    if type(move) is Lay and not state.asked and state.mover is not None:
        tables, square = state.rules._tables, move.square
        x, y = square.x, square.y
        if tables.low <= x <= tables.high and tables.low <= y <= tables.high:
            at = y * tables.width + x + tables.origin
            if (state.covered ^ state.beige ^ state.brown) >> at & 1:
                return _lay(state, at, move.colour)
    refusal = why_illegal(state, move)
    if refusal is not None:
        raise IllegalMoveError(move, refusal)
    return apply_unchecked(state, move)


def apply_unchecked(state: State, move: Move) -> State:
    """The state after a move that the caller knows to be legal. Garbage in, garbage out."""
    tables = state.rules._tables
    if type(move) is Lay:
        square = move.square
        return _lay(state, square.y * tables.width + square.x + tables.origin, move.colour)
    if type(move) is Flip:
        return _flip(state, tables.line_number(move.line))
    if type(move) is Dig:
        return _dig(state, tables.card_bits[move.card])
    return _skip(state)


def _lay(state: State, at: int, colour: Colour) -> State:
    rules, mover, dug = state.rules, state.mover, state.dug
    assert mover is not None
    supply_0, supply_1 = state.supplies
    tables = rules._tables
    beige, brown = state.beige, state.brown
    beige_zones, brown_zones = state.beige_zones, state.brown_zones
    spot = tables.spots[at]
    tile, near = spot.tile, spot.near

    covered, edge, lays = state.covered, list(state.edge), list(state.lays)
    index = bisect_left(edge, at)
    del edge[index]
    del lays[2 * index : 2 * index + 2]
    fresh = near ^ near & covered
    if fresh:
        covered |= fresh
        for neighbour, pair in spot[fresh]:
            index = bisect_left(edge, neighbour)
            edge.insert(index, neighbour)
            lays[2 * index : 2 * index] = pair

    lines = state.open_lines
    crossing = spot.crossing
    if lines & crossing != crossing:
        lines |= crossing
        for line in state.archaeologists:  # DI-3: the lock stays, whatever is laid in the line
            if line >= 0:
                lines &= ~(1 << line)

    if colour is _BEIGE:
        beige_zones = _join(tables, beige_zones, beige, tile, near & beige)
        beige = Tiles(beige | tile)
    else:
        brown_zones = _join(tables, brown_zones, brown, tile, near & brown)
        brown = Tiles(brown | tile)

    if mover:
        supply_1 = left = supply_1 - 1
        asked = brown_zones[0] & ~dug[1]
    else:
        supply_0 = left = supply_0 - 1
        asked = beige_zones[0] & ~dug[0]
    if not asked:
        mover = _OTHER[mover] if left else None  # DI-7
    return _make(
        rules,
        beige,
        brown,
        mover,
        asked,
        (supply_0, supply_1),
        dug,
        state.archaeologists,
        0,
        covered,
        tuple(edge),
        tuple(lays),
        lines,
        beige_zones,
        brown_zones,
    )


def _join(tables: _Tables, zones: _ZonesOf, tiles: int, tile: int, touching: int) -> _ZonesOf:
    """The zones after a tile is added to those of its colour, next to these of them."""
    if not touching:
        return (zones[0] | tables.single, zones[1]) if tables.single else zones
    zone = tile | touching
    found, kept = 0, []
    for pair in zones[1]:
        if pair[0] & touching:
            zone |= pair[0]
        else:
            kept.append(pair)
            found |= pair[1]
    cards = tables.found_in(zone)
    kept.append((zone, cards))
    return found | cards | _singly(tables, tiles | tile, kept), tuple(kept)


def _flip(state: State, line: int) -> State:
    rules, mover, dug = state.rules, state.mover, state.dug
    assert mover is not None
    tables = rules._tables
    turned = (state.beige | state.brown) & tables.ground.lines[line]
    beige, brown = Tiles(state.beige ^ turned), Tiles(state.brown ^ turned)
    beige_zones, brown_zones = _zones_of(tables, beige), _zones_of(tables, brown)

    standing_0, standing_1 = state.archaeologists
    lines = state.open_lines ^ 1 << line
    if mover:
        left, standing_1 = standing_1, line
        asked = brown_zones[0] & ~dug[1]
    else:
        left, standing_0 = standing_0, line
        asked = beige_zones[0] & ~dug[0]
    if left >= 0:  # DI-2: the line it leaves is free again
        lines |= 1 << left

    stalled = state.stalled + 1 if tables.limit >= 0 else 0
    if not asked:
        mover = _OTHER[mover] if stalled != tables.limit else None  # DI-9
    return _make(
        rules,
        beige,
        brown,
        mover,
        asked,
        state.supplies,
        dug,
        (standing_0, standing_1),
        stalled,
        state.covered,
        state.edge,
        state.lays,
        lines,
        beige_zones,
        brown_zones,
    )


def _dig(state: State, card: int) -> State:
    dug_0, dug_1 = state.dug
    if state.mover:
        dug_1 = dug = dug_1 | card
    else:
        dug_0 = dug = dug_0 | card
    ends = dug == state.rules._tables.all_cards  # DI-6
    return _end_turn(state, (dug_0, dug_1), 0, ends)


def _skip(state: State) -> State:
    return _end_turn(state, state.dug, state.stalled, state.stalled == state.rules._tables.limit)  # DI-9


def _end_turn(state: State, dug: tuple[int, int], stalled: int, ends: bool) -> State:
    mover = state.mover
    assert mover is not None
    ends = ends or not state.supplies[mover]  # DI-7
    return _make(
        state.rules,
        state.beige,
        state.brown,
        None if ends else _OTHER[mover],
        0,
        state.supplies,
        dug,
        state.archaeologists,
        stalled,
        state.covered,
        state.edge,
        state.lays,
        state.open_lines,
        state.beige_zones,
        state.brown_zones,
    )


def penalty(state: State, seat: Seat) -> int:
    """A point for each square of this seat's cards not dug up, and one for each tile in its supply (DI-7)."""
    left = state.rules._tables.all_cards & ~state.dug[seat]
    return state.supplies[seat] + sum(state.rules.cards[number].size for number in bits(left))


def outcome(state: State) -> Outcome | None:
    """Who has won, the penalty points as scores (fewer is better); `None` before the end."""
    if state.mover is not None:
        return None
    scores = penalty(state, Seat(0)), penalty(state, Seat(1))
    complete = state.rules._tables.all_cards
    if complete in state.dug:  # DI-6
        winners: tuple[Seat, ...] = (Seat(state.dug.index(complete)),)
    elif scores[0] != scores[1]:
        winners = (Seat(scores.index(min(scores))),)
    elif 0 in state.supplies:  # DI-8
        winners = (Seat(state.supplies.index(0)),)
    else:
        winners = _SEATS  # DI-9
    return Outcome(winners, scores, returns_from_winners(winners, 2))


def why_illegal(state: State, move: Move) -> Refusal | None:
    """Why the one who is to move may not do this; `None` if the move is legal."""
    if state.mover is None:
        return Refusal("-", "game-over")
    anything: object = move
    if not isinstance(anything, Lay | Flip | Dig | Skip):
        return Refusal("-", "no-move")
    if type(move) is Lay:
        return Refusal("DI-5", "dig-asked") if state.asked else _why_no_lay(state, move)
    if type(move) is Flip:
        return Refusal("DI-5", "dig-asked") if state.asked else _why_no_flip(state, move)
    if type(move) is Dig:
        return _why_no_dig(state, move)
    return None if state.asked else Refusal("DI-5", "move-asked")


def _why_no_lay(state: State, move: Lay) -> Refusal | None:
    at = state.rules._tables.square_index(move.square)
    square = ("square", str(move.square))
    for colour, tiles in ((_BEIGE, state.beige), (_BROWN, state.brown)):
        if at >= 0 and tiles >> at & 1:
            return Refusal("DI-T1", "occupied", (square, ("tile", colour.value)))
    if at < 0 or not state.covered >> at & 1:
        return Refusal("DI-T1", "not-beside", (square,))
    return None


def _why_no_flip(state: State, move: Flip) -> Refusal | None:
    number = state.rules._tables.line_number(move.line)
    line = ("line", str(move.line))
    if number >= 0 and number in state.archaeologists:
        return Refusal("DI-2", "locked", (line, ("seat", state.archaeologists.index(number))))
    if number < 0 or not state.open_lines >> number & 1:
        return Refusal("DI-1", "no-tile", (line,))
    return None


def _why_no_dig(state: State, move: Dig) -> Refusal | None:
    assert state.mover is not None
    card = state.rules._tables.card_bits.get(move.card)
    name = ("card", move.card)
    if not state.asked:
        return Refusal("DI-5", "move-asked")
    if card is None:
        return Refusal("DI-5", "no-such-card", (name,))
    if state.dug[state.mover] & card:
        return Refusal("DI-5", "already-dug", (name,))
    if not state.asked & card:
        return Refusal("DI-5", "no-zone", (name, ("seat", state.mover)))
    return None


# --- Observe -------------------------------------------------------------------


@attrs.frozen
class Tile:
    """A tile on the table: where it lies and which face it shows."""

    square: Square
    colour: Colour


@attrs.frozen
class View:
    """What everybody sees: all there is. One view for both seats and for spectators."""

    rules: Rules
    step: Step
    mover: Seat | None
    """The seat that is asked, `None` when the game is over."""
    tiles: tuple[Tile, ...]
    """By y, then x, ascending."""
    archaeologists: tuple[Line | None, Line | None]
    """Seat → the line its archaeologist stands at, `None` while it is off the table."""
    supplies: tuple[int, int]
    """Seat → tiles in its supply."""
    dug: tuple[tuple[CardName, ...], tuple[CardName, ...]]
    """Seat → the cards it has dug up, in card order, whatever order they were dug up in."""
    stalled: int | None
    """Turns in a row that neither lay nor dig, the present one included; `None` without a limit (DI-9)."""


def observe(state: State, _seat: Seat | None) -> View:
    """What a seat, or a spectator (`None`), sees: everything, so the same for all."""
    beige = [Tile(square, _BEIGE) for square in squares(state, _BEIGE)]
    brown = [Tile(square, _BROWN) for square in squares(state, _BROWN)]
    return View(
        state.rules,
        state.step,
        state.mover,
        tuple(sorted(beige + brown, key=lambda tile: (tile.square.y, tile.square.x))),
        (archaeologist(state, _SEATS[0]), archaeologist(state, _SEATS[1])),
        state.supplies,
        (dug_cards(state, _SEATS[0]), dug_cards(state, _SEATS[1])),
        None if state.rules.stall_limit is None else state.stalled,
    )

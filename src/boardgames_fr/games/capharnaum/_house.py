"""A house as text: its parts, squares, rooms, walls and openings."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from typing import Final, NewType, TypeVar

import attrs

from boardgames_fr.errors import NotationError, RulesError
from boardgames_fr.games.capharnaum._plan import Plan, RoomLetter, Square, make_plan, square_name

__all__ = ["DEFAULT_HOUSE", "House", "Opening", "Part", "PartNumber", "Room", "RoomKind", "read_field"]

PartNumber = NewType("PartNumber", int)
"""A part of the board: 1 in the middle, 2 to the west of it, 3 to the east."""

T = TypeVar("T")

_WEST_TO_EAST: Final = (2, 1, 3)
_MOST_ROOMS: Final = 26
_MARKS: Final = ".*o"
MOST_SQUARES: Final = 2000
"""A house has at most so many squares, all parts together: ten of the published size. A table keeps sets of squares."""

_TABLE_LINE: Final = re.compile(r"room ([A-Z]) (bedroom|room) (\S(?:.*\S)?) / (\S(?:.*\S)?)")


class RoomKind(enum.Enum):
    """Children start in bedrooms; otherwise all rooms are alike."""

    BEDROOM = "bedroom"
    ROOM = "room"


def _row(value: object, kind: type[T], wanted: str) -> tuple[T, ...]:
    """A tuple of these, made of a list if need be: nothing that can change stays in a house."""
    items = tuple(value) if isinstance(value, (tuple, list)) else (None,)
    found = tuple([item for item in items if isinstance(item, kind)])
    if len(found) < len(items):
        raise RulesError("house", value, wanted)
    return found


def _lines(drawing: Sequence[str]) -> tuple[str, ...]:
    return _row(drawing, str, "a drawing is a tuple of lines")


def _parts(parts: Sequence[Part]) -> tuple[Part, ...]:
    return _row(parts, Part, "parts is a tuple of Part")


def _table(table: Sequence[Room]) -> tuple[Room, ...]:
    return _row(table, Room, "table is a tuple of Room")


@attrs.frozen
class Room:
    """A room: its letter in the drawing, its kind and its names (empty if the house does not name it).

    Raises:
        RulesError: a field is of a wrong type.
    """

    letter: RoomLetter
    kind: RoomKind = RoomKind.ROOM
    name_fr: str = ""
    name_en: str = ""

    def __attrs_post_init__(self) -> None:
        for value in (self.letter, self.name_fr, self.name_en):
            if not isinstance(value, str):
                raise RulesError("house", value, "a room has a letter and two names, all of them texts")
        if not isinstance(self.kind, RoomKind):
            raise RulesError("house", self.kind, "a room has a RoomKind")

    def __str__(self) -> str:
        return f"room {self.letter} {self.kind.value} {self.name_fr} / {self.name_en}"


@attrs.frozen
class Opening:
    """A door or a window: the square it is seen from, and the one behind it (`out` for the outside)."""

    square: Square
    behind: Square


@attrs.frozen
class Part:
    """One part of the board, as it is drawn: lines of borders and lines of squares in turn.

    `drawing` may be given as a list. Whether it is well drawn is for its `House` to say.

    Raises:
        RulesError: a field is of a wrong type.
    """

    number: PartNumber
    drawing: tuple[str, ...] = attrs.field(converter=_lines)

    def __attrs_post_init__(self) -> None:
        if type(self.number) is not int:
            raise RulesError("house", self.number, "a part has a number, 1 to 3")

    @property
    def height(self) -> int:
        """How many rows of squares."""
        return len(self.drawing) // 2

    @property
    def width(self) -> int:
        """How many columns of squares."""
        return len(self.drawing[0]) // 3

    def room(self, row: int, column: int) -> RoomLetter:
        """The letter of the room that the square in this row and column (from 0) belongs to."""
        return RoomLetter(self.drawing[2 * row + 1][3 * column + 1])

    def mark(self, row: int, column: int) -> str:
        """`.` plain, `*` object square, `o` green circle."""
        return self.drawing[2 * row + 1][3 * column + 2]

    def above(self, row: int, column: int) -> str:
        """The border above that square (with row = height: below the last): blank, `-` wall, `=` opening."""
        return self.drawing[2 * row][3 * column + 1]

    def left(self, row: int, column: int) -> str:
        """The border left of that square (with column = width: right of the last): blank, `|` wall, `:` opening."""
        return self.drawing[2 * row + 1][3 * column]


@attrs.frozen(cache_hash=True)
class House:
    """A house: parts side by side (2, 1, 3 from west to east), and a table of rooms.

    Make one with `House.parse(text)`; `str(house)` is that text again. Every house that exists is well drawn and has at
    most 2000 squares; whether a game can be played in some of its parts is what `check` (and so `Rules`) looks at.
    `parts` and `table` may be given as lists.

    Raises:
        NotationError: it is not well drawn: the line is that of its text.
        RulesError: a field is of a wrong type.

    >>> house = House.parse("part 1\\n+--+--+\\n|A. Ao:\\n+--+--+\\n\\nroom A bedroom chambre / bedroom\\n")
    >>> house.squares, house.openings
    (('a1', 'b1'), (Opening(square='b1', behind='out'),))
    """

    parts: tuple[Part, ...] = attrs.field(converter=_parts)
    """In the order of the text."""
    table: tuple[Room, ...] = attrs.field(default=(), converter=_table)
    """The rooms that the house names, in the order of the text."""

    def __attrs_post_init__(self) -> None:
        starts, line = [], 1
        for part in self.parts:
            starts.append(line)
            line += len(part.drawing) + 2
        _examine(self, starts, [line + index for index in range(len(self.table))])

    @classmethod
    def parse(cls, text: str) -> House:
        """The house that `text` draws: the exact inverse of `format`; blank lines and spaces at line ends are free.

        Raises:
            NotationError: the text draws no house; `text` is the line and `expected` says which and what is wrong.
        """
        parts, starts, rooms, places = _read(text)
        house = object.__new__(cls)
        object.__setattr__(house, "parts", parts)
        object.__setattr__(house, "table", rooms)
        _examine(house, starts, places)
        return cls(parts, rooms)

    def format(self) -> str:
        """The text of this house, ending in a newline: `House.parse(house.format()) == house`."""
        blocks = ["\n".join((f"part {part.number}", *part.drawing)) for part in self.parts]
        if self.table:
            blocks.append("\n".join(map(str, self.table)))
        return "\n\n".join(blocks) + "\n"

    def __str__(self) -> str:
        return self.format()

    @property
    def standing(self) -> tuple[Part, ...]:
        """The parts from west to east."""
        return tuple(part for number in _WEST_TO_EAST for part in self.parts if part.number == number)

    @property
    def squares(self) -> tuple[Square, ...]:
        """All squares of all parts, in square order (row, then column)."""
        return self.plan(self.numbers).names[:-1]

    @property
    def rooms(self) -> tuple[Room, ...]:
        """All rooms that are drawn, by letter; one that the table does not have is a plain room without a name."""
        named = {room.letter: room for room in self.table}
        drawn = {part.room(row, column) for part in self.parts for row, column in _cells(part)}
        return tuple(named.get(letter, Room(letter)) for letter in sorted(drawn))

    @property
    def openings(self) -> tuple[Opening, ...]:
        """All doors and windows with every part in play, each once, by their first square in square order."""
        return tuple(Opening(one, other) for one, other in self.plan(self.numbers).openings)

    @property
    def numbers(self) -> tuple[PartNumber, ...]:
        """The numbers of the parts, ascending."""
        return tuple(sorted(part.number for part in self.parts))

    def plan(self, parts: tuple[PartNumber, ...]) -> Plan:
        """The floor plan with these parts in play; parts that the house has not are left out."""
        return _plan(self, parts)

    def check(self, parts: tuple[PartNumber, ...], *, seats: int, adults: int) -> None:
        """Nothing, if so many children and adults can play in these parts.

        Raises:
            RulesError: field `house`; the message says what is wrong and where.
        """
        self.plan(parts).check(self, parts, seats, adults)


@lru_cache(maxsize=64)
def _plan(house: House, parts: tuple[PartNumber, ...]) -> Plan:
    return make_plan(house, parts)


def _cells(part: Part) -> list[tuple[int, int]]:
    return [(row, column) for row in range(part.height) for column in range(part.width)]


def _squares_in(drawing: Sequence[str]) -> int:
    return _area(len(drawing), len(drawing[0])) if drawing else 0


def _area(lines: int, length: int) -> int:
    return lines // 2 * max(1, length // 3)


def _check_size(line: int, text: str, squares: int) -> None:
    if squares > MOST_SQUARES:
        raise _fault(line, text, f"at most {MOST_SQUARES} squares in all parts together")


def _fault(line: int, text: str, wanted: str) -> NotationError:
    return NotationError(text, f"on line {line}, {wanted}")


def read_field(field: str, text: str) -> House | None:
    """The value of a field of `Rules` that is written in a form of its own: `house` as a drawing, `None` for others.

    Blank lines, spaces at line ends, a byte order mark and the line ends of any system are free. A text that begins
    with `"` is no drawing but JSON.

    Raises:
        NotationError: as `House.parse`.

    >>> read_field("house", str(DEFAULT_HOUSE).replace("\\n", "  \\r\\n")) == DEFAULT_HOUSE
    True
    """
    drawing = text.removeprefix("\ufeff")
    return House.parse(drawing) if field == "house" and not drawing.startswith('"') else None


def _is_table_line(line: str) -> bool:
    return _TABLE_LINE.fullmatch(line) is not None and line.count(" / ") == 1 and line.isprintable()


def _read(text: str) -> tuple[tuple[Part, ...], list[int], tuple[Room, ...], list[int]]:
    """The parts with the lines they start on, and the rooms with theirs; the drawings are not looked at."""
    drawings: list[tuple[PartNumber, int, list[str]]] = []
    rooms: list[Room] = []
    places: list[int] = []
    drawing: list[str] | None = None
    before = 0  # squares of the parts before this one
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip()
        if not line:
            drawing = None
        elif line.startswith("part "):
            if line[5:] not in ("1", "2", "3") or rooms:
                raise _fault(number, line, "`part 1`, `part 2` or `part 3`, before the table of rooms")
            if len(drawings) == len(_WEST_TO_EAST):
                raise _fault(number, line, "each part once, 1 to 3")
            before += _squares_in(drawings[-1][2]) if drawings else 0
            drawing = []
            drawings.append((PartNumber(int(line[5:])), number, drawing))
        elif line.startswith("room "):
            found = _TABLE_LINE.fullmatch(line)
            if found is None or not _is_table_line(line):
                raise _fault(number, line, "`room LETTER kind name_fr / name_en`, the kind `bedroom` or `room`")
            if len(rooms) == _MOST_ROOMS:
                raise _fault(number, line, f"at most one line for each of {_MOST_ROOMS} rooms")
            drawing = None
            rooms.append(Room(RoomLetter(found[1]), RoomKind(found[2]), found[3], found[4]))
            places.append(number)
        elif drawing is None:
            raise _fault(number, line, "`part N` and its drawing, or `room LETTER kind name_fr / name_en`")
        else:
            # An editor may have cut the blank of open floor at the end of a line.
            if drawing:  # before the line is made as long as the first: a text must not grow with its square
                _check_size(number, line, before + _area(len(drawing) + 1, len(drawing[0])))
            drawing.append(line.ljust(len(drawing[0])) if drawing else line)
    parts = tuple(Part(part, tuple(lines)) for part, _, lines in drawings)
    return parts, [start for _, start, _ in drawings], tuple(rooms), places


def _examine(house: House, starts: list[int], places: list[int]) -> None:
    """Refuses a house that is badly drawn; `starts` and `places` are the line numbers of its parts and rooms."""
    line_of: dict[PartNumber, int] = {}
    squares = 0
    for part, start in zip(house.parts, starts, strict=True):
        if part.number in line_of or part.number not in _WEST_TO_EAST:
            raise _fault(start, f"part {part.number}", "each part once, 1 to 3")
        line_of[part.number] = start
        squares += _squares_in(part.drawing)
        _check_size(start, f"part {part.number}", squares)
        _examine_lines(part, start)
        if part.height != house.parts[0].height:
            wanted = f"a part of {house.parts[0].height} rows, as high as part {house.parts[0].number}"
            raise _fault(start, f"part {part.number}", wanted)
    if 1 not in line_of:
        raise _fault(1, "", "a house with a `part 1`")
    first_column = 0
    for part in house.standing:
        _examine_floors(house, part, line_of[part.number], first_column)
        first_column += part.width
    _examine_seams(house, line_of)
    letters = {room.letter for room in house.rooms}
    for index, (room, place) in enumerate(zip(house.table, places, strict=True)):
        if room.letter not in letters:
            raise _fault(place, str(room), f"a room that is drawn: there is no {room.letter}")
        if any(room.letter == other.letter for other in house.table[:index]):
            raise _fault(place, str(room), f"one line for room {room.letter}, this is the second")
        if not _is_table_line(str(room)):
            raise _fault(place, str(room), "a room with a letter and two names")


def _examine_lines(part: Part, start: int) -> None:
    drawing = part.drawing
    if len(drawing) < 3 or len(drawing) % 2 == 0:
        raise _fault(start, f"part {part.number}", "a drawing: lines of borders and lines of squares in turn")
    length = len(drawing[0])
    for index, line in enumerate(drawing):
        place = start + 1 + index
        if length < 4 or length % 3 != 1 or len(line) != length:
            raise _fault(place, line, f"a line of {max(4, length - (length - 1) % 3)} characters")
        for at in range(0, length, 3):
            wanted = "+" if index % 2 == 0 else "|: "
            if line[at] not in wanted:
                what = "`+`" if index % 2 == 0 else "`|`, `:` or a blank"
                raise _fault(place, line, f"{what} as character {at + 1}")
            pair = line[at + 1 : at + 3]
            if index % 2 == 0 and pair not in ("--", "==", "  ", ""):
                raise _fault(place, line, f"`--`, `==` or two blanks from character {at + 2}")
            if index % 2 == 1 and pair and not ("A" <= pair[0] <= "Z" and pair[1] in _MARKS):
                raise _fault(place, line, f"a room letter and `.`, `*` or `o` from character {at + 2}")


def _examine_floors(house: House, part: Part, start: int, first_column: int) -> None:
    """Open floor has the same room on both sides; what is at a seam is compared afterwards."""
    parts = house.standing
    place = parts.index(part)
    for row in range(part.height + 1):
        for column in range(part.width):
            inside = 0 < row < part.height
            if part.above(row, column) == " " and not (inside and part.room(row - 1, column) == part.room(row, column)):
                name = square_name(first_column + column, min(row, part.height - 1))
                raise _no_floor(part, start, 2 * row, name, "between two rooms" if inside else "at the outer edge")
    for row in range(part.height):
        for column in range(part.width + 1):
            if part.left(row, column) != " ":
                continue
            name = square_name(first_column + min(column, part.width - 1), row)
            if 0 < column < part.width:
                if part.room(row, column - 1) != part.room(row, column):
                    raise _no_floor(part, start, 2 * row + 1, name, "between two rooms")
            elif not 0 <= place + (1 if column else -1) < len(parts):
                raise _no_floor(part, start, 2 * row + 1, name, "at the outer edge")


def _no_floor(part: Part, start: int, index: int, name: Square, where: str) -> NotationError:
    return _fault(start + 1 + index, part.drawing[index], f"a wall or an opening, not open floor, {where} at {name}")


def _examine_seams(house: House, line_of: dict[PartNumber, int]) -> None:
    parts = house.standing
    first_column = 0
    for west, east in pairwise(parts):
        first_column += west.width
        for row in range(west.height):
            mark, other = west.left(row, west.width), east.left(row, 0)
            later = max(west, east, key=lambda part: line_of[part.number])
            place, line = line_of[later.number] + 2 + 2 * row, later.drawing[2 * row + 1]
            name = square_name(first_column, row)
            if mark != other:
                seam = f"the seam of parts {west.number} and {east.number} alike in both, at {name}"
                raise _fault(place, line, f"{seam}: `{mark}` in part {west.number}, `{other}` in part {east.number}")
            if mark == " " and west.room(row, west.width - 1) != east.room(row, 0):
                raise _fault(place, line, f"a wall or an opening, not open floor, between two rooms at {name}")


DEFAULT_HOUSE: Final = House.parse(
    resources.files("boardgames_fr.games.capharnaum").joinpath("capharnaum_house.txt").read_text(encoding="utf-8")
)
"""The house that is shipped: three parts of 8 × 8 squares, 24 object squares and two green circles each.

The published board is not public in a form that may be used; this one is our own and fits all that is known.
"""

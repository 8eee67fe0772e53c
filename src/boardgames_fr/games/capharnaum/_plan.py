"""The floor plan of the parts in play: squares as numbers, and what is a step away from what."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NewType

import attrs

from boardgames_fr.errors import RulesError

if TYPE_CHECKING:
    from boardgames_fr.games.capharnaum._house import House, Part, PartNumber

__all__ = ["OUT", "Plan", "RoomLetter", "Square", "make_plan", "square_name"]

Square = NewType("Square", str)
"""A square's name: column letters and row number, like `k7`, or `out`, the outside."""

OUT: Final = Square("out")
"""The outside, which is one square (CA-7)."""

RoomLetter = NewType("RoomLetter", str)
"""A room, by its letter in the drawing, `A` … `Z`."""


def square_name(column: int, row: int) -> Square:
    """The name of the square in this column and row, both counted from 0.

    >>> square_name(0, 0), square_name(25, 7), square_name(26, 0), square_name(52, 9)
    ('a1', 'z8', 'aa1', 'ba10')
    """
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return Square(f"{letters}{row + 1}")


@attrs.frozen(eq=False)
class Plan:
    """The parts in play. Squares are numbered in square order, the outside last; rooms by letter."""

    names: tuple[Square, ...]
    """The squares' names; the last is `out`."""
    index: Mapping[str, int]
    """A square's name to its number; it cannot be changed."""
    cells: tuple[tuple[int, int], ...]
    """Column and row of each square on the drawing of the parts in play, both from 0; without the outside."""
    letters: tuple[RoomLetter, ...]
    """The rooms in play."""
    room: tuple[int, ...]
    """Each square's room; -1 for the outside."""
    steps: tuple[tuple[int, ...], ...]
    """The squares one step away, the outside among them, ascending."""
    objects: tuple[int, ...]
    """The object squares, ascending."""
    circles: tuple[int, ...]
    """The green circles, ascending."""
    beds: tuple[int, ...]
    """The squares of the bedrooms that are no object squares, ascending."""
    openings: tuple[tuple[Square, Square], ...]
    """Pairs of squares with an opening between them, by the first, then the second."""
    borders: tuple[tuple[int, int, bool, str], ...]
    """What is drawn between squares: column, row, whether it runs across (above that square) or down (left of it),
    and its mark, in the order of rows; open floor is left out."""
    bare: tuple[Square, ...]
    """Squares with open floor on a seam that has nothing in play behind it."""

    @property
    def out(self) -> int:
        """The number of the outside."""
        return len(self.names) - 1

    def check(self, house: House, parts: tuple[PartNumber, ...], seats: int, adults: int) -> None:
        """Nothing, if so many children and adults can play here; otherwise `RulesError`."""
        for number in parts:
            if number not in house.numbers:
                raise RulesError("house", house, f"part {number} is missing, and {seats} seats play in it")
        if self.bare:
            raise RulesError("house", house, f"{self.bare[0]} has open floor on a seam with nothing in play behind it")
        for room, letter in enumerate(self.letters):
            squares = [square for square in range(self.out) if self.room[square] == room]
            reached = self._flood(squares[:1], within=room)
            for square in squares:
                if square not in reached:
                    where = f"{self.names[squares[0]]} and {self.names[square]}"
                    raise RulesError("house", house, f"room {letter} is not connected: no way inside between {where}")
        reached = self._flood(list(self.circles))
        for square in range(self.out):
            if square not in reached:
                letter = self.letters[self.room[square]]
                raise RulesError("house", house, f"no adult can reach room {letter} from a green circle indoors")
        plain = [square for square in self.beds if square not in self.circles]
        if len(plain) < seats:
            named = ", ".join(self.names[square] for square in plain) or "none"
            raise RulesError("house", house, f"the bedrooms need {seats} plain squares, one a seat, and have {named}")
        if len(self.circles) < adults:
            named = ", ".join(self.names[square] for square in self.circles) or "none"
            raise RulesError("house", house, f"{adults} adults need as many green circles, there are {named}")

    def _flood(self, squares: list[int], within: int | None = None) -> set[int]:
        """All squares that can be walked to indoors, or inside one room."""
        reached, edge = set(squares), list(squares)
        while edge:
            for square in self.steps[edge.pop()]:
                if square not in reached and square != self.out and within in (None, self.room[square]):
                    reached.add(square)
                    edge.append(square)
        return reached


def make_plan(house: House, parts: tuple[PartNumber, ...]) -> Plan:
    """The plan of a well drawn house with these parts in play."""
    spots: dict[tuple[int, int], tuple[Part, int, int]] = {}  # row and column in the whole house -> part, row, column
    left = 0
    start = None
    for part in house.standing:
        if part.number in parts:
            start = left if start is None else start
            for row in range(part.height):
                for column in range(part.width):
                    spots[row, left + column] = (part, row, column)
        left += part.width
    order = sorted(spots)
    index = {spot: number for number, spot in enumerate(order)}
    out = len(order)
    names = (*(square_name(column, row) for row, column in order), OUT)
    steps: list[set[int]] = [set() for _ in names]
    openings: set[tuple[int, int]] = set()
    borders: dict[tuple[int, int, bool], str] = {}
    bare: list[Square] = []
    for spot in order:
        part, row, column = spots[spot]
        sides = (
            (part.above(row, column), (spot[0] - 1, spot[1]), (0, 0, True)),
            (part.above(row + 1, column), (spot[0] + 1, spot[1]), (0, 1, True)),
            (part.left(row, column), (spot[0], spot[1] - 1), (0, 0, False)),
            (part.left(row, column + 1), (spot[0], spot[1] + 1), (1, 0, False)),
        )
        here = index[spot]
        for mark, beside, (right, down, across) in sides:
            there = index.get(beside, out)
            if mark == " " and there == out:
                bare.append(names[here])
                continue
            if mark not in "|-":
                steps[here].add(there)
                steps[there].add(here)
            if mark in ":=":
                openings.add((min(here, there), max(here, there)))
            if mark != " ":
                borders[spot[1] - (start or 0) + right, spot[0] + down, across] = "=" if mark in ":=" else "-"
    drawn = [spots[spot][0].room(*spots[spot][1:]) for spot in order]
    marks = [spots[spot][0].mark(*spots[spot][1:]) for spot in order]
    letters = tuple(sorted(set(drawn)))
    bedrooms = {room.letter for room in house.table if room.kind.value == "bedroom"}
    return Plan(
        names=names,
        index=MappingProxyType({name: number for number, name in enumerate(names)}),
        cells=tuple((column - (start or 0), row) for row, column in order),
        letters=letters,
        room=(*(letters.index(letter) for letter in drawn), -1),
        steps=tuple(tuple(sorted(around)) for around in steps),
        objects=tuple(square for square in range(out) if marks[square] == "*"),
        circles=tuple(square for square in range(out) if marks[square] == "o"),
        beds=tuple(square for square in range(out) if drawn[square] in bedrooms and marks[square] != "*"),
        openings=tuple((names[one], names[other]) for one, other in sorted(openings)),
        borders=tuple((*place, mark) for place, mark in sorted(borders.items(), key=lambda item: item[0][1::-1])),
        bare=tuple(bare),
    )

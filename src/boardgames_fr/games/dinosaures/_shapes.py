"""Polyominoes: cells from a drawing, the images of a shape, and which of them stand on a grid of bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, final

__all__ = ["Cells", "Grid", "ShapeBook", "cells_of", "images", "is_connected"]

Cells: TypeAlias = tuple[tuple[int, int], ...]
"""The cells `(x, y)` of a shape, y to the north, pushed into the corner and sorted: equal iff the same as drawn."""

SQUARE: Final = "#"


def cells_of(drawing: Iterable[str]) -> Cells:
    """The cells of a drawing whose first line is the northernmost.

    >>> cells_of(("##", "#."))
    ((0, 0), (0, 1), (1, 1))
    """
    return _in_corner((x, -y) for y, line in enumerate(drawing) for x, mark in enumerate(line) if mark == SQUARE)


def _in_corner(cells: Iterable[tuple[int, int]]) -> Cells:
    found = list(cells)
    west, south = min(x for x, _ in found), min(y for _, y in found)
    return tuple(sorted((x - west, y - south) for x, y in found))


def is_connected(cells: Cells) -> bool:
    """Whether the cells hang together by their sides.

    >>> is_connected(((0, 0), (0, 1))), is_connected(((0, 0), (1, 1)))
    (True, False)
    """
    left = set(cells)
    waiting = [left.pop()]
    while waiting:
        x, y = waiting.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in left:
                left.remove(near)
                waiting.append(near)
    return not left


def images(cells: Cells, *, turned: bool, mirrored: bool) -> tuple[Cells, ...]:
    """The different shapes that turning, and turning over, make of one, sorted; the shape itself among them.

    >>> len(images(cells_of(("#..", "###")), turned=True, mirrored=True))
    8
    """
    found = set()
    for flipped in (False, True) if mirrored else (False,):
        image = _in_corner((-x, y) for x, y in cells) if flipped else cells
        for _ in range(4 if turned else 1):
            found.add(image)
            image = _in_corner((y, -x) for x, y in image)
    return tuple(sorted(found))


@final
class Grid:
    """Where the bits of a mask stand: `side` × `side` squares from `low` to `high` both ways, row after row from the
    south, with an empty column and an empty row so that steps never wrap round.
    """

    __slots__ = ("columns", "high", "low", "origin", "rows", "side", "width")

    def __init__(self, reach: int) -> None:
        self.low, self.high = -reach, reach + 1
        self.side = 2 * reach + 2
        self.width = self.side + 1
        self.origin = (reach + 1) * self.width + reach
        row = (1 << self.side) - 1
        column = sum(1 << y * self.width for y in range(1, self.side + 1))
        self.columns = tuple(column << x for x in range(self.side))
        self.rows = tuple(row << y * self.width for y in range(1, self.side + 1))

    def index(self, x: int, y: int) -> int:
        """The bit of a square."""
        return y * self.width + x + self.origin

    def place(self, index: int) -> tuple[int, int]:
        """The square of a bit: x, y."""
        y, x = divmod(index, self.width)
        return x + self.low, y - 1 + self.low

    def spread(self, mask: int) -> int:
        """The squares that touch one of these by a side; some of these may be among them."""
        return mask << 1 | mask >> 1 | mask << self.width | mask >> self.width

    def zones(self, mask: int) -> list[int]:
        """The groups of these squares that hang together by their sides, by their lowest bits."""
        larger = self.larger_zones(mask)
        single = mask - sum(larger)
        return sorted((*larger, *(1 << at for at in bits(single))), key=lambda zone: zone & -zone)

    def larger_zones(self, mask: int) -> list[int]:
        """The groups of two squares or more, by their lowest bits."""
        width, found = self.width, []
        mask &= mask << 1 | mask >> 1 | mask << width | mask >> width
        while mask:
            # The lowest square has nothing to its west or its south.
            low = mask & -mask
            zone = new = (low << 1 | low << width) & mask
            zone |= low
            mask ^= zone
            while True:
                new = (new << 1 | new >> 1 | new << width | new >> width) & mask
                if not new:
                    break
                zone |= new
                mask ^= new
            found.append(zone)
        return found


def bits(mask: int) -> Iterator[int]:
    """The indices of the set bits, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@final
class ShapeBook:
    """Which shapes a zone on a grid has. A shape's number is its place in `shapes`; several are a mask of numbers."""

    __slots__ = ("_exact", "_images", "_sizes", "_within")

    def __init__(self, grid: Grid, shapes: tuple[tuple[Cells, ...], ...], *, within: bool) -> None:
        self._within = within
        # A translation moves all bits of a mask alike: what stays is the distance of each bit from the lowest. That
        # tells shapes apart only if they fit on the grid; no zone has one that does not.
        self._images = tuple(
            (1 << number, tuple(_offsets(grid, image) for image in kinds if _fits(grid, image)))
            for number, kinds in enumerate(shapes)
        )
        self._exact = {sum(1 << off for off in image): bit for bit, kinds in self._images for image in kinds}
        self._sizes = frozenset(len(image) for _, kinds in self._images for image in kinds)

    def found_in(self, zone: int) -> int:
        """The shapes that this zone is; `within`: that some connected part of it is."""
        if self._within:
            return self._contained_in(zone)
        if zone.bit_count() not in self._sizes:
            return 0
        return self._exact.get(zone >> (zone & -zone).bit_length() - 1, 0)

    def _contained_in(self, zone: int) -> int:
        return sum(bit for bit, kinds in self._images if any(_holds(zone, offsets) for offsets in kinds))


def _fits(grid: Grid, cells: Cells) -> bool:
    return all(x < grid.side and y < grid.side for x, y in cells)


def _offsets(grid: Grid, cells: Cells) -> tuple[int, ...]:
    indices = sorted(grid.index(x, y) for x, y in cells)
    return tuple(index - indices[0] for index in indices)


def _holds(zone: int, offsets: tuple[int, ...]) -> bool:
    # The bits left are the places where the shape's lowest square can stand.
    left = zone
    for offset in offsets:
        left &= zone >> offset
        if not left:
            return False
    return True

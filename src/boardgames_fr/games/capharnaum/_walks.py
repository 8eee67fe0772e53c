"""Where a pawn can walk: the results of all walks, as sortable numbers.

A *board* is a set of squares as the bits of one int, so that a whole set takes a step at once. A search runs level by
level over *layers*, one board each: for a child one layer for each set of object squares that it has crossed and may
drop on, for an adult one for each set of rooms that it has entered and may catch in. Nothing is looked at twice, and
every bit of a layer is a result. A *key* is a result as an int: the end square, then the drops (or the rooms), packed
so that keys sort as the moves do.

Nothing here keeps a position: tables depend on the house, and every cache is bounded and holds only what its key says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from boardgames_fr.games.capharnaum._plan import Plan

__all__ = ["LONGEST", "Keys", "Walks", "squares_of"]

LONGEST: Final = 6
"""The highest token."""

_KEPT = 1 << 15
"""How many entries a cache may have before it is emptied."""

Keys: TypeAlias = Mapping[int, Sequence[int]]
"""For each token the keys of all results, ascending."""


def squares_of(board: int) -> list[int]:
    """The squares of a board, ascending.

    >>> squares_of(0b10010)
    [1, 4]
    """
    squares = []
    while board:
        low = board & -board
        squares.append(low.bit_length() - 1)
        board ^= low
    return squares


class _Tails(dict[int, int]):
    """A set of object squares, or of rooms, as bits → the part of a key that it is."""

    __slots__ = ("number", "walks")

    def __init__(self, walks: Walks, number: Mapping[int, int] | Sequence[int]) -> None:
        super().__init__()
        self.walks = walks
        self.number = number

    def __missing__(self, chosen: int) -> int:
        tail = self.walks.key(0, [self.number[one] for one in squares_of(chosen)])
        if len(self) >= _KEPT:
            self.clear()
        self[chosen] = tail
        return tail


def _from(plan: Plan, width: int, same_room: set[bool]) -> tuple[int, int, int, int]:
    """The squares from which one can step east, west, south, north to one of the same room, or of another."""
    east, west, south, north = (
        sum(
            1 << square
            for square in range(plan.out)
            if square + by in plan.steps[square]
            and square + by != plan.out
            and (plan.room[square] == plan.room[square + by]) in same_room
        )
        for by in (1, -1, width, -width)
    )
    return east, west, south, north


class Walks:
    """The walks of one house: `child` and `adult` give the results of a search, `spell` reads a key."""

    def __init__(self, plan: Plan, *, pass_through: bool) -> None:
        self.pass_through = pass_through
        self.out = out = plan.out
        self.width = width = max(column for column, _ in plan.cells) + 1
        self.objects = sum(1 << square for square in plan.objects)
        """The object squares."""
        self.rooms = (
            *(sum(1 << s for s in range(out) if plan.room[s] == room) for room in range(len(plan.letters))),
            0,
        )
        """Each room's squares; the last is the outside's (which is in no room)."""
        self.standing = (1 << out + 1) - 1 & ~self.objects
        """Where a walk may end, the outside included (CA-3)."""
        self.everywhere = (1 << out + 1) - 1
        self.beside = tuple(sum(1 << after for after in around if after != out) for around in plan.steps)
        """A square → the squares one step away, indoors."""
        self.porch = self.beside[out]
        """The squares with an opening to the outside."""
        self.steps = _from(plan, width, {True, False})
        """The squares from which one can step east, west, south, north, indoors."""
        self.indoors = _from(plan, width, {True})
        """The same inside one room."""
        self.through = _from(plan, width, {False})
        """The same into another room."""
        self.doors = self.through[0] | self.through[1] | self.through[2] | self.through[3]
        self.number = {square: number for number, square in enumerate(plan.objects)}
        """An object square → its number among them."""
        self.digit = max(len(plan.objects), len(plan.letters)).bit_length()
        self.end_shift = self.digit * LONGEST
        self._tails = _Tails(self, self.number)
        self._room_tails = _Tails(self, range(len(plan.letters)))

    def key(self, end: int, chosen: Iterable[int]) -> int:
        """The key of a result: `end`, then `chosen` (numbers of object squares, or rooms, ascending)."""
        key, at = end << self.end_shift, self.end_shift
        for number in chosen:
            at -= self.digit
            key |= number + 1 << at
        return key

    def spell(self, key: int) -> tuple[int, tuple[int, ...]]:
        """The end and the chosen numbers of a key."""
        chosen, at = [], self.end_shift
        while key & (1 << at) - 1:
            at -= self.digit
            chosen.append((key >> at & (1 << self.digit) - 1) - 1)
        return key >> self.end_shift, tuple(chosen)

    def child(self, square: int, pawns: int, droppable: int, reserve: int, tokens: int) -> Keys:
        """What a child on `square` can do with each of its `tokens` (as bits).

        `pawns` is the board of the squares where no walk may end because of another pawn (the outside among them if it
        is taken), `droppable` that of the object squares where it may drop now.
        """
        ends = self.standing & ~pawns
        free = self.everywhere if self.pass_through else ~pawns
        (east, west, south, north), width, porch, out = self.steps, self.width, self.porch, 1 << self.out
        tails, shift = self._tails, self.end_shift
        top = tokens.bit_length() - 1
        reached: dict[int, int] = {0: 0}
        fresh = {0: 1 << square}
        found: dict[int, Sequence[int]] = {}
        keys: list[int] = []
        for token in range(1, top + 1):
            following: dict[int, int] = {}
            for crossed, board in fresh.items():
                after = (board & east) << 1 | (board & west) >> 1 | (board & south) << width | (board & north) >> width
                if board & porch:
                    after |= out
                if board & out:
                    after |= porch
                after &= free & ~reached[crossed]
                if not after:
                    continue
                following[crossed] = following.get(crossed, 0) | after
                # A layer begins on the square where one more object can be dropped; no walk ends there, so not last.
                hits = after & droppable & ~crossed
                if hits and token < top and crossed.bit_count() < reserve:
                    while hits:
                        low = hits & -hits
                        hits ^= low
                        layer = crossed | low
                        if not reached.setdefault(layer, 0) & low:
                            following[layer] = following.get(layer, 0) | low
            for crossed, board in following.items():
                reached[crossed] |= board
                board &= ends
                if board:
                    tail = tails[crossed]
                    while board:
                        low = board & -board
                        keys.append(low.bit_length() - 1 << shift | tail)
                        board ^= low
            if tokens >> token & 1:
                keys.sort()
                found[token] = keys.copy()
            fresh = following
        return found

    def adult(self, square: int, pawns: int, swept: Sequence[tuple[int, int]], rooms: int, tokens: int) -> Keys:
        """What an adult on `square` can do with each of these tokens.

        `pawns` is the board of all other pawns, `swept` the squares of the children that it may end on, each with its
        room, `rooms` the rooms where it can catch somebody (as bits).
        """
        ends = self.standing & ~pawns
        free = self.everywhere if self.pass_through else ~pawns
        (east, west, south, north), width, shift = self.steps, self.width, self.end_shift
        tails = self._room_tails
        targets = [(self.beside[child], child << shift, ~(1 << room)) for child, room in swept]
        watched = [(1 << room, self.rooms[room]) for room in squares_of(rooms)]
        doors = self.doors if watched else 0
        reached: dict[int, int] = {0: 0}
        fresh = {0: 1 << square}
        found: dict[int, Sequence[int]] = {}
        keys: list[int] = []
        sweeps: set[int] = set()
        for token in range(1, tokens.bit_length()):
            following: dict[int, int] = {}
            for entered, board in fresh.items():
                for beside, end, others in targets:
                    if board & beside:
                        sweeps.add(end | tails[entered & others])
                if board & doors:
                    came = self._step(board, self.through) & free
                    after = self._step(board, self.indoors) & free
                    for bit, room in watched:
                        into = came & room
                        if into:
                            came ^= into
                            following[entered | bit] = following.get(entered | bit, 0) | into
                    after |= came
                else:
                    after = (
                        (board & east) << 1 | (board & west) >> 1 | (board & south) << width | (board & north) >> width
                    ) & free
                if after:
                    following[entered] = following.get(entered, 0) | after
            fresh = {}
            for entered, board in following.items():
                board &= ~reached.setdefault(entered, 0)
                if board:
                    fresh[entered] = board
                    reached[entered] |= board
                    tail = tails[entered]
                    keys += [end << shift | tail for end in squares_of(board & ends)]
            if tokens >> token & 1:
                keys.sort()
                found[token] = sorted([*keys, *sweeps]) if sweeps else keys.copy()
        return found

    def _step(self, board: int, steps: tuple[int, int, int, int]) -> int:
        """The board one step on, of those steps that are from squares of `steps`."""
        east, west, south, north = steps
        return (board & east) << 1 | (board & west) >> 1 | (board & south) << self.width | (board & north) >> self.width

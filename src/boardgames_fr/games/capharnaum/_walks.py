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

_KEPT = 32_768
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


class _Boards(dict[int, tuple[int, tuple[int, ...]]]):
    """A board → the board one step on, the outside included; and its squares where a walk may end, as parts of keys."""

    __slots__ = ("walks",)

    def __init__(self, walks: Walks) -> None:
        super().__init__()
        self.walks = walks

    def __missing__(self, board: int) -> tuple[int, tuple[int, ...]]:
        walks = self.walks
        around, end_keys = walks.around, walks.end_keys
        after, ends = 0, []
        for square in squares_of(board):
            after |= around[square]
            if square in end_keys:
                ends.append(end_keys[square])
        if len(self) >= _KEPT:
            self.clear()
        found = self[board] = after, tuple(ends)
        return found


class _Doorways(dict[int, tuple[int, int]]):
    """A board → the boards one step on in the same rooms, and in other rooms."""

    __slots__ = ("walks",)

    def __init__(self, walks: Walks) -> None:
        super().__init__()
        self.walks = walks

    def __missing__(self, board: int) -> tuple[int, int]:
        inside = came = 0
        for square in squares_of(board):
            same = self.walks.rooms[self.walks.plan.room[square]]
            inside |= self.walks.around[square] & same
            came |= self.walks.around[square] & ~same
        if len(self) >= _KEPT:
            self.clear()
        self[board] = inside, came
        return inside, came


class Walks:
    """The walks of one house: `child` and `adult` give the results of a search, `spell` reads a key."""

    def __init__(self, plan: Plan, *, pass_through: bool) -> None:
        self.plan = plan
        self.pass_through = pass_through
        self.out = out = plan.out
        self.objects = sum(1 << square for square in plan.objects)
        """The object squares."""
        self.rooms = (
            *(sum(1 << s for s in range(out) if plan.room[s] == room) for room in range(len(plan.letters))),
            0,
        )
        """Each room's squares; the last is the outside's (which is in no room)."""
        self.indoors = (1 << out) - 1
        """All squares but the outside."""
        self.around = tuple(sum(1 << after for after in around) for around in plan.steps)
        """A square → the squares one step away, the outside among them."""
        self.doors = sum(
            1 << s for s in range(out) if any(plan.room[a] not in (plan.room[s], -1) for a in plan.steps[s])
        )
        """The squares from which one can step into another room."""
        self.number = {square: number for number, square in enumerate(plan.objects)}
        """An object square → its number among them."""
        self.digit = max(len(plan.objects), len(plan.letters)).bit_length()
        self.end_shift = self.digit * LONGEST
        self.end_keys = {s: s << self.end_shift for s in range(len(plan.names)) if s not in plan.objects}
        """A square where a walk may end, the outside included → the part of a key that it is as an end (CA-3)."""
        self._boards = _Boards(self)
        self._doorways = _Doorways(self)
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
        crossing = self.pass_through
        free = -1 if crossing else ~pawns
        boards, tails, steps = self._boards, self._tails, self.around
        top = tokens.bit_length() - 1
        left: dict[int, int] = {0: free}  # what a layer has not reached yet
        fresh = {0: steps[square]}  # what is one step from what it has just reached
        found: dict[int, Sequence[int]] = {}
        keys: list[int] = []
        for token in range(1, top + 1):
            following: dict[int, int] = {}
            begun: list[tuple[int, int]] = []
            for crossed, board in fresh.items():
                after = board & left[crossed]
                if not after:
                    continue
                left[crossed] ^= after
                following[crossed], ends = boards[after]
                if crossing:
                    ends = boards[after & ~pawns][1]
                if not crossed:
                    keys += ends
                elif ends:
                    tail = tails[crossed]
                    keys += [end | tail for end in ends]
                hits = after & droppable & ~crossed
                if hits and token < top and crossed.bit_count() < reserve:
                    # A layer begins on the square where one more object can be dropped; no walk ends there, so not in
                    # the last step. (What a layer reaches, those with fewer objects have reached: it is always new.)
                    while hits:
                        low = hits & -hits
                        hits ^= low
                        begun.append((crossed | low, low))
            for layer, low in begun:
                left[layer] = left.get(layer, free) ^ low
                following[layer] = following.get(layer, 0) | steps[low.bit_length() - 1]
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
        crossing = self.pass_through
        boards, tails, doorways, doors = self._boards, self._room_tails, self._doorways, self.doors
        free = self.indoors if crossing else self.indoors & ~pawns
        targets = [(self.around[child], child << self.end_shift, ~(1 << room)) for child, room in swept]
        watched = [(1 << room, self.rooms[room]) for room in squares_of(rooms)]
        left: dict[int, int] = {}  # what a layer has not reached yet
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
                if watched and board & doors:
                    after, came = doorways[board]
                    for bit, room in watched:
                        into = came & room
                        if into:
                            came ^= into
                            following[entered | bit] = following.get(entered | bit, 0) | into
                    after |= came
                else:
                    after = boards[board][0]
                following[entered] = following.get(entered, 0) | after
            fresh = {}
            for entered, board in following.items():
                board &= left.setdefault(entered, free)
                if board:
                    left[entered] ^= board
                    fresh[entered] = board
                    ends = boards[board & ~pawns if crossing else board][1]
                    tail = tails[entered]
                    keys += [end | tail for end in ends] if tail else ends
            if tokens >> token & 1:
                keys.sort()
                found[token] = sorted([*keys, *sweeps]) if sweeps else keys.copy()
        return found

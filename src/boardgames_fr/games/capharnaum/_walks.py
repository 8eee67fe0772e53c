"""Where a pawn can walk: the results of all walks, as sortable numbers.

A search runs breadth first over nodes, one int each: the square in the low bits, above it a set. For a child the set
is the object squares it has crossed and may drop on, numbered anew from each start square so that a node stays a small
int; for an adult it is the rooms it has entered and may catch in. A *key* is a result: the end square, then the drops
(or the rooms), packed so that keys sort as the moves do.

Nothing here keeps a position: tables depend on the house, and every cache is bounded and holds only what its key says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import combinations
from typing import Final, TypeAlias

from boardgames_fr.games.capharnaum._plan import Plan

__all__ = ["LONGEST", "Keys", "Start", "Walks"]

LONGEST: Final = 6
"""The highest token."""

_KEPT = 1 << 15
"""How many entries a cache may have before it is emptied."""

Keys: TypeAlias = Mapping[int, Sequence[int]]
"""For each token the keys of all results, ascending."""


class _Drops(dict[int, tuple[int, ...]]):
    """A child's node, for one start square -> the keys of all sets of drops that a walk to this node allows."""

    __slots__ = ("numbers", "walks")

    def __init__(self, walks: Walks, numbers: tuple[int, ...]) -> None:
        super().__init__()
        self.walks = walks
        self.numbers = numbers

    def __missing__(self, node: int) -> tuple[int, ...]:
        walks = self.walks
        crossed = node >> walks.shift
        places = [number for bit, number in enumerate(self.numbers) if crossed >> bit & 1]
        found = tuple(
            walks.key(node & walks.square_bits, chosen)
            for count in range(len(places) + 1)
            for chosen in combinations(places, count)
        )
        if len(self) >= _KEPT >> 3:
            self.clear()
        self[node] = found
        return found


class _Rooms(dict[int, int]):
    """An adult's node -> its key."""

    __slots__ = ("walks",)

    def __init__(self, walks: Walks) -> None:
        super().__init__()
        self.walks = walks

    def __missing__(self, node: int) -> int:
        walks = self.walks
        entered = node >> walks.shift
        key = walks.key(node & walks.square_bits, [room for room in range(entered.bit_length()) if entered >> room & 1])
        if len(self) >= _KEPT:
            self.clear()
        self[node] = key
        return key


class Start:
    """What a child's search from one square needs: what is near, its own numbering of object squares, the steps."""

    __slots__ = ("drops", "near", "numbered", "objects", "steps")

    def __init__(self, walks: Walks, square: int) -> None:
        plan = walks.plan
        edge, before_last = {square}, {square}
        for _ in range(LONGEST - 1):
            edge = {after for before in edge for after in plan.steps[before]} - before_last
            before_last |= edge
        self.near = frozenset(before_last.union(*(plan.steps[before] for before in edge)))
        """The squares that a walk can touch."""
        # No walk ends on an object square, so those that count are one step nearer; the start can be among them.
        numbers = tuple(number for number, place in enumerate(plan.objects) if place in before_last)
        self.objects = sum(1 << number for number in numbers)
        """The object squares that a walk can cross, as a set of numbers."""
        self.numbered = tuple((1 << number, 1 << walks.shift + bit) for bit, number in enumerate(numbers))
        self.drops = _Drops(walks, numbers)
        local = {plan.objects[number]: 1 << walks.shift + bit for bit, number in enumerate(numbers)}
        self.steps = {
            walks.code[before]: tuple(walks.code[after] | local.get(after, 0) for after in plan.steps[before])
            for before in sorted(before_last)
        }


class Walks:
    """The walks of one house: `child` and `adult` give the results of a search, `spell` reads a key."""

    def __init__(self, plan: Plan, *, pass_through: bool) -> None:
        self.plan = plan
        self.pass_through = pass_through
        bits = len(plan.names).bit_length()
        self.flag = 1 << bits
        """Set in the code of an object square, where no walk ends."""
        self.shift = bits + 1
        self.square_bits = self.flag - 1
        self.code_bits = (1 << self.shift) - 1
        objects = set(plan.objects)
        self.code = tuple(s | self.flag if s in objects else s for s in range(len(plan.names)))
        self.digit = max(len(plan.objects), len(plan.letters)).bit_length()
        self.end_shift = self.digit * LONGEST
        self._starts: dict[int, Start] = {}
        self._rooms = _Rooms(self)
        self._indoors = {
            self.code[before]: tuple(
                self.code[after] | (1 << self.shift + plan.room[after] if plan.room[after] != plan.room[before] else 0)
                for after in plan.steps[before]
                if after != plan.out
            )
            for before in range(plan.out)
        }

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

    def start(self, square: int) -> Start:
        """What is near a square, for a child."""
        start = self._starts.get(square)
        if start is None:
            start = self._starts[square] = Start(self, square)
        return start

    def child(self, square: int, pawns: Set[int], droppable: int, reserve: int, tokens: int) -> Keys:
        """What a child on `square` can do with each of its `tokens` (a set of numbers, as bits).

        `pawns` are the squares where no walk may end because of another pawn (the outside among them if it is taken),
        `droppable` the object squares where it may drop now.
        """
        start = self.start(square)
        kept = 0
        for number, bit in start.numbered:
            if droppable & number:
                kept |= bit
        steps = start.steps if self.pass_through else self._without(start.steps, pawns)
        no_end = frozenset(pawns) if self.pass_through else frozenset()
        too_many = (1 << self.digit * (LONGEST - reserve)) - 1 if reserve < LONGEST else 0
        flag, code_bits, drops = self.flag, self.code_bits, start.drops
        found: dict[int, Sequence[int]] = {}
        keys: set[int] = set()
        edge = {self.code[square]}
        seen: set[int] = set()
        for token in range(1, tokens.bit_length()):
            edge = {node & kept | step for node in edge for step in steps[node & code_bits]} - seen
            seen |= edge
            if no_end:
                keys.update(*[drops[node] for node in edge if node & code_bits not in no_end and not node & flag])
            else:
                keys.update(*[drops[node] for node in edge if not node & flag])
            if tokens >> token & 1:
                found[token] = sorted([key for key in keys if not key & too_many] if too_many else keys)
        return found

    def adult(self, square: int, pawns: Set[int], swept: Set[int], rooms: int, tokens: int) -> Keys:
        """What an adult on `square` can do with each of these tokens.

        `pawns` are the squares of all other pawns, `swept` those of them where it may end on a child, `rooms` those
        where it can catch somebody (as bits).
        """
        plan = self.plan
        kept = rooms << self.shift
        steps = self._indoors if self.pass_through else self._without(self._indoors, pawns)
        targets = [
            (child, kept & ~(1 << self.shift + plan.room[child]), {self.code[step] for step in plan.steps[child]})
            for child in swept
        ]
        flag, code_bits, key = self.flag, self.code_bits, self._rooms
        result = kept | self.square_bits
        found: dict[int, Sequence[int]] = {}
        keys: set[int] = set()
        edge = {self.code[square]}
        seen: set[int] = set()
        for token in range(1, tokens.bit_length()):
            for child, others, beside in targets:
                keys.update([key[node & others | child] for node in edge if node & code_bits in beside])
            edge = {node & kept | step for node in edge for step in steps[node & code_bits]} - seen
            seen |= edge
            keys.update([key[node & result] for node in edge if not node & flag and node & code_bits not in pawns])
            if tokens >> token & 1:
                found[token] = sorted(keys)
        return found

    def _without(self, steps: dict[int, tuple[int, ...]], pawns: Set[int]) -> dict[int, tuple[int, ...]]:
        """The same steps but those onto a pawn."""
        steps = steps.copy()
        code, code_bits = self.code, self.code_bits
        for pawn in pawns:
            taken = code[pawn]
            for beside in self.plan.steps[pawn]:
                before = code[beside]
                if before in steps:
                    steps[before] = tuple([step for step in steps[before] if step & code_bits != taken])
        return steps

"""One walk: the shortest that does what a move says, for animation and to see what is in the way."""

from __future__ import annotations

from collections.abc import Callable, Set

from boardgames_fr.games.capharnaum._plan import Plan

__all__ = ["adult_route", "child_route"]


def child_route(plan: Plan, start: int, end: int, drops: tuple[int, ...], closed: Set[int]) -> tuple[int, ...] | None:
    """The squares of a shortest walk from `start` to `end` over all of `drops`, both ends included.

    `None`: there is none of any length. `closed` squares are not crossed; of several shortest walks the first in
    square order.
    """
    bits = {square: 1 << bit for bit, square in enumerate(drops)}

    def crossed(_before: int, after: int) -> int:
        return bits.get(after, 0)

    return _search(plan.steps, start, (end, (1 << len(drops)) - 1), crossed, closed)


def adult_route(
    plan: Plan, start: int, end: int, rooms: tuple[int, ...] | None, catchable: Set[int], closed: Set[int]
) -> tuple[int, ...] | None:
    """The same for an adult, indoors, entering of the `catchable` rooms exactly `rooms` (`None`: never mind)."""
    bits = {room: 1 << room for room in catchable} if rooms is not None else {}

    def entered(before: int, after: int) -> int:
        room = plan.room[after]
        return bits.get(room, 0) if room != plan.room[before] else 0

    goal = (end, sum(1 << room for room in rooms or ()))
    return _search(plan.steps, start, goal, entered, {*closed, plan.out})


def _search(
    steps: tuple[tuple[int, ...], ...],
    start: int,
    goal: tuple[int, int],
    gained: Callable[[int, int], int],
    closed: Set[int],
) -> tuple[int, ...] | None:
    # The walk has at least one step, so the goal is looked for before the start counts as reached.
    came_from: dict[tuple[int, int], tuple[int, int] | None] = {(start, 0): None}
    edge = [(start, 0)]
    while edge:
        following = []
        for node in edge:
            for after in steps[node[0]]:
                reached = (after, node[1] | gained(node[0], after))
                if reached == goal:
                    walk, back = [after], came_from[node]
                    walk.append(node[0])
                    while back is not None:
                        walk.append(back[0])
                        back = came_from[back]
                    return tuple(reversed(walk))
                if reached not in came_from and after not in closed and not reached[1] & ~goal[1]:
                    came_from[reached] = node
                    following.append(reached)
        edge = following
    return None

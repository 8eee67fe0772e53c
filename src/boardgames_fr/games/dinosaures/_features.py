"""A view as numbers for learners: everything in it, at places that `feature_names` names."""

from __future__ import annotations

from functools import lru_cache

from boardgames_fr.games.dinosaures._notation import reachable
from boardgames_fr.games.dinosaures._rules import Axis, Colour, Line, Rules, Square, Step, View

_STEPS = {Step.MOVE: 0, Step.DIG: 1, Step.OVER: 2}
_NOBODY = 2


def feature_names(rules: Rules) -> tuple[str, ...]:
    """What stands where, the same for every view under these rules.

    `tile X,Y` for every square that a tile can ever reach: 0 empty, 1 beige, 2 brown. `line col X`, `line row Y`: 0,
    or 1 with seat 0's archaeologist, 2 with seat 1's. `supply S`, `dug S NAME` (0 or 1). `step`: 0 lay or flip, 1
    dig, 2 over. `mover`: the seat, 2 for nobody. `stalled`, if the rules have a limit.

    >>> len(feature_names(Rules())), feature_names(Rules())[0]
    (379, 'tile 0,-11')
    """
    tiles = [f"tile {square}" for square in reachable(rules)]
    lines = [f"line {line}" for line in _lines(rules)]
    supplies = [f"supply {seat}" for seat in (0, 1)]
    dug = [f"dug {seat} {card.name}" for seat in (0, 1) for card in rules.cards]
    stalled = [] if rules.stall_limit is None else ["stalled"]
    return (*tiles, *lines, *supplies, *dug, "step", "mover", *stalled)


def feature_bounds(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Lowest and highest value of each feature, aligned with `feature_names`."""
    stalled = [] if rules.stall_limit is None else [(0, rules.stall_limit)]
    threes = len(reachable(rules)) + len(_lines(rules))
    digs = 2 * len(rules.cards)
    return (*[(0, 2)] * threes, *[(0, rules.tiles)] * 2, *[(0, 1)] * digs, (0, 2), (0, 2), *stalled)


def features(view: View) -> tuple[int, ...]:
    """The view as numbers, aligned with `feature_names`."""
    rules = view.rules
    squares, lines = _places(rules)
    tiles = [0] * len(squares)
    for tile in view.tiles:
        tiles[squares[tile.square]] = 1 if tile.colour is Colour.BEIGE else 2
    standing = [0] * len(lines)
    for seat, line in enumerate(view.archaeologists):
        if line is not None:
            standing[lines[line]] = seat + 1
    dug = [int(card.name in view.dug[seat]) for seat in (0, 1) for card in rules.cards]
    mover = _NOBODY if view.mover is None else view.mover
    stalled = () if view.stalled is None else (view.stalled,)
    return (*tiles, *standing, *view.supplies, *dug, _STEPS[view.step], mover, *stalled)


def _lines(rules: Rules) -> tuple[Line, ...]:
    reach = 2 * rules.tiles - 1
    return tuple(Line(axis, number) for axis in Axis for number in range(-reach, reach + 2))


@lru_cache(maxsize=8)
def _places(rules: Rules) -> tuple[dict[Square, int], dict[Line, int]]:
    return (
        {square: index for index, square in enumerate(reachable(rules))},
        {line: index for index, line in enumerate(_lines(rules))},
    )

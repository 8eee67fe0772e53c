"""The game's own bots, from the view alone: they differ in what they remember and how they reckon."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from boardgames_fr.chance import below
from boardgames_fr.game import CHANCE
from boardgames_fr.games.domestication._deck import CardName, Year
from boardgames_fr.games.domestication._rules import Move, Place, View

Bot: TypeAlias = Callable[[View, tuple[Move, ...]], Move]
"""Chooses one of the moves, from what its seat sees."""


def easy(rng: Random) -> Bot:
    """A player who forgets every year at once and places any card anywhere."""

    def policy(_view: View, moves: tuple[Move, ...]) -> Move:
        return moves[below(rng, len(moves))]

    return policy


def medium(rng: Random) -> Bot:
    """A player who remembers: it plays a card that has been turned up before, rightly; otherwise any card anywhere."""

    def policy(view: View, moves: tuple[Move, ...]) -> Move:
        known = _known(view)
        right = [move for move in moves if isinstance(move, Place) and _is_right(view, known, move)]
        if right:
            return right[0]
        return moves[below(rng, len(moves))]

    return policy


def hard(rng: Random) -> Bot:
    """A player who remembers and reckons: it knows which years are still unknown, not whose they are.

    It plays what it knows first, since every error of the others leaves fewer years to guess among; then any other
    card into the gap where most of the unknown years fit.
    """
    cautious = medium(rng)

    def policy(view: View, moves: tuple[Move, ...]) -> Move:
        known = _known(view)
        places = [move for move in moves if isinstance(move, Place)]
        if not places or any(move.name in known for move in places):
            return cautious(view, moves)
        years = [card.year for card in view.timeline]
        fitting = [_fitting(view.unknown, years, gap) for gap in range(len(years) + 1)]
        most = max(fitting)
        best = [move for move in places if fitting[move.gap] == most]
        return best[below(rng, len(best))]

    return policy


def _known(view: View) -> Mapping[CardName, Year]:
    """The years of the mover's cards that have been turned up before."""
    if view.mover is None or view.mover is CHANCE:
        return {}
    return {held.name: held.year for held in view.hands[view.mover] if held.year is not None}


def _is_right(view: View, known: Mapping[CardName, Year], move: Place) -> bool:
    year = known.get(move.name)
    if year is None:
        return False
    years = [card.year for card in view.timeline]
    return bisect_left(years, year) <= move.gap <= bisect_right(years, year)


def _fitting(unknown: Sequence[Year], timeline: Sequence[Year], gap: int) -> int:
    """How many of the unknown years are right in this gap."""
    low = bisect_left(unknown, timeline[gap - 1]) if gap else 0
    high = bisect_right(unknown, timeline[gap]) if gap < len(timeline) else len(unknown)
    return high - low


POLICIES: Final[Mapping[str, Callable[[Random], Bot]]] = MappingProxyType(
    {"easy": easy, "medium": medium, "hard": hard}
)
"""The bots by name, weakest first; each is made from a generator of its own."""

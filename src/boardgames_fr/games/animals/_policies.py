"""The game's own bots. What tells players apart here is the eye: whether a match is seen, and named rightly."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from boardgames_fr.chance import below
from boardgames_fr.game import Seat
from boardgames_fr.games.animals._rules import Call, Move, View

Policy: TypeAlias = Callable[[View, tuple[Move, ...]], Move]
"""A bot of this game: from what its seat sees and its legal moves, one of these."""


def caller(rng: Random, *, reaction: int, mistakes: int) -> Policy:
    """A bot that answers from its view alone, with the failings of a player at a real table.

    `reaction`: in how many of 100 windows it speaks at all, otherwise it is silent. `mistakes`: how many of 100 of
    its calls are of any animal at random. All its other calls are correct; where several would be, it calls the
    largest pile, of equal ones the nearest on its left.

    Raises:
        ValueError: one of them is not from 0 to 100.
    """
    if not (0 <= reaction <= 100 and 0 <= mistakes <= 100):
        raise ValueError(f"caller: from 0 to 100, not {reaction} and {mistakes}")

    def policy(view: View, moves: tuple[Move, ...]) -> Move:
        if below(rng, 100) >= reaction:
            return moves[-1]
        if below(rng, 100) < mistakes:
            return moves[below(rng, len(moves))]
        return _best(view, moves)

    return policy


def _best(view: View, moves: tuple[Move, ...]) -> Move:
    seats, me = view.rules.seats, view.seat
    for group in view.groups:
        if me is not None and me in group.seats:
            others = [seat for seat in group.seats if seat != me]
            largest = max(others, key=lambda seat: (view.piles[seat].size, -((seat - me) % seats)))
            return _calling(view, largest, moves)
    return moves[-1]


def _calling(view: View, seat: Seat, moves: tuple[Move, ...]) -> Move:
    call = Call(view.rules.animals[seat])
    return call if call in moves else moves[-1]


def _level(reaction: int, mistakes: int) -> Callable[[Random], Policy]:
    def make(rng: Random) -> Policy:
        return caller(rng, reaction=reaction, mistakes=mistakes)

    return make


POLICIES: Final = MappingProxyType({"easy": _level(45, 25), "medium": _level(75, 10), "hard": _level(100, 0)})
"""Weakest first. Each is made from a generator of its own."""

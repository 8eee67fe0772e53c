"""Nim with a bug: it crashes when the heap is nearly gone. Importable in other processes."""

from __future__ import annotations

from typing import Final

import attrs

from boardgames_fr.game import Game
from tests.toys import nim

__all__ = ["GAME", "CrashError"]


class CrashError(Exception):
    pass


def apply_unchecked(state: nim.State, move: nim.Take) -> nim.State:
    if state.heap < 3:
        raise CrashError("a bug")
    return nim.apply_unchecked(state, move)


GAME: Final[Game[nim.Rules, nim.State, nim.Take, nim.State]] = attrs.evolve(
    nim.GAME, module="tests.toys.broken", apply_unchecked=apply_unchecked
)

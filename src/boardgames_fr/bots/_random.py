"""The bot that any move pleases."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from boardgames_fr.chance import below, stream
from boardgames_fr.game import Seat

__all__ = ["RandomBot"]

_Move = TypeVar("_Move")


class RandomBot:
    """Plays any game: every legal move is exactly as likely.

    `source`: the generator it draws from, or a seed for one. Without either it draws from the generator that each
    match gives it (`match.Beginner`), so that the match's seed alone decides.
    """

    def __init__(self, source: Random | int | str | None = None) -> None:
        self._given = source is not None
        self._rng = source if isinstance(source, Random) else stream(0 if source is None else source, "random bot")

    def begin(self, _seat: Seat, rng: Random, /) -> None:
        """Take the match's generator, unless one was given at the start."""
        if not self._given:
            self._rng = rng

    def __call__(self, _view: object, moves: tuple[_Move, ...], /) -> _Move:
        return moves[below(self._rng, len(moves))]

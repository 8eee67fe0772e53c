"""What the tests of the tools run on: every game of the registry by all its presets, and the toys."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from _pytest.mark import ParameterSet

import boardgames_fr
from boardgames_fr.bots import RandomBot
from boardgames_fr.game import AnyGame, Seat
from boardgames_fr.match import play
from boardgames_fr.record import Record
from tests.toys import bluff, nim

TOYS: dict[str, AnyGame] = {"toy_nim": nim.GAME, "toy_bluff": bluff.GAME}

NAMES = (*boardgames_fr.games(), *TOYS)


def find(name: str) -> AnyGame:
    """The game of the registry, or the toy, of this name."""
    return TOYS[name] if name in TOYS else boardgames_fr.find_game(name)


def cases() -> list[ParameterSet]:
    """Every game with each of its presets, named like `pecking_order-tiny`."""
    return [pytest.param(name, preset, id=f"{name}-{preset}") for name in NAMES for preset in find(name).presets]


@cache
def played(name: str, preset: str, seed: int = 1, limit: int | None = None) -> Record[Any, Any, Any, Any]:
    """A game between random bots."""
    game = find(name)
    rules = game.presets[preset]
    return play(game, rules, [RandomBot() for _ in range(game.seats(rules))], seed=seed, limit=limit)


def watchers(game: AnyGame, rules: object) -> tuple[Seat | None, ...]:
    """All seats, then a spectator."""
    return (*map(Seat, range(game.seats(rules))), None)

"""The games there are, by name. A game is imported when it is asked for, not before.

>>> from boardgames_fr import find_game
>>> find_game("animals")
<Game animals>
>>> find_game("animal")
Traceback (most recent call last):
boardgames_fr.errors.UnknownGameError: ...
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from boardgames_fr.errors import UnknownGameError
from boardgames_fr.game import AnyGame, Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from boardgames_fr.games import animals, capharnaum, dinosaures, domestication, pecking_order

__all__ = ["ENTRY_POINT_GROUP", "find_game", "games"]

ENTRY_POINT_GROUP = "boardgames_fr.games"
"""Packages of others announce their games here: `name = "package.module:GAME"`."""

_OURS = ("pecking_order", "domestication", "animals", "capharnaum", "dinosaures")


@cache
def _others() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # not above: it takes longer to import than all the rest

    found = sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in found if entry.name not in _OURS}


def games() -> tuple[str, ...]:
    """The names of all games: ours in the order of the documentation, then installed ones of others by name."""
    return (*_OURS, *_others())


@overload
def find_game(
    name: Literal["pecking_order"],
) -> Game[pecking_order.Rules, pecking_order.State, pecking_order.Move, pecking_order.View]: ...
@overload
def find_game(
    name: Literal["domestication"],
) -> Game[domestication.Rules, domestication.State, domestication.Move, domestication.View]: ...
@overload
def find_game(name: Literal["animals"]) -> Game[animals.Rules, animals.State, animals.Move, animals.View]: ...
@overload
def find_game(
    name: Literal["capharnaum"],
) -> Game[capharnaum.Rules, capharnaum.State, capharnaum.Move, capharnaum.View]: ...
@overload
def find_game(
    name: Literal["dinosaures"],
) -> Game[dinosaures.Rules, dinosaures.State, dinosaures.Move, dinosaures.View]: ...
@overload
def find_game(name: str) -> AnyGame: ...
def find_game(name: str) -> Game[Any, Any, Any, Any]:
    """The game of this name, imported now if it was not yet.

    Raises:
        UnknownGameError: there is none; the error lists the names there are and the nearest.
    """
    game: AnyGame
    if name in _OURS:
        game = import_module(f"boardgames_fr.games.{name}").GAME
        return game
    if name in _others():
        game = _others()[name].load()
        return game
    from difflib import get_close_matches  # not above: seldom needed

    nearest = get_close_matches(name, games(), n=1, cutoff=0.5)
    raise UnknownGameError(name, games(), nearest[0] if nearest else None)

"""The games in OpenSpiel: after `register()`, `pyspiel.load_game` knows them.

    from boardgames_fr.adapters import openspiel
    import pyspiel

    openspiel.register()
    game = pyspiel.load_game("boardgames_fr_pecking_order_tiny")

`boardgames_fr_<game>` has the rules of the game's first preset, `boardgames_fr_<game>_<preset>` those of a preset;
`game_string(game, rules)` makes the string for any other rules (they travel as the parameter `rules`, the hexadecimal
form of their JSON, since commas and brackets do not survive OpenSpiel's own notation).

An OpenSpiel *action* is an action of `boardgames_fr.actions`, chance's from chance's own vocabulary. The chance mode,
the information, the utility and the bounds follow the rules: a game is of perfect information if every seat sees
every move in full and can exclude all states but one; a game for one seat is general-sum and has no `utility_sum`.

What a seat gets:

- `information_state_string`: each move as the seat saw it, with a digest of its view after it, then its present view
  as JSON, then what it has said of a move that it is still saying. (The view alone would fail perfect recall.)
- `observation_string`: its present view as JSON, and what it has said.
- `observation_tensor`: the vector described in `boardgames_fr.adapters`.

There are no factored observers (public only, private only): `make_py_observer` returns `None` for them.
`resample_from_infostate(seat, sampler)` keeps what that seat saw and draws the rest with the right odds; it is what
ISMCTS needs. What the others have seen is then made from the drawn state, never from the true one.

OpenSpiel's algorithms in Python run on these games; its C++ search bots (`pyspiel.MCTSBot`, `pyspiel.ISMCTSBot`)
crash on any game written in Python.
"""

from __future__ import annotations

from collections.abc import Iterable

from boardgames_fr.errors import MissingExtraError
from boardgames_fr.game import AnyGame
from boardgames_fr.registry import find_game, games

try:
    from boardgames_fr.adapters import _openspiel_game as _ours
except ModuleNotFoundError as _error:
    raise MissingExtraError("openspiel") from _error

__all__ = ["game_string", "register"]


def register(only: Iterable[AnyGame | str] | None = None) -> tuple[str, ...]:
    """The names under which the games can now be loaded; `only`: these games instead of the whole registry's.

    What is registered already is left alone. Where a game has no bound on its length (`Game.longest`), loading it
    raises `RulesError`.
    """
    names: list[str] = []
    for game in games() if only is None else only:
        names += _ours.register(find_game(game) if isinstance(game, str) else game)
    return tuple(names)


def game_string(game: AnyGame | str, rules: object) -> str:
    """What `pyspiel.load_game` takes for this (registered) game by these rules.

    Raises:
        CodecError: these are no rules of the game.
    """
    return _ours.game_string(find_game(game) if isinstance(game, str) else game, rules)

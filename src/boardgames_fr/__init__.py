"""Five French board and card games to import: immutable states, legal moves, views that leak nothing.

    import boardgames_fr

    game = boardgames_fr.find_game("pecking_order")
    state = game.new_game(game.rules_type())
    game.legal_moves(state)

This module is the front door. The tools (`record`, `codec`, `match`, `session`, `bots`, `render` …) are modules of
their own beside it, and each game is a package under `boardgames_fr.games`; none of that is loaded until it is
asked for.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import boardgames_fr.games as _package
from boardgames_fr.errors import (
    BoardGamesError,
    CodecError,
    GameOverError,
    IllegalMoveError,
    LawBrokenError,
    MatchError,
    MissingExtraError,
    MissingPartError,
    NotationError,
    NotYourTurnError,
    RecordError,
    RulesError,
    SessionError,
    StaleVersionError,
    StateError,
    UndoError,
    UnknownBotError,
    UnknownGameError,
    UnknownSeatError,
    WorldsError,
)
from boardgames_fr.game import CHANCE, AnyGame, Chance, Game, Lang, Outcome, Refusal, Seat, open_game
from boardgames_fr.registry import find_game, games

if TYPE_CHECKING:
    from boardgames_fr.record import Record

__all__ = [
    "CHANCE",
    "AnyGame",
    "BoardGamesError",
    "Chance",
    "CodecError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Lang",
    "LawBrokenError",
    "MatchError",
    "MissingExtraError",
    "MissingPartError",
    "NotYourTurnError",
    "NotationError",
    "Outcome",
    "RecordError",
    "Refusal",
    "RulesError",
    "Seat",
    "SessionError",
    "StaleVersionError",
    "StateError",
    "UndoError",
    "UnknownBotError",
    "UnknownGameError",
    "UnknownSeatError",
    "WorldsError",
    "find_game",
    "games",
    "open_game",
    "read_record",
]

__version__ = "1.0.0"


class _Games(ModuleType):
    """The package `boardgames_fr.games`, which is the function `games()` of the front door at the same time.

    Both have this name, and importing the package would put it in the function's place.
    """

    _names = staticmethod(games)

    def __call__(self) -> tuple[str, ...]:
        """The names of all games: ours in the order of the documentation, then installed ones of others by name."""
        return self._names()


sys.modules[_package.__name__].__class__ = _Games
if not TYPE_CHECKING:  # pragma: no branch
    games = _package


def read_record(text: str) -> Record[Any, Any, Any, Any]:
    """The record written in `text`, of any game that is known by name.

    Raises:
        RecordError: with the line and the ply of the first fault.
        UnknownGameError: nobody here knows the game.
    """
    from boardgames_fr import record  # only who reads a record pays for it

    return record.read(text, find_game)

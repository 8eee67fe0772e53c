"""The games for the frameworks that bot authors already use: `openspiel`, `pettingzoo`, `gymnasium`.

Each module needs the extra of its name (`pip install 'boardgames-fr[openspiel]'`); importing it without raises
`MissingExtraError`, whose message is that line. All three say moves as `boardgames_fr.actions` does, so an action has
the same number everywhere, and all three give a seat the same vector:

1. one number a seat: 1 for the seat that looks, 0 for the others;
2. the game's features of the view (`Game.features`), named by `Game.feature_names`;
3. one number a phrase of the seats' vocabulary (`Actions.phrases`): 1 if the seat has said it of a move that it is
   still saying. In a game whose moves are single phrases they are always 0.
"""

from __future__ import annotations

__all__: list[str] = []

"""Bots for every game. All of them are given views only (see `match`).

>>> from boardgames_fr import find_game
>>> from boardgames_fr.bots import TreeSearch, make_bot
>>> from boardgames_fr.match import play
>>> game = find_game("dinosaures")
>>> rules = game.presets["quick"]
>>> record = play(game, rules, (TreeSearch(game, iterations=5), make_bot(game, rules, "easy", 1)), seed=1)
>>> record.result() is not None
True
"""

from __future__ import annotations

from boardgames_fr.bots._random import RandomBot
from boardgames_fr.bots._search import MonteCarlo, TreeSearch
from boardgames_fr.bots._specs import bot_specs, make_bot

__all__ = ["MonteCarlo", "RandomBot", "TreeSearch", "bot_specs", "make_bot"]

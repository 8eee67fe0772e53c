"""Bots for every game. All of them are given views only (see `match`)."""

from __future__ import annotations

from boardgames_fr.bots._random import RandomBot
from boardgames_fr.bots._search import MonteCarlo, TreeSearch
from boardgames_fr.bots._specs import bot_specs, make_bot

__all__ = ["MonteCarlo", "RandomBot", "TreeSearch", "bot_specs", "make_bot"]

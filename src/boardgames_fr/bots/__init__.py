"""Bots for every game. All of them are given views only (see `match`)."""

from __future__ import annotations

from boardgames_fr.bots._random import RandomBot

__all__ = ["RandomBot"]

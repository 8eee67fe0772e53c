"""Bots by a short text, as a command line or a list of entrants names them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol, cast

from boardgames_fr.bots._random import RandomBot
from boardgames_fr.bots._search import MonteCarlo, TreeSearch
from boardgames_fr.chance import stream
from boardgames_fr.errors import UnknownBotError
from boardgames_fr.game import Game, MoveT, RulesT, StateT, ViewT
from boardgames_fr.match import Bot

__all__ = ["SEARCHERS", "Searcher", "bot_specs", "make_bot"]


class Searcher(Protocol):
    """Makes a bot from the game, its rules, a number (how hard it thinks) and a seed."""

    def __call__(
        self, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, effort: int, seed: int | str, /
    ) -> Bot[ViewT, MoveT]: ...


def _monte_carlo(
    game: Game[RulesT, StateT, MoveT, ViewT], _rules: RulesT, effort: int, seed: int | str
) -> Bot[ViewT, MoveT]:
    return MonteCarlo(game, iterations=effort, seed=seed)


def _tree_search(
    game: Game[RulesT, StateT, MoveT, ViewT], _rules: RulesT, effort: int, seed: int | str
) -> Bot[ViewT, MoveT]:
    return TreeSearch(game, iterations=effort, seed=seed)


SEARCHERS: Final[Mapping[str, Searcher]] = MappingProxyType({"mc": _monte_carlo, "tree": _tree_search})
"""The bots that are written `name:N`, by name."""


def bot_specs(game: Game[RulesT, StateT, MoveT, ViewT]) -> tuple[str, ...]:
    """What `make_bot` understands for this game: `random`, the game's own bots weakest first, then `name:N`."""
    return ("random", *game.policies, *(f"{name}:N" for name in SEARCHERS))


def make_bot(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, spec: str, seed: int | str) -> Bot[ViewT, MoveT]:
    """The bot that `spec` names (see `bot_specs`), drawing from a stream of its own made from `seed`.

    `functools.partial(make_bot, game, rules, spec)` is a picklable factory `(seed) -> Bot` for the arena.

    Raises:
        UnknownBotError: `spec` names no bot of this game.

    >>> from boardgames_fr import find_game
    >>> game = find_game("pecking_order")
    >>> bot = make_bot(game, game.rules_type(), "random", 7)
    """
    if spec == "random":
        # It plays any game; pyright does not see that for a move type that is itself a variable.
        return cast("Bot[ViewT, MoveT]", RandomBot(seed))
    if spec in game.policies:
        return game.policies[spec](stream(seed, "policy", spec))
    name, colon, number = spec.partition(":")
    if colon and name in SEARCHERS and number.isascii() and number.isdigit() and 0 < len(number) < 10 and int(number):
        return SEARCHERS[name](game, rules, int(number), seed)
    raise UnknownBotError(spec, bot_specs(game))

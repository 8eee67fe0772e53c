"""Games and bots of one's own, by the place of their code: `package.module:NAME` or `./file.py:NAME`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final, Generic, cast

import attrs

from boardgames_fr._cli._terminal import UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr.bots import make_bot
from boardgames_fr.bots._specs import SEARCHERS
from boardgames_fr.game import AnyGame, Game, Lang, MoveT, RulesT, StateT, ViewT
from boardgames_fr.match import Bot

__all__ = ["bot_factory", "game_at", "is_place_of_bot"]

_PLACE: Final = re.compile(r"(?P<module>.+?)(?::(?P<name>[A-Za-z_]\w*))?", re.DOTALL)


def game_at(place: str, words: Words) -> AnyGame | None:
    """The game at this place (`GAME` if it names none in its module); `None` if there is no such module at all.

    Raises:
        UsageError: the module cannot be imported, or has no such game.
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        return None
    module = found["module"]
    if not _is_path(module) and "." not in module and found["name"] is None and not _is_ones_own(module):
        return None
    game: object = getattr(_imported(module, words), found["name"] or "GAME", None)
    if not isinstance(game, Game):
        raise UsageError(words("no-game-there", name=f"{module}:{found['name'] or 'GAME'}"))
    return game


def is_place_of_bot(spec: str) -> bool:
    """Whether this says where a bot's code is, and is none of the names that every game or a game of its own has."""
    found = _PLACE.fullmatch(spec)
    return found is not None and found["name"] is not None and found["module"] not in SEARCHERS


def bot_factory(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, spec: str, words: Words
) -> Callable[[int | str], Bot[ViewT, MoveT]]:
    """What makes the bot of this spec from a seed, here or in another process.

    Calling it raises `UnknownBotError`, or `UsageError` if there is no factory at the place named, or if it makes no
    bot.
    """
    if is_place_of_bot(spec):
        own: _BotAt[ViewT, MoveT] = _BotAt(spec, words.lang)
        return own
    return partial(make_bot, game, rules, spec)


@attrs.frozen
class _BotAt(Generic[ViewT, MoveT]):
    """A factory by its place: it can be pickled whatever stands there."""

    spec: str
    lang: Lang

    def __call__(self, seed: int | str) -> Bot[ViewT, MoveT]:
        words = Words(self.lang)
        module, _, name = self.spec.rpartition(":")
        factory: object = getattr(_imported(module, words), name, None)
        if not callable(factory):
            raise UsageError(words("no-factory", spec=self.spec))
        try:
            bot: object = factory(seed)
        except Exception as error:  # whatever code of somebody else's does
            problem = f"{type(error).__name__}: {error}"
            raise UsageError(words("bad-factory", spec=self.spec, problem=problem)) from error
        if not callable(bot):
            raise UsageError(words("bad-factory", spec=self.spec, problem=repr(bot)))
        return cast("Bot[ViewT, MoveT]", bot)  # what it answers is looked at when it plays


def _is_path(module: str) -> bool:
    return module.endswith(".py") or "/" in module or os.sep in module


def _is_ones_own(name: str) -> bool:
    """Whether there is a module of this name that Python did not bring: a name mistyped must not run one of those."""
    _look_here()
    try:
        return name not in sys.stdlib_module_names and find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _look_here() -> None:
    if "" not in sys.path:  # a module of the present folder is found, as with `python -m`
        sys.path.insert(0, "")


def _imported(module: str, words: Words) -> ModuleType:
    _look_here()
    path = Path(module)
    name = module
    if _is_path(module):
        name = path.stem
        if not path.exists():
            raise UsageError(words("no-module", name=module, problem=words("os-missing")))
        folder = str(path.resolve().parent)
        if folder not in sys.path:
            sys.path.insert(0, folder)
    try:
        found = import_module(name)
    except Exception as error:  # whatever a module of somebody else's does when imported
        raise UsageError(words("no-module", name=module, problem=f"{type(error).__name__}: {error}")) from error
    if _is_path(module):
        file = Path(found.__file__ or "").resolve()
        if file not in (path.resolve(), path.resolve() / "__init__.py"):
            raise UsageError(words("other-module", name=name, file=file))
    return found

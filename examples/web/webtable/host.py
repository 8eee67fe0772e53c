"""All tables: made, found again by their links, kept in memory as long as somebody looks on, and on disk for good."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from boardgames_fr import BoardGamesError, MissingPartError, find_game, read_record
from boardgames_fr.bots import bot_specs, make_bot
from boardgames_fr.codec import Codec
from boardgames_fr.game import AnyGame
from boardgames_fr.session import Session
from webtable.journal import Journal, JournalError
from webtable.messages import Fields, Refused
from webtable.table import AnySession, Subscriber, Table

__all__ = ["Host", "WrongRequestError", "read_rules"]

_IDENT_BYTES: Final = 8
_SECRET_BYTES: Final = 16
"""128 bits: a link cannot be guessed."""
_MOST_EFFORT: Final = 2000
"""How hard a bot may think: what a table costs is for the server to say."""
_EFFORT: Final = re.compile(r"[a-z]+:([0-9]{1,9})", re.ASCII)
_LIVE_TENTHS: Final = (2, 600)
"""How long a race may last, in tenths of a second."""


class WrongRequestError(Exception):
    """A table cannot be made so; the message says why."""


def read_rules(fields: Fields) -> tuple[AnyGame, Any]:
    """The game and the rules that a request names: a preset, with some fields changed.

    Raises:
        WrongRequestError: there are none such.
    """
    try:
        game = find_game(str(fields.get("game")))
        preset = fields.get("preset") or next(iter(game.presets))
        if not isinstance(preset, str) or preset not in game.presets:
            raise WrongRequestError(f"preset: {', '.join(game.presets)}")
        for part in ("draw", "phrases"):
            if part in game.missing:
                raise MissingPartError(game.name, part)
        changed: Any = fields.get("rules") or {}
        return game, Codec(game).rules_from_data(changed, game.presets[preset])
    except BoardGamesError as error:
        raise WrongRequestError(str(error)) from error


class Host:
    """The tables in a directory."""

    def __init__(
        self,
        directory: Path,
        *,
        pace: float = 0.7,
        sync: bool = False,
        most_tables: int = 10_000,
        make: Callable[[AnyGame, Any, int], AnySession] | None = None,
    ) -> None:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.tables: dict[str, Table] = {}
        """Those in memory."""
        self._directory = directory
        self._pace = pace
        self._sync = sync
        self._most = most_tables
        self._count = sum(1 for _ in directory.glob("*.jsonl"))
        self._make = make or _new_session

    def create(self, fields: Fields) -> Fields:
        """A new table and its links.

        Raises:
            WrongRequestError: nothing was made.
        """
        unknown = sorted({*fields} - {"game", "preset", "rules", "chairs", "live", "record"})
        if unknown:
            raise WrongRequestError(f"unknown: {', '.join(unknown)}")
        if self._count >= self._most:
            raise WrongRequestError("this server has no room for another table")
        text = fields.get("record")
        if text is None:
            game, rules = read_rules(fields)
        else:
            try:
                loaded = read_record(str(text))
                for name in ("game", "preset", "rules"):
                    if fields.get(name) is not None:
                        raise WrongRequestError(f"{name}: the record says it")
                game, rules = loaded.game, loaded.rules
                Session.resume(loaded)
            except BoardGamesError as error:
                raise WrongRequestError(str(error)) from error
        bots = _read_chairs(fields.get("chairs"), game, rules)
        chairs = [[bot, secrets.token_hex(_SECRET_BYTES)] for bot in bots]
        watch = secrets.token_hex(_SECRET_BYTES)
        ident = secrets.token_hex(_IDENT_BYTES)
        head: Fields = {
            "game": game.name,
            "rules": Codec(game).rules_to_json(rules),
            "record": None if text is None else str(text),
            "seed": secrets.randbits(128),
            "bot_seed": secrets.token_hex(_SECRET_BYTES),
            "chairs": chairs,
            "watch": watch,
            "live": _read_live(fields.get("live"), game),
        }
        try:
            Journal.create(self._path(ident), head, sync=self._sync)
        except (JournalError, OSError) as error:
            raise WrongRequestError(f"the table cannot be saved: {error}") from error
        self._count += 1
        return {
            "game": game.name,
            "seats": [{"bot": bot, "link": None if bot else f"{ident}.{secret}"} for bot, secret in chairs],
            "watch": f"{ident}.{watch}",
        }

    def enter(self, token: str, subscriber_for: Callable[[Table, str], Subscriber]) -> tuple[Table, Subscriber]:
        """The table behind a link, with a subscriber who now looks on.

        Raises:
            Refused: the link leads nowhere, or the table cannot be read.
        """
        ident, secret = token.split(".")
        table = self.tables.get(ident)
        if table is None:
            path = self._path(ident)
            if not path.exists():
                raise Refused("unknown-link")
            try:
                table = Table.open(ident, Journal(path, sync=self._sync), find_game, self._pace, self._make)
            except JournalError:
                raise Refused("unreadable") from None
        subscriber = subscriber_for(table, secret)  # raises if the secret opens nothing: the table is not kept then
        self.tables[ident] = table
        table.join(subscriber)
        return table, subscriber

    def leave(self, table: Table, subscriber: Subscriber) -> None:
        """The subscriber looks on no longer; a table that nobody looks at is on disk only."""
        table.leave(subscriber)
        if (table.is_broken or not table.subscribers) and self.tables.get(table.ident) is table:
            del self.tables[table.ident]

    def _path(self, ident: str) -> Path:
        return self._directory / f"{ident}.jsonl"


def _new_session(game: AnyGame, rules: Any, seed: int) -> AnySession:
    return Session(game, rules, seed=seed)


def _read_chairs(chairs: object, game: AnyGame, rules: Any) -> list[str | None]:
    """Who sits where: a bot by its spec, or `None` for a person."""
    seats = game.seats(rules)
    if chairs is None:
        return [None] * seats
    if not isinstance(chairs, list) or len(chairs) != seats:
        raise WrongRequestError(f"chairs: one a seat, {seats}")
    for bot in chairs:
        if bot is None:
            continue
        effort = _EFFORT.fullmatch(bot) if isinstance(bot, str) else None
        if not isinstance(bot, str) or (effort is not None and int(effort[1]) > _MOST_EFFORT):
            raise WrongRequestError(f"chairs: {', '.join(bot_specs(game))}, N at most {_MOST_EFFORT}")
        try:
            make_bot(game, rules, bot, 0)
        except BoardGamesError as error:
            raise WrongRequestError(str(error)) from error
    return list(chairs)


def _read_live(live: object, game: AnyGame) -> int | None:
    """How many tenths of a second a race lasts; `None`: seats are asked one after another."""
    low, high = _LIVE_TENTHS
    if game.live is None:
        if live is not None:
            raise WrongRequestError(f"live: {game.title} is no race")
        return None
    if live is None or live is False:
        return None
    if type(live) is not int or not low <= live <= high:
        raise WrongRequestError(f"live: tenths of a second, {low} to {high}")
    return live

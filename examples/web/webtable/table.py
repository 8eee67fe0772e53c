"""One table: a session with its seats, its bots, its races and its file.

Whatever changes a table goes through the same three steps without a pause between them: the session accepts it, the
journal has it, everybody is told. If the journal fails, the table is dropped from memory and nobody was told.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from boardgames_fr import CHANCE, IllegalMoveError, Lang, Seat, read_record
from boardgames_fr.actions import Actions
from boardgames_fr.bots import make_bot
from boardgames_fr.chance import below, seed_from, stream
from boardgames_fr.codec import Codec
from boardgames_fr.errors import BoardGamesError, GameOverError, NotYourTurnError, StaleVersionError
from boardgames_fr.game import AnyGame
from boardgames_fr.match import Beginner
from boardgames_fr.record import digest, replay
from boardgames_fr.render import Picture, show_view
from boardgames_fr.session import Session
from webtable.journal import Journal, JournalError
from webtable.messages import Fields, Refused

__all__ = ["AnySession", "Chair", "Race", "Subscriber", "Table"]

AnySession = Session[Any, Any, Any, Any]
SessionMaker = Callable[[AnyGame, Any, int], AnySession]

_KEPT_KEYS: Final = 64
"""How many of a seat's last accepted messages are remembered, to know one that is sent again."""
_MOST_REPLIES: Final = 64
"""A browser that has so many answers waiting does not read; it is cut off and may come back."""

_log = logging.getLogger("webtable")


@attrs.define(eq=False)
class Subscriber:
    """A browser at a table: who it is, what it has been shown, what waits to be sent."""

    seat: Seat | None
    lang: Lang
    as_json: bool
    since: int
    """The lines of the log that it has."""
    shown: int = -1
    """The table's stamp that it was shown last."""
    replies: deque[Fields] = attrs.field(factory=deque)
    news: asyncio.Event = attrs.field(factory=asyncio.Event)
    is_lost: bool = False

    def reply(self, frame: Fields) -> None:
        """Sends something to this browser alone."""
        if len(self.replies) >= _MOST_REPLIES:
            self.is_lost = True
        else:
            self.replies.append(frame)
        self.news.set()


@attrs.frozen
class Chair:
    """A seat at the table: a bot's, by its spec, or a person's; the secret part of its link."""

    bot: str | None
    secret: str


@attrs.define
class Race:
    """Seats that are asked at once: each with the state in which it answers, and who has answered."""

    asked: dict[Seat, Any]
    answered: asyncio.Event = attrs.field(factory=asyncio.Event)


class Table:
    """A game being played; see the module."""

    def __init__(self, ident: str, journal: Journal, session: AnySession, head: Fields, pace: float) -> None:
        self.ident = ident
        self.session = session
        self.game: AnyGame = session.game
        self.rules = session.record().rules
        self.codec = Codec(self.game)
        self.actions = Actions(self.game, self.rules)
        self.subscribers: set[Subscriber] = set()
        self.stamp = 0
        self.race: Race | None = None
        self.failed: Seat | None = None
        self.is_broken = False
        self.chairs = tuple(_chairs(head))
        self._watch = str(head["watch"])
        seconds = head["live"]
        self.seconds: float | None = None if seconds is None else float(str(seconds)) / 10
        self._journal = journal
        self._pace = pace
        self._heard: list[tuple[Seat, Any]] = []
        self._done: dict[Seat, OrderedDict[str, int]] = {Seat(seat): OrderedDict() for seat in range(session.seats)}
        self._driver: asyncio.Task[None] | None = None
        self._pictures: dict[tuple[Seat | None, Lang], tuple[int, Picture]] = {}
        self._past: tuple[Any, ...] | None = None
        self._bots: dict[Seat, Any] = {}
        for number, chair in enumerate(self.chairs):
            if chair.bot is not None:
                seed = seed_from(str(head["bot_seed"]), number)
                bot = make_bot(self.game, self.rules, chair.bot, seed)
                if isinstance(bot, Beginner):
                    bot.begin(Seat(number), stream(seed, "begin"))
                self._bots[Seat(number)] = bot

    @classmethod
    def open(
        cls, ident: str, journal: Journal, find: Callable[[str], AnyGame], pace: float, make: SessionMaker
    ) -> Table:
        """The table as its file says.

        Raises:
            JournalError: the file does not make a table.
        """
        lines = journal.lines()
        try:
            head = next(lines)
            game = find(str(head["game"]))
            seed = head["seed"]
            assert isinstance(seed, int)
            if head["record"] is None:
                rules = Codec(game).rules_from_json(str(head["rules"]))
                session = make(game, rules, seed)
            else:
                session = Session.resume(read_record(str(head["record"])), seed=seed)
            table = cls(ident, journal, session, head, pace)
            for line in lines:
                table._relive(line)
        except (BoardGamesError, StopIteration, LookupError, AssertionError, TypeError, ValueError) as error:
            raise JournalError(f"{journal.path.name}: {error}") from error
        return table

    def _relive(self, line: Fields) -> None:
        kind, seat, version = line["kind"], line.get("seat"), line["version"]
        assert isinstance(version, int)
        if kind == "race":
            moves = line["moves"]
            assert isinstance(moves, list)
            self.session.submit_all([(CHANCE if who is None else who, text) for who, text in moves], version)
            self._heard.clear()
        else:
            assert isinstance(seat, int)
            if kind == "move":
                self.session.submit(Seat(seat), str(line["text"]), version)
            elif kind == "undo":
                self.session.undo(Seat(seat), version)
            else:
                self._heard.append((Seat(seat), self.game.parse_move(str(line["text"]))))
            self._remember(Seat(seat), line.get("id"))
        if "digest" in line and line["after"] != self.session.version:
            raise JournalError("the moves lead elsewhere")
        if "digest" in line and line["digest"] != digest(self.game, self.session.state):
            raise JournalError("the moves lead to another position")

    # Who sits where

    def seat_of(self, secret: str) -> Seat | None:
        """The person's seat that this secret opens; `None`: a spectator's.

        Raises:
            Refused: it opens nothing.
        """
        found: list[Seat | None] = []
        for number, chair in enumerate(self.chairs):
            if hmac.compare_digest(chair.secret, secret) and chair.bot is None:
                found.append(Seat(number))
        if hmac.compare_digest(self._watch, secret):
            found.append(None)
        if not found:
            raise Refused("unknown-link")
        return found[0]

    def join(self, subscriber: Subscriber) -> None:
        """Somebody looks on from now on."""
        self.subscribers.add(subscriber)
        self._changed() if self.race is None and self.seconds is not None else subscriber.news.set()
        self.wake()

    def leave(self, subscriber: Subscriber) -> None:
        """It does so no longer. When nobody is left nothing goes on here."""
        self.subscribers.discard(subscriber)
        if not self.subscribers and self._driver is not None:
            self._driver.cancel()
            self._driver = None

    @property
    def absent(self) -> tuple[Seat, ...]:
        """The people's seats at which nobody is, which a race waits for."""
        here = {subscriber.seat for subscriber in self.subscribers}
        return tuple(
            Seat(number) for number, chair in enumerate(self.chairs) if chair.bot is None and Seat(number) not in here
        )

    # What is asked for

    def move(self, seat: Seat, key: str | None, version: int, text: str) -> int:
        """The version after the seat's move, or after its call in a race (then the same as before).

        Raises:
            Refused, SessionError, NotationError, IllegalMoveError: nothing has changed.
        """
        known = self._done[seat].get(key) if key is not None else None
        if known is not None:
            return known
        if self.seconds is not None:
            return self._call(seat, key, version, text)
        self.session.submit(seat, text, version)
        self._save({"kind": "move", "seat": seat, "id": key, "version": version, "text": text})
        return self._accepted(seat, key)

    def _call(self, seat: Seat, key: str | None, version: int, text: str) -> int:
        """Hears a call; the first that arrives is the first."""
        if self.session.to_move is None:
            raise GameOverError
        if self.race is None or seat not in self.race.asked:
            raise NotYourTurnError(seat)
        if seat in self.heard:
            raise Refused("answered")
        if version != self.session.version:
            raise StaleVersionError(version, self.session.version)
        move = self.game.parse_move(text)
        refusal = self.game.why_illegal(self.race.asked[seat], move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal)
        self._save({"kind": "call", "seat": seat, "id": key, "version": version, "text": text})
        self._heard.append((seat, move))
        if set(self.race.asked) <= self.heard:
            self.race.answered.set()
        return self._accepted(seat, key, everybody=False)

    @property
    def heard(self) -> set[Seat]:
        """The seats whose call in this race was heard. Only the host and each of them may know."""
        return {seat for seat, _ in self._heard}

    def undo(self, seat: Seat, key: str, version: int) -> int:
        """The version after the seat took its last move back.

        Raises:
            SessionError: nothing has changed.
        """
        known = self._done[seat].get(key)
        if known is not None:
            return known
        self.session.undo(seat, version)
        self._save({"kind": "undo", "seat": seat, "id": key, "version": version})
        return self._accepted(seat, key)

    def _save(self, line: Fields) -> None:
        if line["kind"] != "call":
            line = line | {"after": self.session.version, "digest": digest(self.game, self.session.state)}
        try:
            self._journal.append(line)
        except JournalError:
            _log.exception("table %s cannot be saved", self.ident)
            self.is_broken = True
            for subscriber in self.subscribers:
                subscriber.is_lost = True
                subscriber.news.set()
            raise Refused("storage") from None

    def _accepted(self, seat: Seat, key: str | None, *, everybody: bool = True) -> int:
        self._remember(seat, key)
        if everybody:
            self._changed()
            self.wake()
        else:  # nobody else may learn that there was a call
            for subscriber in self.subscribers:
                if subscriber.seat == seat:
                    subscriber.shown = -1
                    subscriber.news.set()
        return self.session.version

    def _remember(self, seat: Seat, key: object) -> None:
        if isinstance(key, str):
            self._done[seat][key] = self.session.version
            if len(self._done[seat]) > _KEPT_KEYS:
                self._done[seat].popitem(last=False)

    def _changed(self) -> None:
        self.stamp += 1
        for subscriber in self.subscribers:
            subscriber.news.set()

    # What goes on by itself, as long as somebody looks on

    def wake(self) -> None:
        """Lets bots move and races run, if it is their turn."""
        if self._driver is None and self.subscribers and not self.is_broken and self._is_due():
            self._driver = asyncio.create_task(self._drive(), name=f"table {self.ident}")

    def _is_due(self) -> bool:
        mover = self.session.to_move
        if mover is None or self.failed is not None:
            return False
        return mover in self._bots if self.seconds is None else not self.absent

    async def _drive(self) -> None:
        try:
            while self._is_due():
                if self.seconds is None:
                    await self._let_bot_move()
                else:
                    await self._run_race(self.seconds)
        except Refused:
            pass  # it could not be saved; all browsers are being cut off
        finally:
            if self._driver is asyncio.current_task():
                self._driver = None

    async def _let_bot_move(self) -> None:
        seat, version = self.session.to_move, self.session.version
        assert seat is not None
        await asyncio.sleep(self._pace)
        move = await self._answer_of(seat, self.session.state)
        if move is not None and self.session.version == version:  # a person may have taken a move back meanwhile
            self.move(seat, None, version, self.game.format_move(move))

    async def _answer_of(self, seat: Seat, state: Any) -> Any:
        """The bot's answer, worked out beside the loop; `None` when it fails, which everybody is told."""
        moves = self.game.legal_moves(state)
        try:
            answer = await asyncio.to_thread(self._bots[seat], self.game.observe(state, seat), moves)
            return moves[moves.index(answer)]
        except Exception:  # a bot is somebody's program: whatever it raises, the others are told and the table stands
            _log.exception("table %s: the bot in seat %d failed", self.ident, seat)
            self.failed = seat
            self._changed()
            return None

    async def _run_race(self, seconds: float) -> None:
        """Hears calls until all have called or the time is over, and lets the game judge."""
        settle = self.game.live
        assert settle is not None
        version = self.session.version
        race = self.race = Race(_asked(self.game, self.session.state))
        self._changed()
        try:
            loop = asyncio.get_running_loop()
            end = loop.time() + seconds
            for due, seat, text in await self._plans(race, loop.time(), seconds, version):
                if not await _within(race.answered, due - loop.time()) and seat not in self.heard:
                    self.move(seat, None, version, text)
            await _within(race.answered, end - loop.time())
            state, moves = self.session.state, list[tuple[Any, str]]()
            for move in settle(state, tuple(self._heard)):
                moves.append((self.game.to_move(state), self.game.format_move(move)))
                state = self.game.apply_unchecked(state, move)
            self.session.submit_all(moves, version)
            told = [[None if who is CHANCE else who, text] for who, text in moves]
            self._save({"kind": "race", "version": version, "moves": told})
            self._heard.clear()
        finally:
            self.race = None
        self._changed()
        await asyncio.sleep(self._pace)

    async def _plans(self, race: Race, now: float, seconds: float, version: int) -> list[tuple[float, Seat, str]]:
        """When which bot will call what: it decides as if asked in its turn, and takes its time."""
        plans: list[tuple[float, Seat, str]] = []
        haste = stream(str(self._watch), "race", version)
        for seat, state in race.asked.items():
            if seat in self._bots and seat not in self.heard:
                move = await self._answer_of(seat, state)
                if move is not None:
                    due = now + seconds * (25 + below(haste, 70)) / 100
                    plans.append((due, seat, self.game.format_move(move)))
        return sorted(plans)

    # What was

    def past(self) -> tuple[Any, ...]:
        """All states of a finished game, from the first on.

        Raises:
            Refused: the game is not over.
        """
        if self.session.to_move is not None:
            raise Refused("not-over")
        if self._past is None:
            self._past = tuple(replay(self.session.record()))
        return self._past

    def picture(self, seat: Seat | None, lang: Lang) -> Picture:
        """What this seat sees, kept until the position changes."""
        version, kept = self._pictures.get((seat, lang), (-1, None))
        if kept is None or version != self.session.version:
            kept = show_view(self.game, self.session.view(seat), lang)
            self._pictures[seat, lang] = self.session.version, kept
        return kept


def _chairs(head: Fields) -> Iterator[Chair]:
    chairs = head["chairs"]
    assert isinstance(chairs, list)
    for bot, secret in chairs:
        yield Chair(bot, secret)


def _asked(game: AnyGame, state: Any) -> dict[Seat, Any]:
    """The seats that are asked at once, each with a state in which it is to move and nobody else has said anything."""
    assert game.live is not None
    asked: dict[Seat, Any] = {}
    for silent in game.live(state, ()):
        mover = game.to_move(state)
        if mover is not None and mover is not CHANCE:
            asked[mover] = state
        state = game.apply_unchecked(state, silent)
    return asked


async def _within(event: asyncio.Event, seconds: float) -> bool:
    """Whether it happens in the time."""
    try:
        async with asyncio.timeout(max(seconds, 0)):
            await event.wait()
    except TimeoutError:
        return False
    return True

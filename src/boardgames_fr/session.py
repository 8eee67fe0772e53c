"""Hosting a game: what a server or a graphical front end holds.

A session has the truth and gives each seat its share of it. It makes chance's moves by itself, judges what seats ask
for, and numbers its positions, so that a request made for an older one is noticed. It does no input or output, has no
clock, knows no framework, and may be called from several threads.

    >>> from boardgames_fr import Seat, find_game
    >>> from boardgames_fr.session import Session
    >>> game = find_game("pecking_order")
    >>> session = Session(game, game.rules_type(), seed="for the example")
    >>> session.to_move, session.version
    (0, 1)
    >>> update = session.submit(Seat(0), "place 10", session.version)
    >>> update.version, update.to_move
    (3, 1)
    >>> [entry.seen for entry in session.log(Seat(1), 1)]
    ['place 10', 'draw 11']

**Versions.** The version is the length of the log: it rises by one with every move, chance's too, and with every undo.
How many moves there were is no secret (a law of every game), so neither is the version; and
`log(seat, version_seen_last)` is exactly what is new.

**Order of judgement.** Seat unknown, game over, not this seat's turn: who is not to move is told that, and nothing
else about the request is looked at. Then: stale version, text that spells no move, illegal move. Whatever is refused,
nothing has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from secrets import randbits
from threading import RLock
from typing import Any, Final, Generic, Literal, TypeAlias

import attrs

from boardgames_fr._reflection import coders_of, document, encoded, opened
from boardgames_fr._strict_json import Fault, parse
from boardgames_fr.chance import pick, stream
from boardgames_fr.errors import (
    BoardGamesError,
    CodecError,
    GameOverError,
    MissingPartError,
    NotationError,
    NotYourTurnError,
    SessionError,
    StaleVersionError,
    UndoError,
    UnknownSeatError,
    shown,
)
from boardgames_fr.game import CHANCE, Chance, Game, Lang, Mover, MoveT, Outcome, RulesT, Seat, StateT, ViewT
from boardgames_fr.record import Record, replay, with_result

__all__ = ["Entry", "Session", "Update"]

_SEED_BITS: Final = 128


@attrs.frozen
class Update:
    """What has changed, as everybody may know it: what exactly happened, each seat asks for itself (`Session.log`)."""

    since: int
    """The version before."""
    version: int
    """The version now."""
    to_move: Mover
    """Who is asked now; `None` when the game is over."""
    outcome: Outcome | None
    """How the game ended, if it is over."""


@attrs.frozen
class Entry:
    """One line of a seat's log. An undo is a line too; the moves that it took back stay in the log."""

    number: int
    """Its place in the log, from 0."""
    seen: str
    """The move's text as the seat saw it, or `undo`."""
    narration: str
    """What happened, as a sentence."""
    undo: bool = False
    """Whether the last move that had not been taken back yet was taken back."""


_Kind: TypeAlias = Literal["seat", "drawn", "told", "undo"]
"""How a line of the log came about: a seat chose, the session drew, the host told chance's move, a seat took back."""


@attrs.frozen
class _Line(Generic[StateT, MoveT]):
    kind: _Kind
    mover: Seat | Chance
    move: MoveT
    before: StateT
    after: StateT


@attrs.frozen
class _Saved:
    """The facts of a session's text, beside the rules."""

    log: tuple[tuple[_Kind, str], ...]
    revealed: bool
    seed: int | str


class Session(Generic[RulesT, StateT, MoveT, ViewT]):
    """A game being played.

    `seed`: where chance comes from; the same seed and the same choices give the same game, and the same as
    `match.play`. Left out: 128 random bits. The seed is a secret: whoever knows it knows what chance will do.
    """

    def __init__(
        self, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, *, seed: int | str | None = None
    ) -> None:
        self._game = game
        self._rules = rules
        self._seed = randbits(_SEED_BITS) if seed is None else seed
        self._rng: Random = stream(self._seed, "chance")
        self._lock = RLock()
        self._seats = game.seats(rules)
        self._log: list[_Line[StateT, MoveT]] = []
        self._standing: list[int] = []  # numbers of the lines that were not taken back
        self._state = game.new_game(rules)
        self._revealed = False
        self._open_up_to = 0  # lines of the log known to come after positions without secrets
        self._draw()

    def __repr__(self) -> str:
        return f"<Session {self._game.name}, version {self.version}>"

    @property
    def game(self) -> Game[RulesT, StateT, MoveT, ViewT]:
        """The game that is played."""
        return self._game

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._seats

    @property
    def version(self) -> int:
        """The number of the present position: how many lines the log has."""
        with self._lock:
            return len(self._log)

    @property
    def to_move(self) -> Seat | None:
        """The seat that is asked now; `None` when the game is over. (Chance never keeps anybody waiting.)"""
        with self._lock:
            mover = self._game.to_move(self._state)
            assert mover is not CHANCE
            return mover

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it is over."""
        with self._lock:
            return self._game.outcome(self._state)

    @property
    def state(self) -> StateT:
        """All of the truth, for the host's eyes only: to judge a race (`Game.live`), to walk `actions`."""
        with self._lock:
            return self._state

    @property
    def is_open(self) -> bool:
        """Whether, at every position so far, everybody saw all there was."""
        with self._lock:
            return self._without_secrets()

    def view(self, seat: Seat | None) -> ViewT:
        """What a seat (`None`: a spectator) sees now.

        Raises:
            UnknownSeatError: the game has no such seat.
        """
        self._check_seat(seat)
        with self._lock:
            return self._game.observe(self._state, seat)

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """The texts of this seat's legal moves, in the order of the rules; `()` when it is not asked.

        Raises:
            UnknownSeatError: the game has no such seat.
        """
        self._check_seat(seat)
        with self._lock:
            if self._game.to_move(self._state) != seat:
                return ()
            return tuple(map(self._game.format_move, self._game.legal_moves(self._state)))

    def submit(self, seat: Seat, text: str, version: int) -> Update:
        """Make the seat's move, and then chance's moves, if it is its turn.

        Raises:
            UnknownSeatError, GameOverError, NotYourTurnError, StaleVersionError, NotationError, IllegalMoveError: in
                this order; nothing has changed.
        """
        return self.submit_all([(seat, text)], version)

    def submit_all(self, moves: Sequence[tuple[Seat | Chance, str]], version: int) -> Update:
        """Make these moves, one after another, all or none, and then chance's.

        For what happened at once, and for what the host judges: a move of `CHANCE` among them is taken as told instead
        of drawn. Between them nothing is drawn: when chance is to move, the next one must be `CHANCE`'s. It is the host
        that calls this: a refusal says which move was at fault, which those who made them need not all be told.

        Raises:
            UnknownSeatError, GameOverError, NotYourTurnError, StaleVersionError, NotationError, IllegalMoveError: for
                the first move at fault; nothing has changed.
        """
        for mover, _ in moves:
            if mover is not CHANCE:
                self._check_seat(mover)
        with self._lock:
            before = self._mark()
            try:
                for index, (mover, text) in enumerate(moves):
                    self._check_turn(mover)
                    if index == 0:
                        self._check_version(version)
                    self._make(mover, text)
                if not moves:
                    self._check_version(version)
                self._draw()
            except BaseException:
                self._back_to(before)
                raise
            return self._update(before[0])

    def undo(self, seat: Seat, version: int) -> Update:
        """Take the seat's last move back; called again, the one before, while all of them are its own.

        Only as long as nobody else, chance neither, has moved since, and only in a game in which nobody had a secret
        at any time: what has been seen cannot be unseen.

        Raises:
            UnknownSeatError, StaleVersionError: nothing has changed.
            UndoError: there is nothing that this seat may take back.
        """
        self._check_seat(seat)
        with self._lock:
            self._check_version(version)
            problem = self._why_no_undo(seat)
            if problem is not None:
                raise UndoError(seat, problem)
            last = self._log[self._standing[-1]]
            self._standing.pop()
            self._log.append(_Line("undo", seat, last.move, last.after, last.before))
            self._state = last.before
            return self._update(version)

    def can_undo(self, seat: Seat) -> bool:
        """Whether the seat may take its last move back now: whether to show a button for it.

        Raises:
            UnknownSeatError: the game has no such seat.
        """
        self._check_seat(seat)
        with self._lock:
            return self._why_no_undo(seat) is None

    def log(self, seat: Seat | None, since: int = 0, lang: Lang = Lang.EN) -> tuple[Entry, ...]:
        """What a seat (`None`: a spectator) saw happen, from line `since` of the log on.

        Raises:
            UnknownSeatError: the game has no such seat.
            ValueError: `since` is negative.
        """
        self._check_seat(seat)
        if since < 0:
            raise ValueError(f"log: since must not be negative, but is {since}")
        with self._lock:
            lines = self._log[since:]
        return tuple(self._entry(number, line, seat, lang) for number, line in enumerate(lines, since))

    def _entry(self, number: int, line: _Line[StateT, MoveT], seat: Seat | None, lang: Lang) -> Entry:
        if line.kind == "undo":
            who = line.mover
            words = f"Le siège {who} reprend son coup." if lang is Lang.FR else f"Seat {who} takes its move back."
            return Entry(number, "undo", words, undo=True)
        seen = self._game.seen(line.before, line.move, seat)
        before, after = self._game.observe(line.before, seat), self._game.observe(line.after, seat)
        return Entry(number, seen, self._game.narrate(before, seen, after, lang))

    def record(self) -> Record[RulesT, StateT, MoveT, ViewT]:
        """The game so far, without what was taken back: all of the truth, for the host's eyes only until the end."""
        with self._lock:
            moves = tuple(self._log[number].move for number in self._standing)
        return with_result(Record(self._game, self._rules, moves))

    def reveal_seed(self) -> int | str:
        """The seed, so that everybody can check what chance did. After that nothing can be taken back.

        Raises:
            SessionError: the game is not over.
        """
        with self._lock:
            if self._game.to_move(self._state) is not None:
                raise SessionError("the seed is a secret until the game is over")
            self._revealed = True
            return self._seed

    # Saving

    def save(self) -> str:
        """The session as one line of JSON, ended by LF, for `load`. It holds all secrets, the seed too."""
        with self._lock:
            log: tuple[tuple[_Kind, str], ...] = tuple(
                (line.kind, self._game.format_move(line.move)) for line in self._log
            )
            saved = _Saved(log, self._revealed, self._seed)
            rules = encoded(self._game, "rules", self._rules)
            value = coders_of(self._game).of(_Saved).encode(saved)
        assert isinstance(value, dict)
        return document(self._game, "session", value | {"rules": rules})

    @classmethod
    def load(cls, game: Game[RulesT, StateT, MoveT, ViewT], text: str) -> Session[RulesT, StateT, MoveT, ViewT]:
        """The session that `save` wrote: the same log and version, and the same chance to come.

        All moves are checked, and that chance drew what the seed makes it draw.

        Raises:
            CodecError: `text` is no session of this game.
        """
        value = opened(game, "session", parse(text))
        if not isinstance(value, dict) or "rules" not in value:
            raise CodecError("$.value.rules", "this key is missing")
        saved: _Saved
        try:
            rules = coders_of(game).rules.decode(value["rules"])
        except Fault as fault:
            fault.steps.extend(("rules", "value"))
            raise fault.error() from fault.__cause__
        try:
            saved = coders_of(game).of(_Saved).decode({key: part for key, part in value.items() if key != "rules"})
        except Fault as fault:
            fault.steps.append("value")
            raise fault.error() from fault.__cause__
        session = cls(game, rules, seed=saved.seed)
        session._restart()
        for number, (kind, move) in enumerate(saved.log):
            try:
                session._relive(kind, move)
            except BoardGamesError as error:
                raise CodecError(f"$.value.log[{number}]", str(error)) from error
        if game.to_move(session._state) is CHANCE:
            raise CodecError("$.value.log", "chance's last moves are missing")
        if saved.revealed:
            try:
                session.reveal_seed()
            except SessionError as error:
                raise CodecError("$.value.revealed", str(error)) from error
        return session

    @classmethod
    def resume(
        cls, record: Record[RulesT, StateT, MoveT, ViewT], *, seed: int | str | None = None
    ) -> Session[RulesT, StateT, MoveT, ViewT]:
        """A session that goes on from a record: its moves, chance's too, are the log; what comes is drawn from `seed`.

        The seed should be a new one (left out: it is): that of the game as it was played would draw the same again.

        Raises:
            RecordError: a move of the record is not legal.
        """
        for _ in replay(record):
            pass
        game = record.game
        session = cls(game, record.rules, seed=seed)
        session._restart()
        for move in record.moves:
            mover = game.to_move(session._state)
            assert mover is not None  # a record that replays has no move after the end
            session._make(mover, game.format_move(move))
        session._draw()
        return session

    def _restart(self) -> None:
        """Back to the very beginning, before chance's first move."""
        self._log.clear()
        self._standing.clear()
        self._state = self._game.new_game(self._rules)
        self._rng = stream(self._seed, "chance")

    def _relive(self, kind: _Kind, text: str) -> None:
        """Let the next line of a saved log happen."""
        mover = self._game.to_move(self._state)
        if kind == "undo":
            last = self._log[self._standing[-1]].mover if self._standing else CHANCE
            if last is CHANCE:
                raise SessionError("there is nothing to take back")
            self.undo(last, len(self._log))
            if self._game.format_move(self._log[-1].move) != text:
                raise SessionError("another move was taken back")
        elif mover is None:
            raise GameOverError
        elif (mover is CHANCE) is (kind == "seat"):
            raise SessionError("another mover is to move")
        elif kind == "drawn":
            self._draw_one()
            if self._game.format_move(self._log[-1].move) != text:
                raise SessionError("the seed makes chance draw otherwise")
        else:
            self._make(mover, text)

    # What happens inside; whoever calls these holds the lock

    def _check_seat(self, seat: Seat | None) -> None:
        if seat is not None and (type(seat) is not int or not 0 <= seat < self._seats):
            raise UnknownSeatError(seat, self._seats)

    def _check_turn(self, mover: Seat | Chance) -> None:
        asked = self._game.to_move(self._state)
        if asked is None:
            raise GameOverError
        if asked != mover:
            raise NotYourTurnError(mover)

    def _why_no_undo(self, seat: Seat) -> str | None:
        if not self._standing or self._log[self._standing[-1]].mover != seat:
            return "the last move is not its own"
        if self._revealed:
            return "the seed has been revealed"
        return None if self._without_secrets() else "the game has secrets"

    def _check_version(self, version: int) -> None:
        if type(version) is not int or version != len(self._log):
            raise StaleVersionError(version, len(self._log))

    def _make(self, mover: Seat | Chance, text: str) -> None:
        if type(text) is not str:
            raise NotationError(shown(text), f"the text of a move, not a value of the type {type(text).__name__}")
        move = self._game.parse_move(text)
        self._append("told" if mover is CHANCE else "seat", mover, move, self._game.apply(self._state, move))

    def _draw(self) -> None:
        while self._game.to_move(self._state) is CHANCE:
            self._draw_one()

    def _draw_one(self) -> None:
        moves, weights = self._game.legal_moves(self._state), self._game.chance_weights(self._state)
        move = moves[pick(self._rng, weights)]
        self._append("drawn", CHANCE, move, self._game.apply_unchecked(self._state, move))

    def _append(self, kind: _Kind, mover: Seat | Chance, move: MoveT, after: StateT) -> None:
        self._standing.append(len(self._log))
        self._log.append(_Line(kind, mover, move, self._state, after))
        self._state = after

    def _update(self, since: int) -> Update:
        mover = self._game.to_move(self._state)
        return Update(since, len(self._log), mover, self._game.outcome(self._state))

    def _mark(self) -> tuple[int, int, StateT, Any]:
        return len(self._log), len(self._standing), self._state, self._rng.getstate()

    def _back_to(self, mark: tuple[int, int, StateT, Any]) -> None:
        lines, standing, self._state, drawn = mark
        del self._log[lines:]
        del self._standing[standing:]
        self._rng.setstate(drawn)

    def _without_secrets(self) -> bool:
        """Whether, at every position so far, everybody saw all there was."""
        states = [*(line.before for line in self._log[self._open_up_to :]), self._state]
        if not all(map(self._is_open, states)):
            return False
        self._open_up_to = len(self._log)
        return True

    def _is_open(self, state: StateT) -> bool:
        spectator = self._game.observe(state, None)
        seats = tuple(map(Seat, range(self._seats)))
        if any(self._game.observe(state, seat) != spectator for seat in seats):
            return False
        try:
            return [world for _, world in islice(self._game.worlds(self._game.observe(state, seats[0])), 2)] == [state]
        except MissingPartError:
            return False  # whoever cannot say what is secret has to take everything for a secret

"""Games as text, made to be read and edited by people and kept for decades.

    boardgames-fr 1
    game: pecking_order
    rules-version: 1
    rules: {"birds": 12, "double_bonus": 3, "first": 0, …}
    seat 0: Anna
    result: 0 (31-29)

    draw 7
    place 10          # a remark
    = 2 1 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef

The format, number 1: the first line; then headers, one a line, `name: value`; a blank line; then the moves, one a line,
chance's among them. `game`, `rules-version` and `rules` must be there (in any order); the rules are JSON with every
field, so that a later change of a default changes no old game. All other headers are kept in order, whatever their
names; one of them, `result`, must be what the moves give, once they end the game. A line that begins with `#` is a
remark; so is the rest of a line of moves from a `#` after a space. Remarks and blank lines among the moves are not
kept. A line `= PLY FORMAT SHA256` is a digest of the state after so many moves; one made by another format of the JSON
of states is passed over.

Lines end with LF when we write; CRLF and a byte order mark, which editors add, are accepted when we read. *A last line
without its line end has not been written yet* and does not count: a crash loses that line and nothing else, and a
record can be read while it is being written.

    >>> from boardgames_fr import find_game, read_record
    >>> from boardgames_fr.record import Record, replay
    >>> game = find_game("pecking_order")
    >>> moves = (game.parse_move("draw 7"), game.parse_move("place 10"))
    >>> record = Record(game, game.rules_type(), moves, (("seat 0", "Anna"),))
    >>> read_record(str(record)) == record
    True
    >>> len(list(replay(record)))
    3
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, Final, Generic

import attrs

from boardgames_fr._reflection import FORMAT, coders_of, document, encoded
from boardgames_fr._strict_json import Fault, parse, readable
from boardgames_fr.errors import CodecError, IllegalMoveError, NotationError, RecordError, UnknownSeatError
from boardgames_fr.game import AnyGame, Game, MoveT, Outcome, RulesT, Seat, StateT, ViewT

__all__ = [
    "RECORD_FORMAT",
    "Record",
    "Recorder",
    "as_seen",
    "digest",
    "read",
    "read_good",
    "replay",
    "result_text",
    "with_digests",
    "with_result",
]

RECORD_FORMAT: Final = 1
"""The number of the text form, in a record's first line."""

_MAGIC = "boardgames-fr"
_OWN_HEADERS = ("game", "rules-version", "rules")
_REMARK = re.compile(r"(?:^|\s)#.*", re.DOTALL)
_DIGEST_LINE = re.compile(r"= (0|[1-9][0-9]{0,17}) ([1-9][0-9]{0,8}) ([0-9a-f]{64})")
_SHA256 = re.compile(r"[0-9a-f]{64}")


def _is_line(text: str) -> bool:
    """Whether `text` can stand in a line and come back the same."""
    unfit = any(char < " " or "\x7f" <= char <= "\x9f" or "\ud800" <= char <= "\udfff" for char in text)
    return not unfit and text == text.strip()


def _check_headers(_record: object, _field: object, headers: tuple[tuple[str, str], ...]) -> None:
    for name, value in headers:
        if not name or ":" in name or name.startswith("#") or name in _OWN_HEADERS or not _is_line(name):
            raise RecordError(f"{name!r} cannot be the name of a header")
        if not _is_line(value):
            raise RecordError(f"the header {name} holds what does not fit on its line")
    names = [name for name, _ in headers]
    if names.count("result") > 1:
        raise RecordError("the header result is there twice")


def _check_digests(_record: object, _field: object, digests: tuple[tuple[int, str], ...]) -> None:
    plies = [ply for ply, _ in digests]
    if plies != sorted(set(plies)) or any(ply < 0 for ply in plies):
        raise RecordError("digests must stand in the order of their plies, each once")
    if not all(_SHA256.fullmatch(sha) for _, sha in digests):
        raise RecordError("a digest is 64 hexadecimal digits")


@attrs.frozen
class Record(Generic[RulesT, StateT, MoveT, ViewT]):
    """A game as it was played: its rules and all moves, chance's too. `str()` gives the text form.

    Making one checks the form of headers and digests (`RecordError`), not the moves: `replay` does that, and `read`
    does it for every text. A record holds all secrets of its game; what a seat saw of it is `as_seen`.
    """

    game: Game[RulesT, StateT, MoveT, ViewT]
    rules: RulesT
    moves: tuple[MoveT, ...] = ()
    headers: tuple[tuple[str, str], ...] = attrs.field(default=(), validator=_check_headers)
    """Names and values beside `game`, `rules-version` and `rules`, in order, like `("seat 0", "Anna")`."""
    digests: tuple[tuple[int, str], ...] = attrs.field(default=(), validator=_check_digests)
    """Plies, ascending, each with the `digest` of the state after so many moves."""

    def __str__(self) -> str:
        lines = [_head(self.game, self.rules, self.headers)]
        digests = dict(self.digests)
        for ply, move in enumerate((None, *self.moves)):
            if move is not None:
                lines.append(f"{self.game.format_move(move)}\n")
            if ply in digests:
                lines.append(_digest_line(ply, digests[ply]))
        return "".join(lines)

    def result(self) -> Outcome | None:
        """The outcome after all moves; `None` when the game is not over.

        Raises:
            RecordError: a move is not legal.
        """
        *_, last = replay(self)
        return self.game.outcome(last)


def _head(game: AnyGame, rules: object, headers: tuple[tuple[str, str], ...]) -> str:
    own = (
        ("game", game.name),
        ("rules-version", str(game.rules_version)),
        ("rules", readable(encoded(game, "rules", rules))),
    )
    lines = (f"{name}: {value}".rstrip() for name, value in (*own, *headers))
    return "\n".join([f"{_MAGIC} {RECORD_FORMAT}", *lines, "", ""])


def _digest_line(ply: int, sha: str) -> str:
    return f"= {ply} {FORMAT} {sha}\n"


def digest(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT) -> str:
    """The SHA-256, in hexadecimal, of the state's canonical JSON document, its format number and final LF included.

    That is the text of `Codec.state_to_json`. The same on every machine and supported Python; it tells two states
    apart, and it gives nothing away about a state only as long as nobody can guess the state.
    """
    return sha256(document(game, "state", encoded(game, "state", state)).encode("ascii")).hexdigest()


def replay(record: Record[RulesT, StateT, MoveT, ViewT]) -> Iterator[StateT]:
    """Every state of the game, in order: the first one, then the one after each move. Lazily.

    Raises:
        RecordError: at the first move that is not legal, or the first digest that differs, with its ply and the good
            part as its `record`.
    """
    game = record.game
    digests = dict(record.digests)
    state = game.new_game(record.rules)
    _compare(record, 0, state, digests)
    yield state
    for ply, move in enumerate(record.moves):
        try:
            state = game.apply(state, move)
        except IllegalMoveError as error:
            raise RecordError(_illegal(error), ply=ply, record=_first(record, ply)) from error
        _compare(record, ply + 1, state, digests)
        yield state
    late = [ply for ply in digests if ply > len(record.moves)]
    if late:
        problem = f"a digest of ply {late[0]}, which the record does not reach"
        raise RecordError(problem, ply=len(record.moves), record=_first(record, len(record.moves)))


def _compare(record: Record[RulesT, StateT, MoveT, ViewT], ply: int, state: StateT, digests: dict[int, str]) -> None:
    if ply in digests and digests[ply] != digest(record.game, state):
        raise RecordError(f"the digest of ply {ply} differs", ply=ply, record=_first(record, ply))


def _illegal(error: IllegalMoveError) -> str:
    return f"illegal move {error}"


def _first(record: Record[RulesT, StateT, MoveT, ViewT], plies: int) -> Record[RulesT, StateT, MoveT, ViewT]:
    """The record up to this ply, without what is said about its end or cannot be relied upon."""
    headers = tuple(pair for pair in record.headers if pair[0] != "result" or plies == len(record.moves))
    return Record(record.game, record.rules, record.moves[:plies], headers)


def as_seen(
    game: Game[RulesT, StateT, MoveT, ViewT], record: Record[RulesT, StateT, MoveT, ViewT], seat: Seat | None
) -> Iterator[tuple[str, ViewT]]:
    """What a seat (`None`: a spectator) saw: for every move its text as seen and the view after it. Lazily.

    This sequence is the seat's information state: all that it can ever have learned.

    Raises:
        UnknownSeatError: the game has no such seat.
        RecordError: as `replay`.
    """
    seats = game.seats(record.rules)
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise UnknownSeatError(seat, seats)
    return _as_seen(game, record, seat)


def _as_seen(
    game: Game[RulesT, StateT, MoveT, ViewT], record: Record[RulesT, StateT, MoveT, ViewT], seat: Seat | None
) -> Iterator[tuple[str, ViewT]]:
    states = replay(record)
    before = next(states)
    for move, after in zip(record.moves, states, strict=True):
        yield game.seen(before, move, seat), game.observe(after, seat)
        before = after


def result_text(outcome: Outcome) -> str:
    """An outcome as the header `result` has it: the winners, then all scores in brackets.

    >>> result_text(Outcome((Seat(0),), (31, 29), (1.0, -1.0)))
    '0 (31-29)'
    """
    return f"{','.join(map(str, outcome.winners))} ({'-'.join(map(str, outcome.scores))})"


def with_result(record: Record[RulesT, StateT, MoveT, ViewT]) -> Record[RulesT, StateT, MoveT, ViewT]:
    """The record with the header `result` that its moves give (none when the game is not over), last of all headers.

    Raises:
        RecordError: a move is not legal.
    """
    outcome = record.result()
    headers = tuple(pair for pair in record.headers if pair[0] != "result")
    if outcome is not None:
        headers += (("result", result_text(outcome)),)
    return Record(record.game, record.rules, record.moves, headers, record.digests)


def with_digests(record: Record[RulesT, StateT, MoveT, ViewT], every: int = 20) -> Record[RulesT, StateT, MoveT, ViewT]:
    """The record with the digest of every `every`-th ply and of the last one, instead of those it had.

    Raises:
        RecordError: a move is not legal.
        ValueError: `every` is not positive.
    """
    if every < 1:
        raise ValueError(f"with_digests: every must be positive, not {every}")
    bare = Record(record.game, record.rules, record.moves, record.headers)
    last = len(record.moves)
    digests = tuple(
        (ply, digest(record.game, state))
        for ply, state in enumerate(replay(bare))
        if ply and (ply % every == 0 or ply == last)
    )
    return Record(record.game, record.rules, record.moves, record.headers, digests)


def read(text: str, find: Callable[[str], AnyGame]) -> Record[Any, Any, Any, Any]:
    """The record written in `text`; `find` looks a game up by its name, like `boardgames_fr.find_game`.

    Raises:
        RecordError: with the line and the ply of the first fault, and with the good moves before it as its `record`
            (`None` if the headers themselves are at fault).
        UnknownGameError: (whatever `find` raises) nobody knows the game.
    """
    record, error = read_good(text, find)
    if error is not None:
        raise error
    return record


def read_good(text: str, find: Callable[[str], AnyGame]) -> tuple[Record[Any, Any, Any, Any], RecordError | None]:
    """The good moves of the record written in `text`, and the first fault, if any.

    Raises:
        RecordError: the headers are at fault, so that there is no record at all.
        UnknownGameError: (whatever `find` raises) nobody knows the game.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    del lines[-1]  # what stands after the last line end: nothing, or a line that has not been written to its end
    lines = [line.removesuffix("\r") for line in lines]
    headers, blank = _read_headers(lines)
    record = _read_head(headers, find)
    reading = _Reading(record)
    for number, line in enumerate(lines[blank:], blank + 1):
        try:
            reading.take(line)
        except RecordError as error:
            fault = RecordError(error.problem, ply=error.ply, line=number, record=reading.record(good=False))
            fault.__cause__ = error.__cause__  # the refusal of an illegal move can still be explained
            return reading.record(good=False), fault
    return _with_right_result(reading, headers)


def _read_headers(lines: list[str]) -> tuple[list[tuple[int, str, str]], int]:
    """The headers with their lines' numbers, and how many lines there are up to the moves."""
    if not lines or not lines[0].startswith(f"{_MAGIC} "):
        raise RecordError(f"a record begins with the line `{_MAGIC} {RECORD_FORMAT}`", line=1)
    if lines[0].rstrip() != f"{_MAGIC} {RECORD_FORMAT}":
        raise RecordError(f"this is not format {RECORD_FORMAT} of records, the only one known here", line=1)
    headers: list[tuple[int, str, str]] = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            return headers, number
        if line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        if not colon:
            raise RecordError("a header is `name: value`; a blank line parts headers and moves", line=number)
        headers.append((number, name.strip(), value.strip()))
    return headers, len(lines)


def _read_head(headers: list[tuple[int, str, str]], find: Callable[[str], AnyGame]) -> Record[Any, Any, Any, Any]:
    """The record without its moves."""
    own: dict[str, tuple[int, str]] = {}
    for number, name, value in headers:
        if name in own:
            raise RecordError(f"the header {name} is there twice", line=number)
        if name in (*_OWN_HEADERS, "result"):
            own[name] = number, value
    for name in _OWN_HEADERS:
        if name not in own:
            raise RecordError(f"the header {name} is missing", line=1)
    game = find(own["game"][1])
    line, version = own["rules-version"]
    if version != str(game.rules_version):
        raise RecordError(f"these are not the rules of version {game.rules_version}, which are known here", line=line)
    line, text = own["rules"]
    try:
        rules = coders_of(game).rules.decode(parse(text))
    except Fault as fault:
        raise RecordError(f"rules: {fault.error()}", line=line) from fault
    except CodecError as error:
        raise RecordError(f"rules: {error}", line=line) from error
    others = tuple((name, value) for _, name, value in headers if name not in _OWN_HEADERS)
    for number, name, value in headers:
        if name not in _OWN_HEADERS:
            try:
                _check_headers(None, None, ((name, value),))
            except RecordError as error:
                raise RecordError(error.problem, line=number) from None
    return Record(game, rules, (), others)


class _Reading:
    """A record whose moves are being read, each checked as it comes."""

    def __init__(self, head: Record[Any, Any, Any, Any]) -> None:
        self.head = head
        self.moves: list[Any] = []
        self.digests: list[tuple[int, str]] = []
        self.state = head.game.new_game(head.rules)

    def take(self, line: str) -> None:
        """One line of the moves."""
        text = _REMARK.sub("", line).strip()
        ply = len(self.moves)
        if text.startswith("="):
            self._take_digest(text, ply)
        elif text:
            game = self.head.game
            try:
                move = game.parse_move(text)
                self.state = game.apply(self.state, move)
            except NotationError as error:
                raise RecordError(f"no move: {error}", ply=ply) from error
            except IllegalMoveError as error:
                raise RecordError(_illegal(error), ply=ply) from error
            self.moves.append(move)

    def _take_digest(self, text: str, ply: int) -> None:
        found = _DIGEST_LINE.fullmatch(text)
        if found is None:
            raise RecordError("a digest is written `= PLY FORMAT SHA256`", ply=ply)
        if int(found[1]) != ply:
            raise RecordError(f"a digest of ply {found[1]} stands after {ply} moves", ply=ply)
        if int(found[2]) != FORMAT:
            return
        if self.digests and self.digests[-1][0] == ply:
            raise RecordError(f"the digest of ply {ply} is there twice", ply=ply)
        if found[3] != digest(self.head.game, self.state):
            raise RecordError(f"the digest of ply {ply} differs", ply=ply)
        self.digests.append((ply, found[3]))

    def record(self, *, good: bool = True) -> Record[Any, Any, Any, Any]:
        """What was read so far; not `good`: without the result, which is not that of the good moves."""
        headers = tuple(pair for pair in self.head.headers if good or pair[0] != "result")
        return Record(self.head.game, self.head.rules, tuple(self.moves), headers, tuple(self.digests))


def _with_right_result(
    reading: _Reading, headers: list[tuple[int, str, str]]
) -> tuple[Record[Any, Any, Any, Any], RecordError | None]:
    """The record, whose header `result` must be what the moves give once they end the game."""
    record = reading.record()
    outcome = reading.head.game.outcome(reading.state)
    for number, name, claim in headers:
        if name == "result" and outcome is not None and claim != result_text(outcome):
            problem = f"the result is given as {claim!r}, but the moves say {result_text(outcome)}"
            record = reading.record(good=False)
            return record, RecordError(problem, ply=len(reading.moves), line=number, record=record)
    return record, None


class Recorder(Generic[RulesT, StateT, MoveT, ViewT]):
    """Writes a record while the game is being played, each line as soon as it is known.

    `write` gets whole lines, with their ends; to lose nothing but the last line in a crash it must pass them on at
    once (open the file with `buffering=1`). `digest_every`: how many plies apart digests are written.

        >>> from boardgames_fr import find_game
        >>> lines: list[str] = []
        >>> recorder = Recorder(find_game("pecking_order"), find_game("pecking_order").rules_type(), lines.append)
        >>> _ = recorder.add(find_game("pecking_order").parse_move("draw 7"), "a good start")
        >>> lines[-1]
        'draw 7  # a good start\\n'
    """

    def __init__(
        self,
        game: Game[RulesT, StateT, MoveT, ViewT],
        rules: RulesT,
        write: Callable[[str], object],
        *,
        headers: tuple[tuple[str, str], ...] = (),
        digest_every: int | None = None,
    ) -> None:
        if digest_every is not None and digest_every < 1:
            raise ValueError(f"digest_every must be positive, not {digest_every}")
        self._head: Record[RulesT, StateT, MoveT, ViewT] = Record(game, rules, (), headers)
        self._write = write
        self._every = digest_every
        self._moves: list[MoveT] = []
        self._digests: list[tuple[int, str]] = []
        self._state = game.new_game(rules)
        write(str(self._head))

    @property
    def state(self) -> StateT:
        """The state after the moves so far."""
        return self._state

    @property
    def record(self) -> Record[RulesT, StateT, MoveT, ViewT]:
        """The record so far."""
        return attrs.evolve(self._head, moves=tuple(self._moves), digests=tuple(self._digests))

    def add(self, move: MoveT, remark: str = "") -> StateT:
        """The state after this move, which is checked and written.

        Raises:
            IllegalMoveError: nothing is written.
            RecordError: the remark does not fit on its line; nothing is written.
        """
        if not _is_line(remark):
            raise RecordError("the remark does not fit on its line", ply=len(self._moves))
        game = self._head.game
        self._state = game.apply(self._state, move)
        self._moves.append(move)
        self._write(game.format_move(move) + (f"  # {remark}" if remark else "") + "\n")
        ply = len(self._moves)
        if self._every is not None and ply % self._every == 0:
            self._digests.append((ply, digest(game, self._state)))
            self._write(_digest_line(*self._digests[-1]))
        return self._state

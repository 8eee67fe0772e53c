"""The one tree of errors.

Every error of the library is a `BoardGamesError` and, beside it, the built-in error that a caller would
catch who has never heard of the library (`ValueError`, `RuntimeError`, `LookupError` …). All of them can be
pickled, so they cross process borders, and all carry what was wrong as attributes, not only as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardgames_fr.game import Chance, Refusal, Seat

__all__ = [
    "BoardGamesError",
    "CodecError",
    "GameOverError",
    "IllegalMoveError",
    "LawBrokenError",
    "MatchError",
    "MissingExtraError",
    "MissingPartError",
    "NotYourTurnError",
    "NotationError",
    "RecordError",
    "RulesError",
    "SessionError",
    "StaleVersionError",
    "StateError",
    "UndoError",
    "UnknownBotError",
    "UnknownGameError",
    "UnknownSeatError",
    "WorldsError",
    "shown",
]


def shown(value: object, limit: int = 80) -> str:
    """`value` as a message says it: its text, cut to `limit` characters so that a hostile input cannot flood a log.

    This never fails: a long integer, whose digits Python may refuse to work out, is told by its bits.

    >>> shown(7), shown(10**5000), shown("xyzxyz", limit=4)
    ('7', 'an integer of 16610 bits', 'xyz…')
    """
    try:
        bits = value.bit_length() if isinstance(value, int) else 0
        text = str(value) if bits <= _MOST_BITS else f"an integer of {bits} bits"
    except Exception:
        text = f"a {type(value).__name__} without a text"
    return text if len(text) <= limit else text[: limit - 1] + "…"


_MOST_BITS = 256
_LONGEST_MOVE = 400


def _quoted(value: object) -> str:
    return repr(shown(value))


class BoardGamesError(Exception):
    """The root: `except BoardGamesError` catches whatever this library raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions pickle by calling the class with `args`; ours have other signatures, so they are
        # rebuilt without calling it.
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[BoardGamesError], args: tuple[Any, ...], fields: dict[str, Any]) -> BoardGamesError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


class IllegalMoveError(BoardGamesError, ValueError):
    """The rules forbid this move here. The position is untouched."""

    def __init__(self, move: object, refusal: Refusal) -> None:
        self.move = move
        self.refusal = refusal
        what = f"{_quoted(move)} (a str, not a move)" if isinstance(move, str) else shown(move, _LONGEST_MOVE)
        super().__init__(f"{what}: {refusal}")


class NotationError(BoardGamesError, ValueError):
    """The text spells no move (or no card, house …), whatever the position."""

    def __init__(self, text: str, expected: str) -> None:
        self.text = text
        self.expected = expected
        super().__init__(f"{_quoted(text)}: expected {expected}")


class RulesError(BoardGamesError, ValueError):
    """These rules make no playable game."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field = field
        self.value = value
        self.allowed = allowed
        super().__init__(f"{field} = {_quoted(value)}: {allowed}")


class StateError(BoardGamesError, ValueError):
    """This is no state of the game: pieces are missing or doubled, or a field is out of range."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(problem)


class WorldsError(BoardGamesError, ValueError):
    """There are no worlds: the view is a spectator's, or one that no state gives."""


class CodecError(BoardGamesError, ValueError):
    """This JSON is not what it should be; `path` says where, like `$.moves[3]`."""

    def __init__(self, path: str, problem: str) -> None:
        self.path = path
        self.problem = problem
        super().__init__(f"{path}: {problem}")


class RecordError(BoardGamesError, ValueError):
    """The record breaks here: `ply` counts the good moves before, `line` is the line of the text, if any.

    `record` holds the good moves as a `Record`, once the text says of which game and by which rules.
    """

    def __init__(self, problem: str, *, ply: int = 0, line: int | None = None, record: object = None) -> None:
        self.problem = problem
        self.ply = ply
        self.line = line
        self.record = record
        place = f"ply {ply}" if line is None else f"line {line}, ply {ply}"
        super().__init__(f"{place}: {problem}")


class MatchError(BoardGamesError, RuntimeError):
    """A bot failed: it raised, or answered with a move that is not legal."""

    def __init__(self, problem: str, *, seat: Seat, ply: int, record: object) -> None:
        self.problem = problem
        self.seat = seat
        self.ply = ply
        self.record = record
        super().__init__(f"seat {seat}, ply {ply}: {problem}")


class LawBrokenError(BoardGamesError, AssertionError):
    """A game breaks a law of `conformance`; `record` replays to the position that shows it."""

    def __init__(self, law: str, problem: str, record: object = None) -> None:
        self.law = law
        self.problem = problem
        self.record = record
        super().__init__(f"{law}: {problem}")


class SessionError(BoardGamesError, RuntimeError):
    """A session refused a request; nothing has changed."""


class StaleVersionError(SessionError):
    """The request was made for another version of the session than the present one."""

    def __init__(self, given: int, current: int) -> None:
        self.given = given
        self.current = current
        super().__init__(f"made for version {shown(given)}, the session is at version {current}")


class NotYourTurnError(SessionError):
    """This seat is not asked now. Nothing else about the request was looked at."""

    def __init__(self, seat: Seat | Chance) -> None:
        self.seat = seat
        super().__init__(f"seat {seat} is not asked now" if isinstance(seat, int) else "the table is not asked now")


class UnknownSeatError(SessionError, LookupError):
    """The game has no such seat."""

    def __init__(self, seat: object, seats: int) -> None:
        self.seat = seat
        self.seats = seats
        super().__init__(f"no seat {_quoted(seat)}: the seats are 0 to {seats - 1}")


class GameOverError(SessionError):
    """The game is over; nobody is asked any more."""

    def __init__(self) -> None:
        super().__init__("the game is over")


class UndoError(SessionError):
    """This seat has nothing that it may take back."""

    def __init__(self, seat: Seat, problem: str) -> None:
        self.seat = seat
        self.problem = problem
        super().__init__(f"seat {seat} cannot undo: {problem}")


class UnknownGameError(BoardGamesError, LookupError):
    """No game has this name; the message lists those there are."""

    def __init__(self, name: str, names: tuple[str, ...], nearest: str | None = None) -> None:
        self.name = name
        self.names = names
        self.nearest = nearest
        hint = f" (did you mean {nearest}?)" if nearest is not None else ""
        super().__init__(f"no game {_quoted(name)}{hint}; there are: {', '.join(names)}")


class UnknownBotError(BoardGamesError, LookupError):
    """No bot is called so for this game; the message lists what there is."""

    def __init__(self, spec: str, known: tuple[str, ...]) -> None:
        self.spec = spec
        self.known = known
        super().__init__(f"no bot {_quoted(spec)}; there are: {', '.join(known)}")


class MissingPartError(BoardGamesError, NotImplementedError):
    """A tool needs a function that this game (a small one of somebody's own) does not bring."""

    def __init__(self, game: str, part: str) -> None:
        self.game = game
        self.part = part
        super().__init__(f"the game {game} brings no `{part}`, which is needed here")


class MissingExtraError(BoardGamesError, ImportError):
    """An optional dependency is not installed; the message is the pip line that installs it."""

    def __init__(self, extra: str) -> None:
        self.extra = extra
        super().__init__(f"this needs an extra: pip install 'boardgames-fr[{extra}]'")

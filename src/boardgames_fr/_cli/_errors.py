"""Errors of the library as one line in the language of the terminal."""

from __future__ import annotations

from boardgames_fr._cli._words import Words
from boardgames_fr.errors import (
    BoardGamesError,
    IllegalMoveError,
    MatchError,
    MissingPartError,
    NotationError,
    RecordError,
    UnknownBotError,
)
from boardgames_fr.record import Record

__all__ = ["problem_text"]


def problem_text(error: BoardGamesError, words: Words) -> str:
    """What went wrong, in the words of the terminal as far as it has some; the rest as the library says it."""
    if isinstance(error, UnknownBotError):
        return words("no-bot", spec=error.spec, known=", ".join(error.known))
    if isinstance(error, MissingPartError):
        return words("no-part", game=error.game, part=error.part)
    if isinstance(error, MatchError):
        return words("bot-failed", seat=error.seat, ply=error.ply, problem=error.problem)
    if isinstance(error, RecordError):
        return _record_text(error, words)
    return str(error)


def _record_text(error: RecordError, words: Words) -> str:
    cause, problem = error.__cause__, error.problem
    if isinstance(cause, IllegalMoveError) and isinstance(error.record, Record):
        why = error.record.game.explain(cause.refusal, words.lang)
        problem = words("record-illegal", move=cause.move, why=why)
    elif isinstance(cause, NotationError):
        problem = words("record-no-move", text=cause.text, expected=cause.expected)
    if error.line is None:
        return words("at-ply", ply=error.ply, problem=problem)
    if error.record is None:
        return words("at-line", line=error.line, problem=problem)
    return words("at-line-ply", line=error.line, ply=error.ply, problem=problem)

"""A tournament on file: JSON lines, a heading and then one line a finished game, in the order in which they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Any, Final

from boardgames_fr.arena._games import Job
from boardgames_fr.arena._standings import GameResult
from boardgames_fr.codec import Codec
from boardgames_fr.errors import RecordError
from boardgames_fr.game import MoveT, RulesT, Seat, StateT, ViewT

_FORMAT: Final = 1


def heading(job: Job[RulesT, StateT, MoveT, ViewT]) -> dict[str, object]:
    """What makes two files belong to the same tournament."""
    return {
        "arena": _FORMAT,
        "entrants": [entrant.name for entrant in job.entrants],
        "game": job.game.name,
        "limit": job.limit,
        "rules": json.loads(Codec(job.game).rules_to_json(job.rules)),
        "rules_version": job.game.rules_version,
        "seed": job.seed,
    }


def _line(data: dict[str, object]) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode("ascii") + b"\n"


def _result_line(result: GameResult) -> bytes:
    return _line(
        {
            "forfeit": result.forfeit,
            "index": result.index,
            "problem": result.problem,
            "record": result.record,
            "returns": list(result.returns),
            "sat": list(result.sat),
            "scores": list(result.scores),
            "void": result.void,
            "winners": list(result.winners),
        }
    )


def _result(line: bytes) -> GameResult:
    data: dict[str, Any] = json.loads(line)
    forfeit = data["forfeit"]
    return GameResult(
        index=int(data["index"]),
        sat=tuple(map(int, data["sat"])),
        winners=tuple(Seat(int(seat)) for seat in data["winners"]),
        scores=tuple(map(int, data["scores"])),
        returns=tuple(map(float, data["returns"])),
        forfeit=None if forfeit is None else Seat(int(forfeit)),
        problem=str(data["problem"]),
        record=str(data["record"]),
        void=bool(data["void"]),
    )


def read_log(path: Path) -> tuple[dict[str, object], dict[int, GameResult], int]:
    """The heading and the finished games of a file, and how many of its bytes are whole lines.

    Raises:
        RecordError: with the line that is at fault.
    """
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    head: dict[str, object] = {}
    results: dict[int, GameResult] = {}
    for number, line in enumerate(content[:whole].split(b"\n")[:-1], start=1):
        try:
            if number == 1:
                head = dict(json.loads(line))
                if head.get("arena") != _FORMAT:
                    raise ValueError("the heading is missing")
            else:
                result = _result(line)
                results.setdefault(result.index, result)
        except (ValueError, KeyError, TypeError) as error:
            raise RecordError(f"this is no line of a tournament: {error!r}", line=number) from error
    return head, results, whole


class Log:
    """The file of a tournament. Opening it reads what is there; a line cut off by a crash is cut away."""

    def __init__(self, path: Path, head: dict[str, object]) -> None:
        self.results: dict[int, GameResult] = {}
        whole = 0
        if path.exists():
            found, self.results, whole = read_log(path)
            different = sorted(key for key in head if found.get(key) != head[key])
            if whole and different:
                raise RecordError(f"this file is of another tournament: other {', '.join(different)}", line=1)
        self._file: IO[bytes] = path.open("r+b" if path.exists() else "xb")
        self._file.truncate(whole)
        self._file.seek(whole)
        if not whole:
            self._write(_line(head))

    def add(self, result: GameResult) -> None:
        self._write(_result_line(result))

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def close(self) -> None:
        self._file.close()

"""A record on disk while its game is being played: after every move it holds the whole game so far."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

from boardgames_fr._cli._options import reason
from boardgames_fr._cli._terminal import UsageError
from boardgames_fr._cli._words import Words

__all__ = ["RecordFile", "is_taken", "with_headers", "without_moves"]

_BLANK: Final = re.compile(r"\n[ \t]*\n")
_REMARK: Final = re.compile(r"(?:^|\s)#.*")


def is_taken(path: str) -> bool:
    """Whether there is something in this file that could be lost."""
    try:
        return Path(path).is_file() and Path(path).stat().st_size > 0
    except (OSError, ValueError):
        return False  # it cannot be written either, which is said when that is tried


def with_headers(text: str, headers: Mapping[str, str]) -> str:
    """The text of a record with these headers, in the places of those it had; all else stays, remarks too."""
    head, *moves = _BLANK.split(text, maxsplit=1)
    left = dict(headers)
    lines = []
    for line in head.rstrip("\n").split("\n"):
        name = line.partition(":")[0].strip()
        lines.append(f"{name}: {left.pop(name)}" if name in left and not line.startswith("#") else line)
    lines += [f"{name}: {value}" for name, value in left.items()]
    return "\n".join([*lines, "", *(moves or [""])])


def without_moves(text: str, plies: int) -> str:
    """The text of a record without its last moves, and without the remarks and digests between and after them."""
    lines = text.removesuffix("\n").split("\n")
    while plies:
        move = _REMARK.sub("", lines.pop()).strip()
        plies -= bool(move) and not move.startswith("=")
    return "\n".join([*lines, ""])


class RecordFile:
    """A file that holds a record, each line written as soon as it is known.

    If it cannot be written any more, that is said with `tell` once, and the game goes on without it.
    """

    def __init__(self, path: str, text: str, words: Words, tell: Callable[[str], None]) -> None:
        """Writes `text`, the record so far, in the place of what the file held.

        Raises:
            UsageError: the file cannot be written.
        """
        self.path = path
        self._text = text
        self._words = words
        self._tell = tell
        self._handle: TextIO | None = None
        try:
            self._write_anew()
        except (OSError, ValueError) as error:
            raise UsageError(words("cannot-write", path=path, problem=reason(error, words))) from None

    def add(self, move: str) -> None:
        """This move was made."""
        self._text += f"{move}\n"
        self._trying(lambda: None if self._handle is None else self._handle.write(f"{move}\n"))

    def take_back(self, plies: int) -> None:
        """The last moves never were."""
        self._text = without_moves(self._text, plies)
        self._trying(self._write_anew)

    def finish(self, result: str) -> None:
        """The game is over, with this `result`."""
        self._text = with_headers(self._text, {"result": result})
        self._trying(self._write_anew)

    def close(self) -> None:
        """Nothing more is written."""
        if self._handle is not None:
            with suppress(OSError):
                self._handle.close()
            self._handle = None

    @property
    def is_kept(self) -> bool:
        """Whether the file holds all that it should."""
        return self._handle is not None

    def _trying(self, write: Callable[[], object]) -> None:
        if self._handle is None:
            return
        try:
            write()
        except OSError as error:
            self.close()
            problem = self._words("cannot-write", path=self.path, problem=reason(error, self._words))
            self._tell(self._words("not-kept", problem=problem))

    def _write_anew(self) -> None:
        """At no moment does the file hold less than it held or than it is to hold."""
        path = Path(self.path)
        old = path.read_bytes() if path.is_file() else b""
        new = self._text.encode()
        if self._handle is not None:
            self._handle.close()
        if old and old != new:
            try:
                _replace(path.resolve(), new)
            except OSError:  # a folder where nothing can be made anew: over what is there
                path.write_bytes(new)
        elif not old:
            path.write_bytes(new)
        self._handle = open(path, "a", encoding="utf-8", newline="\n", buffering=1)  # noqa: SIM115 - closed by `close`


def _replace(path: Path, content: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        file.write(content)
    try:
        shutil.copymode(path, file.name)
        Path(file.name).replace(path)
    except OSError:
        Path(file.name).unlink()
        raise

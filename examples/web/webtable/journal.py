"""The file of a table: a line is written for all that is accepted, before anybody is told that it was.

The first line says what is played, by whom, with which secrets; each further line is one accepted request. Read again
in order they make the same table. A crash can tear the last line only, and nobody was told of that one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from webtable.messages import Fields, strict_json

__all__ = ["Journal", "JournalError"]

_FORMAT: Final = 1


class JournalError(Exception):
    """The file of a table cannot be read or written."""


class Journal:
    """The file of one table. `sync`: wait until the disk has it, which survives a power cut too."""

    def __init__(self, path: Path, *, sync: bool = False) -> None:
        self.path = path
        self._sync = sync

    @classmethod
    def create(cls, path: Path, head: Fields, *, sync: bool = False) -> Journal:
        """A new file with this first line."""
        journal = cls(path, sync=sync)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        journal.append({"format": _FORMAT, **head})
        return journal

    def append(self, line: Fields) -> None:
        """Writes one line.

        Raises:
            JournalError: it could not be written, and the file ends as it did before.
        """
        data = json.dumps(line, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"
        try:
            with self.path.open("ab", buffering=0) as file:
                before = file.seek(0, os.SEEK_END)
                try:
                    if file.write(data) != len(data):
                        raise OSError("the disk is full")
                    if self._sync:
                        os.fsync(file.fileno())
                except OSError:
                    file.truncate(before)
                    raise
        except OSError as error:
            raise JournalError(str(error)) from error

    def lines(self) -> Iterator[Fields]:
        """All lines, the first one first; a torn last line is cut off the file.

        Raises:
            JournalError: the file is not what this class writes.
        """
        try:
            data = self.path.read_bytes()
            whole = data.rfind(b"\n") + 1
            if whole < len(data):
                with self.path.open("r+b") as file:
                    file.truncate(whole)
        except OSError as error:
            raise JournalError(str(error)) from error
        for number, text in enumerate(data[:whole].decode("ascii", "replace").splitlines()):
            try:
                line = strict_json(text)
            except ValueError as error:
                raise JournalError(f"line {number + 1}: {error}") from error
            if not isinstance(line, dict) or (number == 0 and line.get("format") != _FORMAT):
                raise JournalError(f"line {number + 1} is none of ours")
            yield line

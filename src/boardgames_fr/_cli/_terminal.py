"""The one place that touches the keyboard, the screen, the environment and the clock."""

from __future__ import annotations

import os
import re
import select
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, TextIO

from boardgames_fr.errors import BoardGamesError
from boardgames_fr.game import Lang
from boardgames_fr.render._letters import clean

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["InputEndedError", "Terminal", "UsageError", "completer", "language"]

Progress = Callable[[int, int], None]
"""Told how much of how much is done."""

_CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"


class UsageError(BoardGamesError):
    """The command line, or a file it names, is not what the command needs; the text is one line for the user."""


class InputEndedError(BoardGamesError):
    """Nobody is there any more to answer a question."""


def language(environ: Mapping[str, str]) -> Lang:
    """The language of the locale, as the usual variables give it; English where that is neither French nor set."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "")
        if value:
            return Lang.FR if value.lower().startswith("fr") else Lang.EN
    return Lang.EN


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:  # Windows, the browser
        return None
    return readline


def completer(words: Sequence[str]) -> Callable[[str, int], str | None]:
    """What readline asks for the first, second … of `words` that goes on like the text typed so far."""

    def complete(text: str, index: int) -> str | None:
        fitting = [word for word in words if word.startswith(text)]
        return fitting[index] if index < len(fitting) else None

    return complete


class Terminal:
    """Standard input, output and error, and whether a person sits there."""

    def __init__(
        self,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.stdin = sys.stdin if stdin is None else stdin
        self.stdout = sys.stdout if stdout is None else stdout
        self.stderr = sys.stderr if stderr is None else stderr
        self.environ = os.environ if environ is None else environ
        self.is_person = self.stdin.isatty() and self.stdout.isatty()
        plain = bool(self.environ.get("NO_COLOR")) or self.environ.get("TERM") == "dumb"
        self.color = self.stdout.isatty() and not plain
        self.width = shutil.get_terminal_size().columns if self.stdout.isatty() else None
        for stream in (self.stdout, self.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:  # a narrow encoding must not end a game
                with suppress(ValueError, OSError):
                    reconfigure(errors="replace")

    def write(self, text: str = "") -> None:
        """`text` and a line break, on standard output, exactly as it is."""
        self.stdout.write(text + "\n")

    def say(self, text: str) -> None:
        """`text`, which may hold what others wrote, made safe line by line."""
        for line in text.split("\n"):
            self.write(clean(line))

    def bold(self, text: str) -> None:
        """`text` as a heading."""
        self.write(f"\x1b[1m{clean(text)}\x1b[0m" if self.color else clean(text))

    def complain(self, text: str) -> None:
        """`text`, squeezed into one line, on standard error."""
        self.stdout.flush()
        self.stderr.write(clean(re.sub(r"[ \t\r\n]+", " ", text)) + "\n")
        self.stderr.flush()

    def clear(self) -> None:
        """An empty screen, and nothing to scroll back to; a plain line where output is no screen."""
        self.stdout.write(_CLEAR if self.stdout.isatty() else "\n" + "-" * 40 + "\n")

    def sleep(self, seconds: float) -> None:
        """After this time."""
        self.stdout.flush()
        time.sleep(seconds)

    def ask(self, prompt: str, completions: Sequence[str] = (), *, hidden: bool = False) -> str:
        """The line that was typed, without its ends; with `hidden` it does not appear on the screen.

        Raises:
            InputEndedError: input is at its end.
        """
        self.stdout.flush()
        try:
            if self.is_person and self.stdin is sys.stdin and self.stdout is sys.stdout:
                line = self._typed_unseen(prompt) if hidden else self._typed(prompt, completions)
            else:
                self.stdout.write(prompt)
                self.stdout.flush()
                line = self.stdin.readline()
                self.stdout.write("" if hidden else line if line.endswith("\n") else line + "\n")
        except (EOFError, UnicodeDecodeError):
            raise InputEndedError from None
        if not line:
            raise InputEndedError
        return line.strip()

    def _typed(self, prompt: str, completions: Sequence[str]) -> str:
        readline = _readline()
        if readline is not None:
            readline.set_completer_delims("")
            readline.parse_and_bind("tab: complete")

            readline.set_completer(completer(completions))
        try:
            return input(prompt) + "\n"
        finally:
            if readline is not None:
                readline.set_completer(None)

    def _typed_unseen(self, prompt: str) -> str:
        with self._keys(echo=False, lines=True):
            self.stdout.write(prompt)
            self.stdout.flush()
            line = self.stdin.readline()
        self.stdout.write("\n")
        return line

    @contextmanager
    def _keys(self, *, echo: bool, lines: bool) -> Iterator[None]:
        """For a while the terminal shows typed characters or not, and gives them by lines or one by one."""
        try:
            import termios
        except ImportError:  # Windows: typed answers stay visible there
            yield
            return
        handle = self.stdin.fileno()
        before = termios.tcgetattr(handle)
        now = termios.tcgetattr(handle)
        flags = (termios.ECHO if not echo else 0) | (termios.ICANON if not lines else 0)
        now[3] &= ~flags
        termios.tcsetattr(handle, termios.TCSAFLUSH, now)
        try:
            yield
        finally:
            termios.tcsetattr(handle, termios.TCSAFLUSH, before)

    @property
    def has_keys(self) -> bool:
        """Whether single keys can be read here."""
        return self.is_person and find_spec("termios") is not None

    @contextmanager
    def racing(self) -> Iterator[Callable[[float], str]]:
        """A function that gives the next key pressed, in the order of pressing, or `""` after so many seconds.

        Only where there are keys (`has_keys`).
        """
        handle = self.stdin.fileno()
        waiting: list[str] = []

        def next_key(seconds: float) -> str:
            self.stdout.flush()
            if not waiting and select.select([handle], [], [], max(seconds, 0))[0]:
                waiting.extend(os.read(handle, 1024).decode(errors="ignore"))
            return waiting.pop(0) if waiting else ""

        with self._keys(echo=False, lines=False):
            yield next_key

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        return time.monotonic()

    @contextmanager
    def progress(self, what: str) -> Iterator[Progress]:
        """Something to call with (done, total): a bar where a person looks, with rich if it is there; else nothing."""
        if not self.stderr.isatty():
            yield lambda _done, _total: None
            return
        try:
            from rich.console import Console
            from rich.progress import Progress as Bar
        except ImportError:
            yield self._plain_progress(what)
            self.stderr.write("\r\x1b[K")
            return
        with Bar(console=Console(file=self.stderr), transient=True) as bar:
            task = bar.add_task(what, total=None)

            def update(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total)

            yield update

    def _plain_progress(self, what: str) -> Progress:
        shown = ""

        def update(done: int, total: int) -> None:
            nonlocal shown
            text = f"{what} {100 * done // max(total, 1)} %"
            if text != shown:
                shown = text
                self.stderr.write(f"\r{text}")
                self.stderr.flush()

        return update

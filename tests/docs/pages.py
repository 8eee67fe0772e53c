"""Runs what looks like code on a page of the documentation: in a test, or by itself in a clean installation.

    python tests/docs/pages.py docs/howto/own_deck.md --shell

A page is run from top to bottom in an empty directory, all its Python in one namespace:

- a `python` block is executed; one that begins with `>>>` is a doctest;
- a block with a caption is a file of that name, for the blocks after it;
- in a `console` or `sh` block each command is run (in `console`, lines that begin with `$ `), and what stands below a
  command of a `console` block must be what it prints; a line `…` stands for any lines, `…` in a line for anything;
- the web table is started, asked for its first page, and stopped at the end of its page;
- other blocks are only shown.

Without `--shell` the command `boardgames-fr` is called in this process, and a block is left at the first line that
installs something. With it, what a page installs from a path is installed, but the library itself is there already.
This file needs the library and nothing else.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(
    r"^(`{3,})(?:\{code-block\} *)?([\w.+-]*)\n((?::\w+:[^\n]*\n)*)\n?(.*?)^\1$", re.MULTILINE | re.DOTALL
)


class PageError(AssertionError):
    """What a page says is not so."""


class Block(NamedTuple):
    """A fenced block: its language, its text, the name of the file that it is, and its line."""

    language: str
    text: str
    caption: str
    line: int


def blocks(text: str) -> list[Block]:
    """All fenced blocks of a page, in order."""
    found = []
    for fence in FENCE.finditer(text):
        caption = re.search(r"^:caption: *(.+)$", fence[3], re.MULTILINE)
        line = text.count("\n", 0, fence.start()) + 1
        found.append(Block(fence[2], fence[4], caption[1].strip("`") if caption else "", line))
    return found


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that it is to print."""
    if block.language == "sh":
        lines = block.text.replace("\\\n", "").splitlines()
        return [(line, ["…"]) for line in lines if line and not line.startswith("#")]
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return [(command, said or ["…"]) for command, said in found]


def fits(said: str, expected: list[str]) -> bool:
    """Whether a command printed what the page shows."""
    lines = [".*" if line.strip() == "…" else re.escape(line.rstrip()).replace("…", ".*") for line in expected]
    pattern = r"\n".join(lines).replace(r"\n.*", r"(?:\n.*)?").replace(r".*\n", r"(?:.*\n)?")
    printed = "\n".join(line.rstrip() for line in said.strip("\n").splitlines())
    return re.fullmatch(pattern, printed, re.DOTALL) is not None


class Page:
    """A page that is being run."""

    def __init__(self, path: Path, *, shell: bool = False) -> None:
        self.path = path
        self.shell = shell
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.tests = 0
        self.servers: list[subprocess.Popen[str]] = []

    def run(self) -> int:
        """The number of blocks that were run, each in its turn."""
        with tempfile.TemporaryDirectory() as directory, chdir(directory):
            Path("examples").symlink_to(ROOT / "examples")
            sys.path.insert(0, directory)
            try:
                for block in blocks(self.path.read_text(encoding="utf-8")):
                    self.run_block(block)
            finally:
                sys.path.remove(directory)
                for server in self.servers:
                    server.terminate()
                    server.communicate()
        return self.tests

    def run_block(self, block: Block) -> None:
        where = f"{self.path.name}, line {block.line}"
        if block.caption:
            target = Path(block.caption)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            self.python(block, where)
        elif block.language in ("console", "sh"):
            for command, expected in commands(block):
                if "pip install" in command and not self.shell:
                    break
                self.command(command, expected, where)
        else:
            return
        self.tests += 1

    def python(self, block: Block, where: str) -> None:
        if not block.text.startswith(">>>"):
            # Printing is allowed, and is not looked at.
            with redirect_stdout(io.StringIO()):
                exec(compile("\n" * block.line + block.text, str(self.path), "exec", dont_inherit=True), self.names)
            return
        report = io.StringIO()
        test = doctest.DocTestParser().get_doctest(block.text, {}, where, str(self.path), block.line)
        test.globs = self.names
        failed = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.write, clear_globs=False).failed
        if failed:
            raise PageError(f"{where}:\n{report.getvalue()}")

    def command(self, command: str, expected: list[str], where: str) -> None:
        words = shlex.split(command)
        if words[:2] == ["python", "examples/web"]:
            self.serve()
            return
        if words[0] == "boardgames-fr" and not self.shell:
            code, said = in_process(words[1:])
        else:
            code, said = in_shell(command)
        if code:
            raise PageError(f"{where}: `{command}` failed:\n{said}")
        if not fits(said, expected):
            raise PageError(f"{where}: `{command}` printed:\n{said}")

    def serve(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        program = [sys.executable, "examples/web", "--port", str(port)]
        server = subprocess.Popen(program, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.servers.append(server)
        assert server.stdout is not None
        if f"http://127.0.0.1:{port}/" not in server.stdout.readline():
            raise PageError("the web table did not start")
        for _ in range(100):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
                    if b"<html" not in answer.read():
                        raise PageError("the web table has no first page")
                return
            except ConnectionError:
                time.sleep(0.1)
            except urllib.error.URLError:
                time.sleep(0.1)
        raise PageError("the web table does not answer")


def in_shell(command: str) -> tuple[int, str]:
    """The exit code of a command, and all that it printed; the library is not installed a second time."""
    here = Path(sys.executable).parent
    program = re.sub(r"pip install (\.|'\.\[\w+\]')(?= |$)", "true", command)
    program = re.sub(r"'boardgames-fr(\[\w+\])'", rf"'{ROOT}\1'", program)  # it is this one that is tried
    program = re.sub(r"(^|&& |\s)(python|pip)(?= )", lambda found: f"{found[1]}{here / found[2]}", program)
    done = subprocess.run(
        program,
        shell=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
        env=os.environ
        | {
            "PATH": os.pathsep.join([str(here), os.environ.get("PATH", "")]),
            "PYTHONIOENCODING": "utf-8",
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "100",
        },
    )
    return done.returncode, done.stdout + done.stderr


def in_process(arguments: list[str]) -> tuple[int, str]:
    """The exit code of the command line, and all that it printed."""
    from boardgames_fr.cli import main

    out = io.StringIO()
    environment = {"LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    code = main(arguments, stdin=io.StringIO(), stdout=out, stderr=out, environ=environment)
    return code, out.getvalue()


if __name__ == "__main__":
    for name in (word for word in sys.argv[1:] if word != "--shell"):
        print(name, Page(Path(name).resolve(), shell="--shell" in sys.argv).run(), flush=True)

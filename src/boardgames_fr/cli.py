"""The command `boardgames-fr`: play, watch, look things up, check, measure. `main` is all there is to call."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, TextIO

from boardgames_fr._cli._errors import problem_text
from boardgames_fr._cli._options import make_parser, spoken
from boardgames_fr._cli._play import play_command, watch_command
from boardgames_fr._cli._records import replay_command, show_command
from boardgames_fr._cli._reports import (
    arena_command,
    check_command,
    list_command,
    perft_command,
    rules_command,
    schema_command,
)
from boardgames_fr._cli._terminal import Terminal, language
from boardgames_fr._cli._words import Words
from boardgames_fr.errors import BoardGamesError

__all__ = ["main"]

_COMMANDS: Final = {
    "list": list_command,
    "play": play_command,
    "watch": watch_command,
    "rules": rules_command,
    "replay": replay_command,
    "show": show_command,
    "check": check_command,
    "perft": perft_command,
    "arena": arena_command,
    "schema": schema_command,
}

_USAGE, _INTERRUPTED, _PIPE_CLOSED = 2, 130, 141


def main(
    argv: Sequence[str] | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
    environ: Mapping[str, str] | None = None,
) -> int:
    """The exit code of the command with these arguments (`None`: those of the process).

    0: done. 2: something was wrong, said in one line on standard error (or, without arguments, the usage). 130:
    interrupted with Ctrl-C. 141: nobody reads what is written any more. The streams and the environment are the
    process's own unless others are given.

    >>> import io
    >>> out = io.StringIO()
    >>> main(["perft", "pecking_order", "2", "--preset", "tiny"], stdout=out), out.getvalue()
    (0, '9\\n')
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    terminal = Terminal(stdin, stdout, stderr, environ)
    words = Words(spoken(arguments, language(terminal.environ)))
    try:
        code = _run(arguments, terminal, words)
        terminal.stdout.flush()
    except SystemExit as leaving:  # --help and --version
        return leaving.code if isinstance(leaving.code, int) else 0
    except KeyboardInterrupt:
        terminal.stdout.write("\n")
        return _INTERRUPTED
    except BrokenPipeError:
        _forget_output(terminal)
        return _PIPE_CLOSED
    return code


def _run(arguments: list[str], terminal: Terminal, words: Words) -> int:
    parser = make_parser(words, terminal)
    if not arguments:
        terminal.stderr.write(parser.format_help())
        return _USAGE
    try:
        options = parser.parse_args(arguments)
        return _COMMANDS[options.command](options, terminal, words)
    except BoardGamesError as error:
        terminal.complain(words("error", problem=problem_text(error, words)))
    return _USAGE


def _forget_output(terminal: Terminal) -> None:
    """What is still unwritten goes nowhere, so that the interpreter does not complain of it when it ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), terminal.stdout.fileno())

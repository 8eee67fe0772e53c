"""The command line: what may be said, in which language, and what it means."""

from __future__ import annotations

import argparse
import errno
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

import attrs

from boardgames_fr import __version__
from boardgames_fr._cli._places import game_at
from boardgames_fr._cli._terminal import Terminal, UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr._reflection import coders_of
from boardgames_fr._strict_json import Fault
from boardgames_fr.codec import KINDS, Codec, Json
from boardgames_fr.errors import CodecError, NotationError, UnknownGameError
from boardgames_fr.game import AnyGame, Game, Lang, MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.registry import find_game

__all__ = [
    "chosen_rules",
    "finder",
    "game_named",
    "make_parser",
    "read_file",
    "reason",
    "seat_of",
    "spoken",
    "write_file",
]


class _Parser(argparse.ArgumentParser):
    """An argument parser that speaks our language, and raises where argparse would leave the program."""

    words: Words
    terminal: Terminal

    def __init__(self, *, prog: str | None = None, description: str | None = None) -> None:
        super().__init__(prog=prog, description=description, add_help=False, allow_abbrev=False)
        self._positionals.title = self.words("positionals")
        self._optionals.title = self.words("options")
        self.add_argument("-h", "--help", action="help", help=self.words("help"))

    def format_help(self) -> str:
        return super().format_help().replace("usage: ", self.words("usage"), 1)

    def _print_message(self, message: str, file: object = None) -> None:
        self.terminal.stdout.write(message)

    def error(self, message: str) -> NoReturn:
        raise UsageError(self._translated(message))

    def _translated(self, message: str) -> str:
        for pattern, name in _SAID_BY_ARGPARSE:
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found:
                return self.words(name, **{key: value.replace("'", "") for key, value in found.groupdict().items()})
        return message


_SAID_BY_ARGPARSE: Final = (
    (r"the following arguments are required: (?P<names>.*)", "missing-arguments"),
    (r"unrecognized arguments: (?P<names>.*)", "unknown-arguments"),
    (r"argument (?P<argument>\S+): invalid choice: '?(?P<value>.*?)'? \(choose from (?P<choices>.*)\)", "bad-choice"),
    (r"argument (?P<argument>\S+): expected one argument", "needs-value"),
    (r"argument (?P<argument>\S+): expected at least one argument", "needs-values"),
    (r"argument (?P<argument>\S+): ignored explicit argument .*", "no-value"),
)
"""The complaints of argparse that can reach a user, in the words of any of its versions."""


def spoken(argv: Sequence[str], terminal_lang: Lang) -> Lang:
    """The language asked for with `--lang`, wherever it stands; the terminal's otherwise.

    It is needed before anything is parsed: help and complaints are in this language already.
    """
    for index, word in enumerate(argv):
        value = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and index + 1 < len(argv):
            value = argv[index + 1]
        if value in ("fr", "en"):
            return Lang(value)
    return terminal_lang


def make_parser(words: Words, terminal: Terminal) -> argparse.ArgumentParser:
    """The parser of the whole command line, in the language of `words`."""
    its_words, its_terminal = words, terminal

    class Parser(_Parser):
        words = its_words
        terminal = its_terminal

    parser = Parser(prog="boardgames-fr", description=words("about"))
    parser.add_argument("--version", action="version", version=f"boardgames-fr {__version__}", help=words("version"))
    _add_lang(parser, words)
    commands = parser.add_subparsers(title=words("commands"), dest="command", metavar="COMMAND", required=True)

    def command(name: str, summary: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = commands.add_parser(name, help=words(summary), description=words(summary))
        _add_lang(made, words)
        return made

    command("list", "list")
    _add_play(command("play", "play"), words)
    _add_watch(command("watch", "watch"), words)
    command("rules", "rules-command").add_argument("game", metavar="GAME", help=words("game"))
    _add_records(command("replay", "replay"), command("show", "show"), words)
    _add_reports(command, words)
    return parser


def _add_lang(parser: argparse.ArgumentParser, words: Words) -> None:
    # Read by `spoken`; here so that it may stand anywhere, and shows in the help.
    parser.add_argument("--lang", choices=("fr", "en"), default=argparse.SUPPRESS, help=words("lang"))


def _add_game(parser: argparse.ArgumentParser, words: Words, *, seed: bool = True) -> None:
    parser.add_argument("game", metavar="GAME", help=words("game"))
    parser.add_argument("--preset", metavar="NAME", help=words("preset"))
    parser.add_argument("--rules", metavar="JSON", help=words("rules-option"))
    parser.add_argument("--set", metavar="FIELD=VALUE", action="append", default=[], help=words("set"))
    if seed:
        parser.add_argument("--seed", metavar="SEED", type=_seed, help=words("seed"))


def _add_play(parser: argparse.ArgumentParser, words: Words) -> None:
    _add_game(parser, words)
    whole = _number(words, 0)
    parser.add_argument("--seat", metavar="N", type=whole, action="append", help=words("seat"))
    parser.add_argument("--people", metavar="N", type=_number(words, 1), help=words("people"))
    parser.add_argument("--bot", metavar="SPEC", action="append", default=[], help=words("bot"))
    _add_save(parser, words)
    parser.add_argument("--resume", metavar="FILE", help=words("resume"))
    live = parser.add_argument("--live", metavar="SECONDS", type=_seconds(words), nargs="?", const=2.5)
    live.help = words("live")


def _add_watch(parser: argparse.ArgumentParser, words: Words) -> None:
    _add_game(parser, words)
    parser.add_argument("--bot", metavar="SPEC", action="append", default=[], help=words("bot"))
    parser.add_argument("--seat", metavar="N", type=_number(words, 0), help=words("as-seen-by"))
    parser.add_argument("--pace", metavar="SECONDS", type=_seconds(words), default=0.0, help=words("pace"))
    parser.add_argument("--no-board", action="store_true", help=words("no-board"))
    _add_save(parser, words)


def _add_save(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--save", metavar="FILE", help=words("save"))
    parser.add_argument("--force", action="store_true", help=words("force"))


def _add_records(replay: argparse.ArgumentParser, show: argparse.ArgumentParser, words: Words) -> None:
    for parser in (replay, show):
        parser.add_argument("file", metavar="FILE", help=words("file"))
        parser.add_argument("--seat", metavar="N", type=_number(words, 0), help=words("as-seen-by"))
        parser.add_argument("--game", metavar="GAME", help=words("game-of-record"))
    replay.add_argument("--no-board", action="store_true", help=words("no-board"))
    replay.add_argument("--pace", metavar="SECONDS", type=_seconds(words), default=0.0, help=words("pace"))
    show.add_argument("--ply", metavar="N", type=_number(words, 0), help=words("ply"))
    show.add_argument("--svg", metavar="OUT", help=words("svg"))
    show.add_argument("--html", metavar="OUT", help=words("html"))


def _add_reports(command: Callable[[str, str], argparse.ArgumentParser], words: Words) -> None:
    check = command("check", "check")
    check.description = words("check-about")
    check.add_argument("game", metavar="GAME", help=words("game"))
    check.add_argument("--games", metavar="N", type=_number(words, 1), default=10, help=words("check-games"))
    check.add_argument("--seed", metavar="SEED", type=_number(words, 0), default=0, help=words("seed"))
    perft = command("perft", "perft")
    _add_game(perft, words, seed=False)
    perft.add_argument("depth", metavar="DEPTH", type=_number(words, 0), help=words("depth"))
    perft.add_argument("--divide", action="store_true", help=words("divide"))
    arena = command("arena", "arena")
    _add_game(arena, words)
    arena.add_argument("bots", metavar="BOT", nargs="+", help=words("arena-bots"))
    arena.add_argument("--games", metavar="N", type=_number(words, 1), default=100, help=words("games"))
    arena.add_argument("--jobs", metavar="N", type=_number(words, 1), default=1, help=words("jobs"))
    arena.add_argument("--out", metavar="FILE", help=words("out"))
    schema = command("schema", "schema")
    schema.add_argument("game", metavar="GAME", help=words("game"))
    schema.add_argument("kind", metavar="KIND", nargs="?", choices=KINDS, help=words("kind"))


def _seed(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]{1,1000}", text) else text


def _number(words: Words, least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text) or int(text) < least:
            raise argparse.ArgumentTypeError(words("not-a-number", value=text, least=least))
        return int(text)

    return number


def _seconds(words: Words) -> Callable[[str], float]:
    def seconds(text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,4}([.,][0-9]{1,3})?", text):
            raise argparse.ArgumentTypeError(words("not-seconds", value=text))
        return float(text.replace(",", "."))

    return seconds


def game_named(name: str, words: Words) -> AnyGame:
    """The game of this name, or at this place: `package.module`, `package.module:NAME`, `./file.py`.

    Raises:
        UsageError: there is none.
    """
    try:
        return find_game(name.replace("-", "_"))
    except UnknownGameError as error:
        found = game_at(name, words)
        if found is not None:
            return found
        raise UsageError(_no_game(error, name, words) + "; " + words("or-a-place")) from None


def finder(named: str | None, words: Words) -> Callable[[str], AnyGame]:
    """Finds the game of a record: the one `named` on the command line, if any, or one that is known by its name.

    (Never one by its place: a record may come from anybody, and must not choose what code is run.)
    """
    ours = None if named is None else game_named(named, words)

    def find(name: str) -> AnyGame:
        if ours is not None and ours.name == name:
            return ours
        try:
            return find_game(name)
        except UnknownGameError as error:
            raise UsageError(_no_game(error, name, words) + "; " + words("or-say-game")) from None

    return find


def _no_game(error: UnknownGameError, name: str, words: Words) -> str:
    names = ", ".join(error.names)
    if error.nearest is None:
        return words("no-game", name=name, names=names)
    return words("no-game-but", name=name, nearest=error.nearest, names=names)


def chosen_rules(
    game: Game[RulesT, StateT, MoveT, ViewT], options: argparse.Namespace, terminal: Terminal, words: Words
) -> RulesT:
    """The rules asked for: those of `--preset` (the first, if not given), changed by `--rules` and `--set`.

    Raises:
        UsageError: no such preset, a file that cannot be read, JSON that is none.
        CodecError: fields that do not exist, or rules that cannot be played.
    """
    preset = next(iter(game.presets)) if options.preset is None else options.preset
    if preset not in game.presets:
        raise UsageError(words("no-preset", name=preset, names=", ".join(game.presets)))
    base = game.presets[preset]
    if options.rules is None and not options.set:
        return base
    text = "{}" if options.rules is None else _inline_or_file(options.rules, terminal, words)
    if not options.set:
        return Codec(game).rules_from_json(text, base)
    fields, values = _object(text, words), dict[str, object]()
    for setting in options.set:
        name, equals, value = setting.partition("=")
        if not name or not equals:
            raise UsageError(words("bad-set", text=setting))
        content = _inline_or_file(value, terminal, words)
        read = _in_its_own_form(game, name, value, content, words)
        values.pop(name, None)
        if read is None:
            fields[name] = _json_or_text(content)
        else:
            values[name] = read
    return _rules_from(game, base, fields, values)


def _in_its_own_form(
    game: Game[RulesT, StateT, MoveT, ViewT], name: str, value: str, content: str, words: Words
) -> object:
    """What the game reads from a file for this field; `None` where it is JSON or a plain text."""
    if game.read_field is None or not value.startswith("@"):
        return None
    try:
        return game.read_field(name, content)
    except CodecError as error:
        problem = words("bad-file", path=words.places(error.path), problem=error.problem)
    except NotationError as error:
        problem = words("bad-drawing", text=error.text, expected=error.expected)
    raise UsageError(words("bad-file", path=value[1:], problem=problem))


def _rules_from(
    game: Game[RulesT, StateT, MoveT, ViewT], base: RulesT, fields: dict[str, Json], values: dict[str, object]
) -> RulesT:
    """`base` with some fields as JSON and some as the values that they are, all at once: each may need the others."""
    coder = coders_of(game).rules
    try:
        facts = coder.read_facts({name: field for name, field in fields.items() if name not in values})
        changed: RulesT = coder.build(lambda **facts: attrs.evolve(base, **facts), facts | values)  # type: ignore[misc]  # `coders_of` made sure that it is an attrs class
    except Fault as fault:
        raise fault.error() from fault.__cause__
    return changed


def _inline_or_file(text: str, terminal: Terminal, words: Words) -> str:
    return read_file(text[1:], terminal, words) if text.startswith("@") else text


def _object(text: str, words: Words) -> dict[str, Json]:
    def unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            doubled = next(name for name in names if names.count(name) > 1)
            raise UsageError(words("doubled-key", name=doubled))
        return found

    try:
        fields: Json = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise UsageError(words("bad-json", problem=error)) from None
    if not isinstance(fields, dict):
        raise UsageError(words("rules-no-object"))
    return fields


def _json_or_text(text: str) -> Json:
    """What the text says as JSON; a text that is no JSON (a name, a house's drawing) is itself."""
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value


def read_file(path: str, terminal: Terminal, words: Words) -> str:
    """What the file holds; `-` is standard input.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        return terminal.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise UsageError(words("cannot-read", path=path, problem=reason(error, words))) from None


def write_file(path: str, text: str, words: Words) -> None:
    """`text` is in the file afterwards.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise UsageError(words("cannot-write", path=path, problem=reason(error, words))) from None


_REASONS: Final = {
    errno.ENOENT: "os-missing",
    errno.EACCES: "os-denied",
    errno.EPERM: "os-denied",
    errno.EISDIR: "os-folder",
    errno.ENOTDIR: "os-no-folder",
    errno.ENOSPC: "os-full",
}


def reason(error: OSError | ValueError, words: Words) -> str:
    """Why a file could not be read or written."""
    if isinstance(error, UnicodeDecodeError):
        return words("no-utf8")
    if not isinstance(error, OSError):
        return str(error)
    name = _REASONS.get(error.errno or 0)
    return (error.strerror or str(error)) if name is None else words(name)


def seat_of(number: int | None, seats: int, words: Words) -> Seat | None:
    """The seat of this number, `None` for none.

    Raises:
        UsageError: the game has no such seat.
    """
    if number is not None and number >= seats:
        raise UsageError(words("no-seat", seat=number, last=seats - 1))
    return None if number is None else Seat(number)

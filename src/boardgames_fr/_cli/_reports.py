"""`list`, `rules`, `check`, `perft`, `arena`, `schema`: what can be known about games."""

from __future__ import annotations

import argparse
import json
import secrets
import traceback
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import attrs

from boardgames_fr._cli._options import chosen_rules, game_named
from boardgames_fr._cli._places import bot_factory
from boardgames_fr._cli._terminal import Terminal, UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr.bots import bot_specs
from boardgames_fr.chance import seed_from
from boardgames_fr.codec import KINDS, Codec
from boardgames_fr.errors import BoardGamesError, LawBrokenError
from boardgames_fr.game import AnyGame
from boardgames_fr.perft import perft
from boardgames_fr.registry import find_game, games
from boardgames_fr.render._letters import columns

__all__ = [
    "arena_command",
    "check_command",
    "list_command",
    "perft_command",
    "rules_command",
    "schema_command",
    "show_rules",
]

_MOST_SEATS: Final = 12
"""So many seats are tried, to see whether the rules allow them."""


def list_command(_options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """Every game with its presets and its bots."""
    for name in games():
        game = find_game(name)
        counts = seat_counts(game)
        seats = words("list-one-seat") if counts == [1] else words("list-seats", count=_ranges(counts))
        terminal.bold(f"{name}: {game.title}")
        terminal.say(f"  {seats}")
        terminal.say("  " + words("list-presets", names=", ".join(game.presets)))
        terminal.say("  " + words("list-bots", names=", ".join(bot_specs(game))))
    return 0


def seat_counts(game: AnyGame) -> list[int]:
    """How many can play, ascending: by the presets, and by those with another number in a field `seats`."""
    found = {game.seats(rules) for rules in game.presets.values()}
    for rules in game.presets.values():
        if hasattr(rules, "seats"):
            for count in range(1, _MOST_SEATS + 1):
                for make in (partial(attrs.evolve, rules), game.rules_type):
                    with suppress(BoardGamesError, ValueError, TypeError):
                        found.add(game.seats(make(seats=count)))
    return sorted(found)


def _ranges(numbers: list[int]) -> str:
    """Ascending numbers, runs of them as `first-last`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def rules_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """The rule book, as a person likes to read it where rich is there."""
    show_rules(game_named(options.game, words), terminal, words)
    return 0


def show_rules(game: AnyGame, terminal: Terminal, words: Words) -> None:
    """The rule book is on the screen."""
    book = game.rule_book(words.lang)
    if not book:
        terminal.say(words("no-rule-book"))
        return
    if terminal.color:
        try:
            from rich.console import Console
            from rich.markdown import Markdown
        except ImportError:
            pass
        else:
            Console(file=terminal.stdout, width=min(terminal.width or 80, 100)).print(Markdown(book))
            return
    terminal.write(book.rstrip("\n"))


def check_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """Which laws hold; the first that is broken ends it as an error, after the record that leads to it."""
    from boardgames_fr.conformance import LAWS, check

    game = game_named(options.game, words)
    if not game.presets:
        raise UsageError(words("no-presets", game=game.name))
    held, left_out = 0, []
    with terminal.progress(words("checking")) as progress:
        for done, law in enumerate(LAWS):
            progress(done, len(LAWS))
            try:
                report = check(game, seed=options.seed, games=options.games, laws=(law,))
            except LawBrokenError as error:
                if error.record is not None:
                    terminal.say(words("law-record"))
                    terminal.say(str(error.record).rstrip("\n"))
                place = _place_in(game, error)
                shown = f"{error} ({place})" if place else str(error)
                raise UsageError(shown) from error
            held += len(report.held)
            left_out += list(report.left_out)
    terminal.say(words("checked", game=game.name, held=held, left=len(left_out)))
    for name, parts in left_out:
        terminal.say(words("law-left-out", law=name, parts=", ".join(parts)))
    return 0


def _place_in(game: AnyGame, error: LawBrokenError) -> str:
    """The file and line of the game's code that raised what broke the law; empty if nothing was raised there."""
    if error.__cause__ is None:
        return ""
    frames = traceback.extract_tb(error.__cause__.__traceback__)
    library = Path(__file__).resolve().parent.parent
    for frame in reversed(frames):
        file = Path(frame.filename).resolve()
        if file.is_file() and (library not in file.parents or library / "games" in file.parents):
            return f"{frame.filename}:{frame.lineno}"
    return ""


def perft_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """The number of sequences of moves, in all or by first moves."""
    game: AnyGame = game_named(options.game, words)
    rules = chosen_rules(game, options, terminal, words)
    state = game.new_game(rules)
    if options.depth == 0:
        terminal.say("1")
        return 0
    moves = game.legal_moves(state)
    total = 0
    with terminal.progress(words("counting")) as progress:
        for done, move in enumerate(moves):
            progress(done, len(moves))
            count = perft(game, game.apply_unchecked(state, move), options.depth - 1)
            total += count
            if options.divide:
                terminal.say(f"{game.format_move(move)}: {count}")
    terminal.say(words("moves-total", count=total) if options.divide else str(total))
    return 0


def arena_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """The standings of a tournament. With `--out` its games are kept, and it can be interrupted and gone on with."""
    from boardgames_fr.arena import Entrant, tournament

    game: AnyGame = game_named(options.game, words)
    rules = chosen_rules(game, options, terminal, words)
    entrants = []
    for index, spec in enumerate(options.bots):
        make = bot_factory(game, rules, spec, words)
        make(0)  # so that a wrong name is an error here, not a forfeit in every game
        twins = options.bots[:index].count(spec)
        entrants.append(Entrant(f"{spec}-{twins + 1}" if twins else spec, make))
    seed = secrets.randbits(32) if options.seed is None else options.seed
    with terminal.progress(words("playing")) as progress:
        standings = tournament(
            game,
            rules,
            entrants,
            games=options.games,
            seed=seed if isinstance(seed, int) else seed_from(seed),
            progress=progress,
            workers=options.jobs if options.jobs > 1 else None,
            records=options.out,
        )
    terminal.bold(words("arena-title", game=game.title, games=standings.games))
    if standings.void:
        terminal.say(words("arena-void", count=standings.void))
    lines = [words("arena-columns").split("|")]
    for row in standings.rows:
        elo = "-" if row.elo is None else f"{row.elo:+.0f} ({row.elo_low:+.0f} … {row.elo_high:+.0f})"
        rate = f"{100 * row.rate:.1f} % ({100 * row.rate_low:.1f} … {100 * row.rate_high:.1f})"
        counts = map(str, (row.games, row.wins, row.shared, row.losses, row.forfeits))
        lines.append([row.name, *counts, f"{row.points:.1f}", rate, f"{row.mean_return:+.3f}", elo])
    widths = [max(map(columns, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = [" " * (width - columns(cell)) + cell for cell, width in zip(line[1:], widths[1:], strict=True)]
        terminal.say("  ".join([line[0] + " " * (widths[0] - columns(line[0])), *padded]))
    for failure in standings.failures:
        what = words("arena-forfeit", game=failure.index, name=failure.name, seat=failure.seat, problem=failure.problem)
        terminal.say(what)
    terminal.say(words("seed-was", seed=seed))
    return 0


def schema_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """One JSON Schema, or all of them by kind."""
    codec = Codec(game_named(options.game, words))
    kinds = KINDS if options.kind is None else (options.kind,)
    schemas = {kind: codec.schema(kind) for kind in kinds}
    shown = schemas if options.kind is None else schemas[options.kind]
    terminal.write(json.dumps(shown, indent=2, sort_keys=True, ensure_ascii=True))
    return 0

"""`replay` and `show`: games that were written down."""

from __future__ import annotations

import argparse
from itertools import islice

from boardgames_fr._cli._options import finder, read_file, seat_of, write_file
from boardgames_fr._cli._table import board, outcome_words
from boardgames_fr._cli._terminal import Terminal, UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr.game import AnyGame
from boardgames_fr.record import as_seen, read_good, replay
from boardgames_fr.render import to_html, to_svg

__all__ = ["replay_command", "show_command"]


def replay_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """Every move of a record with what it did, and the position at the end. Of a damaged one, the good part first."""
    text = read_file(options.file, terminal, words)
    record, fault = read_good(text, finder(options.game, words))
    game: AnyGame = record.game
    seat = seat_of(options.seat, game.seats(record.rules), words)
    terminal.bold(game.title)
    for name, value in record.headers:
        terminal.say(f"{name}: {value}")
    before = game.observe(game.new_game(record.rules), seat)
    shown = "" if options.no_board else board(game, before, terminal, words)
    if shown:
        terminal.write(shown)
    for ply, (seen, view) in enumerate(as_seen(game, record, seat), 1):
        terminal.say(f"{ply:>4}. {seen}")
        terminal.say(f"      {game.narrate(before, seen, view, words.lang)}")
        picture = "" if options.no_board else board(game, view, terminal, words)
        if picture != shown:
            terminal.write(picture)
            shown = picture
        before = view
        if options.pace:
            terminal.sleep(options.pace)
    if fault is not None:
        raise fault
    outcome = record.result()
    terminal.say(words("record-open") if outcome is None else outcome_words(game, outcome, words))
    terminal.say(words("record-good", plies=len(record.moves)))
    return 0


def show_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """One position of a record, as a picture."""
    text = read_file(options.file, terminal, words)
    record, fault = read_good(text, finder(options.game, words))
    game: AnyGame = record.game
    seat = seat_of(options.seat, game.seats(record.rules), words)
    last = len(record.moves)
    ply = last if options.ply is None else options.ply
    if fault is not None and (options.ply is None or ply > last):
        raise fault
    if ply > last:
        raise UsageError(words("no-ply", plies=last))
    view = game.observe(next(islice(replay(record), ply, None)), seat)
    pictures = ((options.svg, to_svg), (options.html, lambda scene: to_html(scene, lang=words.lang)))
    for path, render in pictures:
        if path == "-":
            terminal.stdout.write(render(game.draw(view, words.lang)))
        elif path is not None:
            write_file(path, render(game.draw(view, words.lang)), words)
    if options.svg is None and options.html is None:
        terminal.write(board(game, view, terminal, words))
        if "draw" not in game.missing:
            terminal.say(game.draw(view, words.lang).description)
    return 0

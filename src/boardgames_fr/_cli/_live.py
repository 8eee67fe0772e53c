"""`play --live`: a game that is a race at a real table, raced with keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from boardgames_fr._cli._table import Table, board, seat_words
from boardgames_fr._cli._terminal import Terminal, UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr.chance import below, pick
from boardgames_fr.game import CHANCE, Game, Lang, MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.match import Bot

__all__ = ["KEYS", "key_table", "race_at_the_keyboard"]

KEYS: Final = {
    Lang.FR: "1234567890azertyuiopqsdfghjklmwxcvbn",
    Lang.EN: "1234567890qwertyuiopasdfghjklzxcvbnm",
}
"""The keys in the order of the keyboard, by the layout usual for the language."""

_PAUSE: Final = 0.8
"""Seconds between two moves of chance, long enough to see a card."""


def key_table(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, people: list[Seat], lang: Lang
) -> dict[str, tuple[Seat, MoveT]]:
    """Which key is which seat's which answer: each seat has its own run of keys, silence needs none.

    Raises:
        UsageError: there are too few keys.
    """
    assert game.live is not None
    state, rng = game.new_game(rules), Random(0)
    while game.to_move(state) is CHANCE:  # any first race will do: what can be called is always the same
        moves = game.legal_moves(state)
        state = game.apply_unchecked(state, moves[pick(rng, game.chance_weights(state))])
    silent = game.live(state, ())
    answers = [move for move in game.legal_moves(state) if move not in silent]
    keys = KEYS[lang]
    if len(people) * len(answers) > len(keys):
        raise UsageError(Words(lang)("too-few-keys", keys=len(keys)))
    pairs = ((seat, answer) for seat in people for answer in answers)
    return dict(zip(keys, pairs, strict=False))


def race_at_the_keyboard(
    table: Table[RulesT, StateT, MoveT, ViewT],
    people: list[Seat],
    bots: dict[Seat, tuple[str, Bot[ViewT, MoveT]]],
    draws: Random,
    seconds: float,
    terminal: Terminal,
    words: Words,
) -> None:
    """Plays to the end: whoever is asked races with the others' keys, bots take a moment, the game judges."""
    game, keys = table.game, key_table(table.game, table.rules, people, words.lang)
    settle = game.live
    assert settle is not None
    terminal.say(words("live-keys"))
    for seat in people:
        view = table.view(seat)
        own = [f"{key} {game.label(view, move, words.lang)}" for key, (owner, move) in keys.items() if owner == seat]
        terminal.say(words("live-key", seat=seat_words(game, table.rules, seat, words), keys=" · ".join(own)))
    terminal.ask(words("live-start"))
    with terminal.racing() as next_key:
        while table.mover is not None:
            if table.mover is CHANCE:
                moves = game.legal_moves(table.state)
                _tell(table, (moves[pick(draws, game.chance_weights(table.state))],), terminal, words)
                terminal.write(board(game, table.view(None), terminal, words))
                if table.mover is CHANCE:
                    terminal.sleep(_PAUSE)
            else:
                heard = _race(table, keys, _bots_calls(table, bots, draws, seconds), seconds, next_key, terminal, words)
                _tell(table, settle(table.state, tuple(heard)), terminal, words)


def _race(
    table: Table[RulesT, StateT, MoveT, ViewT],
    keys: dict[str, tuple[Seat, MoveT]],
    calls: list[tuple[float, Seat, MoveT]],
    seconds: float,
    next_key: Callable[[float], str],
    terminal: Terminal,
    words: Words,
) -> list[tuple[Seat, MoveT]]:
    """What was called in the time, in the order of arrival, the bots' `calls` among the people's keys."""
    game = table.game
    heard: list[tuple[Seat, MoveT]] = []

    def hear(seat: Seat, move: MoveT) -> None:
        heard.append((seat, move))
        terminal.say(words("live-heard", seat=seat, word=game.label(table.view(seat), move, words.lang)))

    while next_key(0):  # pressed before there was anything to call for
        pass
    terminal.bold(words("live-open"))
    start = terminal.now()
    while (past := terminal.now() - start) < seconds:
        if calls and calls[0][0] <= past:
            _, seat, move = calls.pop(0)
            hear(seat, move)
            continue
        key = next_key((calls[0][0] if calls else seconds) - past)
        if key in keys:
            hear(*keys[key])
    return heard


def _bots_calls(
    table: Table[RulesT, StateT, MoveT, ViewT],
    bots: dict[Seat, tuple[str, Bot[ViewT, MoveT]]],
    draws: Random,
    seconds: float,
) -> list[tuple[float, Seat, MoveT]]:
    """When which bot calls what: each decides as if it were asked in its turn, and takes its time."""
    game, state = table.game, table.state
    assert game.live is not None
    calls: list[tuple[float, Seat, MoveT]] = []
    for silent in game.live(state, ()):
        mover = game.to_move(state)
        if mover is not None and mover is not CHANCE and mover in bots:
            answer = bots[mover][1](game.observe(state, mover), game.legal_moves(state))
            if answer != silent:
                calls.append((seconds * (25 + below(draws, 70)) / 100, mover, answer))
        state = game.apply(state, silent)
    return sorted(calls, key=lambda call: call[:2])


def _tell(table: Table[RulesT, StateT, MoveT, ViewT], moves: Iterable[MoveT], terminal: Terminal, words: Words) -> None:
    for move in moves:
        table.add(move)
        terminal.say(table.told(None, words))

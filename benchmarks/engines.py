"""The loops that are timed, ours and the peers', each made ready by a function and then run for a while.

Every loop does the same work: while the game is not over, list what is possible, choose evenly with the same picker,
apply. It returns how many moves it made (for Capharnaüm: how many legal moves it was given).
This file is run as one process an engine: it reads a number of seconds from standard input, plays that long,
and answers with the count and the processor time that it took.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

Loop = Callable[[Random], int]


def ours(
    name: str, preset: str | None = None, *, checked: bool = False, generated: bool = False, odds: bool = False
) -> Loop:
    """A whole random game of one of our games; the count is of moves made, or of legal moves `generated`.

    With `odds` it asks at every move who is to move, and when chance is, for its odds too.
    """
    from boardgames_fr import CHANCE, find_game

    game = find_game(name)
    rules = next(iter(game.presets.values())) if preset is None else game.presets[preset]
    new_game, legal_moves = game.new_game, game.legal_moves
    to_move, chance_weights = game.to_move, game.chance_weights
    apply = game.apply if checked else game.apply_unchecked

    def plain(rng: Random) -> int:
        random, state, made, listed = rng.random, new_game(rules), 0, 0
        while moves := legal_moves(state):
            listed += len(moves)
            state = apply(state, moves[int(random() * len(moves))])
            made += 1
        return listed if generated else made

    def with_odds(rng: Random) -> int:
        random, state, made = rng.random, new_game(rules), 0
        while (mover := to_move(state)) is not None:
            moves = legal_moves(state)
            if mover is CHANCE:
                chance_weights(state)
            state = apply(state, moves[int(random() * len(moves))])
            made += 1
        return made

    return with_odds if odds else plain


def openspiel(name: str, *, child: bool = False, odds: bool = False) -> Loop:
    """A whole random game of OpenSpiel, by `apply_action` or by `child()`, its persistent form.

    Plain: is_terminal, legal_actions, choose, apply. With `odds`, as in OpenSpiel's own examples: is_terminal,
    is_chance_node, then chance_outcomes or legal_actions, choose, apply. (All chance of the games compared is even, so
    the same picker chooses among the outcomes.)
    """
    import pyspiel

    game = pyspiel.load_game_as_turn_based(name)

    def by_apply(rng: Random) -> int:
        random, state, made = rng.random, game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            made += 1
        return made

    def by_child(rng: Random) -> int:
        random, state, made = rng.random, game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state = state.child(actions[int(random() * len(actions))])
            made += 1
        return made

    def by_apply_with_odds(rng: Random) -> int:
        random, state, made = rng.random, game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
            made += 1
        return made

    def by_child_with_odds(rng: Random) -> int:
        random, state, made = rng.random, game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state = state.child(outcomes[int(random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state = state.child(actions[int(random() * len(actions))])
            made += 1
        return made

    if odds:
        return by_child_with_odds if child else by_apply_with_odds
    return by_child if child else by_apply


def python_chess(*, generated: bool = False) -> Loop:
    """A whole random game of python-chess, over when no move is legal or after 300 moves."""
    import chess

    def playout(rng: Random) -> int:
        random, board, made, listed = rng.random, chess.Board(), 0, 0
        while made < 300 and (moves := list(board.legal_moves)):
            listed += len(moves)
            board.push(moves[int(random() * len(moves))])
            made += 1
        return listed if generated else made

    return playout


def pettingzoo(name: str) -> Loop:
    """A whole random game of a PettingZoo classic environment, by its ordinary agent loop."""
    from importlib import import_module

    module: Any = import_module(f"pettingzoo.classic.{name}")
    env = module.env()

    def playout(rng: Random) -> int:
        env.reset(seed=1)
        made = 0
        for _ in env.agent_iter():
            observation, _reward, termination, truncation, _info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            env.step(actions[int(rng.random() * len(actions))])
            made += 1
        return made

    return playout


ENGINES: dict[str, Callable[[], Loop]] = {
    "pecking_order": lambda: ours("pecking_order"),
    "pecking_order odds": lambda: ours("pecking_order", odds=True),
    "pecking_order checked": lambda: ours("pecking_order", checked=True),
    "domestication": lambda: ours("domestication"),
    "domestication odds": lambda: ours("domestication", odds=True),
    "domestication checked": lambda: ours("domestication", checked=True),
    "animals": lambda: ours("animals"),
    "animals odds": lambda: ours("animals", odds=True),
    "animals checked": lambda: ours("animals", checked=True),
    "dinosaures": lambda: ours("dinosaures"),
    "dinosaures checked": lambda: ours("dinosaures", checked=True),
    "capharnaum 2 generated": lambda: ours("capharnaum", "two", generated=True),
    "capharnaum 2": lambda: ours("capharnaum", "two"),
    "capharnaum 2 checked": lambda: ours("capharnaum", "two", checked=True),
    "capharnaum 6 generated": lambda: ours("capharnaum", "six", generated=True),
    "goofspiel": lambda: openspiel("goofspiel"),
    "goofspiel odds": lambda: openspiel("goofspiel", odds=True),
    "goofspiel child": lambda: openspiel("goofspiel", child=True),
    "goofspiel child odds": lambda: openspiel("goofspiel", child=True, odds=True),
    "hearts": lambda: openspiel("hearts"),
    "hearts odds": lambda: openspiel("hearts", odds=True),
    "python-chess": lambda: python_chess(),
    "python-chess generated": lambda: python_chess(generated=True),
    "pettingzoo connect_four_v3": lambda: pettingzoo("connect_four_v3"),
}


def main() -> None:
    """Serve one engine: a line with a number of seconds in, a line with `count cpu_seconds` out."""
    loop = ENGINES[sys.argv[1]]()
    rng = Random(1)
    for _ in range(3):  # tables warm
        loop(rng)
    print("ready", flush=True)
    for line in sys.stdin:
        budget, count = float(line), 0
        start = now = time.process_time()
        while now - start < budget:
            count += loop(rng)
            now = time.process_time()
        print(count, now - start, flush=True)


if __name__ == "__main__":
    main()

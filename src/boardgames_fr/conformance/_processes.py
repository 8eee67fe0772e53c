"""The law about other processes: another interpreter, with another hash seed, sees the very same game.

Run with `-c "from boardgames_fr.conformance._processes import answer; answer()"`, this module is also what the other
process runs: it reads what to play from its standard input and writes what it found to its standard output.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from random import Random
from typing import Final

from boardgames_fr.chance import below
from boardgames_fr.codec import Codec
from boardgames_fr.conformance._play import BreachError, first_difference, played, require, spelled, viewers, views_of
from boardgames_fr.game import CHANCE, Game, Lang, MoveT, RulesT, StateT, ViewT

__all__ = ["another_process_agrees", "is_importable"]

_PLIES: Final = 60
_EVERY: Final = 10
_CODE: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.buffer.readline()); "
    "from boardgames_fr.conformance._processes import answer; answer()"
)


def is_importable(game: Game[RulesT, StateT, MoveT, ViewT]) -> bool:
    """True if another process finds this very game by the name of its module."""
    try:
        return game.module != "__main__" and import_module(game.module).GAME is game
    except (ImportError, AttributeError):
        return False


def another_process_agrees(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """A process with another `PYTHONHASHSEED` plays the same game: order of moves, texts, views, words, JSON.

    What is pickled here is equal there, hash and all, to what that process has made itself.
    """
    play = played("another_process_agrees", game, rules, rng)
    moves = spelled(game, play.moves[:_PLIES])
    kept = play.states[: _PLIES + 1 : _EVERY]
    with play.at("another_process_agrees", 0):
        theirs = _ask(game, rules, moves, kept, 1 + below(rng, 2**32 - 1))
        ours = list(_found(game, rules, moves, kept))
    for (ply, mine), (_, other) in zip(ours, theirs, strict=True):
        with play.at("another_process_agrees", ply):
            different = first_difference(mine, other)
            require(different is None, f"in a process with another hash seed, {different} is another")


_Found = list[tuple[int, list[tuple[str, object]]]]


def _ask(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, moves: Sequence[str], kept: Sequence[StateT], seed: int
) -> _Found:
    question = json.dumps(sys.path).encode() + b"\n" + pickle.dumps((game, rules, tuple(moves), tuple(kept)))
    done = subprocess.run(  # noqa: S603 - this very interpreter, with code of ours
        [sys.executable, "-c", _CODE],
        input=question,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
    )
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise BreachError(f"the other process failed: {lines[-1] if lines else done.returncode}")
    return [(ply, [(name, value) for name, value in found]) for ply, found in json.loads(done.stdout)]


def answer() -> None:
    """What the other process does."""
    game, rules, moves, kept = pickle.loads(sys.stdin.buffer.read())  # noqa: S301 - from the process that started this one
    sys.stdout.write(json.dumps(list(_found(game, rules, moves, kept))))


def _found(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, moves: Sequence[str], kept: Sequence[StateT]
) -> Iterator[tuple[int, list[tuple[str, object]]]]:
    """Ply by ply, by name, all that can be asked of the game; what is long as a digest."""
    codec = Codec(game)
    state = game.new_game(rules)
    for ply in range(len(moves) + 1):
        found = _asked(game, codec, rules, state) if ply % 3 == 0 else []
        if ply % _EVERY == 0:
            there = kept[ply // _EVERY]
            found.append(("the equality of a pickled state", there == state and state == there))
            found.append(("the hash of a pickled state", hash(there) == hash(state)))
        if ply < len(moves):
            move = game.parse_move(moves[ply])
            found.append(
                ("what is seen of a move", [game.seen(state, move, seat) for seat in viewers(game, rules, Random(1))])
            )
            state = game.apply(state, move)
        yield ply, found


def _asked(
    game: Game[RulesT, StateT, MoveT, ViewT], codec: Codec[RulesT, StateT, MoveT, ViewT], rules: RulesT, state: StateT
) -> list[tuple[str, object]]:
    mover, moves = game.to_move(state), game.legal_moves(state)
    found: list[tuple[str, object]] = [
        ("the order of legal moves", _digest(*spelled(game, moves))),
        ("the odds of chance", list(game.chance_weights(state))),
        ("the repr of the state", _digest(repr(state))),
        ("the JSON of the state", _digest(codec.state_to_json(state))),
    ]
    for _, view in views_of(game, rules, state, Random(1)):
        found.append(("a view", _digest(repr(view), codec.view_to_json(view))))
        if "features" not in game.missing:
            found.append(("the features", list(game.features(view))))
        if "draw" not in game.missing:
            found.append(("a scene", _digest(repr(game.draw(view, Lang.FR)))))
    if mover is not None and mover is not CHANCE:
        view = game.observe(state, mover)
        found.append(("a label", _digest(*(game.label(view, move, lang) for move in moves[:12] for lang in Lang))))
    if "sample_world" not in game.missing and mover is not None and mover is not CHANCE:
        found.append(("a sampled world", _digest(repr(game.sample_world(game.observe(state, mover), Random(1))))))
    return found


def _digest(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()

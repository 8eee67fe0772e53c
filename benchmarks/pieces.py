"""What a move costs, kind by kind, and what part of it no game can do without. Writes `PIECES.md`.

`python benchmarks/pieces.py`. Random games are played once; then each step of one kind is taken again and again. Times
are processor time, the least of several runs.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import attrs

from boardgames_fr import find_game
from boardgames_fr.frozen import fast_constructor
from boardgames_fr.game import AnyGame
from boardgames_fr.games import pecking_order as po

HERE = Path(__file__).parent
GAMES = (
    ("pecking_order", None, 40),
    ("domestication", None, 40),
    ("animals", None, 30),
    ("dinosaures", None, 60),
    ("capharnaum", "two", 6),
    ("capharnaum", "six", 2),
)
MOST_STEPS = 400
Step = tuple[Any, Any]


def least(*calls: Callable[[], Any], runs: int = 21) -> list[float]:
    """Seconds of processor time of the quickest run of each call; the runs are interleaved."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(runs):
        for call, taken in zip(calls, times, strict=True):
            start = time.process_time()
            call()
            taken.append(time.process_time() - start)
    return list(map(min, times))


def nothing(*_: object) -> None:
    """What the others are compared with."""


def repeat(*work: tuple[Callable[..., object], Sequence[tuple[Any, ...]]]) -> list[float]:
    """For each function the nanoseconds of a call with each of its arguments, the loop itself left out."""

    def loop(function: Callable[..., object], steps: Sequence[tuple[Any, ...]]) -> Callable[[], None]:
        def calls() -> None:
            for step in steps:
                function(*step)

        return calls

    loops = []
    for function, steps in work:
        # Few enough that they stay in the processor's cache, as they do while a game is played.
        few = steps[:: 1 + len(steps) // MOST_STEPS]
        some = [*few] * (1 + MOST_STEPS // len(few))
        loops += [(loop(function, some), len(some)), (loop(nothing, some), len(some))]
    times = least(*(call for call, _ in loops))
    each = [taken / count * 1e9 for taken, (_, count) in zip(times, loops, strict=True)]
    return [used - empty for used, empty in zip(each[::2], each[1::2], strict=True)]


def steps_by_kind(game: AnyGame, rules: Any, games: int) -> dict[str, list[Step]]:
    """State and move of every step of some random games, by the kind of move."""
    kinds: dict[str, list[Step]] = defaultdict(list)
    for seed in range(games):
        rng, state = Random(seed), game.new_game(rules)
        while moves := game.legal_moves(state):
            move = moves[int(rng.random() * len(moves))]
            kinds[type(move).__name__].append((state, move))
            state = game.apply_unchecked(state, move)
    return kinds


def bytecodes(game: AnyGame, rules: Any) -> float:
    """How many bytecodes the interpreter steps through for a move of a random game, its list of moves included."""
    count = moves_made = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    for seed in range(4):
        rng, state = Random(seed), game.new_game(rules)
        while moves := game.legal_moves(state):
            move = moves[int(rng.random() * len(moves))]
            sys.settrace(trace)
            game.legal_moves(state)
            state = game.apply_unchecked(state, move)
            sys.settrace(None)
            moves_made += 1
    return count / moves_made


def floor() -> float:
    """Nanoseconds a move of a game without rules: constant moves, and a state made anew."""
    make = fast_constructor(po.State)
    names = ", ".join(f"state.{field.name}" for field in attrs.fields(po.State))
    space: dict[str, Any] = {"make": make}
    exec(f"def apply(state, move): return make({names})\ndef legal_moves(state): return MOVES", space)
    state = po.new_game(po.Rules())
    space["MOVES"] = moves = po.legal_moves(state)
    apply, legal_moves, random = space["apply"], space["legal_moves"], Random(1).random

    def playout() -> None:
        now = state
        for _ in range(20_000):
            moves = legal_moves(now)
            now = apply(now, moves[int(random() * len(moves))])

    assert moves
    return least(playout)[0] / 20_000 * 1e9


def main() -> None:
    """Measure and write."""
    lines = ["# What a move costs", "", "Made by `python benchmarks/pieces.py`; nanoseconds of processor time.", ""]
    lines += [
        "| game | move | share | `apply_unchecked` | `apply` | `legal_moves` before it |",
        "|---|---|---|---|---|---|",
    ]
    counted = []
    for name, preset, games in GAMES:
        game: AnyGame = find_game(name)
        rules = next(iter(game.presets.values())) if preset is None else game.presets[preset]
        kinds = steps_by_kind(game, rules, games)
        total = sum(map(len, kinds.values()))
        title = f"{game.title}, {preset}" if preset else game.title
        for kind, steps in sorted(kinds.items(), key=lambda item: -len(item[1])):
            unchecked, checked, listed = repeat(
                (game.apply_unchecked, steps), (game.apply, steps), (game.legal_moves, [(state,) for state, _ in steps])
            )
            share = len(steps) / total
            lines.append(f"| {title} | {kind} | {share:.1%} | {unchecked:,.0f} | {checked:,.0f} | {listed:,.0f} |")
            title = ""
        if preset is None:
            counted.append(f"{game.title} {bytecodes(game, rules):.0f}")
    values = [getattr(po.new_game(po.Rules()), field.name) for field in attrs.fields(po.State)]
    plain, fast = repeat((po.State, [tuple(values)]), (fast_constructor(po.State), [tuple(values)]))
    lines += ["", f"Bytecodes a move: {', '.join(counted)}.", ""]
    made = f"{fast:.0f} ns, by the class's own constructor {plain:.0f} ns."
    lines += [f"A state of Pecking Order, {len(values)} fields: {made}", ""]
    lines += [f"A game without rules, whose moves are constant and whose states are copied: {floor():.0f} ns a move."]
    (HERE / "PIECES.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()

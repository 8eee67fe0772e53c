"""How cost grows: with seats, packs, house and deck size, search effort, worlds, and states kept. Writes `SCALING.md`.

`python benchmarks/scaling.py` measures, writes the tables, and draws `docs/_static/scaling.svg` (with matplotlib,
`pip install '.[bench]'`). Times are processor time; the least of several runs is quoted, as what disturbs only adds.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast

import attrs

from boardgames_fr import CHANCE, find_game
from boardgames_fr.bots import MonteCarlo, TreeSearch
from boardgames_fr.game import AnyGame
from boardgames_fr.games import animals as an
from boardgames_fr.games import capharnaum as ca
from boardgames_fr.games import dinosaures as di
from boardgames_fr.games import domestication as do
from boardgames_fr.games import pecking_order as po

HERE = Path(__file__).parent
PLOT = HERE.parent / "docs" / "_static" / "scaling.svg"
MOST_LISTED = 20_000
Row = tuple[str, ...]
TITLES = {
    "pecking_order": "Pecking Order",
    "domestication": "Domestication",
    "animals": "Animals",
    "dinosaures": "Dinosaures",
    "capharnaum": "Capharnaüm, 2 seats",
}
GAMES = {"pecking_order": None, "domestication": None, "animals": None, "dinosaures": None, "capharnaum": "two"}


def least(call: Callable[[], Any], runs: int = 5) -> float:
    """Seconds of processor time of the quickest of some calls."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def playouts(game: AnyGame, rules: Any, games: int, seed: int = 1) -> int:
    """Moves in a number of random games, the same ones every time."""
    rng, made = Random(seed), 0
    random, legal_moves, apply = rng.random, game.legal_moves, game.apply_unchecked
    for _ in range(games):
        state = game.new_game(rules)
        while moves := legal_moves(state):
            state = apply(state, moves[int(random() * len(moves))])
            made += 1
    return made


def cost(game: AnyGame, rules: Any) -> tuple[float, float, float]:
    """Moves a game, microseconds a move, milliseconds a game."""
    start = time.process_time()
    playouts(game, rules, 2)
    games = max(2, min(200, round(0.08 / (time.process_time() - start + 1e-6)) * 2))
    made = playouts(game, rules, games)
    seconds = least(lambda: playouts(game, rules, games))
    return made / games, seconds / made * 1e6, seconds / games * 1e3


def deck(cards: int) -> tuple[do.Card, ...]:
    """A deck of one's own with so many cards."""
    return tuple(do.Card(do.CardName(f"c{n:03}"), do.Year(7 * n)) for n in range(cards))


def sizes() -> list[tuple[str, str, AnyGame, list[tuple[int, Any]]]]:
    """What grows: game, quantity, and the rules for each value of it."""
    two = [3, 6, 9, 12, 15]
    return [
        ("Pecking Order", "birds a deck", po.GAME, [(n, po.Rules(birds=n)) for n in two]),
        ("Pecking Order", "rounds", po.GAME, [(n, po.Rules(rounds=n)) for n in (1, 2, 4, 8)]),
        ("Domestication", "seats", do.GAME, [(n, do.Rules(seats=n)) for n in (1, 2, 3, 4)]),
        (
            *("Domestication", "cards in the deck (no turn limit)", do.GAME),
            [(n, do.Rules(deck=deck(n), turn_limit=None)) for n in (7, 13, 25, 49)],
        ),
        ("Animals", "seats", an.GAME, [(n, an.Rules(seats=n)) for n in (4, 5, 6, 7, 8)]),
        ("Animals", "packs", an.GAME, [(n, an.Rules(packs=n)) for n in (1, 2, 3, 4)]),
        ("Dinosaures", "cards", di.GAME, [(len(r.cards), r) for r in (di.GAME.presets["quick"], di.Rules())]),
        (
            *("Capharnaüm", "seats (the house grows with them)", ca.GAME),
            [(ca.GAME.presets[name].seats, ca.GAME.presets[name]) for name in ("two", "three", "four", "five", "six")],
        ),
    ]


def decision(game: AnyGame, rules: Any, seed: int = 2) -> tuple[Any, tuple[Any, ...]]:
    """A view and the legal moves of a seat's decision about the middle of a random game."""
    states = [game.new_game(rules)]
    rng = Random(seed)
    while moves := game.legal_moves(states[-1]):
        states.append(game.apply_unchecked(states[-1], moves[int(rng.random() * len(moves))]))
    for state in states[len(states) // 2 :]:
        mover = game.to_move(state)
        if mover is not None and mover is not CHANCE and len(game.legal_moves(state)) > 1:
            return game.observe(state, mover), game.legal_moves(state)
    raise ValueError("no decision")


def searches() -> list[tuple[str, str, list[tuple[int, float]]]]:
    """Game, bot, and milliseconds a decision by the number of iterations."""
    found: list[tuple[str, str, list[tuple[int, float]]]] = []
    for name, preset in GAMES.items():
        game: AnyGame = find_game(name)
        rules = next(iter(game.presets.values())) if preset is None else game.presets[preset]
        view, moves = decision(game, rules)
        for title, kind in (("Monte-Carlo", MonteCarlo), ("tree search", TreeSearch)):
            line = []
            for iterations in (25, 50, 100, 200):
                # The bots are annotated for games whose types are known.
                bot: Any = kind(game, iterations=iterations, seed=1)
                line.append((iterations, 1e3 * least(partial(bot, view, moves), 3)))
            found.append((TITLES[name], title, line))
    return found


def worlds() -> list[Row]:
    """Birds a deck, worlds of a mid-game view, µs a world listed, µs a sample, ms a search of 100 iterations."""
    rows: list[Row] = []
    for birds in (2, 3, 4, 5, 6, 12):
        view, moves = decision(po.GAME, po.Rules(birds=birds), seed=3)
        count = listed(view)
        listing = least(partial(listed, view), 3)
        sample = least(partial(sampled, view, 200)) / 200
        search = least(partial(TreeSearch(po.GAME, iterations=100, seed=1), view, moves), 3)
        shown = f"{count:,}" if count < MOST_LISTED else f"more than {MOST_LISTED:,}"
        rows.append((str(birds), shown, f"{listing / count * 1e6:.1f}", f"{sample * 1e6:.0f}", f"{search * 1e3:.0f}"))
    return rows


def listed(view: po.View) -> int:
    """How many worlds a view has, as far as they are counted."""
    return sum(1 for _ in itertools.islice(po.worlds(view), MOST_LISTED))


def sampled(view: po.View, times: int) -> None:
    """Draws so many worlds."""
    rng = Random(1)
    for _ in range(times):
        po.sample_world(view, rng)


KEEP = """
import gc, sys, time
from random import Random
from boardgames_fr.games import pecking_order as po
mode, count = sys.argv[1], int(sys.argv[2])
rules, rng, kept = po.Rules(), Random(1), []
if mode == "disable": gc.disable()
if mode == "raised": gc.set_threshold(100_000, 50, 1000)
start = time.process_time()
state = po.new_game(rules)
for number in range(count):
    moves = po.legal_moves(state)
    state = po.apply_unchecked(state, moves[int(rng.random() * len(moves))]) if moves else po.new_game(rules)
    if mode != "none": kept.append(state)
    if mode == "freeze" and number % 50_000 == 0: gc.freeze()
print((time.process_time() - start) / count * 1e9)
"""


def keeping(count: int) -> list[Row]:
    """Nanoseconds a move while all states are kept in a list, by what the cyclic collector does."""
    modes = [
        ("none", "states not kept"),
        ("on", "kept, collector as it is"),
        ("raised", "kept, `gc.set_threshold(100_000, 50, 1000)`"),
        ("freeze", "kept, `gc.freeze()` every 50,000 states"),
        ("disable", "kept, `gc.disable()`"),
    ]
    times: dict[str, list[float]] = {mode: [] for mode, _ in modes}
    for _ in range(5):
        for mode, _title in modes:
            run = subprocess.run(
                [sys.executable, "-c", KEEP, mode, str(count)], check=True, capture_output=True, text=True
            )
            times[mode].append(float(run.stdout))
    base = min(times["none"])
    return [(title, f"{min(times[mode]):.0f}", f"{min(times[mode]) / base:.2f}") for mode, title in modes]


def deep_size(value: object, seen: set[int]) -> int:
    """Bytes of a value and all that it refers to, but for rules, enums and what `seen` already holds."""
    if id(value) in seen or value is None or isinstance(value, type) or "Rules" in type(value).__name__:
        return 0
    seen.add(id(value))
    parts: Iterable[object] = value if isinstance(value, tuple) else ()
    if attrs.has(type(value)):
        parts = [getattr(value, field.name) for field in attrs.fields(cast("type[attrs.AttrsInstance]", type(value)))]
    return sys.getsizeof(value) + sum(deep_size(part, seen) for part in parts)


def memory() -> list[Row]:
    """Game, bytes of a state kept alone, and with its neighbours; ready-made moves are counted in neither."""
    rows: list[Row] = []
    for name, preset in GAMES.items():
        game: AnyGame = find_game(name)
        rules = next(iter(game.presets.values())) if preset is None else game.presets[preset]
        alone, together, count = 0.0, 0.0, 0
        for seed in range(10):
            rng, states = Random(seed), [game.new_game(rules)]
            while moves := game.legal_moves(states[-1]):
                states.append(game.apply_unchecked(states[-1], moves[int(rng.random() * len(moves))]))
            small = {id(number) for number in range(-5, 257)}
            made = {id(move) for state in states for move in game.legal_moves(state)}
            alone += sum(deep_size(state, small | made) for state in states[1:])
            seen = small | made
            deep_size(states[0], seen)
            together += sum(deep_size(state, seen) for state in states[1:])
            count += len(states) - 1
        rows.append((TITLES[name], f"{alone / count:,.0f}", f"{together / count:,.0f}"))
    return rows


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(r) + " |" for r in rows), ""]


def plot(
    grown: list[tuple[str, str, list[tuple[int, tuple[float, float, float]]]]],
    searched: list[tuple[str, str, list[tuple[int, float]]]],
) -> None:
    """Draws how a playout and a decision grow."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "scaling"
    mpl.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(10, 7.5), layout="constrained")
    for at, wanted, label in (
        (axes[0][0], "seats", "seats"),
        (axes[0][1], "packs", "packs, rounds"),
        (axes[1][0], "cards", "birds or cards a deck"),
    ):
        for title, what, line in grown:
            keys = {"seats": ("seats",), "packs": ("packs", "rounds"), "cards": ("birds", "cards in")}[wanted]
            if what.startswith(keys):
                at.plot(
                    [n for n, _ in line], [c[2] for _, c in line], marker="o", label=f"{title}, {what.split(' (')[0]}"
                )
        at.set(xlabel=label, ylabel="ms a random game", yscale="linear" if wanted == "packs" else "log")
    at = axes[1][1]
    for number, (name, title, points) in enumerate(searched):
        style = {"color": f"C{number // 2}", "ls": "-" if number % 2 == 0 else "--", "marker": "o"}
        at.plot([n for n, _ in points], [t for _, t in points], label=f"{name}, {title}", **style)
    steps = [n for n, _ in searched[0][2]]
    at.set(xlabel="iterations", ylabel="ms a decision", xscale="log", yscale="log")
    at.set_xticks(steps, [str(n) for n in steps])
    at.minorticks_off()
    at.set_ylim(top=20 * at.get_ylim()[1])  # room for the legend
    for at in axes.flat:
        at.grid(visible=True, alpha=0.3)
        at.legend(fontsize=6)
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=int, default=200_000, help="how many states are kept to measure the collector")
    parser.add_argument("--no-plot", action="store_true")
    options = parser.parse_args()
    gc.collect()
    lines = [
        "# How cost grows",
        "",
        "Made by `python benchmarks/scaling.py`; processor time, least of several runs.",
        "",
    ]
    grown = [(title, what, [(n, cost(game, rules)) for n, rules in values]) for title, what, game, values in sizes()]
    rows: list[Row] = [
        (title if at == 0 else "", what if at == 0 else "", str(n), f"{moves:.0f}", f"{each:.2f}", f"{whole:.2f}")
        for title, what, line in grown
        for at, (n, (moves, each, whole)) in enumerate(line)
    ]
    lines += ["## A random game", ""]
    lines += table(("game", "what grows", "to", "moves a game", "µs a move", "ms a game"), rows)
    searched = searches()
    lines += ["## A decision, by iterations (ms)", ""]
    steps = [str(n) for n, _ in searched[0][2]]
    lines += table(
        ("game", "bot", *steps), [(name, title, *(f"{t:.1f}" for _, t in points)) for name, title, points in searched]
    )
    lines += ["## Worlds (Pecking Order, in the middle of a game)", ""]
    lines += table(
        ("birds a deck", "worlds", "µs a world listed", "µs a `sample_world`", "ms a tree search, 100 iterations"),
        worlds(),
    )
    lines += ["## Memory of a state (bytes, default rules)", ""]
    lines += table(("game", "kept alone", "kept with its neighbours"), memory())
    lines += [f"## Keeping {options.keep:,} states of Pecking Order", ""]
    lines += table(("", "ns a move", "times"), keeping(options.keep))
    (HERE / "SCALING.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print("\n".join(lines))
    if not options.no_plot:
        plot(grown, searched)


if __name__ == "__main__":
    main()

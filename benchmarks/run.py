"""Run all and write `RESULTS.md`: `python benchmarks/run.py [--rounds N] [--seconds S] [--python EXE[=NOTE] …]`.

Each engine is a process of its own, pinned to one processor; the rounds go engine by engine, so that a slow moment
of the machine meets all alike. Ratios are taken within a round; the middle one and the quarter points are quoted.
Peers are optional: `pip install '.[bench]'`.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent

# (what is compared, our engine, the peer's, at least, beyond). A target stands over several rows where there is more
# than one fair way to write the peer's loop; the judged one comes first (see JUDGED).
TARGETS: tuple[tuple[str, str, str, float, float], ...] = (
    ("**Pecking Order / goofspiel(13), ordinary loop**", "pecking_order", "goofspiel odds", 1.3, 1.6),
    ("… both sides ask for odds", "pecking_order odds", "goofspiel odds", 1.3, 1.6),
    ("… neither side asks for odds", "pecking_order", "goofspiel", 1.3, 1.6),
    ("**Pecking Order / goofspiel(13), `child()`**", "pecking_order", "goofspiel child odds", 1.3, 1.7),
    ("… neither side asks for odds", "pecking_order", "goofspiel child", 1.3, 1.7),
    ("**Domestication / hearts, ordinary loop**", "domestication", "hearts odds", 1.0, 1.5),
    ("… both sides ask for odds", "domestication odds", "hearts odds", 1.0, 1.5),
    ("… neither side asks for odds", "domestication", "hearts", 1.0, 1.5),
    ("**Animals / hearts, ordinary loop**", "animals", "hearts odds", 1.0, 1.5),
    ("… both sides ask for odds", "animals odds", "hearts odds", 1.0, 1.5),
    ("… neither side asks for odds", "animals", "hearts", 1.0, 1.5),
    ("**Dinosaures / python-chess**", "dinosaures", "python-chess", 8.0, 12.0),
    (
        "**Capharnaüm, 2 seats, moves generated / python-chess**",
        "capharnaum 2 generated",
        "python-chess generated",
        1.8,
        3,
    ),
    (
        "**Capharnaüm, 6 seats, moves generated / python-chess**",
        "capharnaum 6 generated",
        "python-chess generated",
        1.5,
        2.5,
    ),
)
JUDGED = """\
The rows in bold are those that the targets are judged by. OpenSpiel's ordinary loop is taken to be that of its
own examples: is_terminal; at a chance node chance_outcomes, otherwise legal_actions; choose; apply_action.
legal_actions alone does not tell a player with which odds something is drawn; and only this loop gives
goofspiel and hearts about the same speed, as in the figures that the targets were set from. On our side a move
is one apply_unchecked, without odds, as the targets say. "Both sides ask for odds" is like for like: it adds on
our side to_move at every move and chance_weights at chance's; a target is safely met only where this row meets
it too. The strict four calls (is_terminal, legal_actions, choose, apply_action, at chance nodes too) are harder
to beat, most of all in hearts, half of whose moves are deals: they stand below as "neither side asks for odds".
"""
# Time of a checked playout over an unchecked one: at most 1.25, beyond 1.15.
CHECKED: tuple[tuple[str, str, str], ...] = (
    ("Pecking Order", "pecking_order", "pecking_order checked"),
    ("Domestication", "domestication", "domestication checked"),
    ("Animals", "animals", "animals checked"),
    ("Dinosaures", "dinosaures", "dinosaures checked"),
    ("Capharnaüm, 2 seats", "capharnaum 2", "capharnaum 2 checked"),
)
FOR_SCALE = ["pettingzoo connect_four_v3"]


class Engine:
    """One process that plays when told to."""

    def __init__(self, python: str, name: str, cpu: int | None) -> None:
        self.name = name
        command = [python, str(HERE / "engines.py"), name]
        if cpu is not None:
            command = ["taskset", "-c", str(cpu), *command]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        if self.process.stdout.readline().strip() != "ready":
            raise SystemExit(f"{name}: the engine did not start (peers need pip install '.[bench]')")

    def rate(self, seconds: float) -> float:
        """Units a second of processor time, over about this many seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(seconds, file=self.process.stdin, flush=True)
        count, took = self.process.stdout.readline().split()
        return int(count) / float(took)

    def close(self) -> None:
        """Let the process end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def interleaved(python: str, names: Sequence[str], rounds: int, seconds: float) -> dict[str, list[float]]:
    """The rates of each engine, round by round."""
    cpu = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    engines = [Engine(python, name, cpu) for name in names]
    rates: dict[str, list[float]] = {name: [] for name in names}
    for number in range(rounds):
        print(f"\rround {number + 1} of {rounds} ", end="", file=sys.stderr, flush=True)
        for engine in engines if number % 2 == 0 else reversed(engines):
            rates[engine.name].append(engine.rate(seconds))
    print(file=sys.stderr)
    for engine in engines:
        engine.close()
    return rates


def best(first: Sequence[float], second: Sequence[float]) -> str:
    """The ratio of the best tenths of the rates: of the moments in which other work disturbed least."""
    return f"{statistics.quantiles(first, n=10)[8] / statistics.quantiles(second, n=10)[8]:.2f}"


def ratio(first: Sequence[float], second: Sequence[float]) -> tuple[float, str]:
    """The middle of the ratios round by round, and the text `middle (lower quarter-upper quarter)`."""
    ratios = sorted(a / b for a, b in zip(first, second, strict=True))
    quarters = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else [ratios[0]] * 3
    return quarters[1], f"{quarters[1]:.2f} ({quarters[0]:.2f}-{quarters[2]:.2f})"


def measured(python: str, code: str) -> str:
    """What a fresh interpreter prints for `code`."""
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def peers(python: str) -> str:
    """The peers' versions."""
    code = (
        "from importlib.metadata import version; print(', '.join(f'{n} {version(n)}' for n in ('open_spiel', 'chess')))"
    )
    return measured(python, code)


IMPORT = """
import resource, statistics, subprocess, sys
BARE, OURS = "import attrs", "import attrs, boardgames_fr"
def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1000
def run(code):
    start = spent()
    subprocess.run([sys.executable, "-c", code], check=True)
    return spent() - start
run(OURS)
bare, ours = zip(*[(run(BARE), run(OURS)) for _ in range(25)])
code = "import sys, boardgames_fr; print(sum(m.startswith('boardgames_fr.games.') for m in sys.modules))"
loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip()
low, middle, high = statistics.quantiles([b - a for a, b in zip(bare, ours)], n=4)
print(f"{middle:.0f} ms ({low:.0f}-{high:.0f}) of processor time; games loaded: {loaded}")
"""


def section(python: str, rounds: int, seconds: float) -> list[str]:
    """The part of `RESULTS.md` about one interpreter, `EXE` or `EXE=WHAT IT IS`."""
    python, _, note = python.partition("=")
    version = measured(python, "import platform; print(platform.python_implementation(), platform.python_version())")
    names = list(
        dict.fromkeys(
            [name for row in TARGETS for name in row[1:3]] + [name for row in CHECKED for name in row[1:]] + FOR_SCALE
        )
    )
    rates = interleaved(python, names, rounds, seconds)
    lines = [
        f"## {version}" + (f", {note}" if note else ""),
        "",
        "| what | ratio (quarter points) | best tenths | at least | beyond | met |",
        "|---|---|---|---|---|---|",
    ]
    for title, mine, theirs, least, beyond in TARGETS:
        middle, text = ratio(rates[mine], rates[theirs])
        met = "beyond" if middle >= beyond else "yes" if middle >= least else "no"
        lines.append(f"| {title} | {text} | {best(rates[mine], rates[theirs])} | {least} | {beyond} | {met} |")
    lines += [
        "",
        "| checked `apply`, a whole playout | times unchecked | best tenths | at most | met |",
        "|---|---|---|---|---|",
    ]
    for title, plain, checked in CHECKED:
        middle, text = ratio(rates[plain], rates[checked])
        met = "beyond" if middle <= 1.15 else "yes" if middle <= 1.25 else "no"
        lines.append(f"| {title} | {text} | {best(rates[plain], rates[checked])} | 1.25 | {met} |")
    lines += ["", "| engine | thousand a second of processor time (only for scale) |", "|---|---|"]
    lines += [f"| {name} | {statistics.median(found) / 1000:.0f} |" for name, found in rates.items()]
    small = measured(python, f"import runpy; runpy.run_path({str(HERE / 'small.py')!r}, run_name='__main__')")
    lines += ["", "| one thing | measured | at most | beyond |", "|---|---|---|---|", *small.splitlines()]
    lines += [f"| `import boardgames_fr` | {measured(python, IMPORT)} | 60 ms | 30 ms |", ""]
    return lines


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument(
        "--python",
        nargs="*",
        default=[sys.executable],
        metavar="EXE[=NOTE]",
        help="interpreters that have the library and the peers",
    )
    parser.add_argument("--out", type=Path, default=HERE / "RESULTS.md")
    options = parser.parse_args()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True
    ).stdout.strip()
    lines = [
        "# Results",
        "",
        f"Made by `python benchmarks/run.py` at commit {commit} on {platform.system()} {platform.machine()},",
        f"{os.cpu_count()} processors shared with other work; {options.rounds} interleaved rounds of",
        f"{options.seconds} s of processor time an engine, pinned, default rules, tables warm.",
        "A *move* is one `apply_unchecked`, chance's included; for a peer it is one decision of its loop. Ratios are",
        "taken round by round; the middle one is quoted, with the quarter points, and beside it the ratio of the best",
        "tenths of the rounds, in which other work disturbed least. Absolute figures are only for scale.",
        f"Peers: {peers(options.python[0].partition('=')[0])}.",
        "",
        JUDGED,
    ]
    for python in options.python:
        lines += section(python, options.rounds, options.seconds)
        options.out.write_text("\n".join(lines), encoding="utf-8")
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()

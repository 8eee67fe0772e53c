"""How many small faults in the games their tests notice.

    python -m tests.mutation                          # every mutant of every file: about an hour
    python -m tests.mutation --sample 40              # 40 mutants a file, always the same
    python -m tests.mutation --sample 20 --skip 40    # 20 others
    python -m tests.mutation animals pecking_order/_worlds.py
    python -m tests.mutation --listed                 # only the survivors that are explained
    python -m tests.mutation --write                  # and put the files' figures into docs/explanation/trust.md

A mutant that no test notices must be explained in `survivors.toml`, and what is explained there must survive: otherwise
the exit code is 1. `--new FILE` writes the survivors that are not explained yet, in the form of that file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import time
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.mutation import runs
from tests.mutation.mutants import Key, Mutant

HERE = Path(__file__).resolve().parent
SURVIVORS = HERE / "survivors.toml"
TRUST = runs.ROOT / "docs" / "explanation" / "trust.md"
BEGIN, END = "<!-- figures of tests.mutation: begin -->", "<!-- end -->"
PHASES = (
    "_rules",
    "_worlds",
    "_notation",
    "_walks",
    "_subsets",
    "_shapes",
    "_house",
    "_check",
    "_live",
    "_deck",
    "_pack",
)


def explained(path: Path = SURVIVORS) -> dict[Key, str]:
    """The survivors that a file lists, each with its reason."""
    table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        (entry["file"], entry["where"], entry["before"], entry["after"], entry.get("nth", 1)): entry["why"]
        for entry in table.get("survivor", [])
    }


def as_toml(mutant: Mutant) -> str:
    """A survivor in the form of `survivors.toml`, with the reason left to write."""
    names = ("file", "where", "before", "after")
    lines = ["[[survivor]]", *(f"{name} = {json.dumps(getattr(mutant, name), ensure_ascii=False)}" for name in names)]
    if mutant.nth > 1:
        lines.append(f"nth = {mutant.nth}")
    return "\n".join([*lines, 'why = ""', ""])


def sampled(chosen: list[Mutant], size: int, skipped: int = 0) -> set[Key]:
    """A sample of mutants that depends on nothing but what they are called; `skipped`: not those of a smaller one."""

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(repr(mutant.key).encode()).digest()

    return {mutant.key for mutant in sorted(chosen, key=lot)[skipped:][: size or None]}


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The interval that holds the true share with 95 %."""
    if not tries:
        return 0.0, 1.0
    z, share = 1.96, hits / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries)) / (1 + z * z / tries)
    return middle - half, middle + half


def row(file: str, total: int, run: int, slow: int, survived: int) -> str:
    """A line of the table."""
    killed = run - survived
    low, high = wilson(killed, run)
    interval = f"{100 * low:.1f}–{100 * high:.1f} %" if run < total else "all run"
    share = f"{100 * killed / run:.1f} %" if run else ""
    return f"| {file} | {total} | {run} | {killed} | {slow} | {survived} | {share} | {interval} |"


def counts(line: str) -> tuple[str, list[int]]:
    """What such a line is about, and its numbers: mutants, run, killed, too slow, survived."""
    file, *cells = line.strip("|").split("|")
    return file.strip(), [int(cell) for cell in cells[:5]]


def merged(before: Iterable[str], lines: Iterable[str]) -> list[str]:
    """A table of the files of both, each as it was found last, and all together."""
    found = {file: line for line in (*before, *lines) if (file := counts(line)[0]) != "all"}
    numbers = [counts(line)[1] for line in found.values()] or [[0] * 5]
    total, run, _, slow, survived = map(sum, zip(*numbers, strict=True))
    return [HEAD, *found.values(), row("all", total, run, slow, survived)]


HEAD = """\
| file | mutants | run | killed | of these too slow | survived | killed | 95 % interval |
|---|---|---|---|---|---|---|---|"""


def wanted_files(names: Iterable[str]) -> dict[str, list[str]]:
    """Game → its files to be mutated; `names`: games, or files as `animals/_rules.py`; none: all."""
    found: dict[str, list[str]] = {}
    for phase in PHASES:
        for path in sorted(runs.GAMES.glob(f"*/{phase}.py")):
            game, short = path.parent.name, f"{path.parent.name}/{path.name}"
            if not names or game in names or short in names:
                found.setdefault(game, []).append(str(path))
    return dict(sorted(found.items()))


class Campaign:
    """A run over the files of all games asked for, and what came of it."""

    def __init__(self, only: set[Key] | None, sample: int, skip: int) -> None:
        self.only = only
        self.sample = sample
        self.skip = skip
        self.reasons = explained()
        self.done = 0
        self.spent = 0.0
        self.lines: list[str] = []
        self.verdicts: list[runs.Verdict] = []
        self.unexplained: list[Mutant] = []
        self.gone: list[Mutant] = []

    def report(self, verdict: runs.Verdict) -> None:
        """Show that a mutant has been judged: `.` killed, `T` because it took too long, `S` survived."""
        self.done += 1
        mark = {runs.TOO_LONG: "T", runs.SURVIVED: "S"}.get(verdict.code, ".")
        print(mark, end="" if self.done % 100 else f" {self.done}\n", file=sys.stderr, flush=True)

    def run(self, game: str, files: list[str]) -> list[str]:
        """Judge the mutants of a game's files; the tests that fail on the game as it is."""
        chosen: set[Key] = set()
        totals: dict[str, int] = {}
        for file in files:
            _, every = runs.parsed(file)
            totals[every[0].file] = len(every)
            of_file = [one for one in every if self.only is None or one.key in self.only]
            chosen |= sampled(of_file, self.sample, self.skip)
        if not chosen:
            return []
        work = runs.Game(game, files, chosen, self.report)
        failed = work.run()
        for short, total in totals.items():
            verdicts = [verdict for verdict in work.verdicts if verdict.mutant.file == short]
            slow = sum(verdict.code == runs.TOO_LONG for verdict in verdicts)
            survived = sum(verdict.code == runs.SURVIVED for verdict in verdicts)
            self.lines.append(row(short, total, len(verdicts), slow, survived))
            self.verdicts += verdicts
            for verdict in verdicts:
                self.spent += verdict.seconds
                known = verdict.mutant.key in self.reasons
                if verdict.code == runs.SURVIVED and not known:
                    self.unexplained.append(verdict.mutant)
                elif verdict.code != runs.SURVIVED and known:
                    self.gone.append(verdict.mutant)
        return failed

    def table(self) -> list[str]:
        """The figures, file by file and all together."""
        return merged((), self.lines)

    def show(self) -> None:
        """Print the table, and the survivors that somebody has to look at."""
        print("", *self.table(), sep="\n")
        for title, found in (
            ("survived, and not explained", self.unexplained),
            ("explained, but killed", self.gone),
        ):
            for mutant in found:
                print(f"\n{title}: {mutant.file} {mutant.where}\n  - {mutant.before}\n  + {mutant.after}")

    def write(self) -> None:
        """Put the lines into the table of the page on trust; those of other files stay."""
        before, _, rest = TRUST.read_text(encoding="utf-8").partition(BEGIN)
        table, _, after = rest.partition(END)
        table = "\n".join(merged(table.strip().splitlines()[2:], self.lines))
        TRUST.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")


def main() -> int:
    """Run what the arguments ask for; 1 if a survivor is not explained or an explained one does not survive."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME|GAME/FILE")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many mutants a file; 0: all")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="without the first N of the sample")
    parser.add_argument("--listed", action="store_true", help="only the survivors that are explained")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only the survivors that such a file lists")
    parser.add_argument("--new", type=Path, metavar="FILE", help="write the survivors that are not explained")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {TRUST.relative_to(runs.ROOT)}")
    arguments = parser.parse_args()
    started = time.monotonic()
    only = set(explained()) if arguments.listed else set(explained(arguments.again)) if arguments.again else None
    campaign = Campaign(only, arguments.sample, arguments.skip)
    runs.prepare()
    for game, files in wanted_files(arguments.names).items():
        failed = campaign.run(game, files)
        if failed:
            print(f"\n{game}: these tests fail on the game as it is:", *failed, sep="\n  ")
            return 1
        if arguments.new:
            arguments.new.write_text("\n".join(map(as_toml, campaign.unexplained)), encoding="utf-8")
    campaign.show()
    print(f"\n{len(campaign.verdicts)} mutants, {campaign.spent:.0f} s of CPU time, {time.monotonic() - started:.0f} s")
    if arguments.write:
        campaign.write()
    return 1 if campaign.unexplained or campaign.gone else 0


if __name__ == "__main__":
    sys.exit(main())

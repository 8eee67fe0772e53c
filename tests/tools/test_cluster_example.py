"""The example of a tournament on a cluster runs as its page says, and finds what is found without a cluster."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from boardgames_fr.arena import read_results, tournament

pytestmark = pytest.mark.dask

EXAMPLE = Path(__file__).parents[2] / "examples" / "tournament_on_a_cluster.py"
GAMES = 24


def run(*arguments: str) -> str:
    program = [sys.executable, str(EXAMPLE), "--games", str(GAMES), *arguments]
    done = subprocess.run(program, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_finds_the_same_standings_as_a_tournament_without_a_cluster(tmp_path: Path) -> None:
    parts = runpy.run_path(str(EXAMPLE))
    here = tournament(parts["GAME"], parts["RULES"], parts["ENTRANTS"], games=GAMES, seed=2026)
    records = tmp_path / "games.jsonl"
    assert run("--records", str(records)) == f"{here}\n"
    whole = records.read_bytes()
    # Stopped in the middle of a line: nothing that was finished is played again.
    records.write_bytes(whole[: len(whole) * 2 // 3])
    kept = read_results(records)
    assert 0 < len(kept) < GAMES
    assert run("--records", str(records)) == f"{here}\n"
    assert set(kept) < set(read_results(records))
    assert len(read_results(records)) == GAMES

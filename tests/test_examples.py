"""Every example that needs no extra runs as it stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
EXTRAS = ("pyspiel", "open_spiel", "pettingzoo", "gymnasium", "dask", "distributed", "rich", "matplotlib", "numpy")
"""A script that imports one of these needs an extra."""

PLAIN = sorted(
    path.name
    for path in EXAMPLES.glob("*.py")
    if not any(
        f"import {extra}" in text or f"from {extra}" in text for text in [path.read_text("utf-8")] for extra in EXTRAS
    )
)


def run(name: str, *arguments: str, typed: str = "") -> str:
    program = [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]
    done = subprocess.run(program, input=typed, capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", PLAIN)
def test_the_example_runs_to_its_end(name: str) -> None:
    # An empty line is an answer for whatever asks at the keyboard.
    assert run(name, typed="\n" * 2000).strip()


def test_the_examples_of_the_front_page_are_there_and_short() -> None:
    lengths = {name: len((EXAMPLES / name).read_text("utf-8").splitlines()) for name in PLAIN}
    assert lengths["first_bot.py"] < 20
    assert lengths["terminal_front_end.py"] < 60


def test_the_first_bot_beats_chance() -> None:
    assert int(run("first_bot.py").split()[1]) > 55


@pytest.mark.parametrize("game", ["pecking_order", "domestication", "animals", "capharnaum", "dinosaures"])
def test_the_front_end_works_for_any_game(game: str) -> None:
    assert "Outcome(" in run("terminal_front_end.py", game, typed="\n" * 5000)


def test_the_front_end_answers_what_cannot_be_played() -> None:
    shown = run("terminal_front_end.py", "pecking_order", typed="fly\npeek 5\nplace 10\n999\n" + "\n" * 100)
    assert "expected" in shown
    assert "Outcome(" in shown

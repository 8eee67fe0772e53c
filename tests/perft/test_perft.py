"""The published tables: how many sequences of 1, 2, 3 … moves each game has from the start.

A table a line: `PRESET [JSON of rules to change]: n1 n2 n3 …`, in the file of the game. Counts up to `BUDGET` are
counted again here; larger ones only when asked for: `PERFT_BUDGET=100000000 pytest tests/perft`.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from boardgames_fr import find_game, games
from boardgames_fr.codec import Codec
from boardgames_fr.perft import perft

BUDGET = int(os.environ.get("PERFT_BUDGET", "250000"))

HERE = Path(__file__).parent
LINE = re.compile(r"(?P<preset>[a-z0-9_-]+)\s*(?P<changes>\{.*\})?\s*:(?P<counts>(?:\s+[0-9]+)+)", re.ASCII)


@cache
def tables(name: str) -> tuple[str, ...]:
    """The tables of a game, without remarks."""
    lines = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


FILES = sorted(path.stem for path in HERE.glob("*.txt"))
LINES = [
    pytest.param(name, line, id=f"{name}-{line.partition(':')[0][:60]}") for name in FILES for line in tables(name)
]


def test_every_game_has_tables_and_every_table_a_game() -> None:
    assert set(FILES) == {name for name in games() if find_game(name).module == f"boardgames_fr.games.{name}"}
    assert all(tables(name) for name in FILES)


@pytest.mark.parametrize(("name", "line"), LINES)
def test_the_tree_has_as_many_branches_as_the_table_says(name: str, line: str) -> None:
    found = LINE.fullmatch(line)
    assert found is not None, f"not a table: {line}"
    game = find_game(name)
    rules = game.presets[found["preset"]]
    if found["changes"] is not None:
        rules = Codec(game).rules_from_json(found["changes"], rules)
    state = game.new_game(rules)
    expected = [int(count) for count in found["counts"].split()]
    counted = [count for depth, count in enumerate(expected) if depth == 0 or count <= BUDGET]
    assert [perft(game, state, depth) for depth in range(1, len(counted) + 1)] == counted

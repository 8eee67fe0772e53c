"""The table of solved small games of Dinosaures: solved again where that is quick, and by plain minimax."""

from __future__ import annotations

import pytest
from examples.solved import small_dinosaures as solved

from boardgames_fr.games import dinosaures as di

TABLE = solved.read()


def named(line: solved.Solved) -> str:
    return f"{line.cards}-{line.tiles}-{line.stall_limit}"


def test_the_table_has_a_line_for_each_of_the_rules() -> None:
    assert [(line.cards, line.tiles, line.stall_limit) for line in TABLE] == list(solved.SMALL)


@pytest.mark.parametrize(
    "line",
    [line for line in TABLE if line.positions < 1_000],
    ids=lambda line: f"{line.cards}-{line.tiles}-{line.stall_limit}",
)
def test_small_games_are_worth_what_the_table_says(line: solved.Solved) -> None:
    assert solved.solve(line.cards, line.tiles, line.stall_limit) == line


@pytest.mark.parametrize("line", TABLE, ids=named)
def test_the_best_moves_are_legal_and_the_value_is_one(line: solved.Solved) -> None:
    start = di.new_game(solved.rules_of(line.cards, line.tiles, line.stall_limit))
    legal = [str(move) for move in di.legal_moves(start)]
    best = line.best.split(" / ")
    assert best == [move for move in legal if move in best]
    assert line.value in (-1, 0, 1)


def plain(state: di.State, known: dict[di.State, int]) -> int:
    """The worth to seat 0, by looking at everything."""
    outcome = di.outcome(state)
    if outcome is not None:
        return round(outcome.returns[0])
    if state not in known:
        worths = [plain(di.apply(state, move), known) for move in di.legal_moves(state)]
        known[state] = max(worths) if di.to_move(state) == 0 else min(worths)
    return known[state]


@pytest.mark.parametrize(("cards", "tiles", "stall_limit"), [("L3", 1, 3), ("I3 L3", 1, 3), ("L3", 2, 1), ("O4", 1, 4)])
def test_the_search_agrees_with_plain_minimax(cards: str, tiles: int, stall_limit: int) -> None:
    start = di.new_game(solved.rules_of(cards, tiles, stall_limit))
    known: dict[di.State, int] = {}
    line = solved.solve(cards, tiles, stall_limit)
    assert line.value == plain(start, known)
    best = [str(move) for move in di.legal_moves(start) if plain(di.apply(start, move), known) == line.value]
    assert line.best == " / ".join(best)
    # Positions deeper in the tree too, whatever the window was.
    solver = solved.Solver()
    for state in list(known)[:: max(1, len(known) // 200)]:
        assert solver.value(state, -2, 2) == known[state]
        assert (solver.value(state, 0, 1) >= 1) == (known[state] >= 1)
        assert (solver.value(state, -1, 0) <= -1) == (known[state] <= -1)

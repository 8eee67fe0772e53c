"""Counting the tree of a game."""

from __future__ import annotations

import pytest

from boardgames_fr.perft import divide, perft
from tests.tools.cases import NAMES, find
from tests.toys import bluff, nim

SMALL = nim.new_game(nim.Rules(heap=4, most=2))
# By hand: 4 moves from 4, 3 and 2 (1 or 2, plainly or quickly), 1 from 1. Two lead to 3 and two to 2; from 3 there
# are 2 * 4 + 2 * 1 = 10 pairs of moves, from 2 there are 2 * 1.


def test_a_small_tree_counted_by_hand() -> None:
    assert [perft(nim.GAME, SMALL, depth) for depth in range(6)] == [1, 4, 16, 24, 8, 0]


def test_games_that_are_over_add_nothing() -> None:
    over = nim.State(nim.Rules(), 0, last=nim.Take(1))
    assert [perft(nim.GAME, over, depth) for depth in range(3)] == [1, 0, 0]
    assert divide(nim.GAME, over, 1) == ()


def test_chance_counts_like_any_mover() -> None:
    assert [perft(bluff.GAME, bluff.new_game(bluff.Rules(rounds=1)), depth) for depth in range(5)] == [1, 4, 12, 24, 0]


def test_divide_gives_each_move_its_share_in_the_order_of_the_rules() -> None:
    assert divide(nim.GAME, SMALL, 3) == (
        (nim.Take(1), 10),
        (nim.Take(1, True), 10),
        (nim.Take(2), 2),
        (nim.Take(2, True), 2),
    )
    assert [count for _, count in divide(nim.GAME, SMALL, 1)] == [1, 1, 1, 1]


@pytest.mark.parametrize("name", NAMES)
def test_shares_add_up(name: str) -> None:
    game = find(name)
    state = game.new_game(next(iter(game.presets.values())))
    shares = divide(game, state, 2)
    assert tuple(move for move, _ in shares) == game.legal_moves(state)
    assert sum(count for _, count in shares) == perft(game, state, 2)


def test_depths_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="perft: depth must not be negative, but is -1"):
        perft(nim.GAME, SMALL, -1)
    with pytest.raises(ValueError, match="divide: depth must be positive, but is 0"):
        divide(nim.GAME, SMALL, 0)

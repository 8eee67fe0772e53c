"""Counting the tree of a game: the plainest way to compare two programs of the same rules.

>>> from boardgames_fr import find_game
>>> from boardgames_fr.perft import divide, perft
>>> game = find_game("pecking_order")
>>> state = game.new_game(game.presets["tiny"])
>>> [perft(game, state, depth) for depth in range(4)]
[1, 3, 9, 27]
>>> divide(game, state, 2)[0]
(Draw(card=1), 3)
"""

from __future__ import annotations

from boardgames_fr.game import Game, MoveT, RulesT, StateT, ViewT

__all__ = ["divide", "perft"]


def perft(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, depth: int) -> int:
    """How many sequences of exactly `depth` legal moves start here. Chance's moves count like others, unweighted.

    A game that is over earlier adds nothing; depth 0 is the one empty sequence.

    Raises:
        ValueError: `depth` is negative.
    """
    if depth < 0:
        raise ValueError(f"perft: depth must not be negative, but is {depth}")
    if depth == 0:
        return 1
    moves = game.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply_unchecked(state, move), depth - 1) for move in moves)


def divide(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, depth: int) -> tuple[tuple[MoveT, int], ...]:
    """Each legal move, in order, with the `perft` of what follows it: `depth` moves, itself included.

    Raises:
        ValueError: `depth` is not positive.
    """
    if depth < 1:
        raise ValueError(f"divide: depth must be positive, but is {depth}")
    return tuple((move, perft(game, game.apply_unchecked(state, move), depth - 1)) for move in game.legal_moves(state))

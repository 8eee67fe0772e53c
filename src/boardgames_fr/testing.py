"""Hypothesis strategies for games: records and states that play can reach. Needs the extra `test`.

    >>> from hypothesis import given, settings
    >>> from boardgames_fr.games.pecking_order import GAME, Rules
    >>> from boardgames_fr.testing import states
    >>> @settings(max_examples=5)
    ... @given(states(GAME, Rules()))
    ... def test_each_deck_has_no_more_than_thirteen_cards(state):
    ...     assert max(GAME.observe(state, None).decks) <= 13
    >>> test_each_deck_has_no_more_than_thirteen_cards()

Every move is drawn, and so is the number of moves: a failing example shrinks to a shorter game, with moves that come
earlier among the legal ones. Chance's moves are drawn like those of the seats, not by their odds, so that rare ones are
tried too.
"""

from __future__ import annotations

from boardgames_fr.chance import below, stream
from boardgames_fr.errors import MissingExtraError
from boardgames_fr.game import Game, MoveT, RulesT, StateT, ViewT
from boardgames_fr.record import Record

try:
    from hypothesis import strategies as st
except ImportError as _error:
    raise MissingExtraError("test") from _error

__all__ = ["records", "states"]


def records(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, *, most: int = 100, finished: bool = False
) -> st.SearchStrategy[Record[RulesT, StateT, MoveT, ViewT]]:
    """A strategy for records of games by these rules: their first moves, `most` at most.

    `finished`: games that are played on to their end after the drawn moves, with even odds.
    """
    return st.integers(0, most).flatmap(lambda length: _played(game, rules, length, finished))


def states(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, *, most: int = 100) -> st.SearchStrategy[StateT]:
    """A strategy for states that play by these rules reaches in `most` moves at most."""
    return st.integers(0, most).flatmap(lambda length: _reached(game, rules, length))


@st.composite
def _moves(
    draw: st.DrawFn, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, length: int
) -> tuple[StateT, tuple[MoveT, ...]]:
    state = game.new_game(rules)
    moves: list[MoveT] = []
    while len(moves) < length and (legal := game.legal_moves(state)):
        moves.append(legal[draw(st.integers(0, len(legal) - 1))])
        state = game.apply_unchecked(state, moves[-1])
    return state, tuple(moves)


def _reached(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, length: int) -> st.SearchStrategy[StateT]:
    return _moves(game, rules, length).map(lambda found: found[0])


def _played(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, length: int, finished: bool
) -> st.SearchStrategy[Record[RulesT, StateT, MoveT, ViewT]]:
    def record(found: tuple[StateT, tuple[MoveT, ...]]) -> Record[RulesT, StateT, MoveT, ViewT]:
        state, moves = found
        rest: list[MoveT] = []
        rng = stream(len(moves), "the rest of a game", *map(game.format_move, moves[-1:]))
        while finished and (legal := game.legal_moves(state)):
            rest.append(legal[below(rng, len(legal))])
            state = game.apply_unchecked(state, rest[-1])
        return Record(game, rules, (*moves, *rest))

    return _moves(game, rules, length).map(record)

"""The game's own bots, weakest first. All is public: each sees the view and thinks with the state that it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from boardgames_fr.chance import below
from boardgames_fr.game import Seat
from boardgames_fr.games.dinosaures._rules import (
    Move,
    Rules,
    State,
    View,
    apply_unchecked,
    legal_moves,
    outcome,
    penalty,
)
from boardgames_fr.games.dinosaures._worlds import state_of

Bot: TypeAlias = Callable[[View, tuple[Move, ...]], Move]
"""What chooses one of the legal moves, given what a seat sees."""

_MISTAKES: Final = 3
"""`easy` moves at random once in so many moves."""
_WON: Final = 100_000
_DUE, _MORE, _THEIRS = 8, 3, 3
"""What a square of a card that a zone shows is worth, in tenths of a dug one: the best for who moves next, others, the
other seat's."""


def easy(rng: Random) -> Bot:
    """A bot that digs what it can reach at once, and in one move of three does anything."""

    def choose(view: View, moves: tuple[Move, ...]) -> Move:
        if below(rng, _MISTAKES) == 0:
            return moves[below(rng, len(moves))]
        return _greediest(rng, view, moves)

    return choose


def medium(rng: Random) -> Bot:
    """A bot that takes the move after which, with the best dig, its own penalty is least."""

    def choose(view: View, moves: tuple[Move, ...]) -> Move:
        return _greediest(rng, view, moves)

    return choose


def hard(rng: Random) -> Bot:
    """A bot that also weighs the other seat's best answer, and the zones that both could dig up next."""

    def choose(view: View, moves: tuple[Move, ...]) -> Move:
        state = state_of(view)
        me = _mover(state)
        ranked = [(_best_end(state, move, me)[0], index) for index, move in enumerate(moves)]
        ranked.sort(key=lambda pair: -pair[0])
        best = -2 * _WON
        found: list[int] = []
        for _, index in ranked:
            value = _answered(state, moves[index], me, best)
            if value > best:
                best, found = value, []
            if value == best:
                found.append(index)
        return moves[found[below(rng, len(found))]]

    return choose


def _greediest(rng: Random, view: View, moves: tuple[Move, ...]) -> Move:
    state = state_of(view)
    me = _mover(state)
    values = [min(penalty(end, me) for end in _ends(apply_unchecked(state, move), me)) for move in moves]
    best = [move for move, value in zip(moves, values, strict=True) if value == min(values)]
    return best[below(rng, len(best))]


def _mover(state: State) -> Seat:
    assert state.mover is not None
    return state.mover


def _ends(state: State, seat: Seat) -> list[State]:
    """The states in which this seat's turn can end."""
    if state.asked and state.mover == seat:
        return [apply_unchecked(state, move) for move in legal_moves(state)]
    return [state]


def _best_end(state: State, move: Move, me: Seat) -> tuple[int, State]:
    """The best value for this seat, the mover, when its turn ends after this move, and the state then."""
    return max(((_value(end, me), end) for end in _ends(apply_unchecked(state, move), me)), key=lambda pair: pair[0])


def _answered(state: State, move: Move, me: Seat, least: int) -> int:
    """The value after this move, the best dig and the best answer; or something below `least`, if it is below it."""
    return max(_after_answer(end, me, least) for end in _ends(apply_unchecked(state, move), me))


def _after_answer(state: State, me: Seat, least: int) -> int:
    if state.mover is None:
        return _value(state, me)
    other, worst = state.mover, 2 * _WON
    for move in legal_moves(state):
        for end in _ends(apply_unchecked(state, move), other):
            worst = min(worst, _value(end, me))
        if worst < least:
            break
    return worst


@lru_cache(maxsize=8)
def _sizes(rules: Rules) -> tuple[int, ...]:
    return tuple(card.size for card in rules.cards)


def _value(state: State, me: Seat) -> int:
    """How good a state between two turns is for a seat, in tenths of a point."""
    difference = 10 * (penalty(state, Seat(1 - me)) - penalty(state, me))
    if state.mover is None:
        result = outcome(state)
        assert result is not None
        return difference + int(_WON * result.returns[me])
    shown = _shown(state, me), _shown(state, Seat(1 - me))
    return difference + _worth(shown[0], state.mover == me) - _worth(shown[1], state.mover != me)


def _shown(state: State, seat: Seat) -> list[int]:
    """The sizes of the cards this seat could dig up as the table stands."""
    cards = (state.brown_zones if seat else state.beige_zones)[0] & ~state.dug[seat]
    return [size for number, size in enumerate(_sizes(state.rules)) if cards >> number & 1] if cards else []


def _worth(sizes: list[int], moves_next: bool) -> int:
    if not sizes:
        return 0
    if not moves_next:
        return _THEIRS * sum(sizes)
    return _DUE * max(sizes) + _MORE * (sum(sizes) - max(sizes))

"""The game's own bots, weakest first. All is public: each sees the view and thinks with the state that it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from boardgames_fr.chance import below
from boardgames_fr.game import Seat
from boardgames_fr.games.capharnaum._house import House, PartNumber
from boardgames_fr.games.capharnaum._plan import Plan
from boardgames_fr.games.capharnaum._rules import (
    Catch,
    Move,
    Phase,
    Send,
    State,
    View,
    Walk,
    apply_unchecked,
    legal_moves,
)
from boardgames_fr.games.capharnaum._worlds import state_of

Bot: TypeAlias = Callable[[View, tuple[Move, ...]], Move]
"""What chooses one of the legal moves, given what is seen."""

_MISTAKES: Final = 3
"""`easy` moves at random once in so many moves."""
_OBJECT: Final = 100
"""What an object less in one's reserve is worth; the other figures are compared with it."""
_WON: Final = 100_000
_TOKEN: Final = 3
"""What a step of a token is worth: it is kept for later if nothing is gained by it."""
_NEXT: Final = 12
"""What an object square near the child is worth where it could drop next."""
_CAUGHT: Final = 40
"""What the danger to be caught costs."""
_SWEPT: Final = 45
"""What the danger to be swept costs, for each object in the room."""
_WATCHED: Final = 60
"""What it costs a child that an adult stands in its room when it is about to drop."""
_STRIDE: Final = 6
"""How far an adult can come in one walk."""
_NEAR: Final = 4
"""How far a child looks for its next drop."""


def easy(rng: Random) -> Bot:
    """A bot that drops what it can, and in one move of three does anything."""

    def choose(view: View, moves: tuple[Move, ...]) -> Move:
        if below(rng, _MISTAKES) == 0:
            return moves[below(rng, len(moves))]
        return _greediest(rng, view, moves)

    return choose


def medium(rng: Random) -> Bot:
    """A bot that drops and catches as much as it can at once."""

    def choose(view: View, moves: tuple[Move, ...]) -> Move:
        return _greediest(rng, view, moves)

    return choose


def hard(rng: Random) -> Bot:
    """A bot that also looks for ends where no adult can come, and sends adults against the leader."""

    def choose(view: View, moves: tuple[Move, ...]) -> Move:
        state = state_of(view)
        if state.phase is Phase.CHILD:
            judge = _Walker(state).value
        elif state.phase in (Phase.ADULT, Phase.CATCH, Phase.PICK):
            judge = _Sender(state).value
        else:
            return moves[below(rng, len(moves))]
        return _best(rng, [judge(move) for move in moves], moves)

    return choose


def _best(rng: Random, values: list[int], moves: tuple[Move, ...]) -> Move:
    """One of the moves with the highest value."""
    top = max(values)
    found = [move for move, value in zip(moves, values, strict=True) if value == top]
    return found[below(rng, len(found))]


def _greediest(rng: Random, view: View, moves: tuple[Move, ...]) -> Move:
    state = state_of(view)
    if state.phase is Phase.CHILD:
        values = [len(move.drops) if isinstance(move, Walk) else 0 for move in moves]
    elif state.phase is Phase.ADULT:
        values = [_harm(state, apply_unchecked(state, move)) for move in moves]
    else:
        values = [0] * len(moves)
    return _best(rng, values, moves)


def _harm(before: State, after: State) -> int:
    """How many objects others have to pick up more than the mover."""
    gained = [has - had for had, has in zip(before.reserves, after.reserves, strict=True)]
    return sum(gained) - 2 * gained[_mover(before)]


def _mover(state: State) -> Seat:
    assert isinstance(state.mover, int)
    return state.mover


@lru_cache(maxsize=8)
def _distances(house: House, parts: tuple[PartNumber, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Steps indoors from square to square, in an empty house (99: none); and the squares near each, as bits."""
    plan = house.plan(parts)
    return (
        tuple(tuple(_far(plan, square)) for square in range(plan.out)),
        tuple(_around(plan, square) for square in range(plan.out + 1)),
    )


def _far(plan: Plan, start: int) -> list[int]:
    far = [99] * (plan.out + 1)
    far[start] = 0
    edge = [start]
    for square in edge:
        for after in plan.steps[square]:
            if far[after] == 99 and after != plan.out:
                far[after] = far[square] + 1
                edge.append(after)
    return far


def _around(plan: Plan, start: int) -> int:
    reached = {start}
    for _ in range(_NEAR):
        reached |= {after for square in reached for after in plan.steps[square]}
    return sum(1 << square for square in reached)


class _Danger:
    """How dangerous it is for a child to stand somewhere, with the adults where they are."""

    def __init__(self, state: State) -> None:
        rules = state.rules
        self.tables = rules._tables
        self.far, self.near = _distances(rules.house, rules.parts)
        self.room = rules.plan.room

    def at(self, square: int, objects: int, adults: tuple[int, ...]) -> int:
        """What standing there costs: a room that holds objects and that an adult can come to."""
        there = (objects & self.tables.room_objects[self.room[square]]).bit_count()
        if not there:
            return 0
        steps = min(self.far[adult][square] for adult in adults)
        if steps > _STRIDE + 2:
            return there
        swept = 0 if self.tables.is_object(square) or steps > _STRIDE else _SWEPT * there
        return _CAUGHT + swept + 2 * (_STRIDE - steps)


class _Walker:
    """Judges the walks of the mover's child."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.danger = _Danger(state)
        self.seat = _mover(state)
        self.index = state.rules.plan.index
        self.ends: dict[tuple[int, int], int] = {}

    def value(self, move: Move) -> int:
        """Drops, less the danger at the end; what is near for the next turn; and the token."""
        if not isinstance(move, Walk):
            return -_TOKEN * getattr(move, "token", 0)
        if len(move.drops) == self.state.reserves[self.seat]:
            return _WON
        objects = self.state.objects
        for drop in move.drops:
            objects |= 1 << self.index[drop]
        end = self.index[move.end]
        return _OBJECT * len(move.drops) - _TOKEN * move.token + self._end(end, objects)

    def _end(self, end: int, objects: int) -> int:
        value = self.ends.get((end, objects))
        if value is None:
            danger, adults = self.danger, self.state.adults
            free = danger.tables.walks.objects & ~objects & danger.near[end]
            for adult in adults:
                free &= danger.tables.unwatched[adult]
            value = _NEXT * free.bit_count() - danger.at(end, objects, adults)
            self.ends[end, objects] = value
        return value


class _Sender:
    """Judges the walks of adults, and the choices that they lead to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.danger = _Danger(state)
        self.seat = _mover(state)
        others = [left for seat, left in enumerate(state.reserves) if seat != self.seat]
        self.least = min(others)

    def value(self, move: Move) -> int:
        """What the others lose, the leader most; and how everybody stands afterwards."""
        after = apply_unchecked(self.state, move)
        while after.phase in (Phase.CATCH, Phase.PICK):
            after = apply_unchecked(after, self._answer(after))
        value = -_TOKEN * (move.token if isinstance(move, Send) else 0)
        for seat, (had, has) in enumerate(zip(self.state.reserves, after.reserves, strict=True)):
            weight = -1 if seat == self.seat else 1
            size = 3 if seat == self.seat else 3 if had == self.least else 1
            lost = _OBJECT * (has - had) + self._standing(after, seat)
            value += weight * size * lost // 3
        return value

    def _answer(self, state: State) -> Move:
        """What is likely to be chosen: the child that leads, not one's own; and any object."""
        moves = legal_moves(state)
        if state.phase is Phase.PICK:
            return moves[0]

        def worth(move: Move) -> int:
            assert isinstance(move, Catch)
            return -state.reserves[move.seat] if move.seat != self.seat else -_WON

        return max(moves, key=worth)

    def _standing(self, state: State, seat: int) -> int:
        """What the adults' places cost this child: danger, and being watched."""
        square = state.children[seat]
        cost = self.danger.at(square, state.objects, state.adults)
        room = self.danger.room[square]
        if any(self.danger.room[adult] == room for adult in state.adults):
            cost += _WATCHED
        return cost

"""Why a move is illegal: the first thing that is wrong with it, and what is in the way."""

from __future__ import annotations

from typing import Final, Protocol, TypeVar

import attrs

from boardgames_fr.game import Refusal
from boardgames_fr.games.capharnaum._plan import Square
from boardgames_fr.games.capharnaum._rules import (
    Catch,
    DrawFirst,
    Move,
    Phase,
    Pick,
    PlaceAdult,
    PlaceChild,
    Send,
    State,
    Stay,
    Token,
    Walk,
    catchable_rooms,
    child_closed,
    is_sweepable,
    mover_of,
    send_route,
    walk_route,
)

# What may be asked in a phase, and the rule that asks it.
_ASKED: Final = {
    Phase.FIRST: ("setup", DrawFirst),
    Phase.ADULTS: ("setup", PlaceAdult),
    Phase.CHILDREN: ("setup", PlaceChild),
    Phase.CHILD: ("CA-1", Walk),
    Phase.ADULT: ("CA-5", Send),
    Phase.CATCH: ("CA-8", Catch),
    Phase.PICK: ("CA-8", Pick),
}


def refusal_of(state: State, move: Move) -> Refusal:
    """Why this move, which is not legal in this state of a game that is not over, is not."""
    phase = state.phase
    rule, kind = _ASKED[phase]
    if phase is Phase.FIRST:
        return Refusal(rule, "table-draws")
    if isinstance(move, Stay) and phase in (Phase.CHILD, Phase.ADULT):
        return _no_token(state, move.token) or Refusal("CA-11", "can-walk")
    if type(move) is not kind:
        return Refusal(rule, f"asked-{phase.value}")
    square = _unknown_square(state, move)
    if square is not None:
        return Refusal(rule, "no-such-square", (("square", square),))
    if isinstance(move, PlaceAdult | PlaceChild):
        return _why_no_place(state, move)
    if isinstance(move, Walk):
        return _no_token(state, move.token) or _why_no_walk(state, move)
    if isinstance(move, Send):
        return _no_token(state, move.token) or _why_no_send(state, move)
    if isinstance(move, Catch):
        where = ("room", state.rules.plan.letters[state.pending[0]])
        return Refusal("CA-8", "not-in-room", (("seat", move.seat), where))
    assert isinstance(move, Pick)
    return Refusal("CA-8" if state.pending else "CA-9", "no-object-to-pick", (("square", move.square),))


def _unknown_square(state: State, move: object) -> Square | None:
    squares: tuple[Square, ...] = ()
    if isinstance(move, PlaceAdult | PlaceChild | Pick):
        squares = (move.square,)
    elif isinstance(move, Walk):
        squares = (move.end, *move.drops)
    elif isinstance(move, Send):
        squares = (move.start, move.end)
    return next((square for square in squares if square not in state.rules.plan.index), None)


def _no_token(state: State, token: Token) -> Refusal | None:
    if state.tokens[mover_of(state)] >> token & 1:
        return None
    return Refusal("CA-1" if state.phase is Phase.CHILD else "CA-5", "token-spent", (("token", token),))


def _pawn(state: State, square: int) -> tuple[tuple[str, str | int], ...]:
    """What stands on a square, as data of a refusal: its seat, or -1 for an adult."""
    name = ("square", state.rules.plan.names[square])
    return (name, ("pawn", state.children.index(square) if square in state.children else -1))


def _why_no_place(state: State, move: PlaceAdult | PlaceChild) -> Refusal:
    plan = state.rules.plan
    square = plan.index[move.square]
    if isinstance(move, PlaceAdult):
        if square not in plan.circles:
            return Refusal("setup", "no-green-circle", (("square", move.square),))
    elif state.rules._tables.is_object(square):
        return Refusal("CA-3", "object-square", (("square", move.square),))
    elif square not in plan.beds:
        return Refusal("setup", "no-bedroom", (("square", move.square),))
    return Refusal("CA-6", "taken", _pawn(state, square))


def _why_no_walk(state: State, move: Walk) -> Refusal:
    tables, plan, seat = state.rules._tables, state.rules.plan, mover_of(state)
    end = plan.index[move.end]
    others = [*state.adults, *(place for other, place in enumerate(state.children) if other != seat)]
    if tables.is_object(end):
        return Refusal("CA-3", "object-square", (("square", move.end),))
    if end != plan.out and end in others:
        return Refusal("CA-6", "taken", _pawn(state, end))
    if end == plan.out and plan.out in child_closed(state):
        return Refusal("CA-7", "outside-taken", (("children", others.count(end)),))
    refusal = _no_way(state, move.token, walk_route, attrs.evolve(move, drops=()))
    if refusal is not None:
        return refusal
    for drop in move.drops:
        square = plan.index[drop]
        if not tables.is_object(square):
            return Refusal("CA-2", "no-object-square", (("square", drop),))
        if state.objects >> square & 1:
            return Refusal("CA-2", "object-there", (("square", drop),))
        if square in others:
            return Refusal("CA-2", "pawn-there", _pawn(state, square))
        for adult in state.adults:
            if plan.room[adult] == plan.room[square]:
                room = ("room", plan.letters[plan.room[square]])
                return Refusal("CA-10", "adult-watches", (("square", drop), room))
    if len(move.drops) > state.reserves[seat]:
        return Refusal("CA-2", "reserve", (("left", state.reserves[seat]),))
    refusal = _no_way(state, move.token, walk_route, move)
    assert refusal is not None
    return attrs.evolve(refusal, reason=f"drops-{refusal.reason}")


def _send_route_anyhow(state: State, move: Send, *, free: bool) -> tuple[int, ...] | None:
    return send_route(state, move, free=free, rooms=False)


_M = TypeVar("_M", Walk, Send, contravariant=True)


class _Router(Protocol[_M]):
    """Finds a shortest walk for a move, with the pawns in the way or without."""

    def __call__(self, state: State, move: _M, /, *, free: bool) -> tuple[int, ...] | None: ...


def _no_way(state: State, token: Token, router: _Router[_M], move: _M) -> Refusal | None:
    """Why no walk of so few steps does it: too far even in an empty house, or a pawn is in the way (CA-1, CA-6)."""
    walk = router(state, move, free=False)
    if walk is not None and len(walk) - 1 <= token:
        return None
    free = router(state, move, free=True)
    if free is None:
        return Refusal("CA-1", "no-way")
    if len(free) - 1 > token:
        return Refusal("CA-1", "too-far", (("steps", len(free) - 1), ("token", token)))
    closed = child_closed(state) if isinstance(move, Walk) else {*state.children, *state.adults}
    square = next(square for square in free[1:-1] if square in closed)
    if square == state.rules.plan.out:
        return Refusal("CA-7", "outside-in-the-way")
    return Refusal("CA-6", "in-the-way", _pawn(state, square))


def _why_no_send(state: State, move: Send) -> Refusal:
    tables, plan = state.rules._tables, state.rules.plan
    start, end = plan.index[move.start], plan.index[move.end]
    if start not in state.adults:
        return Refusal("CA-5", "no-adult", (("square", move.start),))
    if end == plan.out:
        return Refusal("CA-5", "adult-outside")
    if tables.is_object(end):
        return Refusal("CA-3", "object-square", (("square", move.end),))
    if end in state.adults and end != start:
        return Refusal("CA-6", "taken", _pawn(state, end))
    if end in state.children and not is_sweepable(state, end):
        room = ("room", plan.letters[plan.room[end]])
        return Refusal("CA-9", "nothing-to-sweep", (("square", move.end), room))
    refusal = _no_way(state, move.token, _send_route_anyhow, move)
    if refusal is not None:
        return refusal
    catchable = catchable_rooms(state)
    for letter in move.rooms:
        room_data = (("room", letter),)
        if letter not in plan.letters:
            return Refusal("CA-8", "no-such-room", room_data)
        if not catchable >> plan.letters.index(letter) & 1:
            return Refusal("CA-8", "nobody-to-catch", room_data)
        if end in state.children and plan.letters[plan.room[end]] == letter:
            return Refusal("CA-9", "room-is-swept", room_data)
    return Refusal("CA-8", "other-rooms", (("token", move.token), ("rooms", ", ".join(move.rooms))))

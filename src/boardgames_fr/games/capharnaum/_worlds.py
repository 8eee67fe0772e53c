"""From what is seen to the state: everything is seen, so there is one world. And whether a state can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from boardgames_fr.errors import StateError, WorldsError
from boardgames_fr.game import CHANCE, Seat
from boardgames_fr.games.capharnaum._rules import (
    ALL_TOKENS,
    NOWHERE,
    TOKENS,
    TURNS_A_ROUND,
    Phase,
    Rules,
    State,
    Token,
    View,
    legal_moves,
    observe,
)


def worlds(view: View) -> Iterator[tuple[int, State]]:
    """The one state that gives this view, with weight 1.

    Raises:
        WorldsError: no state gives it.
    """
    yield 1, state_of(view)


def sample_world(view: View, _rng: Random) -> State:
    """The one state that gives this view.

    Raises:
        WorldsError: no state gives it.
    """
    return state_of(view)


def state_of(view: View) -> State:
    """The state that gives this view.

    Raises:
        WorldsError: no state gives it.
    """
    rules = view.rules
    index, letters = rules.plan.index, rules.plan.letters
    try:
        held = [_token_bits(tokens) for tokens in view.tokens]
        state = State(
            rules=rules,
            phase=view.phase,
            mover=view.to_move,
            first=view.first,
            turn=view.turn,
            children=tuple(NOWHERE if square is None else index[square] for square in view.children),
            adults=tuple(index[square] for square in view.adults),
            objects=sum(1 << index[square] for square in view.objects),
            reserves=view.reserves,
            tokens=tuple(held),
            pending=tuple(letters.index(room) for room in view.catching),
            swept=view.swept,
            last=NOWHERE if view.last is None else index[view.last],
        )
        check_state(state)
    except (KeyError, ValueError) as error:
        raise WorldsError(f"no state gives this view: {error}") from None
    if observe(state) != view:
        raise WorldsError("no state gives this view: it contradicts itself")
    return state


def _token_bits(tokens: tuple[Token, ...]) -> int:
    """The tokens as bits. They are looked at first: a bit of any number that a text may hold would take all memory."""
    _demand(_are_ints(*tokens) and all(token in TOKENS for token in tokens), f"tokens: 1 to {TOKENS[-1]}")
    return sum(1 << token for token in set(tokens))


def check_state(state: State) -> None:
    """Nothing, if this can be a state of a game.

    Raises:
        StateError: pieces are missing or doubled, a field is out of range, or the phase does not fit.
    """
    rules = state.rules
    _demand(isinstance(rules, Rules) and isinstance(state.phase, Phase), "rules and phase of their own types")
    _demand(_are_ints(state.turn, state.objects, state.last), "turn, objects and last must be integers")
    for name, values, length in (
        ("children", state.children, rules.seats),
        ("adults", state.adults, None),
        ("reserves", state.reserves, rules.seats),
        ("tokens", state.tokens, rules.seats),
        ("pending", state.pending, None),
    ):
        _demand(type(values) is tuple and _are_ints(*values), f"{name} must be integers")
        _demand(length is None or len(values) == length, f"{name}: one for each of the {rules.seats} seats")
    for name, seat in (("first", state.first), ("swept", state.swept)):
        _demand(seat is None or (_are_ints(seat) and 0 <= seat < rules.seats), f"{name} must be a seat")
    _check_board(state)
    if state.phase in (Phase.FIRST, Phase.ADULTS, Phase.CHILDREN):
        _check_set_up(state)
    else:
        _check_play(state)
    _demand(state.last == NOWHERE or state.last in (*state.children, *state.adults), "last: no pawn stands there")


def _demand(good: bool, problem: str) -> None:
    if not good:
        raise StateError(problem)


def _are_ints(*values: object) -> bool:
    return all(type(value) is int for value in values)


def _check_board(state: State) -> None:
    """Ranges, one pawn a square, and no object lost."""
    rules, plan = state.rules, state.rules.plan
    names = plan.names
    _demand(all(NOWHERE <= place <= plan.out for place in state.children), "children: not a square")
    _demand(all(0 <= place < plan.out for place in state.adults), "adults: not a square indoors")
    _demand(all(one < other for one, other in pairwise(state.adults)), "adults: not ascending")
    objects = [square for square in plan.objects if state.objects >> square & 1]
    _demand(state.objects == sum(1 << square for square in objects), "objects: not all on object squares")
    _demand(min(state.reserves) >= 0, "reserves: less than nothing")
    every, total = rules.seats * rules.objects, sum(state.reserves) + len(objects)
    _demand(max(state.reserves) <= every, f"reserves: more than the {every} objects that there are")
    _demand(total == every, f"{total} objects where there are {every}")
    for adult in state.adults:
        _demand(adult not in plan.objects, f"an adult on the object square {names[adult]}")
    inside = [place for place in state.children if place not in (NOWHERE, plan.out)]
    for place in inside:
        _demand(place not in objects, f"a child on the object on {names[place]}")
        _demand(inside.count(place) == 1, f"two children on {names[place]}")
        swept = state.swept is not None and state.children[state.swept] == place
        _demand(swept == (place in state.adults), f"a child and an adult on {names[place]}, or a swept child alone")
    outside = state.children.count(plan.out)
    capacity = rules.outside_capacity
    _demand(capacity is None or outside <= capacity, f"{outside} children outside")
    _demand(outside == 0 or plan.steps[plan.out] != (), "a child outside a house without openings")


def _check_set_up(state: State) -> None:
    rules, plan, phase = state.rules, state.rules.plan, state.phase
    _demand(state.turn == 0 and state.swept is None and state.pending == (), "nothing has happened in the set-up")
    _demand(state.objects == 0, "objects in the house in the set-up")
    _demand(set(state.reserves) == {rules.objects}, "reserves: everybody has as many in the set-up")
    _demand(set(state.tokens) == {ALL_TOKENS}, "tokens: everybody has all in the set-up")
    _demand(all(adult in plan.circles for adult in state.adults), "adults start on green circles")
    placed = [seat for seat, place in enumerate(state.children) if place != NOWHERE]
    _demand(all(state.children[seat] in plan.beds for seat in placed), "children start in bedrooms")
    if phase is Phase.FIRST:
        _demand(rules.first is None and state.first is None, "first: not drawn yet")
        _demand(state.mover is CHANCE, "the table draws the first seat")
        _demand(not placed and not state.adults, "no pawn is placed before the draw")
        return
    first = _drawn(state)
    if phase is Phase.ADULTS:
        _demand(len(state.adults) < rules.adults, "adults: all are placed")
        _demand(not placed, "children are placed after the adults")
    else:
        _demand(len(state.adults) == rules.adults, f"adults: {rules.adults} are placed")
        order = [(first + step) % rules.seats for step in range(rules.seats)]
        _demand(sorted(order[: len(placed)]) == placed and len(placed) < rules.seats, "children: placed in turn")
    _demand(state.mover == Seat((first + len(placed)) % rules.seats), "another seat is to move")


def _drawn(state: State) -> Seat:
    first, fixed = state.first, state.rules.first
    if first is None:
        raise StateError("first: it is drawn")
    _demand(fixed is None or fixed == first, f"first: seat {fixed} starts under these rules")
    return first


def _check_play(state: State) -> None:
    rules, phase = state.rules, state.phase
    first = _drawn(state)
    last_turn = rules.rounds * TURNS_A_ROUND * rules.seats
    _demand(len(state.adults) == rules.adults, f"adults: there are {rules.adults}")
    _demand(NOWHERE not in state.children, "children: all are placed")
    over = phase is Phase.OVER
    empty = state.reserves.count(0)
    _demand(empty == 0 or (over and empty == 1), "an empty reserve ends the game")
    if over and state.turn == last_turn:
        _demand(empty == 0, "an empty reserve ends the game before the turn does")
        _demand(set(state.tokens) == {0}, "tokens: all are spent at the end")
        _check_nobody(state)
        return
    _demand(0 <= state.turn < last_turn, "turn: out of range")
    seat = Seat((first + state.turn) % rules.seats)
    _check_tokens(state, seat)
    if over:
        _demand(state.reserves[seat] == 0, "the game is over without a reason")
        _check_nobody(state)
    elif phase in (Phase.CATCH, Phase.PICK):
        _check_settling(state, seat)
    else:
        _demand(state.pending == () and state.swept is None, "somebody is to be caught, but nobody is asked")
        _demand(state.mover == seat and _are_ints(state.mover), "another seat is to move")


def _check_nobody(state: State) -> None:
    _demand(state.mover is None and state.pending == () and state.swept is None, "nothing is asked after the end")


def _check_tokens(state: State, mover: Seat) -> None:
    """Two tokens are spent a turn; the seat whose turn it is has spent one after its child, two after its adult."""
    rules, first = state.rules, state.first
    assert first is not None
    spent_now = {Phase.CHILD: 0, Phase.ADULT: 1, Phase.OVER: 1}.get(state.phase, 2)
    done = state.turn % (TURNS_A_ROUND * rules.seats)
    for seat, held in enumerate(state.tokens):
        _demand(0 <= held <= ALL_TOKENS and not held & 1, f"tokens: seat {seat} holds something else")
        turns = done // rules.seats + ((seat - first) % rules.seats < done % rules.seats)
        spent = 2 * turns + (spent_now if seat == mover else 0)
        _demand(held.bit_count() == 6 - spent, f"tokens: seat {seat} has spent {spent}")


def _check_settling(state: State, seat: Seat) -> None:
    rules, plan = state.rules, state.rules.plan
    rooms = [plan.room[place] for place in state.children]
    objects = [plan.room[square] for square in plan.objects if state.objects >> square & 1]
    pending, swept, mover = state.pending, state.swept, state.mover
    _demand(all(0 <= room < len(plan.letters) for room in pending), "pending: not a room")
    _demand(all(a < b for a, b in pairwise(pending)), "pending: not by letter")
    _demand(all(room in rooms and room in objects for room in pending), "pending: a room without a child or object")
    if swept is not None:
        _demand(rooms[swept] in objects and rooms[swept] not in pending, "swept: nothing to pick up in that room")
    if state.phase is Phase.CATCH:
        _demand(bool(pending) and rooms.count(pending[0]) > 1, "catch: there is no choice")
        _demand(_are_ints(mover) and mover == seat, "another seat is to move")
        return
    _demand(_are_ints(mover) and mover in range(rules.seats), "mover must be a seat")
    room = pending[0] if pending else rooms[swept] if swept is not None else None
    _demand(room is not None and objects.count(room) > 1, "pick: there is no choice")
    if pending:
        _demand(rooms[mover] == room if isinstance(mover, int) else False, "pick: that child is not in the room")
    else:
        _demand(mover == swept, "pick: another child was swept")
    assert legal_moves(state)

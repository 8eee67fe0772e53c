"""Capharnaüm's walks against a plain telling: all sequences of steps, in thousands of positions of random houses."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from boardgames_fr.errors import IllegalMoveError
from boardgames_fr.game import CHANCE, Refusal, Seat
from boardgames_fr.games import capharnaum as ca
from boardgames_fr.games.capharnaum import Move, Phase, Rules, Send, State, Token, Walk, _rules, _walks
from tests.games.capharnaum_houses import (
    Plain,
    legal,
    position,
    random_position,
    random_rules,
    rules_with_houses,
    seeds,
)


def compare(state: State) -> None:
    """The legal moves are those of the plain telling, in their order."""
    plain = Plain(ca.observe(state, None))
    texts = plain.child_moves() if state.phase is Phase.CHILD else plain.adult_moves()
    stays = [f"stay {token}" for token in range(1, 7) if state.tokens[mover(state)] >> token & 1]
    assert legal(state) == (plain.sorted(texts) or stays)


@given(rules_with_houses(), seeds)
@settings(max_examples=60)
def test_walks_in_random_houses_are_those_of_all_sequences_of_steps(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        compare(random_position(rules, rng))


@pytest.mark.parametrize("block", range(3))
def test_the_same_in_thousands_of_positions(block: int) -> None:
    rng = Random(block)
    for _ in range(110):
        rules = random_rules(rng)
        for _ in range(5):
            compare(random_position(rules, rng))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_same_in_the_shipped_house(seats: int) -> None:
    rng = Random(seats)
    for _ in range(6):
        compare(random_position(Rules(seats=seats), rng))


def does(plain: Plain, move: Move, walk: tuple[str, ...]) -> bool:
    """Whether this walk, square by square, does what the move says."""
    if not all(after in plain.beside[before] for before, after in pairwise(walk)):
        return False
    if isinstance(move, Walk):
        return walk[-1] == move.end and set(move.drops) <= set(walk[1:]) and 2 <= len(walk) <= move.token + 1
    assert isinstance(move, Send)
    children = {str(place) for place in plain.view.children}
    full = {plain.room[square] for square in plain.view.objects}
    catchable = {plain.room[child] for child in children - {"out"}} & full
    rooms = [plain.room[square] for square in walk]
    entered = {after for before, after in pairwise(rooms) if before != after} & catchable
    if move.end in children:
        entered -= {plain.room[move.end]}
    return walk[0] == move.start and walk[-1] == move.end and entered == set(move.rooms) and len(walk) <= move.token + 1


@given(rules_with_houses(), seeds)
@settings(max_examples=60)
def test_a_route_does_what_its_move_says_with_no_pawn_in_the_way(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    state = random_position(rules, rng)
    plain = Plain(ca.observe(state, None))
    for move in rng.sample(ca.legal_moves(state), min(8, len(ca.legal_moves(state)))):
        walk = ca.route(state, move)
        if not isinstance(move, Walk | Send):
            assert walk == ()
            continue
        assert does(plain, move, tuple(map(str, walk)))
        if not rules.pass_through:
            pawns = {*plain.view.adults, *plain.view.children} - {walk[0], "out"}
            assert not pawns & set(walk[1:-1])
        shorter = attrs.evolve(move, token=Token(len(walk) - 2)) if len(walk) > 2 else None
        if shorter is not None and state.tokens[mover(state)] >> shorter.token & 1:
            assert shorter not in ca.legal_moves(state)


def mover(state: State) -> Seat:
    assert isinstance(state.mover, int)
    return state.mover


def test_a_route_is_the_shortest_and_the_first_in_square_order() -> None:
    state = position(children="j1 p1")
    assert ca.route(state, ca.parse_move("walk 6 j1")) == ("j1", "i1", "j1")
    assert ca.route(state, ca.parse_move("walk 6 l1 +k1")) == ("j1", "k1", "l1")
    assert ca.route(state, ca.parse_move("walk 6 out")) == ("j1", "k1", "l1", "out")
    assert ca.route(state, ca.parse_move("walk 4 j1 +i1 +k1")) == ("j1", "i1", "j1", "k1", "j1")


def test_a_route_is_refused_for_a_move_that_is_not_legal_and_empty_for_one_that_is_no_walk() -> None:
    state = position(children="j1 p1")
    with pytest.raises(IllegalMoveError) as caught:
        ca.route(state, ca.parse_move("walk 1 l1"))
    assert caught.value.refusal == Refusal("CA-1", "too-far", (("steps", 2), ("token", 1)))
    draw = ca.new_game(Rules())
    assert ca.route(draw, ca.parse_move("first 0")) == ()
    with pytest.raises(IllegalMoveError):
        ca.route(draw, ca.parse_move("walk 1 l1"))


def test_reach_gives_the_ends_in_square_order() -> None:
    state = position(children="j1 p1")
    assert ca.reach(state, Token(1)) == ("j2",)
    assert ca.reach(state, Token(2)) == ("j1", "l1", "i2", "j2", "k2", "j3")
    assert ca.reach(attrs.evolve(state, tokens=(124, 126)), Token(1)) == ()
    assert ca.reach(ca.new_game(Rules()), Token(1)) == ()
    assert ca.new_game(Rules()).mover is CHANCE


def test_reach_of_adults_is_that_of_all_together() -> None:
    state = position(Rules(seats=3), children="j1 p1 b2", adults="k7 o7", phase=Phase.ADULT)
    ends = "o5 j6 l6 o6 i7 j7 k7 l7 m7 n7 o7 p7 j8 l8 o8"
    assert ca.reach(state, Token(2)) == tuple(ends.split(" "))


def test_the_caches_are_emptied_when_they_are_full_and_nobody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(9)
    rules = Rules(seats=6)
    states = [random_position(rules, rng) for _ in range(30)]
    before = [legal(state) for state in states]
    for module, name in ((_rules, "_KEPT_MOVES"), (_rules, "_KEPT_LISTS"), (_walks, "_KEPT")):
        monkeypatch.setattr(module, name, 8)
    assert [legal(state) for state in states] == before
    fresh = _rules._Tables(rules.plan, pass_through=rules.pass_through)
    for state, texts in zip(states, before, strict=True):
        object.__setattr__(rules, "_tables", fresh)
        assert legal(state) == texts
    assert all(len(moves) <= 8 for moves in fresh.walk_moves.values())
    assert all(len(moves) <= 8 for moves in fresh.sends.values())
    walks = fresh.walks
    for cache in (fresh.children, fresh.adults, walks._boards, walks._doorways, walks._tails, walks._room_tails):
        assert 0 < len(cache) <= 8


def test_a_cache_keeps_what_it_was_asked_and_never_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_rules, "_KEPT_MOVES", 16)
    monkeypatch.setattr(_rules, "_KEPT_LISTS", 3)
    monkeypatch.setattr(_walks, "_KEPT", 5)
    rules = Rules()
    tables = _rules._Tables(rules.plan, pass_through=False)
    walks = tables.walks
    ends = [walks.key(end, ()) for end in range(40)]
    boards = [1 << square for square in range(12)]
    caches: list[tuple[dict[Any, Any], list[int], int]] = [
        (tables.walk_moves[1], ends, 16),
        (tables.sends[1, 0], ends, 2),
        (walks._boards, boards, 5),
        (walks._doorways, boards, 5),
        (walks._tails, [1 << square for square in rules.plan.objects], 5),
        (walks._room_tails, [*range(1, 20)], 5),
    ]
    for cache, asked, most in caches:
        sizes = []
        for key in asked:
            answer = cache[key]
            assert cache.get(key) == answer
            sizes.append(len(cache))
        assert max(sizes) == most
    object.__setattr__(rules, "_tables", tables)
    rng = Random(2)
    children, adults = [], []
    for _ in range(40):
        legal(random_position(rules, rng))
        children.append(len(tables.children))
        adults.append(len(tables.adults))
    assert max(children) == max(adults) == 3

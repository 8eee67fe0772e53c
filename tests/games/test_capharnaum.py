"""Capharnaüm, rule by rule. Part 1 of the shipped house, where most of it happens:

      i    j    k    l    m    n    o    p
   +--+--+--+==+--+--+--+--+
1  |A* A. A* A. A*|D* D. D*|
2  |A. A. A. A. A.:D. D. D.|
3  |A* A. A* A. A*|D* D. D*|
   +--+==+--+--+--+--+==+--+
4  :E. E. E. E* E. E. E. E*|
5  |E. E* E. E. E. E* E. E.:
   +--+--+--+==+--+--+==+--+
6  |S* S. S* S. S*|C* C. C*|
7  :S. S. So S. S.:C. Co C.:
8  |S* S. S* S. S*|C* C. C*|
   +--+==+--+--+--+--+--+--+
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError
from boardgames_fr.game import CHANCE, Outcome, Refusal, Seat
from boardgames_fr.games import capharnaum as ca
from boardgames_fr.games.capharnaum import House, Phase, Rules, State
from tests.games.capharnaum_houses import ALL, legal, play, position, rules_with_houses, seeds


def refused(state: State, text: str) -> str:
    """Why a move is refused, which `apply` must say too."""
    move = ca.parse_move(text)
    assert move not in ca.legal_moves(state)
    refusal = ca.why_illegal(state, move)
    assert refusal is not None
    with pytest.raises(IllegalMoveError) as caught:
        ca.apply(state, move)
    assert caught.value.refusal == refusal
    assert caught.value.move == move
    return str(refusal)


def held(state: State, seat: int) -> tuple[int, ...]:
    return tuple(ca.observe(state, None).tokens[seat])


# --- the rules object ---


def test_adults_are_nameless_so_that_the_order_in_which_they_are_placed_leaves_no_trace() -> None:
    one, other = (ca.new_game(ca.PRESETS["three"]) for _ in range(2))
    squares = [str(move).split()[1] for move in ca.legal_moves(ca.apply(one, ca.parse_move("first 0")))]
    for text in ("first 0", f"adult {squares[0]}", f"adult {squares[2]}"):
        one = ca.apply(one, ca.parse_move(text))
    for text in ("first 0", f"adult {squares[2]}", f"adult {squares[0]}"):
        other = ca.apply(other, ca.parse_move(text))
    assert one == other
    assert ca.observe(one, None) == ca.observe(other, None)


def test_rules_have_the_published_defaults() -> None:
    rules = Rules()
    assert (rules.seats, rules.wing, rules.first, rules.objects, rules.rounds) == (2, 2, None, 12, 4)
    assert (rules.pass_through, rules.outside_capacity) == (False, 1)
    assert rules.house == ca.DEFAULT_HOUSE
    assert ca.GAME.low_score_wins
    assert [ca.seats(preset) for preset in ca.PRESETS.values()] == [2, 3, 3, 4, 4, 5, 6, 2]
    assert ca.PRESETS["four-wing-3"] == Rules(seats=4, wing=3)
    assert ca.PRESETS["open"] == Rules(pass_through=True, outside_capacity=None)


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("seats", 1, "an integer from 2 to 6"),
        ("seats", 7, "an integer from 2 to 6"),
        ("seats", True, "an integer from 2 to 6"),
        ("wing", 1, "an integer from 2 to 3"),
        ("wing", 4, "an integer from 2 to 3"),
        ("house", "part 1", "a House"),
        ("first", 2, "an integer from 0 to 1"),
        ("first", -1, "an integer from 0 to 1"),
        ("objects", 0, "an integer from 1 to 1000000000"),
        ("objects", "12", "an integer from 1 to 1000000000"),
        ("rounds", 0, "an integer from 1 to 1000000000"),
        ("pass_through", 1, "true or false"),
        ("outside_capacity", 0, "an integer from 1 to 1000000000"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(field: str, value: object, allowed: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**{field: value})  # type: ignore[arg-type]  # that wrong types are refused is the point
    assert (caught.value.field, caught.value.value, caught.value.allowed) == (field, value, allowed)


def test_rules_are_values_that_travel() -> None:
    rules = Rules(seats=3, wing=3, first=Seat(2), outside_capacity=None)
    for other in (pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules), attrs.evolve(rules)):
        assert other == rules
        assert hash(other) == hash(rules)
        assert ca.new_game(other) == ca.new_game(rules)
    assert rules != Rules(seats=3, first=Seat(2), outside_capacity=None)


HUGE: Any = 10**5000


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: ca.Walk(ca.Token(1), ca.Square("a1"), drops=5), "5"),  # type: ignore[arg-type]  # wrong on purpose, as all here
        (lambda: ca.Walk(ca.Token(1), ca.Square("a1"), drops="b1"), "b1"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: ca.Walk(ca.Token(1), ca.Square("a1"), drops=(5,)), "5"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: ca.Walk(ca.Token(1), ca.Square("a1"), drops=None), "None"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: ca.Walk(ca.Token(10**5000), ca.Square("a1")), "Walk an integer of 16610 bits"),
        (lambda: ca.Walk(ca.Token(1), 10**5000), "an integer of 16610 bits"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: ca.Walk(ca.Token(1), ca.Square("a" + "1" * 5000)), "a" + "1" * 78 + "…"),
        (lambda: ca.Send(ca.Token(1), ca.Square("a1"), ca.Square("a2"), rooms=5), "5"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: ca.Send(ca.Token(1), ca.Square("a1"), ca.Square("a2"), rooms="AB"), "AB"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: ca.Send(ca.Token(1), ca.Square("a1"), ca.Square("a2"), rooms=(HUGE,)), "!an integer of 16610 bits"),
        (lambda: ca.Send(ca.Token(1), ca.Square("a1"), [], rooms=()), "[]"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: ca.Catch(Seat(10**5000)), "Catch an integer of 16610 bits"),
        (lambda: ca.Pick(None), "None"),  # type: ignore[arg-type]  # wrong on purpose
    ],
)
def test_a_move_of_wrong_types_cannot_be_made(make: Callable[[], object], text: str) -> None:
    with pytest.raises(NotationError) as caught:
        make()
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ca.DrawFirst(Seat(6)), "'DrawFirst 6': expected a seat from 0 to 5"),
        (lambda: ca.Stay(ca.Token(7)), "'Stay 7': expected a token from 1 to 6"),
        (
            lambda: ca.Walk(ca.Token(1), ca.Square("a1"), (ca.Square("c1"), ca.Square("b1"))),
            "'+c1 +b1': expected squares in square order, each once, not out",
        ),
        (
            lambda: ca.Send(ca.Token(1), ca.Square("a1"), ca.Square("a2"), (ca.RoomLetter("B"), ca.RoomLetter("A"))),
            "'!B !A': expected rooms by letter, each once",
        ),
        (lambda: ca.Walk(ca.Token(1), ca.Square("a1"), "b1"), "'b1': expected a tuple of squares"),  # type: ignore[arg-type]  # wrong on purpose
        (
            lambda: ca.Send(ca.Token(1), ca.Square("a1"), ca.Square("a2"), "B"),  # type: ignore[arg-type]  # wrong on purpose
            "'B': expected a tuple of room letters",
        ),
    ],
)
def test_a_move_that_cannot_be_made_says_what_it_expects(make: Callable[[], object], message: str) -> None:
    with pytest.raises(NotationError) as caught:
        make()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("seats", "wing", "parts", "adults"),
    [(2, 3, (1,), 1), (3, 2, (1, 2), 2), (4, 3, (1, 3), 2), (5, 2, (1, 2, 3), 3), (6, 3, (1, 2, 3), 3)],
)
def test_parts_and_adults_go_by_the_number_of_seats(seats: int, wing: int, parts: tuple[int, ...], adults: int) -> None:
    rules = Rules(seats=seats, wing=wing)
    assert rules.parts == parts
    assert rules.adults == adults
    assert len(rules.plan.names) == 64 * len(parts) + 1


def test_longest_counts_every_answer_that_a_turn_can_need() -> None:
    assert ca.longest(Rules()) == (1 + 2 + 24 * 4, 1)
    assert ca.longest(Rules(seats=6, first=Seat(0), rounds=1)) == (3 + 6 + 18 * 8, 0)


# --- set-up ---


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_first_seat_is_drawn_places_the_adults_and_then_everybody_places_a_child(seats: int) -> None:
    rules = Rules(seats=seats)
    state = ca.new_game(rules)
    assert ca.to_move(state) is CHANCE
    assert legal(state) == [f"first {seat}" for seat in range(seats)]
    assert ca.chance_weights(state) == (1,) * seats
    state = play(state, f"first {seats - 1}")
    assert ca.chance_weights(state) == ()
    circles = {2: "k7 o7", 3: "g2 f7 k7 o7", 4: "g2 f7 k7 o7"}.get(seats, "g2 s2 f7 k7 o7 v7").split()
    for placed in range(rules.adults):
        assert ca.to_move(state) == seats - 1
        assert legal(state) == [f"adult {name}" for name in circles[placed:]]
        state = play(state, f"adult {circles[placed]}")
    for step in range(seats):
        assert ca.to_move(state) == (seats - 1 + step) % seats
        moves = legal(state)
        assert len(moves) == {2: 9, 3: 20, 4: 20}.get(seats, 27) - step
        state = play(state, moves[0])
    assert state.phase is Phase.CHILD
    assert ca.to_move(state) == seats - 1
    assert ca.observe(state, None).reserves == (12,) * seats
    assert all(held(state, seat) == ALL for seat in range(seats))


def test_children_start_in_any_bedroom_in_play_but_on_no_object_square() -> None:
    state = play(ca.new_game(Rules(first=Seat(1))), "adult k7")
    assert legal(state) == [f"child {name}" for name in ["j1", "l1", "i2", "j2", "k2", "l2", "m2", "j3", "l3"]]
    wing = play(ca.new_game(Rules(seats=3, wing=3, first=Seat(0))), "adult k7", "adult s2")
    assert legal(wing)[2:5] == ["child w1", "child i2", "child j2"]
    assert refused(state, "child i1") == "CA-3 object-square, square i1"
    assert refused(state, "child n2") == "setup no-bedroom, square n2"
    assert refused(state, "child a1") == "setup no-such-square, square a1"
    assert refused(play(state, "child j2"), "child j2") == "CA-6 taken, square j2, pawn 1"
    assert refused(state, "adult o7") == "setup asked-children"


def test_adults_are_a_set() -> None:
    rules = Rules(seats=3, first=Seat(0))
    assert play(ca.new_game(rules), "adult k7", "adult o7") != play(ca.new_game(rules), "adult k7", "adult g2")
    one, other = play(ca.new_game(rules), "adult k7", "adult o7"), play(ca.new_game(rules), "adult o7", "adult k7")
    assert attrs.evolve(one, last=-1) == attrs.evolve(other, last=-1)
    state = play(ca.new_game(rules), "adult k7")
    assert refused(state, "adult k7") == "CA-6 taken, square k7, pawn -1"
    assert refused(state, "adult j7") == "setup no-green-circle, square j7"
    assert refused(state, "walk 1 j7") == "setup asked-adults"


def test_chance_is_the_tables_turn() -> None:
    state = ca.new_game(Rules())
    assert refused(state, "first 2") == "setup table-draws"
    assert refused(state, "adult k7") == "setup table-draws"
    assert ca.new_game(Rules(first=Seat(1))).mover == 1


def test_turns_go_round_from_the_first_seat() -> None:
    rules = Rules(seats=3)
    turns = [position(rules, children="j1 p1 b2", adults="k7 o7", first=2, turn=turn) for turn in range(5)]
    assert [ca.observe(state, None).turn_of for state in turns] == [2, 0, 1, 2, 0]


# --- the child's walk ---


def test_ca_1_a_token_allows_so_many_steps_or_fewer_and_a_walk_back_needs_two() -> None:
    state = position(children="j1 p1", tokens=ALL)
    assert legal(state, "walk 1") == ["walk 1 j2"]
    ends = ["walk 2 j1", "walk 2 j1 +i1", "walk 2 j1 +k1", "walk 2 l1", "walk 2 l1 +k1", "walk 2 i2", "walk 2 i2 +i1"]
    ends += ["walk 2 j2", "walk 2 k2", "walk 2 k2 +k1", "walk 2 j3"]
    assert legal(state, "walk 2") == ends
    after = play(state, "walk 2 j3")
    assert held(after, 0) == (1, 3, 4, 5, 6)
    assert after.phase is Phase.ADULT
    assert ca.to_move(after) == 0
    assert refused(state, "walk 1 l1") == "CA-1 too-far, steps 2, token 1"
    assert refused(after, "walk 1 j4") == "CA-5 asked-adult"
    again = play(after, "send 1 o7 n7", "walk 1 o1", "send 2 n7 o7")
    assert refused(again, "walk 2 j3") == "CA-1 token-spent, token 2"


def test_ca_2_objects_are_dropped_on_what_is_crossed() -> None:
    state = position(children="j1 p1")
    assert legal(state, "walk 4 m2 +") == ["walk 4 m2 +k1", "walk 4 m2 +k1 +m1", "walk 4 m2 +m1"]
    after = play(state, "walk 4 m2 +k1 +m1")
    view = ca.observe(after, None)
    assert view.objects == ("k1", "m1")
    assert view.reserves == (10, 12)
    assert view.children == ("m2", "p1")
    assert refused(state, "walk 4 m2 +i1") == "CA-1 drops-too-far, steps 6, token 4"
    assert refused(state, "walk 3 m2 +k1 +m1") == "CA-1 too-far, steps 4, token 3"
    assert refused(state, "walk 4 m2 +l1") == "CA-2 no-object-square, square l1"


def test_ca_2_a_drop_and_back_again() -> None:
    assert "walk 2 j1 +i1" in legal(position(children="j1 p1"))
    after = play(position(children="j1 p1"), "walk 4 j1 +i1 +k1")
    assert ca.observe(after, None).children[0] == "j1"
    assert ca.observe(after, None).objects == ("i1", "k1")


def test_ca_2_the_start_counts_only_if_the_walk_comes_back_to_it() -> None:
    state = position(children="k1 p1")
    assert legal(state, "walk 1") == ["walk 1 j1", "walk 1 l1", "walk 1 k2"]
    assert "walk 2 j2 +k1" not in legal(state)
    assert legal(state, "walk 3 j1 +k1") == ["walk 3 j1 +k1"]
    assert "walk 2 k1" not in legal(state)


def test_ca_2_one_object_a_square_and_none_under_a_pawn() -> None:
    full = position(children="j1 p1", objects="k1")
    assert legal(full, "walk 2 l1") == ["walk 2 l1"]
    assert refused(full, "walk 2 l1 +k1") == "CA-2 object-there, square k1"
    pawn = position(Rules(pass_through=True), children="j1 k1")
    assert legal(pawn, "walk 2 l1") == ["walk 2 l1"]
    assert refused(pawn, "walk 2 l1 +k1") == "CA-2 pawn-there, square k1, pawn 1"


def test_ca_2_no_more_than_the_reserve_holds() -> None:
    state = position(Rules(objects=2), children="j1 p1", objects="i3", reserves=(1, 2))
    assert legal(state, "walk 4 m2 +") == ["walk 4 m2 +k1", "walk 4 m2 +m1"]
    assert refused(state, "walk 4 m2 +k1 +m1") == "CA-2 reserve, left 1"


def test_ca_2_and_10_nothing_is_dropped_in_a_room_with_an_adult_but_it_may_be_walked_through() -> None:
    state = position(children="j3 p1", adults="p5")
    assert legal(state, "walk 4 l5 +") == []
    assert "walk 4 m4" in legal(state)
    assert refused(state, "walk 5 m4 +l4") == "CA-10 adult-watches, square l4, room E"
    after = play(state, "walk 4 m4")
    assert ca.observe(after, None).reserves == (12, 12)
    assert "walk 2 j1 +i1" in legal(position(children="j1 p1", adults="p5"))


def test_ca_3_no_walk_ends_on_an_object_square() -> None:
    state = position(children="j1 p1")
    assert not [text for text in legal(state, "walk") if text.split()[2] in ("i1", "k1", "m1", "i3", "l4")]
    assert refused(state, "walk 1 k1") == "CA-3 object-square, square k1"


def test_ca_4_the_last_object_dropped_ends_the_game_before_an_adult_walks() -> None:
    state = position(Rules(objects=2), children="j1 p1", objects="i3", reserves=(1, 2))
    after = play(state, "walk 2 l1 +k1")
    assert ca.to_move(after) is None
    assert after.phase is Phase.OVER
    assert legal(after) == []
    assert ca.outcome(after) == Outcome((Seat(0),), (0, 2), (1.0, -1.0))
    assert refused(after, "send 1 o7 n7") == "game-over"
    assert held(after, 0) == (1, 3, 4, 5, 6)
    assert len(legal(state, "walk 2 l1 +")) == 1
    assert len([text for text in legal(state) if "+k1" in text]) > 5


def test_ca_4_twelve_objects_dropped_in_a_whole_game_end_it() -> None:
    bots = [ca.hard(Random(1)), ca.easy(Random(2))]
    before = state = ca.new_game(Rules(first=Seat(0)))
    while state.mover is not None:
        before, moves = state, ca.legal_moves(state)
        assert isinstance(state.mover, int)
        state = ca.apply(state, bots[state.mover](ca.observe(state, None), moves))
    assert (before.phase, before.mover) == (Phase.CHILD, 0)
    assert state.reserves[0] == 0
    assert len(ca.observe(state, None).objects) == 24 - state.reserves[1]
    result = ca.outcome(state)
    assert result is not None
    assert result.winners == (0,)
    assert state.turn < 24


# --- pawns in the way, and the outside ---


def test_ca_6_other_pawns_are_walls() -> None:
    blocked = position(children="l1 l2")
    assert refused(blocked, "walk 2 l3") == "CA-6 in-the-way, square l2, pawn 1"
    assert refused(blocked, "walk 1 l2") == "CA-6 taken, square l2, pawn 1"
    assert "walk 4 l3" in legal(blocked)
    free = position(Rules(pass_through=True), children="l1 l2")
    assert "walk 2 l3" in legal(free)
    assert refused(free, "walk 1 l2") == "CA-6 taken, square l2, pawn 1"
    door = position(children="j3 p1", adults="j4")
    assert refused(door, "walk 2 i4") == "CA-6 in-the-way, square j4, pawn -1"
    assert refused(door, "walk 1 j4") == "CA-6 taken, square j4, pawn -1"


def test_ca_6_and_7_a_pawn_can_be_in_the_way_of_a_drop() -> None:
    state = position(children="j3 j4")
    assert "walk 2 j3" in legal(state)
    assert refused(state, "walk 4 j3 +j5") == "CA-6 drops-in-the-way, square j4, pawn 1"
    assert "walk 4 j3 +j5" in legal(position(children="j3 p1"))
    out = position(children="l1 out")
    assert refused(out, "walk 6 l1 +k8") == "CA-7 drops-outside-in-the-way"
    assert "walk 6 l1 +k8" in legal(position(children="l1 p1"))


def test_ca_7_the_outside_is_one_square() -> None:
    state = position(children="l1 p1")
    assert "walk 1 out" in legal(state)
    around = [text.split()[2] for text in legal(state, "walk 2") if "+" not in text]
    assert around == ["j1", "l1", "k2", "l2", "m2", "l3", "i4", "p5", "i7", "p7", "j8", "out"]
    out = play(state, "walk 1 out", "send 2 o7 n7")
    assert ca.observe(out, None).children == ("out", "p1")
    back = position(children="out p1")
    assert legal(back, "walk 1") == [f"walk 1 {name}" for name in ["l1", "i4", "p5", "i7", "p7", "j8"]]
    assert "walk 2 out" in legal(back)


def test_ca_7_the_outside_is_taken_by_one_child() -> None:
    state = position(children="l1 out")
    assert not [text for text in legal(state, "walk") if text.split()[2] in ("out", "i7", "p7", "j8")]
    assert refused(state, "walk 1 out") == "CA-7 outside-taken, children 1"
    assert refused(state, "walk 2 j8") == "CA-7 outside-in-the-way"
    roomy = position(Rules(outside_capacity=2), children="l1 out")
    assert "walk 1 out" in legal(roomy)
    both = play(roomy, "walk 1 out")
    assert ca.observe(both, None).children == ("out", "out")
    crossing = position(Rules(pass_through=True), children="l1 out")
    assert "walk 2 j8" in legal(crossing)
    assert refused(crossing, "walk 1 out") == "CA-7 outside-taken, children 1"
    assert "walk 1 out" in legal(position(Rules(outside_capacity=None), children="l1 out"))
    three = Rules(seats=3, outside_capacity=2)
    assert (
        refused(position(three, children="l1 out out", adults="o7 k7"), "walk 1 out")
        == "CA-7 outside-taken, children 2"
    )


def test_the_seam_leads_out_without_the_wing_and_into_the_other_part_with_it() -> None:
    alone = position(Rules(seats=3, wing=3), children="i4 j1 s2", adults="k7 o7")
    assert legal(alone, "walk 1") == ["walk 1 j4", "walk 1 i5", "walk 1 out"]
    with_wing = position(Rules(seats=3), children="i4 j1 b2", adults="k7 o7")
    assert legal(with_wing, "walk 1") == ["walk 1 h4", "walk 1 j4", "walk 1 i5"]
    assert "walk 1 out" in legal(position(children="i4 j1"))
    assert "walk 1 q5" in legal(position(Rules(seats=3, wing=3), children="p5 j1 s2", adults="k7 o7"))
    assert "walk 1 out" in legal(position(Rules(seats=3), children="p5 j1 b2", adults="k7 o7"))


# --- the adult's walk ---

ROW = House.parse("""part 2
+--+--+
|Ao|B*|
+  +  +
|Ao|B.|
+  +  +
|Ao|B*|
+  +  +
|A.:B.:
+--+--+

part 1
+--+--+--+
|C.|D.|E.|
+  +  +  +
|C.|D.|E.|
+  +  +  +
|C*|D*|E*|
+  +  +  +
:C.:D.:E.:
+--+--+--+

part 3
+--+--+
|F.|G.|
+  +  +
|F.|G.|
+  +  +
|F*|G*|
+  +  +
:F.:G.|
+--+--+

room B bedroom chambre / bedroom
room C bedroom chambre / bedroom
room D bedroom chambre / bedroom
""")
"""Seven rooms in a row, each one square wide, with a way through all of them along row 4."""


def test_ca_5_an_adult_walks_with_another_token_and_never_goes_outside() -> None:
    state = position(children="j1 p1", adults="i7", phase=Phase.ADULT)
    assert held(state, 0) == (2, 3, 4, 5, 6)
    assert legal(state, "send 2") == [f"send 2 i7 {name}" for name in ["j6", "i7", "j7", "k7", "j8"]]
    assert refused(state, "send 2 i7 out") == "CA-5 adult-outside"
    assert refused(state, "send 1 i7 j7") == "CA-5 token-spent, token 1"
    assert refused(state, "send 2 k7 j7") == "CA-5 no-adult, square k7"
    assert refused(state, "send 2 i7 k6") == "CA-3 object-square, square k6"
    assert refused(state, "send 2 i7 l7") == "CA-1 too-far, steps 3, token 2"
    after = play(state, "send 2 i7 j7")
    assert held(after, 0) == (3, 4, 5, 6)
    assert ca.to_move(after) == 1
    assert ca.observe(after, None).adults == ("j7",)


def test_ca_5_any_adult_may_walk_and_adults_block_one_another() -> None:
    state = position(Rules(seats=3), children="j1 p1 b2", adults="k7 l7", phase=Phase.ADULT)
    assert [text for text in legal(state, "send 2") if " k7 k7" in text or " l7 m7" in text] == [
        "send 2 k7 k7",
        "send 2 l7 m7",
    ]
    assert refused(state, "send 2 k7 l7") == "CA-6 taken, square l7, pawn -1"
    assert refused(state, "send 2 k7 m7") == "CA-6 in-the-way, square l7, pawn -1"
    starts = [text.split()[2] for text in legal(state, "send 3")]
    assert starts == sorted(starts)
    assert set(starts) == {"k7", "l7"}


def test_ca_8_an_adult_that_enters_catches_a_child_that_picks_up_the_only_object() -> None:
    state = position(children="j2 p1", adults="m4", objects="m3", phase=Phase.ADULT, reserves=(11, 12))
    assert "send 6 m4 j3 !A" in legal(state)
    assert "send 6 m4 j3" not in legal(state)
    after = play(state, "send 6 m4 j3 !A")
    view = ca.observe(after, None)
    assert view.children == ("m3", "p1")
    assert view.reserves == (12, 12)
    assert view.objects == ()
    assert (view.to_move, view.phase, view.last) == (1, Phase.CHILD, "m3")
    assert refused(state, "send 6 m4 j3") == "CA-8 other-rooms, token 6, rooms "
    assert refused(state, "send 6 m4 j3 !D") == "CA-8 nobody-to-catch, room D"
    assert refused(state, "send 6 m4 j3 !Z") == "CA-8 no-such-room, room Z"


def test_ca_8_of_several_objects_the_childs_seat_chooses() -> None:
    state = position(children="p1 j2", adults="j4", objects="i1 m3", phase=Phase.ADULT)
    after = play(state, "send 2 j4 j3 !A")
    assert (after.phase, after.mover) == (Phase.PICK, 1)
    assert legal(after) == ["pick i1", "pick m3"]
    assert refused(after, "pick k1") == "CA-8 no-object-to-pick, square k1"
    assert refused(after, "pick z9") == "CA-8 no-such-square, square z9"
    assert refused(after, "catch 1") == "CA-8 asked-pick"
    done = play(after, "pick m3")
    assert ca.observe(done, None).children == ("p1", "m3")
    assert ca.observe(done, None).objects == ("i1",)
    assert ca.observe(done, None).reserves == (11, 12)
    assert (done.mover, done.phase) == (1, Phase.CHILD)


def test_ca_8_of_several_children_the_moving_seat_chooses_its_own_included() -> None:
    state = position(children="j2 l2", adults="j4", objects="i1", phase=Phase.ADULT)
    after = play(state, "send 2 j4 j3 !A")
    assert (after.phase, after.mover) == (Phase.CATCH, 0)
    assert legal(after) == ["catch 0", "catch 1"]
    assert refused(after, "catch 2") == "CA-8 not-in-room, seat 2, room A"
    assert refused(after, "pick i1") == "CA-8 asked-catch"
    one = play(after, "catch 1")
    assert ca.observe(one, None).children == ("j2", "i1")
    assert one.reserves == (12, 12)
    assert ca.observe(play(after, "catch 0"), None).children == ("i1", "l2")
    assert ca.observe(one, None).last == "i1"


def test_ca_8_only_children_in_the_room_can_be_caught() -> None:
    state = position(Rules(seats=3), children="j2 p2 l2", adults="j4 f7", objects="i1", phase=Phase.ADULT)
    after = play(state, "send 2 j4 j3 !A")
    assert legal(after) == ["catch 0", "catch 2"]
    assert refused(after, "catch 1") == "CA-8 not-in-room, seat 1, room A"


def test_ca_8_after_a_catch_the_next_room_is_settled() -> None:
    state = position(Rules(seats=3), children="j2 l2 p2", adults="o4 f7", objects="i1 n1 p1", phase=Phase.ADULT)
    after = play(state, "send 5 o4 m2 !A !D", "catch 1")
    assert ca.observe(after, None).children == ("j2", "i1", "p2")
    assert (after.phase, after.mover, ca.observe(after, None).catching) == (Phase.PICK, 2, ("D",))
    assert legal(after) == ["pick n1", "pick p1"]


def test_ca_8_six_steps_through_six_rooms_catch_a_child_in_each() -> None:
    rules = Rules(seats=6, house=ROW)
    children, objects = "b2 c2 d2 e2 f2 g2", "b1 b3 c3 d3 e3 f3 g3"
    state = position(rules, children=children, adults="a1 a2 a4", objects=objects, phase=Phase.ADULT)
    text = "send 6 a4 g4 !B !C !D !E !F !G"
    assert text in legal(state)
    after = play(state, text)
    assert (after.phase, after.mover, ca.observe(after, None).catching) == (Phase.PICK, 0, tuple("BCDEFG"))
    done = play(after, "pick b1")
    assert ca.observe(done, None).children == ("b1", "c3", "d3", "e3", "f3", "g3")
    assert ca.observe(done, None).objects == ("b3",)
    assert sum(done.reserves) == 6 * 12 - 1


def test_ca_8_several_children_and_several_objects_are_two_choices() -> None:
    state = position(children="j2 l2", adults="j4", objects="i1 k1", phase=Phase.ADULT)
    after = play(state, "send 2 j4 j3 !A", "catch 1")
    assert (after.phase, after.mover) == (Phase.PICK, 1)
    done = play(after, "pick k1")
    assert ca.observe(done, None).children == ("j2", "k1")
    assert ca.observe(done, None).last == "k1"
    assert (done.phase, done.mover) == (Phase.CHILD, 1)


def test_ca_8_two_rooms_are_settled_by_letter_each_fully() -> None:
    state = position(Rules(seats=3), children="j2 p2 b2", adults="o4 f7", objects="i1 k1 n1 p1", phase=Phase.ADULT)
    text = "send 5 o4 m2 !A !D"
    assert text in legal(state)
    after = play(state, text)
    assert (after.phase, after.mover, ca.observe(after, None).catching) == (Phase.PICK, 0, ("A", "D"))
    assert legal(after) == ["pick i1", "pick k1"]
    then = play(after, "pick k1")
    assert (then.phase, then.mover, ca.observe(then, None).catching) == (Phase.PICK, 1, ("D",))
    assert ca.observe(then, None).objects == ("i1", "n1", "p1")
    done = play(then, "pick p1")
    assert ca.observe(done, None).children == ("k1", "p1", "b2")
    assert (done.phase, done.mover) == (Phase.CHILD, 1)


def test_ca_8_a_first_room_without_a_choice_is_settled_at_once() -> None:
    state = position(Rules(seats=3), children="j2 p2 b2", adults="o4 f7", objects="i1 n1 p1", phase=Phase.ADULT)
    after = play(state, "send 5 o4 m2 !A !D")
    assert (after.mover, ca.observe(after, None).catching, ca.observe(after, None).children[0]) == (1, ("D",), "i1")


def test_ca_8_the_room_it_began_in_counts_if_it_comes_back_and_once_only() -> None:
    state = position(children="j2 p1", adults="j3", objects="i1 k1", phase=Phase.ADULT)
    assert legal(state, "send 2 j3 j3") == ["send 2 j3 j3", "send 2 j3 j3 !A"]
    assert legal(state, "send 6 j3 j3") == ["send 6 j3 j3", "send 6 j3 j3 !A"]
    after = play(state, "send 2 j3 j3 !A", "pick k1")
    assert after.reserves == (12, 11)
    assert "send 2 j3 l3" in legal(state)
    assert "send 2 j3 l3 !A" not in legal(state)


def test_ca_8_a_child_on_an_object_square_is_caught_again() -> None:
    state = position(children="m3 p1", adults="j4", objects="i1", phase=Phase.ADULT)
    after = play(state, "send 2 j4 j3 !A")
    assert ca.observe(after, None).children == ("i1", "p1")


def test_ca_8_an_empty_room_or_one_without_an_object_catches_nobody() -> None:
    assert "send 2 j4 j3" in legal(position(children="j2 p1", adults="j4", phase=Phase.ADULT))
    assert "send 2 j4 j3" in legal(position(children="p7 p1", adults="j4", objects="i1", phase=Phase.ADULT))


def test_ca_9_swept_with_the_only_object() -> None:
    state = position(children="p1 j3", adults="j4", objects="m1", phase=Phase.ADULT, reserves=(12, 11))
    assert "send 2 j4 j3" in legal(state)
    assert "send 2 j4 j3 !A" not in legal(state)
    after = play(state, "send 2 j4 j3")
    assert ca.observe(after, None).children == ("p1", "m1")
    assert after.reserves == (12, 12)
    assert (after.mover, after.phase, ca.observe(after, None).last) == (1, Phase.CHILD, "m1")
    assert refused(state, "send 2 j4 j3 !A") == "CA-9 room-is-swept, room A"


@pytest.mark.parametrize("square", ["i1", "k1", "m1", "i3", "k3", "m3"])
def test_ca_9_with_only_one_object_there_is_no_choice_wherever_it_lies(square: str) -> None:
    state = position(children="p1 j2", adults="j3", objects=square, phase=Phase.ADULT)
    after = play(state, "send 2 j3 j2")
    assert ca.observe(after, None).children == ("p1", square)
    assert (after.phase, after.mover) == (Phase.CHILD, 1)


def test_ca_9_swept_with_several_objects_its_seat_chooses_where_it_is_put() -> None:
    state = position(children="p1 j3", adults="j4", objects="i1 m1 k3 n1", phase=Phase.ADULT)
    after = play(state, "send 2 j4 j3")
    view = ca.observe(after, None)
    assert (view.phase, view.to_move, view.swept, view.catching) == (Phase.PICK, 1, 1, ())
    assert (view.children[1], view.adults) == ("j3", ("j3",))
    assert view.objects == ("i1", "m1", "n1", "k3")
    assert view.reserves == (10, 10)
    assert legal(after) == ["pick i1", "pick m1", "pick k3"]
    assert refused(after, "pick n1") == "CA-9 no-object-to-pick, square n1"
    done = play(after, "pick m1")
    view = ca.observe(done, None)
    assert (view.children[1], view.objects, view.reserves, view.swept) == ("m1", ("n1",), (10, 13), None)
    assert (view.to_move, view.phase) == (1, Phase.CHILD)


def test_ca_9_no_sweep_without_an_object_and_none_on_an_object_square() -> None:
    bare = position(children="p1 j3", adults="j4", phase=Phase.ADULT)
    assert "send 2 j4 j3" not in legal(bare)
    assert refused(bare, "send 2 j4 j3") == "CA-9 nothing-to-sweep, square j3, room A"
    standing = position(children="p1 i3", adults="j4", objects="i1", phase=Phase.ADULT)
    assert "send 3 j4 i3" not in legal(standing)
    assert refused(standing, "send 3 j4 i3") == "CA-3 object-square, square i3"


def test_ca_9_an_adult_that_is_in_the_room_already_sweeps_and_may_have_left_and_come_back() -> None:
    state = position(children="p1 j2", adults="l2", objects="i1", phase=Phase.ADULT)
    assert legal(state, "send 2 l2 j2") == ["send 2 l2 j2"]
    assert legal(state, "send 6 l2 j2") == ["send 6 l2 j2"]
    # A sweep is instead of being caught: the other child of the room is left alone.
    both = position(children="k2 j2", adults="j4", objects="i1 k1", phase=Phase.ADULT)
    after = play(both, "send 4 j4 k2", "pick k1")
    assert ca.observe(after, None).children == ("k1", "j2")
    assert after.reserves == (13, 11)


def test_ca_9_it_sweeps_a_child_but_does_not_walk_on_through_it() -> None:
    state = position(children="p1 j3", adults="j4", objects="i1", phase=Phase.ADULT)
    assert "send 2 j4 j3" in legal(state)
    assert refused(state, "send 3 j4 j2 !A") == "CA-6 in-the-way, square j3, pawn 1"
    crossing = position(Rules(pass_through=True), children="p1 j3", adults="j4", objects="i1", phase=Phase.ADULT)
    assert legal(crossing, "send 3 j4 j2") == ["send 3 j4 j2 !A"]
    assert "send 2 j4 j3" in legal(crossing)


def test_ca_9_a_swept_child_is_settled_after_all_caught_ones() -> None:
    rules = Rules(seats=3)
    state = position(rules, children="l2 p2 b2", adults="o4 f7", objects="i1 k1 n1 p1", phase=Phase.ADULT)
    text = "send 6 o4 l2 !D"
    assert text in legal(state)
    after = play(state, text)
    view = ca.observe(after, None)
    assert (view.phase, view.to_move, view.catching, view.swept) == (Phase.PICK, 1, ("D",), 0)
    assert view.children[0] == "l2"
    assert "l2" in view.adults
    then = play(after, "pick n1")
    assert (then.phase, then.mover, then.swept, then.pending) == (Phase.PICK, 0, 0, ())
    done = play(then, "pick i1")
    assert ca.observe(done, None).children == ("i1", "n1", "b2")
    assert ca.observe(done, None).objects == ("p1",)
    assert ca.observe(done, None).adults == ("l2", "f7")


# --- no walk, rounds, the end ---

CLOSET = House.parse("""part 1
+--+--+--+
|A. A. A*|
+  +  +  +
|A. Ao A.|
+--+--+--+

room A bedroom chambre / bedroom
""")


def test_ca_11_who_has_no_walk_stays_with_a_token_of_choice() -> None:
    state = position(children="i1 j1", adults="i2", tokens=(1, 3, 4, 6), turn=2)
    assert legal(state) == ["stay 1", "stay 3", "stay 4", "stay 6"]
    assert refused(state, "stay 2") == "CA-1 token-spent, token 2"
    assert refused(state, "walk 3 i2") == "CA-6 taken, square i2, pawn -1"
    after = play(state, "stay 3")
    assert (after.phase, held(after, 0), after.last, after.children) == (Phase.ADULT, (1, 4, 6), -1, state.children)
    assert refused(position(children="i1 k1", adults="i2"), "stay 1") == "CA-11 can-walk"


def test_ca_11_if_no_adult_has_a_walk_the_turn_ends_with_a_token() -> None:
    state = position(children="j4 i5", adults="i4", phase=Phase.ADULT)
    assert legal(state) == [f"stay {token}" for token in (2, 3, 4, 5, 6)]
    after = play(state, "stay 5")
    assert (after.mover, after.phase, after.turn, held(after, 0)) == (1, Phase.CHILD, 1, (2, 3, 4, 6))
    assert ca.observe(after, None).adults == ("i4",)


def test_ca_11_a_token_that_allows_no_walk_while_another_does_is_not_offered() -> None:
    state = position(children="j1 j2", tokens=ALL)
    assert legal(state, "walk 1") == []
    assert legal(state, "stay") == []
    assert [text for text in legal(state, "walk 2") if "+" not in text] == [
        "walk 2 j1",
        "walk 2 l1",
        "walk 2 i2",
        "walk 2 k2",
    ]


def test_ca_12_after_three_turns_each_the_tokens_come_back_and_the_same_seat_starts() -> None:
    state = position(Rules(rounds=2), children="j1 p1", turn=5, first=1, phase=Phase.ADULT)
    assert state.mover == 0
    assert (ca.observe(state, None).round, held(state, 1), held(state, 0)) == (1, (), (6,))
    after = play(state, "send 6 o7 n7")
    assert ca.observe(after, None).round == 2
    assert held(after, 0) == held(after, 1) == ALL
    assert (after.mover, after.turn) == (1, 6)


def test_ca_13_after_the_last_round_the_fewest_objects_win_and_equal_numbers_share() -> None:
    rules = Rules(rounds=1)
    state = position(rules, children="j1 p1", objects="i1", turn=5, phase=Phase.ADULT, reserves=(12, 11))
    after = play(state, "send 6 o7 n7")
    assert ca.outcome(state) is None
    assert ca.outcome(after) == Outcome((Seat(1),), (12, 11), (-1.0, 1.0))
    assert (after.mover, after.phase, after.turn, held(after, 1)) == (None, Phase.OVER, 6, ())
    assert ca.observe(after, None).round == 1
    even = position(rules, children="j1 p1", turn=5, phase=Phase.ADULT)
    assert ca.outcome(play(even, "send 6 o7 n7")) == Outcome((Seat(0), Seat(1)), (12, 12), (0.0, 0.0))
    three = position(
        Rules(seats=3, rounds=1),
        children="j1 p1 b2",
        adults="k7 o7",
        turn=8,
        phase=Phase.ADULT,
        objects="i1 k1",
        reserves=(11, 12, 11),
    )
    result = ca.outcome(play(three, "send 6 k7 j7"))
    assert result == Outcome((Seat(0), Seat(2)), (11, 12, 11), (0.5, -1.0, 0.5))


def test_a_last_turn_is_over_when_everything_is_settled() -> None:
    state = position(
        Rules(rounds=1), children="p1 j2", adults="j4", objects="i1 m3", turn=5, phase=Phase.ADULT, reserves=(11, 11)
    )
    after = play(state, "send 6 j4 j3 !A")
    assert (after.phase, after.mover) == (Phase.PICK, 1)
    assert ca.outcome(play(after, "pick i1")) == Outcome((Seat(0),), (11, 12), (1.0, -1.0))


# --- properties ---


@given(rules_with_houses(), seeds)
@settings(max_examples=40)
def test_objects_are_conserved_and_a_square_holds_one_pawn(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    state = ca.new_game(rules)
    plies = [0, 0]
    while True:
        moves = ca.legal_moves(state)
        view = ca.observe(state, None)
        assert sum(view.reserves) + len(view.objects) == rules.seats * rules.objects
        pawns = [place for place in (*view.children, *view.adults) if place not in (None, "out")]
        assert len(pawns) - len(set(pawns)) == (view.swept is not None)
        assert not set(view.objects) & set(pawns)
        ca.check_state(state)
        if not moves:
            break
        plies[state.mover is CHANCE] += 1
        state = ca.apply(state, rng.choice(moves))
    assert ca.outcome(state) is not None
    longest = ca.longest(rules)
    assert plies[0] <= longest[0]
    assert plies[1] == longest[1]


def test_random_games_are_as_the_rules_page_measures_them() -> None:
    """Legal moves of a child 140 on average, of an adult 31, 54 moves a game with 2 seats; 161, 94, 160 with 6."""
    for seats, child, adult, plies, games in ((2, 140, 31, 54, 60), (6, 161, 94, 160, 15)):
        rng = Random(seats)
        counts: dict[Phase, list[int]] = {phase: [] for phase in Phase}
        lengths = []
        for _ in range(games):
            state, length = ca.new_game(Rules(seats=seats)), 0
            while moves := ca.legal_moves(state):
                counts[state.phase].append(len(moves))
                state = ca.apply_unchecked(state, rng.choice(moves))
                length += 1
            lengths.append(length)
        assert abs(sum(counts[Phase.CHILD]) / len(counts[Phase.CHILD]) / child - 1) < 0.1
        assert abs(sum(counts[Phase.ADULT]) / len(counts[Phase.ADULT]) / adult - 1) < 0.1
        assert abs(sum(lengths) / games / plies - 1) < 0.03


# --- notation ---


@pytest.mark.parametrize(
    "text",
    [
        *("first 0", "first 5", "adult k7", "child j2", "walk 3 j5", "walk 3 j5 +i6 +k6", "walk 1 out", "catch 5"),
        *("send 5 k7 m4", "send 5 k7 m4 !D !E", "pick k6", "stay 4", "walk 6 aa10 +z10 +aa10"),
    ],
)
def test_a_text_is_its_move(text: str) -> None:
    move = ca.parse_move(text)
    assert str(move) == text
    assert ca.parse_move(str(move)) == move
    assert ca.seen(ca.new_game(Rules()), move, Seat(1)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "first SEAT"),
        ("first", "first SEAT"),
        ("first 6", "a seat from 0 to 5"),
        ("first 00", "a seat from 0 to 5"),
        ("walk 7 j5", "a token from 1 to 6"),
        ("walk 0 j5", "a token from 1 to 6"),
        ("walk 03 j5", "a token from 1 to 6"),
        ("walk +3 j5", "a token from 1 to 6"),
        ("stay x", "a token from 1 to 6"),
        ("walk 3", "first SEAT"),
        ("walk 3 j0", "a square such as k7, or out"),
        ("walk 3 J5", "a square such as k7, or out"),
        ("walk 3 j05", "a square such as k7, or out"),
        ("walk 3 j5 i6", "+SQUARE for a drop"),
        ("walk 3 j5 +k6 +i6", "squares in square order, each once, not out"),
        ("walk 3 j5 +i6 +i6", "squares in square order, each once, not out"),
        ("walk 3 j5 +out", "squares in square order, each once, not out"),
        ("walk 3 j5 ", "+SQUARE for a drop"),
        ("send 5 k7 m4 D", "!ROOM for a room caught in"),
        ("send 5 k7 m4 !d", "room letters, A to Z"),
        ("send 5 k7 m4 !E !D", "rooms by letter, each once"),
        ("send 5 k7 m4 !D !D", "rooms by letter, each once"),
        ("send 5 k7", "first SEAT"),
        ("stay 4 4", "first SEAT"),
        ("Stay 4", "first SEAT"),
        ("pick", "first SEAT"),
    ],
)
def test_other_texts_spell_no_move(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        ca.parse_move(text)
    assert caught.value.text == text
    assert caught.value.expected.startswith(expected)


def test_moves_cannot_be_made_of_what_has_no_text() -> None:
    for make in (
        lambda: ca.DrawFirst(Seat(6)),
        lambda: ca.Catch(Seat(True)),
        lambda: ca.Stay(ca.Token(0)),
        lambda: ca.Pick(ca.Square("K7")),
        lambda: ca.Pick(3),  # type: ignore[arg-type]  # that wrong types are refused is the point
        lambda: ca.Walk(ca.Token(True), ca.Square("k7")),
        lambda: ca.Send(ca.Token(1), ca.Square("k7"), ca.Square("k7"), (ca.RoomLetter("AA"),)),
        lambda: ca.Send(ca.Token(1), ca.Square("k7"), ca.Square("k7"), (3,)),  # type: ignore[arg-type]  # the same
    ):
        with pytest.raises(NotationError):
            make()
    walk = ca.Walk(ca.Token(1), ca.Square("k7"), [ca.Square("i6")])
    assert walk.drops == ("i6",)


def test_squares_are_ordered_by_row_then_column_the_outside_last() -> None:
    names = ["out", "a10", "aa1", "b1", "z1", "a2", "ba1"]
    order = sorted(map(ca.Square, names), key=ca.square_order)
    assert order == ["b1", "z1", "aa1", "ba1", "a2", "a10", "out"]


def test_the_vocabulary_says_every_move_and_is_in_order() -> None:
    seats, chance = ca.phrases(Rules())
    assert chance == ("first 0", "first 1")
    assert seats[:3] == ("adult k7", "adult o7", "child j1")
    assert seats[11:23] == (*(f"walk {n}" for n in ALL), *(f"send {n}" for n in ALL))
    assert seats[23:25] == ("j1", "l1")
    assert seats[63:66] == ("out", "+i1", "+k1")
    assert seats[-6:] == tuple(f"stay {n}" for n in ALL)
    assert "!D" in seats
    assert "catch 1" in seats
    assert "pick i1" in seats
    assert ca.phrases(Rules(first=Seat(0)))[1] == ()
    closed = Rules(house=CLOSET)
    assert "out" not in ca.phrases(closed)[0]


# --- what is not a move here ---


def test_an_object_that_is_no_move_is_illegal_too() -> None:
    state = position(children="j1 p1")
    for wrong in ("walk 2 l1", None, 3):
        with pytest.raises(IllegalMoveError):
            ca.apply(state, wrong)  # type: ignore[arg-type]  # that wrong types are refused is the point
    assert ca.why_illegal(state, 3) == Refusal("CA-1", "asked-child")  # type: ignore[arg-type]  # the same
    assert refused(state, "walk 2 z9") == "CA-1 no-such-square, square z9"
    assert refused(state, "walk 2 l1 +z9") == "CA-1 no-such-square, square z9"
    assert refused(state, "send 2 o7 n7") == "CA-1 asked-child"
    adult = position(children="j1 p1", phase=Phase.ADULT)
    assert refused(adult, "send 2 z9 n7") == "CA-5 no-such-square, square z9"
    assert refused(adult, "stay 3") == "CA-11 can-walk"
    assert refused(adult, "stay 1") == "CA-5 token-spent, token 1"

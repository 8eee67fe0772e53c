"""Dinosaures (Plato 54), rule by rule."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, StateError
from boardgames_fr.game import Outcome, Refusal, Seat
from boardgames_fr.games import dinosaures as di
from boardgames_fr.games.dinosaures import (
    Axis,
    Card,
    CardName,
    Colour,
    Dig,
    Flip,
    Lay,
    Line,
    Rules,
    Skip,
    Square,
    Symmetry,
    Tiles,
    Zones,
)

BEIGE, BROWN = Seat(0), Seat(1)
I1, I2, I3 = Card.parse("I1 #"), Card.parse("I2 ##"), Card.parse("I3 ###")
L3, L4 = Card.parse("L3 ## / #."), Card.parse("L4 #.. / ###")
J4 = Card.parse("J4 ..# / ###")


def played(rules: Rules, *texts: str) -> di.State:
    """The state after these moves, each of which must be among the legal ones."""
    state = di.new_game(rules)
    for text in texts:
        move = di.parse_move(text)
        assert move in di.legal_moves(state), text
        di.check_state(state)
        state = di.apply(state, move)
    di.check_state(state)
    return state


def legal(state: di.State, verb: str = "") -> list[str]:
    return [text for text in map(str, di.legal_moves(state)) if text.startswith(verb)]


def refused(state: di.State, text: str) -> str:
    """The refusal of a move, which `apply` must raise too."""
    move = di.parse_move(text)
    assert move not in di.legal_moves(state)
    refusal = di.why_illegal(state, move)
    with pytest.raises(IllegalMoveError) as caught:
        di.apply(state, move)
    assert caught.value.refusal == refusal
    return str(refusal)


def tiles(state: di.State, colour: Colour) -> set[str]:
    return {str(square) for square in di.squares(state, colour)}


def table(rules: Rules, beige: Iterable[tuple[int, int]], brown: Iterable[tuple[int, int]]) -> di.State:
    """A state with these tiles, for asking about zones; no play leads to it."""
    index = rules._tables.grid.index
    start = di.new_game(rules)
    return di.State.from_facts(
        rules,
        Tiles(sum(1 << index(x, y) for x, y in beige)),
        Tiles(sum(1 << index(x, y) for x, y in brown)),
        start.mover,
        0,
        start.supplies,
        (0, 0),
        (-1, -1),
        0,
    )


def facts(state: di.State, **changes: object) -> di.State:
    """The state with some facts changed and what follows from them worked out."""
    names = ("rules", "beige", "brown", "mover", "asked", "supplies", "dug", "archaeologists", "stalled")
    values = {name: getattr(state, name) for name in names}
    return di.State.from_facts(**{**values, **changes})


# --- The table ---------------------------------------------------------------------------------------------------


def test_the_start_is_a_chequerboard_with_beige_in_the_south_west() -> None:
    state = di.new_game(Rules())
    assert tiles(state, Colour.BEIGE) == {"0,0", "1,1"}
    assert tiles(state, Colour.BROWN) == {"1,0", "0,1"}
    assert state.supplies == (6, 6)
    assert (di.archaeologist(state, BEIGE), di.archaeologist(state, BROWN)) == (None, None)
    assert di.dug_cards(state, BEIGE) == di.dug_cards(state, BROWN) == ()
    assert di.to_move(state) == BEIGE
    assert di.to_move(di.new_game(Rules(first=BROWN))) == BROWN
    assert di.seats(Rules()) == 2
    assert di.chance_weights(state) == ()
    assert di.outcome(state) is None


def test_the_first_moves_are_sixteen_lays_then_four_flips_in_order() -> None:
    squares = ("0,-1", "1,-1", "-1,0", "2,0", "-1,1", "2,1", "0,2", "1,2")
    lays = [f"lay {square} {colour}" for square in squares for colour in ("beige", "brown")]
    assert legal(di.new_game(Rules())) == [*lays, "flip col 0", "flip col 1", "flip row 0", "flip row 1"]
    assert [str(square) for square in di.outline(di.new_game(Rules()))] == list(squares)


def test_the_four_tiles_of_the_chequerboard_are_four_zones_as_corners_do_not_join() -> None:  # DI-4
    state = di.new_game(Rules())
    assert di.zones(state, Colour.BEIGE) == ((Square(0, 0),), (Square(1, 1),))
    assert di.zones(state, Colour.BROWN) == ((Square(1, 0),), (Square(0, 1),))


def test_a_tile_may_be_laid_only_on_an_empty_square_beside_a_tile() -> None:  # DI-T1
    state = di.new_game(Rules())
    assert refused(state, "lay 0,0 beige") == "DI-T1 occupied, square 0,0, tile beige"
    assert refused(state, "lay 1,0 beige") == "DI-T1 occupied, square 1,0, tile brown"
    assert refused(state, "lay -1,-1 brown") == "DI-T1 not-beside, square -1,-1"
    assert refused(state, "lay 3,0 brown") == "DI-T1 not-beside, square 3,0"
    # Beyond the grid, where the bits of another row would be.
    width = state.rules._tables.width
    assert refused(state, f"lay {2 - width},1 beige") == f"DI-T1 not-beside, square {2 - width},1"
    assert refused(state, "lay 0,9999 beige") == "DI-T1 not-beside, square 0,9999"
    assert refused(state, "lay 0,-9999 beige") == "DI-T1 not-beside, square 0,-9999"


def test_a_laid_tile_leaves_the_supply_and_shows_the_chosen_face() -> None:
    state = played(Rules(), "lay 2,0 beige", "lay -1,0 brown", "lay 2,-1 brown")
    assert tiles(state, Colour.BEIGE) == {"0,0", "1,1", "2,0"}
    assert tiles(state, Colour.BROWN) == {"1,0", "0,1", "-1,0", "2,-1"}
    assert state.supplies == (4, 5)
    assert di.to_move(state) == BROWN


# --- DI-1 … DI-3: lines ------------------------------------------------------------------------------------------


def test_flipping_turns_over_every_tile_of_the_line_and_jumps_gaps() -> None:  # DI-1
    before = played(Rules(), "lay 0,2 beige", "lay 2,1 brown", "lay 2,2 beige")
    state = di.apply(before, di.parse_move("flip row 2"))
    assert tiles(state, Colour.BROWN) == {"1,0", "0,1", "2,1", "0,2", "2,2"}
    assert tiles(state, Colour.BEIGE) == {"0,0", "1,1"}
    assert di.outline(state) == di.outline(before)


def test_a_line_of_one_tile_may_be_flipped_and_one_without_tiles_not() -> None:  # DI-1
    state = played(Rules(), "lay 2,0 beige")
    assert refused(state, "flip col 3") == "DI-1 no-tile, line col 3"
    assert refused(state, "flip row -1") == "DI-1 no-tile, line row -1"
    assert refused(state, "flip row 9999") == "DI-1 no-tile, line row 9999"
    assert refused(state, "flip col -9999") == "DI-1 no-tile, line col -9999"
    state = di.apply(state, di.parse_move("flip col 2"))
    assert tiles(state, Colour.BROWN) == {"1,0", "0,1", "2,0"}


def test_an_archaeologist_of_either_seat_locks_its_line_until_it_moves() -> None:  # DI-2
    state = played(Rules(), "flip col 0")
    assert di.archaeologist(state, BEIGE) == Line(Axis.COL, 0)
    assert legal(state, "flip") == ["flip col 1", "flip row 0", "flip row 1"]
    assert refused(state, "flip col 0") == "DI-2 locked, line col 0, seat 0"
    state = di.apply(state, di.parse_move("flip col 1"))
    assert legal(state, "flip") == ["flip row 0", "flip row 1"]
    assert refused(state, "flip col 0") == "DI-2 locked, line col 0, seat 0"
    assert refused(state, "flip col 1") == "DI-2 locked, line col 1, seat 1"
    state = di.apply(state, di.parse_move("flip row 0"))
    assert di.archaeologist(state, BEIGE) == Line(Axis.ROW, 0)
    assert legal(state, "flip") == ["flip col 0", "flip row 1"]
    assert refused(state, "flip row 0") == "DI-2 locked, line row 0, seat 0"


def test_tiles_may_be_laid_in_a_locked_line_and_crossing_lines_flipped() -> None:  # DI-3
    state = played(Rules(), "flip col 0", "lay 0,2 brown", "lay 0,-1 brown")
    assert legal(state, "flip") == ["flip col 1", "flip row -1", "flip row 0", "flip row 1", "flip row 2"]
    state = di.apply(state, di.parse_move("flip row -1"))
    assert "0,-1" in tiles(state, Colour.BEIGE)
    assert refused(state, "flip row -1") == "DI-2 locked, line row -1, seat 1"
    state = di.apply(state, di.parse_move("lay 1,-1 brown"))
    assert refused(state, "flip row -1") == "DI-2 locked, line row -1, seat 1"


def test_the_outermost_lines_of_the_grid_are_flipped_and_locked_like_all_others() -> None:  # DI-1, DI-2
    # No play leads there: with six tiles a seat the game is over one tile before column -12.
    start, index = di.new_game(Rules()), Rules()._tables.grid.index
    far = facts(start, beige=Tiles(start.beige | 1 << index(-12, 0) | 1 << index(0, -12)))
    columns, rows = ["flip col 0", "flip col 1"], ["flip row -12", "flip row 0", "flip row 1"]
    assert legal(far, "flip") == ["flip col -12", *columns, *rows]
    assert di.why_illegal(far, di.parse_move("flip col -12")) is None
    state = facts(far, archaeologists=(0, -1))
    assert di.archaeologist(state, BEIGE) == Line(Axis.COL, -12)
    assert legal(state, "flip") == [*columns, *rows]
    assert refused(state, "flip col -12") == "DI-2 locked, line col -12, seat 0"
    state = di.apply(state, di.parse_move("flip col 0"))
    assert legal(state, "flip") == ["flip col -12", "flip col 1", *rows]


# --- DI-5: digging -----------------------------------------------------------------------------------------------


def test_flip_col_0_and_flip_row_1_offer_the_square_of_four() -> None:
    state = played(Rules(), "flip col 0", "flip row 1")
    assert legal(state) == ["dig O4", "skip"]
    assert (di.to_move(state), state.step) == (BROWN, di.Step.DIG)
    assert di.diggable(state, BROWN) == ("O4",)
    assert di.diggable(state, BEIGE) == ()
    assert refused(state, "dig I3") == "DI-5 no-zone, card I3, seat 1"
    assert refused(state, "dig Rex") == "DI-5 no-such-card, card Rex"
    assert refused(state, "lay 2,0 beige") == "DI-5 dig-asked"
    assert refused(state, "flip col 1") == "DI-5 dig-asked"
    after = di.apply(state, di.parse_move("dig O4"))
    assert di.dug_cards(after, BROWN) == ("O4",)
    assert (di.to_move(after), after.step) == (BEIGE, di.Step.MOVE)
    assert (after.beige, after.brown) == (state.beige, state.brown)  # the tiles stay
    assert di.dug_cards(di.apply(state, di.parse_move("skip")), BROWN) == ()


def test_many_cards_are_asked_for_in_card_order() -> None:
    lying = [Card(CardName(f"L{size}"), "#" * size) for size in range(1, 17)]
    standing = [Card(CardName(f"U{size}"), ("#",) * size) for size in (3, 2)]
    rules = Rules(cards=(*standing, *lying), symmetry=Symmetry.FIXED, tiles=9, zones=Zones.WITHIN)
    state = played(rules, "flip col 0")
    assert legal(state) == ["dig L1", "dig L2", "skip"]
    state = played(rules, "flip col 0", "dig L1", "flip col 1", "dig L1", "flip row 0")
    assert legal(state) == ["dig U2", "skip"]


def test_nothing_is_dug_or_skipped_in_step_1() -> None:
    state = di.new_game(Rules())
    assert refused(state, "dig O4") == refused(state, "skip") == "DI-5 move-asked"


def test_a_card_is_dug_up_once() -> None:
    state = played(Rules(), "flip col 0", "flip row 1", "dig O4", "flip col 1")
    state = di.apply(state, di.parse_move("lay -1,0 beige"))
    assert state.mover == BEIGE
    again = facts(played(Rules(), "flip col 0", "flip row 1"), dug=(0, 8), asked=1)
    assert refused(again, "dig O4") == "DI-5 already-dug, card O4"


def test_a_dug_card_is_not_asked_for_again_while_its_zone_stands() -> None:
    state = played(Rules(), "flip col 0", "flip row 1", "dig O4", "lay 2,0 beige", "lay 3,0 beige")
    assert di.zones(state, Colour.BROWN)[0] == (Square(0, 0), Square(1, 0), Square(0, 1), Square(1, 1))
    assert state.mover == BEIGE
    assert di.diggable(state, BROWN) == ()


THREE_IN_A_ROW = ("flip col 1", "lay 2,0 beige")
"""Seat 1 makes a zone of three for seat 0."""


def test_a_zone_that_the_other_seat_made_counts_in_the_own_turn_only() -> None:
    state = played(Rules(), *THREE_IN_A_ROW)
    assert state.step is di.Step.MOVE
    assert di.diggable(state, BEIGE) == ("I3",)
    state = di.apply(state, di.parse_move("lay -1,1 brown"))
    assert legal(state) == ["dig I3", "skip"]


def test_a_zone_one_square_too_big_is_dug_within_but_not_exactly() -> None:
    moves = (*THREE_IN_A_ROW, "lay 3,0 beige")
    assert legal(played(Rules(), *moves)) == ["dig I4", "skip"]
    assert played(Rules(cards=(I3,)), *moves).step is di.Step.MOVE
    assert legal(played(Rules(cards=(I3,), zones=Zones.WITHIN), *moves)) == ["dig I3", "skip"]
    assert legal(played(Rules(zones=Zones.WITHIN), *moves)) == ["dig I3", "dig I4", "skip"]


def test_within_needs_all_squares_in_one_zone() -> None:
    rules = Rules(cards=(I3, L3), zones=Zones.WITHIN)
    line = [(0, 0), (1, 0), (2, 0)]
    assert di.diggable(table(rules, line, []), BEIGE) == ("I3",)
    assert di.diggable(table(rules, [(0, 0), (1, 0), (3, 0)], [(2, 0)]), BEIGE) == ()
    assert di.diggable(table(rules, [*line, (2, 1)], []), BEIGE) == ("I3", "L3")


TWO_AT_ONCE = (*THREE_IN_A_ROW, "lay 0,2 beige", "skip", "lay 0,3 beige", "lay 1,2 beige")


def test_of_two_cards_only_one_is_dug_in_a_turn() -> None:
    state = played(Rules(), *TWO_AT_ONCE)
    assert legal(state) == ["dig I3", "dig L3", "skip"]
    state = di.apply(state, di.parse_move("dig I3"))
    assert (state.mover, state.step) == (BROWN, di.Step.MOVE)
    assert di.diggable(state, BEIGE) == ("L3",)


def test_what_was_dug_is_a_set_not_an_order() -> None:
    one = played(Rules(), *TWO_AT_ONCE, "dig I3", "lay -1,3 brown", "lay 3,0 brown")
    other = played(Rules(), *TWO_AT_ONCE, "dig L3", "lay -1,3 brown", "lay 3,0 brown")
    one, other = di.apply(one, di.parse_move("dig L3")), di.apply(other, di.parse_move("dig I3"))
    assert one == other
    assert di.observe(one, None) == di.observe(other, None)


S4_LYING = [(0, 0), (1, 0), (1, 1), (2, 1)]
Z4_LYING = [(0, 1), (1, 1), (1, 0), (2, 0)]
S4_STANDING = [(0, 1), (0, 2), (1, 1), (1, 0)]


@pytest.mark.parametrize(
    ("symmetry", "zone", "found"),
    [
        (Symmetry.FREE, S4_LYING, ("S4",)),
        (Symmetry.FREE, Z4_LYING, ("S4",)),
        (Symmetry.FREE, S4_STANDING, ("S4",)),
        (Symmetry.ROTATIONS, S4_LYING, ("S4",)),
        (Symmetry.ROTATIONS, Z4_LYING, ()),
        (Symmetry.ROTATIONS, S4_STANDING, ("S4",)),
        (Symmetry.FIXED, S4_LYING, ("S4",)),
        (Symmetry.FIXED, Z4_LYING, ()),
        (Symmetry.FIXED, S4_STANDING, ()),
    ],
)
def test_mirror_images_and_turned_shapes_under_each_symmetry(
    symmetry: Symmetry, zone: list[tuple[int, int]], found: tuple[str, ...]
) -> None:
    rules = Rules(symmetry=symmetry)
    for east, north in ((0, 0), (-3, 2), (5, -4)):
        moved = [(x + east, y + north) for x, y in zone]
        assert di.diggable(table(rules, moved, []), BEIGE) == found
        assert di.diggable(table(rules, [], moved), BROWN) == found
        assert di.diggable(table(rules, [], moved), BEIGE) == ()


def test_a_card_of_one_square_is_dug_where_a_tile_stands_alone() -> None:
    rules = Rules(cards=(I1,))
    assert di.diggable(di.new_game(rules), BEIGE) == ("I1",)
    assert di.diggable(table(rules, [(0, 0), (1, 0)], []), BEIGE) == ()
    assert legal(played(rules, "lay 2,0 brown")) == ["dig I1", "skip"]
    state = played(rules, "flip col 0")
    assert (state.mover, di.diggable(state, BEIGE)) == (BROWN, ())
    state = di.apply(state, di.parse_move("lay -1,1 beige"))
    assert state.mover == BEIGE
    assert di.diggable(di.apply(state, di.parse_move("lay 2,0 beige")), BEIGE) == ("I1",)


# --- The end -----------------------------------------------------------------------------------------------------


def test_the_last_card_wins_on_the_spot_even_with_the_higher_penalty() -> None:  # DI-6
    state = facts(played(Rules(), "flip col 0", "flip row 1"), dug=(0b1111110, 0b1110111))
    state = facts(state, supplies=(6, 6))
    state = di.apply(state, di.parse_move("dig O4"))
    assert state.step is di.Step.OVER
    assert di.outcome(state) == Outcome((BROWN,), (9, 6), (-1.0, 1.0))
    lowest = facts(state, supplies=(1, 6))
    assert di.outcome(lowest) == Outcome((BROWN,), (4, 6), (-1.0, 1.0))


def test_the_last_tile_ends_the_game_when_nothing_can_be_dug() -> None:  # DI-7
    state = played(Rules(tiles=1), "lay 2,0 brown")
    assert (di.to_move(state), di.legal_moves(state)) == (None, ())
    assert di.outcome(state) == Outcome((BEIGE,), (26, 27), (1.0, -1.0))
    assert refused(state, "skip") == "game-over"


def test_who_lays_the_last_tile_may_still_dig_before_the_count() -> None:  # DI-7
    rules = Rules(tiles=1, cards=(I2, I3))
    state = played(rules, "lay -1,0 beige")
    assert legal(state) == ["dig I2", "skip"]
    dug = di.apply(state, di.parse_move("dig I2"))
    assert di.outcome(dug) == Outcome((BEIGE,), (3, 6), (1.0, -1.0))
    skipped = di.apply(state, di.parse_move("skip"))
    assert di.outcome(skipped) == Outcome((BEIGE,), (5, 6), (1.0, -1.0))


def test_who_lays_the_last_tile_may_win_by_its_last_card() -> None:  # DI-6 before DI-7
    state = played(Rules(tiles=1, cards=(I2,)), "lay -1,0 beige", "dig I2")
    assert di.outcome(state) == Outcome((BEIGE,), (0, 3), (1.0, -1.0))


def test_equal_scores_are_won_by_the_seat_without_tiles() -> None:  # DI-8
    moves = ("flip col 0", "flip col 1", "dig I1", "lay 2,0 beige", "skip")
    state = played(Rules(tiles=1, cards=(I1, I3)), *moves)
    assert di.outcome(state) == Outcome((BEIGE,), (4, 4), (1.0, -1.0))
    state = played(Rules(tiles=1, cards=(I1, I3), first=BROWN), *moves[:3], "lay 2,0 brown", "skip")
    assert di.outcome(state) == Outcome((BROWN,), (4, 4), (-1.0, 1.0))


def test_fewer_points_win_whoever_has_laid_its_last_tile() -> None:  # DI-7
    state = played(Rules(tiles=1, cards=(I2, I3)), "flip col 0", "dig I2", "lay 2,0 beige")
    assert legal(state) == ["dig I2", "skip"]
    state = di.apply(state, di.parse_move("skip"))
    assert di.outcome(state) == Outcome((BEIGE,), (4, 5), (1.0, -1.0))


def test_the_stall_limit_ends_the_game_exactly_and_equal_is_shared() -> None:  # DI-9
    flips = ("flip col 0", "flip col 1", "flip row 0")
    state = played(Rules(stall_limit=3), *flips)
    assert di.outcome(state) == Outcome((BEIGE, BROWN), (32, 32), (0.0, 0.0))
    goes_on = played(Rules(stall_limit=4), *flips)
    assert (goes_on.mover, goes_on.stalled) == (BROWN, 3)
    assert played(Rules(stall_limit=1), "flip col 0").step is di.Step.OVER


def test_a_lay_sets_the_count_of_stalled_turns_to_nought_at_once() -> None:  # DI-9
    state = played(Rules(stall_limit=3), "flip col 0", "flip col 1", "lay 2,0 brown")
    assert state.stalled == 0
    state = di.apply(state, di.parse_move("flip row 0"))
    assert (state.stalled, state.step) == (1, di.Step.MOVE)


def test_on_the_last_stalled_turn_a_dig_is_asked_and_starts_the_count_anew() -> None:  # DI-9
    state = played(Rules(stall_limit=2), "flip col 0", "flip row 1")
    assert (legal(state), state.stalled) == (["dig O4", "skip"], 2)
    dug = di.apply(state, di.parse_move("dig O4"))
    assert (dug.mover, dug.stalled) == (BEIGE, 0)
    skipped = di.apply(state, di.parse_move("skip"))
    assert di.outcome(skipped) == Outcome((BEIGE, BROWN), (32, 32), (0.0, 0.0))
    before = played(Rules(stall_limit=3), "flip col 0", "flip row 1", "skip")
    assert (before.mover, before.stalled) == (BEIGE, 2)


def test_equal_scores_after_a_stall_are_shared_though_each_seat_has_one_tile_left() -> None:  # DI-8, DI-9
    state = played(Rules(tiles=1, stall_limit=1), "flip col 0")
    assert di.outcome(state) == Outcome((BEIGE, BROWN), (27, 27), (0.0, 0.0))


def test_equal_scores_are_won_by_the_seat_without_tiles_however_many_the_other_has() -> None:  # DI-8
    start = di.new_game(Rules())
    state = facts(start, mover=None, supplies=(0, 3), dug=(0, 1))  # seat 1 has dug up I3, and has three tiles
    assert di.outcome(state) == Outcome((BEIGE,), (26, 26), (1.0, -1.0))
    state = facts(start, mover=None, supplies=(3, 0), dug=(1, 0))
    assert di.outcome(state) == Outcome((BROWN,), (26, 26), (-1.0, 1.0))


def test_when_the_game_is_over_nothing_may_be_done_any_more() -> None:
    state = played(Rules(stall_limit=1), "flip col 0")
    for text in ("lay 2,0 beige", "lay 0,0 beige", "flip col 1", "dig O4", "skip"):
        assert refused(state, text) == "game-over"


def test_unequal_scores_after_a_stall_have_one_winner() -> None:  # DI-9
    state = played(Rules(stall_limit=2), "lay 2,1 brown", "flip col 2", "flip col 1")
    assert di.outcome(state) == Outcome((BEIGE,), (31, 32), (1.0, -1.0))


def test_without_a_limit_no_count_is_kept_and_flips_never_end_the_game() -> None:
    rules = Rules(stall_limit=None)
    state = di.new_game(rules)
    rng = Random(1)
    for _ in range(200):
        flips = [move for move in di.legal_moves(state) if isinstance(move, Flip | Skip)]
        state = di.apply(state, flips[int(rng.random() * len(flips))])
        assert (state.mover is not None, state.stalled) == (True, 0)
        di.check_state(state)
    assert di.observe(state, None).stalled is None
    assert di.longest(rules) is None


def test_the_longest_game_is_bounded_by_lays_digs_and_stalls() -> None:
    assert di.longest(Rules()) == (920, 0)
    assert di.longest(Rules(tiles=1, cards=(I3,), stall_limit=1)) == (2, 0)
    assert di.longest(Rules(tiles=2, cards=(I3,), stall_limit=3)) == (18, 0)


# --- The whole ---------------------------------------------------------------------------------------------------

OPTIONS = (
    Rules(),
    Rules(zones=Zones.WITHIN, symmetry=Symmetry.ROTATIONS),
    Rules(symmetry=Symmetry.FIXED, first=BROWN),
    Rules(cards=(I1, I2, L4), stall_limit=3, tiles=3),
    Rules(cards=(J4, L4, I3), symmetry=Symmetry.ROTATIONS, stall_limit=None, tiles=2),
)


@given(st.sampled_from(OPTIONS), st.integers(0, 2**32))
def test_sixteen_tiles_are_accounted_for_at_every_moment(rules: Rules, seed: int) -> None:
    rng, state = Random(seed), di.new_game(rules)
    for _ in range(60):
        on_table = len(di.squares(state, Colour.BEIGE)) + len(di.squares(state, Colour.BROWN))
        assert on_table + sum(state.supplies) == 4 + 2 * rules.tiles
        assert not state.beige & state.brown
        moves = di.legal_moves(state)
        if not moves:
            assert di.outcome(state) is not None
            break
        assert len(moves) <= 68
        state = di.apply(state, moves[int(rng.random() * len(moves))])


def test_random_play_is_as_the_prototype_found() -> None:
    games, rng = 600, Random(54)
    moves = turns = digs = first = 0
    branching: list[int] = []
    for _ in range(games):
        state = di.new_game(Rules())
        while state.mover is not None:
            legal = di.legal_moves(state)
            if not state.asked:
                branching.append(len(legal))
            turns += not state.asked
            moves += 1
            state = di.apply(state, legal[int(rng.random() * len(legal))])
        assert 0 in state.supplies  # DI-7, always
        digs += sum(mask.bit_count() for mask in state.dug)
        result = di.outcome(state)
        assert result is not None
        first += result.winners == (BEIGE,)
    assert 15.5 < moves / games < 17
    assert 12.5 < turns / games < 13.7
    assert 31 < sum(branching) / len(branching) < 33
    assert 1.4 < digs / games < 2
    assert 0.51 < first / games < 0.63
    assert max(branching) <= 68


def test_a_greedy_player_that_saves_its_tiles_digs_about_twelve_cards() -> None:
    games, digs = 25, 0
    for seed in range(games):
        rng, state = Random(seed), di.new_game(Rules())
        while state.mover is not None:
            moves = di.legal_moves(state)
            if state.asked:
                state = di.apply(state, moves[0])
                continue
            ends = [di.apply(state, move) for move in moves]
            worth = [2 * bool(end.asked) + (end.supplies == state.supplies) for end in ends]
            best = [end for end, value in zip(ends, worth, strict=True) if value == max(worth)]
            state = best[int(rng.random() * len(best))]
        digs += sum(mask.bit_count() for mask in state.dug)
    assert 11.5 < digs / games < 13.2


def test_values_stay_equal_and_hashable_through_pickles_and_copies() -> None:
    state = played(Rules(), *TWO_AT_ONCE)
    for made in (*(pickle.loads(pickle.dumps(state, n)) for n in range(6)), copy.copy(state), copy.deepcopy(state)):
        assert (made, hash(made)) == (state, hash(state))
        assert di.legal_moves(made) == di.legal_moves(state)
        assert isinstance(made.beige, Tiles)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.stalled = 1  # type: ignore[misc]  # that it is refused is the test
    assert played(Rules(), "lay 2,0 beige", "lay 2,1 brown") == played(Rules(), "lay 2,0 beige", "lay 2,1 brown")
    assert state != played(Rules(), *TWO_AT_ONCE, "dig I3")


def test_states_are_equal_when_their_nine_facts_are_and_show_only_these() -> None:
    state = played(Rules(tiles=1, cards=(I1,)), "flip col 0")
    assert repr(state) == (
        "State(rules=Rules(first=0, cards=(Card(name='I1', drawing=('#',)),), tiles=1,"
        " symmetry=<Symmetry.FREE: 'free'>, zones=<Zones.EXACT: 'exact'>, stall_limit=20),"
        " beige=Tiles(0xc0000000), brown=Tiles(0x1800000), mover=1, asked=0,"
        " supplies=(1, 1), dug=(0, 0), archaeologists=(2, -1), stalled=1)"
    )
    derived = {"covered": 0, "edge": (), "lays": (), "open_lines": 0, "beige_zones": (0, ()), "brown_zones": (0, ())}
    for name, value in derived.items():
        assert getattr(state, name) != value
        # What follows from the facts is not compared again; that it does follow is for `check_state` to say.
        other = attrs.evolve(state, **{name: value})  # type: ignore[arg-type]  # any field may be changed
        assert (other, hash(other)) == (state, hash(state))
        with pytest.raises(StateError, match=r"^what follows from the facts is not what the state says$"):
            di.check_state(other)


def test_options_and_steps_have_the_names_that_saved_files_use() -> None:
    assert [option.value for option in Symmetry] == ["free", "rotations", "fixed"]
    assert [option.value for option in Zones] == ["exact", "within"]
    assert [step.value for step in di.Step] == ["move", "dig", "over"]
    assert [colour.value for colour in Colour] == ["beige", "brown"]
    assert [axis.value for axis in Axis] == ["col", "row"]


def test_what_is_no_move_is_refused_and_not_crashed_on() -> None:
    state = di.new_game(Rules())
    for nothing in (None, "skip", 3, Square(2, 0), Line(Axis.COL, 0)):
        with pytest.raises(IllegalMoveError) as caught:
            di.apply(state, nothing)  # type: ignore[arg-type]  # that it is refused is the test
        assert caught.value.refusal == Refusal("-", "no-move")


def test_with_many_tiles_the_grid_grows() -> None:
    rules = Rules(tiles=40)
    state = di.new_game(rules)
    for step in range(2, 81):
        if state.asked:
            state = di.apply(state, Skip())
        move = Lay(Square(step, 0), (Colour.BEIGE, Colour.BROWN)[step // 2 % 2])
        assert di.why_illegal(state, move) is None
        state = di.apply(state, move)
    assert (state.step, state.supplies) == (di.Step.OVER, (0, 1))
    assert Square(81, 0) in di.outline(state)
    di.check_state(state)
    assert di.outcome(state) == Outcome((BEIGE,), (26, 27), (1.0, -1.0))
    assert repr(state).startswith("State(rules=Rules(")
    assert pickle.loads(pickle.dumps(state, 0)) == state
    assert "lay 80,0 beige" in di.phrases(rules)[0]


# --- Rules objects -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"first": 2}, "first = '2': an integer from 0 to 1"),
        ({"first": True}, "first = 'True': an integer from 0 to 1"),
        ({"tiles": 0}, "tiles = '0': an integer from 1 to 100"),
        ({"tiles": 101}, "tiles = '101': an integer from 1 to 100"),
        ({"tiles": 6.0}, "tiles = '6.0': an integer from 1 to 100"),
        ({"symmetry": "free"}, "symmetry = 'free': a Symmetry"),
        ({"zones": "exact"}, "zones = 'exact': a Zones"),
        ({"stall_limit": 0}, "stall_limit = '0': an integer from 1 to 1000000000"),
        ({"stall_limit": True}, "stall_limit = 'True': an integer from 1 to 1000000000"),
        ({"cards": ()}, "cards = '': at least one card"),
        ({"cards": ("I3",)}, "cards = \"('I3',)\": a sequence of Card"),
        ({"cards": "I3"}, "cards = 'I3': a sequence of Card"),
        ({"cards": (I3, "L3")}, "cards = \"(Card(name='I3', drawing=('###',)), 'L3')\": a sequence of Card"),
        ({"cards": (I3, Card.parse("I3 ##"))}, "cards = 'I3': each name once"),
        ({"cards": (I3, Card.parse("V3 # / # / #"))}, "cards = 'I3, V3': no two shapes alike"),
        ({"cards": (L4, J4)}, "cards = 'L4, J4': no two shapes alike"),
        ({"cards": (I3, Card.parse("X ..... / ###.."))}, "cards = 'I3, X': no two shapes alike"),
    ],
)
def test_rules_that_make_no_game_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**changes)  # type: ignore[arg-type]  # wrong types are part of the test
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("name", "drawing", "message"),
    [
        ("", "#", "cards = '': names are ASCII letters and digits"),
        ("I-3", "#", "cards = 'I-3': names are ASCII letters and digits"),
        (3, "#", "cards = '3': names are ASCII letters and digits"),
        ("A", 3, "cards = 'A': a drawing is a sequence of lines"),
        ("A", (3,), "cards = 'A': a drawing is a sequence of lines"),
        ("A", ("#", 3), "cards = 'A': a drawing is a sequence of lines"),
        ("A", (), "cards = 'A': a drawing has 1 to 16 lines and columns"),
        ("A", "", "cards = 'A': a drawing has 1 to 16 lines and columns"),
        ("A", ("#",) * 17, "cards = 'A': a drawing has 1 to 16 lines and columns"),
        ("A", "#" * 17, "cards = 'A': a drawing has 1 to 16 lines and columns"),
        ("A", "## / #", "cards = 'A': a drawing's lines are equally long and of # and . only"),
        ("A", "#x", "cards = 'A': a drawing's lines are equally long and of # and . only"),
        ("A", "#X", "cards = 'A': a drawing's lines are equally long and of # and . only"),
        ("A", "..", "cards = 'A': 1 to 16 squares"),
        ("A", "######### / ########.", "cards = 'A': 1 to 16 squares"),
        ("A", "#. / .#", "cards = 'A': squares that hang together by their sides"),
    ],
)
def test_cards_that_are_none_are_refused(name: str, drawing: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Card(CardName(name), drawing)
    assert str(caught.value) == message


def test_cards_and_their_texts_are_inverse_and_the_drawing_may_be_given_in_any_form() -> None:
    assert [str(card) for card in di.CLASSIC_CARDS] == [
        *("I3 ###", "L3 ## / #.", "I4 ####", "O4 ## / ##", "T4 ### / .#.", "S4 .## / ##.", "L4 #.. / ###")
    ]
    assert sum(card.size for card in di.CLASSIC_CARDS) == 26
    for card in di.CLASSIC_CARDS:
        assert Card.parse(str(card)) == card
        assert Card(card.name, list(card.drawing)) == Card(card.name, "\n".join(card.drawing)) == card
    assert L4.cells == ((0, 0), (0, 1), (1, 0), (2, 0))
    with pytest.raises(NotationError, match="equally long"):
        Card.parse("A ## / #")
    assert Card.parse("A ########/########").size == 16
    assert Card(CardName("A"), ("#",) * 16).size == Card(CardName("A"), "#" * 16).size == 16
    with pytest.raises(NotationError) as caught:
        di.Square(0, True)
    assert caught.value.expected == "a square X,Y of two integers"


def test_rules_may_hold_both_hands_of_a_shape_when_it_may_not_be_turned_over() -> None:
    rules = Rules(cards=[L4, J4], symmetry=Symmetry.ROTATIONS)
    assert rules.cards == (L4, J4)
    assert Rules(cards=(I3, Card.parse("V3 # / # / #")), symmetry=Symmetry.FIXED).cards[1].name == "V3"
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert Rules() == Rules()
    assert Rules() != rules


def test_the_presets_are_the_classic_one_and_three_more() -> None:
    assert list(di.GAME.presets) == ["classic", "rotations", "within", "quick"]
    assert di.GAME.presets["classic"] == Rules()
    assert di.GAME.presets["rotations"] == Rules(symmetry=Symmetry.ROTATIONS)
    assert di.GAME.presets["within"] == Rules(zones=Zones.WITHIN)
    quick = di.GAME.presets["quick"]
    assert [card.name for card in quick.cards] == ["I3", "L3", "O4", "T4"]
    assert quick == Rules(cards=quick.cards, tiles=4)
    assert di.GAME.missing == ()
    assert di.GAME.low_score_wins


# --- Texts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("lay -1,20 beige", Lay(Square(-1, 20), Colour.BEIGE)),
        ("lay 0,0 brown", Lay(Square(0, 0), Colour.BROWN)),
        ("flip col -3", Flip(Line(Axis.COL, -3))),
        ("flip row 9999", Flip(Line(Axis.ROW, 9999))),
        ("dig I3", Dig(CardName("I3"))),
        ("skip", Skip()),
    ],
)
def test_texts_and_moves_are_inverse(text: str, move: di.Move) -> None:
    assert di.parse_move(text) == move
    assert str(move) == text
    assert di.seen(di.new_game(Rules()), move, None) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lay 0,0", "beige or brown after the square"),
        ("lay 0,0 blue", "beige or brown after the square"),
        ("lay 0 beige", "a square X,Y of two integers"),
        ("lay -0,1 beige", "a square X,Y of two integers"),
        ("lay 01,1 beige", "a square X,Y of two integers"),
        ("lay 10000,1 beige", "a square X,Y of two integers"),
        ("lay ١,1 beige", "a square X,Y of two integers"),
        ("lay 0,0  beige", "beige or brown after the square"),
        ("flip 3", "a line: col X or row Y"),
        ("flip col +3", "a line: col X or row Y"),
        ("flip", "a line: col X or row Y"),
        ("dig", "a card's name, ASCII letters and digits"),
        ("dig I-3", "a card's name, ASCII letters and digits"),
        ("skip ", "lay X,Y beige, lay X,Y brown, flip col X, flip row Y, dig NAME or skip"),
        ("Skip", "lay X,Y beige, lay X,Y brown, flip col X, flip row Y, dig NAME or skip"),
        ("", "lay X,Y beige, lay X,Y brown, flip col X, flip row Y, dig NAME or skip"),
    ],
)
def test_texts_that_spell_no_move_are_refused(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        di.parse_move(text)
    assert (caught.value.text, caught.value.expected) == (text, expected)


def test_moves_and_pieces_of_wrong_values_cannot_be_made() -> None:
    for make in (
        lambda: Square(True, 0),
        lambda: Square(0, 10000),
        lambda: Square(-10000, 0),
        lambda: Square("0", 0),  # type: ignore[arg-type]  # wrong types are the test
        lambda: Line("col", 0),  # type: ignore[arg-type]  # wrong types are the test
        lambda: Line(Axis.COL, 0.0),  # type: ignore[arg-type]  # wrong types are the test
        lambda: Lay((0, 0), Colour.BEIGE),  # type: ignore[arg-type]  # wrong types are the test
        lambda: Lay(Square(0, 0), "beige"),  # type: ignore[arg-type]  # wrong types are the test
        lambda: Flip("col 0"),  # type: ignore[arg-type]  # wrong types are the test
        lambda: Dig(3),  # type: ignore[arg-type]  # wrong types are the test
        lambda: Dig(CardName("é")),
        lambda: Tiles.parse("0x1"),
        lambda: Tiles.parse("01"),
        lambda: Tiles.parse("-1"),
    ):
        with pytest.raises(NotationError):
            make()
    assert str(Tiles.parse("1f")) == "1f"
    assert repr(Tiles(31)) == "Tiles(0x1f)"
    assert Tiles.parse("0") == 0


LONG: Any = "é" * 30  # of no type that is right here
CUT = "é" * 19 + "…"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Square(LONG, 0), f"'{CUT},0': expected a square X,Y of two integers"),
        (lambda: Square(0, LONG), f"'0,{CUT}': expected a square X,Y of two integers"),
        (lambda: Square(0, 10000), "'0,10000': expected a square X,Y of two integers"),
        (lambda: Line(LONG, 3), f"'{CUT} 3': expected a line: col X or row Y"),
        (lambda: Line(Axis.COL, LONG), f"'Axis.COL {CUT}': expected a line: col X or row Y"),
        (lambda: Lay(LONG, Colour.BEIGE), f"'lay {CUT} Colour.BEIGE': expected a Square and a Colour"),
        (lambda: Lay(Square(0, 0), LONG), f"'lay 0,0 {CUT}': expected a Square and a Colour"),
        (lambda: Flip(LONG), f"'flip {CUT}': expected a Line"),
        (lambda: Dig(CardName(LONG)), f"'dig {CUT}': expected a card's name, ASCII letters and digits"),
        (lambda: Tiles.parse("01"), "'01': expected a hexadecimal number, lower case, without leading zeros"),
    ],
)
def test_errors_of_moves_and_pieces_say_what_was_given_cut_short_and_what_is_expected(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(NotationError) as caught:
        make()
    assert str(caught.value) == message


def test_phrases_are_the_moves_on_a_diamond_in_the_order_of_legal_moves() -> None:
    said, chance = di.phrases(Rules())
    assert (len(said), len(set(said)), chance) == (2 * 308 + 48 + 8, len(said), ())
    assert said[:3] == ("lay 0,-11 beige", "lay 0,-11 brown", "lay 1,-11 beige")
    assert said[616:618] == ("flip col -11", "flip col -10")
    assert said[639:641] == ("flip col 12", "flip row -11")
    assert said[-8:] == ("dig I3", "dig L3", "dig I4", "dig O4", "dig T4", "dig S4", "dig L4", "skip")
    assert {"lay 12,0 beige", "lay -11,1 brown", "lay 7,7 beige"} - set(said) == {"lay 7,7 beige"}
    assert "lay 0,0 beige" not in said
    assert len(di.reachable(Rules())) == 312
    order = {text: index for index, text in enumerate(said)}
    rng, state = Random(9), di.new_game(Rules())
    while state.mover is not None:
        numbers = [order[text] for text in legal(state)]
        assert numbers == sorted(numbers)
        state = di.apply(state, di.legal_moves(state)[int(rng.random() * len(numbers))])


def test_the_farthest_square_can_be_reached_and_is_among_the_phrases() -> None:
    state = di.new_game(Rules())
    for x in range(2, 13):
        if state.asked:
            state = di.apply(state, Skip())
        state = di.apply(state, Lay(Square(x, 0), (Colour.BEIGE, Colour.BROWN)[x // 2 % 2]))
    assert state.step is di.Step.OVER
    assert Square(12, 0) in di.squares(state, Colour.BEIGE) + di.squares(state, Colour.BROWN)
    with pytest.raises(StateError):
        facts(state, beige=Tiles(1 << 5000))

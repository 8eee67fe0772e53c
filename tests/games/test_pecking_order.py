"""Pecking Order: the rules, one by one."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from random import Random
from typing import Any, cast

import attrs
import pytest

from boardgames_fr.codec import Codec
from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, UnknownSeatError
from boardgames_fr.game import CHANCE, Outcome, Refusal, Seat
from boardgames_fr.games import pecking_order as po
from boardgames_fr.games.pecking_order import JAGUAR, Asked, Card, Perch, PerchName, Phase, Power, Result, Rules, Where

ME, YOU = Seat(0), Seat(1)
CLASSIC = Rules()


def perch(name: str, value: int, power: Power = Power.NONE) -> Perch:
    return Perch(PerchName(name), value, power)


def played(*texts: str, rules: Rules = CLASSIC) -> po.State:
    """The state after these moves, each checked; several may stand in one text, separated by commas."""
    state = po.new_game(rules)
    for text in ",".join(texts).split(","):
        state = po.apply(state, po.parse_move(text.strip()))
    return state


def moves(state: po.State) -> list[str]:
    return [str(move) for move in po.legal_moves(state)]


def last_attack(state: po.State) -> po.Attack:
    attack = po.observe(state, None).cards[-1].attack
    assert attack is not None
    return attack


def on(state: po.State, name: str) -> int | None:
    return state.card_on(PerchName(name))


# The rules object


def test_the_default_is_the_published_board_and_one_round() -> None:
    rules = Rules()
    assert (rules.rounds, rules.first, rules.birds, rules.double_bonus, rules.jaguar_controls) == (1, 0, 12, 3, True)
    assert [p.name for p in rules.perches] == ["1", "2", "3", "4", "5", "6", "7", "8a", "8b", "9", "10"]
    assert [p.value for p in rules.perches] == [1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10]
    powers = {p.name: p.power.value for p in rules.perches if p.power is not Power.NONE}
    assert powers == {"1": "tie-break", "3": "promontory", "8a": "double", "8b": "double"}


def test_the_presets_are_those_of_the_rule_book() -> None:
    assert list(po.PRESETS) == ["classic", "match", "published", "tiny"]
    assert po.PRESETS["classic"] == Rules()
    assert po.PRESETS["match"] == Rules(rounds=4)
    assert po.PRESETS["published"] == Rules(rounds=4, jaguar_controls=False)
    board = (perch("T", 1, Power.TIE_BREAK), perch("P", 3, Power.PROMONTORY), perch("n", 5))
    assert po.PRESETS["tiny"] == Rules(birds=2, perches=board)
    assert po.seats(Rules()) == 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rounds": 0}, "rounds = '0': an integer from 1 to 1000000000"),
        ({"rounds": True}, "rounds = 'True': an integer from 1 to 1000000000"),
        ({"first": 2}, "first = '2': an integer from 0 to 1"),
        ({"first": -1}, "first = '-1': an integer from 0 to 1"),
        ({"birds": 0}, "birds = '0': an integer from 1 to 15"),
        ({"birds": 16}, "birds = '16': an integer from 1 to 15"),
        ({"birds": "12"}, "birds = '12': an integer from 1 to 15"),
        ({"perches": ()}, "perches = '0': 1 to 30 perches"),
        ({"perches": tuple(perch(str(n), n) for n in range(31))}, "perches = '31': 1 to 30 perches"),
        ({"perches": 3}, "perches = '3': a sequence of Perch"),
        ({"perches": ["1"]}, "perches = \"('1',)\": a sequence of Perch"),
        ({"perches": (perch("a", 1), perch("a", 2))}, "perches = 'a': each name once"),
        (
            {"perches": (perch("a", 1, Power.TIE_BREAK), perch("b", 2, Power.TIE_BREAK))},
            "perches = 'tie-break': at most one perch with this power",
        ),
        (
            {"perches": (perch("a", 1, Power.PROMONTORY), perch("b", 2, Power.PROMONTORY))},
            "perches = 'promontory': at most one perch with this power",
        ),
        ({"double_bonus": -1}, "double_bonus = '-1': an integer from 0 to 1000000000"),
        ({"jaguar_controls": 1}, "jaguar_controls = '1': true or false"),
    ],
)
def test_rules_that_make_no_game_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules(**fields)
    assert str(error.value) == message
    assert error.value.field in fields


@pytest.mark.parametrize(
    ("name", "value", "power", "message"),
    [
        ("none", 1, Power.NONE, "name = 'none': letters a-z, A-Z and digits, not none"),
        ("", 1, Power.NONE, "name = '': letters a-z, A-Z and digits, not none"),
        ("8 a", 1, Power.NONE, "name = '8 a': letters a-z, A-Z and digits, not none"),
        ("é", 1, Power.NONE, "name = 'é': letters a-z, A-Z and digits, not none"),
        (8, 1, Power.NONE, "name = '8': letters a-z, A-Z and digits, not none"),
        ("a", -1, Power.NONE, "value = '-1': an integer from 0 to 1000000000"),
        ("a", True, Power.NONE, "value = 'True': an integer from 0 to 1000000000"),
        ("a", 1, "double", "power = 'double': a Power"),
    ],
)
def test_perches_that_are_none_are_refused(name: Any, value: Any, power: Any, message: str) -> None:
    with pytest.raises(RulesError) as error:
        Perch(name, value, power)
    assert str(error.value) == message


def test_the_extremes_of_the_rules_are_allowed() -> None:
    wide = Rules(rounds=10**6, first=YOU, birds=15, perches=tuple(perch(f"p{n}", n) for n in range(30)))
    assert len(moves(po.new_game(wide))) == 16
    assert moves(po.new_game(Rules(birds=1, perches=(perch("x", 0),)))) == ["draw 1", "draw J"]


def test_rules_take_a_list_of_perches_and_stay_equal_through_pickle_and_copy() -> None:
    rules = Rules(perches=list(po.CLASSIC_BOARD))
    assert rules == Rules()
    assert hash(rules) == hash(Rules())
    for other in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert other == rules
        assert moves(po.new_game(other)) == moves(po.new_game(rules))


def test_the_longest_game_is_counted_from_the_rules() -> None:
    # 26 placings and 25 answers; 26 draws. A clear between any two rounds.
    assert po.longest(Rules()) == (51, 26)
    assert po.longest(Rules(rounds=4)) == (204, 107)
    assert po.longest(Rules(birds=2, perches=(perch("a", 1), perch("b", 1)))) == (6, 6)
    assert po.longest(Rules(birds=2, perches=(perch("a", 1, Power.PROMONTORY),))) == (6, 6)
    assert po.longest(po.PRESETS["tiny"]) == (11, 6)


def test_a_round_is_worth_66_points_at_most() -> None:
    assert po.most_points(Rules()) == 66
    assert po.most_points(Rules(birds=2)) == 22
    assert po.most_points(Rules(perches=(perch("a", 4, Power.DOUBLE), perch("b", 5)))) == 9


# The turn


def test_the_table_draws_evenly_from_what_the_seat_has_not_drawn_yet() -> None:
    state = po.new_game(Rules())
    assert po.to_move(state) is CHANCE
    assert state.seat == ME
    assert moves(state) == [*(f"draw {bird}" for bird in range(1, 13)), "draw J"]
    assert po.chance_weights(state) == (1,) * 13
    state = played("draw 7, place 10, draw J, place 9")
    assert moves(state) == [f"draw {text}" for text in ("1", "2", "3", "4", "5", "6", "8", "9", "10", "11", "12", "J")]
    assert po.chance_weights(state) == (1,) * 12
    state = played("draw 7, place 10, draw J, place 9, draw 1, place 1")
    assert moves(state) == [f"draw {bird}" for bird in range(1, 13)]


def test_only_the_drawer_sees_the_card() -> None:
    state = po.new_game(Rules())
    draw = po.Draw(Card(7))
    assert [po.seen(state, draw, seat) for seat in (ME, YOU, None)] == ["draw 7", "draw ?", "draw ?"]
    state = po.apply(state, draw)
    assert po.observe(state, ME).cards[0].value == 7
    assert po.observe(state, YOU).cards[0].value is None
    assert po.observe(state, None).cards[0].value is None
    assert [po.seen(state, po.Place(PerchName("5")), seat) for seat in (ME, YOU, None)] == ["place 5"] * 3


def test_the_card_goes_to_any_perch_where_the_own_space_is_empty() -> None:
    state = played("draw 7")
    assert po.to_move(state) == ME
    assert po.chance_weights(state) == ()
    assert moves(state) == [f"place {name}" for name in ("1", "2", "3", "4", "5", "6", "7", "8a", "8b", "9", "10")]
    state = played("draw 7, place 10, draw 1, place 4, draw 2")
    assert moves(state) == [f"place {name}" for name in ("1", "2", "3", "4", "5", "6", "7", "8a", "8b", "9")]
    assert on(state, "10") == 0
    assert on(state, "4") == 1
    assert on(state, "1") is None


def test_seats_take_turns_from_the_first() -> None:
    assert [played("draw 7, place 10", rules=Rules(first=Seat(first))).seat for first in (0, 1)] == [YOU, ME]
    state = po.new_game(Rules(first=YOU))
    assert state.seat == YOU
    assert [state.owner(number) for number in range(4)] == [YOU, ME, YOU, ME]


def test_a_board_of_thirty_perches_has_its_moves_in_order_too() -> None:
    board = tuple(perch(f"p{number}", 1) for number in range(30))
    state = played("draw 15, place p29, draw J, place p0, draw 1", rules=Rules(birds=15, perches=board))
    assert moves(state) == [f"place p{number}" for number in range(29)]
    assert moves(played("draw 15, place p29, draw J", rules=Rules(birds=15, perches=board)))[-1] == "place p29"


# Fights


def test_po_1_the_defender_is_turned_up_and_the_attacker_never() -> None:
    state = played("draw 9, place 10, draw 4, place 10")
    facts = po.observe(state, None).cards
    assert (facts[0].value, facts[0].face_up, facts[0].where, facts[0].perch) == (9, True, Where.PERCH, "10")
    assert (facts[1].value, facts[1].face_up, facts[1].where, facts[1].perch) == (None, False, Where.GONE, None)
    assert po.observe(state, ME).cards[1].value is None
    state = played("draw 4, place 10, draw 9, place 10")
    facts = po.observe(state, ME).cards
    assert (facts[0].value, facts[0].face_up, facts[0].where) == (4, True, Where.GONE)
    assert (facts[1].value, facts[1].face_up, facts[1].perch) == (None, False, "10")


@pytest.mark.parametrize(("mine", "theirs", "result"), [(4, 9, Result.WON), (9, 4, Result.LOST), (8, 9, Result.WON)])
def test_po_2_the_higher_bird_wins(mine: int, theirs: int, result: Result) -> None:
    state = played(f"draw {mine}, place 10, draw {theirs}, place 10")
    assert last_attack(state) == po.Attack(po.CardNumber(0), None, result)
    assert on(state, "10") == (1 if result is Result.WON else 0)


def test_po_3_of_equal_birds_the_attacker_wins_if_nobody_holds_the_tie_break() -> None:
    state = played("draw 7, place 10, draw 7, place 10")
    assert last_attack(state).result is Result.WON
    attacker = po.observe(state, ME).cards[1]
    assert (attacker.perch, attacker.face_up, attacker.value) == ("10", False, None)


def test_po_3_the_defender_wins_ties_anywhere_with_a_bird_on_the_tie_break() -> None:
    state = played("draw 2, place 1, draw 3, place 2, draw 7, place 10, draw 7, place 10")
    assert last_attack(state) == po.Attack(po.CardNumber(2), po.CardNumber(0), Result.LOST)
    defender = po.observe(state, YOU).cards[2]
    assert (defender.perch, defender.face_up, defender.value) == ("10", True, 7)


def test_po_3_the_attackers_own_card_on_the_tie_break_is_not_needed() -> None:
    state = played("draw 7, place 10, draw 3, place 1, draw 2, place 2, draw 7, place 10")
    assert last_attack(state) == po.Attack(po.CardNumber(0), None, Result.WON)


@pytest.mark.parametrize(("jaguar_controls", "result"), [(True, Result.LOST), (False, Result.WON)])
def test_po_7_a_jaguar_on_the_tie_break_holds_it_by_the_letter(jaguar_controls: bool, result: Result) -> None:
    rules = Rules(jaguar_controls=jaguar_controls)
    state = played("draw J, place 1, draw 3, place 2, draw 7, place 10, draw 7, place 10", rules=rules)
    assert last_attack(state) == po.Attack(po.CardNumber(2), po.CardNumber(0), result)


def test_po_3_with_jaguar_controls_off_a_bird_still_holds_the_tie_break() -> None:
    rules = Rules(jaguar_controls=False)
    state = played("draw 2, place 1, draw 3, place 2, draw 7, place 10, draw 7, place 10", rules=rules)
    assert last_attack(state).result is Result.LOST


def test_po_4_a_card_that_defends_the_tie_break_perch_wins_its_own_ties() -> None:
    state = played("draw 5, place 1, draw 5, place 1")
    assert last_attack(state) == po.Attack(po.CardNumber(0), po.CardNumber(0), Result.LOST)
    assert on(state, "1") == 0


def test_po_4_a_taken_tie_break_serves_its_new_holder() -> None:
    state = played("draw 5, place 1, draw 6, place 1, draw 8, place 10, draw 8, place 10")
    assert last_attack(state) == po.Attack(po.CardNumber(2), None, Result.WON)
    state = played("draw 5, place 1, draw 6, place 1, draw 8, place 10, draw 8, place 9, draw 9, place 9")
    assert last_attack(state) == po.Attack(po.CardNumber(3), po.CardNumber(1), Result.WON)


def test_po_5_the_loser_leaves() -> None:
    state = played("draw 9, place 10, draw 4, place 10")
    assert state.board.count(-1) == 10
    assert "place 10" in moves(
        po.apply(played("draw 9, place 10, draw 4, place 10, draw 1, place 1"), po.Draw(Card(6)))
    )


def test_po_6_a_bird_that_attacks_a_jaguar_goes_with_it_and_stays_unknown() -> None:
    state = played("draw J, place 10, draw 4, place 10")
    assert on(state, "10") is None
    assert last_attack(state).result is Result.BOTH_GONE
    jaguar, bird = po.observe(state, ME).cards
    assert (jaguar.where, jaguar.face_up, jaguar.value) == (Where.GONE, True, JAGUAR)
    assert (bird.where, bird.face_up, bird.value) == (Where.GONE, False, None)
    assert po.ranges(po.observe(state, ME))[1] == (*range(1, 13), JAGUAR)
    assert moves(played("draw J, place 10, draw 4, place 10, draw 1"))[-1] == "place 10"
    assert moves(played("draw J, place 10, draw 4, place 10, draw 1, place 1, draw 5"))[-1] == "place 10"


def test_po_6_an_attacking_jaguar_takes_the_bird_and_betrays_itself() -> None:
    state = played("draw 4, place 10, draw J, place 10")
    assert on(state, "10") is None
    assert last_attack(state).result is Result.BOTH_GONE
    view = po.observe(state, ME)
    assert view.cards[1].value is None
    assert po.ranges(view)[1] == (JAGUAR,)


def test_po_6_two_jaguars_go_both() -> None:
    state = played("draw J, place 10, draw J, place 10")
    assert on(state, "10") is None
    assert last_attack(state).result is Result.BOTH_GONE


def test_po_7_a_jaguar_stays_face_down_and_blocks_the_own_space() -> None:
    state = played("draw J, place 10, draw 1, place 1, draw 5")
    assert on(state, "10") == 0
    assert "place 10" not in moves(state)
    assert not po.observe(state, None).cards[0].face_up


# The promontory


def test_po_9_a_bird_on_the_empty_promontory_may_peek() -> None:
    state = played("draw 5, place 10, draw 6, place 4, draw 7, place 9, draw 8, place 3")
    assert (state.phase, po.to_move(state)) == (Phase.PEEK, YOU)
    assert moves(state) == ["peek 9", "peek 10", "peek none"]
    assert po.observe(state, None).cards[3].asked is Asked.WAITING
    after = po.apply(state, po.Peek(PerchName("9")))
    card = po.observe(after, YOU).cards[2]
    assert (card.value, card.peeked, card.face_up) == (7, True, False)
    assert po.observe(after, None).cards[2].value is None
    asked = po.observe(after, ME).cards[3]
    assert (asked.asked, asked.looked_at) == (Asked.PEEKED, "9")
    assert (after.phase, after.seat) == (Phase.DRAW, ME)
    none = po.apply(state, po.Peek(None))
    asked = po.observe(none, ME).cards[3]
    assert (asked.asked, asked.looked_at) == (Asked.DECLINED, None)
    assert not any(card.peeked for card in po.observe(none, ME).cards)


def test_po_9_the_owner_sees_where_the_other_looked() -> None:
    start = "draw 5, place 10, draw 6, place 4, draw 7, place 9, draw 8, place 3, "
    views = [po.observe(played(start + answer), ME) for answer in ("peek 9", "peek 10", "peek none")]
    assert len(set(views)) == 3


def test_po_9_a_bird_that_wins_there_as_attacker_may_peek_and_peek_again() -> None:
    state = played("draw 5, place 10, draw 8, place 3, peek 10, draw 9, place 3")
    # Seat 0 took the promontory; seat 1 has no other card: nobody is asked.
    assert (state.phase, state.seat) == (Phase.DRAW, YOU)
    state = played("draw 5, place 10, draw 8, place 3, peek 10, draw 9, place 3, draw 10, place 3")
    assert moves(state) == ["peek 10", "peek none"]
    state = po.apply(state, po.Peek(PerchName("10")))
    facts = po.observe(state, None).cards
    assert [card.looked_at for card in facts] == [None, "10", None, "10"]
    assert facts[0].peeked


def test_po_9_with_nothing_face_down_there_nobody_is_asked() -> None:
    assert played("draw 5, place 3").phase is Phase.DRAW
    # Seat 0's only card has left in the fight for the promontory itself.
    board = (perch("P", 3, Power.PROMONTORY), perch("a", 1))
    state = played(
        "draw 2, place a, draw 1, place a, draw 1, place P, draw 2, place P", rules=Rules(birds=2, perches=board)
    )
    assert on(state, "P") == 3
    assert (state.phase, state.seat) == (Phase.DRAW, ME)
    # Seat 0's only card lies face up: it has won against a 4, and the other one has gone with a jaguar.
    state = played(
        "draw 9, place 10, draw 4, place 10, draw J, place 9, draw 6, place 9, draw 1, place 8a, draw 2, place 8a"
    )
    assert [card.face_up for card in po.observe(state, None).cards if card.owner == ME and card.perch] == [True]
    state = po.apply(po.apply(state, po.Draw(Card(11))), po.Place(PerchName("8a")))
    assert [card.face_up for card in po.observe(state, None).cards if card.owner == ME and card.perch] == [True, False]
    taken = po.apply(po.apply(state, po.Draw(Card(3))), po.Place(PerchName("3")))
    assert moves(taken) == ["peek 8a", "peek none"]
    state = po.apply(po.apply(state, po.Draw(JAGUAR)), po.Place(PerchName("8a")))
    state = po.apply(po.apply(state, po.Draw(Card(2))), po.Place(PerchName("7")))
    state = po.apply(po.apply(state, po.Draw(Card(12))), po.Place(PerchName("7")))
    state = po.apply(po.apply(state, po.Draw(Card(3))), po.Place(PerchName("7")))
    state = po.apply(po.apply(state, po.Draw(Card(5))), po.Place(PerchName("3")))
    assert (state.phase, state.seat) == (Phase.DRAW, ME)


def test_po_9_a_face_up_card_is_not_peeked_at() -> None:
    state = played("draw 9, place 10, draw 4, place 10, draw 1, place 9, draw 5, place 3")
    assert moves(state) == ["peek 9", "peek none"]


def test_po_9_a_jaguar_is_asked_too_and_cannot_be_told_from_a_bird_that_declines() -> None:
    before = "draw 5, place 10, draw {}, place 3"
    jaguar, bird = (played(before.format(card)) for card in ("J", "8"))
    assert moves(jaguar) == ["peek none"]
    assert po.observe(jaguar, ME) == po.observe(bird, ME)
    after = [po.apply(state, po.Peek(None)) for state in (jaguar, bird)]
    assert po.observe(after[0], ME) == po.observe(after[1], ME)
    assert po.ranges(po.observe(after[0], ME))[1] == (*range(1, 13), JAGUAR)


def test_po_9_a_defender_that_survives_gains_nothing() -> None:
    state = played("draw 9, place 3, draw 1, place 10, draw 2, place 9, draw 4, place 3")
    assert last_attack(state).result is Result.LOST
    assert (state.phase, state.seat) == (Phase.DRAW, ME)


def test_po_9_nobody_holds_the_promontory_after_a_jaguar() -> None:
    state = played("draw J, place 3, draw 1, place 10, draw 2, place 9, draw 4, place 3")
    assert last_attack(state).result is Result.BOTH_GONE
    assert state.phase is Phase.DRAW


def test_po_9_the_last_turn_of_a_round_is_asked_too() -> None:
    board = (perch("P", 3, Power.PROMONTORY), perch("a", 1), perch("b", 2), perch("c", 4))
    rules = Rules(birds=1, perches=board)
    state = played("draw 1, place a, draw J, place b, draw J, place c, draw 1, place P", rules=rules)
    assert moves(state) == ["peek a", "peek c", "peek none"]
    over = po.apply(state, po.Peek(PerchName("c")))
    assert over.phase is Phase.OVER
    assert over.points == (1, 3)


# Points


DOUBLES = (perch("a", 8, Power.DOUBLE), perch("b", 8, Power.DOUBLE), perch("c", 2), perch("d", 3), perch("e", 9))


def round_of(rules: Rules, *placed: str) -> po.State:
    """A round in which both seats draw birds ascending, then the jaguar, and place them so."""
    deck = [*(str(bird) for bird in range(1, rules.birds + 1)), "J"]
    texts = [f"draw {deck[turn // 2]}, place {name}" for turn, name in enumerate(placed)]
    return played(*texts, rules=rules)


def test_po_10_birds_score_their_perches_and_jaguars_nothing() -> None:
    rules = Rules(birds=1, perches=(perch("a", 5), perch("b", 7), perch("c", 11), perch("d", 13)))
    state = round_of(rules, "a", "b", "c", "d")
    assert po.outcome(state) == Outcome((YOU,), (5, 7), (-1.0, 1.0))
    assert po.to_move(state) is None
    assert moves(state) == []
    assert [(card.value, card.face_up) for card in po.observe(state, None).cards] == [
        (1, True),
        (1, True),
        (0, True),
        (0, True),
    ]


def test_po_10_what_left_unseen_stays_unseen() -> None:
    rules = Rules(birds=1, perches=(perch("a", 5), perch("b", 7)))
    state = played("draw 1, place a, draw 1, place b, draw J, place b, draw J, place a", rules=rules)
    assert state.points == (0, 0)
    facts = po.observe(state, None).cards
    assert [card.value for card in facts] == [1, 1, None, None]
    assert [card.where for card in facts] == [Where.GONE] * 4


def test_po_11_birds_on_both_doubles_earn_the_bonus() -> None:
    state = round_of(Rules(birds=2, perches=DOUBLES), "a", "c", "b", "d", "e", "e")
    assert state.points == (8 + 8 + 3, 2 + 3)


def test_po_11_a_jaguar_on_a_double_earns_nothing() -> None:
    rules = Rules(birds=1, perches=DOUBLES)
    state = round_of(rules, "a", "c", "b", "d")
    assert state.points == (8, 2)


def test_po_11_doubles_in_two_hands_earn_nothing_more() -> None:
    assert round_of(Rules(birds=1, perches=DOUBLES), "a", "b", "c", "d").points == (8, 8)


def test_po_11_needs_two_doubles_and_all_of_them() -> None:
    one = (perch("a", 8, Power.DOUBLE), *DOUBLES[2:])
    assert round_of(Rules(birds=1, perches=one), "a", "c", "d", "e").points == (8, 2)
    three = (*DOUBLES[:2], perch("z", 1, Power.DOUBLE), *DOUBLES[2:])
    assert round_of(Rules(birds=2, perches=three), "a", "c", "b", "d", "e", "e").points == (16, 5)
    rules = Rules(birds=3, perches=(*three, perch("y", 0), perch("x", 0)), double_bonus=10)
    assert round_of(rules, "a", "c", "b", "d", "z", "e", "y", "x").points == (8 + 8 + 1 + 10, 2 + 3 + 9)


def test_po_11_the_bonus_goes_to_the_seat_that_started_second_too() -> None:
    rules = Rules(birds=2, perches=DOUBLES, first=YOU)
    assert round_of(rules, "c", "a", "d", "b", "e", "e").points == (19, 5)


def test_po_12_a_card_without_a_space_is_discarded_unseen() -> None:
    rules = Rules(birds=2, perches=(perch("x", 4),))
    state = played("draw 2, place x, draw 1, place x, draw 1", rules=rules)
    assert moves(state) == ["discard"]
    assert po.seen(state, po.Discard(), YOU) == "discard"
    state = po.apply(state, po.Discard())
    assert (state.phase, state.seat) == (Phase.DRAW, YOU)
    card = po.observe(state, YOU).cards[2]
    assert (card.where, card.value, card.face_up, card.attack) == (Where.GONE, None, False, None)
    state = po.apply(po.apply(state, po.Draw(Card(2))), po.Place(PerchName("x")))
    assert last_attack(state) == po.Attack(po.CardNumber(0), None, Result.WON)
    state = po.apply(po.apply(state, po.Draw(JAGUAR)), po.Place(PerchName("x")))
    assert on(state, "x") is None
    state = po.apply(po.apply(state, po.Draw(JAGUAR)), po.Place(PerchName("x")))
    assert po.outcome(state) == Outcome((ME, YOU), (0, 0), (0.0, 0.0))


def test_po_12_a_discard_can_end_the_round() -> None:
    rules = Rules(birds=2, perches=(perch("x", 4, Power.TIE_BREAK),))
    state = played("draw J, place x, draw J, place x, draw 1, place x, draw 2, place x, draw 2, place x", rules=rules)
    assert on(state, "x") == 3  # it won its own tie
    state = po.apply(po.apply(state, po.Draw(Card(1))), po.Discard())
    assert state.phase is Phase.OVER
    assert state.points == (0, 4)


def test_po_13_points_of_all_rounds_add_up_and_equal_points_share() -> None:
    board = (perch("a", 5), perch("b", 7), perch("c", 0), perch("d", 0))
    rules = Rules(birds=1, rounds=2, perches=board)
    first = "draw 1, place a, draw 1, place b, draw J, place c, draw J, place d"
    state = played(first, "clear", first, rules=rules)
    assert state.points == (12, 12)
    assert po.outcome(state) == Outcome((ME, YOU), (12, 12), (0.0, 0.0))


def test_po_14_a_finished_round_stays_counted_and_face_up_until_the_clear() -> None:
    board = (perch("a", 5), perch("b", 7), perch("c", 0), perch("d", 0))
    rules = Rules(birds=1, rounds=2, perches=board)
    first = "draw 1, place a, draw 1, place b, draw J, place c, draw J, place d"
    state = played(first, rules=rules)
    assert (state.phase, state.seat, state.round, state.points) == (Phase.CLEAR, None, 1, (5, 7))
    assert po.to_move(state) is CHANCE
    assert moves(state) == ["clear"]
    assert po.chance_weights(state) == (1,)
    assert po.outcome(state) is None
    view = po.observe(state, ME)
    assert (view.turn, view.decks, view.deck) == (None, (0, 0), ())
    assert all(card.face_up for card in view.cards)
    assert all(card.asked is Asked.NO for card in view.cards)
    after = po.apply(state, po.Clear())
    assert (after.round, after.points, after.seat) == (2, (5, 7), YOU)
    assert after == attrs.evolve(
        po.new_game(attrs.evolve(rules, first=YOU)), standing=po.Standing(rules, 2, (5, 7), 0, ())
    )
    assert moves(after) == ["draw 1", "draw J"]


# Conservation, and what a view is made of


def test_26_cards_are_accounted_for_at_every_moment() -> None:
    rng = Random(11)
    for _ in range(20):
        state = po.new_game(Rules())
        while legal := po.legal_moves(state):
            view = po.observe(state, ME)
            own = sorted([*view.deck, *(cast(Card, card.value) for card in view.cards if card.owner == ME)])
            assert own == list(range(13))
            drawn = [sum(card.owner == seat for card in view.cards) for seat in (ME, YOU)]
            assert [drawn[0] + view.decks[0], drawn[1] + view.decks[1]] == [13, 13]
            on_board = [card.perch for card in view.cards if card.where is Where.PERCH]
            assert len(set(on_board)) == len(on_board)
            state = po.apply(state, legal[int(rng.random() * len(legal))])


def test_the_same_facts_make_the_same_state_whatever_the_way() -> None:
    # The pair that fought is gone: nobody remembers from which perch.
    one = played("draw 4, place 9, draw J, place 9")
    other = played("draw 4, place 10, draw J, place 10")
    assert one == other
    assert hash(one) == hash(other)
    assert po.observe(one, None) == po.observe(other, None)


def test_a_view_is_what_it_says() -> None:
    state = played("draw 7, place 10, draw 3, place 10, draw 2, place 1, draw 5")
    view = po.observe(state, YOU)
    assert (view.seat, view.round, view.points, view.phase, view.turn) == (YOU, 1, (0, 0), Phase.PLACE, YOU)
    assert view.decks == (11, 11)
    assert view.deck == (1, 2, 4, 6, 7, 8, 9, 10, 11, 12, JAGUAR)
    assert [card.value for card in view.cards] == [7, 3, None, 5]
    assert [card.owner for card in view.cards] == [0, 1, 0, 1]
    assert [card.where for card in view.cards] == [Where.PERCH, Where.GONE, Where.PERCH, Where.HAND]
    assert view.rules is state.rules
    spectator = po.observe(state, None)
    assert (spectator.seat, spectator.deck) == (None, ())
    assert [card.value for card in spectator.cards] == [7, None, None, None]


@pytest.mark.parametrize("seat", [ME, YOU])
def test_with_15_birds_a_seat_knows_its_own_cards_to_the_last(seat: Seat) -> None:
    rng = Random(15)
    state = po.new_game(Rules(birds=15))
    while legal := po.legal_moves(state):
        own = [card.value for card in po.observe(state, seat).cards if card.owner == seat]
        assert own == [*state.values[seat::2]]
        state = po.apply(state, legal[int(rng.random() * len(legal))])
    assert len(state.values) == 32


def in_json(state: po.State) -> dict[str, Any]:
    """What JSON says of the view of seat 0."""
    return cast(dict[str, Any], json.loads(Codec(po.GAME).view_to_json(po.observe(state, ME)))["value"])


def test_json_says_in_words_what_happened() -> None:
    start = "draw 9, place 10, draw 4, place 10, draw J, place 9, draw 6, place 9, draw 5, place 8a, draw 7, place 8a"
    asked = in_json(played(start, "draw 1, place 7, draw 8, place 3"))
    assert (asked["phase"], asked["cards"][7]["asked"]) == ("peek", "waiting")
    view = in_json(played(start, "draw 1, place 7, draw 8, place 3, peek 7, draw 12, place 3, peek none, draw 3"))
    assert view["phase"] == "place"
    assert [card["where"] for card in view["cards"]] == [
        *("perch", "gone", "gone", "gone", "gone", "perch", "perch", "gone", "perch", "hand")
    ]
    results = [None if card["attack"] is None else card["attack"]["result"] for card in view["cards"]]
    assert results == [None, "lost", None, "both gone", None, "won", None, None, "won", None]
    assert [card["asked"] for card in view["cards"]] == [*["no"] * 7, "peeked", "declined", "no"]
    rules = Rules(birds=1, rounds=2, perches=(perch("a", 5), perch("b", 7), perch("c", 0), perch("d", 0)))
    first = "draw 1, place a, draw 1, place b, draw J, place c, draw J, place d"
    phases = [in_json(state)["phase"] for state in (po.new_game(rules), played(first, rules=rules))]
    assert [*phases, in_json(played(first, "clear", first, rules=rules))["phase"]] == ["draw", "clear", "over"]
    powers = [entry["power"] for entry in view["rules"]["perches"]]
    assert powers == ["tie-break", "none", "promontory", *["none"] * 4, "double", "double", "none", "none"]


# Texts


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw 1", po.Draw(Card(1))),
        ("draw 15", po.Draw(Card(15))),
        ("draw J", po.Draw(JAGUAR)),
        ("place 8a", po.Place(PerchName("8a"))),
        ("discard", po.Discard()),
        ("peek 10", po.Peek(PerchName("10"))),
        ("peek none", po.Peek(None)),
        ("clear", po.Clear()),
    ],
)
def test_each_move_has_one_text(text: str, move: po.Move) -> None:
    assert str(move) == text
    assert po.parse_move(text) == move


FORMS = "draw CARD, place PERCH, discard, peek PERCH, peek none or clear"
BIRD = "a bird from 1 to 15, or J, after draw"
NAME = "the name of a perch, letters and digits"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", FORMS),
        ("draw", FORMS),
        ("Draw 7", FORMS),
        (" draw 7", FORMS),
        ("discard ", FORMS),
        ("clear now", FORMS),
        ("draw ?", BIRD),
        ("draw 0", BIRD),
        ("draw 07", BIRD),
        ("draw 16", BIRD),
        ("draw 7 ", BIRD),
        ("draw j", BIRD),
        ("draw ٣", BIRD),
        ("place", FORMS),
        ("place ", NAME),
        ("place none", NAME),
        ("place 8 a", NAME),
        ("place 8a\n", NAME),
        ("peek ?", NAME),
        ("peek  10", NAME),
    ],
)
def test_other_texts_spell_no_move(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        po.parse_move(text)
    assert (error.value.text, error.value.expected) == (text, expected)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: po.Draw(Card(16)), "'draw 16': expected a bird from 1 to 15, or J"),
        (lambda: po.Draw(Card(-1)), "'draw -1': expected a bird from 1 to 15, or J"),
        (lambda: po.Draw(cast(Card, True)), "'draw True': expected a bird from 1 to 15, or J"),
        (lambda: po.Place(PerchName("none")), "'place none': expected a perch: letters a-z, A-Z and digits, not none"),
        (lambda: po.Peek(PerchName("")), "'peek ': expected none, or a perch: letters a-z, A-Z and digits, not none"),
    ],
)
def test_moves_that_no_text_spells_cannot_be_made(make: Callable[[], object], message: str) -> None:
    with pytest.raises(NotationError) as error:
        make()
    assert str(error.value) == message


def test_the_phrases_are_all_moves_in_order() -> None:
    names = [p.name for p in Rules().perches]
    seats, chance = po.phrases(Rules(rounds=2))
    assert seats == (*(f"place {n}" for n in names), "discard", *(f"peek {n}" for n in names), "peek none")
    assert chance == (*(f"draw {bird}" for bird in range(1, 13)), "draw J", "clear")
    seats, chance = po.phrases(Rules(birds=1, perches=(perch("x", 1),)))
    assert (seats, chance) == (("place x", "discard"), ("draw 1", "draw J"))


# Refusals


@pytest.mark.parametrize(
    ("texts", "move", "refusal"),
    [
        ("", "place 10", Refusal("PO-T1", "table-draws")),
        ("", "clear", Refusal("PO-T1", "table-draws")),
        ("", "draw 13", Refusal("PO-T1", "table-draws")),
        ("draw 7, place 10, draw 1, place 9", "draw 7", Refusal("PO-T1", "table-draws")),
        ("draw 7", "draw 8", Refusal("PO-T2", "place-asked")),
        ("draw 7", "clear", Refusal("PO-T2", "place-asked")),
        ("draw 7", "peek none", Refusal("PO-9", "not-asked")),
        ("draw 7", "discard", Refusal("PO-12", "room-left")),
        ("draw 7", "place 11", Refusal("PO-T2", "no-such-perch", (("perch", "11"),))),
        (
            "draw 7, place 10, draw 1, place 9, draw 2",
            "place 10",
            Refusal("PO-T2", "own-card-there", (("perch", "10"),)),
        ),
        ("draw 7, place 10, draw 1, place 3", "place 4", Refusal("PO-9", "peek-asked")),
        ("draw 7, place 10, draw 1, place 3", "draw 4", Refusal("PO-9", "peek-asked")),
        ("draw 7, place 10, draw 1, place 3", "peek 11", Refusal("PO-9", "no-such-perch", (("perch", "11"),))),
        ("draw 7, place 10, draw 1, place 3", "peek 9", Refusal("PO-9", "empty-perch", (("perch", "9"),))),
        ("draw 7, place 10, draw 1, place 3", "peek 3", Refusal("PO-9", "own-card", (("perch", "3"),))),
        ("draw 7, place 10, draw J, place 3", "peek 10", Refusal("PO-9", "jaguar-never-peeks")),
        (
            "draw 9, place 10, draw 4, place 10, draw 1, place 9, draw 5, place 3",
            "peek 10",
            Refusal("PO-9", "face-up", (("perch", "10"),)),
        ),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule(texts: str, move: str, refusal: Refusal) -> None:
    state = played(texts) if texts else po.new_game(Rules())
    before = hash(state)
    with pytest.raises(IllegalMoveError) as error:
        po.apply(state, po.parse_move(move))
    assert error.value.refusal == refusal
    assert error.value.move == po.parse_move(move)
    assert po.why_illegal(state, po.parse_move(move)) == refusal
    assert hash(state) == before


def test_refusals_on_a_full_board_and_after_the_end() -> None:
    rules = Rules(birds=2, rounds=2, perches=(perch("x", 4),))
    state = played("draw 2, place x, draw 1, place x, draw 1", rules=rules)
    assert po.why_illegal(state, po.Place(PerchName("x"))) == Refusal("PO-12", "no-room")
    assert po.why_illegal(state, po.Discard()) is None
    state = po.apply(state, po.Discard())
    state = po.apply(po.apply(state, po.Draw(Card(2))), po.Place(PerchName("x")))
    state = po.apply(po.apply(state, po.Draw(JAGUAR)), po.Place(PerchName("x")))
    state = po.apply(po.apply(state, po.Draw(JAGUAR)), po.Place(PerchName("x")))
    assert po.why_illegal(state, po.Draw(JAGUAR)) == Refusal("PO-14", "table-clears")
    assert po.why_illegal(state, po.Clear()) is None
    over = round_of(Rules(birds=1, perches=DOUBLES), "a", "b", "c", "d")
    assert po.why_illegal(over, po.Clear()) == Refusal("-", "game-over")
    for move in (po.Clear(), po.Draw(Card(1)), po.Place(PerchName("a")), po.Discard(), po.Peek(None)):
        with pytest.raises(IllegalMoveError) as error:
            po.apply(over, move)
        assert error.value.refusal == Refusal("-", "game-over")


def test_what_is_no_move_at_all_is_refused_as_one() -> None:
    for texts in ("draw 7", "draw 7, place 10", "draw 7, place 10, draw 1, place 3"):
        for thing in ("place 10", None, 7):
            with pytest.raises(IllegalMoveError):
                po.apply(played(texts), cast(po.Move, thing))


def test_checked_and_unchecked_moves_agree() -> None:
    rng = Random(5)
    for _ in range(30):
        state = po.new_game(Rules(rounds=2))
        while legal := po.legal_moves(state):
            assert all(po.why_illegal(state, move) is None for move in legal)
            move = legal[int(rng.random() * len(legal))]
            after = po.apply(state, move)
            assert after == po.apply_unchecked(state, move)
            state = after


def test_a_seat_that_there_is_not_sees_nothing() -> None:
    state = po.new_game(po.Rules())
    for seat in (-1, 2, 5):
        with pytest.raises(UnknownSeatError, match="the seats are 0 to 1"):
            po.observe(state, Seat(seat))

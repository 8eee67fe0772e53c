"""Animals, rule by rule (AN-0 … AN-11): worked examples with the right values written out by hand."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import attrs
import pytest

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, UnknownSeatError
from boardgames_fr.game import CHANCE, Outcome, Refusal, Seat
from boardgames_fr.games import animals as an
from boardgames_fr.games.animals import Animal, Calls, Card, Move, Phase, Rank, Rules, State, Suit

ANNA, BEN, VERA, GREG = map(Seat, range(4))


def play(state: State, *texts: str) -> State:
    for text in texts:
        state = an.apply(state, an.parse_move(text))
    return state


def table(*texts: str, rules: Rules | None = None) -> State:
    """The state after these moves. The dealer is the last seat, so that Anna, seat 0, gets the first card."""
    rules = Rules(dealer=Seat(3)) if rules is None else rules
    return play(an.new_game(rules), *texts)


def deals(cards: str) -> list[str]:
    return [f"deal {card}" for card in cards.split()]


def legal(state: State) -> list[str]:
    return [str(move) for move in an.legal_moves(state)]


def piles(state: State) -> list[str]:
    return [" ".join(map(str, state.pile(Seat(seat)))) for seat in range(state.rules.seats)]


def refused(state: State, text: str) -> Refusal:
    move = an.parse_move(text)
    with pytest.raises(IllegalMoveError) as caught:
        an.apply(state, move)
    assert caught.value.move == move
    assert an.why_illegal(state, move) == caught.value.refusal
    return caught.value.refusal


SPREAD = "AC 2C 3C 4C 5C 6C 8C 9C TC JC QC KC"
"""Twelve ranks, so that no two tops ever match."""


# AN-0: the rules object


@pytest.mark.parametrize(
    ("fields", "field", "allowed"),
    [
        ({"seats": 3}, "seats", "an integer from 4 to 8"),
        ({"seats": 9}, "seats", "an integer from 4 to 8"),
        ({"seats": 1, "small_table": True}, "seats", "an integer from 2 to 8"),
        ({"seats": True}, "seats", "an integer from 4 to 8"),
        ({"seats": "4"}, "seats", "an integer from 4 to 8"),
        ({"seats": 4.0}, "seats", "an integer from 4 to 8"),
        ({"animals": ("a", "b", "c")}, "animals", "one a seat, 4"),
        ({"animals": ("a", "b", "c", "d", "e")}, "animals", "one a seat, 4"),
        ({"animals": ("a", "b", "c", "a")}, "animals", "each name once"),
        ({"animals": ("a", "b", "c", "none")}, "animals", "lower-case letters a-z and digits, not none"),
        ({"animals": ("a", "b", "c", "D")}, "animals", "lower-case letters a-z and digits, not none"),
        ({"animals": ("a", "b", "c", "é")}, "animals", "lower-case letters a-z and digits, not none"),
        ({"animals": ("a", "b", "c", "")}, "animals", "lower-case letters a-z and digits, not none"),
        ({"animals": ("a", "b", "c", 4)}, "animals", "lower-case letters a-z and digits, not none"),
        ({"animals": ("a", "b", "c", "d\n")}, "animals", "lower-case letters a-z and digits, not none"),
        ({"animals": "abcd"}, "animals", "a sequence of names"),
        ({"dealer": 4}, "dealer", "an integer from 0 to 3"),
        ({"dealer": -1}, "dealer", "an integer from 0 to 3"),
        ({"dealer": False}, "dealer", "an integer from 0 to 3"),
        ({"rounds": 0}, "rounds", "an integer from 1 to 1000000000"),
        ({"packs": 0}, "packs", "an integer from 1 to 4"),
        ({"packs": 5}, "packs", "an integer from 1 to 4"),
        ({"first_weight": 0}, "first_weight", "an integer from 1 to 1000000000"),
        ({"tie_weight": -1}, "tie_weight", "an integer from 0 to 1000000000"),
        ({"calls": "names"}, "calls", "a Calls: names or cries"),
        ({"small_table": 1}, "small_table", "true or false"),
        (
            {"calls": Calls.CRIES, "animals": ("renard", "tapir", "chat", "loup")},
            "calls",
            "cries are known of renard, hibou, chat, loup, ours, lapin, vache, coq",
        ),
    ],
)
def test_rules_that_make_no_game_are_refused_with_field_and_allowed_values(
    fields: dict[str, object], field: str, allowed: str
) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**fields)  # type: ignore[arg-type]  # wrong on purpose
    assert (caught.value.field, caught.value.allowed) == (field, allowed)


def test_a_refused_rule_shows_the_value_at_fault() -> None:
    with pytest.raises(RulesError) as caught:
        Rules(animals=["a", "b", "none", "d"])
    assert caught.value.value == "none"
    with pytest.raises(RulesError) as caught:
        Rules(calls=Calls.CRIES, animals=["renard", "tapir", "chat", "loup"])
    assert caught.value.value == "tapir"


@pytest.mark.parametrize("seats", range(4, 9))
def test_each_table_has_the_first_animals_by_default(seats: int) -> None:
    assert Rules(seats=seats).animals == ("renard", "hibou", "chat", "loup", "ours", "lapin", "vache", "coq")[:seats]


def test_every_default_is_that_of_the_rules_page() -> None:
    assert attrs.asdict(Rules()) == {
        "seats": 4,
        "animals": ("renard", "hibou", "chat", "loup"),
        "dealer": 0,
        "rounds": 1,
        "packs": 1,
        "first_weight": 10,
        "tie_weight": 1,
        "calls": Calls.NAMES,
        "small_table": False,
    }
    assert [calls.value for calls in Calls] == ["names", "cries"]


def test_extreme_rules_are_accepted() -> None:
    assert Rules(seats=2, small_table=True).animals == ("renard", "hibou")
    assert Rules(seats=8, small_table=True, dealer=Seat(7)).dealer == 7
    assert Rules(packs=4, first_weight=1, tie_weight=0, rounds=1).packs == 4
    assert Rules(animals=["0", "b", "none1", "d"]).animals == ("0", "b", "none1", "d")


def test_rules_are_values() -> None:
    rules = Rules(seats=5, animals=["a", "b", "c", "d", "e"])
    assert rules == Rules(seats=5, animals=("a", "b", "c", "d", "e"))
    assert rules != Rules(seats=5)
    assert hash(rules) == hash(copy.deepcopy(rules))
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert legal(table(*deals("7H 7C"), rules=again)) == ["call a", "call b", "call c", "call d", "call e", "call none"]


def test_presets_are_the_plain_game_cries_and_a_big_table() -> None:
    assert dict(an.PRESETS) == {
        "classic": Rules(),
        "barnyard": Rules(calls=Calls.CRIES),
        "big": Rules(seats=8, packs=2),
    }
    assert list(an.PRESETS) == ["classic", "barnyard", "big"]
    assert an.seats(Rules(seats=6)) == 6


def test_a_game_is_never_longer_than_its_bound() -> None:
    assert an.longest(Rules()) == (7 * 52, 4 * 52)
    assert an.longest(Rules(seats=8, packs=2, rounds=3)) == (3 * 104 * 15, 3 * 104 * 4 + 2)


# Cards


def test_cards_are_ordered_by_rank_then_suit() -> None:
    assert legal(an.new_game(Rules())) == [f"deal {rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]


def test_a_card_is_a_value_with_a_text() -> None:
    card = Card(Rank.TEN, Suit.SPADES)
    assert (str(card), card.number) == ("TS", 39)
    assert repr(card) == "Card(rank=<Rank.TEN: 'T'>, suit=<Suit.SPADES: 'S'>)"
    assert Card.parse("TS") == card
    assert pickle.loads(pickle.dumps(card)) == card
    assert hash(Card.parse("TS")) == hash(card)
    with pytest.raises(TypeError, match=r"^a card has a Rank and a Suit, not 7 and Suit.HEARTS$"):
        Card("7", Suit.HEARTS)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(TypeError):
        Card(Rank.SEVEN, "H")  # type: ignore[arg-type]  # wrong on purpose


# Notation


@pytest.mark.parametrize(
    "text",
    ["deal 7H", "deal TS", "deal AC", "call loup", "call none", "call 007", "first 0", "first 7", "tie", "gather"],
)
def test_texts_parse_back(text: str) -> None:
    move = an.parse_move(text)
    assert str(move) == text
    assert an.parse_move(str(move)) == move
    assert hash(an.parse_move(text)) == hash(move)


FORMS = "deal CARD, call ANIMAL, call none, first SEAT, tie or gather"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", FORMS),
        ("deal", FORMS),
        ("call", FORMS),
        ("Tie", FORMS),
        ("tie ", FORMS),
        ("gather 1", FORMS),
        ("answer ?", FORMS),
        (" call loup", FORMS),
        ("deal 10H", "a card: A 2 3 4 5 6 7 8 9 T J Q K, then C D H S, after deal"),
        ("deal 7h", "a card: A 2 3 4 5 6 7 8 9 T J Q K, then C D H S, after deal"),
        ("deal  7H", "a card: A 2 3 4 5 6 7 8 9 T J Q K, then C D H S, after deal"),
        ("call Loup", "an animal in lower-case letters and digits, or none, after call"),
        ("call loup ", "an animal in lower-case letters and digits, or none, after call"),
        ("call ", "an animal in lower-case letters and digits, or none, after call"),
        ("call ٣", "an animal in lower-case letters and digits, or none, after call"),
        ("first 8", "a seat from 0 to 7, after first"),
        ("first 01", "a seat from 0 to 7, after first"),
        ("first -1", "a seat from 0 to 7, after first"),
    ],
)
def test_malformed_texts_are_refused_and_told_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        an.parse_move(text)
    assert (caught.value.text, caught.value.expected) == (text, expected)


def test_moves_cannot_be_made_of_nonsense() -> None:
    for make in (
        lambda: an.Deal("7H"),  # type: ignore[arg-type]  # wrong on purpose
        lambda: an.Call(Animal("none")),
        lambda: an.Call(Animal("Loup")),
        lambda: an.Call(7),  # type: ignore[arg-type]  # wrong on purpose
        lambda: an.First(Seat(8)),
        lambda: an.First(Seat(-1)),
        lambda: an.First(True),  # type: ignore[arg-type]  # wrong on purpose
    ):
        with pytest.raises(NotationError):
            make()


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: an.Deal("7H"), "'deal 7H': expected a Card"),  # type: ignore[arg-type]  # wrong on purpose
        (
            lambda: an.Call(Animal("Loup")),
            "'call Loup': expected none, or an animal: lower-case letters a-z and digits, not none",
        ),
        (lambda: an.First(Seat(8)), "'first 8': expected a seat from 0 to 7"),
    ],
)
def test_a_move_made_of_nonsense_is_told_what_it_could_be_made_of(make: Callable[[], Move], text: str) -> None:
    with pytest.raises(NotationError) as caught:
        make()
    assert str(caught.value) == text


def test_phrases_are_all_moves_in_order() -> None:
    seats, chance = an.phrases(Rules(seats=5, rounds=2))
    assert seats == ("call renard", "call hibou", "call chat", "call loup", "call ours", "call none")
    assert chance[:52] == tuple(legal(an.new_game(Rules())))
    assert chance[52:] == ("first 0", "first 1", "first 2", "first 3", "first 4", "tie", "gather")
    assert an.phrases(Rules(tie_weight=0))[1][52:] == ("first 0", "first 1", "first 2", "first 3")


# AN-1: the deal


def test_the_first_card_goes_to_the_dealers_left_then_clockwise() -> None:
    state = table(*deals("AC 2C 3C 4C 5C"), rules=Rules(dealer=Seat(2)))
    assert piles(state) == ["2C", "3C", "4C", "5C AC"]
    assert state.receiver == 0


def test_each_card_is_dealt_once_and_evenly() -> None:
    state = table(*deals("7H 8D"))
    assert "deal 7H" not in legal(state)
    assert len(legal(state)) == 50
    assert an.chance_weights(state) == (1,) * 50
    assert an.to_move(state) is CHANCE
    assert refused(state, "deal 7H") == Refusal("AN-1", "not-in-pack", (("card", "7H"),))


def test_nothing_speaks_against_a_card_that_is_left_in_the_pack() -> None:
    state = table(*deals("7H 8D"))
    for card in ("AC", "7C", "KS"):
        assert an.why_illegal(state, an.parse_move(f"deal {card}")) is None


def test_with_several_packs_a_card_is_as_likely_as_it_has_copies_left() -> None:
    rules = Rules(packs=3)
    state = table(*deals("AC AD"), rules=rules)  # 2 seats match: both stay silent
    state = play(state, "call none", "call none", *deals("AC"))
    state = play(state, "call none", "call none", "call none", *deals("2S"))
    state = play(state, "call none", "call none", "call none")
    weights = dict(zip(legal(state), an.chance_weights(state), strict=True))
    assert len(weights) == 52
    assert (weights["deal AC"], weights["deal AD"], weights["deal AH"], weights["deal 2S"]) == (1, 2, 3, 2)
    assert sum(weights.values()) == 3 * 52 - 4
    state = play(state, *deals("AC"))
    assert state.phase is Phase.ANSWER
    state = play(state, *["call none"] * 3)
    assert "deal AC" not in legal(state)
    assert len(legal(state)) == 51
    assert len(an.chance_weights(state)) == 51
    assert refused(state, "deal AC") == Refusal("AN-1", "not-in-pack", (("card", "AC"),))


# AN-2, AN-3: groups and windows


def test_a_match_opens_a_window_for_its_owners_in_seat_order() -> None:
    state = table(*deals("7H 8D 7C"))
    assert (state.phase, an.to_move(state)) == (Phase.ANSWER, ANNA)
    assert legal(state) == ["call renard", "call hibou", "call chat", "call loup", "call none"]
    assert an.chance_weights(state) == ()
    state = play(state, "call none")
    assert an.to_move(state) == VERA
    state = play(state, "call none")
    assert an.to_move(state) is CHANCE


def test_the_phases_have_their_names() -> None:
    assert [phase.value for phase in Phase] == ["deal", "answer", "judge", "gather", "over"]


def test_without_a_match_the_table_deals_on() -> None:
    state = table(*deals(SPREAD))
    assert (state.phase, state.asked, state.openers) == (Phase.DEAL, (), ())


def test_an_unclaimed_match_is_asked_again_after_every_deal_until_a_top_changes() -> None:
    state = table(*deals("7H 7C"), "call none", "call none", *deals("8D"))
    assert state.asked == (ANNA, BEN)
    state = play(state, "call none", "call none", *deals("9D"))
    assert state.asked == (ANNA, BEN)
    state = play(state, "call none", "call none", *deals("KD"))  # on Anna's 7
    assert (state.phase, state.asked) == (Phase.DEAL, ())


def test_one_window_is_for_all_open_groups_in_seat_order() -> None:
    state = table(*deals("7H 8D 7C"), "call none", "call none", *deals("8C"))
    assert state.asked == (ANNA, BEN, VERA, GREG)
    order = []
    while isinstance(seat := an.to_move(state), int):
        order.append(seat)
        state = play(state, "call none")
    assert order == [0, 1, 2, 3]


def test_the_answers_are_public_when_the_last_is_given_and_stay_until_the_next_deal() -> None:
    state = table(*deals("7H 7C"), "call chat")
    assert an.observe(state, BEN).answers == ()
    state = play(state, "call none")
    public = (an.Answer(ANNA, Animal("chat")), an.Answer(BEN, None))
    for seat in (ANNA, BEN, VERA, None):
        assert an.observe(state, seat).answers == public
    state = play(state, "deal 9D")
    assert an.observe(state, BEN).answers == ()


# AN-4, AN-5: calls and captures (the example of the text: Anna renard 7H, Ben hibou 7C)


def test_one_right_call_takes_the_pile_and_leaves_the_callers_top() -> None:
    state = table(*deals("7H 7C"), "call hibou", "call none")
    assert piles(state) == ["7H 7C", "", "", ""]
    assert (state.phase, state.receiver) == (Phase.DEAL, VERA)  # the next card goes to whoever was next
    state = play(state, "deal 2D")
    assert piles(state) == ["7H 7C", "", "2D", ""]


@pytest.mark.parametrize(
    "answers", [("call renard", "call none"), ("call chat", "call loup"), ("call none", "call none")]
)
def test_wrong_calls_win_nothing_and_cost_nothing(answers: tuple[str, str]) -> None:
    state = table(*deals("7H 7C"), *answers)
    assert piles(state) == ["7H", "7C", "", ""]
    assert (state.phase, state.receiver, state.closed) == (Phase.DEAL, VERA, 0)


def test_one_right_and_one_wrong_call_need_no_judgement() -> None:
    assert piles(table(*deals("7H 7C"), "call chat", "call renard")) == ["", "7C 7H", "", ""]


def test_captured_piles_go_under_the_callers_own_in_their_order() -> None:
    state = table(*deals("AC 2C 3C 4C 5C 6C 8C 9C"))
    assert piles(state) == ["5C AC", "6C 2C", "8C 3C", "9C 4C"]
    state = play(state, *deals("TC TD"), "call none", "call renard")
    assert piles(state) == ["", "TD 6C 2C TC 5C AC", "8C 3C", "9C 4C"]


def test_a_seat_without_cards_is_not_out_and_gets_its_next_card() -> None:
    state = table(*deals("7H 7C"), "call hibou", "call none", *deals("2D 3D 4D"))
    assert state.receiver == BEN
    state = play(state, "deal 5D")
    assert piles(state) == ["4D 7H 7C", "5D", "2D", "3D"]


def test_empty_piles_do_not_match_one_another() -> None:
    state = table(*deals("7H 7C"))
    assert state.asked == (ANNA, BEN)


# AN-6: judgements


def both_right() -> State:
    return table(*deals("7H 7C"), "call hibou", "call renard")


def test_two_right_calls_are_judged_by_the_table() -> None:
    state = both_right()
    assert (state.phase, an.to_move(state), state.judged) == (Phase.JUDGE, CHANCE, Rank.SEVEN)
    assert legal(state) == ["first 0", "first 1", "tie"]
    assert an.chance_weights(state) == (10, 10, 1)


def test_the_first_of_two_right_calls_takes_the_pile() -> None:
    assert piles(play(both_right(), "first 0")) == ["7H 7C", "", "", ""]
    assert piles(play(both_right(), "first 1")) == ["", "7C 7H", "", ""]


def test_a_tie_leaves_the_piles_and_closes_the_group() -> None:
    state = play(both_right(), "tie")
    assert piles(state) == ["7H", "7C", "", ""]
    assert (state.phase, state.closed, state.openers) == (Phase.DEAL, 1 << 6, ())
    assert an.observe(state, None).groups == (an.Group(Rank.SEVEN, (ANNA, BEN), open=False),)


def test_the_odds_are_options_and_without_a_weight_there_is_no_tie() -> None:
    moves = (*deals("7H 7C"), "call hibou", "call renard")
    state = table(*moves, rules=Rules(dealer=Seat(3), first_weight=3, tie_weight=2))
    assert an.chance_weights(state) == (3, 3, 2)
    state = table(*moves, rules=Rules(dealer=Seat(3), first_weight=3, tie_weight=0))
    assert (legal(state), an.chance_weights(state)) == (["first 0", "first 1"], (3, 3))
    assert refused(state, "tie") == Refusal("AN-6", "never-a-tie")


def test_a_closed_pair_is_not_asked_again_when_another_card_comes() -> None:
    state = play(both_right(), "tie", "deal 9D")
    assert (state.phase, state.receiver) == (Phase.DEAL, GREG)


def test_a_third_seven_opens_a_closed_pair_again_for_all_three() -> None:
    state = play(both_right(), "tie", "deal 9D", "deal 7S")
    assert state.asked == (ANNA, BEN, GREG)
    assert state.closed == 0


def test_a_seven_that_covers_a_seven_opens_the_group_again() -> None:
    state = play(both_right(), "tie", *deals("9D TD 7S"))
    assert piles(state)[0] == "7S 7H"
    assert state.asked == (ANNA, BEN)


THREE = (*deals("7H 7C"), "call none", "call none", "deal 7D")
"""An old pair left standing, Anna and Ben, and a third card, Vera's."""


def test_a_top_that_goes_opens_the_group_of_those_who_remain() -> None:
    state = table(*THREE, "call hibou", "call renard", "call none", "tie", "deal 9D")
    assert (state.phase, state.receiver, state.closed) == (Phase.DEAL, ANNA, 1 << 6)
    state = play(state, "deal KD")
    assert (state.asked, state.closed) == ((BEN, VERA), 0)


def test_once_open_again_a_group_stays_open_even_if_the_same_seats_and_tops_return() -> None:
    state = play(both_right(), "tie", "deal 7D", "call chat", "call none", "call none")
    assert (piles(state)[:3], state.asked) == (["7H 7D", "7C", ""], (ANNA, BEN))
    state = play(state, "call none", "call none", "deal 9D")
    assert (state.asked, state.closed) == ((ANNA, BEN), 0)


def test_a_closed_group_that_another_rank_touches_stays_closed() -> None:
    state = play(both_right(), "tie", *deals("9D 9C"))
    assert (state.asked, state.closed) == ((VERA, GREG), 1 << 6)
    state = play(state, "call loup", "call none", "deal KD")
    assert (state.phase, state.closed) == (Phase.DEAL, 0)  # Anna's 7 went


TWO_GROUPS = (*deals("7H 8D 7C"), "call none", "call none", "deal 8C")
"""Anna and Vera show sevens, Ben and Greg eights."""


def test_two_groups_are_judged_one_after_another_in_rank_order() -> None:
    state = table(*TWO_GROUPS, "call chat", "call loup", "call renard", "call hibou")
    assert (state.judged, legal(state)) == (Rank.SEVEN, ["first 0", "first 2", "tie"])
    assert refused(state, "first 1") == Refusal("AN-6", "not-correct", (("seat", 1),))
    state = play(state, "first 2")
    assert piles(state) == ["", "8D", "7C 7H", "8C"]
    assert (state.judged, legal(state)) == (Rank.EIGHT, ["first 1", "first 3", "tie"])
    assert refused(state, "first 2") == Refusal("AN-6", "not-correct", (("seat", 2),))
    state = play(state, "tie")
    assert piles(state) == ["", "8D", "7C 7H", "8C"]
    assert (state.phase, state.closed) == (Phase.DEAL, 1 << 7)


def test_ties_close_both_groups() -> None:
    state = table(*TWO_GROUPS, "call chat", "call loup", "call renard", "call hibou", "tie", "tie")
    assert (state.phase, state.closed, state.openers) == (Phase.DEAL, 3 << 6, ())
    state = play(state, "deal 9D")  # on Anna's 7
    assert (state.phase, state.closed) == (Phase.DEAL, 1 << 7)


def test_a_later_groups_automatic_capture_waits_for_an_earlier_groups_judgement() -> None:
    state = table(*TWO_GROUPS, "call chat", "call loup", "call renard", "call none")
    assert (state.judged, piles(state)) == (Rank.SEVEN, ["7H", "8D", "7C", "8C"])
    assert piles(play(state, "tie")) == ["7H", "8D 8C", "7C", ""]
    assert piles(play(state, "first 0")) == ["7H 7C", "8D 8C", "", ""]


def test_an_earlier_groups_automatic_capture_comes_before_a_later_groups_judgement() -> None:
    state = table(*TWO_GROUPS, "call chat", "call loup", "call none", "call hibou")
    assert (state.judged, piles(state)) == (Rank.EIGHT, ["7H 7C", "8D", "", "8C"])
    view = an.observe(state, GREG)
    assert view.captured == (Rank.SEVEN,)
    assert view.asked == (Rank.SEVEN, Rank.EIGHT)
    assert view.groups == (an.Group(Rank.EIGHT, (BEN, GREG), open=True),)
    assert refused(state, "first 0") == Refusal("AN-6", "not-correct", (("seat", 0),))
    assert piles(play(state, "first 3")) == ["7H 7C", "", "", "8C 8D"]


def test_aces_are_settled_first_and_kings_last() -> None:
    state = table(*deals("KH AD KC"), "call none", "call none", "deal AC")
    state = play(state, "call chat", "call loup", "call renard", "call hibou")
    assert state.judged is Rank.ACE
    assert play(state, "tie").judged is Rank.KING


def test_all_see_what_a_judgement_of_aces_is_about() -> None:
    state = table(*deals("AC AD"), "call hibou", "call renard")
    view = an.observe(state, BEN)
    assert (view.phase, view.judged, view.asked, view.answered) == (Phase.JUDGE, Rank.ACE, (Rank.ACE,), (ANNA, BEN))
    assert view.own == an.Answer(BEN, Animal("renard"))


def test_a_call_for_a_stranger_of_another_group_is_wrong() -> None:
    state = table(*TWO_GROUPS, "call hibou", "call renard", "call loup", "call chat")
    assert (state.phase, piles(state)) == (Phase.DEAL, ["7H", "8D", "7C", "8C"])


# AN-7: another window at once


def test_of_three_equal_tops_one_is_taken_and_the_two_that_remain_are_asked_again_at_once() -> None:
    state = table(*THREE)
    assert state.asked == (ANNA, BEN, VERA)
    state = play(state, "call hibou", "call none", "call none")
    assert piles(state) == ["7H 7C", "", "7D", ""]
    assert (state.asked, an.to_move(state)) == ((ANNA, VERA), ANNA)
    state = play(state, "call none", "call renard")
    assert piles(state) == ["", "", "7D 7H 7C", ""]
    assert (state.phase, state.receiver) == (Phase.DEAL, GREG)


def test_three_right_calls_are_judged_and_the_rest_of_the_group_is_asked_again() -> None:
    state = table(*THREE, "call chat", "call renard", "call hibou")
    assert legal(state) == ["first 0", "first 1", "first 2", "tie"]
    assert an.chance_weights(state) == (10, 10, 10, 1)
    state = play(state, "first 1")  # Ben takes Anna's pile
    assert piles(state) == ["", "7C 7H", "7D", ""]
    assert state.asked == (BEN, VERA)
    state = play(state, "call chat", "call hibou", "tie")
    assert (state.phase, state.closed) == (Phase.DEAL, 1 << 6)


def test_without_a_capture_there_is_no_other_window() -> None:
    assert table(*THREE, *["call none"] * 3).phase is Phase.DEAL
    assert table(*THREE, "call hibou", "call renard", "call none", "tie").phase is Phase.DEAL


FIVE = Rules(seats=5, dealer=Seat(4))


def test_only_groups_that_had_a_capture_are_asked_again() -> None:
    state = table(*deals("7H 7C"), "call none", "call none", "deal 7D", *["call none"] * 3, rules=FIVE)
    state = play(state, "deal 8D", *["call none"] * 3, "deal 8H")
    assert state.asked == (0, 1, 2, 3, 4)
    state = play(state, "call none", "call chat", "call none", "call none", "call none")
    assert piles(state) == ["7H", "7C 7D", "", "8D", "8H"]
    assert state.asked == (0, 1)
    view = an.observe(state, None)
    assert view.asked == (Rank.SEVEN,)
    assert [group.open for group in view.groups] == [True, True]
    state = play(state, "call none", "call none", "deal 9D")  # on the first seat's 7: only the eights match
    assert state.asked == (3, 4)


def test_a_group_of_two_that_had_a_capture_is_not_asked_again_while_one_of_three_is() -> None:
    state = table(*deals("7H 7C"), "call none", "call none", "deal 7D", *["call none"] * 3, rules=FIVE)
    state = play(state, "deal 8D", *["call none"] * 3, "deal 8H")
    state = play(state, "call hibou", "call renard", "call none", "call ours", "call none")
    assert (state.judged, piles(state)[3:]) == (Rank.SEVEN, ["8D", "8H"])
    state = play(state, "first 0")
    assert piles(state) == ["7H 7C", "", "7D", "8D 8H", ""]
    assert state.asked == (0, 2)


def test_a_later_groups_capture_does_not_take_the_next_window_from_an_earlier_group() -> None:
    state = table(*deals("7H 7C"), "call none", "call none", "deal 7D", *["call none"] * 3, rules=FIVE)
    state = play(state, "deal 8D", *["call none"] * 3, "deal 8H")
    # Of the sevens and of the eights, one seat each is right: nothing is judged.
    both = play(state, "call hibou", "call none", "call none", "call ours", "call none")
    assert piles(both) == ["7H 7C", "", "7D", "8D 8H", ""]
    assert both.asked == (0, 2)
    # The same with the eights judged.
    state = play(state, "call hibou", "call none", "call none", "call ours", "call loup")
    assert (state.judged, piles(state)[:3]) == (Rank.EIGHT, ["7H 7C", "", "7D"])
    state = play(state, "first 4")
    assert piles(state) == ["7H 7C", "", "7D", "", "8H 8D"]
    assert state.asked == (0, 2)


def test_the_answers_of_a_window_stay_public_until_the_next_one_is_complete() -> None:
    state = table(*THREE, "call hibou", "call none", "call none")
    first = (an.Answer(ANNA, Animal("hibou")), an.Answer(BEN, None), an.Answer(VERA, None))
    assert an.observe(state, GREG).answers == first
    state = play(state, "call loup")
    assert an.observe(state, GREG).answers == first
    assert an.observe(state, GREG).answered == (ANNA,)
    state = play(state, "call none")
    assert an.observe(state, GREG).answers == (an.Answer(ANNA, Animal("loup")), an.Answer(VERA, None))


# AN-8: nobody else answers


def test_outside_a_window_every_call_is_refused() -> None:
    for state in (table(), table(*deals("7H 8C")), both_right()):
        assert refused(state, "call loup") == Refusal("AN-8", "no-window")
        assert refused(state, "call none") == Refusal("AN-8", "no-window")


def test_in_a_window_nothing_but_answers_is_accepted() -> None:
    state = table(*deals("7H 7C"))
    for text in ("deal 9D", "first 0", "tie", "gather"):
        assert refused(state, text) == Refusal("AN-3", "answer-asked")
    assert refused(state, "call ours") == Refusal("AN-3", "no-such-animal", (("animal", "ours"),))


def test_while_the_table_deals_nothing_else_is_accepted() -> None:
    for text in ("first 0", "tie", "gather"):
        assert refused(table(), text) == Refusal("AN-1", "table-deals")


def test_what_is_no_move_at_all_is_refused_and_not_an_accident() -> None:
    for state in (table(), table(*deals("7H 7C")), both_right()):
        for nonsense in ("deal 9D", None, 7, Card.parse("9D")):
            with pytest.raises(IllegalMoveError) as caught:
                an.apply(state, nonsense)  # type: ignore[arg-type]  # wrong on purpose
            assert caught.value.refusal == Refusal("-", "no-move")


# AN-9: the end


LAST_SEVENS = [f"{rank}{suit}" for rank in "A2345689TJQK" for suit in "CDHS"] + ["7C", "7D", "7S", "7H"]


def silent(state: State, cards: list[str]) -> State:
    """All cards dealt in this order and nobody calls, but for the answers after the last card."""
    for card in cards:
        while isinstance(an.to_move(state), int):
            state = play(state, "call none")
        state = play(state, f"deal {card}")
    return state


def test_the_last_cards_window_is_played_before_the_round_ends() -> None:
    state = silent(table(), LAST_SEVENS)
    assert (state.asked, legal(state)[0], an.outcome(state)) == ((0, 1, 2, 3), "call renard", None)
    state = play(state, "call hibou", "call none", "call none", "call none")
    assert state.asked == (0, 2, 3)  # AN-7, also without a card left
    assert an.observe(state, None).receiver is None
    state = play(state, *["call none"] * 3)
    assert (state.phase, an.to_move(state), legal(state)) == (Phase.OVER, None, [])
    assert an.outcome(state) == Outcome((ANNA,), (26, 0, 13, 13), (3.0, -1.0, -1.0, -1.0))
    assert [len(state.pile(Seat(seat))) for seat in range(4)] == [26, 0, 13, 13]
    assert refused(state, "deal 7H") == Refusal("-", "game-over")
    assert an.chance_weights(state) == ()


def test_a_judgement_after_the_last_card_ends_the_round() -> None:
    state = silent(table(), LAST_SEVENS)
    state = play(state, "call hibou", "call renard", "call none", "call none")
    assert an.outcome(play(state, "tie")) == Outcome((ANNA, BEN, VERA, GREG), (13,) * 4, (0.0,) * 4)
    assert play(state, "first 0").asked == (0, 2, 3)


def test_the_round_ends_at_once_if_the_last_card_matches_nothing() -> None:
    cards = [card for card in LAST_SEVENS if card != "AC"]
    state = silent(table(), [*cards, "AC"])
    assert state.asked == (0, 1, 2)  # the other three show sevens
    state = silent(table(), [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"])
    assert state.phase is Phase.OVER


@pytest.mark.parametrize(
    ("seats", "cards"),
    [
        (4, (13, 13, 13, 13)),
        (5, (10, 11, 11, 10, 10)),
        (6, (8, 9, 9, 9, 9, 8)),
        (7, (7, 8, 8, 8, 7, 7, 7)),
        (8, (6, 7, 7, 7, 7, 6, 6, 6)),
    ],
)
def test_fifty_two_cards_go_round_though_they_do_not_divide_evenly(seats: int, cards: tuple[int, ...]) -> None:
    state = silent(an.new_game(Rules(seats=seats)), LAST_SEVENS)
    while isinstance(an.to_move(state), int):
        state = play(state, "call none")
    outcome = an.outcome(state)
    assert outcome is not None
    assert outcome.scores == cards
    assert outcome.winners == tuple(seat for seat in range(seats) if cards[seat] == max(cards))
    assert sum(outcome.returns) == pytest.approx(0)


@pytest.mark.parametrize("seats", [2, 3])
def test_two_and_three_seats_play_by_the_same_rules(seats: int) -> None:
    rules = Rules(seats=seats, small_table=True, dealer=Seat(seats - 1))
    state = table(*deals("7H 7C"), rules=rules)
    assert legal(state)[-1] == "call none"
    assert len(legal(state)) == seats + 1
    assert piles(play(state, "call none", "call renard")) == ["", "7C 7H", ""][:seats]


# AN-10: rounds


def test_a_finished_round_stays_counted_until_the_table_gathers() -> None:
    rules = Rules(dealer=Seat(3), rounds=2)
    state = play(silent(table(rules=rules), LAST_SEVENS), "call hibou", "call none", "call none", "call none")
    state = play(state, *["call none"] * 3)
    assert (state.phase, an.to_move(state), legal(state)) == (Phase.GATHER, CHANCE, ["gather"])
    assert an.chance_weights(state) == (1,)
    assert (state.won, state.round, an.outcome(state)) == ((26, 0, 13, 13), 1, None)
    assert len(piles(state)[0].split()) == 26
    for text in ("deal 7H", "first 0", "tie"):
        assert refused(state, text) == Refusal("AN-10", "table-gathers")
    state = play(state, "gather")
    assert (state.round, state.dealer, state.receiver) == (2, ANNA, BEN)
    assert piles(state) == ["", "", "", ""]
    assert len(legal(state)) == 52
    assert state.won == (26, 0, 13, 13)
    # `gather` does not clear the last answers, the next deal does.
    silence = tuple(an.Answer(Seat(seat), None) for seat in (0, 2, 3))
    assert an.observe(state, None).answers == silence
    assert an.observe(play(state, "deal 7H"), None).answers == ()
    state = silent(state, LAST_SEVENS)
    state = play(state, "call hibou", "call none", "call none", "call none", "call chat", "call none", "call none")
    state = play(state, "call none", "call none")
    assert an.outcome(state) == Outcome((ANNA,), (26 + 39, 0, 13, 13 + 13), (3.0, -1.0, -1.0, -1.0))
    assert len(state.pile(ANNA)) == 39  # the last piles stay
    assert an.observe(state, None).answers == (an.Answer(ANNA, None), an.Answer(GREG, None))


def test_a_closed_group_of_the_last_round_does_not_live_on() -> None:
    rules = Rules(dealer=Seat(3), rounds=2)
    state = play(silent(table(rules=rules), LAST_SEVENS), "call hibou", "call renard", "call none", "call none", "tie")
    assert (state.phase, state.closed) == (Phase.GATHER, 1 << 6)
    state = play(state, "gather")
    assert state.closed == 0
    assert play(state, *deals("7H 7C")).asked == (BEN, VERA)


# AN-11: cries are the same game


def test_cries_change_nothing_but_what_is_said() -> None:
    for calls in Calls:
        state = table(*deals("7H 7C"), rules=Rules(dealer=Seat(3), calls=calls))
        assert legal(state)[:2] == ["call renard", "call hibou"]
        assert piles(play(state, "call hibou", "call none")) == ["7H 7C", "", "", ""]


# States


def test_a_state_is_a_value_and_a_move_leaves_it_untouched() -> None:
    state = table(*deals("7H 7C"))
    before = copy.deepcopy(state)
    play(state, "call hibou", "call renard", "first 0")
    assert state == before
    assert hash(state) == hash(before)
    assert pickle.loads(pickle.dumps(state)) == state
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.turn = 1  # type: ignore[misc]  # wrong on purpose


def test_the_way_there_does_not_matter() -> None:
    one = table(*deals("7H 8C"))
    assert one == table(*deals("7H 8C"))
    assert table(*deals("7H 7C"), "call none", "call none") != table(*deals("7H 7C"), "call none", "call chat")


def test_what_follows_from_the_facts_is_neither_compared_nor_shown() -> None:
    state = table(*deals("7H 7C"))
    derived = [field.name for field in attrs.fields(State) if not field.eq]
    assert derived == ["holders", "receiver", "left", "deals"]
    assert all(f"{name}=" not in repr(state) for name in derived)
    assert attrs.evolve(state, holders=(), receiver=ANNA, left=0, deals=()) == state


def test_unchecked_moves_lead_to_the_same_states() -> None:
    state = table(*TWO_GROUPS, "call chat", "call loup", "call renard", "call hibou")
    for text in ("first 0", "first 2", "tie"):
        move = an.parse_move(text)
        assert an.apply(state, move) == an.apply_unchecked(state, move)


def test_first_may_only_be_said_of_a_right_caller() -> None:
    state = both_right()
    assert refused(state, "first 2") == Refusal("AN-6", "not-correct", (("seat", 2),))
    assert refused(state, "first 7") == Refusal("AN-6", "not-correct", (("seat", 7),))
    assert refused(state, "deal 9D") == Refusal("AN-6", "table-judges", (("rank", "7"),))
    assert refused(state, "gather") == Refusal("AN-6", "table-judges", (("rank", "7"),))
    assert refused(state, "call loup") == Refusal("AN-8", "no-window")


def test_a_seat_that_there_is_not_sees_nothing() -> None:
    state = an.new_game(an.Rules())
    for seat in (-1, 4):
        with pytest.raises(UnknownSeatError, match="the seats are 0 to 3"):
            an.observe(state, Seat(seat))
    assert an.observe(state, Seat(3)).seat == 3

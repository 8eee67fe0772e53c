"""La frise de la domestication, rule by rule."""

from __future__ import annotations

import copy
import pickle
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import cast

import attrs
import pytest

from boardgames_fr.errors import IllegalMoveError, NotationError, RulesError, StateError
from boardgames_fr.game import CHANCE, Outcome, Refusal, Seat
from boardgames_fr.games import domestication as do
from boardgames_fr.games.domestication import Card, CardIndex, CardName, Date, Dates, Deal, Gap, Place, Rules, Year

other = cast("Callable[..., Card]", attrs.evolve)
ABC = (Card(CardName("a"), Year(1)), Card(CardName("b"), Year(2)), Card(CardName("c"), Year(3)))
FIVE = (*ABC, Card(CardName("d"), Year(4)), Card(CardName("e"), Year(5)))

A_NAME = "must have a name of lower-case letters a-z, digits and '-' on every card"
A_YEAR = "must have a whole year from -999999999999 to 999999999999 on every card"
CARDS = "must be a sequence of cards (deck_cards makes them of the entries that a file gives)"
ONE_PLACE = "each of the 5 cards must be in one place: in a hand, on the timeline or not dealt"
BACK_IN_HAND = "the last card played must be on the timeline, or back in its seat's hand for a wrong gap"
IN_ITS_GAP = "the last card played must stand in its gap, and its seat must have one card less"


def deck(**years: int) -> tuple[Card, ...]:
    return tuple(Card(CardName(name), Year(year)) for name, year in years.items())


def played(rules: Rules, *texts: str) -> do.State:
    """The state after these moves, each of which must be among the legal ones."""
    state = do.new_game(rules)
    for text in texts:
        move = do.parse_move(text)
        assert move in do.legal_moves(state), text
        assert do.why_illegal(state, move) is None
        before = copy.deepcopy(state)
        after = do.apply(state, move)
        assert after == do.apply_unchecked(state, move)
        assert state == before
        state = after
        do.check_state(state)
    return state


def dealt(rules: Rules, names: str) -> do.State:
    return played(rules, *(f"deal {name}" for name in names.split()))


def texts(state: do.State) -> list[str]:
    return [str(move) for move in do.legal_moves(state)]


def refusal(state: do.State, text: str) -> str:
    move = do.parse_move(text)
    assert move not in do.legal_moves(state)
    with pytest.raises(IllegalMoveError) as error:
        do.apply(state, move)
    assert error.value.move == move
    assert error.value.refusal == do.why_illegal(state, move)
    return str(error.value.refusal)


# Rules


def test_the_defaults_are_those_of_the_text_with_our_own_deck() -> None:
    rules = Rules()
    assert (rules.seats, rules.first, rules.dates, rules.finish_round, rules.turn_limit) == (
        2,
        0,
        Dates.PRINTED,
        False,
        400,
    )
    assert {card.name: card.year for card in rules.deck} == {
        "ane": -5000,
        "chat": -7250,
        "cheval": -2200,
        "chevre": -8200,
        "chien": -13000,
        "cochon": -7500,
        "dinde": -300,
        "dromadaire": -1000,
        "hamster": 1930,
        "lapin": 1250,
        "mouton": -8400,
        "poule": -1500,
        "vache": -8000,
    }
    assert [dates.value for dates in Dates] == ["printed", "drawn"]


def test_a_deck_is_kept_in_name_order_however_it_is_given() -> None:
    assert Rules(deck=list(reversed(FIVE))).deck == FIVE
    assert Rules(deck=FIVE) == Rules(deck=(FIVE[3], FIVE[0], FIVE[4], FIVE[1], FIVE[2]))
    assert hash(Rules(deck=FIVE)) == hash(Rules(deck=FIVE[::-1]))


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("seats", 0, "must be 1 to 4"),
        ("seats", 5, "must be 1 to 4"),
        ("seats", True, "must be 1 to 4"),
        ("seats", "2", "must be 1 to 4"),
        ("first", -1, "must be a seat, 0 to 1"),
        ("first", 2, "must be a seat, 0 to 1"),
        ("first", False, "must be a seat, 0 to 1"),
        ("dates", "drawn", "must be Dates.PRINTED or Dates.DRAWN"),
        ("finish_round", 1, "must be True or False"),
        ("turn_limit", 0, "must be 1 to 1000000000, or None for no limit"),
        ("turn_limit", True, "must be 1 to 1000000000, or None for no limit"),
        ("turn_limit", 2.0, "must be 1 to 1000000000, or None for no limit"),
        ("deck", "abc", CARDS),
        ("deck", ("a", "b", "c"), CARDS),
        ("deck", do.read_deck_csv("name,year\na,1\nb,2\nc,3\n"), CARDS),
        ("deck", ABC[:1], "must have 2 to 250 cards"),
        ("deck", (), "must have 2 to 250 cards"),
        ("deck", FIVE[:4], "must be one card more than a multiple of 2, to be dealt evenly to 2 seats"),
        ("deck", (ABC[0], ABC[1], ABC[0]), "must have every name once"),
        ("deck", (*ABC[:2], Card(CardName("Chat"), Year(3))), A_NAME),
        ("deck", (*ABC[:2], Card(CardName(""), Year(3))), A_NAME),
        ("deck", (*ABC[:2], Card(CardName("a b"), Year(3))), A_NAME),
        ("deck", (*ABC[:2], other(ABC[2], name=7)), A_NAME),
        ("deck", (*ABC[:2], other(ABC[2], year=True)), A_YEAR),
        ("deck", (*ABC[:2], other(ABC[2], year="3")), A_YEAR),
        ("deck", (*ABC[:2], Card(CardName("x"), Year(10**12))), A_YEAR),
        ("deck", (*ABC[:2], Card(CardName("x"), Year(10**9000))), A_YEAR),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_played_are_refused(field: str, value: object, allowed: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules(**{field: value})  # type: ignore[arg-type]  # wrong on purpose
    assert (error.value.field, error.value.allowed) == (field, allowed)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {"deck": (*ABC[:2], Card(CardName("x"), Year(10**12)))},
            "deck = 'x: 1000000000000': must have a whole year from -999999999999 to 999999999999 on every card",
        ),
        ({"deck": ABC[:1]}, "deck = '1 cards': must have 2 to 250 cards"),
        (
            {"deck": FIVE, "seats": 3},
            "deck = '5 cards': must be one card more than a multiple of 3, to be dealt evenly to 3 seats",
        ),
        ({"deck": "abc"}, f"deck = 'abc': {CARDS}"),
        ({"deck": ("a", *ABC[1:])}, f"deck = 'a': {CARDS}"),
        ({"turn_limit": 10**9 + 1}, "turn_limit = '1000000001': must be 1 to 1000000000, or None for no limit"),
    ],
)
def test_refused_rules_are_told_with_the_value_at_fault(fields: dict[str, object], text: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules(**fields)  # type: ignore[arg-type]  # wrong on purpose
    assert str(error.value) == text


@pytest.mark.parametrize("cards", [frozenset(ABC), dict.fromkeys(ABC), iter(ABC)])
def test_only_a_list_or_a_tuple_of_cards_makes_a_deck(cards: object) -> None:
    with pytest.raises(RulesError) as error:
        Rules(deck=cards)  # type: ignore[arg-type]  # wrong on purpose
    assert (error.value.value, error.value.allowed) == (cards, CARDS)


def test_the_limits_of_the_rules_themselves_are_accepted() -> None:
    assert [do.seats(Rules(seats=seats)) for seats in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert Rules(seats=4, first=Seat(3)).first == 3
    assert Rules(turn_limit=1).turn_limit == 1
    assert Rules(turn_limit=10**9).turn_limit == 10**9
    assert Rules(seats=1, deck=ABC[:2]).deck == ABC[:2]
    most = tuple(Card(CardName(f"{number:03}"), Year(10**12 - 1)) for number in range(250))
    assert len(Rules(seats=3, deck=most).deck) == 250
    with pytest.raises(RulesError, match="251 cards"):
        Rules(deck=(*most, Card(CardName("x"), Year(1 - 10**12))))
    assert Rules(deck=(*ABC[:2], Card(CardName("x-9"), Year(1 - 10**12)))).deck[2].year == 1 - 10**12


def test_the_presets_are_named_rules() -> None:
    assert dict(do.GAME.presets) == {
        "classic": Rules(),
        "solo": Rules(seats=1),
        "blind": Rules(dates=Dates.DRAWN),
        "fair": Rules(finish_round=True),
    }
    assert next(iter(do.GAME.presets)) == "classic"
    assert not do.GAME.missing
    assert do.GAME.low_score_wins


def test_rules_and_states_survive_pickling_and_copying() -> None:
    state = played(Rules(deck=FIVE, first=Seat(1)), *("deal " + name for name in "abcde"), "place a 0")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(state, protocol))
        assert again == state
        assert again.menus == state.menus
        assert hash(again) == hash(state)
        assert texts(again) == texts(state)
    assert copy.copy(state) == state
    assert pickle.loads(pickle.dumps(state.rules)) == state.rules
    assert Rules(deck=FIVE) != Rules(deck=ABC)


def test_longest_counts_turns_and_the_moves_of_the_table() -> None:
    assert do.longest(Rules(turn_limit=7, deck=ABC)) == (7, 3)
    assert do.longest(Rules(turn_limit=7, deck=ABC, dates=Dates.DRAWN)) == (7, 6)
    assert do.longest(Rules(turn_limit=None)) is None


# Moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("date chien -8200", Date(CardName("chien"), Year(-8200))),
        ("date x-1 0", Date(CardName("x-1"), Year(0))),
        ("deal chat", Deal(CardName("chat"))),
        ("place chat 2", Place(CardName("chat"), Gap(2))),
        ("place - 249", Place(CardName("-"), Gap(249))),
    ],
)
def test_texts_and_moves_are_exact_inverses(text: str, move: do.Move) -> None:
    assert do.parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "date NAME YEAR, deal NAME or place NAME GAP"),
        ("deal", "date NAME YEAR, deal NAME or place NAME GAP"),
        ("deal chat ", "date NAME YEAR, deal NAME or place NAME GAP"),
        (" deal chat", "date NAME YEAR, deal NAME or place NAME GAP"),
        ("deal\tchat", "date NAME YEAR, deal NAME or place NAME GAP"),
        ("DEAL chat", "date NAME YEAR, deal NAME or place NAME GAP"),
        ("place chat", "date NAME YEAR, deal NAME or place NAME GAP"),
        ("place chat 1 2", "date NAME YEAR, deal NAME or place NAME GAP"),
        ("deal Chat", "a name of lower-case letters a-z, digits and '-'"),
        ("deal chèvre", "a name of lower-case letters a-z, digits and '-'"),
        ("deal chat\n", "a name of lower-case letters a-z, digits and '-'"),
        ("deal ?", "a name of lower-case letters a-z, digits and '-'"),
        ("place ? 1", "a name of lower-case letters a-z, digits and '-'"),
        ("date ? 1", "a name of lower-case letters a-z, digits and '-'"),
        ("place chat 01", "a gap from 0 to 249 after the name"),
        ("place chat +1", "a gap from 0 to 249 after the name"),
        ("place chat -1", "a gap from 0 to 249 after the name"),
        ("place chat 250", "a gap from 0 to 249 after the name"),
        ("place chat 1000", "a gap from 0 to 249 after the name"),
        ("place chat ١", "a gap from 0 to 249 after the name"),
        ("date chat ?", "a whole year from -999999999999 to 999999999999 after the name"),
        ("date chat -0", "a whole year from -999999999999 to 999999999999 after the name"),
        ("date chat 007", "a whole year from -999999999999 to 999999999999 after the name"),
        ("date chat 1000000000000", "a whole year from -999999999999 to 999999999999 after the name"),
        ("date chat 1\n", "a whole year from -999999999999 to 999999999999 after the name"),
    ],
)
def test_malformed_texts_say_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        do.parse_move(text)
    assert (error.value.text, error.value.expected) == (text, expected)


def test_a_move_that_has_no_text_cannot_be_made() -> None:
    with pytest.raises(NotationError, match="lower-case"):
        Deal(CardName("Chat"))
    with pytest.raises(NotationError, match="lower-case"):
        Date(CardName(""), Year(1))
    with pytest.raises(
        NotationError, match=r"expected a whole year from -999999999999 to 999999999999 after the name$"
    ):
        Date(CardName("chat"), True)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(NotationError, match="lower-case"):
        Place(7, Gap(1))  # type: ignore[arg-type]  # wrong on purpose
    for gap in (-1, 250, True, "1"):
        with pytest.raises(NotationError, match="a gap from 0 to 249 after the name"):
            Place(CardName("chat"), gap)  # type: ignore[arg-type]  # wrong on purpose


def test_which_move_cannot_be_made_is_told() -> None:
    with pytest.raises(NotationError) as error:
        Date(CardName("chat"), Year(10**12))
    assert str(error.value) == "'date': expected a whole year from -999999999999 to 999999999999 after the name"
    with pytest.raises(NotationError) as error:
        Place(CardName("chat"), Gap(250))
    assert str(error.value) == "'place': expected a gap from 0 to 249 after the name"


def test_phrases_are_all_moves_that_there_can_be() -> None:
    assert do.phrases(Rules(deck=ABC)) == (
        tuple(f"place {name} {gap}" for name in "abc" for gap in range(3)),
        ("deal a", "deal b", "deal c"),
    )
    same = deck(a=5, b=-5, c=5)
    assert do.phrases(Rules(deck=same, dates=Dates.DRAWN))[1] == (
        *("date a -5", "date a 5", "date b -5", "date b 5", "date c -5", "date c 5"),
        *("deal a", "deal b", "deal c"),
    )


# DO-1


def test_do_1_the_table_draws_a_year_for_each_card_in_name_order_weighted_by_how_often_it_is_left() -> None:
    rules = Rules(deck=deck(a=7, b=-3, c=7), dates=Dates.DRAWN)
    state = do.new_game(rules)
    assert do.to_move(state) is CHANCE
    assert (texts(state), do.chance_weights(state)) == (["date a -3", "date a 7"], (1, 2))
    state = played(rules, "date a 7")
    assert (texts(state), do.chance_weights(state)) == (["date b -3", "date b 7"], (1, 1))
    state = played(rules, "date a 7", "date b 7")
    assert (texts(state), do.chance_weights(state)) == (["date c -3"], (1,))
    state = played(rules, "date a 7", "date b 7", "date c -3")
    assert (texts(state), do.chance_weights(state)) == (["deal a", "deal b", "deal c"], (1, 1, 1))
    assert state.years == (7, 7, -3)


def test_do_1_nobody_sees_the_year_that_is_drawn() -> None:
    rules = Rules(deck=ABC, dates=Dates.DRAWN)
    state = do.new_game(rules)
    for seat in (None, Seat(0), Seat(1)):
        assert do.seen(state, do.parse_move("date a 2"), seat) == "date a ?"
        views = {do.observe(do.apply(state, move), seat) for move in do.legal_moves(state)}
        assert len(views) == 1
        assert views.pop().unknown == (1, 2, 3)
    assert do.seen(state, do.parse_move("deal a"), None) == "deal a"
    assert do.seen(state, do.parse_move("place a 0"), Seat(1)) == "place a 0"


def test_do_1_every_way_to_hand_out_the_years_is_equally_likely() -> None:
    found: dict[tuple[int, ...], Fraction] = {}

    def follow(state: do.State, odds: Fraction) -> None:
        if not texts(state)[0].startswith("date"):
            found[state.years] = found.get(state.years, Fraction(0)) + odds
            return
        weights = do.chance_weights(state)
        for move, weight in zip(do.legal_moves(state), weights, strict=True):
            follow(do.apply(state, move), odds * Fraction(weight, sum(weights)))

    follow(do.new_game(Rules(deck=deck(a=1, b=1, c=2, d=3, e=3), dates=Dates.DRAWN)), Fraction(1))
    ways = set(permutations((1, 1, 2, 3, 3)))
    assert found == dict.fromkeys(ways, Fraction(1, len(ways)))


def test_do_1_a_state_with_drawn_dates_forgets_which_year_was_printed_on_which_card() -> None:
    given = Rules(deck=deck(a=9, b=1, c=5), dates=Dates.DRAWN)
    assert given.deck == deck(a=9, b=1, c=5)
    assert do.new_game(given).rules.deck == deck(a=1, b=5, c=9)
    assert do.new_game(Rules(dates=Dates.DRAWN)).rules == Rules(dates=Dates.DRAWN)
    shuffled = [card.year for card in do.DEFAULT_DECK]
    other = tuple(Card(card.name, year) for card, year in zip(do.DEFAULT_DECK, reversed(shuffled), strict=True))
    assert do.new_game(Rules(deck=other, dates=Dates.DRAWN)).rules.deck == do.DEFAULT_DECK
    renamed = (Card(CardName("zebre"), do.DEFAULT_DECK[0].year), *do.DEFAULT_DECK[1:])
    years = [card.year for card in do.new_game(Rules(deck=renamed, dates=Dates.DRAWN)).rules.deck]
    assert years == sorted(shuffled)


# DO-2


def test_do_2_cards_are_dealt_in_turn_from_the_first_seat_and_the_last_starts_the_timeline() -> None:
    rules = Rules(seats=3, first=Seat(1), deck=(*FIVE, *deck(f=6, g=7)))
    state = do.new_game(rules)
    assert (texts(state), do.chance_weights(state)) == ([f"deal {name}" for name in "abcdefg"], (1,) * 7)
    state = dealt(rules, "g a c")
    assert texts(state) == ["deal b", "deal d", "deal e", "deal f"]
    assert do.observe(state, None).undealt == ("b", "d", "e", "f")
    state = dealt(rules, "g a c b f d")
    assert (texts(state), do.chance_weights(state), do.to_move(state)) == (["deal e"], (1,), CHANCE)
    state = dealt(rules, "g a c b f d e")
    view = do.observe(state, None)
    assert [[held.name for held in hand] for hand in view.hands] == [["c", "d"], ["g", "b"], ["a", "f"]]
    assert all(held.year is None for hand in view.hands for held in hand)
    assert view.timeline == deck(e=5)
    assert (do.to_move(state), do.chance_weights(state), view.last) == (1, (), None)


def test_do_2_with_two_cards_one_is_dealt_and_one_starts() -> None:
    state = dealt(Rules(seats=1, deck=ABC[:2]), "b a")
    assert texts(state) == ["place b 0", "place b 1"]


# DO-3


def test_do_3_every_card_may_go_into_every_gap_cards_as_they_lie_then_gaps_ascending() -> None:
    state = dealt(Rules(deck=FIVE), "e b a d c")
    assert texts(state) == ["place e 0", "place e 1", "place a 0", "place a 1"]
    state = do.apply(state, do.parse_move("place e 1"))
    assert do.to_move(state) == 1
    assert texts(state) == ["place b 0", "place b 1", "place b 2", "place d 0", "place d 1", "place d 2"]


# DO-4, DO-5


@pytest.mark.parametrize(
    ("text", "right"), [("place a 0", True), ("place a 1", False), ("place e 0", False), ("place e 1", True)]
)
def test_do_4_the_first_card_goes_left_or_right_of_the_initial_one(text: str, right: bool) -> None:
    state = played(Rules(deck=FIVE), "deal a", "deal b", "deal e", "deal d", "deal c", text)
    view = do.observe(state, None)
    assert len(view.timeline) == (2 if right else 1)
    assert view.errors == (0 if right else 1, 0)
    assert view.last == do.Played(Seat(0), CardName(text[6]), Gap(int(text[8])), right)
    assert do.to_move(state) == 1


@pytest.mark.parametrize(("gap", "right"), [(0, False), (1, True), (2, False)])
def test_do_4_a_card_between_two(gap: int, right: bool) -> None:
    state = played(
        Rules(deck=FIVE), "deal c", "deal b", "deal e", "deal d", "deal a", "place e 1", "place b 2", f"place c {gap}"
    )
    view = do.observe(state, None)
    assert [card.name for card in view.timeline] == (["a", "c", "e"] if right else ["a", "e"])
    assert view.errors == (0 if right else 1, 1)


@pytest.mark.parametrize("gap", [0, 1, 2])
def test_do_4_equal_years_may_stand_either_way_round(gap: int) -> None:
    rules = Rules(deck=deck(a=5, b=5, c=5, d=1, e=9))
    state = played(rules, "deal c", "deal d", "deal e", "deal b", "deal a", "place c 0", f"place b {gap}")
    names = [card.name for card in do.observe(state, None).timeline]
    assert names == [["b", "c", "a"], ["c", "b", "a"], ["c", "a", "b"]][gap]
    assert state.errors == (0, 0)


def test_do_5_a_wrong_card_goes_back_to_its_place_hidden_again_and_all_remember_its_year() -> None:
    state = played(Rules(deck=FIVE), "deal a", "deal b", "deal e", "deal d", "deal c", "place a 1")
    for seat in (None, Seat(0), Seat(1)):
        view = do.observe(state, seat)
        assert view.hands[0] == (do.Held(CardName("a"), Year(1)), do.Held(CardName("e"), None))
        assert view.hands[1] == (do.Held(CardName("b"), None), do.Held(CardName("d"), None))
        assert view.timeline == deck(c=3)
        assert view.unknown == (2, 4, 5)
        assert view.errors == (1, 0)
    assert [str(move) for move in do.legal_moves(do.apply(state, do.parse_move("place b 0")))] == [
        *("place a 0", "place a 1", "place a 2"),
        *("place e 0", "place e 1", "place e 2"),
    ]


def test_do_5_a_right_card_leaves_the_others_in_their_places() -> None:
    rules = Rules(seats=1, deck=FIVE)
    state = played(rules, "deal a", "deal b", "deal d", "deal e", "deal c", "place b 0")
    assert texts(state) == [f"place {name} {gap}" for name in "ade" for gap in (0, 1, 2)]
    view = do.observe(state, None)
    assert view.unknown == (1, 4, 5)
    assert view.timeline == deck(b=2, c=3)
    assert view.last == do.Played(Seat(0), CardName("b"), Gap(0), True)


def test_all_cards_are_accounted_for_and_errors_are_counted_one_by_one() -> None:
    state = played(Rules(seats=1, deck=ABC), "deal a", "deal b", "deal c", *("place a 1", "place b 1", "place a 1"))
    assert (state.turns, state.errors, state.timeline) == (3, (3,), (2,))
    state = played(
        Rules(seats=1, deck=ABC), "deal a", "deal b", "deal c", "place a 1", "place a 0", "place b 0", "place b 1"
    )
    assert (state.turns, state.errors, do.to_move(state)) == (4, (2,), None)


# DO-6 to DO-9


def test_do_6_the_first_seat_without_cards_wins_at_once() -> None:
    state = played(Rules(deck=ABC), "deal a", "deal c", "deal b", "place a 0")
    assert do.to_move(state) is None
    assert texts(state) == []
    assert do.chance_weights(state) == ()
    assert do.outcome(state) == Outcome((Seat(0),), (0, 1), (1.0, -1.0))


def test_do_6_the_second_seat_can_win_too() -> None:
    state = played(Rules(deck=ABC), "deal a", "deal c", "deal b", "place a 1", "place c 1")
    assert do.outcome(state) == Outcome((Seat(1),), (1, 0), (-1.0, 1.0))
    assert do.outcome(played(Rules(deck=ABC), "deal a", "deal c", "deal b", "place a 1")) is None


def test_do_6_play_goes_clockwise_from_the_first_seat() -> None:
    rules = Rules(seats=3, first=Seat(2), deck=(*FIVE, *deck(f=6, g=7)))
    state = dealt(rules, "b c a e f g d")
    order = []
    for text in ("place e 0", "place f 0", "place g 0", "place b 1", "place c 1", "place a 1"):
        order.append(do.to_move(state))
        state = do.apply(state, do.parse_move(text))
    assert order == [2, 0, 1, 2, 0, 1]
    assert state.errors == (2, 2, 2)


def test_do_7_the_round_is_finished_and_all_without_cards_win_together() -> None:
    rules = Rules(deck=ABC, finish_round=True)
    state = played(rules, "deal a", "deal c", "deal b", "place a 0")
    assert do.to_move(state) == 1
    assert do.outcome(state) is None
    shared = do.apply(state, do.parse_move("place c 2"))
    assert do.outcome(shared) == Outcome((Seat(0), Seat(1)), (0, 0), (0.0, 0.0))
    alone = do.apply(state, do.parse_move("place c 1"))
    assert do.outcome(alone) == Outcome((Seat(0),), (0, 1), (1.0, -1.0))


def test_do_7_the_last_of_a_round_wins_at_once() -> None:
    rules = Rules(deck=ABC, finish_round=True, first=Seat(1))
    state = played(rules, "deal a", "deal c", "deal b", "place a 1", "place c 1")
    assert do.outcome(state) == Outcome((Seat(0),), (0, 1), (1.0, -1.0))


def test_do_7_three_seats_two_of_them_share() -> None:
    rules = Rules(seats=3, deck=FIVE[:4], finish_round=True)
    state = played(rules, "deal a", "deal b", "deal d", "deal c", "place a 0", "place b 0", "place d 2")
    assert do.outcome(state) == Outcome((Seat(0), Seat(2)), (0, 1, 0), (0.5, -1.0, 0.5))


def test_do_8_alone_the_game_ends_when_the_cards_are_out_and_errors_count() -> None:
    rules = Rules(seats=1, deck=ABC)
    state = played(rules, "deal a", "deal c", "deal b", "place a 1", "place a 0", "place c 0", "place c 2")
    assert do.outcome(state) == Outcome((Seat(0),), (0,), (-2.0,))
    clean = played(rules, "deal a", "deal c", "deal b", "place a 0", "place c 2")
    assert repr(do.outcome(clean)) == "Outcome(winners=(0,), scores=(0,), returns=(0.0,))"


def test_do_9_after_the_last_turn_the_seats_with_the_fewest_cards_win() -> None:
    rules = Rules(deck=FIVE, turn_limit=3)
    deal = ("deal a", "deal b", "deal d", "deal e", "deal c")
    state = played(rules, *deal, "place a 0", "place b 0", "place d 0")
    assert do.to_move(state) is None
    assert do.outcome(state) == Outcome((Seat(0),), (1, 2), (1.0, -1.0))
    state = played(rules, *deal, "place a 1", "place b 1", "place d 0")
    assert do.outcome(state) == Outcome((Seat(0), Seat(1)), (2, 2), (0.0, 0.0))


def test_do_9_a_win_with_the_last_turn_is_a_win() -> None:
    state = played(Rules(deck=ABC, turn_limit=1), "deal a", "deal c", "deal b", "place a 0")
    assert do.outcome(state) == Outcome((Seat(0),), (0, 1), (1.0, -1.0))


def test_do_9_cuts_a_round_short_even_when_it_would_be_finished() -> None:
    rules = Rules(deck=ABC, turn_limit=1, finish_round=True)
    state = played(rules, "deal a", "deal c", "deal b", "place a 0")
    assert do.outcome(state) == Outcome((Seat(0),), (0, 1), (1.0, -1.0))


def test_do_9_without_a_limit_errors_can_go_on() -> None:
    rules = Rules(seats=1, deck=ABC, turn_limit=None)
    state = dealt(rules, "a c b")
    for _ in range(500):
        state = do.apply(state, do.parse_move("place a 1"))
    assert (state.errors, do.to_move(state)) == ((500,), 0)
    do.check_state(state)


# Refusals


def test_what_is_refused_and_why() -> None:
    rules = Rules(deck=FIVE)
    start = do.new_game(rules)
    assert refusal(start, "place a 0") == "DO-2 table-deals"
    assert refusal(start, "date a 1") == "DO-2 table-deals"
    assert refusal(start, "deal z") == "DO-2 no-such-card"
    assert refusal(dealt(rules, "a b"), "deal a") == "DO-2 already-dealt, card a, deck own"
    state = dealt(rules, "a b e d c")
    assert refusal(state, "deal a") == "DO-3 must-place"
    assert refusal(state, "date a 1") == "DO-3 must-place"
    assert refusal(state, "place z 0") == "DO-3 no-such-card"
    assert refusal(state, "place b 0") == "DO-3 not-in-hand, card b, deck own"
    assert refusal(state, "place c 0") == "DO-3 not-in-hand, card c, deck own"
    assert refusal(state, "place a 2") == "DO-3 no-such-gap, highest 1"
    over = played(Rules(deck=ABC), "deal a", "deal c", "deal b", "place a 0")
    for text in ("place c 0", "deal a", "date a 1"):
        assert refusal(over, text) == "game-over"


def test_a_card_that_is_not_in_the_deck_is_refused_whatever_the_seat_holds() -> None:
    rules = Rules(deck=FIVE)
    for names in ("a b c d e", "b a d c e", "e c a d b"):
        state = dealt(rules, names)
        assert refusal(state, "place z 0") == "DO-3 no-such-card"
        assert refusal(do.apply(state, do.legal_moves(state)[0]), "place z 0") == "DO-3 no-such-card"


def test_each_card_is_dealt_once_whichever_are_left() -> None:
    for name in "abcd":
        assert refusal(dealt(Rules(deck=FIVE), name), f"deal {name}") == f"DO-2 already-dealt, card {name}, deck own"


def test_what_is_refused_while_dates_are_drawn() -> None:
    rules = Rules(deck=ABC, dates=Dates.DRAWN)
    start = do.new_game(rules)
    assert refusal(start, "place a 0") == "DO-1 table-dates"
    assert refusal(start, "deal a") == "DO-1 table-dates"
    assert refusal(start, "date b 1") == "DO-1 other-card, card a, deck own"
    assert refusal(start, "date a 7") == "DO-1 year-not-left"
    assert refusal(played(rules, "date a 2"), "date b 2") == "DO-1 year-not-left"
    assert refusal(played(rules, "date a 2", "date b 1", "date c 3"), "date c 3") == "DO-2 table-deals"


def test_what_is_no_move_at_all_is_refused_too() -> None:
    for state in (do.new_game(Rules(deck=ABC)), dealt(Rules(deck=ABC), "a c b")):
        for thing in (None, "place a 0", 7, Seat(0), ["place"]):
            with pytest.raises(IllegalMoveError) as error:
                do.apply(state, thing)  # type: ignore[arg-type]  # wrong on purpose
            assert error.value.refusal == Refusal("-", "no-move")


# States from outside


def broken(state: do.State, **changes: object) -> str:
    facts = {field.name: getattr(state, field.name) for field in attrs.fields(do.State) if field.eq}
    with pytest.raises(StateError) as error:
        do.check_state(do.State.from_facts(**{**facts, **changes}))
    return error.value.problem


def middle(**fields: object) -> do.State:
    """Seat 0 has erred with a; seat 1 has placed d rightly; c, d on the timeline."""
    rules = Rules(deck=FIVE, **fields)  # type: ignore[arg-type]  # the caller's fields are right
    return played(rules, "deal a", "deal b", "deal e", "deal d", "deal c", "place a 1", "place d 1")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"turns": -1}, "turns must be an integer, 0 or more"),
        ({"turns": True}, "turns must be an integer, 0 or more"),
        ({"left": -1}, "left must be an integer, 0 or more"),
        ({"shown": "3"}, "shown must be an integer, 0 or more"),
        ({"mover": "0"}, "mover must be a seat, CHANCE or None"),
        ({"mover": False}, "mover must be a seat, CHANCE or None"),
        ({"mover": Seat(1)}, "mover must be 0"),
        ({"mover": None}, "mover must be 0"),
        ({"mover": CHANCE}, "mover must be 0"),
        ({"years": [1, 2, 3, 4, 5]}, "years must be a tuple of years"),
        ({"years": (1, 2, 3, 4, True)}, "years must be a tuple of years"),
        ({"years": (1, 2, 3, 5, 4)}, "years must be those printed on the deck"),
        ({"years": ()}, "years must be those printed on the deck"),
        ({"hands": ((0, 4), (1,), ())}, "hands must be a tuple of 2 hands"),
        ({"hands": [(0, 4), (1,)]}, "hands must be a tuple of 2 hands"),
        ({"hands": ((0, "4"), (1,))}, "the timeline and each hand must be a tuple of numbers of cards"),
        ({"hands": ((0, True), (4,))}, "the timeline and each hand must be a tuple of numbers of cards"),
        ({"timeline": [2, 3]}, "the timeline and each hand must be a tuple of numbers of cards"),
        ({"last": "place d 1"}, "last must be a Place or None"),
        ({"left": 32}, "left has a card beyond the 5 of the deck"),
        ({"shown": 13 + 32}, "shown has a card beyond the 5 of the deck"),
        ({"left": 1}, ONE_PLACE),
        ({"hands": ((0, 4), ())}, ONE_PLACE),
        ({"hands": ((0, 4), (9,))}, ONE_PLACE),
        ({"hands": ((0, 4), (-4,))}, ONE_PLACE),
        ({"timeline": (3, 2)}, "the timeline must be in the order of its years"),
        ({"timeline": (), "hands": ((0, 4), (1, 2, 3))}, "the timeline must have a card once all are dealt"),
        ({"shown": 5}, "every card of the timeline must be shown"),
        ({"hands": ((0, 4, 1), ()), "shown": 13}, "seat 0 must have at most 2 cards"),
        ({"turns": 0, "shown": 12}, "seat 1 has placed more cards than it has had turns"),
        ({"shown": 13 + 16}, "seat 0 has fewer errors than cards that were turned up and taken back"),
        ({"shown": 12}, "seat 0 has errors but no card that it could have misplaced"),
        ({"last": None}, "there must be a last card played exactly when turns have been played"),
        ({"last": Place(CardName("z"), Gap(1))}, BACK_IN_HAND),
        ({"last": Place(CardName("a"), Gap(1))}, BACK_IN_HAND),
        ({"last": Place(CardName("d"), Gap(0))}, IN_ITS_GAP),
        ({"rules": 7}, "this is no state of the game"),
    ],
)  # fmt: skip
def test_a_state_that_cannot_be_is_refused(changes: dict[str, object], problem: str) -> None:
    if changes == {"rules": 7}:
        with pytest.raises(StateError, match=f"^{problem}$"):
            do.check_state(attrs.evolve(middle(), rules=7))  # type: ignore[arg-type]  # wrong on purpose
    else:
        assert broken(middle(), **changes) == problem


def test_more_states_that_cannot_be() -> None:
    state = dealt(Rules(deck=FIVE), "a b c")
    assert broken(state, mover=Seat(0)) == "the table must be to move until all cards are dealt"
    for changes in ({"turns": 1}, {"shown": 1}, {"last": Place(CardName("a"), Gap(0))}):
        assert broken(state, **changes) == "nothing may be turned up or played before all cards are dealt"
    uneven = "the cards must be dealt one at a time, to the seats in turn from the first"
    assert broken(state, hands=((0,), (1, 2))) == uneven
    assert broken(state, hands=((0, 1, 2), ())) == uneven
    early = "nothing may be turned up or played before all cards are dealt"
    assert broken(state, hands=((0,), (1,)), timeline=(CardIndex(2),)) == early
    drawn = played(Rules(deck=ABC, dates=Dates.DRAWN), "date a 3")
    assert broken(drawn, years=(3, 3)) == "years must be those of the deck, each as often as it occurs"
    assert broken(drawn, years=(4,)) == "years must be those of the deck, each as often as it occurs"
    assert broken(drawn, years=(1, 2, 3, 3)) == "years must be those of the deck, each as often as it occurs"
    assert broken(drawn, hands=((0,), ()), left=6) == "no card may be dealt before all have their years"
    over = played(Rules(deck=ABC), "deal a", "deal c", "deal b", "place a 0")
    assert broken(over, mover=Seat(1)) == "mover must be None"
    # a takes back what was right everywhere
    same = dealt(Rules(deck=deck(a=1, b=1, c=1)), "a b c")
    wrong = {"turns": 1, "mover": Seat(1), "shown": 5, "last": Place(CardName("a"), Gap(0))}
    assert broken(same, **wrong) == "seat 0 has taken a card back that was right everywhere"
    limit = middle(turn_limit=2)
    assert do.to_move(limit) is None
    assert broken(limit, mover=Seat(0)) == "mover must be None"
    late = dealt(Rules(seats=1, deck=ABC, turn_limit=2), "a b c")
    assert broken(late, turns=3, mover=None, shown=5, last=Place(CardName("a"), Gap(1))) == (
        "at most 2 turns may be played"
    )


def test_a_wrong_last_card_must_be_back_in_the_hand_of_who_has_just_played() -> None:
    state = played(Rules(deck=FIVE), "deal a", "deal b", "deal e", "deal d", "deal c", "place a 1")
    assert broken(state, last=Place(CardName("a"), Gap(0))) == BACK_IN_HAND  # it would have been right there
    assert broken(state, last=Place(CardName("a"), Gap(2))) == BACK_IN_HAND
    assert broken(state, last=Place(CardName("e"), Gap(0))) == BACK_IN_HAND
    assert broken(state, last=Place(CardName("c"), Gap(0))) == IN_ITS_GAP


def test_a_wrong_last_card_cannot_have_been_played_beside_a_card_of_its_own_year() -> None:
    rules = Rules(deck=deck(a=5, b=5, c=7, d=9, e=11))
    state = played(rules, *(f"deal {name}" for name in "abced"), "place c 0", "place b 0", "place a 3")
    assert [card.year for card in do.observe(state, None).timeline] == [5, 7, 9]
    for gap in (0, 1):  # before and after the other five
        assert broken(state, last=Place(CardName("a"), Gap(gap))) == BACK_IN_HAND
    do.check_state(attrs.evolve(state, last=Place(CardName("a"), Gap(2))))  # between seven and nine: this can be


def test_an_empty_hand_must_have_ended_the_game() -> None:
    rules = Rules(deck=ABC)
    over = played(rules, "deal a", "deal c", "deal b", "place a 0")
    gone = "seat 0 has no card left, so the game was over before this turn"
    assert broken(over, turns=2, mover=Seat(0), shown=7, last=Place(CardName("c"), Gap(0))) == gone
    fair = played(Rules(deck=ABC, finish_round=True), "deal a", "deal c", "deal b", "place a 0", "place c 0")
    assert do.outcome(fair) is not None
    assert broken(fair, turns=4, mover=Seat(0)) == "mover must be None"
    assert broken(fair, mover=Seat(0)) == "mover must be None"
    do.check_state(attrs.evolve(fair, turns=3, mover=Seat(1), last=Place(CardName("a"), Gap(0))))  # this can be


def test_who_is_out_in_a_round_that_goes_on_must_have_played_in_it() -> None:
    rules = Rules(seats=3, deck=FIVE[:4], finish_round=True)
    facts: dict[str, object] = {
        "timeline": (2, 3),
        "hands": ((0,), (1,), ()),
        "left": 0,
        "shown": 15,
        "turns": 4,
        "mover": Seat(1),
        "last": Place(CardName("a"), Gap(1)),
    }
    gone = "seat 2 has no card left, so the game was over before this turn"
    assert broken(do.new_game(rules), **facts) == gone
    assert broken(do.new_game(rules), **{**facts, "hands": ((), (1,), (0,)), "last": Place(CardName("d"), Gap(0))}) == (
        IN_ITS_GAP
    )
    last = {"hands": ((), (1,), (0,)), "last": Place(CardName("d"), Gap(1))}
    do.check_state(
        played(rules, "deal d", "deal b", "deal a", "deal c", "place d 0", "place b 1", "place a 1", "place d 1")
    )
    assert broken(do.new_game(rules), **{**facts, **last, "mover": Seat(0)}) == "mover must be 1"


@pytest.mark.parametrize(
    "cards",
    [
        {"hands": ((0,) * 300_000, (1,)), "timeline": (2, 3)},
        {"hands": ((0, 4), (1,)), "timeline": (2,) * 300_000},
        {"hands": ((0, 4), (1,)), "timeline": (2, 2)},
        {"hands": ((0, 4), (5,)), "timeline": (2, 3)},
        {"hands": ((0, 10**30), (1,)), "timeline": (2, 3)},
        {"hands": ((0, 4), (-1,)), "timeline": (2, 3)},
    ],
)
def test_a_state_with_too_many_cards_is_refused_before_anything_is_derived_from_them(cards: dict[str, object]) -> None:
    state = middle()
    facts = {field.name: getattr(state, field.name) for field in attrs.fields(do.State) if field.eq}
    tracemalloc.start()
    with pytest.raises(StateError) as error:
        do.State.from_facts(**{**facts, **cards})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert error.value.problem == ONE_PLACE
    assert peak < 100_000


@pytest.mark.parametrize("hands", [(), ((0, 4),), ((0, 4), (1,), ())])
def test_a_state_without_one_hand_a_seat_is_refused_before_anything_is_derived(hands: object) -> None:
    state = middle()
    facts = {field.name: getattr(state, field.name) for field in attrs.fields(do.State) if field.eq}
    with pytest.raises(StateError) as error:
        do.State.from_facts(**{**facts, "hands": hands})
    assert error.value.problem == "hands must be a tuple of 2 hands"


def test_what_follows_from_the_facts_is_neither_compared_nor_shown() -> None:
    state = middle()
    assert "menus=" not in repr(state)
    assert attrs.evolve(state, menus=()) == state


def test_a_stale_derived_field_is_noticed() -> None:
    state = middle()
    with pytest.raises(
        StateError, match=r"^the derived field menus does not follow from the facts: make the state by from_facts$"
    ):
        do.check_state(attrs.evolve(state, menus=()))


def test_tables_of_moves_do_not_grow_without_end() -> None:
    from boardgames_fr.games.domestication._rules import _KEPT, _Kept

    kept: _Kept[int, int] = _Kept(lambda key: key * 2)
    for key in range(_KEPT + 5):
        assert kept[key] == key * 2
    assert len(kept) == 5

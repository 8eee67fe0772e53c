"""Animals at a real table: what was heard, in the order of arrival, becomes the moves to apply (AN-8, live play)."""

from __future__ import annotations

import pytest

from boardgames_fr.errors import IllegalMoveError
from boardgames_fr.game import CHANCE, Lang, Refusal, Seat
from boardgames_fr.games import animals as an
from boardgames_fr.games.animals import Calls, Heard, Rank, Rules, State, race, settle, spell

ANNA, BEN, VERA, GREG = map(Seat, range(4))


def table(*texts: str, **fields: object) -> State:
    state = an.new_game(Rules(dealer=Seat(3), **fields))  # type: ignore[arg-type]  # fields of Rules
    for text in texts:
        state = an.apply(state, an.parse_move(text))
    return state


PAIR = ("deal 7H", "deal 7C")
TWO_GROUPS = ("deal 7H", "deal 8D", "deal 7C", "call none", "call none", "deal 8C")


def carried_out(state: State, made: an.Race) -> State:
    for mover, move in made.moves:
        assert an.to_move(state) == mover
        state = an.apply(state, move)
    return state


def reasons(made: an.Race) -> list[tuple[int, str, str]]:
    return [(void.place, void.refusal.rule, void.refusal.reason) for void in made.void]


def test_the_first_of_two_right_calls_wins_the_race() -> None:
    state = table(*PAIR)
    made = race(state, [(BEN, "renard"), (ANNA, "hibou")])
    assert made.texts == ((ANNA, "call hibou"), (BEN, "call renard"), (CHANCE, "first 1"))
    assert made.void == ()
    assert len(carried_out(state, made).pile(BEN)) == 2
    assert race(state, [(ANNA, "hibou"), (BEN, "renard")]).texts[-1] == (CHANCE, "first 0")


def test_a_seat_that_was_not_heard_is_silent() -> None:
    made = race(table(*PAIR), [(BEN, "renard")])
    assert made.texts == ((ANNA, "call none"), (BEN, "call renard"))
    assert race(table(*PAIR), []).texts == ((ANNA, "call none"), (BEN, "call none"))


def test_a_seats_first_call_is_its_answer_even_if_it_was_wrong() -> None:
    made = race(table(*PAIR), [(ANNA, "chat"), (ANNA, "hibou"), (BEN, "renard")])
    assert made.texts == ((ANNA, "call chat"), (BEN, "call renard"))
    assert reasons(made) == [(1, "AN-3", "has-answered")]
    assert made.void[0].heard == Heard(ANNA, "hibou")


def test_calls_of_seats_that_are_not_asked_are_void() -> None:
    made = race(table(*PAIR), [(VERA, "renard"), (Seat(9), "renard"), (Seat(-1), "hibou"), (ANNA, "hibou")])
    assert reasons(made) == [(0, "AN-8", "not-asked"), (1, "AN-8", "not-asked"), (2, "AN-8", "not-asked")]
    assert made.texts == ((ANNA, "call hibou"), (BEN, "call none"))


def test_what_is_no_seat_is_void() -> None:
    made = race(table(*PAIR), [(True, "renard")])  # type: ignore[list-item]  # wrong on purpose
    assert reasons(made) == [(0, "AN-8", "not-asked")]


def test_outside_a_window_every_call_is_void_and_nothing_moves() -> None:
    for state in (
        table(),
        table("deal 7H"),
        table(*PAIR, "call hibou", "call renard"),
        table(*PAIR, *["call none"] * 2),
    ):
        made = race(state, [(ANNA, "hibou"), (VERA, "what")], [Rank.SEVEN])
        assert (made.moves, reasons(made)) == ((), [(0, "AN-8", "outside-window"), (1, "AN-8", "outside-window")])
        assert settle(state, ((ANNA, an.parse_move("call hibou")),)) == ()


def test_a_word_that_is_nobodys_does_not_use_up_the_call() -> None:
    made = race(table(*PAIR), [(ANNA, "snap"), (ANNA, "hibou")])
    assert made.texts[0] == (ANNA, "call hibou")
    assert made.void[0].refusal == Refusal("AN-3", "unknown-word", (("word", "snap"),))


def test_only_answers_that_are_missing_are_filled_in_and_those_given_count_as_earlier() -> None:
    state = table(*PAIR, "call hibou")
    made = race(state, [(BEN, "renard"), (ANNA, "chat")])
    assert made.texts == ((BEN, "call renard"), (CHANCE, "first 0"))
    assert reasons(made) == [(1, "AN-3", "has-answered")]


def test_a_dead_heat_is_a_tie_of_its_group() -> None:
    state = table(*PAIR)
    made = race(state, [(BEN, "renard"), (ANNA, "hibou")], [Rank.SEVEN])
    assert made.texts == ((ANNA, "call hibou"), (BEN, "call renard"), (CHANCE, "tie"))
    assert carried_out(state, made).closed == 1 << 6


def test_each_group_is_judged_by_its_own_arrivals() -> None:
    state = table(*TWO_GROUPS)
    heard = [(GREG, "hibou"), (VERA, "renard"), (BEN, "loup"), (ANNA, "chat")]
    assert [text for _, text in race(state, heard).texts[4:]] == ["first 2", "first 3"]
    assert [text for _, text in race(state, heard, [Rank.EIGHT]).texts[4:]] == ["first 2", "tie"]
    assert [text for _, text in race(state, heard, [Rank.SEVEN]).texts[4:]] == ["tie", "first 3"]
    assert [text for _, text in race(state, heard[::-1], iter([])).texts[4:]] == ["first 0", "first 1"]


def test_a_dead_heat_without_two_right_calls_is_ignored() -> None:
    made = race(table(*PAIR), [(BEN, "renard"), (ANNA, "chat")], [Rank.SEVEN, Rank.EIGHT])
    assert made.texts == ((ANNA, "call chat"), (BEN, "call renard"))


def test_a_dead_heat_is_refused_where_there_is_no_tie() -> None:
    state = table(*PAIR, tie_weight=0)
    with pytest.raises(IllegalMoveError) as caught:
        race(state, [(BEN, "renard"), (ANNA, "hibou")], [Rank.SEVEN])
    assert caught.value.refusal == Refusal("AN-6", "never-a-tie")
    assert race(state, [(BEN, "renard"), (ANNA, "chat")], [Rank.SEVEN]).texts[-1] == (BEN, "call renard")


def test_a_further_window_is_a_race_of_its_own() -> None:
    state = table(*PAIR, "call none", "call none", "deal 7D")
    made = race(state, [(ANNA, "hibou"), (ANNA, "chat"), (VERA, "renard")])
    assert made.texts == ((ANNA, "call hibou"), (BEN, "call none"), (VERA, "call renard"), (CHANCE, "first 0"))
    state = carried_out(state, made)
    assert state.asked == (ANNA, VERA)
    assert race(state, [(VERA, "Fox")]).texts == ((ANNA, "call none"), (VERA, "call renard"))


def test_moves_heard_settle_a_window_without_words() -> None:
    heard = [(VERA, "call renard"), (BEN, "call none"), (BEN, "call renard"), (BEN, "call chat"), (ANNA, "tie")]
    heard += [(ANNA, "call tapir"), (ANNA, "call hibou")]
    for calls in Calls:
        made = settle(table(*PAIR, calls=calls), tuple((seat, an.parse_move(text)) for seat, text in heard))
        assert list(map(str, made)) == ["call hibou", "call renard", "first 1"]
    assert list(map(str, settle(table(*PAIR, "call none"), ()))) == ["call none"]
    assert an.GAME.live is settle


# Words


def test_names_are_heard_in_both_languages_and_as_they_are_written() -> None:
    rules = Rules(seats=8)
    for place, animal in enumerate(rules.animals):
        for lang in Lang:
            assert spell(rules, an.animal_name(animal, lang)) == animal
            assert spell(rules, f"  {an.animal_name(animal, lang).upper()} ") == animal
            assert spell(rules, an.animal_cry(animal, lang)) is None
        assert spell(rules, animal) == rules.animals[place]
    for word in ("", "none", "snap", "7"):
        assert spell(rules, word) is None
    assert spell(Rules(), "ours") is None


def test_cries_are_heard_in_both_languages_and_all_differ() -> None:
    rules = Rules(seats=8, calls=Calls.CRIES)
    cries = {an.animal_cry(animal, lang) for animal in rules.animals for lang in Lang}
    assert len(cries) == 16
    for animal in rules.animals:
        for lang in Lang:
            assert spell(rules, an.animal_cry(animal, lang)) == animal
            assert spell(rules, an.animal_name(animal, lang)) is None


def test_a_written_name_comes_before_all_translations() -> None:
    rules = Rules(animals=["renard", "fox", "tapir", "chat"])
    assert (spell(rules, "fox"), spell(rules, "Fox"), spell(rules, "renard")) == ("fox", "fox", "renard")
    assert (spell(rules, "tapir"), spell(rules, "Cat")) == ("tapir", "chat")


def test_cries_make_the_same_race() -> None:
    made = race(table(*PAIR, calls=Calls.CRIES), [(BEN, "glapi"), (ANNA, "hibou"), (ANNA, "Tu-whit")])
    assert made.texts == ((ANNA, "call hibou"), (BEN, "call renard"), (CHANCE, "first 1"))
    assert reasons(made) == [(1, "AN-3", "unknown-word")]


@pytest.mark.parametrize(
    ("reason", "french", "english"),
    [
        (
            Refusal("AN-8", "outside-window"),
            "Aucune fenêtre n’est ouverte\u00a0: l’appel ne compte pas.",
            "No window is open: the call does not count.",
        ),
        (
            Refusal("AN-8", "not-asked"),
            "La carte de ce siège n’est pas en jeu\u00a0: l’appel ne compte pas.",
            "This seat’s top card is not in play: the call does not count.",
        ),
        (
            Refusal("AN-3", "has-answered"),
            "Ce siège a déjà répondu\u00a0: seul son premier appel compte.",
            "This seat has answered already: only its first call counts.",
        ),
        (
            Refusal("AN-3", "unknown-word", (("word", "snap"),)),
            "«\u00a0snap\u00a0» n’appelle personne à cette table.",
            "“snap” calls nobody at this table.",
        ),
    ],
)
def test_void_calls_are_explained(reason: Refusal, french: str, english: str) -> None:
    assert (an.explain(reason, Lang.FR), an.explain(reason, Lang.EN)) == (french, english)

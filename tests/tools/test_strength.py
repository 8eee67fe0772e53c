"""The page on the strength of bots says what the command that it names found."""

from __future__ import annotations

import pytest
from benchmarks import strength

from boardgames_fr.arena import wilson

RESULTS = strength.read()


def test_every_pairing_is_on_the_page_as_it_was_found() -> None:
    page = strength.PAGE.read_text("utf-8")
    assert set(RESULTS) == {pairing.name for pairing in strength.PAIRINGS}
    assert strength.render(page, RESULTS) == page


@pytest.mark.parametrize(
    "name",
    ["domestication hard random", "domestication medium easy", "animals easy random", "pecking_order easy random"],
)
def test_a_pairing_played_again_comes_out_the_same(name: str) -> None:
    pairing = next(pairing for pairing in strength.PAIRINGS if pairing.name == name)
    times = ("ms", "ms_against", "seconds")
    again, kept = strength.measure(pairing), RESULTS[name]
    assert {key: value for key, value in again.items() if key not in times} == {
        key: value for key, value in kept.items() if key not in times
    }


def part(title: str) -> list[strength.Pairing]:
    return [pairing for pairing in strength.PAIRINGS if pairing.part == title]


@pytest.mark.parametrize("pairing", part(strength.SEARCH), ids=lambda pairing: pairing.name)
def test_search_beats_random_moves_in_nine_of_ten_decided_games(pairing: strength.Pairing) -> None:
    line = RESULTS[pairing.name]
    low, _ = wilson(line["won"], line["games"] - line["shared"])
    assert low >= 0.9
    assert int(pairing.bot.partition(":")[2]) <= 1000


@pytest.mark.parametrize("pairing", part(strength.RANDOM), ids=lambda pairing: pairing.name)
def test_the_strongest_level_beats_random_moves(pairing: strength.Pairing) -> None:
    line = RESULTS[pairing.name]
    one_round_of_animals = pairing.game == "animals" and not pairing.rules
    assert line["points"] / line["games"] >= (0.65 if one_round_of_animals else 0.95)


def test_in_one_round_of_animals_a_tree_search_wins_no_more_than_who_calls_rightly_at_once() -> None:
    search, level = RESULTS["animals tree:200 random"], RESULTS["animals hard random"]
    low, _ = wilson(search["points"], search["games"])
    assert search["games"] == level["games"]
    assert low < level["points"] / level["games"]


@pytest.mark.parametrize("pairing", part(strength.TIME), ids=lambda pairing: pairing.name)
def test_the_strongest_level_beats_a_search_that_has_no_less_time(pairing: strength.Pairing) -> None:
    line = RESULTS[pairing.name]
    low, _ = wilson(line["points"], line["games"])
    assert low > 1 / line["seats"]
    assert line["ms"] <= line["ms_against"]


@pytest.mark.parametrize("pairing", part(strength.LEVELS), ids=lambda pairing: pairing.name)
def test_each_level_beats_the_one_below(pairing: strength.Pairing) -> None:
    line = RESULTS[pairing.name]
    low, _ = wilson(line["points"], line["games"])
    assert low > 1 / line["seats"] or pairing.name == "domestication easy random"

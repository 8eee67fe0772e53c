"""All laws of `conformance` over every game and every preset of the registry: by seeded play, and by hypothesis."""

from __future__ import annotations

from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames_fr import find_game, games
from boardgames_fr.chance import stream
from boardgames_fr.conformance import LAWS
from boardgames_fr.game import AnyGame
from boardgames_fr.record import Record
from boardgames_fr.testing import records

GAMES = 2
"""So many games does each law look at for each preset."""

PRESETS = [(name, preset) for name in games() for preset in find_game(name).presets]

FROM_ANYWHERE = [
    "over_means_over",
    "legal_moves_are_distinct",
    "chance_weights_are_odds",
    "illegal_moves_are_refused",
    "texts_parse_back",
    "reached_states_pass_the_check",
    "json_round_trips",
    "moves_are_cut_into_phrases",
    "features_fit",
    "scenes_are_well_drawn",
    "words_are_there",
    "twins_look_alike",
    "views_forget_nothing",
    "worlds_contain_the_truth",
    "worlds_look_alike",
    "worlds_play_on",
    "nothing_leaks",
]
"""Laws that can be asked from a position that hypothesis found, as if the game began there."""


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("name", "preset"), PRESETS, ids=["-".join(pair) for pair in PRESETS])
def test_every_game_keeps_every_law(name: str, preset: str, law: str) -> None:
    game = find_game(name)
    for index in range(1 if LAWS[law].in_processes else GAMES):
        LAWS[law].holds(game, game.presets[preset], stream(2026, law, index))


@pytest.mark.parametrize("name", games())
def test_our_games_bring_every_part_so_that_no_law_is_left_out(name: str) -> None:
    game = find_game(name)
    assert game.missing == ()
    assert [law.name for law in LAWS.values() if law.lacks(game)] == []
    assert game.policies
    assert game.longest(game.rules_type()) is not None


def begun_at(record: Record[object, object, object, object]) -> AnyGame:
    """The game as if it began where the record ends."""
    state = record.game.new_game(record.rules)
    for move in record.moves:
        state = record.game.apply(state, move)
    return attrs.evolve(record.game, new_game=lambda _rules: state)


@pytest.mark.parametrize(("name", "preset"), PRESETS, ids=["-".join(pair) for pair in PRESETS])
def test_laws_hold_from_wherever_hypothesis_goes(name: str, preset: str) -> None:
    game = find_game(name)

    @settings(max_examples=6)
    @given(record=records(game, game.presets[preset], most=100), law=st.sampled_from(FROM_ANYWHERE))
    def holds(record: Record[object, object, object, object], law: str) -> None:
        LAWS[law].holds(begun_at(record), record.rules, Random(1))

    holds()

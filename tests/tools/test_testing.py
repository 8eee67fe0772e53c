"""The hypothesis strategies: what they draw is reachable, and what fails shrinks to a short game."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from boardgames_fr import find_game, games
from boardgames_fr.record import Record, replay
from boardgames_fr.testing import records, states
from tests.toys import bluff, nim


@pytest.mark.parametrize("name", games())
def test_records_are_legal_games_of_every_game_of_the_registry(name: str) -> None:
    game = find_game(name)

    @settings(max_examples=10)
    @given(records(game, game.rules_type()))
    def replays(record: Record[object, object, object, object]) -> None:
        assert record.game is game
        assert len(record.moves) <= 100
        assert len(list(replay(record))) == len(record.moves) + 1

    replays()


@given(states(bluff.GAME, bluff.Rules()))
def test_states_are_states_that_play_reaches(state: bluff.State) -> None:
    bluff.check_state(state)


@given(records(nim.GAME, nim.Rules(), most=2))
def test_records_have_no_more_moves_than_asked(record: Record[nim.Rules, nim.State, nim.Take, nim.State]) -> None:
    assert len(record.moves) <= 2


@given(records(bluff.GAME, bluff.Rules(), finished=True), st.data())
def test_finished_records_are_whole_games(
    record: Record[bluff.Rules, bluff.State, bluff.Move, bluff.View], data: st.DataObject
) -> None:
    assert record.result() is not None
    seat = data.draw(st.sampled_from([0, 1]))
    *_, last = replay(record)
    assert last.points[seat] <= 2


def test_a_failing_example_shrinks_to_the_shortest_game_with_the_first_moves() -> None:
    shortest = find(records(nim.GAME, nim.Rules()), lambda record: sum(move.count for move in record.moves) >= 3)
    assert shortest.moves in ((nim.Take(3),), (nim.Take(1), nim.Take(2)), (nim.Take(1), nim.Take(1), nim.Take(1)))
    assert find(states(bluff.GAME, bluff.Rules()), lambda state: state.card is not None).card == bluff.CARDS[0]
    assert find(states(bluff.GAME, bluff.Rules()), lambda _state: True) == bluff.State(bluff.Rules())


def test_rare_moves_of_chance_are_drawn_too() -> None:
    rare = bluff.Card(bluff.Level.HIGH, True)
    assert find(states(bluff.GAME, bluff.Rules(low_weight=9)), lambda state: state.card == rare)


def test_there_is_no_state_beyond_the_end() -> None:
    with pytest.raises(NoSuchExample):
        find(states(nim.GAME, nim.Rules()), lambda state: state.heap < 0, settings=settings(max_examples=50))


def test_without_hypothesis_the_error_is_the_pip_line() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import boardgames_fr.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == ("boardgames_fr.errors.MissingExtraError: this needs an extra: pip install 'boardgames-fr[test]'")

"""The table that plays by action numbers, and the vector of what a seat knows; neither needs an extra."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from boardgames_fr import CHANCE, IllegalMoveError, RulesError, Seat, UnknownGameError, find_game
from boardgames_fr.adapters._table import Table, game_and_rules
from boardgames_fr.chance import below
from tests.adapters.cases import each_case


def table(name: str, preset: str | None = None) -> Table[Any, Any, Any, Any]:
    return Table(*game_and_rules(name, preset))


def test_the_default_is_the_first_preset() -> None:
    game, rules = game_and_rules("pecking_order", None)
    assert (game, rules) == (find_game("pecking_order"), game.presets["classic"])
    assert game_and_rules(game, "tiny") == (game, game.presets["tiny"])


def test_a_preset_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"preset = 'huge': there are: classic, match, published, tiny"):
        game_and_rules("pecking_order", "huge")
    with pytest.raises(UnknownGameError):
        game_and_rules("pecking", None)


@each_case
def test_vectors_have_the_names_and_stay_in_the_bounds(name: str, preset: str) -> None:
    play, rng = table(name, preset), Random(3)
    play.deal(rng)
    layout, seats = play.layout, play.seats
    assert layout.names[:seats] == tuple(f"seat {seat}" for seat in range(seats))
    assert layout.names[-1] == f"said {play.actions.phrases[-1]}"
    assert len(layout.bounds) == len(layout.names)
    for _ in range(40):
        if play.mover is None:
            break
        for seat in map(Seat, range(seats)):
            numbers = play.vector(seat)
            assert numbers[:seats] == [int(seat == other) for other in range(seats)]
            for number, (low, high) in zip(numbers, layout.bounds, strict=True):
                assert low <= number <= high
        play.say(play.legal(play.mover)[below(rng, len(play.legal(play.mover)))])


def test_what_is_said_is_in_the_vector_of_its_seat_alone() -> None:
    play = table("capharnaum", "two")
    rng = Random(5)
    play.deal(rng)
    while not play.said:
        mover = play.mover
        assert mover is not None
        legal = play.legal(mover)
        play.say(legal[below(rng, len(legal))])
    mover = play.mover
    assert mover is not None
    begin = len(play.layout.names) - len(play.actions.phrases)
    spoken = play.vector(mover)[begin:]
    assert [at for at, flag in enumerate(spoken) if flag] == sorted(play.said)
    other = Seat(1 - mover)
    assert not any(play.vector(other)[begin:])
    assert play.legal(other) == ()
    assert not any(play.mask(other))


@each_case
def test_masks_are_the_legal_actions_and_nothing_else_can_be_said(name: str, preset: str) -> None:
    play, rng = table(name, preset), Random(7)
    play.deal(rng)
    for _ in range(25):
        mover = play.mover
        if mover is None:
            break
        legal = play.actions.legal(play.state, play.said)
        assert play.legal(mover) == legal
        assert [action for action, flag in enumerate(play.mask(mover)) if flag] == list(legal)
        wrong = [action for action in range(play.actions.size) if action not in legal]
        for action in (-1, play.actions.size, *wrong[:: max(1, len(wrong) // 5)]):
            before = play.state, play.said
            with pytest.raises(IllegalMoveError):
                play.say(action)
            assert (play.state, play.said) == before
        play.say(legal[below(rng, len(legal))])


def test_every_move_is_told_with_the_states_around_it() -> None:
    game, rules = game_and_rules("pecking_order", "tiny")
    told: list[tuple[Any, Any, Any]] = []
    play: Table[Any, Any, Any, Any] = Table(game, rules, lambda *what: told.append(what))
    rng = Random(1)
    play.deal(rng)
    assert [str(move).partition(" ")[0] for _, move, _ in told] == ["draw"]
    while play.mover is not None:
        play.say(play.legal(play.mover)[0])
    state = game.new_game(rules)
    for before, move, after in told:
        assert before == state
        state = game.apply(state, move)
        assert after == state
    assert game.to_move(state) is None
    assert play.outcome == game.outcome(state)
    assert {game.to_move(before) for before, _, _ in told} == {Seat(0), Seat(1), CHANCE}

"""Gymnasium's own check, unmodified, on every preset of every game, seat by seat; and what it does not look at."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from boardgames_fr import (
    IllegalMoveError,
    MatchError,
    RulesError,
    Seat,
    UnknownBotError,
    UnknownGameError,
    UnknownSeatError,
    find_game,
    games,
)
from boardgames_fr.adapters import gymnasium as ours
from boardgames_fr.bots import RandomBot
from tests.adapters.cases import SECRET, each_case

pytestmark = pytest.mark.adapters


def legal_of(seen: Any) -> list[int]:
    return [int(action) for action in np.flatnonzero(seen["action_mask"])]


# The suite


@each_case
def test_check_env(name: str, preset: str) -> None:
    made = gymnasium.make(f"boardgames_fr/{name}-v0", preset=preset)
    check_env(made.unwrapped)
    last = find_game(name).seats(find_game(name).presets[preset]) - 1
    check_env(gymnasium.make(f"boardgames_fr/{name}-v0", preset=preset, seat=last, on_illegal="noop").unwrapped)


# What it does not look at


@each_case
def test_a_game_is_played_to_its_end_within_the_mask(name: str, preset: str) -> None:
    env = gymnasium.make(f"boardgames_fr/{name}-v0", preset=preset, on_illegal="raise")
    plain: Any = env.unwrapped
    rng = Random(4)
    seen, info = env.reset(seed=4)
    over, total = False, 0.0
    while not over:
        assert info == {}
        assert env.observation_space.contains(seen)
        legal = legal_of(seen)
        assert legal == list(plain._table.legal(Seat(0)))
        assert legal == [int(action) for action in np.flatnonzero(plain.action_masks())]
        assert total == 0.0
        seen, reward, over, truncated, info = env.step(legal[int(rng.random() * len(legal))])
        total += float(reward)
        assert not truncated
    assert legal_of(seen) == []
    assert not plain.action_masks().any()
    assert total == plain._table.outcome.returns[0]
    with pytest.raises(ValueError, match="reset"):
        plain.step(0)


def test_every_game_is_registered_by_its_name() -> None:
    names = tuple(f"boardgames_fr/{name}-v0" for name in games())
    assert ours.register() == names
    assert all(name in gymnasium.registry for name in names)


def trace(env: Any, seed: int | None) -> list[list[float]]:
    seen, _ = env.reset(seed=seed)
    found, over = [], False
    while not over:
        found.append(list(map(float, seen["observation"])))
        seen, _, over, *_ = env.step(legal_of(seen)[0])
    return found


@pytest.mark.parametrize("opponents", ["random", "easy", "tree:3", RandomBot()])
def test_a_seed_decides_chance_and_the_opponents(opponents: Any) -> None:
    first, second = (ours.env("pecking_order", seat=1, opponents=opponents) for _ in range(2))
    assert [trace(first, 5), trace(first, None)] == [trace(second, 5), trace(second, None)]
    assert trace(first, 6) != trace(second, 5)


def test_each_opponent_can_be_another() -> None:
    asked: list[str] = []

    class Named(RandomBot):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

        def __call__(self, view: Any, moves: Any, /) -> Any:
            asked.append(self.name)
            return super().__call__(view, moves)

    env = ours.env("capharnaum", preset="three", seat=1, opponents=[Named("a"), Named("b")])
    seen, _ = env.reset(seed=1)
    for _ in range(12):
        seen, *_ = env.step(np.int64(legal_of(seen)[0]))
    assert set(asked) == {"a", "b"}


def test_opponents_who_watch_are_told_every_move() -> None:
    class Watching(RandomBot):
        def __init__(self) -> None:
            super().__init__()
            self.heard: list[str] = []

        def watch(self, seen: str, _view: object, /) -> None:
            self.heard.append(seen)

    bot = Watching()
    env: Any = ours.env("pecking_order", preset="tiny", opponents=bot)
    trace(env, 1)
    assert bot.heard[0] == "draw ?"
    assert len(bot.heard) == len(env._referee.moves)


def test_an_opponent_that_fails_is_named() -> None:
    def cheat(_view: object, _moves: object) -> str:
        return "place 99"

    env = ours.env("pecking_order", opponents=cheat)
    seen, _ = env.reset(seed=1)
    with pytest.raises(MatchError, match=r"seat 1, ply 3: its answer 'place 99' is not a legal move"):
        env.step(np.int64(legal_of(seen)[0]))


@pytest.mark.parametrize("name", games())
def test_an_action_outside_the_mask_does_what_was_asked_for(name: str) -> None:
    for on_illegal, over, reward in (("terminate", True, -1.0), ("noop", False, 0.0)):
        env = ours.env(name, on_illegal=on_illegal)  # type: ignore[arg-type]  # they are two of the three
        seen, _ = env.reset(seed=1)
        wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
        after, got, terminated, truncated, info = env.step(np.int64(wrong))
        assert (got, terminated, truncated, set(info)) == (reward, over, False, {"illegal"})
        assert (after["observation"] == seen["observation"]).all()
        assert legal_of(after) == ([] if over else legal_of(seen))
    env = ours.env(name, on_illegal="raise")
    seen, _ = env.reset(seed=1)
    with pytest.raises(IllegalMoveError):
        env.step(np.int64(np.flatnonzero(seen["action_mask"] == 0)[0]))
    with pytest.raises(TypeError):
        env.step("place 1")  # type: ignore[arg-type]  # that is the point
    env.step(np.int64(legal_of(seen)[0]))


@pytest.mark.parametrize("name", SECRET)
def test_an_observation_is_a_function_of_what_the_seat_may_know(name: str) -> None:
    game, rng, swapped = find_game(name), Random(6), 0
    for seat in range(game.seats(game.rules_type())):
        env: Any = ours.env(name, seat=seat, render_mode="ansi")
        seen, _ = env.reset(seed=6)
        for _ in range(12):
            truth, picture = env._table.state, env.render()
            for _ in range(3):
                env._table.state = game.sample_world(game.observe(truth, Seat(seat)), rng)
                swapped += env._table.state != truth
                assert all((env._observation()[key] == seen[key]).all() for key in seen)
                assert env.render() == picture
            env._table.state = truth
            legal = legal_of(seen)
            seen, _, over, *_ = env.step(legal[int(rng.random() * len(legal))])
            if over:
                break
    assert swapped > 20


def test_the_seat_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    shown: Any = ours.env("dinosaures", render_mode="ansi")
    seen, _ = shown.reset(seed=1)
    text = shown.render()
    assert "\n" in text
    watched = ours.env("dinosaures", render_mode="human")
    watched.reset(seed=1)
    assert capsys.readouterr().out == f"{text}\n"
    watched.step(np.int64(legal_of(seen)[0]))
    assert len(capsys.readouterr().out) > 20
    silent = ours.env("dinosaures")
    silent.reset(seed=1)
    assert silent.render() is None


def test_one_plays_alone_where_the_game_is_for_one() -> None:
    env = ours.env("domestication", preset="solo", opponents=())
    assert len(trace(env, 1)) > 10


def test_what_is_wrong_is_said_at_once() -> None:
    with pytest.raises(UnknownGameError):
        ours.env("pecking")
    with pytest.raises(RulesError):
        ours.env("pecking_order", preset="huge")
    with pytest.raises(UnknownSeatError):
        ours.env("pecking_order", seat=2)
    with pytest.raises(UnknownBotError):
        ours.env("pecking_order", opponents="clever")
    with pytest.raises(ValueError, match="2 opponents for 1 other seats"):
        ours.env("pecking_order", opponents=["random", "random"])
    with pytest.raises(ValueError, match="on_illegal"):
        ours.env("pecking_order", on_illegal="ignore")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(ValueError, match="render_mode"):
        ours.env("pecking_order", render_mode="rgb_array")

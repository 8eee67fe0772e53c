"""PettingZoo's own suites, unmodified, on every preset of every game, in both forms; and what they do not look at."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils import parallel_to_aec

from boardgames_fr import IllegalMoveError, RulesError, Seat, UnknownGameError, find_game
from boardgames_fr.actions import Actions
from boardgames_fr.adapters import pettingzoo as ours
from boardgames_fr.chance import pick, stream
from tests.adapters.cases import SECRET, each_case

pytestmark = [
    pytest.mark.adapters,
    # PettingZoo keeps a list of its own environments whose observations are dicts with a mask, and warns of all others.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


def agents(env: Any) -> list[str]:
    return list(env.possible_agents)


# The suites


@each_case
def test_api(name: str, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(ours.env(name, preset), num_cycles=100)
    assert capsys.readouterr().out.splitlines() == ["Starting API test", "Passed API test"]


@each_case
def test_parallel_api(name: str, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(ours.parallel_env(name, preset), num_cycles=150)
    assert capsys.readouterr().out == "Passed Parallel API test\n"


@each_case
def test_seed(name: str, preset: str) -> None:
    seed_test(lambda: ours.env(name, preset), num_cycles=30)


@each_case
@pytest.mark.parametrize("on_illegal", ["terminate", "noop"])
def test_parallel_seed(name: str, preset: str, on_illegal: Any) -> None:
    # It samples without looking at the mask.
    parallel_seed_test(lambda: ours.parallel_env(name, preset, on_illegal=on_illegal), num_cycles=30)


@each_case
def test_max_cycles(name: str, preset: str) -> None:
    # It samples without looking at the mask, and counts on everybody acting in every cycle: the parallel form.
    def parallel_env(max_cycles: int) -> Any:
        return ours.parallel_env(name, preset, on_illegal="noop", max_cycles=max_cycles)

    def env(max_cycles: int) -> Any:
        return parallel_to_aec(parallel_env(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=env))


@each_case
def test_render(name: str, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    def env(render_mode: str) -> Any:
        return ours.env(name, preset, render_mode=render_mode)

    render_test(env)  # type: ignore[arg-type]  # that is how it calls it
    assert capsys.readouterr().out.count("\n") > 10


# What the suites do not look at


@each_case
def test_the_mask_is_the_legal_actions_of_the_agent_to_move(name: str, preset: str) -> None:
    env = ours.env(name, preset)
    game = find_game(name)
    rules = game.presets[preset]
    actions: Actions[Any, Any, Any, Any] = Actions(game, rules)
    draws, rng = stream(11, "chance", 0), Random(2)
    state, said = game.new_game(rules), tuple[int, ...]()
    env.reset(seed=11)
    for _ in range(60):
        while game.chance_weights(state):
            moves = game.legal_moves(state)
            state = game.apply(state, moves[pick(draws, game.chance_weights(state))])
        mover = game.to_move(state)
        if mover is None:
            break
        assert env.agent_selection == f"seat_{mover}"
        legal = actions.legal(state, said)
        for seat, agent in enumerate(agents(env)):
            seen = env.observe(agent)
            assert seen is not None
            assert list(np.flatnonzero(seen["action_mask"])) == (list(legal) if seat == mover else [])
            assert seen["action_mask"].dtype == np.int8
            assert env.observation_space(agent).contains(seen)
        action = legal[int(rng.random() * len(legal))]
        env.step(action)
        said, move = actions.say(state, said, action)
        if move is not None:
            state, said = game.apply(state, move), ()


@each_case
def test_a_whole_game_ends_with_the_returns(name: str, preset: str) -> None:
    env = ours.env(name, preset)
    env.reset(seed=3)
    for agent, space in ((agent, env.action_space(agent)) for agent in agents(env)):
        space.seed(len(agent))
    totals = dict.fromkeys(agents(env), 0.0)
    for agent in env.agent_iter():
        seen, reward, termination, truncation, info = env.last()
        assert info == {}
        assert not truncation
        totals[agent] += reward
        assert seen is not None
        assert termination == (not seen["action_mask"].any() and agent == env.agent_selection)
        env.step(None if termination else env.action_space(agent).sample(seen["action_mask"]))
    assert env.agents == []
    if len(totals) > 1:
        assert sum(totals.values()) == pytest.approx(0)
    assert any(totals.values()) or len(set(totals.values())) == 1


def illegal_action(env: Any) -> int:
    seen = env.observe(env.agent_selection)
    return int(np.flatnonzero(seen["action_mask"] == 0)[0])


@each_case
def test_an_action_outside_the_mask_raises_and_changes_nothing(name: str, preset: str) -> None:
    env = ours.env(name, preset)
    env.reset(seed=1)
    before = {agent: env.observe(agent) for agent in agents(env)}
    for action in (illegal_action(env), -1, len(before[env.agent_selection]["action_mask"])):  # type: ignore[index]  # it has observed
        with pytest.raises(IllegalMoveError):
            env.step(action)
    for agent in agents(env):
        now = env.observe(agent)
        assert now is not None
        assert before[agent] is not None
        assert all((now[key] == before[agent][key]).all() for key in now)  # type: ignore[index]  # it has observed
    with pytest.raises(TypeError):
        env.step("place 1")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(TypeError):
        env.step(None)


@each_case
def test_an_action_outside_the_mask_ends_the_game(name: str, preset: str) -> None:
    env = ours.env(name, preset, on_illegal="terminate")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(illegal_action(env))
    assert env.rewards == {other: -1.0 if other == agent else 0.0 for other in agents(env)}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert set(env.infos[agent]) == {"illegal"}
    for _ in agents(env):
        seen, *_ = env.last()
        assert seen is not None
        assert not seen["action_mask"].any()
        env.step(None)
    assert env.agents == []
    with pytest.raises(ValueError, match="reset"):
        env.step(0)


@each_case
def test_an_action_outside_the_mask_is_passed_over(name: str, preset: str) -> None:
    env = ours.env(name, preset, on_illegal="noop", max_cycles=3)
    env.reset(seed=1)
    agent, action = env.agent_selection, illegal_action(env)
    for _ in range(2):
        env.step(action)
        assert env.agent_selection == agent
        assert set(env.infos[agent]) == {"illegal"}
        assert not any(env.rewards.values())
    env.step(action)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_in_the_parallel_form_only_the_agent_to_move_is_heard() -> None:
    env = ours.parallel_env("pecking_order", "tiny")
    seen, _ = env.reset(seed=1)
    assert not seen["seat_1"]["action_mask"].any()
    action = int(np.flatnonzero(seen["seat_0"]["action_mask"])[0])
    after, rewards, terminations, truncations, infos = env.step({"seat_0": action, "seat_1": 999})
    assert rewards == {"seat_0": 0.0, "seat_1": 0.0}
    assert infos == {"seat_0": {}, "seat_1": {}}
    assert not any((*terminations.values(), *truncations.values()))
    assert any(flags["action_mask"].any() for flags in after.values())
    with pytest.raises(KeyError):
        env.step({})


def test_the_parallel_form_plays_to_the_end_and_then_wants_a_reset() -> None:
    env: Any = ours.parallel_env("pecking_order", "tiny", render_mode="ansi", max_cycles=99)
    assert env.max_cycles == 99
    seen, _ = env.reset(seed=1)
    rewards: dict[str, float] = {}
    while env.agents:
        seen, rewards, *_ = env.step(
            {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        )
    assert sum(rewards.values()) == 0
    assert isinstance(env.render(), str)
    with pytest.raises(ValueError, match="reset"):
        env.step({})
    env.close()


def test_the_parallel_form_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    env = ours.parallel_env("dinosaures", render_mode="human")
    seen, _ = env.reset(seed=1)
    env.step({"seat_0": int(np.flatnonzero(seen["seat_0"]["action_mask"])[0])})
    assert capsys.readouterr().out.count("\n") > 5


def test_without_a_render_mode_there_is_no_picture() -> None:
    env = ours.env("dinosaures")
    env.reset()
    assert env.render() is None


def draws_of(env: Any, **seed: int) -> list[list[float]]:
    env.reset(**seed)
    seen = []
    for _ in range(6):
        observation = env.observe(env.agent_selection)
        seen.append(list(observation["observation"]))
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    return seen


def test_a_seed_decides_this_game_and_those_after_it() -> None:
    first, second = ours.env("pecking_order"), ours.env("pecking_order")
    games = [draws_of(first, seed=5), draws_of(first), draws_of(first)]
    assert games == [draws_of(second, seed=5), draws_of(second), draws_of(second)]
    assert games[0] != games[1] != games[2]
    assert draws_of(second, seed=5) == games[0]
    assert draws_of(ours.env("pecking_order"), seed=6) != games[0]
    unseeded = ours.env("pecking_order"), ours.env("pecking_order")
    assert [draws_of(unseeded[0]) for _ in range(3)] != [draws_of(unseeded[1]) for _ in range(3)]


@pytest.mark.parametrize("name", SECRET)
def test_an_observation_is_a_function_of_what_the_seat_may_know(name: str) -> None:
    game = find_game(name)
    env: Any = ours.env(name)
    rng = Random(9)
    env.reset(seed=9)
    swapped = 0
    for _ in range(40):
        if env._play.over:
            break
        table = env._play.table
        truth = table.state
        for seat, agent in enumerate(agents(env)):
            before = env.observe(agent)
            for _ in range(3):
                table.state = game.sample_world(game.observe(truth, Seat(seat)), rng)
                swapped += table.state != truth
                assert all((env.observe(agent)[key] == before[key]).all() for key in before)
            table.state = truth
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(legal[int(rng.random() * len(legal))]))
    assert swapped > 20


def test_what_is_wrong_is_said_at_once() -> None:
    with pytest.raises(UnknownGameError):
        ours.env("pecking")
    with pytest.raises(RulesError):
        ours.env("pecking_order", "huge")
    with pytest.raises(ValueError, match=r"on_illegal = 'ignore': there are raise, terminate, noop"):
        ours.env("pecking_order", on_illegal="ignore")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(ValueError, match=r"render_mode = 'rgb': there are ansi, human"):
        ours.parallel_env("pecking_order", render_mode="rgb")


def test_both_forms_are_what_they_say() -> None:
    assert isinstance(ours.env(find_game("animals"), "big"), AECEnv)
    assert isinstance(ours.parallel_env("animals", "big"), ParallelEnv)
    assert len(ours.env("animals", "big").possible_agents) == 8
    assert str(ours.env("animals")) == "animals_v0"

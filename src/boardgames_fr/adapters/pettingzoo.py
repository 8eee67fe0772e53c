"""The games in PettingZoo, in both of its forms, with the mask of legal actions in the observation.

    from boardgames_fr.adapters import pettingzoo

    env = pettingzoo.env("pecking_order")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Agents are `seat_0`, `seat_1` …. An observation is a dict of two new arrays: `observation` (float32, the vector
described in `boardgames_fr.adapters`) and `action_mask` (int8, one flag an action of `boardgames_fr.actions`; all 0 for
an agent that is not to move, and after the end). Chance moves by itself. Rewards come at the end: the outcome's
returns.

In the parallel form (`parallel_env`) every agent gives an action at every step, and only that of the agent to move
counts: the others may give any.

`reset(seed=…)` decides all of chance's draws; resets without a seed go on from there, or from 128 random bits.
"""

from __future__ import annotations

import secrets
import sys
from typing import Any

from boardgames_fr.chance import stream
from boardgames_fr.errors import MissingExtraError
from boardgames_fr.game import AnyGame, Seat

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

    from boardgames_fr.adapters import _spaces
    from boardgames_fr.adapters._spaces import Observation, OnIllegal
    from boardgames_fr.adapters._table import Table, game_and_rules
except ModuleNotFoundError as _error:
    raise MissingExtraError("pettingzoo") from _error

__all__ = ["env", "parallel_env"]


def env(
    game: AnyGame | str,
    preset: str | None = None,
    *,
    on_illegal: OnIllegal = "raise",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int | None]:
    """The game, by the rules of this preset (`None`: its first), as an environment of turns.

    `on_illegal`: what an action outside the mask does: `"raise"` raises `IllegalMoveError` and changes nothing;
    `"terminate"` ends the game, -1 for who said it and 0 for the others; `"noop"` does nothing, and the same agent is
    asked again. `max_cycles`: the game is truncated after so many actions. `render_mode`: `"ansi"`, where `render()`
    returns what the agent to move sees, drawn with characters, or `"human"`, where that is written to standard output
    at every step.

    Raises:
        UnknownGameError: no game has this name.
        RulesError: the game has no such preset.
        ValueError: `on_illegal` or `render_mode` is none of these.
    """
    return _Turns(_Play(*game_and_rules(game, preset), on_illegal, max_cycles, render_mode))


def parallel_env(
    game: AnyGame | str,
    preset: str | None = None,
    *,
    on_illegal: OnIllegal = "raise",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> ParallelEnv[str, Observation, int | None]:
    """The same in the parallel form; the arguments and errors are those of `env`, a cycle is a step."""
    return _Parallel(_Play(*game_and_rules(game, preset), on_illegal, max_cycles, render_mode))


class _Play:
    """What both forms share: the table, its agents, and what an action brings."""

    def __init__(
        self, game: AnyGame, rules: object, on_illegal: OnIllegal, max_cycles: int | None, render_mode: str | None
    ) -> None:
        _spaces.checked(on_illegal, render_mode)
        self.table: Table[Any, Any, Any, Any] = Table(game, rules)
        self.agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.seats = {agent: Seat(seat) for seat, agent in enumerate(self.agents)}
        self.observation_spaces = {agent: _spaces.observation_space(self.table) for agent in self.agents}
        self.action_spaces = {agent: _spaces.action_space(self.table) for agent in self.agents}
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {"name": f"{game.name}_v0", "render_modes": list(_spaces.RENDER_MODES)}
        self._on_illegal: OnIllegal = on_illegal
        self._seed: int | None = None
        self._episode = 0
        self._last = Seat(0)
        self.cycles = 0
        self.terminated = self.truncated = False
        self.rewards = self._no_rewards()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def _no_rewards(self) -> dict[str, float]:
        return dict.fromkeys(self.agents, 0.0)

    def reset(self, seed: int | None) -> None:
        """Begin a new game."""
        if seed is not None or self._seed is None:
            self._seed, self._episode = secrets.randbits(128) if seed is None else int(seed), 0
        else:
            self._episode += 1
        self.table.deal(stream(self._seed, "chance", self._episode))
        self.cycles = 0
        self._settle(None)

    def act(self, action: object) -> None:
        """Let the agent to move say this action, and work out what that brings."""
        problem = _spaces.try_to_say(self.table, action, self._on_illegal)
        self.cycles += 1
        self._settle(problem)

    def _settle(self, problem: str | None) -> None:
        asked, outcome = self.table.mover, self.table.outcome
        self.rewards, self.infos = self._no_rewards(), {agent: {} for agent in self.agents}
        self.terminated = outcome is not None
        if outcome is not None:
            self.rewards = dict(zip(self.agents, outcome.returns, strict=True))
        if problem is not None:
            assert asked is not None, "who said something illegal is still to move"
            self.infos[self.agents[asked]] = {"illegal": problem}
            if self._on_illegal == "terminate":
                self.terminated = True
                self.rewards[self.agents[asked]] = _spaces.ILLEGAL_REWARD
        self.truncated = not self.terminated and self.max_cycles is not None and self.cycles >= self.max_cycles
        if asked is not None:
            self._last = asked

    @property
    def over(self) -> bool:
        """Whether nobody is to act any more."""
        return self.terminated or self.truncated

    def agent(self) -> str:
        """The agent to move, or the last one that was."""
        return self.agents[self._last]

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it can say."""
        found = _spaces.observation(self.table, self.seats[agent])
        if self.over:
            found["action_mask"][:] = 0
        return found

    def render(self) -> str | None:
        """The picture for the agent to move: returned, or written to standard output."""
        if self.render_mode is None:
            return None
        text = _spaces.picture(self.table, self._last)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None


class _Turns(AECEnv[str, Observation, int | None]):
    """The environment of turns."""

    def __init__(self, play: _Play) -> None:
        self._play = play
        self.metadata = play.metadata
        self.render_mode = play.render_mode
        self.possible_agents = list(play.agents)
        self.agents = []

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self._play.observation_spaces[agent]  # type: ignore[return-value]  # a Dict space gives dicts of arrays

    def action_space(self, agent: str) -> spaces.Space[int | None]:
        return self._play.action_spaces[agent]  # type: ignore[return-value]  # None stands for an agent that is done

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; `options` are taken and not used."""
        self._play.reset(seed)
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._show()

    def observe(self, agent: str) -> Observation:
        return self._play.observe(agent)

    def step(self, action: int | None) -> None:
        """Let the selected agent say this action; `None` for an agent that is done."""
        if not self.agents:
            raise ValueError("the game is over: reset the environment first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._show()

    def _show(self) -> None:
        play = self._play
        self.rewards, self.infos = play.rewards, play.infos
        self.terminations = dict.fromkeys(self.agents, play.terminated)
        self.truncations = dict.fromkeys(self.agents, play.truncated)
        self.agent_selection = self.agents[0] if play.over else play.agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What the agent to move sees, in the mode `ansi`; nothing otherwise."""
        return self._play.render()

    def close(self) -> None:
        """Nothing: there is nothing to release."""


class _Parallel(ParallelEnv[str, Observation, int | None]):
    """The parallel form."""

    def __init__(self, play: _Play) -> None:
        self._play = play
        self.metadata = play.metadata
        self.render_mode = play.render_mode
        self.possible_agents = list(play.agents)
        self.agents = []

    @property
    def max_cycles(self) -> int | None:
        """After how many steps the game is truncated; `None`: never."""
        return self._play.max_cycles

    @max_cycles.setter
    def max_cycles(self, steps: int | None) -> None:
        self._play.max_cycles = steps

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self._play.observation_spaces[agent]  # type: ignore[return-value]  # a Dict space gives dicts of arrays

    def action_space(self, agent: str) -> spaces.Space[int | None]:
        return self._play.action_spaces[agent]  # type: ignore[return-value]  # as in the other form

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game; `options` are taken and not used."""
        self._play.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._play.infos

    def step(
        self, actions: dict[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let the agent to move say its action.

        Raises:
            KeyError: there is none of the agent to move.
        """
        play = self._play
        if not self.agents:
            raise ValueError("the game is over: reset the environment first")
        play.act(actions[play.agent()])
        terminations, truncations = (dict.fromkeys(self.agents, flag) for flag in (play.terminated, play.truncated))
        observations = self._observations()
        if play.over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, play.rewards, terminations, truncations, play.infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._play.observe(agent) for agent in self.possible_agents}

    def render(self) -> str | None:
        """What the agent to move sees, in the mode `ansi`; nothing otherwise."""
        return self._play.render()

    def close(self) -> None:
        """Nothing: there is nothing to release."""

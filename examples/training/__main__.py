"""MaskablePPO of sb3-contrib learns Pecking Order from games against the library's own bots, and is measured.

From the top of a checkout:

    pip install '.[gymnasium]' -r examples/training/requirements.txt
    python -m examples.training train                # plays and learns, and writes pecking_order_ppo.zip
    python -m examples.training evaluate             # plays against each opponent, and says how often it wins
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardgames_fr.adapters.gymnasium import env
from boardgames_fr.arena import Entrant, Row, tournament
from boardgames_fr.bots import make_bot
from boardgames_fr.games.pecking_order import GAME, Rules

from .bot import LearnedBot, Policy

RULES: Final = Rules()
SEED: Final = 2026
STEPS: Final = 400_000
"""Decisions of the learner; a game has about fourteen."""
TEACHERS: Final = ("random", "easy", "medium", "hard")
"""Who it learns against."""
TABLES_EACH: Final = 4
"""So many tables are played at once against each teacher: a multiple of the seats, so that it learns them all alike."""
SETTINGS: Final = {
    "n_steps": 128,  # at each table, before it learns from what happened
    "batch_size": 256,
    "n_epochs": 8,
    "gamma": 1.0,  # a game is short, and only its end counts
    "ent_coef": 0.01,
    "policy_kwargs": {"net_arch": [128, 128]},
}
OPPONENTS: Final = ("random", "easy", "medium", "hard")
"""Who it is measured against."""
GAMES: Final = 1000
"""So many games against each: half of them on each seat."""
FILE: Final = Path("pecking_order_ppo.zip")


class Learner(Protocol):
    """What is used here of `sb3_contrib.MaskablePPO`.

    The library's own checks do not install its package: it is imported by name, where it is needed.
    """

    def learn(self, total_timesteps: int) -> object:
        """Play so many steps, and learn from them."""

    def save(self, path: Path) -> None:
        """Write what was learned."""

    def predict(
        self, observation: NDArray[np.float32], *, action_masks: NDArray[np.bool_], deterministic: bool
    ) -> tuple[NDArray[np.int64], object]:
        """An action (and a state, of policies that have one)."""
        ...


class ScaledEnv(gymnasium.ObservationWrapper[NDArray[np.float32], np.int64, dict[str, NDArray[Any]]]):
    """The adapter's environment, as learners like it best: one vector of numbers from 0 to 1, the masks beside it."""

    def __init__(self, seat: int, opponent: str) -> None:
        table = env(GAME, seat=seat, opponents=opponent)
        super().__init__(table)
        whole: spaces.Space[Any] = table.observation_space
        assert isinstance(whole, spaces.Dict)
        numbers = whole["observation"]
        assert isinstance(numbers, spaces.Box)
        self._low: NDArray[np.float32] = numbers.low
        self._width: NDArray[np.float32] = numbers.high - numbers.low
        self._mask = np.zeros(0, np.bool_)
        self.observation_space = spaces.Box(0, 1, numbers.shape, np.float32)

    def scaled(self, numbers: Sequence[int] | NDArray[np.float32]) -> NDArray[np.float32]:
        """The adapter's numbers, each from 0 (its lowest value) to 1 (its highest)."""
        return (np.asarray(numbers, np.float32) - self._low) / self._width

    def observation(self, observation: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        """What the learner gets; the mask is kept until it asks for it."""
        self._mask = observation["action_mask"].astype(np.bool_)
        return self.scaled(observation["observation"])

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action whether it can be said now: sb3-contrib calls this."""
        return self._mask


def train(file: Path, steps: int) -> None:
    """Learn for so many steps, and write the policy to a file."""
    import_module("torch").set_num_threads(1)  # a small network is no work for two, and sums keep their order
    vectors = import_module("stable_baselines3.common.vec_env")
    tables = [
        partial(ScaledEnv, number % GAME.seats(RULES), teacher) for teacher in TEACHERS for number in range(TABLES_EACH)
    ]
    played = vectors.VecMonitor(vectors.DummyVecEnv(tables))
    learner: Learner = import_module("sb3_contrib").MaskablePPO(
        "MlpPolicy", played, learning_rate=falling, seed=SEED, device="cpu", verbose=1, **SETTINGS
    )
    start = time.process_time()
    learner.learn(steps)
    learner.save(file)
    print(f"{steps} steps in {(time.process_time() - start) / 60:.1f} minutes of one core: {file}")


def falling(left: float) -> float:
    """The learning rate while this part of the training is left."""
    return 1e-3 * left


def policy_of(learner: Learner) -> Policy:
    """What was learned, without any chance: always the likeliest action."""
    seat = ScaledEnv(0, "random")

    def policy(numbers: Sequence[int], mask: Sequence[bool], /) -> int:
        action, _ = learner.predict(seat.scaled(numbers), action_masks=np.array(mask), deterministic=True)
        return int(action)

    return policy


def evaluate(policy: Policy, games: int) -> Iterator[tuple[str, Row]]:
    """How the policy does against each opponent, in so many games, half of them on each seat."""
    for opponent in OPPONENTS:
        entrants = [
            Entrant("ppo", lambda _seed: LearnedBot(GAME, RULES, policy)),
            Entrant(opponent, partial(make_bot, GAME, RULES, opponent)),
        ]
        yield opponent, tournament(GAME, RULES, entrants, games=games, seed=SEED)["ppo"]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m examples.training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="play and learn, and write what was learned")
    training.add_argument("--steps", type=int, default=STEPS, help="decisions of the learner (%(default)s)")
    measuring = commands.add_parser("evaluate", help="play what was learned against the library's bots")
    measuring.add_argument("--games", type=int, default=GAMES, help="games against each of them (%(default)s)")
    for command in (training, measuring):
        command.add_argument("--file", type=Path, default=FILE, help="where what was learned is kept (%(default)s)")
    options = parser.parse_args(arguments)

    if options.command == "train":
        train(options.file, options.steps)
        return
    import_module("torch").set_num_threads(1)
    learner: Learner = import_module("sb3_contrib").MaskablePPO.load(options.file, device="cpu")
    print("| against | games | won | shared | points a game (95 %) |\n|---|--:|--:|--:|--:|")
    for opponent, row in evaluate(policy_of(learner), options.games):
        rate, low, high = (f"{100 * part:.1f}" for part in (row.rate, row.rate_low, row.rate_high))
        print(f"| `{opponent}` | {row.games} | {row.wins} | {row.shared} | {rate} % ({low} … {high}) |", flush=True)


if __name__ == "__main__":
    main()

"""The training example from its command line, with a stand-in for the learner: its packages are not installed here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from examples.training import __main__ as example
from gymnasium.utils.env_checker import check_env

pytestmark = pytest.mark.adapters


class Tables:
    """Stands in for the vector of environments."""

    def __init__(self, makers: Sequence[Callable[[], example.ScaledEnv]]) -> None:
        self.envs = [make() for make in makers]


class Lowest:
    """Stands in for the learner: says the lowest action that can be said, wherever it is."""

    def __init__(self, policy: str, tables: Tables, **settings: Any) -> None:
        self.tables = tables
        assert policy == "MlpPolicy"
        assert settings["seed"] == example.SEED
        assert settings["learning_rate"](1.0) > settings["learning_rate"](0.1) > settings["learning_rate"](0.0) == 0.0

    def learn(self, total_timesteps: int) -> None:
        seats = {int(np.argmax(each.reset(seed=1)[0][:2])) for each in self.tables.envs}
        assert seats == {0, 1}
        for table in self.tables.envs:
            for _ in range(total_timesteps):
                action, _ = self.predict(table.reset()[0], action_masks=table.action_masks(), deterministic=True)
                observation, _, _, _, info = table.step(action)
                assert info == {}, "the mask was the one of now"
                assert table.observation_space.contains(observation)

    def save(self, path: Path) -> None:
        path.write_text("lowest", encoding="utf-8")

    @classmethod
    def load(cls, path: Path, device: str) -> Lowest:
        assert (path.read_text("utf-8"), device) == ("lowest", "cpu")
        return cls.__new__(cls)

    def predict(self, observation: Any, *, action_masks: Any, deterministic: bool) -> tuple[Any, None]:
        assert deterministic
        assert observation.dtype == np.float32
        assert 0 <= observation.min() <= observation.max() <= 1
        return np.flatnonzero(action_masks)[0], None


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {
        "torch": SimpleNamespace(set_num_threads=lambda _threads: None),
        "stable_baselines3.common.vec_env": SimpleNamespace(DummyVecEnv=Tables, VecMonitor=lambda tables: tables),
        "sb3_contrib": SimpleNamespace(MaskablePPO=Lowest),
    }
    monkeypatch.setattr(example, "import_module", modules.__getitem__)


def test_it_trains_and_evaluates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "policy.zip"
    example.main(["train", "--steps", "30", "--file", str(file)])
    assert capsys.readouterr().out.startswith("30 steps in 0.")
    example.main(["evaluate", "--games", "20", "--file", str(file)])
    _, _, *lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[:2] for line in lines] == [[f"| `{name}`", "20"] for name in example.OPPONENTS]
    assert all(line.endswith(") |") for line in lines)


@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version")  # it is a wrapper that is checked
def test_what_the_learner_gets_is_an_environment_by_gymnasiums_own_check() -> None:
    for seat in (0, 1):
        check_env(example.ScaledEnv(seat, "easy"), skip_render_check=True)

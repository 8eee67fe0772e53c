"""What the adapters are tried on: every game of ours by all its presets."""

from __future__ import annotations

import pytest

from boardgames_fr import find_game, games

CASES = [(name, preset) for name in games() for preset in find_game(name).presets]

each_case = pytest.mark.parametrize(("name", "preset"), CASES, ids=[f"{name}-{preset}" for name, preset in CASES])

SECRET = ("pecking_order", "domestication", "animals")
"""Games in which some seat does not know something."""

"""These tests need the requirements.txt here and in examples/web: the usual run, without them, does not read them."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out what the usual run deselects by its marker anyway, and what could not be imported there."""
    return True if "not browser" in config.option.markexpr and collection_path.name.startswith("test_") else None

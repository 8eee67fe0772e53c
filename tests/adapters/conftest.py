"""These tests need the extras of the adapters: a run that deselects them does not read them."""

from __future__ import annotations

from pathlib import Path

import pytest

PLAIN = ("test_missing_extras.py", "test_table.py")
"""What needs no extra is always read."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out what the run deselects by its marker anyway, and what could perhaps not be imported."""
    marks: str = config.option.markexpr
    wanted = not marks or ("adapters" in marks and "not adapters" not in marks)
    needs_extras = collection_path.name.startswith("test_") and collection_path.name not in PLAIN
    return True if needs_extras and not wanted else None

"""200 tables at once, broken connections and a killed server: the short form of `tests.web.load`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.web.load import run

pytestmark = pytest.mark.browser


def test_no_accepted_move_is_lost_and_none_is_made_twice(tmp_path: Path) -> None:
    counts = asyncio.run(run(tables=200, kills=2, seconds=240, directory=tmp_path))
    assert counts["tables"] == 200
    assert counts["server killed"] >= 1
    assert counts["broken before the answer"] > 50
    assert counts["sent again"] > 50
    assert counts["accepted moves"] <= counts["written moves"]

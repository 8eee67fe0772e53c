"""The equilibrium of `tiny` Pecking Order that is kept: judged by OpenSpiel on the game itself."""

from __future__ import annotations

import pytest
from examples.solved import tiny_pecking_order as solved

pytestmark = pytest.mark.adapters


def test_the_kept_strategy_is_an_equilibrium_within_a_thousandth() -> None:
    value, exploitable = solved.worth(solved.read())
    assert -1e-9 < exploitable < 0.001
    assert abs(value + 5 / 18) < 0.0001


def test_the_kept_table_is_in_order_and_each_line_adds_up() -> None:
    table = solved.read()
    assert list(table) == sorted(table)
    assert {seat for seat, _ in table} == {0, 1}
    for chances in table.values():
        assert sum(chances.values()) == solved.WHOLE
        assert min(chances.values()) > 0


def test_chances_are_rounded_so_that_they_add_up() -> None:
    assert solved.rounded({"a": 1 / 3, "b": 2 / 3}) == {"a": 3333, "b": 6667}
    assert solved.rounded({"a": 1 / 6, "b": 1 / 6, "c": 2 / 3}) == {"a": 1667, "b": 1667, "c": 6666}
    assert solved.rounded({"a": 0.00001, "b": 0.99999}) == {"b": 10_000}

"""Draws are exact, reproducible, and use nothing but `Random.random()`."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from boardgames_fr.chance import below, pick, seed_from, stream


class OnlyRandom(Random):
    """A generator of which only `random()` may be called."""

    def getrandbits(self, _k: int, /) -> int:
        raise AssertionError("only random() is the same on every Python")


def test_below_gives_each_value_equally_often() -> None:
    rng = OnlyRandom(3)
    counts = Counter(below(rng, 6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    # 6 sigma of a binomial of 60,000 draws at 1/6 is about 548.
    assert all(abs(count - 10_000) < 548 for count in counts.values())


def test_below_rejects_the_uneven_tail_instead_of_favouring_small_values() -> None:
    class Scripted(Random):
        script = iter([1 - 2**-53, 5 * 2**-53])

        def random(self) -> float:
            return next(self.script)

    # 2**53 = 2 (mod 3), so the two highest values would favour 0 and 1; the draw is made again.
    assert below(Scripted(), 3) == 5 % 3


def test_below_reaches_far_beyond_53_bits() -> None:
    n = 3**200
    draws = [below(OnlyRandom(seed), n) for seed in range(200)]
    assert all(0 <= draw < n for draw in draws)
    assert sum(draw >= n // 2 for draw in draws) in range(58, 143)
    assert len({draw % 1000 for draw in draws}) > 150


def test_below_of_one_is_zero_and_of_none_is_an_error() -> None:
    assert below(Random(0), 1) == 0
    with pytest.raises(ValueError, match="positive"):
        below(Random(0), 0)


def test_pick_follows_the_weights() -> None:
    rng = OnlyRandom(5)
    counts = Counter(pick(rng, (1, 0, 3)) for _ in range(40_000))
    assert sorted(counts) == [0, 2]
    assert abs(counts[0] - 10_000) < 6 * (40_000 * 3 / 16) ** 0.5


@pytest.mark.parametrize("weights", [(), (0, 0), (2, -1)])
def test_pick_refuses_weights_that_are_no_odds(weights: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="must"):
        pick(Random(0), weights)


def test_streams_are_reproducible_and_apart() -> None:
    assert stream(1, "bot", 0).random() == stream(1, "bot", 0).random()
    seeds = {seed_from(1), seed_from("1"), seed_from(1, "bot"), seed_from(1, "bot", 0), seed_from(1, "bot", "0")}
    assert len(seeds) == 5


def test_seeds_stay_what_they_are() -> None:
    # Written down, since what was made from a seed is to come out the same for ever.
    assert seed_from(1, "chance") % 10**9 == 479_147_591
    assert below(stream(1, "chance"), 1000) == 960

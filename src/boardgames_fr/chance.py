"""Exact draws from a `random.Random`, the same on every machine and every supported Python.

Only `Random.random()` and seeding by an int are used: of all the generator's methods these alone are
promised never to change. `random()` gives a multiple of 2**-53, that is 53 even bits; draws are made from
these bits by rejection, so they are exact, not nearly even.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random

__all__ = ["below", "pick", "seed_from", "stream"]

_BITS = 53
_SPAN = 1 << _BITS


def below(rng: Random, n: int) -> int:
    """An int from 0 to `n - 1`, every one exactly as likely.

    Raises:
        ValueError: `n` is not positive.

    >>> below(Random(1), 6), below(Random(1), 10**30) < 10**30
    (1, True)
    """
    if n <= 0:
        raise ValueError(f"below: n must be positive, not {n}")
    while True:
        value, span = int(rng.random() * _SPAN), _SPAN
        while span < n:
            value, span = value << _BITS | int(rng.random() * _SPAN), span << _BITS
        if value < span - span % n:
            return value % n


def pick(rng: Random, weights: Sequence[int]) -> int:
    """An index of `weights`, drawn with exactly these integer odds.

    Raises:
        ValueError: a weight is negative, or none is positive.

    >>> pick(Random(7), (0, 3, 0))
    1
    """
    if min(weights, default=0) < 0:
        raise ValueError("pick: weights must not be negative")
    left = below(rng, sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError("below() is less than the sum of the weights")


def seed_from(seed: int | str, *labels: int | str) -> int:
    """A 256-bit seed for one purpose, made from `seed` and the purpose's `labels` by SHA-256.

    Streams with different labels are independent for all practical ends, and nobody can work out one
    from another. The order and the types of the labels matter.

    >>> seed_from(1, "bot", 0) == seed_from(1, "bot", 1)
    False
    """
    text = "\n".join(f"{type(part).__name__}:{part!r}" for part in (seed, *labels))
    return int.from_bytes(sha256(text.encode()).digest(), "big")


def stream(seed: int | str, *labels: int | str) -> Random:
    """A generator of its own for one purpose: `Random(seed_from(seed, *labels))`."""
    return Random(seed_from(seed, *labels))

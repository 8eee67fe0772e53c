"""Ready-made tuples of the items that a mask picks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

WHOLE: Final = 13
"""So many items, as a deck of 12 birds and a jaguar has, are few enough to keep a tuple for every mask."""
_PIECE: Final = 6


class ByMask(Protocol[T_co]):
    """Mask → the items of its bits, in order."""

    def __getitem__(self, mask: int, /) -> tuple[T_co, ...]: ...


def subsets(items: Sequence[T], whole: int = WHOLE) -> ByMask[T]:
    """Mask → the items of its bits: a tuple of them all for up to `whole` items (at least 6), otherwise joined pieces.

    >>> subsets("abcd")[0b1010]
    ('b', 'd')
    >>> subsets("abcdefgh", whole=6)[0b10000101]
    ('a', 'c', 'h')
    """
    if len(items) > whole:
        return _Joined(items, whole)
    every: list[tuple[T, ...]] = [()]
    for item in items:
        every += [(*subset, item) for subset in every]
    return tuple(every)


class _Joined(Generic[T]):
    """What the low bits of a mask pick, and then what the others do."""

    __slots__ = ("high", "low")

    def __init__(self, items: Sequence[T], whole: int) -> None:
        self.low = subsets(items[:_PIECE], whole)
        self.high = subsets(items[_PIECE:], whole)

    def __getitem__(self, mask: int, /) -> tuple[T, ...]:
        return self.low[mask & (1 << _PIECE) - 1] + self.high[mask >> _PIECE]

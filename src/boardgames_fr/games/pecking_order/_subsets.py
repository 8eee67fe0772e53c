"""Ready-made tuples of the items that a mask picks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

LOW_BITS: Final = 6
LOW_MASK: Final = (1 << LOW_BITS) - 1
_KEPT_BITS = 16


class _ByMask(Protocol[T_co]):
    def __getitem__(self, mask: int, /) -> tuple[T_co, ...]: ...


class Subsets(Generic[T]):
    """Mask → the items of its bits, in order: `low[mask & LOW_MASK] + high[mask >> LOW_BITS]`.

    Two small tables stay in the processor's cache; one with an entry for every mask does not, and costs a seventh of
    a whole random game.

    >>> Subsets("abcdefgh").of(0b10000101)
    ('a', 'c', 'h')
    """

    __slots__ = ("high", "low")

    def __init__(self, items: Sequence[T]) -> None:
        self.low = _all_subsets(items[:LOW_BITS])
        rest = items[LOW_BITS:]
        self.high: _ByMask[T] = _all_subsets(rest) if len(items) <= _KEPT_BITS else _MadeSubsets(rest)

    def of(self, mask: int) -> tuple[T, ...]:
        return self.low[mask & LOW_MASK] + self.high[mask >> LOW_BITS]


def _all_subsets(items: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    subsets: list[tuple[T, ...]] = [()]
    for item in items:
        subsets += [(*subset, item) for subset in subsets]
    return tuple(subsets)


class _MadeSubsets(Generic[T]):
    """The same where there are too many to keep: each is made when it is asked for."""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[T]) -> None:
        self.items = items

    def __getitem__(self, mask: int, /) -> tuple[T, ...]:
        return tuple([item for index, item in enumerate(self.items) if mask >> index & 1])

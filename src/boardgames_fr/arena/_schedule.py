"""Who sits where in which game: a function of the game's number, so that anybody can work it out anywhere."""

from __future__ import annotations

from math import comb, gcd

from boardgames_fr.chance import below, stream


def full_round(entrants: int, seats: int) -> int:
    """How many games a full round has: every table of entrants, each time with everybody on every seat."""
    return _tables(entrants, seats) * seats


def seating(seed: int, entrants: int, seats: int, index: int) -> tuple[int, ...]:
    """The number of the entrant on each seat in game `index`.

    A *table* is a choice of entrants (when they are fewer than the seats: each sits down equally often, and what is
    left over is chosen). A table plays as many games running as there are seats, and moves on by one seat each time.
    """
    block, turn = divmod(index, seats)
    tables = _tables(entrants, seats)
    stride = _stride(tables)
    sitting = _table(entrants, seats, block % tables * stride % tables)
    rng = stream(seed, "seating", block)
    for last in range(seats - 1, 0, -1):
        other = below(rng, last + 1)
        sitting[last], sitting[other] = sitting[other], sitting[last]
    return tuple(sitting[(seat + turn) % seats] for seat in range(seats))


def _tables(entrants: int, seats: int) -> int:
    return comb(entrants, seats) if entrants >= seats else comb(entrants, seats % entrants)


def _stride(tables: int) -> int:
    """Steps through all tables so that a tournament that ends early has still seen them evenly."""
    stride = max(1, round(tables * 0.618))
    while gcd(stride, tables) != 1:
        stride += 1
    return stride


def _table(entrants: int, seats: int, rank: int) -> list[int]:
    everybody = list(range(entrants))
    times, left = divmod(seats, entrants)
    return everybody * times + _combination(entrants, left, rank)


def _combination(items: int, size: int, rank: int) -> list[int]:
    """The combination of this rank in lexicographic order."""
    chosen: list[int] = []
    for item in range(items):
        if len(chosen) == size:
            break
        beginning = comb(items - item - 1, size - len(chosen) - 1)
        if rank < beginning:
            chosen.append(item)
        else:
            rank -= beginning
    return chosen

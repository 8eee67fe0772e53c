"""Exact values of small games of Dinosaures (Plato 54), by alpha-beta over the library alone.

    python examples/solved/small_dinosaures.py

writes `small_dinosaures.csv`: for each of the rules below what the game is worth to the seat that starts when both play
perfectly (1 it wins, 0 a draw, -1 it loses), how many positions were looked into, and the best first moves. The whole
takes a minute or two.

No position comes twice in a game: a flip raises the count of stalled turns, and whatever sets it back takes a tile or a
card for good. So a depth-first search with a table of what is known ends, and its values are exact.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from boardgames_fr.games import dinosaures as di

TABLE: Final = Path(__file__).with_suffix(".csv")

SEVEN: Final = " ".join(card.name for card in di.CLASSIC_CARDS)

SMALL: Final = (
    # Cards by name, tiles in each supply, `stall_limit`.
    ("L3", 1, 20),
    (SEVEN, 1, 20),
    ("I3", 2, 20),
    ("L3", 2, 20),
    ("O4", 2, 20),
    ("I3 L3", 2, 20),
    ("L3 O4", 2, 20),
    (SEVEN, 2, 20),
    ("I3", 3, 20),
    ("L3", 3, 20),
    ("O4", 3, 20),
    ("I3 L3", 3, 20),
    (SEVEN, 3, 20),
    ("L3", 4, 1),
    ("L3", 4, 2),
)


def rules_of(cards: str, tiles: int, stall_limit: int) -> di.Rules:
    """The rules of a line of the table."""
    chosen = tuple(card for card in di.CLASSIC_CARDS if card.name in cards.split())
    return di.Rules(cards=chosen, tiles=tiles, stall_limit=stall_limit)


class Solver:
    """Remembers, for every position met, between which values its worth to seat 0 lies."""

    def __init__(self) -> None:
        self.known: dict[di.State, tuple[int, int]] = {}

    def value(self, state: di.State, low: int = -1, high: int = 1) -> int:
        """What this position is worth to seat 0, exact if it is from `low` to `high`, otherwise a bound beyond them."""
        outcome = di.outcome(state)
        if outcome is not None:
            return round(outcome.returns[0])
        least, most = self.known.get(state, (-1, 1))
        if least >= high or most <= low or least == most:
            return least if least >= high or least == most else most
        mine = di.to_move(state) == 0
        best, alpha, beta = (-1, max(low, least), high) if mine else (1, low, min(high, most))
        for after in self.ordered(state):
            found = self.value(after, alpha, beta)
            if mine:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        # A value inside the window is exact; one at its edge or beyond is a bound on that side.
        if best <= low:
            most = min(most, best)
        elif best >= high:
            least = max(least, best)
        else:
            least = most = best
        self.known[state] = least, most
        return best

    @staticmethod
    def ordered(state: di.State) -> Iterator[di.State]:
        """The positions that can come next: digs first, which decide most."""
        moves = di.legal_moves(state)
        yield from (di.apply_unchecked(state, move) for move in moves if isinstance(move, di.Dig))
        yield from (di.apply_unchecked(state, move) for move in moves if not isinstance(move, di.Dig))


@attrs.frozen
class Solved:
    """A line of the table."""

    cards: str
    tiles: int
    stall_limit: int
    value: int
    positions: int
    best: str


def solve(cards: str, tiles: int, stall_limit: int) -> Solved:
    """The worth of a small game and its best first moves, in the order of legal moves."""
    start = di.new_game(rules_of(cards, tiles, stall_limit))
    solver = Solver()
    worths = {str(move): solver.value(di.apply_unchecked(start, move), -2, 2) for move in di.legal_moves(start)}
    value = max(worths.values())
    best = " / ".join(move for move, worth in worths.items() if worth == value)
    return Solved(cards, tiles, stall_limit, value, len(solver.known), best)


def read() -> list[Solved]:
    """The lines of the committed table."""
    with TABLE.open(encoding="utf-8", newline="") as lines:
        _, *rows = csv.reader(lines)
    return [
        Solved(cards, int(tiles), int(stall_limit), int(value), int(positions), best)
        for cards, tiles, stall_limit, value, positions, best in rows
    ]


def main() -> None:
    """Solve all of them and write the table."""
    with TABLE.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow([field.name for field in attrs.fields(Solved)])
        for small in SMALL:
            solved = solve(*small)
            writer.writerow(attrs.astuple(solved))
            print(solved, flush=True)


if __name__ == "__main__":
    main()

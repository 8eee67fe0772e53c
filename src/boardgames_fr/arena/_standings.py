"""From results to standings: points with Wilson intervals, Elo with intervals. Pure Python, and always the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import attrs

from boardgames_fr.game import Seat

_Z: Final = 1.959963984540054
"""The 97.5th percentile of the normal distribution: intervals hold in 95 of 100 cases."""
_ELO: Final = 400 / math.log(10)


@attrs.frozen
class GameResult:
    """What came of one game.

    `sat`: the number of the entrant on each seat. `forfeit`: the seat whose bot failed, if one did; then the others
    share the win. A game whose worker died again and again, nobody knows by whose doing, is `void`. `record` is the
    text of its record.
    """

    index: int
    sat: tuple[int, ...]
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    forfeit: Seat | None
    problem: str
    record: str
    void: bool = False


@attrs.frozen
class Row:
    """How one entrant did.

    `games` counts the seats it sat on. A shared win gives its share of a `point`. `rate` is points a game, with its
    95 % Wilson interval `rate_low` to `rate_high`. `elo` is from comparing returns with everybody at the same table,
    0 the mean of all entrants, with its 95 % interval; it is `None` where nobody else was met.
    """

    name: str
    games: int
    wins: int
    shared: int
    losses: int
    forfeits: int
    points: float
    rate: float
    rate_low: float
    rate_high: float
    mean_return: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None


@attrs.frozen
class Failure:
    """A bot that failed: in which game, who, on which seat, and how."""

    index: int
    name: str
    seat: Seat
    problem: str


@attrs.frozen
class Standings:
    """The table of a tournament: `rows` best first. `str()` is a text table."""

    game: str
    games: int
    void: int
    rows: tuple[Row, ...]
    failures: tuple[Failure, ...]

    def __getitem__(self, name: str) -> Row:
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def __str__(self) -> str:
        header = ("", "games", "won", "shared", "lost", "forfeit", "points", "rate (95 %)", "return", "Elo (95 %)")
        lines = [header, *(_cells(row) for row in self.rows)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
        table = [
            "  ".join(
                [
                    line[0].ljust(widths[0]),
                    *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
                ]
            )
            for line in lines
        ]
        void = f", {self.void} void" if self.void else ""
        title = f"{self.game}: {self.games} games{void}"
        failures = [f"game {f.index}: {f.name} (seat {f.seat}) forfeits: {f.problem}" for f in self.failures]
        return "\n".join(line.rstrip() for line in (title, *table, *failures))


def _cells(row: Row) -> tuple[str, ...]:
    elo = "-" if row.elo is None else f"{row.elo:+.0f} ({row.elo_low:+.0f} … {row.elo_high:+.0f})"
    rate = f"{100 * row.rate:.1f} % ({100 * row.rate_low:.1f} … {100 * row.rate_high:.1f})"
    counts = (row.games, row.wins, row.shared, row.losses, row.forfeits)
    return (row.name, *map(str, counts), f"{row.points:.1f}", rate, f"{row.mean_return:+.3f}", elo)


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a rate of `points` in `games`: honest also near 0, near 1 and after few games.

    >>> [round(x, 4) for x in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if games == 0:
        return 0.0, 1.0
    rate = points / games
    middle = rate + _Z * _Z / (2 * games)
    spread = _Z * math.sqrt(rate * (1 - rate) / games + _Z * _Z / (4 * games * games))
    whole = 1 + _Z * _Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def standings(game: str, names: Sequence[str], results: Sequence[GameResult]) -> Standings:
    """The standings after these results, whatever the order in which they came."""
    ordered = sorted(results, key=lambda result: result.index)
    counted = [result for result in ordered if not result.void]
    elos = _elos(len(names), counted)
    rows = [_row(number, name, counted, elos[number]) for number, name in enumerate(names)]
    failures = tuple(
        Failure(result.index, names[result.sat[result.forfeit]], result.forfeit, result.problem)
        for result in counted
        if result.forfeit is not None
    )
    best_first = sorted(rows, key=lambda row: (-row.rate, -row.mean_return))
    return Standings(game, len(ordered), len(ordered) - len(counted), tuple(best_first), failures)


def _row(number: int, name: str, results: Sequence[GameResult], elo: tuple[float, float] | None) -> Row:
    games = wins = shared = forfeits = 0
    points = Fraction(0)
    returns: list[float] = []
    for result in results:
        for seat, sitting in enumerate(result.sat):
            if sitting != number:
                continue
            games += 1
            forfeits += result.forfeit == seat
            returns.extend(result.returns[seat : seat + 1])
            if seat in result.winners:
                points += Fraction(1, len(result.winners))
                wins += len(result.winners) == 1
                shared += len(result.winners) > 1
    low, high = wilson(float(points), games)
    return Row(
        name=name,
        games=games,
        wins=wins,
        shared=shared,
        losses=games - wins - shared,
        forfeits=forfeits,
        points=float(points),
        rate=float(points / games) if games else 0.0,
        rate_low=low,
        rate_high=high,
        mean_return=math.fsum(returns) / len(returns) if returns else 0.0,
        elo=None if elo is None else elo[0],
        elo_low=None if elo is None else elo[0] - elo[1],
        elo_high=None if elo is None else elo[0] + elo[1],
    )


def _elos(entrants: int, results: Sequence[GameResult]) -> list[tuple[float, float] | None]:
    """Each entrant's Elo and half the width of its interval, by the Bradley-Terry model; a draw is half a win.

    A game of n seats is n - 1 comparisons for each that sits there, of weight 1 / (n - 1) each, since they are not
    independent. One imagined draw against a player of the mean strength keeps a player finite who wins everything.
    """
    beat = [[Fraction(0)] * entrants for _ in range(entrants)]
    for result in results:
        seats = len(result.sat)
        for one, other in ((i, j) for i in range(seats) for j in range(seats) if i < j):
            a, b = result.sat[one], result.sat[other]
            if a != b and result.returns:
                gain = result.returns[one] - result.returns[other]
                share = Fraction(1, 2) if abs(gain) < 1e-9 else Fraction(int(gain > 0))
                beat[a][b] += share / (seats - 1)
                beat[b][a] += (1 - share) / (seats - 1)
    met = [any(beat[i][j] or beat[j][i] for j in range(entrants)) for i in range(entrants)]
    if not any(met):
        return [None] * entrants
    won = [[float(x) for x in row] for row in beat]
    strength, covariance = _bradley_terry(won)
    mean = math.fsum(strength) / entrants
    found: list[tuple[float, float] | None] = []
    total = math.fsum(map(math.fsum, covariance))
    for i in range(entrants):
        variance = covariance[i][i] - 2 * math.fsum(covariance[i]) / entrants + total / entrants**2
        elo = (_ELO * (strength[i] - mean), _ELO * _Z * math.sqrt(max(0.0, variance)))
        found.append(elo if met[i] else None)
    return found


def _bradley_terry(won: list[list[float]]) -> tuple[list[float], list[list[float]]]:
    """The strengths (natural logarithms) that make these results likeliest, with covariances, by Newton's method."""
    size = len(won)
    strength = [0.0] * size
    for _ in range(200):
        slope, bend = _slope_and_bend(won, strength)
        steps = [math.fsum(row[j] * slope[j] for j in range(size)) for row in _inverse(bend)]
        longest = max(map(abs, steps))
        scale = min(1.0, 1.0 / longest) if longest else 1.0
        strength = [value + scale * step for value, step in zip(strength, steps, strict=True)]
        if longest < 1e-12:
            break
    return strength, _inverse(_slope_and_bend(won, strength)[1])


def _slope_and_bend(won: list[list[float]], strength: list[float]) -> tuple[list[float], list[list[float]]]:
    """The gradient of the log-likelihood and its negated second derivatives."""
    size = len(won)
    slope, bend = [0.0] * size, [[0.0] * size for _ in range(size)]
    for i in range(size):
        chance = 1 / (1 + math.exp(-strength[i]))
        slope[i] += 0.5 - chance  # the imagined draw
        bend[i][i] += chance * (1 - chance)
        for j in range(size):
            played = won[i][j] + won[j][i]
            if i != j and played:
                chance = 1 / (1 + math.exp(strength[j] - strength[i]))
                slope[i] += won[i][j] - played * chance
                bend[i][i] += played * chance * (1 - chance)
                bend[i][j] -= played * chance * (1 - chance)
    return slope, bend


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a symmetric positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]

"""One game of a tournament: a function of the job and the game's number alone, wherever it is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, Generic, Protocol, cast

import attrs

from boardgames_fr.arena._schedule import seating
from boardgames_fr.arena._standings import GameResult
from boardgames_fr.chance import seed_from
from boardgames_fr.errors import MatchError
from boardgames_fr.game import Game, MoveT, RulesT, Seat, StateT, ViewT, returns_from_winners
from boardgames_fr.match import Bot, play
from boardgames_fr.record import Record, with_result

_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")


@attrs.frozen
class Entrant(Generic[ViewT, MoveT]):
    """Who takes part: a name, and a function that makes its bot from a seed.

    `make` must be picklable if games are played in other processes: a function or class at the top level of a module,
    or a `functools.partial` of one, but no lambda.
    """

    name: str
    make: Callable[[int], Bot[ViewT, MoveT]]


@attrs.frozen(eq=False)
class Job(Generic[RulesT, StateT, MoveT, ViewT]):
    """All that a worker must know about a tournament."""

    game: Game[RulesT, StateT, MoveT, ViewT]
    rules: RulesT
    entrants: tuple[Entrant[ViewT, MoveT], ...]
    seed: int
    limit: int | None

    def sat(self, index: int) -> tuple[int, ...]:
        """The number of the entrant on each seat."""
        return seating(self.seed, len(self.entrants), self.game.seats(self.rules), index)

    def headers(self, index: int) -> tuple[tuple[str, str], ...]:
        names = [self.entrants[number].name for number in self.sat(index)]
        return (("arena-game", str(index)), *((f"seat {seat}", name) for seat, name in enumerate(names)))

    def game_seed(self, index: int) -> int:
        return seed_from(self.seed, "game", index)

    def bot_seed(self, index: int, seat: int) -> int:
        return seed_from(self.seed, "bot", index, seat)


class Ear(Protocol[ViewT, MoveT]):
    """Listens to the bots of a game."""

    def makes(self, seat: Seat) -> None:
        """The bot of this seat is about to be made."""

    def heard(self, seat: Seat, bot: Bot[ViewT, MoveT]) -> Bot[ViewT, MoveT]:
        """The bot that plays instead, and tells what this one does."""
        ...


def play_one(job: Job[RulesT, StateT, MoveT, ViewT], index: int, ear: Ear[ViewT, MoveT] | None = None) -> GameResult:
    """The result of this game, played here and now."""
    sat = job.sat(index)
    bots: list[Bot[ViewT, MoveT]] = []
    for number in sat:
        seat = Seat(len(bots))
        if ear is not None:
            ear.makes(seat)
        try:
            bot = job.entrants[number].make(job.bot_seed(index, seat))
        except Exception as error:
            problem = f"making it raised {type(error).__name__}: {error}"
            return _forfeited(job, index, seat, problem, Record(job.game, job.rules))
        bots.append(bot if ear is None else ear.heard(seat, bot))
    try:
        record = play(job.game, job.rules, bots, seed=job.game_seed(index), limit=job.limit)
    except MatchError as error:
        so_far = cast("Record[RulesT, StateT, MoveT, ViewT]", error.record)
        return _forfeited(job, index, error.seat, error.problem, so_far)
    outcome = record.result()
    record = with_result(attrs.evolve(record, headers=job.headers(index)))
    if outcome is None:
        return _void(job, index, f"not over after {job.limit} moves", record)
    return GameResult(index, sat, outcome.winners, outcome.scores, outcome.returns, None, "", str(record))


def cut_short(
    job: Job[RulesT, StateT, MoveT, ViewT], index: int, answers: Iterable[int], seat: Seat, problem: str
) -> GameResult:
    """The result of a game in which this seat failed after these answers (numbers of legal moves, in order)."""
    script = iter(answers)

    def bot(_view: ViewT, moves: tuple[MoveT, ...]) -> MoveT:
        return moves[next(script)]

    try:
        record = play(job.game, job.rules, [bot] * len(job.sat(index)), seed=job.game_seed(index))
    except MatchError as error:
        record = cast("Record[RulesT, StateT, MoveT, ViewT]", error.record)
    return _forfeited(job, index, seat, problem, record)


def void(job: Job[RulesT, StateT, MoveT, ViewT], index: int, problem: str) -> GameResult:
    """The result of a game that nobody could play to its end, through nobody's proven fault."""
    return _void(job, index, problem, Record(job.game, job.rules, (), job.headers(index)))


def _void(
    job: Job[RulesT, StateT, MoveT, ViewT], index: int, problem: str, record: Record[RulesT, StateT, MoveT, ViewT]
) -> GameResult:
    return GameResult(index, job.sat(index), (), (), (), None, problem, str(record), void=True)


def _forfeited(
    job: Job[RulesT, StateT, MoveT, ViewT],
    index: int,
    loser: Seat,
    problem: str,
    record: Record[RulesT, StateT, MoveT, ViewT],
) -> GameResult:
    seats = len(job.sat(index))
    others = tuple(Seat(seat) for seat in range(seats) if seat != loser)
    returns = returns_from_winners(others, seats) if others else ()
    text = str(attrs.evolve(record, headers=(*job.headers(index), ("forfeit", str(loser)))))
    said = _ADDRESS.sub("", problem)  # an address in memory would be another one each time
    return GameResult(index, job.sat(index), others, (), returns, loser, said, text)

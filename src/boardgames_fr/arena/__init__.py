"""Many games between bots: who is better, by how much, and how sure that is.

    >>> from functools import partial
    >>> from boardgames_fr.arena import Entrant, tournament
    >>> from boardgames_fr.bots import make_bot
    >>> from boardgames_fr.games.pecking_order import GAME, Rules
    >>> entrants = [Entrant(name, partial(make_bot, GAME, Rules(), name)) for name in ("random", "hard")]
    >>> standings = tournament(GAME, Rules(), entrants, games=20, seed=1)
    >>> standings.rows[0].name, standings.rows[0].games
    ('hard', 20)

`print(standings)` shows the table.

A game of a tournament is a function of the tournament's seed and the game's number alone: who sits where, what chance
draws, how each bot is seeded. So the standings are the same, to the last digit, with no executor, with processes, with
threads, or on a cluster; and a tournament that was stopped goes on where it stopped.

**Where games are played.** Left alone, here, one after another. With `workers`, on so many processes of the arena's
own, which can hold bots to `move_seconds` a move. With `executor`, on any `concurrent.futures.Executor`, Dask's
`Client.get_executor()` among them; or give a function that makes one, and a new one is made when its workers die.
(As always with processes, a script guards its beginning by `if __name__ == "__main__":`.)

**Bots that fail.** A bot that cannot be made, raises, answers with an illegal move, thinks for too long or takes its
process down forfeits that game: the others share the win, and the standings show it. A worker that is killed from
outside costs nothing: its game is played again. Where nobody can tell who kills worker after worker the game is
*void*. Whatever is no bot's fault (a bug in a game) is raised. A bot in the arena's own process is trusted not to reach
round the library: views and moves are frozen, but this is Python.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

from boardgames_fr.arena._executors import on_executor
from boardgames_fr.arena._games import Entrant, Job, play_one
from boardgames_fr.arena._log import Log, heading, read_log
from boardgames_fr.arena._schedule import full_round, seating
from boardgames_fr.arena._standings import Failure, GameResult, Row, Standings, standings, wilson
from boardgames_fr.arena._workers import on_own_processes
from boardgames_fr.game import Game, MoveT, RulesT, StateT, ViewT
from boardgames_fr.record import Record

__all__ = [  # noqa: RUF022 - in reading order
    "tournament",
    "Entrant",
    "Standings",
    "Row",
    "Failure",
    "GameResult",
    "full_round",
    "read_results",
    "seating",
    "standings",
    "wilson",
]


def tournament(
    game: Game[RulesT, StateT, MoveT, ViewT],
    rules: RulesT,
    entrants: Sequence[Entrant[ViewT, MoveT]],
    *,
    games: int,
    seed: int,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[int, int], object] | None = None,
    workers: int | None = None,
    move_seconds: float | None = None,
    limit: int | None = None,
    records: str | os.PathLike[str] | None = None,
) -> Standings:
    """The standings after `games` games between `entrants`.

    Everybody meets everybody equally often, on every seat, whenever `games` is a multiple of `full_round(entrants,
    seats)`, and nearly so otherwise. In a solo game entrants take turns.

    `progress(done, games)` is called after each game, and at the beginning if there are results already. `workers`: so
    many processes of the arena's own; `move_seconds`: the time that a move may take there (it makes one worker if
    `workers` is left out). `limit`: a game that is not over after so many moves is void. `records`: a file of JSON
    lines that gets every game as it ends, with its record; if it is there already its games are not played again, so a
    tournament that was interrupted is resumed by the same call, and prolonged by one with more `games`.

    Raises:
        ValueError: no entrants, two of the same name, no seat for them; `executor` together with `workers` or
            `move_seconds`; a number that is not positive.
        RecordError: the file `records` is none of a tournament, or of another one (other game, rules, entrants' names,
            seed or limit).
        concurrent.futures.BrokenExecutor: the one executor that was given has lost its workers. Give a function that
            makes one, or resume.
    """
    job = _job(game, rules, entrants, seed, limit)
    _check_numbers(games=games, workers=workers, move_seconds=move_seconds, limit=limit)
    if executor is not None and (workers is not None or move_seconds is not None):
        raise ValueError("an executor has its own workers, whose time the arena cannot limit: leave one of them out")
    log = None if records is None else Log(Path(records), heading(job))
    try:
        done = {} if log is None else {index: result for index, result in log.results.items() if index < games}
        if progress is not None and done:
            progress(len(done), games)
        left = [index for index in range(games) if index not in done]
        for result in _results(job, left, executor, workers, move_seconds):
            done[result.index] = result
            if log is not None:
                log.add(result)
            if progress is not None:
                progress(len(done), games)
    finally:
        if log is not None:
            log.close()
    return standings(game.name, [each.name for each in job.entrants], list(done.values()))


def _job(
    game: Game[RulesT, StateT, MoveT, ViewT],
    rules: RulesT,
    entrants: Sequence[Entrant[ViewT, MoveT]],
    seed: int,
    limit: int | None,
) -> Job[RulesT, StateT, MoveT, ViewT]:
    names = [entrant.name for entrant in entrants]
    if not names:
        raise ValueError("a tournament needs entrants")
    if len(set(names)) < len(names):
        raise ValueError(f"two entrants have the same name: {', '.join(names)}")
    job = Job(game, rules, tuple(entrants), seed, limit)
    for name in names:
        Record(game, rules, (), (("seat 0", name),))  # names become headers of records: RecordError says if they cannot
    return job


def _check_numbers(**numbers: float | None) -> None:
    for name, number in numbers.items():
        if number is not None and not number > 0:
            raise ValueError(f"{name} must be positive, not {number}")


def _results(
    job: Job[RulesT, StateT, MoveT, ViewT],
    indices: Sequence[int],
    executor: Executor | Callable[[], Executor] | None,
    workers: int | None,
    move_seconds: float | None,
) -> Iterator[GameResult]:
    if executor is not None:
        return on_executor(job, indices, executor)
    if workers is not None or move_seconds is not None:
        return on_own_processes(job, indices, workers or 1, move_seconds)
    return (play_one(job, index) for index in indices)


def read_results(records: str | os.PathLike[str]) -> tuple[GameResult, ...]:
    """The games in a file of `tournament`, in the order of their numbers; a line cut off at the end does not count.

    Raises:
        RecordError: the file is none of a tournament.
    """
    results = read_log(Path(records))[1]
    return tuple(results[index] for index in sorted(results))

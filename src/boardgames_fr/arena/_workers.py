"""Games on the arena's own processes, which it can watch: who thinks for too long, or dies thinking, forfeits."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Final, Generic

from boardgames_fr.arena._games import Job, cut_short, play_one, void
from boardgames_fr.arena._standings import GameResult
from boardgames_fr.game import MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.match import Beginner, Bot, Watcher

_MAKING: Final = 30.0
"""Seconds that making a bot may take at least: it may have to import and to load a lot."""
_DEATHS: Final = 2
"""So often a game may take its worker down before somebody pays for it: the first time may have been an accident."""
_UNREADY: Final = 3
"""So many workers may die before they are ready, before we believe that none will ever be."""


# In a worker


class _Telling(Generic[ViewT, MoveT]):
    """Tells the arena which seat is being waited for, and what it answers, as the number of the legal move."""

    def __init__(self, line: Connection) -> None:
        self.line = line

    def makes(self, seat: Seat) -> None:
        self.line.send(("makes", seat))

    def heard(self, seat: Seat, bot: Bot[ViewT, MoveT]) -> Bot[ViewT, MoveT]:
        return _HeardWatcher(self.line, seat, bot, bot) if isinstance(bot, Watcher) else _Heard(self.line, seat, bot)


class _Heard(Generic[ViewT, MoveT]):
    def __init__(self, line: Connection, seat: Seat, bot: Bot[ViewT, MoveT]) -> None:
        self.line = line
        self.seat = seat
        self.bot = bot

    def begin(self, seat: Seat, rng: Random, /) -> None:
        if isinstance(self.bot, Beginner):
            self.line.send(("thinks", self.seat))
            self.bot.begin(seat, rng)
            self.line.send(("rests", self.seat))

    def __call__(self, view: ViewT, moves: tuple[MoveT, ...], /) -> MoveT:
        self.line.send(("thinks", self.seat))
        move = self.bot(view, moves)
        self.line.send(("answers", moves.index(move) if move in moves else -1))
        return move


class _HeardWatcher(_Heard[ViewT, MoveT]):
    def __init__(self, line: Connection, seat: Seat, bot: Bot[ViewT, MoveT], watcher: Watcher[ViewT]) -> None:
        super().__init__(line, seat, bot)
        self.watcher = watcher

    def watch(self, seen: str, view: ViewT, /) -> None:
        self.line.send(("thinks", self.seat))
        self.watcher.watch(seen, view)
        self.line.send(("rests", self.seat))


def _serve(line: Connection, job: Job[RulesT, StateT, MoveT, ViewT]) -> None:
    """What a worker does: games, one after another, until it is told to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts the arena: the arena ends its workers itself
    line.send(("ready", None))
    while (index := line.recv()) is not None:
        try:
            line.send(("over", play_one(job, index, _Telling(line))))
        except Exception as error:  # no bot's fault, so the arena raises it
            line.send(("error", _sendable(error)))


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - what was pickled on the same line
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


# In the arena


class _Worker(Generic[RulesT, StateT, MoveT, ViewT]):
    """A process, and what is known of the game that it plays."""

    def __init__(self, job: Job[RulesT, StateT, MoveT, ViewT], move_seconds: float | None) -> None:
        context = multiprocessing.get_context("spawn")
        self.move_seconds = move_seconds
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, job), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False
        self.rest()

    def rest(self) -> None:
        self.index: int | None = None
        self.seat: Seat | None = None
        self.deadline: float | None = None
        self.answers: list[int] = []

    def start(self, index: int) -> None:
        self.rest()
        self.index = index
        self.line.send(index)

    def hear(self) -> GameResult | None:
        """Takes one message; the result if the game is over. Raises `EOFError` if the worker has died."""
        try:
            what, value = self.line.recv()
        except OSError as error:
            raise EOFError from error
        match what:
            case "ready":
                self.ready = True
            case "makes" | "thinks":
                self.seat = Seat(value)
                if self.move_seconds is not None:
                    allowed = max(self.move_seconds, _MAKING) if what == "makes" else self.move_seconds
                    self.deadline = time.monotonic() + allowed
            case "error":
                raise value
            case "over":
                result: GameResult = value
                self.rest()
                return result
            case _:
                if what == "answers":
                    self.answers.append(value)
                self.seat, self.deadline = None, None
        return None

    @property
    def late(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline and not self.line.poll()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.line.close()


def on_own_processes(
    job: Job[RulesT, StateT, MoveT, ViewT], indices: Sequence[int], workers: int, move_seconds: float | None
) -> Iterator[GameResult]:
    """The results of these games, as they come, from so many processes."""
    staff = _Staff(job, indices, move_seconds)
    try:
        while staff.left or staff.busy:
            staff.hire(workers)
            yield from staff.listen()
    finally:
        staff.dismiss()


class _Staff(Generic[RulesT, StateT, MoveT, ViewT]):
    """The workers, and the games that are left."""

    def __init__(
        self, job: Job[RulesT, StateT, MoveT, ViewT], indices: Sequence[int], move_seconds: float | None
    ) -> None:
        self.job = job
        self.left = deque(indices)
        self.move_seconds = move_seconds
        self.workers: list[_Worker[RulesT, StateT, MoveT, ViewT]] = []
        self.deaths: Counter[int] = Counter()
        self.unready = 0

    @property
    def busy(self) -> int:
        return sum(worker.index is not None for worker in self.workers)

    def hire(self, workers: int) -> None:
        while len(self.workers) < min(workers, len(self.left) + self.busy):
            self.workers.append(_Worker(self.job, self.move_seconds))
        for worker in self.workers:
            if worker.ready and worker.index is None and self.left:
                index = self.left.popleft()
                try:
                    worker.start(index)
                except OSError:
                    self.left.appendleft(index)  # it has died meanwhile, which listening to it will show

    def listen(self) -> Iterator[GameResult]:
        """Waits until something happens or a deadline passes; results of games that are over."""
        lines = {worker.line: worker for worker in self.workers}
        deadlines = [worker.deadline for worker in self.workers if worker.deadline is not None]
        timeout = max(0.0, min(deadlines) - time.monotonic()) + 0.01 if deadlines else None
        for line in wait(list(lines), timeout):
            worker = lines[line]  # type: ignore[index]  # wait() gives back some of the connections that it was given
            try:
                result = worker.hear()
            except EOFError:
                result = self.died(worker)
            if result is not None:
                yield result
        for worker in [worker for worker in self.workers if worker.late]:
            index, seat, answers = worker.index, worker.seat, worker.answers
            assert index is not None
            assert seat is not None
            self.dismiss(worker)
            yield cut_short(self.job, index, answers, seat, f"it thought for more than {self.move_seconds:g} seconds")

    def died(self, worker: _Worker[RulesT, StateT, MoveT, ViewT]) -> GameResult | None:
        """A worker is gone: its game is played again, or forfeited by whom it was waiting for."""
        index, seat, answers = worker.index, worker.seat, worker.answers
        ready = worker.ready
        self.dismiss(worker)
        if index is None:
            self.unready += not ready
            if self.unready >= _UNREADY:
                raise RuntimeError("the arena's processes die before they are ready; can they import the entrants?")
            return None
        self.deaths[index] += 1
        if self.deaths[index] < _DEATHS:
            self.left.appendleft(index)
            return None
        if seat is None:
            return void(self.job, index, "its process died, again and again")
        return cut_short(self.job, index, answers, seat, "its process died")

    def dismiss(self, *workers: _Worker[RulesT, StateT, MoveT, ViewT]) -> None:
        """Ends these workers; all, if none is named."""
        for worker in workers or tuple(self.workers):
            self.workers.remove(worker)
            worker.end()

"""Games on somebody else's workers: any `concurrent.futures.Executor`."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from typing import Final, Generic

from boardgames_fr.arena._games import Job, play_one, void
from boardgames_fr.arena._standings import GameResult
from boardgames_fr.game import MoveT, RulesT, StateT, ViewT

_OUT: Final = 64
"""So many games are handed out at a time."""
_ATTEMPTS: Final = 3
"""So often a game may take its worker down before it is void."""


def on_executor(
    job: Job[RulesT, StateT, MoveT, ViewT], indices: Sequence[int], executor: Executor | Callable[[], Executor]
) -> Iterator[GameResult]:
    """The results of these games, as they come.

    A worker that dies takes down games that have nothing to do with it. With a function that makes executors, a new one
    is made, and games that were under way are played again one by one, so that the guilty one is found.
    """
    run = _Run(job, indices)
    if isinstance(executor, Executor):
        yield from run.on(executor)
        if not run.finished:
            raise BrokenExecutor(
                "the executor broke down; give a function that makes a new one, or resume from the records"
            )
        return
    while not run.finished:
        fresh = executor()
        try:
            yield from run.on(fresh)
        finally:
            fresh.shutdown(cancel_futures=True)


class _Run(Generic[RulesT, StateT, MoveT, ViewT]):
    """The games still to be played: `left`, and `suspects`, during which a worker died and which are played alone."""

    def __init__(self, job: Job[RulesT, StateT, MoveT, ViewT], indices: Sequence[int]) -> None:
        self.job = job
        self.left = deque(indices)
        self.suspects: deque[int] = deque()
        self.deaths: Counter[int] = Counter()
        self.out: dict[Future[GameResult], int] = {}

    @property
    def finished(self) -> bool:
        return not (self.left or self.suspects or self.out)

    def on(self, executor: Executor) -> Iterator[GameResult]:
        """Results until all games are played or the executor breaks down."""
        try:
            while not self.finished:
                broken = not self._hand_out(executor)
                if self.out and not broken:
                    wait(self.out, return_when=FIRST_COMPLETED)
                lost = []
                for future in [future for future in self.out if broken or future.done()]:
                    index = self.out.pop(future)
                    try:
                        yield future.result()
                    except (BrokenExecutor, CancelledError):
                        lost.append(index)
                        broken = True
                    except Exception as error:
                        # Dask itself starts a new worker and tries again before it says that a game kills workers.
                        if type(error).__module__.partition(".")[0] != "distributed":
                            raise
                        lost.append(index)
                yield from self._lost(lost, alone=not self.out)
                if broken and not self.out:
                    return
        finally:
            for future in self.out:
                future.cancel()
            self.left.extendleft(self.out.values())
            self.out.clear()

    def _hand_out(self, executor: Executor) -> bool:
        """False if the executor has broken down."""
        while len(self.out) < (1 if self.suspects else _OUT):
            queue = self.suspects or self.left
            if not queue:
                break
            try:
                self.out[executor.submit(play_one, self.job, queue[0])] = queue[0]
            except BrokenExecutor:
                return False
            queue.popleft()
        return True

    def _lost(self, indices: list[int], alone: bool) -> Iterator[GameResult]:
        """Games whose worker died are played again, alone; one that kills its worker even so ends as void."""
        for index in indices:
            self.deaths[index] += alone and len(indices) == 1
            if self.deaths[index] < _ATTEMPTS:
                self.suspects.append(index)
            else:
                yield void(self.job, index, "its worker died, again and again")

"""Bots for tournaments: some play, some fail in every way that a bot can fail. Importable in other processes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random
from typing import TypeVar

from boardgames_fr.bots import RandomBot
from boardgames_fr.game import Seat
from tests.toys import nim

_Move = TypeVar("_Move")


class First:
    """Plays the first legal move."""

    def __init__(self, _seed: int) -> None:
        pass

    def __call__(self, _view: object, moves: tuple[_Move, ...], /) -> _Move:
        return moves[0]


class Perfect:
    """Never loses a won game of nim with `most` 3."""

    def __init__(self, seed: int) -> None:
        self.other = RandomBot(seed)

    def __call__(self, view: nim.State, moves: tuple[nim.Take, ...], /) -> nim.Take:
        good = nim.Take(view.heap % 4)
        return good if good in moves else self.other(view, moves)


class Raises(First):
    def __call__(self, _view: object, _moves: tuple[_Move, ...], /) -> _Move:
        raise RuntimeError(f"{object()} confuses me")


class Illegal(First):
    def __call__(self, _view: object, moves: tuple[_Move, ...], /) -> _Move:
        wrong: _Move = "take everything"  # type: ignore[assignment]  # a wrong answer is the point
        return wrong


class Mutates(First):
    """Tries to change what it sees."""

    def __call__(self, view: object, moves: tuple[_Move, ...], /) -> _Move:
        view.heap = 1  # type: ignore[attr-defined]  # that it cannot be set is the point
        return moves[0]


class Hangs(First):
    """Plays two moves, then thinks for ever."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked = 0

    def __call__(self, view: object, moves: tuple[_Move, ...], /) -> _Move:
        self.asked += 1
        if self.asked > 1:
            time.sleep(600)
        return moves[0]


class HangsWatching(First):
    """Hangs when it is told of a move."""

    def watch(self, _seen: str, _view: object, /) -> None:
        time.sleep(600)


class Watches(First):
    """Plays by what it was told; it is told its seat and every move."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.told: list[str] = []
        self.seat: Seat | None = None

    def begin(self, seat: Seat, _rng: Random, /) -> None:
        self.seat = seat

    def watch(self, seen: str, _view: object, /) -> None:
        self.told.append(seen)

    def __call__(self, _view: object, moves: tuple[_Move, ...], /) -> _Move:
        assert self.seat is not None
        return moves[(len(self.told) + self.seat) % len(moves)]


class Kills(First):
    """Takes its process down."""

    def __call__(self, _view: object, _moves: tuple[_Move, ...], /) -> _Move:
        os._exit(3)


class KillsOnce(First):
    """Takes its process down the first time that anybody of its kind is asked; `flag` is the file that remembers."""

    def __init__(self, flag: Path, seed: int) -> None:
        super().__init__(seed)
        self.flag = flag

    def __call__(self, _view: object, moves: tuple[_Move, ...], /) -> _Move:
        try:
            self.flag.touch(exist_ok=False)
        except FileExistsError:
            return moves[0]
        os._exit(3)


def cannot_be_made(_seed: int) -> First:
    raise FileNotFoundError("weights.bin")


def kills_when_made(_seed: int) -> First:
    os._exit(3)

"""A server in a thread, and people at its tables who keep every byte they get."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvicorn
import websockets.sync.client

from boardgames_fr.game import AnyGame
from boardgames_fr.session import Session
from webtable.app import MOST_FRAME_BYTES, make_app
from webtable.host import Host
from webtable.table import Table

__all__ = ["Made", "Person", "Server", "played_out", "scripted", "serve"]

Frame = dict[str, Any]
SHORT: dict[str, dict[str, Any]] = {
    "pecking_order": {"preset": "tiny"},
    "domestication": {"preset": "classic", "rules": {"turn_limit": 30}},
    "animals": {"preset": "classic"},
    "capharnaum": {"preset": "two", "rules": {"rounds": 1, "first": 0}},
    "dinosaures": {"preset": "quick"},
}
"""A game of each that is soon over."""


class Made:
    """A table that was made: the links of its seats, and the spectators'."""

    def __init__(self, answer: Frame) -> None:
        self.links: list[str | None] = [seat["link"] for seat in answer["seats"]]
        self.watch: str = answer["watch"]

    @property
    def ident(self) -> str:
        return self.watch.split(".")[0]

    def link(self, seat: int | None) -> str:
        link = self.watch if seat is None else self.links[seat]
        assert link is not None
        return link


class Person:
    """A browser's place, without the browser."""

    def __init__(self, address: str, link: str, *, lang: str = "en", fmt: str = "svg", since: int = 0) -> None:
        self.bytes: list[str] = []
        self.position: Frame = {}
        self._count = 0
        self._stack = ExitStack()
        connecting = websockets.sync.client.connect(
            f"{address.replace('http', 'ws')}/ws", max_size=None, close_timeout=1
        )
        self._socket = self._stack.enter_context(connecting)
        self.send_raw(
            json.dumps(
                {"v": 1, "id": "hello", "op": "hello", "token": link, "lang": lang, "format": fmt, "since": since}
            )
        )
        self.hear()

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()

    def cut(self) -> None:
        """The connection is gone without a goodbye."""
        self._socket.socket.shutdown(socket.SHUT_RDWR)
        self._stack.close()

    def send_raw(self, data: str | bytes) -> None:
        self._socket.send(data)

    def send(self, op: str, key: str | None = None, **fields: object) -> str:
        self._count += 1
        key = key or f"m{self._count}"
        self.send_raw(json.dumps({"v": 1, "id": key, "op": op, **fields}))
        return key

    def hear(self, timeout: float = 20) -> Frame:
        """The next frame."""
        text = self._socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.bytes.append(text)
        frame: Frame = json.loads(text)
        if frame["op"] == "position":
            self.position = frame
        return frame

    def hears_nothing(self, seconds: float = 0.15) -> bool:
        try:
            self.hear(seconds)
        except TimeoutError:
            return True
        return False

    def answer(self, key: str | None) -> Frame:
        """The next frame that answers this message."""
        while (frame := self.hear()).get("id", "") != key or frame["op"] == "position":
            pass
        return frame

    def ask(self, op: str, key: str | None = None, **fields: object) -> Frame:
        return self.answer(self.send(op, key, **fields))

    def until(self, test: Callable[[Frame], bool]) -> Frame:
        """The first position that passes."""
        while not (self.position and test(self.position)):
            self.hear()
        return self.position

    def at(self, version: int) -> Frame:
        return self.until(lambda position: position["version"] >= version)

    def move(self, text: str, key: str | None = None) -> Frame:
        return self.ask("move", key, version=self.position["version"], text=text)

    def any_move(self, rng: Random) -> str:
        """A move found as a person finds it: phrase by phrase."""
        said: list[str] = []
        option = rng.choice(self.position["options"])
        while option["move"] is None:
            said.append(option["phrase"])
            answer = self.ask("say", version=self.position["version"], said=said)
            assert answer["op"] == "options", answer
            option = rng.choice(answer["options"])
        text: str = option["move"]
        return text


class Server:
    """A running site."""

    def __init__(self, directory: Path, *, port: int = 0, **options: Any) -> None:
        self.host = Host(directory, **{"pace": 0.0, **options})
        config = uvicorn.Config(
            make_app(self.host),
            port=port,
            log_level="critical",
            ws="websockets-sansio",
            ws_max_size=MOST_FRAME_BYTES,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        self._loop.run_until_complete(self._server.serve())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def start(self) -> None:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.tasks_at_start = self.tasks()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    def create(self, game: str, **fields: Any) -> Made:
        answer = httpx.post(f"{self.address}/api/tables", json={"game": game, **fields}, timeout=30)
        assert answer.status_code == 201, answer.text
        return Made(answer.json())

    def sit(self, made: Made, seat: int | None, **options: Any) -> Person:
        return Person(self.address, made.link(seat), **options)

    def tasks(self) -> int:
        """How many tasks the server's loop has."""

        async def count() -> int:
            return len(asyncio.all_tasks())

        return asyncio.run_coroutine_threadsafe(count(), self._loop).result(10)

    def left_behind(self) -> tuple[int, int, int, int]:
        """Tasks more than at the start, tables in memory, and tables and sessions that something still holds."""
        gc.collect()
        things = gc.get_objects()
        kept = [sum(issubclass(type(thing), kind) for thing in things) for kind in (Table, Session)]
        return self.tasks() - self.tasks_at_start, len(self.host.tables), kept[0], kept[1]

    def forgets(self, seconds: float = 10) -> bool:
        """Whether soon nothing is left of anybody."""
        end = time.monotonic() + seconds
        while self.left_behind() != (0, 0, 0, 0):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True


@contextmanager
def serve(directory: Path, **options: Any) -> Iterator[Server]:
    server = Server(directory, **options)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def scripted(chance: list[str]) -> Callable[[AnyGame, Any, int], Session[Any, Any, Any, Any]]:
    """Makes sessions in which chance draws what the script says, for tests that compare two games."""

    class Scripted(Session[Any, Any, Any, Any]):
        def _draw_one(self) -> None:
            number = sum(line.kind == "drawn" for line in self._log)
            move = self._game.parse_move(chance[number])
            self._append("drawn", self._mover_of_chance(), move, self._game.apply(self._state, move))

        def _mover_of_chance(self) -> Any:
            return self._game.to_move(self._state)

    def make(game: AnyGame, rules: Any, seed: int) -> Session[Any, Any, Any, Any]:
        return Scripted(game, rules, seed=seed)

    return make


def played_out(people: dict[int, Person], rng: Random, most: int = 400) -> None:
    """Everybody plays at random until the game is over; in a race all who are asked call."""
    for _ in range(most):
        version = max(person.position["version"] for person in people.values())
        for person in people.values():
            person.at(version)
        if all(person.position["over"] for person in people.values()):
            return
        seat = next(iter(people.values())).position["to_move"]
        person = people[seat]
        answer = person.move(person.any_move(rng))
        assert answer["op"] == "done", answer
        for other in people.values():
            other.at(answer["version"])
    raise AssertionError("the game does not end")

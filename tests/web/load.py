"""Many tables at once, people whose connections break, and a server that is killed: is every accepted move there once?

The short form is a test. The long one, `PYTHONPATH=examples/web python -m tests.web.load --tables 1000 --kills 5` from
the top of the checkout, prints what it counted. Games are short ones of all kinds; each seat is a person that plays at
random, breaks its connection at random (often between sending a move and hearing that it was accepted), comes back,
and sends again what was not answered. Meanwhile the server, a process of its own, is killed without warning and started
anew on the same files. At the end every move that was acknowledged must stand in its table's file exactly once, and
every game must be over.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import httpx
import websockets
import websockets.exceptions

from boardgames_fr import find_game
from boardgames_fr.game import AnyGame
from boardgames_fr.session import Session
from webtable.journal import Journal
from webtable.table import Table

ROOT = Path(__file__).parent.parent.parent
GAMES: list[dict[str, Any]] = [
    {"game": "pecking_order", "preset": "tiny"},
    {"game": "pecking_order", "preset": "tiny", "rules": {"rounds": 2}},
    {"game": "dinosaures", "preset": "quick", "rules": {"stall_limit": 4, "tiles": 2}},
    {"game": "domestication", "preset": "classic", "rules": {"turn_limit": 8}},
    {"game": "pecking_order", "preset": "tiny", "chairs": [None, "easy"]},
    {"game": "capharnaum", "preset": "two", "rules": {"rounds": 1}, "chairs": [None, "easy"]},
    {"game": "animals", "preset": "classic", "rules": {"seats": 2, "small_table": True, "animals": ["ours", "coq"]}},
]


Counts: TypeAlias = Counter[str]
"""What happened, and how often."""
Accepted: TypeAlias = dict[str, tuple[int, str]]
"""The version and the text of every move that was acknowledged, by the id of its message."""


class Site:
    """The server as a process."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        program = [
            sys.executable,
            "examples/web",
            "--port",
            str(self.port),
            "--data",
            str(self._directory),
            "--pace",
            "0",
        ]
        self._process = subprocess.Popen(program, cwd=ROOT, stdout=subprocess.DEVNULL)
        async with httpx.AsyncClient() as client:
            while True:
                with suppress(httpx.HTTPError):
                    await client.get(f"http://127.0.0.1:{self.port}/static/icon.svg")
                    return
                await asyncio.sleep(0.05)

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


class Person:
    """Plays one seat until its game is over, through all breaks."""

    def __init__(self, site: Site, link: str, name: str, counts: Counts, accepted: Accepted) -> None:
        self._site, self._link, self._name, self._counts, self._accepted = site, link, name, counts, accepted
        self._rng = Random(name)
        self._pending: dict[str, str] = {}  # the last move that was sent and not answered, by its id
        self._position: dict[str, Any] | None = None  # the last one told, until it was acted on
        self._number = self._version = 0

    async def play(self) -> None:
        address = f"ws://127.0.0.1:{self._site.port}/ws"
        while True:
            try:
                async with websockets.connect(address, max_size=None, close_timeout=0.5) as connection:
                    return await self._sit(connection)
            except (TimeoutError, OSError, websockets.exceptions.WebSocketException):
                self._counts["connections lost"] += 1
                await asyncio.sleep(self._rng.random() / 5)

    async def _sit(self, connection: websockets.ClientConnection) -> None:
        hello = {"op": "hello", "token": self._link, "lang": "en", "format": "json", "since": self._version}
        await connection.send(json.dumps({"v": 1, "id": "h", **hello}))
        for text in self._pending.values():
            self._counts["sent again"] += 1
            await connection.send(text)
        self._position = None
        while True:
            await self._hear(connection)
            # The answer to what is pending may come after the position that it led to, or after a later one.
            if self._pending or self._position is None:
                continue
            position, self._position = self._position, None
            if position["over"]:
                return
            if position["yours"]:
                text = await self._choose(connection, position)
                if text is not None:
                    await self._move(connection, text, position["version"])

    async def _hear(self, connection: websockets.ClientConnection) -> dict[str, Any]:
        """The next frame. What has to be remembered of it is."""
        frame: dict[str, Any] = json.loads(await connection.recv())
        if frame["op"] in ("done", "error") and frame["id"] in self._pending:
            sent = json.loads(self._pending.pop(frame["id"]))
            self._counts[frame["op"]] += 1
            if frame["op"] == "done":
                self._accepted[frame["id"]] = sent["version"], sent["text"]
        if frame["op"] == "position":
            self._version, self._position = frame["version"], frame
        return frame

    async def _choose(self, connection: websockets.ClientConnection, frame: dict[str, Any]) -> str | None:
        """A move, found phrase by phrase; `None` if the position changed meanwhile (then it is being told)."""
        said: list[str] = []
        version = frame["version"]
        option = self._rng.choice(frame["options"])
        while option["move"] is None:
            said.append(option["phrase"])
            message = {"v": 1, "id": "say", "op": "say", "version": version, "said": said}
            await connection.send(json.dumps(message))
            while (frame := await self._hear(connection))["op"] != "options":
                if frame["op"] == "error":
                    self._counts["choices overtaken"] += 1
                    return None
            option = self._rng.choice(frame["options"])
        text: str = option["move"]
        return text

    async def _move(self, connection: websockets.ClientConnection, text: str, version: int) -> None:
        """Sends it, and now and then breaks the connection at once or soon."""
        self._number += 1
        key = f"{self._name}-{self._number}"
        message = {"v": 1, "id": key, "op": "move", "version": version, "text": text}
        self._pending[key] = json.dumps(message)
        await connection.send(self._pending[key])
        self._counts["sent"] += 1
        luck = self._rng.random()
        if luck < 0.15:
            self._counts["broken before the answer"] += 1
            connection.transport.abort()
        elif luck < 0.2:
            self._counts["broken soon after"] += 1
            await asyncio.sleep(self._rng.random() / 10)
            connection.transport.abort()


async def run(tables: int, kills: int, seconds: float, directory: Path) -> Counts:
    """Plays, kills, plays on, and checks every file."""
    counts: Counts = Counter()
    accepted: Accepted = {}
    site = Site(directory)
    await site.start()
    started = time.monotonic()
    try:
        people = []
        async with httpx.AsyncClient(timeout=60) as client:
            for number in range(tables):
                fields = GAMES[number % len(GAMES)]
                made = (await client.post(f"http://127.0.0.1:{site.port}/api/tables", json=fields)).json()
                for seat, chair in enumerate(made["seats"]):
                    if chair["link"] is not None:
                        people.append((chair["link"], f"{number}-{seat}"))
        counts["tables"], counts["people"] = tables, len(people)
        tasks = [asyncio.create_task(Person(site, link, name, counts, accepted).play()) for link, name in people]
        for kill in range(kills):
            while counts["done"] < tables * (kill + 1) * 3 // (kills + 1) and not all(task.done() for task in tasks):
                await asyncio.sleep(0.05)
            site.kill()
            counts["server killed"] += 1
            await site.start()
        async with asyncio.timeout(seconds):
            await asyncio.gather(*tasks)
    finally:
        site.kill()
    counts["seconds"] = round(time.monotonic() - started)
    check(directory, accepted, counts)
    return counts


def new_session(game: AnyGame, rules: Any, seed: int) -> Session[Any, Any, Any, Any]:
    return Session(game, rules, seed=seed)


def check(directory: Path, accepted: Accepted, counts: Counts) -> None:
    """Every acknowledged move stands in its file exactly once, nothing stands there twice, and all games are over."""
    written: dict[str, list[tuple[int, str]]] = {}
    for path in directory.glob("*.jsonl"):
        for line in Journal(path).lines():
            key = line.get("id")
            if isinstance(key, str):
                written.setdefault(key, []).append((line["version"], line["text"]))  # type: ignore[arg-type]  # as this program wrote it
        table = Table.open(
            path.stem, Journal(path), find_game, 0, lambda game, rules, seed: Session(game, rules, seed=seed)
        )
        assert table.session.outcome is not None, path
    assert all(len(lines) == 1 for lines in written.values())
    lost = {key: move for key, move in accepted.items() if written.get(key) != [move]}
    assert not lost, lost
    # A move can be written and its acknowledgement lost for good: then it ended the game.
    counts["accepted moves"], counts["written moves"] = len(accepted), len(written)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=900)
    options = parser.parse_args()
    with TemporaryDirectory() as directory:
        counts = asyncio.run(run(options.tables, options.kills, options.seconds, Path(directory)))
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")


if __name__ == "__main__":
    main()

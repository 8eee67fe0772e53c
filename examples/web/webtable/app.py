"""HTTP and WebSocket: the only module that knows Starlette."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from boardgames_fr import BoardGamesError, Lang, Seat, find_game, games
from boardgames_fr.bots import bot_specs
from boardgames_fr.codec import Codec
from webtable import frames
from webtable.host import Host, WrongRequestError, read_rules
from webtable.messages import Fields, Refused, read_message, strict_json
from webtable.table import Subscriber, Table
from webtable.words import code_of, refused_words, sentence_of

__all__ = ["MOST_FRAME_BYTES", "make_app"]

STATIC: Final = Path(__file__).parent.parent / "static"
MOST_BODY_BYTES: Final = 1 << 20
"""A record may be so long."""
MOST_FRAME_BYTES: Final = 1 << 16
"""What uvicorn takes at all; longer frames close the connection."""
_HELLO_SECONDS: Final = 10.0
_GOODBYE_SECONDS: Final = 2.0

_log = logging.getLogger("webtable")

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
}


class _SafeHeaders:
    """Nothing from other hosts, no scripts but ours, no links told to others."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        await self._app(scope, receive, with_headers)


def make_app(host: Host) -> ASGIApp:
    """The whole site."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.host = host
        yield

    def page(name: str) -> Callable[[Request], Response]:
        def show(_request: Request) -> Response:
            return FileResponse(STATIC / name)

        return show

    app = Starlette(
        routes=[
            Route("/", page("index.html")),
            Route("/table", page("table.html")),
            Route("/api/games", _games),
            Route("/api/rules", _rules, methods=["POST"]),
            Route("/api/rulebook/{game}/{lang}", _rule_book),
            Route("/api/tables", _create, methods=["POST"]),
            WebSocketRoute("/ws", _sit),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        lifespan=lifespan,
    )
    return _SafeHeaders(app)


# Making a table


def _games(_request: Request) -> Response:
    """What can be played: every game with its presets and its bots."""
    found = []
    for name in games():
        game = find_game(name)
        presets = {preset: game.seats(rules) for preset, rules in game.presets.items()}
        bots = bot_specs(game)
        found.append({"name": name, "title": game.title, "presets": presets, "bots": bots, "live": bool(game.live)})
    return JSONResponse(found)


def _rule_book(request: Request) -> Response:
    try:
        game, lang = find_game(request.path_params["game"]), Lang(request.path_params["lang"])
    except (BoardGamesError, ValueError):
        return JSONResponse({"error": "not found"}, 404)
    return Response(game.rule_book(lang), media_type="text/plain; charset=utf-8")


async def _body(request: Request) -> Fields:
    """The JSON object that was posted.

    Raises:
        WrongRequestError: it is none, or too long.
    """
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise WrongRequestError("application/json is expected")  # a form of another site cannot send that
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_BODY_BYTES:
            raise WrongRequestError(f"at most {MOST_BODY_BYTES} bytes")
    try:
        value = strict_json(data.decode("utf-8"))
    except ValueError as error:
        raise WrongRequestError(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise WrongRequestError("an object is expected")
    return value


async def _rules(request: Request) -> Response:
    """The rules that a preset with some fields changed makes: all fields, and the number of seats."""
    try:
        game, rules = read_rules(await _body(request))
    except WrongRequestError as error:
        return JSONResponse({"error": str(error)}, 400)
    return JSONResponse({"rules": Codec(game).rules_to_data(rules), "seats": game.seats(rules)})


async def _create(request: Request) -> Response:
    host: Host = request.app.state.host
    try:
        return JSONResponse(host.create(await _body(request)), 201)
    except WrongRequestError as error:
        return JSONResponse({"error": str(error)}, 400)


# Sitting at one


async def _sit(socket: WebSocket) -> None:
    """A connection from hello to goodbye. Nothing of it stays behind, however it ends."""
    await socket.accept()
    host: Host = socket.app.state.host
    with suppress(WebSocketDisconnect, RuntimeError, OSError):  # it is gone: there is nobody to tell
        try:
            async with asyncio.timeout(_HELLO_SECONDS):
                entered = await _hello(socket, host)
        except TimeoutError:
            entered = None
        if entered is None:
            await socket.close(1008)
            return
        table, reader = entered
        writer = asyncio.create_task(_write(socket, table, reader), name="writer")
        try:
            await _read(socket, table, reader)
            await asyncio.wait({writer}, timeout=_GOODBYE_SECONDS)  # it still says why, and goodbye
        finally:
            host.leave(table, reader)
            writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer


async def _receive(socket: WebSocket) -> str:
    """The next frame's text; a binary one is as good as none.

    Raises:
        WebSocketDisconnect: there is no next one.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return text or ""


async def _hello(socket: WebSocket, host: Host) -> tuple[Table, Subscriber] | None:
    """The table and the subscriber that the first message asks for; `None` after telling why not."""
    lang = Lang.EN
    try:
        key, op, fields = read_message(await _receive(socket))
        if op != "hello":
            raise Refused("hello-first", key)
        lang = Lang(fields["lang"])

        def subscriber(table: Table, secret: str) -> Subscriber:
            since = fields["since"]
            assert isinstance(since, int)
            return Subscriber(table.seat_of(secret), lang, fields["format"] == "json", since)

        try:
            return host.enter(str(fields["token"]), subscriber)
        except Refused as refused:
            refused.key = key
            raise
    except Refused as refused:
        await socket.send_text(_text(_error(refused.key, refused.code, refused_words(refused, lang))))
        return None


async def _read(socket: WebSocket, table: Table, reader: Subscriber) -> None:
    while not reader.is_lost:
        answer(table, reader, await _receive(socket))


def answer(table: Table, reader: Subscriber, text: str) -> None:
    """Does what a message asks, or tells its sender why not."""
    key = None
    try:
        key, op, fields = read_message(text)
        reader.reply({**_done(table, reader, key, op, fields), "id": key})
    except Refused as refused:
        reader.reply(_error(refused.key or key, refused.code, refused_words(refused, reader.lang)))
    except BoardGamesError as error:
        reader.reply(_error(key, code_of(error), sentence_of(table.game, error, reader.lang)))


def _done(table: Table, reader: Subscriber, key: str, op: str, fields: Fields) -> Fields:
    if op == "hello":
        raise Refused("hello-again", key)
    if op == "lang":
        reader.lang = Lang(fields["lang"])
        reader.since, reader.shown = 0, -1
        return {"op": "done", "version": table.session.version}
    if op == "look":
        return frames.past(table, reader, _number(fields, "ply"))
    if op == "record":
        return frames.record(table, reader.lang)
    seat = _seat(reader)
    version = _number(fields, "version")
    if op == "say":
        said = fields["said"]
        assert isinstance(said, list)
        return frames.options(table, reader, version, said)
    if op == "undo":
        return {"op": "done", "version": table.undo(seat, key, version)}
    return {"op": "done", "version": table.move(seat, key, version, str(fields["text"]))}


def _seat(reader: Subscriber) -> Seat:
    if reader.seat is None:
        raise Refused("spectator")
    return reader.seat


def _number(fields: Fields, name: str) -> int:
    value = fields[name]
    assert isinstance(value, int)
    return value


def _error(key: str | None, code: str, words: str) -> Fields:
    return {"op": "error", "id": key, "code": code, "words": words}


def _text(frame: Fields) -> str:
    return json.dumps(frame, separators=(",", ":"), sort_keys=True)


async def _write(socket: WebSocket, table: Table, reader: Subscriber) -> None:
    """Sends what is waiting. A position that was not sent in time never is: the next one has all that happened."""
    try:
        while True:
            await reader.news.wait()
            reader.news.clear()
            while reader.replies:
                await socket.send_text(_text(reader.replies.popleft()))
            if reader.is_lost:
                if socket.application_state is WebSocketState.CONNECTED:
                    await socket.close(1013)
                return
            if reader.shown != table.stamp:
                reader.shown = table.stamp
                await socket.send_text(_text(frames.position(table, reader)))
    except (WebSocketDisconnect, RuntimeError, OSError) as error:
        # It is gone; the reader notices. But some of the library's own errors are RuntimeErrors, too.
        if isinstance(error, BoardGamesError):
            _log.exception("table %s: seat %s cannot be shown the position", table.ident, reader.seat)
            await socket.close(1011)
    except Exception:
        _log.exception("table %s: seat %s cannot be shown the position", table.ident, reader.seat)
        await socket.close(1011)

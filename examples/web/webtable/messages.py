"""What a browser may say over its WebSocket, judged strictly before anything is done about it.

A message is a JSON object in one text frame of at most `MOST_BYTES`: `v` is `PROTOCOL`, `id` a name of the sender's
choice by which the answer is found, `op` what is wanted, and exactly the fields of that op.
"""

from __future__ import annotations

import json
import re
from typing import Final, Never, TypeAlias

from boardgames_fr import Lang

__all__ = ["MOST_BYTES", "PROTOCOL", "Fields", "Refused", "read_message", "strict_json"]

PROTOCOL: Final = 1
MOST_BYTES: Final = 4096
_MOST_PHRASES: Final = 64
_MOST_NUMBER: Final = 10**9
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)
_TOKEN: Final = re.compile(r"[0-9a-f]{16}\.[0-9a-f]{32}", re.ASCII)

Fields: TypeAlias = dict[str, object]

_OPS: Final[dict[str, dict[str, str]]] = {
    "hello": {"token": "token", "lang": "lang", "format": "format", "since": "number"},
    "move": {"version": "number", "text": "text"},
    "say": {"version": "number", "said": "texts"},
    "undo": {"version": "number"},
    "lang": {"lang": "lang"},
    "look": {"ply": "number"},
    "record": {},
}


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """An answer to the sender alone: `code` for programs, `words` (by language) for people; `key` says to which."""

    def __init__(self, code: str, key: str | None = None, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.key = key
        self.data = data


def strict_json(text: str) -> object:
    """The value in a JSON text: no doubled keys, no floats, no NaN, no endless numbers, no deep nesting.

    Raises:
        ValueError: it is none.
    """

    def unique(pairs: list[tuple[str, object]]) -> Fields:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a key stands twice")
        return found

    def no(_text: str) -> Never:
        raise ValueError("numbers are whole")

    try:
        value: object = json.loads(text, object_pairs_hook=unique, parse_float=no, parse_constant=no)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _fits(kind: str, value: object) -> bool:
    if kind == "number":
        return type(value) is int and 0 <= value < _MOST_NUMBER
    if kind == "texts":
        return isinstance(value, list) and len(value) <= _MOST_PHRASES and all(isinstance(part, str) for part in value)
    if not isinstance(value, str):
        return False
    if kind == "lang":
        return value in [lang.value for lang in Lang]
    if kind == "format":
        return value in ("svg", "json")
    return kind == "text" or _TOKEN.fullmatch(value) is not None


def read_message(text: str) -> tuple[str, str, Fields]:
    """The id, the op and the fields of a message.

    Raises:
        Refused: it is no message of ours; with its id as `key`, if that could be read.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise Refused("too-big", most=MOST_BYTES)
    try:
        value = strict_json(text)
    except ValueError:
        raise Refused("malformed", problem="json") from None
    if not isinstance(value, dict):
        raise Refused("malformed", problem="object")
    key = value.pop("id", None)
    if not isinstance(key, str) or _ID.fullmatch(key) is None:
        raise Refused("malformed", problem="id")
    version = value.pop("v", None)
    if type(version) is not int or version != PROTOCOL:
        raise Refused("protocol", key, ours=PROTOCOL)
    op = value.pop("op", None)
    wanted = _OPS.get(op) if isinstance(op, str) else None
    if wanted is None or not isinstance(op, str):
        raise Refused("malformed", key, problem="op")
    for name in sorted({*value, *wanted}):
        if name not in wanted or name not in value or not _fits(wanted[name], value[name]):
            raise Refused("malformed", key, problem=name if name in wanted else "key")
    return key, op, value

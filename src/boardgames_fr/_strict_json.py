"""JSON text, strictly: what Python's reader lets pass silently is refused here, with its place.

Standard `json` accepts NaN, keeps the last of two equal keys, and dies of deep nesting; and its errors do not say
where in the document they arose. `parse` does none of that. `canonical` is the one way we write.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeAlias

from boardgames_fr.errors import CodecError

__all__ = ["MAX_BITS", "MAX_DEPTH", "MAX_DIGITS", "MAX_SIZE", "Fault", "Json", "canonical", "parse", "readable"]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""Plain data: what a JSON document is made of."""

MAX_SIZE = 1 << 24
"""The longest text that is read, in characters."""
MAX_DEPTH = 64
"""The deepest nesting of arrays and objects that is read."""
MAX_DIGITS = 1000
"""The longest number that is read, in characters."""
MAX_BITS = 3320
"""The widest int that is written: it has fewer than `MAX_DIGITS` digits."""

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)


class Fault(Exception):  # noqa: N818 - it never leaves these modules
    """A fault on its way out of nested data; each level adds its step, and the top makes a `CodecError` of it."""

    def __init__(self, problem: str, *steps: str | int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.steps: list[str | int] = list(steps)

    def error(self) -> CodecError:
        """The error that callers see, with the whole path."""
        return CodecError("$" + "".join(map(_step, reversed(self.steps))), self.problem)


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,60}", step):
        return f".{step}"
    return f"[{json.dumps(step if len(step) <= 60 else step[:59] + '…')}]"


class _Bad:
    """Stands in read data for a number that is none, until its place is known."""

    def __init__(self, problem: str) -> None:
        self.problem = problem


class _Pairs(list[tuple[str, Any]]):
    """An object as it was written, equal keys and all."""


def _parse_int(text: str) -> int | _Bad:
    return int(text) if len(text) <= MAX_DIGITS else _Bad(f"a number of more than {MAX_DIGITS} characters")


def _parse_float(text: str) -> float | _Bad:
    if len(text) > MAX_DIGITS:
        return _Bad(f"a number of more than {MAX_DIGITS} characters")
    value = float(text)
    return value if abs(value) != float("inf") else _Bad("a number out of range")


def _parse_constant(text: str) -> _Bad:
    return _Bad(f"{text} is no JSON number")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_Pairs, parse_int=_parse_int, parse_float=_parse_float, parse_constant=_parse_constant
)


def _too_deep(text: str) -> bool:
    depth = 0
    for found in _BRACKETS.finditer(text):
        mark = found[0][0]
        if mark in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif mark in "]}":
            depth -= 1
    return False


def parse(text: str) -> Json:
    """The data that a JSON text holds.

    Raises:
        CodecError: it is not JSON, or has a key twice, a NaN or an infinite number, an overlong number, or is too
            long or too deeply nested.

    >>> parse('{"a": [1, true]}')
    {'a': [1, True]}
    """
    if len(text) > MAX_SIZE:
        raise CodecError("$", f"longer than {MAX_SIZE} characters")
    if _too_deep(text):
        raise CodecError("$", f"nested more than {MAX_DEPTH} deep")
    try:
        raw = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise CodecError("$", f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    try:
        return _settled(raw)
    except Fault as fault:
        raise fault.error() from None


def _settled(raw: Any) -> Json:
    """`raw` with its objects as dicts, once it is certain that nothing in it is bad."""
    if isinstance(raw, _Pairs):
        settled: dict[str, Json] = {}
        for key, value in raw:
            if key in settled:
                raise Fault("this key is there twice", key)
            try:
                settled[key] = _settled(value)
            except Fault as fault:
                fault.steps.append(key)
                raise
        return settled
    if isinstance(raw, list):
        items: list[Json] = []
        for index, value in enumerate(raw):
            try:
                items.append(_settled(value))
            except Fault as fault:
                fault.steps.append(index)
                raise
        return items
    if isinstance(raw, _Bad):
        raise Fault(raw.problem)
    plain: bool | int | float | str | None = raw
    return plain


def canonical(data: Json) -> str:
    """The one text of `data`: keys sorted, no spaces, ASCII, without a line end."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def readable(data: Json) -> str:
    """`data` on one line for people: keys sorted, ASCII, spaces after commas and colons."""
    return json.dumps(data, sort_keys=True, allow_nan=False)

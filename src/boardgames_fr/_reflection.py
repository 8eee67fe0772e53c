"""The coders of a game, found by reflection over the types that it declares: what `codec` and `record` stand on.

Nothing about a game has to be written down twice: an annotation says how its values are written.

| type | data |
|---|---|
| `bool`, `int`, `float`, `str`, `None`, and `NewType`s of them | itself; `true` is no int, `3.0` is no int |
| an enum | the member's value |
| `Literal[...]` | one of its values |
| a move of the game, a text value (a class with a classmethod `parse` that undoes `str()`) | its text |
| `tuple[X, ...]`, `tuple[A, B]` | an array |
| an attrs class | an object with all its fields (those with `eq=False` are derived by `from_facts`) |
| a union | whichever it is; where several attrs classes are possible, with the key `type` naming the class |
"""

from __future__ import annotations

import enum
import types
import typing
from functools import lru_cache
from typing import Any, Final, Literal, NewType, cast

import attrs

from boardgames_fr._coders import (
    ChoiceCoder,
    ClassCoder,
    Coder,
    FixedCoder,
    FloatCoder,
    PlainCoder,
    RowCoder,
    SpeltCoder,
    UnionCoder,
)
from boardgames_fr._strict_json import Fault, Json, canonical
from boardgames_fr.errors import CodecError
from boardgames_fr.game import AnyGame, Outcome
from boardgames_fr.scene import Scene

__all__ = ["FORMAT", "Coders", "coders_of", "document", "encoded", "opened", "rows_of"]

FORMAT: Final = 1
"""The number of the JSON format, raised when a value is written otherwise than before."""

_PLAIN: dict[Any, Coder] = {
    bool: PlainCoder(bool, "boolean"),
    int: PlainCoder(int, "integer"),
    str: PlainCoder(str, "string"),
    float: FloatCoder(),
    type(None): PlainCoder(type(None), "null"),
    None: PlainCoder(type(None), "null"),
}


_WRITABLE: Final = "what can are ints, texts, enums, typed tuples, and frozen attrs classes of these"


def _type_name(hint: Any) -> str:
    return getattr(hint, "__name__", None) or str(hint)


class Coders:
    """The coders of one game, made when they are first asked for."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._moves = tuple(cls for cls in game.move_types if attrs.has(cls))
        self._made: dict[tuple[Any, bool, bool], Coder] = {}
        self.move: Coder = SpeltCoder(tuple(game.move_types), "move", game.parse_move, game.format_move)

    def of_kind(self, kind: str) -> Coder:
        """The coder of what a document of this kind holds (records apart, which `codec` knows)."""
        types = {"state": self._game.state_type, "view": self._game.view_type, "outcome": Outcome, "scene": Scene}
        if kind == "rules":
            return self.rules
        if kind == "move":
            return self.move
        return self.of(types[kind])

    @property
    def rules(self) -> ClassCoder:
        """The rules, of which fields with a default may be left out."""
        coder = self.of(self._game.rules_type, lenient=True)
        if not isinstance(coder, ClassCoder):
            raise Fault("the rules must be an attrs class")
        return coder

    def of(self, hint: Any, *, lenient: bool = False, tagged: bool = False) -> Coder:
        """The coder of a type, always the same one.

        Raises:
            Fault: there is no way to write such values.
        """
        key = (hint, lenient, tagged)
        if key not in self._made:
            coder = self._make(hint, lenient, tagged)
            self._made[key] = coder
            if isinstance(coder, ClassCoder):
                try:
                    coder.settle(lambda inner: self.of(inner, lenient=lenient))
                except Fault:
                    del self._made[key]
                    raise
        return self._made[key]

    def _make(self, hint: Any, lenient: bool, tagged: bool) -> Coder:
        if hint in _PLAIN:
            return _PLAIN[hint]
        if isinstance(hint, NewType):
            return self.of(hint.__supertype__, lenient=lenient)
        origin = typing.get_origin(hint)
        if origin in (typing.Union, types.UnionType):
            return self._union(typing.get_args(hint), lenient)
        if origin is Literal:
            return ChoiceCoder((value, _literal(value)) for value in typing.get_args(hint))
        if origin is tuple:
            return self._tuple(typing.get_args(hint), lenient)
        if isinstance(hint, type):
            return self._class(hint, lenient, tagged)
        raise Fault(f"values of the type {_type_name(hint)} cannot be written as JSON; {_WRITABLE}")

    def _class(self, cls: type, lenient: bool, tagged: bool) -> Coder:
        if cls in self._moves:
            return SpeltCoder((cls,), f"move ({cls.__name__})", self._game.parse_move, self._game.format_move)
        if issubclass(cls, enum.Enum):
            return ChoiceCoder((member, member.value) for member in cls)
        parse = getattr(cls, "parse", None)
        if callable(parse):
            return SpeltCoder((cls,), cls.__name__, parse, str)
        if attrs.has(cls):
            return ClassCoder(cls, tagged=tagged, lenient=lenient)
        raise Fault(f"values of the type {cls.__name__} cannot be written as JSON; {_WRITABLE}")

    def _tuple(self, args: tuple[Any, ...], lenient: bool) -> Coder:
        if len(args) == 2 and args[1] is Ellipsis:
            return RowCoder(self.of(args[0], lenient=lenient))
        return FixedCoder(tuple(self.of(arg, lenient=lenient) for arg in args))

    def _union(self, args: tuple[Any, ...], lenient: bool) -> Coder:
        moves = tuple(arg for arg in args if arg in self._moves)
        members: list[Coder] = []
        if moves:
            members.append(SpeltCoder(moves, "move", self._game.parse_move, self._game.format_move))
        others = [arg for arg in args if arg not in moves]
        objects = [arg for arg in others if isinstance(self.of(arg, lenient=lenient), ClassCoder)]
        members += [self.of(arg, lenient=lenient, tagged=len(objects) > 1 and arg in objects) for arg in others]
        return members[0] if len(members) == 1 else UnionCoder(tuple(members))


def _literal(value: Any) -> Json:
    return cast("Json", value.value if isinstance(value, enum.Enum) else value)


@lru_cache(maxsize=256)
def coders_of(game: AnyGame) -> Coders:
    """The coders of `game`, shared by all tools."""
    return Coders(game)


def rows_of(item: Coder) -> Coder:
    """The coder of `tuple[X, ...]`, where `item` is that of `X`."""
    return RowCoder(item)


def encoded(game: AnyGame, kind: str, value: object) -> Json:
    """`value` as plain data.

    Raises:
        CodecError: it is no value of this kind, or the game's types cannot be written.
    """
    try:
        return coders_of(game).of_kind(kind).encode(value)
    except Fault as fault:
        raise fault.error() from fault.__cause__


def document(game: AnyGame, kind: str, value: Json) -> str:
    """The canonical document around `value`, ended by LF."""
    return canonical({"format": FORMAT, "game": game.name, "kind": kind, "value": value}) + "\n"


def opened(game: AnyGame, kind: str, data: Json) -> Json:
    """The bare value of a document of this kind, of this game, in our format.

    Raises:
        CodecError: it is another document, or none.
    """
    if not isinstance(data, dict):
        raise CodecError("$", "expected an object with the keys format, game, kind and value")
    expected: dict[str, Json] = {"format": FORMAT, "game": game.name, "kind": kind}
    for key in (*expected, "value"):
        if key not in data:
            raise CodecError(f"$.{key}", "this key is missing")
    for key, value in data.items():
        if key not in expected and key != "value":
            raise Fault("unknown key", key).error()
        right = expected.get(key, value)
        if type(value) is not type(right) or value != right:
            raise CodecError(f"$.{key}", f"expected {right!r}")
    return data["value"]

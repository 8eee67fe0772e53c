"""Values to plain data and back, by their declared types: what `codec` and `record` stand on.

For every type there is a *coder* that writes a value, reads it strictly and describes it as a JSON Schema. Coders are
made once a type by reflection over attrs classes; nothing about a game has to be written down twice.

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
import inspect
import types
import typing
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, Literal, NewType, Protocol, cast

import attrs

from boardgames_fr._strict_json import MAX_BITS, Fault, Json, canonical
from boardgames_fr.errors import BoardGamesError, CodecError, RulesError
from boardgames_fr.game import AnyGame, Outcome
from boardgames_fr.scene import Scene

__all__ = ["FORMAT", "Coder", "Coders", "Defs", "coders_of", "document", "encoded", "opened", "rows_of"]

FORMAT: Final = 1
"""The number of the JSON format, raised when a value is written otherwise than before."""

_EXACT_FLOAT = 1 << 53
_TROUBLE = (BoardGamesError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError, AssertionError)
"""What building a value from hostile data may raise; all of it means that the data is wrong."""


class Defs:
    """The `$defs` of a schema while it is being made; each class coder stands in it once, under a name of its own."""

    def __init__(self) -> None:
        self.schemas: dict[str, Json] = {}
        self._names: dict[Coder, str] = {}

    def refer(self, coder: Coder, name: str, make: Callable[[], dict[str, Json]]) -> dict[str, Json]:
        """A reference to `coder`'s schema, which is made when it is first referred to."""
        if coder not in self._names:
            free, count = name, 1
            while free in self.schemas:
                count += 1
                free = f"{name}{count}"
            self._names[coder] = free
            self.schemas[free] = None  # holds the place, so that a class may hold itself
            self.schemas[free] = make()
        return {"$ref": f"#/$defs/{self._names[coder]}"}


class Coder(Protocol):
    """Writes, reads and describes the values of one type; faults are raised as `Fault`."""

    kinds: frozenset[str]
    """The JSON types that its data can have."""

    def owns(self, value: object) -> bool:
        """Whether `value` looks like one of its own: which member of a union it is."""
        ...

    def encode(self, value: Any) -> Json: ...
    def decode(self, data: Json) -> Any: ...
    def schema(self, defs: Defs) -> dict[str, Json]: ...


def _kind(data: object) -> str:
    """The JSON type of plain data; an int is an `integer`, a float a `number`."""
    if data is None:
        return "null"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(data), f"Python {type(data).__name__}")


def _expect(expected: str, data: object) -> Fault:
    return Fault(f"expected {expected}, not {_kind(data)}")


class _Plain:
    """Bools, ints, strings and `None`, exactly."""

    def __init__(self, cls: type, kind: str) -> None:
        self._cls = cls
        self._kind = kind
        self.kinds = frozenset([kind])

    def owns(self, value: object) -> bool:
        return type(value) is self._cls

    def encode(self, value: Any) -> Json:
        if type(value) is not self._cls:
            raise _expect(self._kind, value)
        if isinstance(value, int) and value.bit_length() > MAX_BITS:
            raise Fault(f"an int of more than {MAX_BITS} bits")
        if isinstance(value, str):
            _refuse_surrogates(value)
        return cast("Json", value)

    decode = encode

    def schema(self, _defs: Defs) -> dict[str, Json]:
        return {"type": self._kind}


def _refuse_surrogates(text: str) -> None:
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise Fault("half a surrogate pair is no character")


class _Float:
    kinds = frozenset(["number", "integer"])

    def owns(self, value: object) -> bool:
        return type(value) is float

    def encode(self, value: Any) -> Json:
        if type(value) is not float:
            raise _expect("number", value)
        if value != value or value in (float("inf"), -float("inf")):
            raise Fault(f"{value} is no JSON number")
        return value

    def decode(self, data: Json) -> float:
        if type(data) is int and -_EXACT_FLOAT <= data <= _EXACT_FLOAT:
            return float(data)  # other languages write 1.0 as 1
        self.encode(data)
        return cast("float", data)

    def schema(self, _defs: Defs) -> dict[str, Json]:
        return {"type": "number"}


class _Choice:
    """An enum or a `Literal`: finitely many values, each written as a string, an int, a bool or null."""

    def __init__(self, pairs: Iterable[tuple[object, Json]]) -> None:
        pairs = tuple(pairs)
        self._data = {(type(value), value): data for value, data in pairs}
        self._values = {(type(data), data): value for value, data in pairs}
        if len(self._values) < len(self._data):
            raise Fault("two of the values would be written alike")
        self._all: list[Json] = [data for _, data in pairs]
        self.kinds = frozenset(_kind(data) for data in self._all)
        if not self.kinds <= {"string", "integer", "boolean", "null"}:
            raise Fault("only strings, ints, bools and None can be written as choices")

    def owns(self, value: object) -> bool:
        return isinstance(value, (enum.Enum, str, int, type(None))) and (type(value), value) in self._data

    def encode(self, value: Any) -> Json:
        if not self.owns(value):
            raise Fault(f"expected one of {self._shown()}")
        return self._data[type(value), value]

    def decode(self, data: Json) -> Any:
        if isinstance(data, (list, dict)) or (type(data), data) not in self._values:
            raise Fault(f"expected one of {self._shown()}")
        return self._values[type(data), data]

    def _shown(self) -> str:
        return ", ".join(map(repr, self._all))

    def schema(self, _defs: Defs) -> dict[str, Json]:
        return {"enum": list(self._all)}


class _Spelt:
    """A value that is written as its text: a move, a card, a house."""

    kinds = frozenset(["string"])

    def __init__(
        self, cls: tuple[type, ...], name: str, parse: Callable[[str], Any], spell: Callable[[Any], str]
    ) -> None:
        self._cls = cls
        self._name = name
        self._parse = parse
        self._spell = spell

    def owns(self, value: object) -> bool:
        return isinstance(value, self._cls)

    def encode(self, value: Any) -> Json:
        if not isinstance(value, self._cls):
            raise Fault(f"expected a {self._name}, not {type(value).__name__}")
        return self._spell(value)

    def decode(self, data: Json) -> Any:
        if type(data) is not str:
            raise _expect("string", data)
        _refuse_surrogates(data)
        try:
            value = self._parse(data)
            exact = isinstance(value, self._cls) and self._spell(value) == data
        except _TROUBLE as error:
            raise Fault(f"no {self._name}: {error}") from error
        if not exact:
            raise Fault(f"not the text of a {self._name}")
        return value

    def schema(self, _defs: Defs) -> dict[str, Json]:
        return {"type": "string", "description": f"the text of a {self._name}"}


class _Row:
    """`tuple[X, ...]`."""

    kinds = frozenset(["array"])

    def __init__(self, item: Coder) -> None:
        self._item = item

    def owns(self, value: object) -> bool:
        return type(value) is tuple

    def encode(self, value: Any) -> Json:
        if type(value) is not tuple:
            raise _expect("array", value)
        return _each(self._item.encode, value)

    def decode(self, data: Json) -> tuple[Any, ...]:
        if type(data) is not list:
            raise _expect("array", data)
        return tuple(_each(self._item.decode, data))

    def schema(self, defs: Defs) -> dict[str, Json]:
        return {"type": "array", "items": self._item.schema(defs)}


def _each(convert: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    done: list[Any] = []
    try:
        for item in items:
            done.append(convert(item))  # noqa: PERF401 - the index of the item that fails is wanted
    except Fault as fault:
        fault.steps.append(len(done))
        raise
    return done


class _Fixed:
    """`tuple[A, B]`."""

    kinds = frozenset(["array"])

    def __init__(self, items: tuple[Coder, ...]) -> None:
        self._items = items

    def owns(self, value: object) -> bool:
        return type(value) is tuple and len(value) == len(self._items)

    def encode(self, value: Any) -> Json:
        if type(value) is not tuple:
            raise _expect("array", value)
        return self._convert([item.encode for item in self._items], value)

    def decode(self, data: Json) -> tuple[Any, ...]:
        if type(data) is not list:
            raise _expect("array", data)
        return tuple(self._convert([item.decode for item in self._items], data))

    def _convert(self, converters: list[Callable[[Any], Any]], values: Any) -> list[Any]:
        if len(values) != len(converters):
            raise Fault(f"expected {len(converters)} items, not {len(values)}")
        done: list[Any] = []
        try:
            for convert, value in zip(converters, values, strict=True):
                done.append(convert(value))
        except Fault as fault:
            fault.steps.append(len(done))
            raise
        return done

    def schema(self, defs: Defs) -> dict[str, Json]:
        count = len(self._items)
        rows: dict[str, Json] = {"type": "array", "minItems": count, "maxItems": count}
        if self._items:
            rows["prefixItems"] = [item.schema(defs) for item in self._items]
        return rows


class ClassCoder:
    """An attrs class as an object. `lenient`: fields that have a default may be left out when reading."""

    kinds = frozenset(["object"])

    def __init__(self, cls: type, *, tagged: bool, lenient: bool) -> None:
        self._cls = cls
        self.tag = cls.__name__ if tagged else None
        self._lenient = lenient
        self._fields: list[tuple[str, str, Coder, bool]] = []
        self._known: frozenset[str] = frozenset()
        self._make: Callable[..., Any] = cls

    def settle(self, of: Callable[[Any], Coder]) -> None:
        """Find the coders of the fields; apart from `__init__` because a class may hold itself."""
        cls = self._cls
        try:
            hints = typing.get_type_hints(cls)
        except NameError as error:
            raise Fault(f"the annotations of {cls.__name__} cannot be resolved: {error}") from error
        facts = [field for field in attrs.fields(cls) if field.eq]
        if len(facts) < len(attrs.fields(cls)):
            self._make = _from_facts(cls, [field.alias for field in facts])
        for field in facts:
            if not field.init or (self.tag is not None and field.alias == "type"):
                raise Fault(f"{cls.__name__}.{field.name} cannot be written")
            try:
                coder = of(hints[field.name])
            except Fault as fault:
                fault.steps.append(field.alias)
                raise
            optional = self._lenient and field.default is not attrs.NOTHING
            self._fields.append((field.name, field.alias, coder, optional))
        self._known = frozenset(key for _, key, _, _ in self._fields)

    def owns(self, value: object) -> bool:
        return type(value) is self._cls

    def encode(self, value: Any) -> Json:
        if type(value) is not self._cls:
            raise Fault(f"expected a {self._cls.__name__}, not {type(value).__name__}")
        data: dict[str, Json] = {} if self.tag is None else {"type": self.tag}
        for name, key, coder, _ in self._fields:
            try:
                data[key] = coder.encode(getattr(value, name))
            except Fault as fault:
                fault.steps.append(key)
                raise
        return data

    def read_facts(self, data: Json) -> dict[str, Any]:
        """The fields that are there, each read; unknown and missing ones are refused."""
        if type(data) is not dict:
            raise _expect("object", data)
        for key in data:
            if key not in self._known and not (key == "type" and self.tag is not None):
                raise Fault("unknown key", str(key))
        facts: dict[str, Any] = {}
        for _, key, coder, optional in self._fields:
            if key not in data:
                if optional:
                    continue
                raise Fault("this key is missing", key)
            try:
                facts[key] = coder.decode(data[key])
            except Fault as fault:
                fault.steps.append(key)
                raise
        return facts

    def decode(self, data: Json) -> Any:
        return self.build(self._make, self.read_facts(data))

    def build(self, make: Callable[..., Any], facts: dict[str, Any]) -> Any:
        """`make(**facts)`, whatever it raises turned into a fault."""
        try:
            return make(**facts)
        except RulesError as error:
            steps = [error.field] if error.field in self._known else []
            raise Fault(str(error), *steps) from error
        except _TROUBLE as error:
            raise Fault(f"this makes no {self._cls.__name__}: {error}") from error

    def schema(self, defs: Defs) -> dict[str, Json]:
        suffix = "" if self.tag is None else "_tagged"
        return defs.refer(self, f"{self._cls.__name__}{suffix}", lambda: self._own_schema(defs))

    def _own_schema(self, defs: Defs) -> dict[str, Json]:
        properties: dict[str, Json] = {} if self.tag is None else {"type": {"const": self.tag}}
        required: list[Json] = [] if self.tag is None else ["type"]
        for _, key, coder, optional in self._fields:
            properties[key] = coder.schema(defs)
            if not optional:
                required.append(key)
        return {
            "title": self._cls.__name__,
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }


def _from_facts(cls: type, names: list[str]) -> Callable[..., Any]:
    make = getattr(cls, "from_facts", None)
    if make is None:
        raise Fault(f"{cls.__name__} has derived fields but no classmethod from_facts")
    if list(inspect.signature(make).parameters) != names:
        raise Fault(f"{cls.__name__}.from_facts must have the parameters {', '.join(names)}")
    return cast("Callable[..., Any]", make)


class _Union:
    """One of several types; which one is told from the data's JSON type, or from the tag."""

    def __init__(self, members: tuple[Coder, ...]) -> None:
        # Plain strings accept every text, so they are tried after what is choosier.
        self._members = tuple(sorted(members, key=lambda coder: isinstance(coder, _Plain)))
        self.kinds = frozenset().union(*(coder.kinds for coder in members))

    def owns(self, value: object) -> bool:
        return any(coder.owns(value) for coder in self._members)

    def encode(self, value: Any) -> Json:
        owners = [coder for coder in self._members if coder.owns(value)]
        for coder in owners:
            try:
                data = coder.encode(value)
            except Fault:
                if coder is owners[-1]:
                    raise
                continue
            if len(self._candidates(data)) > 1 and self.decode(data) != value:
                raise Fault("this value would be read back as another member of the union")
            return data
        raise Fault(f"no value of this type: {type(value).__name__}")

    def _candidates(self, data: Json) -> list[Coder]:
        kind = _kind(data)
        fitting = [coder for coder in self._members if kind in coder.kinds]
        if isinstance(data, dict) and len(fitting) > 1:
            return [coder for coder in fitting if isinstance(coder, ClassCoder) and coder.tag == data.get("type")]
        return fitting

    def decode(self, data: Json) -> Any:
        candidates = self._candidates(data)
        for coder in candidates:
            try:
                return coder.decode(data)
            except Fault:
                if len(candidates) == 1:
                    raise
        if isinstance(data, dict) and "object" in self.kinds:
            raise Fault("the key `type` must name one of the classes that can stand here")
        raise _expect(" or ".join(sorted(self.kinds)), data)

    def schema(self, defs: Defs) -> dict[str, Json]:
        return {"anyOf": [coder.schema(defs) for coder in self._members]}


_PLAIN: dict[Any, Coder] = {
    bool: _Plain(bool, "boolean"),
    int: _Plain(int, "integer"),
    str: _Plain(str, "string"),
    float: _Float(),
    type(None): _Plain(type(None), "null"),
    None: _Plain(type(None), "null"),
}


def _type_name(hint: Any) -> str:
    return getattr(hint, "__name__", None) or str(hint)


class Coders:
    """The coders of one game, made when they are first asked for."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._moves = tuple(cls for cls in game.move_types if attrs.has(cls))
        self._made: dict[tuple[Any, bool, bool], Coder] = {}
        self.move: Coder = _Spelt(tuple(game.move_types), "move", game.parse_move, game.format_move)

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
            return _Choice((value, _literal(value)) for value in typing.get_args(hint))
        if origin is tuple:
            return self._tuple(typing.get_args(hint), lenient)
        if isinstance(hint, type):
            return self._class(hint, lenient, tagged)
        raise Fault(f"values of the type {_type_name(hint)} cannot be written as JSON")

    def _class(self, cls: type, lenient: bool, tagged: bool) -> Coder:
        if cls in self._moves:
            return _Spelt((cls,), f"move ({cls.__name__})", self._game.parse_move, self._game.format_move)
        if issubclass(cls, enum.Enum):
            return _Choice((member, member.value) for member in cls)
        parse = getattr(cls, "parse", None)
        if callable(parse):
            return _Spelt((cls,), cls.__name__, parse, str)
        if attrs.has(cls):
            return ClassCoder(cls, tagged=tagged, lenient=lenient)
        raise Fault(f"values of the type {cls.__name__} cannot be written as JSON")

    def _tuple(self, args: tuple[Any, ...], lenient: bool) -> Coder:
        if len(args) == 2 and args[1] is Ellipsis:
            return _Row(self.of(args[0], lenient=lenient))
        return _Fixed(tuple(self.of(arg, lenient=lenient) for arg in args))

    def _union(self, args: tuple[Any, ...], lenient: bool) -> Coder:
        moves = tuple(arg for arg in args if arg in self._moves)
        members: list[Coder] = []
        if moves:
            members.append(_Spelt(moves, "move", self._game.parse_move, self._game.format_move))
        others = [arg for arg in args if arg not in moves]
        objects = [arg for arg in others if isinstance(self.of(arg, lenient=lenient), ClassCoder)]
        members += [self.of(arg, lenient=lenient, tagged=len(objects) > 1 and arg in objects) for arg in others]
        return members[0] if len(members) == 1 else _Union(tuple(members))


def _literal(value: Any) -> Json:
    return cast("Json", value.value if isinstance(value, enum.Enum) else value)


@lru_cache(maxsize=256)
def coders_of(game: AnyGame) -> Coders:
    """The coders of `game`, shared by all tools."""
    return Coders(game)


def rows_of(item: Coder) -> Coder:
    """The coder of `tuple[X, ...]`, where `item` is that of `X`."""
    return _Row(item)


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

"""Values to plain data and back: for every kind of type a *coder*, which writes, reads strictly and describes."""

from __future__ import annotations

import enum
import inspect
import typing
from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

import attrs

from boardgames_fr._strict_json import MAX_BITS, Fault, Json
from boardgames_fr.errors import BoardGamesError, RulesError

__all__ = [
    "ChoiceCoder",
    "ClassCoder",
    "Coder",
    "Defs",
    "FixedCoder",
    "FloatCoder",
    "PlainCoder",
    "RowCoder",
    "SpeltCoder",
    "UnionCoder",
]

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

    def owns(self, value: object, /) -> bool:
        """Whether `value` looks like one of its own: which member of a union it is."""
        ...

    def encode(self, value: Any, /) -> Json: ...
    def decode(self, data: Json, /) -> Any: ...
    def schema(self, defs: Defs, /) -> dict[str, Json]: ...


def _kind(data: object) -> str:
    """The JSON type of plain data; an int is an `integer`, a float a `number`."""
    if data is None:
        return "null"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(data), f"Python {type(data).__name__}")


def _expect(expected: str, data: object) -> Fault:
    return Fault(f"expected {expected}, not {_kind(data)}")


class PlainCoder:
    """Bools, ints, strings and `None`, exactly."""

    def __init__(self, cls: type, kind: str) -> None:
        self._cls = cls
        self._kind = kind
        self.kinds = frozenset([kind])

    def owns(self, value: object, /) -> bool:
        return type(value) is self._cls

    def encode(self, value: Any, /) -> Json:
        if type(value) is not self._cls:
            raise _expect(self._kind, value)
        if isinstance(value, int) and value.bit_length() > MAX_BITS:
            raise Fault(f"an int of more than {MAX_BITS} bits")
        if isinstance(value, str):
            _refuse_surrogates(value)
        return cast("Json", value)

    decode = encode

    def schema(self, _defs: Defs, /) -> dict[str, Json]:
        return {"type": self._kind}


def _refuse_surrogates(text: str) -> None:
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise Fault("half a surrogate pair is no character")


class FloatCoder:
    kinds = frozenset(["number", "integer"])

    def owns(self, value: object, /) -> bool:
        return type(value) is float

    def encode(self, value: Any, /) -> Json:
        if type(value) is not float:
            raise _expect("number", value)
        if value != value or value in (float("inf"), -float("inf")):
            raise Fault(f"{value} is no JSON number")
        return value

    def decode(self, data: Json, /) -> float:
        if type(data) is int and -_EXACT_FLOAT <= data <= _EXACT_FLOAT:
            return float(data)  # other languages write 1.0 as 1
        self.encode(data)
        return cast("float", data)

    def schema(self, _defs: Defs, /) -> dict[str, Json]:
        return {"type": "number"}


class ChoiceCoder:
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

    def owns(self, value: object, /) -> bool:
        return isinstance(value, (enum.Enum, str, int, type(None))) and (type(value), value) in self._data

    def encode(self, value: Any, /) -> Json:
        if not self.owns(value):
            raise Fault(f"expected one of {self._shown()}")
        return self._data[type(value), value]

    def decode(self, data: Json, /) -> Any:
        if isinstance(data, (list, dict)) or (type(data), data) not in self._values:
            raise Fault(f"expected one of {self._shown()}")
        return self._values[type(data), data]

    def _shown(self) -> str:
        return ", ".join(map(repr, self._all))

    def schema(self, _defs: Defs, /) -> dict[str, Json]:
        return {"enum": list(self._all)}


class SpeltCoder:
    """A value that is written as its text: a move, a card, a house."""

    kinds = frozenset(["string"])

    def __init__(
        self, cls: tuple[type, ...], name: str, parse: Callable[[str], Any], spell: Callable[[Any], str]
    ) -> None:
        self._cls = cls
        self._name = name
        self._parse = parse
        self._spell = spell

    def owns(self, value: object, /) -> bool:
        return isinstance(value, self._cls)

    def encode(self, value: Any, /) -> Json:
        if not isinstance(value, self._cls):
            raise Fault(f"expected a {self._name}, not {type(value).__name__}")
        return self._spell(value)

    def decode(self, data: Json, /) -> Any:
        if type(data) is not str:
            raise _expect("string", data)
        _refuse_surrogates(data)
        try:
            value = self._parse(data)
            exact = isinstance(value, self._cls) and self._spell(value) == data
        except _TROUBLE as error:
            raise Fault(f"no {self._name}: {error}") from error
        if not exact:
            raise Fault(f"not the text of a {self._name} to the letter: spelt out again it is another")
        return value

    def schema(self, _defs: Defs, /) -> dict[str, Json]:
        return {"type": "string", "description": f"the text of a {self._name}"}


class RowCoder:
    """`tuple[X, ...]`."""

    kinds = frozenset(["array"])

    def __init__(self, item: Coder) -> None:
        self._item = item

    def owns(self, value: object, /) -> bool:
        return type(value) is tuple

    def encode(self, value: Any, /) -> Json:
        if type(value) is not tuple:
            raise _expect("array", value)
        return _each(self._item.encode, value)

    def decode(self, data: Json, /) -> tuple[Any, ...]:
        if type(data) is not list:
            raise _expect("array", data)
        return tuple(_each(self._item.decode, data))

    def schema(self, defs: Defs, /) -> dict[str, Json]:
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


class FixedCoder:
    """`tuple[A, B]`."""

    kinds = frozenset(["array"])

    def __init__(self, items: tuple[Coder, ...]) -> None:
        self._items = items

    def owns(self, value: object, /) -> bool:
        return type(value) is tuple and len(value) == len(self._items)

    def encode(self, value: Any, /) -> Json:
        if type(value) is not tuple:
            raise _expect("array", value)
        return self._convert([item.encode for item in self._items], value)

    def decode(self, data: Json, /) -> tuple[Any, ...]:
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

    def schema(self, defs: Defs, /) -> dict[str, Json]:
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

    def owns(self, value: object, /) -> bool:
        return type(value) is self._cls

    def encode(self, value: Any, /) -> Json:
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

    def decode(self, data: Json, /) -> Any:
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

    def schema(self, defs: Defs, /) -> dict[str, Json]:
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


class UnionCoder:
    """One of several types; which one is told from the data's JSON type, or from the tag."""

    def __init__(self, members: tuple[Coder, ...]) -> None:
        # Plain strings accept every text, so they are tried after what is choosier.
        self._members = tuple(sorted(members, key=lambda coder: isinstance(coder, PlainCoder)))
        self.kinds = frozenset().union(*(coder.kinds for coder in members))

    def owns(self, value: object, /) -> bool:
        return any(coder.owns(value) for coder in self._members)

    def encode(self, value: Any, /) -> Json:
        owners = [coder for coder in self._members if coder.owns(value)]
        for coder in owners:
            try:
                data = coder.encode(value)
            except Fault:
                if coder is owners[-1]:
                    raise
            else:
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

    def decode(self, data: Json, /) -> Any:
        candidates = self._candidates(data)
        for coder in candidates:
            try:
                return coder.decode(data)
            except Fault:
                if len(candidates) == 1:
                    raise
        if candidates:
            raise Fault("this fits none of the types that can stand here")
        if isinstance(data, dict) and "object" in self.kinds:
            raise Fault("the key `type` must name one of the classes that can stand here")
        raise _expect(" or ".join(sorted(self.kinds)), data)

    def schema(self, defs: Defs, /) -> dict[str, Json]:
        return {"anyOf": [coder.schema(defs) for coder in self._members]}

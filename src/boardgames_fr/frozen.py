"""What makes frozen attrs classes fast enough to be made, and compared, millions of times.

A frozen attrs class sets each field through `object.__setattr__`, which costs most of a move. `fast_constructor`
lets the object be born as its own mutable twin (a subclass without fields that takes the frozen `__setattr__` back),
fills it by plain assignments, and then declares it to be of the frozen class: the very same frozen, hashable
object, at a fraction of the price (the more fields, the smaller). `identity_first` makes comparing rules objects cheap.

    >>> from boardgames_fr.frozen import fast_constructor
    >>> @attrs.frozen
    ... class State:
    ...     heap: int
    ...     seat: int = 0
    >>> fast_constructor(State)(7) == State(7)
    True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import attrs

__all__ = ["fast_constructor", "identity_first"]

P = ParamSpec("P")
T = TypeVar("T")


def identity_first(cls: type[T]) -> type[T]:
    """The class itself (an attrs class), whose `==` now asks first whether it is the very same object.

    For `Rules`: every state holds one, nearly always the same, and comparing eleven perches costs more than a move.
    """
    plain = cls.__eq__

    def __eq__(self: T, other: object) -> bool:  # noqa: N807 - it becomes the method of this name
        return self is other or plain(self, other)

    cls.__eq__ = __eq__  # type: ignore[method-assign, assignment]  # that a class's method is replaced is the point
    return cls


def fast_constructor(cls: Callable[P, T]) -> Callable[P, T]:
    """A function with the parameters of `cls`, a frozen attrs class with slots, that makes equal objects faster.

    Converters and validators do not run and there may be no `__attrs_post_init__`: it is for values that are
    right by construction. Defaults are kept.

    Raises:
        TypeError: the class is not a frozen attrs class with slots, has a post-init, a keyword-only field or a
            default made by a factory.
    """
    kind = cast("type[Any]", cls)
    if not attrs.has(kind) or "__slots__" not in vars(kind):
        raise TypeError(f"{kind.__name__}: not an attrs class with slots")
    if hasattr(kind, "__attrs_post_init__"):
        raise TypeError(f"{kind.__name__}: a post-init does not go with a fast constructor")
    fields = attrs.fields(kind)
    names: dict[str, Any] = {}
    parameters, body = [], ["new = Twin()"]
    for index, field in enumerate(fields):
        if field.kw_only or not field.init or isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]  # Factory is a class at run time, a function to mypy
            raise TypeError(f"{kind.__name__}.{field.name}: must be an ordinary parameter without a factory")
        if field.default is attrs.NOTHING:
            parameters.append(field.alias)
        else:
            names[f"default{index}"] = field.default
            parameters.append(f"{field.alias}=default{index}")
        body.append(f"new.{field.name} = {field.alias}")
    if hasattr(kind, "_attrs_cached_hash"):
        body.append("new._attrs_cached_hash = None")  # a class that keeps its hash has not worked it out yet
    names["Twin"] = type(
        kind.__name__,
        (kind,),
        {
            "__slots__": (),
            "__init__": object.__init__,
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )
    names["Kind"] = kind
    lines = [f"def make({', '.join(parameters)}):", *body, "new.__class__ = Kind", "return new"]
    exec("\n    ".join(lines), names)  # noqa: S102 - the source is made of the class's own field names only
    make: Callable[P, T] = names["make"]
    make.__name__ = make.__qualname__ = kind.__name__
    make.__doc__ = f"A `{kind.__name__}` from its fields, by the fast way of `frozen.fast_constructor`."
    return make

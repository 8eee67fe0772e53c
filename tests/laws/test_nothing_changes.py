"""Whatever a bot can reach through public names cannot be changed: a bot gets views, and a view leads to rules."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from types import MappingProxyType

import attrs
import pytest

from boardgames_fr import find_game
from boardgames_fr.game import Seat

PLAIN = (str, int, float, bytes, enum.Enum, type(None))
GAMES = ("pecking_order", "domestication", "animals", "capharnaum", "dinosaures")


def changeable(value: object, path: str, seen: dict[int, object]) -> Iterator[str]:
    """Where, by public names from `value`, something can be changed. `seen` is passed over, and added to."""
    if isinstance(value, PLAIN) or id(value) in seen:
        return
    seen[id(value)] = value
    kind = type(value)
    if isinstance(value, (tuple, frozenset)):
        for number, item in enumerate(value):
            yield from changeable(item, f"{path}[{number}]", seen)
    elif isinstance(value, MappingProxyType):
        for key, item in value.items():
            yield from changeable(item, f"{path}[{key}]", seen)
    elif attrs.has(kind):
        for field in attrs.fields(kind)[:1]:
            with suppress(attrs.exceptions.FrozenInstanceError):
                setattr(value, field.name, getattr(value, field.name))
                yield path
        for name in dir(value):
            if not name.startswith("_") and not callable(getattr(value, name)):
                yield from changeable(getattr(value, name), f"{path}.{name}", seen)
    else:
        yield f"{path}: {kind.__name__}"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_reached_through_public_names_can_be_changed(name: str) -> None:
    game, rng, seen = find_game(name), Random(3), dict[int, object]()
    for rules in game.presets.values():
        state = game.new_game(rules)
        for _ in range(40):
            views = [game.observe(state, seat) for seat in (Seat(0), Seat(1))] if game.seats(rules) > 1 else []
            moves = game.legal_moves(state)
            found = changeable((rules, state, *views, game.observe(state, None), *moves[:20]), name, seen)
            assert next(found, None) is None
            if not moves:
                break
            state = game.apply(state, rng.choice(moves))


@attrs.frozen
class Closed:
    inner: object


@attrs.define
class Open:
    inner: int = 0


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (Closed({}), "it.inner: dict"),
        (Closed((1, [])), "it.inner[1]: list"),
        (Closed(MappingProxyType({"a": set[int]()})), "it.inner[a]: set"),
        (Closed(Open()), "it.inner"),
        (Closed(Closed((1, "a", None, frozenset({2})))), None),
    ],
)
def test_the_search_finds_what_can_be_changed(value: object, path: str | None) -> None:
    assert next(changeable(value, "it", {}), None) == path

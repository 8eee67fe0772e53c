"""Laws about values: states, moves, views and rules are frozen, hashable, equal by value, and can be copied."""

from __future__ import annotations

import copy
import enum
import pickle
from collections import deque
from collections.abc import Iterator
from dataclasses import is_dataclass
from random import Random
from types import MappingProxyType

import attrs

from boardgames_fr.conformance._play import BreachError, choose, played, require, sample, told, viewers, views_of
from boardgames_fr.game import Game, MoveT, RulesT, Seat, StateT, ViewT

__all__ = ["copies_play_alike", "equal_states_play_alike", "play_alike", "rules_are_values", "values_are_frozen"]

_MUTABLE = (list, dict, set, bytearray, deque, Random, MappingProxyType)


def _parts(value: object) -> Iterator[object]:
    if isinstance(value, (tuple, frozenset)):
        yield from value
    if isinstance(value, (str, bytes, int, float, enum.Enum, type)) or value is None or callable(value):
        return
    if attrs.has(cls := type(value)):
        for field in attrs.fields(cls):
            yield getattr(value, field.name)
        return
    for kind in type(value).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__weakref__", "__dict__") and hasattr(value, name):
                yield getattr(value, name)
    yield from getattr(value, "__dict__", {}).values()


def _mutable_inside(value: object, done: set[int]) -> str | None:
    """What in this value could be changed in place, if anything."""
    if id(value) in done:
        return None
    done.add(id(value))
    kind = type(value)
    if isinstance(value, _MUTABLE):
        return f"a {kind.__name__}"
    if (attrs.has(kind) or is_dataclass(value)) and kind.__setattr__ is object.__setattr__:
        return f"a {kind.__name__}, which is not frozen"
    for part in _parts(value):
        found = _mutable_inside(part, done)
        if found is not None:
            return found
    return None


def values_are_frozen(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """No field of rules, state, move, view or outcome holds, however deep, anything that can be changed; all hash."""
    play = played("values_are_frozen", game, rules, rng)
    done: set[int] = set()  # by identity: `play` and `kept` keep all that is looked at alive
    kept: list[object] = []
    hashes = []
    for ply in play.some(rng, 16):
        with play.at("values_are_frozen", ply) as state:
            values: list[object] = [rules, state, game.outcome(state), *sample(game.legal_moves(state), rng, 8)]
            values.extend(game.observe(state, seat) for seat in viewers(game, rules, rng))
            kept.extend(values)
            hashes.append([hash(value) for value in values])
            for value in values:
                found = _mutable_inside(value, done)
                require(found is None, f"a {type(value).__name__} holds {found}")
    with play.at("values_are_frozen", len(play.moves)):
        require(
            [hash(value) for value in kept] == [h for some in hashes for h in some], "a hash changed while playing on"
        )


def rules_are_values(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Rules are of the game's rules type, the first preset is the default; copies are equal and start the same game."""
    with told("rules_are_values", game, rules):
        require(bool(game.presets), "there is no preset")
        require(next(iter(game.presets.values())) == game.rules_type(), "the first preset is not the default rules")
        for preset in (*game.presets.values(), rules):
            require(type(preset) is game.rules_type, f"a {type(preset).__name__} is not of the game's rules type")
        require(game.seats(rules) >= 1, f"{game.seats(rules)} seats")
        state = game.new_game(rules)
        require(type(state) is game.state_type, f"new_game gives a {type(state).__name__}")
        require(game.new_game(rules) == state, "two new games from the same rules differ")
        for other in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):  # noqa: S301
            require(other == rules and hash(other) == hash(rules), "a copy of the rules is not equal to them")
            require(game.new_game(other) == state, "a copy of the rules starts another game")


def copies_play_alike(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Copies of a state (copy, deepcopy, every pickle protocol) are equal and play on alike; so are moves and views."""
    play = played("copies_play_alike", game, rules, rng)
    for ply in play.some(rng, 4):
        with play.at("copies_play_alike", ply) as state:
            for how, twin in _copies(state):
                require(twin == state and hash(twin) == hash(state), f"{how} of a state is not equal to it")
                require(type(twin) is type(state) and repr(twin) == repr(state), f"{how} of a state looks otherwise")
                play_alike(game, state, twin, how, rng)
            for value in (
                *sample(game.legal_moves(state), rng, 3),
                *(view for _, view in views_of(game, rules, state, rng)),
            ):
                for how, other in _copies(value):
                    require(
                        other == value and hash(other) == hash(value) and repr(other) == repr(value),
                        f"{how} of a {type(value).__name__} is not equal to it",
                    )


def _copies(value: object) -> Iterator[tuple[str, object]]:
    yield "copy", copy.copy(value)
    yield "deepcopy", copy.deepcopy(value)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield f"pickle, protocol {protocol},", pickle.loads(pickle.dumps(value, protocol))  # noqa: S301


def play_alike(game: Game[RulesT, StateT, MoveT, ViewT], one: StateT, twin: object, how: str, rng: Random) -> None:
    """Plays both on for some moves and compares all that can be asked."""
    if not isinstance(twin, game.state_type):
        raise BreachError(f"{how} gives a {type(twin).__name__}")
    other = twin
    for _ in range(4):
        require(game.to_move(other) == game.to_move(one), f"{how}: equal states, another mover")
        moves = game.legal_moves(one)
        require(game.legal_moves(other) == moves, f"{how}: equal states, other legal moves")
        require(game.chance_weights(other) == game.chance_weights(one), f"{how}: equal states, other odds")
        require(game.outcome(other) == game.outcome(one), f"{how}: equal states, another outcome")
        for seat in (Seat(0), None):
            same = game.observe(other, seat) == game.observe(one, seat)
            require(same, f"{how}: equal states, another view")
        if not moves:
            return
        move = choose(game, one, rng)
        one, other = game.apply_unchecked(one, move), game.apply(other, move)
        require(other == one and hash(other) == hash(one), f"{how}: equal states, and {move} makes them differ")


def equal_states_play_alike(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Two states that are equal, although moves in another order led to them, play on alike."""
    play = played("equal_states_play_alike", game, rules, rng)
    for ply in play.some(rng, 12):
        with play.at("equal_states_play_alike", ply) as state:
            for first in sample(game.legal_moves(state), rng, 4):
                after = game.apply_unchecked(state, first)
                for second in sample(game.legal_moves(after), rng, 3):
                    turned = _turned(game, state, second, first)
                    straight = game.apply_unchecked(after, second)
                    if turned is not None and turned == straight:
                        require(hash(turned) == hash(straight), "equal states have different hashes")
                        play_alike(game, straight, turned, f"{first}, {second} in either order", rng)


def _turned(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, *moves: MoveT) -> StateT | None:
    for move in moves:
        if move not in game.legal_moves(state):
            return None
        state = game.apply_unchecked(state, move)
    return state

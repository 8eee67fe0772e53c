"""Back from a view to the state, and the judgement of states from outside."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from boardgames_fr.errors import StateError, WorldsError
from boardgames_fr.game import Seat
from boardgames_fr.games.dinosaures._rules import (
    CardName,
    Colour,
    Line,
    Rules,
    State,
    Step,
    Tiles,
    View,
    diggable,
    observe,
)


def worlds(view: View) -> Iterator[tuple[int, State]]:
    """The one state that looks like this, with weight 1: nothing is hidden, so a spectator's view will do too.

    Raises:
        WorldsError: no state gives this view.
    """
    yield 1, state_of(view)


def sample_world(view: View, _rng: Random) -> State:
    """The one state that looks like this.

    Raises:
        WorldsError: no state gives this view.
    """
    return state_of(view)


def state_of(view: View) -> State:
    """The state that this view shows.

    Raises:
        WorldsError: no state gives this view.
    """
    try:
        state = _rebuilt(view)
        check_state(state)
    except (StateError, ValueError, IndexError, OverflowError, TypeError, AttributeError) as error:
        raise WorldsError(f"no state gives this view: {error}") from None
    if observe(state, None) != view:
        raise WorldsError("no state gives this view")
    return state


def _rebuilt(view: View) -> State:
    rules, tables = view.rules, view.rules._tables
    masks = {Colour.BEIGE: 0, Colour.BROWN: 0}
    for tile in view.tiles:
        at = tables.square_index(tile.square)
        if at < 0:
            raise StateError(f"the tile on {tile.square} is beyond the grid")
        masks[tile.colour] |= 1 << at
    beige, brown = view.archaeologists
    state = State.from_facts(
        rules,
        Tiles(masks[Colour.BEIGE]),
        Tiles(masks[Colour.BROWN]),
        view.mover,
        0,
        view.supplies,
        (_mask(rules, view.dug[0]), _mask(rules, view.dug[1])),
        (_number(rules, beige), _number(rules, brown)),
        view.stalled or 0,
    )
    if view.step is not Step.DIG or view.mover is None:
        return state
    asked = _mask(rules, diggable(state, view.mover))
    facts = {field: getattr(state, field) for field in _FACTS}
    return State.from_facts(**{**facts, "asked": asked})


_FACTS = ("rules", "beige", "brown", "mover", "asked", "supplies", "dug", "archaeologists", "stalled")


def _mask(rules: Rules, names: tuple[CardName, ...]) -> int:
    bits = rules._tables.card_bits
    if any(name not in bits for name in names):
        raise StateError("a card that is not in these rules")
    return sum(bits[name] for name in set(names))


def _number(rules: Rules, line: Line | None) -> int:
    if line is None:
        return -1
    number = rules._tables.line_number(line)
    if number < 0:
        raise StateError(f"the line {line} is beyond the grid")
    return number


def check_state(state: State) -> None:
    """Nothing, if this is a state that the game can have, as far as its facts tell.

    Raises:
        StateError: a field is out of range or of a wrong type, tiles are missing or doubled, or the facts contradict
            one another.
    """
    _check_types(state)
    _check_table(state)
    _check_turn(state)
    if any(getattr(state, field) != value for field, value in _derived(state)):
        raise StateError("what follows from the facts is not what the state says")


def _derived(state: State) -> list[tuple[str, object]]:
    anew = State.from_facts(**{field: getattr(state, field) for field in _FACTS})
    names = ("covered", "edge", "lays", "open_lines")
    plain = [(name, getattr(anew, name)) for name in names]
    for name in ("beige_zones", "brown_zones"):
        found, pairs = getattr(state, name)
        if (found, sorted(pairs)) != (getattr(anew, name)[0], sorted(getattr(anew, name)[1])):
            plain.append((name, getattr(anew, name)))
    return plain


def _check(holds: bool, problem: str) -> None:
    if not holds:
        raise StateError(problem)


def _is_int(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_pair(value: object, low: int, high: int) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(_is_int(item, low, high) for item in value)


def _check_types(state: State) -> None:
    rules = state.rules
    _check(isinstance(rules, Rules), "rules: not a Rules")
    tables = rules._tables
    _check(isinstance(state.beige, Tiles) and state.beige >= 0, "beige: not a set of squares")
    _check(isinstance(state.brown, Tiles) and state.brown >= 0, "brown: not a set of squares")
    _check(state.mover is None or _is_int(state.mover, 0, 1), "mover: not a seat")
    _check(_is_int(state.asked, 0, tables.all_cards), "asked: not a mask of cards")
    _check(_is_pair(state.supplies, 0, rules.tiles), f"supplies: not two numbers from 0 to {rules.tiles}")
    _check(_is_pair(state.dug, 0, tables.all_cards), "dug: not two masks of cards")
    _check(_is_pair(state.archaeologists, -1, 2 * tables.side - 1), "archaeologists: not two lines")
    _check(_is_int(state.stalled, 0, max(tables.limit, 0)), f"stalled: not a number from 0 to {max(tables.limit, 0)}")


def _check_table(state: State) -> None:
    tables = state.rules._tables
    grid, taken = tables.grid, state.beige | state.brown
    start = sum(1 << grid.index(x, y) for x in (0, 1) for y in (0, 1))
    _check(not state.beige & state.brown, "a square has two tiles")
    _check(not taken & ~sum(grid.rows), "a tile is beyond the grid")
    _check(taken & start == start, "a tile of the start is missing")
    laid = 2 * state.rules.tiles - sum(state.supplies)
    _check(taken.bit_count() == 4 + laid, "the tiles on the table and in the supplies do not add up")
    _check(len(grid.zones(taken)) == 1, "the tiles do not hang together")
    lines = [line for line in state.archaeologists if line >= 0]
    _check(len(set(lines)) == len(lines), "both archaeologists stand at one line")
    _check(all(taken & tables.ground.lines[line] for line in lines), "an archaeologist stands at a line without tiles")


def _check_turn(state: State) -> None:
    tables, mover, stalled = state.rules._tables, state.mover, state.stalled
    complete = [dug == tables.all_cards for dug in state.dug]
    empty = [supply == 0 for supply in state.supplies]
    _check(not all(complete), "both seats have dug up all cards")
    _check(not all(empty), "both supplies are empty")
    on_table = sum(line >= 0 for line in state.archaeologists)
    _check(on_table >= min(stalled, 2), "a turn stalled and its archaeologist does not stand anywhere")
    if mover is None:
        _check(not state.asked, "the game is over and somebody is asked to dig")
        ended = any(complete) or any(empty)
        _check(ended or stalled == tables.limit, "the game is over and nothing has ended it")
        _check(not ended or not stalled, "the game has ended in a turn that neither lays nor digs")
        return
    other = Seat(1 - mover)
    _check(not any(complete), "all cards are dug up and the game goes on")
    _check(not empty[other], "a supply is empty and the game goes on")
    if state.asked:
        found = sum(tables.card_bits[name] for name in diggable(state, mover))
        _check(state.asked == found, "asked: not the cards that can be dug up")
        if stalled:
            _check(state.archaeologists[mover] >= 0, "the mover has flipped no line")
            _check(not empty[mover], "the last tile is laid and the turn is not over")
        else:
            _check(
                state.supplies[mover] < state.rules.tiles or state.archaeologists[mover] >= 0,
                "the mover has neither laid nor flipped",
            )
    else:
        _check(not empty[mover], "a supply is empty and the game goes on")
        _check(stalled != tables.limit, "the game has stalled and goes on")
        _check(not stalled or state.archaeologists[other] >= 0, "the last turn stalled and flipped no line")

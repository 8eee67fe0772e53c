"""A subtraction game: two seats take 1 to `most` from a heap in turn; who takes the last one wins.

Open and without chance; made with `open_game`, with nothing that it does not need. A move is said in two words, so that
`actions` has something to do: `take 2`, or `take 2 quick` (the same, only said otherwise, for heaps of 2 or more).
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from boardgames_fr.errors import NotationError, RulesError, StateError
from boardgames_fr.game import Game, Mover, Outcome, Seat, open_game, returns_from_winners

__all__ = ["GAME", "Rules", "State", "Take"]


@attrs.frozen
class Rules:
    heap: int = 7
    most: int = 3

    def __attrs_post_init__(self) -> None:
        for field in ("heap", "most"):
            value = getattr(self, field)
            if type(value) is not int or not 1 <= value <= 1000:
                raise RulesError(field, value, "an integer from 1 to 1000")


@attrs.frozen
class Take:
    count: int
    quick: bool = False

    def __str__(self) -> str:
        return f"take {self.count} quick" if self.quick else f"take {self.count}"


@attrs.frozen
class State:
    rules: Rules
    heap: int
    seat: Seat = Seat(0)
    last: Take | None = None


def new_game(rules: Rules) -> State:
    return State(rules, rules.heap)


def to_move(state: State) -> Mover:
    return state.seat if state.heap else None


def legal_moves(state: State) -> tuple[Take, ...]:
    counts = range(1, min(state.rules.most, state.heap) + 1)
    quick = (False, True) if state.heap > 1 else (False,)
    return tuple(Take(count, how) for count in counts for how in quick)


def apply_unchecked(state: State, move: Take) -> State:
    return State(state.rules, state.heap - move.count, Seat(1 - state.seat), move)


def outcome(state: State) -> Outcome | None:
    if state.heap:
        return None
    winner = Seat(1 - state.seat)
    return Outcome((winner,), (int(winner == 0), int(winner == 1)), returns_from_winners((winner,), 2))


def parse_move(text: str) -> Take:
    found = re.fullmatch(r"take ([1-9][0-9]{0,3})( quick)?", text, re.ASCII)
    if found is None:
        raise NotationError(text, "`take N` or `take N quick`")
    return Take(int(found[1]), found[2] is not None)


def phrases(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return ("take", *(str(count) for count in range(1, rules.most + 1)), "quick"), ()


def check_state(state: State) -> None:
    if not 0 <= state.heap <= state.rules.heap:
        raise StateError("the heap is larger than at the start, or negative")
    if state.seat not in (0, 1):
        raise StateError("no such seat")
    if (state.last is None) != (state.heap == state.rules.heap):
        raise StateError("the last move does not fit the heap")


def seats(_rules: Rules) -> int:
    return 2


GAME: Final[Game[Rules, State, Take, State]] = open_game(
    name="toy_nim",
    title="Nim",
    module="tests.toys.nim",
    rules_type=Rules,
    state_type=State,
    move_types=(Take,),
    presets={"classic": Rules(), "long": Rules(heap=12, most=4)},
    seats=seats,
    new_game=new_game,
    to_move=to_move,
    legal_moves=legal_moves,
    apply_unchecked=apply_unchecked,
    outcome=outcome,
    parse_move=parse_move,
    phrases=phrases,
    check_state=check_state,
)

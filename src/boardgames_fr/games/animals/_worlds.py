"""What a seat cannot tell apart: the states that its view leaves possible, and their odds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

import attrs

from boardgames_fr.chance import below
from boardgames_fr.errors import StateError, WorldsError
from boardgames_fr.game import Seat
from boardgames_fr.games.animals._check import check_state
from boardgames_fr.games.animals._pack import RANKS
from boardgames_fr.games.animals._rules import SEATS, Phase, State, View, observe

_TURNS: Final = {Phase.DEAL: -1, Phase.GATHER: -2, Phase.OVER: -3}


def worlds(view: View) -> Iterator[tuple[int, State]]:
    """Every state that this seat cannot exclude, with its weight, here always 1, in the order of the answers' moves.

    Only the answers of others in an open window are unknown, and each may be any; otherwise there is one world.

    Raises:
        WorldsError: at once; it is a spectator's view, or no state gives it.
    """
    base, choices = _base(view)
    return ((1, _answered(base, answers)) for answers in product(*choices))


def sample_world(view: View, rng: Random) -> State:
    """One of the `worlds`, all equally likely, without listing them.

    Raises:
        WorldsError: it is a spectator's view, or no state gives it.
    """
    base, choices = _base(view)
    answers = tuple([choice[below(rng, len(choice))] for choice in choices])
    return _answered(base, answers)


def _answered(base: State, answers: tuple[Seat | None, ...]) -> State:
    return attrs.evolve(base, window=(base.asked, base.before, answers, base.captured))


def _base(view: View) -> tuple[State, list[tuple[Seat | None, ...]]]:
    """The state with silent answers in place of unknown ones, and what each sealed answer may be."""
    if view.seat is None:
        raise WorldsError("a spectator's view has no worlds")
    if not 0 <= view.seat < view.rules.seats:
        raise WorldsError(f"no seat {view.seat}")
    try:
        base, choices = _read(view, view.seat)
        check_state(base)
    except (LookupError, ValueError, TypeError, StateError) as error:
        raise WorldsError("no state gives this view") from error
    if observe(base, view.seat) != view:
        raise WorldsError("no state gives this view")
    return base, choices


def _read(view: View, seat: Seat) -> tuple[State, list[tuple[Seat | None, ...]]]:
    rules = view.rules
    piles = tuple(tuple(card.number for card in (pile.top, *pile.buried) if card is not None) for pile in view.piles)
    named = rules._tables.named
    last = [(answer.seat, named[answer.animal]) for answer in view.answers]
    asked = tuple([caller for caller, _ in last])
    before: tuple[tuple[Seat, Seat | None], ...] = ()
    choices: list[tuple[Seat | None, ...]] = [(called,) for _, called in last]
    turn = _TURNS.get(view.phase, 0)
    if view.turn is not None:
        turn, before = view.turn, tuple(last)
        tops = [None if pile.top is None else pile.top.rank for pile in view.piles]
        asked = tuple([holder for holder, top in zip(SEATS, tops, strict=False) if top in view.asked])
        anything = (*SEATS[: rules.seats], None)
        choices = [
            (named[view.own.animal],) if view.own is not None and other == seat else anything for other in view.answered
        ]
    elif view.judged is not None:
        turn = -4 - RANKS.index(view.judged)
    opened, closed = [
        sum(1 << SEATS.index(holder) for group in view.groups if group.open is which for holder in group.seats)
        for which in (True, False)
    ]
    answers = tuple([choice[0] for choice in choices])
    captured = sum(1 << RANKS.index(rank) for rank in view.captured)
    base = State.from_facts(
        rules, (view.round, *view.won), turn, piles, opened | closed << 8, (asked, before, answers, captured)
    )
    return base, choices

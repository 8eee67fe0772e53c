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
from boardgames_fr.games.animals._pack import CARD_BITS, RANKS
from boardgames_fr.games.animals._rules import RANK_BITS, SEATS, Answer, Phase, State, View, observe

_TURNS: Final = {Phase.DEAL: -1, Phase.GATHER: -2, Phase.OVER: -3}


def worlds(view: View) -> Iterator[tuple[int, State]]:
    """Every state that this seat cannot exclude, with its weight, here always 1, in the order of the answers' moves.

    Only the answers of others in an open window are unknown, and each may be any; otherwise there is one world.

    Raises:
        WorldsError: at once; it is a spectator's view, or no state gives it.
    """
    base, choices = _base(view)
    return ((1, attrs.evolve(base, answers=answers)) for answers in product(*choices))


def sample_world(view: View, rng: Random) -> State:
    """One of the `worlds`, all equally likely, without listing them.

    Raises:
        WorldsError: it is a spectator's view, or no state gives it.
    """
    base, choices = _base(view)
    answers = tuple([choice[below(rng, len(choice))] for choice in choices])
    return attrs.evolve(base, answers=answers)


def _base(view: View) -> tuple[State, list[tuple[Seat | None, ...]]]:
    """The state with silent answers in place of unknown ones, and what each sealed answer may be."""
    if view.seat is None:
        raise WorldsError("a spectator's view has no worlds")
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
    if not 0 <= seat < rules.seats:
        raise WorldsError(f"no seat {seat}")
    left = [0] * rules.packs
    copies = dict.fromkeys(view.pack, 0)
    for card in view.pack:
        left[copies[card]] |= CARD_BITS[card.number]
        copies[card] += 1
    piles = tuple(tuple(card.number for card in (pile.top, *pile.buried) if card is not None) for pile in view.piles)
    named = rules._tables.named
    asked: tuple[Seat, ...] = ()
    choices: list[tuple[Seat | None, ...]] = []
    if view.turn is not None:
        turn: int = view.turn
        asked = tuple(
            holder
            for holder, pile in zip(SEATS, view.piles, strict=False)
            if pile.top is not None and pile.top.rank in view.asked
        )
        anything = (*SEATS[: rules.seats], None)
        choices = [
            (named[view.own.animal],) if view.own is not None and other == seat else anything for other in view.answered
        ]
    elif view.judged is not None:
        turn = -4 - RANKS.index(view.judged)
    else:
        turn = _TURNS[view.phase]
    base = State.from_facts(
        rules,
        view.round,
        turn,
        piles,
        tuple(left),
        view.won,
        sum(RANK_BITS[RANKS.index(group.rank)] for group in view.groups if not group.open),
        sum(RANK_BITS[RANKS.index(rank)] for rank in view.captured),
        asked,
        tuple(_pair(answer, view) for answer in view.answers),
        tuple(choice[0] for choice in choices),
    )
    return base, choices


def _pair(answer: Answer, view: View) -> tuple[Seat, Seat | None]:
    return answer.seat, view.rules._tables.named[answer.animal]

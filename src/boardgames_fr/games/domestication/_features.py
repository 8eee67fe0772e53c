"""The view as numbers for learners."""

from __future__ import annotations

from typing import Final

from boardgames_fr.game import CHANCE, Seat
from boardgames_fr.games.domestication._rules import Rules, View

MOST_COUNTED: Final = 1000
"""Turns and errors are counted up to here in features, so that they have a bound without a turn limit, too."""


def feature_names(rules: Rules) -> tuple[str, ...]:
    """What each number of `features` says, in its order.

    `to move` is one-hot over the seats (all 0: the table, or the game is over). For each card, in name order: who
    holds it (one-hot over the seats; all 0: not dealt, or on the timeline), its `slot` in the hand and its `position`
    on the timeline (both from 1, 0: not there), and the `rank` of its year among all years of the game if that has
    been seen (from 1, equal years alike, 0: not known). Then for each rank how many `unknown` cards have it.

    >>> feature_names(Rules())[:4], len(feature_names(Rules()))
    (('turns', 'undated', 'to move 0', 'to move 1'), 84)
    """
    seats = range(rules.seats)
    names = ["turns", "undated", *[f"to move {seat}" for seat in seats], *[f"errors {seat}" for seat in seats]]
    for card in rules.deck:
        names += [f"{card.name} held by {seat}" for seat in seats]
        names += [f"{card.name} slot", f"{card.name} position", f"{card.name} rank"]
    names += [f"unknown of rank {rank + 1}" for rank in range(len(rules.deck))]
    return tuple(names)


def feature_bounds(rules: Rules) -> tuple[tuple[int, int], ...]:
    """The lowest and the highest value of each feature, aligned with `feature_names`."""
    cards, seats = len(rules.deck), rules.seats
    most = MOST_COUNTED if rules.turn_limit is None else min(rules.turn_limit, MOST_COUNTED)
    card = [(0, 1)] * seats + [(0, (cards - 1) // seats), (0, cards), (0, cards)]
    return ((0, most), (0, cards), *[(0, 1)] * seats, *[(0, most)] * seats, *card * cards, *[(0, cards)] * cards)


def features(view: View) -> tuple[int, ...]:
    """The view as small integers, laid out as `feature_names` says; nothing in it that the view does not hold."""
    seats = range(len(view.hands))
    years = {card.name: card.year for card in view.timeline}
    held = {card.name: (seat, slot, card.year) for seat in seats for slot, card in enumerate(view.hands[seat], 1)}
    position = {card.name: place for place, card in enumerate(view.timeline, 1)}
    years.update({name: year for name, (_, _, year) in held.items() if year is not None})
    names = sorted([*years, *view.undealt, *[name for name in held if name not in years]])
    ranks = {year: rank for rank, year in enumerate(sorted({*years.values(), *view.unknown}), 1)}
    numbers = [min(view.turns, MOST_COUNTED), view.undated]
    numbers += [int(view.mover is not CHANCE and view.mover == Seat(seat)) for seat in seats]
    numbers += [min(errors, MOST_COUNTED) for errors in view.errors]
    for name in names:
        holder, slot, _ = held.get(name, (-1, 0, None))
        numbers += [int(seat == holder) for seat in seats]
        numbers += [slot, position.get(name, 0), ranks[years[name]] if name in years else 0]
    unknown = [0] * len(names)
    for year in view.unknown:
        unknown[ranks[year] - 1] += 1
    return (*numbers, *unknown)

"""From a view to the states that nobody who has it can exclude."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import attrs

from boardgames_fr.chance import below
from boardgames_fr.errors import BoardGamesError, NotationError, WorldsError
from boardgames_fr.games.domestication._check import check_state
from boardgames_fr.games.domestication._deck import Card, CardName, Year
from boardgames_fr.games.domestication._rules import (
    MOST_CARDS,
    CardIndex,
    Dates,
    Place,
    Rules,
    State,
    View,
    observe,
    without_pairing,
)


def worlds(view: View) -> Iterator[tuple[int, State]]:
    """Every state that has this view, each once, with its integer weight; lazily.

    A world gives the years not yet known to the cards not yet turned up; all are equally likely (weight 1). While the
    table still draws years (DO-1) a world says what it has drawn, and its weight counts the draws that give it. Under
    `printed` a world's `rules.deck` has the world's own pairing of names and years. In the order of the years, by
    the cards' names.

    Raises:
        WorldsError: no state gives this view.
    """
    frame = _frame(view)
    _checked(frame, list(view.unknown[: frame.hidden]))  # if one world gives the view, all do
    return _listed(frame)


def _listed(frame: _Frame) -> Iterator[tuple[int, State]]:
    view = frame.view
    for weight, years in _arrangements(Counter(view.unknown), frame.hidden):
        yield weight if view.undated else 1, frame.state(years)


def sample_world(view: View, rng: Random) -> State:
    """One of `worlds(view)`, with exactly those odds.

    Raises:
        WorldsError: no state gives this view.
    """
    frame = _frame(view)
    left = list(view.unknown)
    return _checked(frame, [left.pop(below(rng, len(left))) for _ in range(frame.hidden)])


def _arrangements(left: Counter[Year], length: int) -> Iterator[tuple[int, list[Year]]]:
    """Every distinct row of `length` years out of these, with the number of ways to draw it."""
    kinds = sorted(left)
    row: list[Year] = []

    def rest(ways: int) -> Iterator[tuple[int, list[Year]]]:
        if len(row) == length:
            yield ways, row
            return
        for year in kinds:
            count = left[year]
            if count:
                left[year] = count - 1
                row.append(year)
                yield from rest(ways * count)
                row.pop()
                left[year] = count

    yield from rest(1)


@attrs.frozen
class _Frame:
    """What all worlds of a view share."""

    view: View
    names: tuple[CardName, ...]
    known: tuple[Year | None, ...]
    """By name; the hidden ones are `None`. While years are drawn: of the cards that have one."""
    hidden: int
    """How many years a world has to say."""
    timeline: tuple[CardIndex, ...]
    hands: tuple[tuple[CardIndex, ...], ...]
    left: int
    shown: int
    last: Place | None

    def state(self, hidden: list[Year]) -> State:
        """The world in which the hidden years, by name, are these."""
        view, given = self.view, iter(hidden)
        years = tuple([next(given) if year is None else year for year in self.known])
        if view.dates is Dates.DRAWN:
            deck = without_pairing(self.names, view.unknown if view.undated else years)
        else:
            deck = tuple([Card(name, year) for name, year in zip(self.names, years, strict=True)])
        rules = Rules(
            seats=len(view.hands),
            first=view.first,
            deck=deck,
            dates=view.dates,
            finish_round=view.finish_round,
            turn_limit=view.turn_limit,
        )
        return State.from_facts(
            rules=rules,
            mover=view.mover,
            turns=view.turns,
            timeline=self.timeline,
            hands=self.hands,
            left=self.left,
            shown=self.shown,
            last=self.last,
            years=years,
        )


def _checked(frame: _Frame, hidden: list[Year]) -> State:
    """The world in which the hidden years are these, if it gives the view."""
    try:
        world = frame.state(hidden)
        check_state(world)
    except BoardGamesError as error:
        raise WorldsError(f"no state gives this view: {error}") from error
    if observe(world, None) != frame.view:
        raise WorldsError("no state gives this view: it does not follow from its cards")
    return world


def _frame(view: View) -> _Frame:
    if view.undated and view.dates is Dates.PRINTED:
        raise WorldsError("years are printed, so none can be missing")
    if len(view.undealt) + len(view.timeline) + sum(map(len, view.hands)) > MOST_CARDS:
        raise WorldsError(f"no state gives this view: it has more than {MOST_CARDS} cards")
    known: dict[CardName, Year | None] = dict.fromkeys(view.undealt)
    known.update((held.name, held.year) for hand in view.hands for held in hand)
    known.update((card.name, card.year) for card in view.timeline)
    names = tuple(sorted(known))
    index = {name: CardIndex(at) for at, name in enumerate(names)}
    dated = len(names) - view.undated
    frame = _Frame(
        view=view,
        names=names,
        known=tuple([known[name] for name in names[: max(dated, 0)]]),
        hidden=sum(known[name] is None for name in names[: max(dated, 0)]),
        timeline=tuple([index[card.name] for card in view.timeline]),
        hands=tuple([tuple([index[held.name] for held in hand]) for hand in view.hands]),
        left=sum(1 << index[name] for name in view.undealt),
        shown=sum(1 << index[name] for name, year in known.items() if year is not None),
        last=_place(view),
    )
    expected = len(names) if view.undated else frame.hidden
    if len(view.unknown) != expected:
        raise WorldsError(f"{len(view.unknown)} years are unknown, for {expected} cards")
    return frame


def _place(view: View) -> Place | None:
    if view.last is None:
        return None
    try:
        return Place(view.last.name, view.last.gap)
    except NotationError as error:
        raise WorldsError(f"no state gives this view: {error}") from error

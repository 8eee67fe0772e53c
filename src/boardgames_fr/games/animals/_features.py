"""A view as a vector of fixed length, for learners.

In order: the phase, the round, who is asked, who deals and whose pile is next; then for each seat its pile, its top
card's rank, its group and its answers; the pack by rank; what is asked, judged and captured. A choice among n things
is n numbers, one of them 1 (or none). Buried cards never come back to the top, so only their number matters.
"""

from __future__ import annotations

from boardgames_fr.game import Seat
from boardgames_fr.games.animals._pack import RANKS, Rank
from boardgames_fr.games.animals._rules import SEATS, Animal, Phase, Rules, View

_PHASES = tuple(Phase)


def feature_names(rules: Rules) -> tuple[str, ...]:
    """The name of each number of `features`, in order."""
    return tuple([name for name, _, _ in _layout(rules)])


def feature_bounds(rules: Rules) -> tuple[tuple[int, int], ...]:
    """The lowest and the highest value of each number of `features`."""
    return tuple([(low, high) for _, low, high in _layout(rules)])


def _layout(rules: Rules) -> list[tuple[str, int, int]]:
    seats, cards = range(rules.seats), 52 * rules.packs
    named = [*rules.animals, "none"]

    def flags(*names: str) -> list[tuple[str, int, int]]:
        return [(name, 0, 1) for name in names]

    layout = flags(*(f"phase {phase.value}" for phase in _PHASES))
    layout += [("round", 1, rules.rounds), ("rounds", rules.rounds, rules.rounds)]
    layout += flags(*(f"seat {seat} {what}" for what in ("is asked", "deals", "is next") for seat in seats))
    for seat in seats:
        layout += [(f"seat {seat} cards", 0, cards), (f"seat {seat} won", 0, cards * rules.rounds)]
        layout += flags(*(f"seat {seat} top {rank.value}" for rank in RANKS))
        layout += flags(*(f"seat {seat} {what}" for what in ("open", "closed", "in the window", "has answered")))
        layout += flags(*(f"seat {seat} called {name}" for name in named))
    layout += flags(*(f"own answer {name}" for name in named))
    layout += [(f"rank {rank.value} left", 0, 4 * rules.packs) for rank in RANKS]
    layout += flags(*(f"rank {rank.value} {what}" for what in ("asked", "judged", "captured") for rank in RANKS))
    return layout


def features(view: View) -> tuple[int, ...]:
    """The view as numbers, in the order of `feature_names`, within `feature_bounds`."""
    rules = view.rules
    seats = SEATS[: rules.seats]
    states = {seat: group.open for group in view.groups for seat in group.seats}
    last = {answer.seat: answer for answer in view.answers}
    numbers = [int(phase is view.phase) for phase in _PHASES]
    numbers += [view.round, rules.rounds]
    numbers += [int(seat == which) for which in (view.turn, view.dealer, view.receiver) for seat in seats]
    for seat in seats:
        pile = view.piles[seat]
        numbers += [pile.size, view.won[seat]]
        numbers += [int(pile.top is not None and pile.top.rank is rank) for rank in RANKS]
        numbers += [int(states.get(seat) is True), int(states.get(seat) is False)]
        numbers += [int(_is_asked(view, seat)), int(seat in view.answered)]
        numbers += _one_of(rules, last[seat].animal) if seat in last else [0] * (rules.seats + 1)
    numbers += _one_of(rules, view.own.animal) if view.own is not None else [0] * (rules.seats + 1)
    ranks = [card.rank for card in view.pack]
    numbers += [ranks.count(rank) for rank in RANKS]
    judged: tuple[Rank, ...] = () if view.judged is None else (view.judged,)
    numbers += [int(rank in marked) for marked in (view.asked, judged, view.captured) for rank in RANKS]
    return tuple(numbers)


def _is_asked(view: View, seat: Seat) -> bool:
    top = view.piles[seat].top
    return top is not None and top.rank in view.asked


def _one_of(rules: Rules, animal: Animal | None) -> list[int]:
    return [int(animal == name) for name in (*rules.animals, None)]

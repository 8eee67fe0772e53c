"""The view as a vector of small integers, from the viewpoint of its seat (of seat 0 for a spectator)."""

from __future__ import annotations

from boardgames_fr.game import Seat
from boardgames_fr.games.pecking_order._rules import (
    JAGUAR,
    Card,
    Phase,
    Rules,
    View,
    Where,
    card_text,
    most_points,
)
from boardgames_fr.games.pecking_order._worlds import ranges

_PHASES = tuple(Phase)


def _layout(rules: Rules) -> list[tuple[str, int, int]]:
    """Name, lowest and highest value of each feature, in order."""
    most = rules.rounds * most_points(rules)
    cards = rules.birds + 1
    layout = [
        ("spectator", 0, 1),
        ("round", 1, rules.rounds),
        ("points mine", 0, most),
        ("points theirs", 0, most),
        *((f"phase {phase.value}", 0, 1) for phase in _PHASES),
        ("turn mine", 0, 1),
        ("turn theirs", 0, 1),
        ("drawn first mine", 0, 1),
        ("deck mine", 0, cards),
        ("deck theirs", 0, cards),
    ]
    every = _every_card(rules)
    layout += [(f"hand {card_text(card)}", 0, 1) for card in every]
    layout += [(f"left mine {card_text(card)}", 0, 1) for card in every]
    layout += [(f"known theirs {card_text(card)}", 0, 1) for card in every]
    for perch in rules.perches:
        for what, low, high in (
            ("mine", 0, 1),
            ("theirs", 0, 1),
            ("face up", 0, 1),
            ("peeked", 0, 1),
            ("lowest", -1, rules.birds),
            ("highest", -1, rules.birds),
        ):
            layout.append((f"perch {perch.name} {what}", low, high))
    return layout


def _every_card(rules: Rules) -> list[Card]:
    return [*(Card(bird) for bird in range(1, rules.birds + 1)), JAGUAR]


def feature_names(rules: Rules) -> tuple[str, ...]:
    """The name of each feature, in the order of `features`.

    `lowest` and `highest` are the values that the card on a perch may have, the jaguar being 0; -1: no card. `left
    mine` is the seat's own deck; `known theirs` are the values of the other seat's cards that have been learned.
    """
    return tuple(name for name, _, _ in _layout(rules))


def feature_bounds(rules: Rules) -> tuple[tuple[int, int], ...]:
    """The lowest and the highest value of each feature."""
    return tuple((low, high) for _, low, high in _layout(rules))


def features(view: View) -> tuple[int, ...]:
    """The view as integers, in the order of `feature_names`; nothing in it that the view does not hold."""
    mine = Seat(0) if view.seat is None else view.seat
    theirs = Seat(1 - mine)
    every = _every_card(view.rules)
    starter = (view.rules.first + view.round - 1) % 2
    hand = {card.value for card in view.cards if card.where is Where.HAND and card.owner == mine}
    known = {card.value for card in view.cards if card.owner == theirs}
    numbers = [
        int(view.seat is None),
        view.round,
        view.points[mine],
        view.points[theirs],
        *(int(view.phase is phase) for phase in _PHASES),
        int(view.turn == mine),
        int(view.turn == theirs),
        int(starter == mine),
        view.decks[mine],
        view.decks[theirs],
        *(int(card in hand) for card in every),
        *(int(card in view.deck) for card in every),
        *(int(card in known) for card in every),
    ]
    possible = ranges(view)
    on = {card.perch: number for number, card in enumerate(view.cards) if card.perch is not None}
    for perch in view.rules.perches:
        if perch.name not in on:
            numbers += [0, 0, 0, 0, -1, -1]
            continue
        number = on[perch.name]
        card, values = view.cards[number], possible[number]
        numbers += [int(card.owner == mine), int(card.owner == theirs), int(card.face_up), int(card.peeked)]
        numbers += [min(values), max(values)]
    return tuple(numbers)

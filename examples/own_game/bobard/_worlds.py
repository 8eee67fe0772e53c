"""From a view to the states that its seat cannot exclude: the hidden cards may be any that it has not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

from boardgames_fr import WorldsError
from boardgames_fr.chance import below
from bobard._rules import Card, Round, Rules, State, View, owner


def _unseen(view: View) -> tuple[list[Card], int]:
    """The cards that this seat has not seen, and how many of them were drawn."""
    if view.seat is None:
        raise WorldsError("a spectator has no worlds")
    if any(each.card is None and (owner(i) == view.seat or each.doubted) for i, each in enumerate(view.rounds)):
        raise WorldsError("a card is hidden that this seat has seen")
    known = {each.card for each in view.rounds}
    unseen = [Card(number) for number in range(1, view.cards + 1) if number not in known]
    return unseen, sum(each.card is None for each in view.rounds)


def _state(view: View, hidden: Sequence[Card]) -> State:
    left = iter(hidden)
    rounds = (Round(next(left) if each.card is None else each.card, each.claim, each.doubted) for each in view.rounds)
    return State(Rules(view.cards, view.rounds_to_play), tuple(rounds))


def worlds(view: View) -> Iterator[tuple[int, State]]:
    """All states that give this view, lazily, each as likely as any other."""
    unseen, count = _unseen(view)
    for hidden in permutations(unseen, count):
        yield 1, _state(view, hidden)


def sample_world(view: View, rng: Random) -> State:
    """One of them, each as likely as any other."""
    unseen, count = _unseen(view)
    return _state(view, [unseen.pop(below(rng, len(unseen))) for _ in range(count)])

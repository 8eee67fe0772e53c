"""The game's own bots, weakest first; each decides from the view alone.

All weigh a placing by what it is expected to change in the difference of points: the perch's worth times the chance
that the card holds it, less what a later card of one's own would have made of the space.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from boardgames_fr.chance import below
from boardgames_fr.game import Seat
from boardgames_fr.games.pecking_order._rules import (
    JAGUAR,
    Card,
    Move,
    Peek,
    PerchName,
    Phase,
    Place,
    Power,
    Rules,
    View,
)
from boardgames_fr.games.pecking_order._worlds import ranges

_THEIR_HOLD: Final = 0.75
"""A guess at the chance that a card of the other seat would stay to the end if it were let be."""
_CROWDING: Final = 1.5
"""How many times oftener than evenly the seats are taken to attack by worth."""

Bot: TypeAlias = Callable[[View, tuple[Move, ...]], Move]
"""What plays a seat: it is given the seat's view and its legal moves, and answers with one of them."""


def _best(moves: tuple[Move, ...], worth: Callable[[Move], float], rng: Random) -> Move:
    """The move of most worth; the generator chooses among equals."""
    worths = [worth(move) for move in moves]
    most = max(worths)
    best = [move for move, value in zip(moves, worths, strict=True) if value >= most - 1e-9]
    return best[below(rng, len(best))]


def _worth_of(rules: Rules) -> dict[PerchName, float]:
    """What holding each perch is worth at the end of the round, its power counted in."""
    doubles = sum(perch.power is Power.DOUBLE for perch in rules.perches)
    extra = {
        Power.NONE: 0.0,
        Power.TIE_BREAK: 1.0,
        Power.PROMONTORY: 0.5,
        Power.DOUBLE: rules.double_bonus / doubles if doubles >= 2 else 0.0,
    }
    return {perch.name: perch.value + extra[perch.power] for perch in rules.perches}


class _Judge:
    """What a seat can work out from its view before it decides."""

    def __init__(self, view: View, seat: Seat, infer: bool) -> None:
        self.view = view
        self.seat = seat
        self.worth = _worth_of(view.rules)
        self.on: dict[PerchName, int] = {
            card.perch: number for number, card in enumerate(view.cards) if card.perch is not None
        }
        self.possible = ranges(view) if infer else _plain_ranges(view)
        own_tie = [perch.name for perch in view.rules.perches if perch.power is Power.TIE_BREAK]
        self.tie_perch = own_tie[0] if own_tie else None
        known = {card.value for card in view.cards if card.owner != seat}
        self.unseen = [Card(value) for value in range(view.rules.birds + 1) if value not in known]
        self.to_come = view.decks[1 - seat]
        self.mine_to_come = view.decks[seat]

    def holds_ties(self, seat: Seat) -> bool:
        """Whether this seat has a card on the tie-break perch that controls it, as far as can be told."""
        number = None if self.tie_perch is None else self.on.get(self.tie_perch)
        if number is None or self.view.cards[number].owner != seat:
            return False
        return self.view.rules.jaguar_controls or self.possible[number] != (JAGUAR,)

    def beats(self, card: Card, number: int) -> tuple[float, float]:
        """The chances that `card`, a bird, wins against the other seat's card `number`, and that both go."""
        values = self.possible[number]
        ties = self.holds_ties(Seat(1 - self.seat))
        wins = sum(value != JAGUAR and (card > value or (card == value and not ties)) for value in values)
        return wins / len(values), (JAGUAR in values) / len(values)

    def survives(self, card: Card, name: PerchName) -> float:
        """A guess at the chance that an own card on this perch is still there at the end of the round."""
        if not self.to_come or not self.unseen:
            return 1.0
        ties = self.holds_ties(self.seat) or name == self.tie_perch
        danger = sum(value == JAGUAR or value > card or (value == card and not ties) for value in self.unseen)
        return float((1.0 - danger / len(self.unseen)) ** (self.to_come * self.share(name)))

    def share(self, name: PerchName) -> float:
        """How many of a seat's cards, out of one, are taken to be played on this perch."""
        return _CROWDING * (1.0 + self.worth[name]) / (len(self.worth) + sum(self.worth.values()))


def _plain_ranges(view: View) -> tuple[tuple[Card, ...], ...]:
    every = tuple(Card(value) for value in range(view.rules.birds + 1))
    return tuple(every if card.value is None else (card.value,) for card in view.cards)


def _placing(judge: _Judge, card: Card, name: PerchName) -> float:
    """What placing this card there should change in the difference of points."""
    worth = judge.worth[name]
    deck = judge.view.deck
    later = sum(judge.survives(other, name) for other in deck if other != JAGUAR) / max(len(deck), 1)
    later *= min(1.0, judge.mine_to_come * judge.share(name))
    number = judge.on.get(name)
    if number is None:
        if card == JAGUAR:
            return 0.15 * worth * min(1, judge.to_come) - worth * later
        return worth * (judge.survives(card, name) - later)
    theirs = _THEIR_HOLD if judge.mine_to_come else 1.0
    if card == JAGUAR:
        bird = 1.0 - (JAGUAR in judge.possible[number]) / len(judge.possible[number])
        return worth * bird * theirs
    win, both = judge.beats(card, number)
    return win * worth * (judge.survives(card, name) - later + theirs) + both * worth * 0.1


def _peeking(judge: _Judge, name: PerchName | None) -> float:
    if name is None:
        return 0.0
    return judge.worth[name] * (len(judge.possible[judge.on[name]]) - 1)


def _judged(view: View, moves: tuple[Move, ...], rng: Random, infer: bool) -> Move:
    if view.turn is None or view.phase is Phase.DRAW or len(moves) == 1:
        return moves[below(rng, len(moves))]
    judge = _Judge(view, view.turn, infer)
    card = view.cards[-1].value or JAGUAR

    def worth(move: Move) -> float:
        if isinstance(move, Place):
            return _placing(judge, card, move.perch)
        return _peeking(judge, move.perch) if isinstance(move, Peek) else 0.0

    return _best(moves, worth, rng)


def easy(rng: Random) -> Bot:
    """A player in a hurry: it thinks of two moves and takes what looks the better one."""

    def policy(view: View, moves: tuple[Move, ...]) -> Move:
        thought = (moves[below(rng, len(moves))], moves[below(rng, len(moves))])
        return _judged(view, thought, rng, infer=False)

    return policy


def medium(rng: Random) -> Bot:
    """A player who weighs every move, but does not work out what fights have told about unseen cards."""

    def policy(view: View, moves: tuple[Move, ...]) -> Move:
        return _judged(view, moves, rng, infer=False)

    return policy


def hard(rng: Random) -> Bot:
    """A player who weighs every move by all that the facts tell."""

    def policy(view: View, moves: tuple[Move, ...]) -> Move:
        return _judged(view, moves, rng, infer=True)

    return policy


POLICIES: Final[Mapping[str, Callable[[Random], Bot]]] = MappingProxyType(
    {"easy": easy, "medium": medium, "hard": hard}
)
"""The bots by name, weakest first; each is made from a generator of its own."""

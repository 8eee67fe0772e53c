"""The rules of Bobard, in the order of its rule book."""

from __future__ import annotations

from typing import NewType, TypeAlias

import attrs

from boardgames_fr import CHANCE, IllegalMoveError, Outcome, Refusal, RulesError, Seat, StateError
from boardgames_fr.game import Mover, illegal_here, returns_from_winners

Card = NewType("Card", int)
"""A card's number; the lowest is 1."""


@attrs.frozen
class Rules:
    """How many cards the pack has, and how many rounds are played."""

    cards: int = 8
    rounds: int = 6

    def __attrs_post_init__(self) -> None:
        if type(self.cards) is not int or not 2 <= self.cards <= 12:
            raise RulesError("cards", self.cards, "an integer from 2 to 12")
        if type(self.rounds) is not int or not 1 <= self.rounds <= self.cards:
            raise RulesError("rounds", self.rounds, "an integer from 1 to the number of cards")


def seats(_rules: Rules) -> int:
    """How many play: always 2."""
    return 2


def longest(rules: Rules) -> tuple[int, int]:
    """The most moves of seats and of chance."""
    return 2 * rules.rounds, rules.rounds


# Moves


@attrs.frozen
class Draw:
    """The table draws a card (BO-1)."""

    card: Card

    def __str__(self) -> str:
        return f"draw {self.card}"


@attrs.frozen
class Claim:
    """The card is at least so high, says its owner (BO-2)."""

    least: Card

    def __str__(self) -> str:
        return f"claim {self.least}"


@attrs.frozen
class Believe:
    """The other seat believes it (BO-4)."""

    def __str__(self) -> str:
        return "believe"


@attrs.frozen
class Doubt:
    """The other seat doubts it (BO-5)."""

    def __str__(self) -> str:
        return "doubt"


Move: TypeAlias = Draw | Claim | Believe | Doubt


# State


@attrs.frozen
class Round:
    """What happened in a round so far."""

    card: Card
    """The secret, until it is doubted."""
    claim: Card | None = None
    doubted: bool | None = None


@attrs.frozen
class State:
    """All of the truth."""

    rules: Rules
    rounds: tuple[Round, ...] = ()


def new_game(rules: Rules) -> State:
    """Nothing has been drawn yet."""
    return State(rules)


def owner(index: int) -> Seat:
    """Whose card a round is about."""
    return Seat(index % 2)


def to_move(state: State) -> Mover:
    """The table for a card, its owner for a claim, the other seat for an answer."""
    if not state.rounds or state.rounds[-1].doubted is not None:
        return CHANCE if len(state.rounds) < state.rules.rounds else None
    speaker = owner(len(state.rounds) - 1)
    return speaker if state.rounds[-1].claim is None else Seat(1 - speaker)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Cards and claims from low to high; `believe` before `doubt`."""
    mover = to_move(state)
    if mover is None:
        return ()
    numbers = tuple(Card(number) for number in range(1, state.rules.cards + 1))
    if mover is CHANCE:
        drawn = {each.card for each in state.rounds}
        return tuple(Draw(card) for card in numbers if card not in drawn)
    if state.rounds[-1].claim is None:
        return tuple(map(Claim, numbers))
    return Believe(), Doubt()


def why_illegal(state: State, move: Move) -> Refusal | None:
    """Why the move is illegal, by what its mover may know; `None` if it is legal."""
    mover = to_move(state)
    if move in legal_moves(state):
        return None
    if mover is None:
        return illegal_here(mover)
    if mover is CHANCE:
        return Refusal("BO-1", "the-table-draws")
    if state.rounds[-1].claim is None:
        return Refusal("BO-2", "claim-first", (("most", state.rules.cards),))
    return Refusal("BO-3", "answer-first")


def apply(state: State, move: Move) -> State:
    """The state after this move.

    Raises:
        IllegalMoveError: it is not legal here.
    """
    refusal = why_illegal(state, move)
    if refusal is not None:
        raise IllegalMoveError(move, refusal)
    return apply_unchecked(state, move)


def apply_unchecked(state: State, move: Move) -> State:
    """The state after a move that is known to be legal."""
    match move:
        case Draw(card):
            return State(state.rules, (*state.rounds, Round(card)))
        case Claim(least):
            last = attrs.evolve(state.rounds[-1], claim=least)
        case Believe() | Doubt():
            last = attrs.evolve(state.rounds[-1], doubted=isinstance(move, Doubt))
    return State(state.rules, (*state.rounds[:-1], last))


def outcome(state: State) -> Outcome | None:
    """Who has most points (BO-7); `None` before the end."""
    if to_move(state) is not None:
        return None
    scores = points(observe(state, None))
    winners = tuple(Seat(seat) for seat in range(2) if scores[seat] == max(scores))
    return Outcome(winners, scores, returns_from_winners(winners, 2))


def check_state(state: State) -> None:
    """Raises `StateError` for what no game leads to."""
    cards = [each.card for each in state.rounds]
    if len(state.rounds) > state.rules.rounds:
        raise StateError("more rounds than agreed")
    if len(set(cards)) < len(cards):
        raise StateError("a card was drawn twice")
    for index, each in enumerate(state.rounds):
        if not 1 <= each.card <= state.rules.cards or not 1 <= (each.claim or 1) <= state.rules.cards:
            raise StateError("no such card")
        if each.claim == 0 or (each.claim is None and each.doubted is not None):
            raise StateError("an answer to no claim")
        if each.doubted is None and index < len(state.rounds) - 1:
            raise StateError("a round was not finished")


# What is seen: last and alone, so that everybody can check that no secret gets out.


@attrs.frozen
class SeenRound:
    """A round as somebody sees it: `card` is `None` if this seat may not know it."""

    card: Card | None
    claim: Card | None
    doubted: bool | None


@attrs.frozen
class View:
    """All that a seat (`None`: a spectator) may know."""

    seat: Seat | None
    cards: int
    rounds_to_play: int
    rounds: tuple[SeenRound, ...]


def observe(state: State, seat: Seat | None) -> View:
    """What this seat sees: its own cards, and those that were doubted."""
    seen = (
        SeenRound(each.card if each.doubted or seat == owner(index) else None, each.claim, each.doubted)
        for index, each in enumerate(state.rounds)
    )
    return View(seat, state.rules.cards, state.rules.rounds, tuple(seen))


def points(view: View) -> tuple[int, int]:
    """The points of both seats, which are public (BO-4, BO-5)."""
    scores = [0, 0]
    for index, each in enumerate(view.rounds):
        if each.claim is None or each.doubted is None:
            continue
        speaker = owner(index)
        if not each.doubted:
            scores[speaker] += each.claim
        elif each.card is not None and each.card >= each.claim:
            scores[speaker] += 2 * each.claim
        else:
            scores[1 - speaker] += each.claim
    return scores[0], scores[1]

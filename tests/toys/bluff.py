"""A card and a guess: the table gives seat 0 a card that seat 1 does not see; seat 0 talks, seat 1 guesses.

Chance (a low card is `low_weight` times as likely as a high one), one secret, two seats, several rounds. Its types are
chosen to try the codec: an enum, a text value, a tagged union, a derived field, a fixed pair, optional and nested
values.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from random import Random
from typing import Final, TypeAlias

import attrs

from boardgames_fr.chance import pick
from boardgames_fr.errors import NotationError, RulesError, StateError, WorldsError
from boardgames_fr.game import CHANCE, Game, Lang, Mover, Outcome, Seat, returns_from_winners

__all__ = ["GAME", "Card", "Deal", "Guess", "Level", "Rules", "Said", "Silent", "State", "Talk", "View"]


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


@attrs.frozen
class Card:
    """A text value: `low*` is a marked low card."""

    level: Level
    marked: bool = False

    def __str__(self) -> str:
        return self.level.value + ("*" if self.marked else "")

    @classmethod
    def parse(cls, text: str) -> Card:
        found = re.fullmatch(r"(low|high)(\*?)", text)
        if found is None:
            raise NotationError(text, "low, low*, high or high*")
        return cls(Level(found[1]), found[2] == "*")


CARDS = (Card(Level.LOW), Card(Level.LOW, True), Card(Level.HIGH), Card(Level.HIGH, True))


@attrs.frozen
class Rules:
    rounds: int = 2
    low_weight: int = 3

    def __attrs_post_init__(self) -> None:
        for field in ("rounds", "low_weight"):
            value = getattr(self, field)
            if type(value) is not int or not 1 <= value <= 9:
                raise RulesError(field, value, "an integer from 1 to 9")


@attrs.frozen
class Deal:
    card: Card

    def __str__(self) -> str:
        return f"deal {self.card}"


@attrs.frozen
class Talk:
    level: Level | None

    def __str__(self) -> str:
        return "talk " + ("none" if self.level is None else self.level.value)


@attrs.frozen
class Guess:
    level: Level

    def __str__(self) -> str:
        return f"guess {self.level.value}"


Move: TypeAlias = Deal | Talk | Guess


@attrs.frozen
class Said:
    level: Level


@attrs.frozen
class Silent:
    shrug: bool


def _total(points: tuple[int, int]) -> int:
    return points[0] + points[1]


@attrs.frozen
class State:
    rules: Rules
    points: tuple[int, int] = (0, 0)
    talk: Said | Silent | None = None
    last: Talk | Guess | None = None
    card: Card | None = None
    """The secret."""
    played: int = attrs.field(default=0, eq=False)

    @classmethod
    def from_facts(
        cls,
        rules: Rules,
        points: tuple[int, int],
        talk: Said | Silent | None,
        last: Talk | Guess | None,
        card: Card | None,
    ) -> State:
        return cls(rules, points, talk, last, card, _total(points))


@attrs.frozen
class View:
    seat: Seat | None
    rules: Rules
    points: tuple[int, int]
    talk: Said | Silent | None
    last: Talk | Guess | None
    dealt: bool
    card: Card | None


def new_game(rules: Rules) -> State:
    return State(rules)


def to_move(state: State) -> Mover:
    if state.played == state.rules.rounds:
        return None
    if state.card is None:
        return CHANCE
    return Seat(0) if state.talk is None else Seat(1)


def legal_moves(state: State) -> tuple[Move, ...]:
    mover = to_move(state)
    if mover is None:
        return ()
    if mover is CHANCE:
        return tuple(map(Deal, CARDS))
    if mover == 0:
        return (Talk(Level.LOW), Talk(Level.HIGH), Talk(None))
    return (Guess(Level.LOW), Guess(Level.HIGH))


def _weight(rules: Rules, card: Card) -> int:
    return rules.low_weight if card.level is Level.LOW else 1


def chance_weights(state: State) -> tuple[int, ...]:
    return tuple(_weight(state.rules, card) for card in CARDS) if to_move(state) is CHANCE else ()


def apply_unchecked(state: State, move: Move) -> State:
    match move:
        case Deal(card):
            return attrs.evolve(state, card=card)
        case Talk(level):
            return attrs.evolve(state, talk=Silent(True) if level is None else Said(level), last=move)
        case Guess(level):
            assert state.card is not None
            right = level is state.card.level
            points = (state.points[0] + (not right), state.points[1] + right)
            return State(state.rules, points, None, move, None, _total(points))


def outcome(state: State) -> Outcome | None:
    if to_move(state) is not None:
        return None
    best = max(state.points)
    winners = tuple(Seat(seat) for seat in (0, 1) if state.points[seat] == best)
    return Outcome(winners, state.points, returns_from_winners(winners, 2))


def observe(state: State, seat: Seat | None) -> View:
    card = state.card if seat == 0 else None
    return View(seat, state.rules, state.points, state.talk, state.last, state.card is not None, card)


def seen(_state: State, move: Move, seat: Seat | None) -> str:
    return "deal ?" if isinstance(move, Deal) and seat != 0 else str(move)


def worlds(view: View) -> Iterator[tuple[int, State]]:
    if view.seat is None:
        raise WorldsError("a spectator has no worlds")
    cards: tuple[Card | None, ...] = (view.card,) if view.seat == 0 or not view.dealt else CARDS
    for card in cards:
        weight = 1 if card is None else _weight(view.rules, card)
        yield weight, State(view.rules, view.points, view.talk, view.last, card, _total(view.points))


def sample_world(view: View, rng: Random) -> State:
    weights, states = zip(*worlds(view), strict=True)
    state: State = states[pick(rng, weights)]
    return state


def parse_move(text: str) -> Move:
    verb, _, rest = text.partition(" ")
    levels = {level.value: level for level in Level}
    if verb == "deal":
        return Deal(Card.parse(rest))
    if verb == "talk" and rest in (*levels, "none"):
        return Talk(levels.get(rest))
    if verb == "guess" and rest in levels:
        return Guess(levels[rest])
    raise NotationError(text, "`deal CARD`, `talk LEVEL`, `talk none` or `guess LEVEL`")


def phrases(_rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    seats = ("talk low", "talk high", "talk none", "guess low", "guess high")
    return seats, tuple(f"deal {card}" for card in CARDS)


def check_state(state: State) -> None:
    if min(state.points) < 0 or _total(state.points) > state.rules.rounds:
        raise StateError("more points than rounds, or fewer than none")
    if state.card is None and state.talk is not None:
        raise StateError("talk of no card")
    if state.card is not None and _total(state.points) == state.rules.rounds:
        raise StateError("a card after the end")
    if state.talk is not None and state.talk not in (Said(Level.LOW), Said(Level.HIGH), Silent(True)):
        raise StateError("nobody talks like that")


def narrate(_before: View, text: str, _after: View, lang: Lang) -> str:
    return f"On a vu : {text}." if lang is Lang.FR else f"Seen: {text}."


def seats(_rules: Rules) -> int:
    return 2


GAME: Final[Game[Rules, State, Move, View]] = Game(
    name="toy_bluff",
    title="Bluff",
    module="tests.toys.bluff",
    rules_type=Rules,
    state_type=State,
    move_types=(Deal, Talk, Guess),
    view_type=View,
    presets={"classic": Rules(), "short": Rules(rounds=1), "long": Rules(rounds=9, low_weight=1)},
    seats=seats,
    new_game=new_game,
    to_move=to_move,
    legal_moves=legal_moves,
    chance_weights=chance_weights,
    apply_unchecked=apply_unchecked,
    outcome=outcome,
    observe=observe,
    seen=seen,
    worlds=worlds,
    sample_world=sample_world,
    parse_move=parse_move,
    phrases=phrases,
    check_state=check_state,
    narrate=narrate,
)

"""Bobard, a tiny game of bluff for two, and an example of a game of one's own for `boardgames_fr`.

A seat gets a card that only it sees and says how high it is at least; the other seat believes or doubts. The rules are
in `rules_en.md` and `rules_fr.md`; everything that a tool needs is listed in `GAME`.

    >>> from boardgames_fr import Seat
    >>> state = new_game(Rules())
    >>> for text in ("draw 4", "claim 6", "doubt"):
    ...     state = apply(state, parse_move(text))
    >>> points(observe(state, Seat(0)))
    (0, 6)
"""

from __future__ import annotations

from random import Random
from typing import Final

from boardgames_fr import Game
from bobard._rules import (
    Believe,
    Card,
    Claim,
    Doubt,
    Draw,
    Move,
    Round,
    Rules,
    SeenRound,
    State,
    View,
    apply,
    apply_unchecked,
    check_state,
    legal_moves,
    longest,
    new_game,
    observe,
    outcome,
    points,
    seats,
    to_move,
    why_illegal,
)
from bobard._shown import draw, feature_bounds, feature_names, features
from bobard._texts import explain, label, narrate, parse_move, phrases, rule_book, seen
from bobard._worlds import sample_world, worlds

__all__ = [
    "GAME",
    "Believe",
    "Card",
    "Claim",
    "Doubt",
    "Draw",
    "Move",
    "Round",
    "Rules",
    "SeenRound",
    "State",
    "View",
    "apply",
    "apply_unchecked",
    "check_state",
    "draw",
    "explain",
    "feature_bounds",
    "feature_names",
    "features",
    "label",
    "legal_moves",
    "longest",
    "narrate",
    "new_game",
    "observe",
    "outcome",
    "parse_move",
    "phrases",
    "points",
    "rule_book",
    "sample_world",
    "seats",
    "seen",
    "to_move",
    "why_illegal",
    "worlds",
]


class Honest:
    """A bot that never lies, and doubts what is unlikely: a claim that fewer than half of the unseen cards bear out."""

    def __init__(self, _rng: Random) -> None:
        pass

    def __call__(self, view: View, moves: tuple[Move, ...]) -> Move:
        last = view.rounds[-1]
        if last.card is not None:
            return Claim(last.card)
        seen_cards = {each.card for each in view.rounds}
        unseen = [card for card in range(1, view.cards + 1) if card not in seen_cards]
        claim = last.claim or 0
        return moves[2 * sum(card >= claim for card in unseen) < len(unseen)]


GAME: Final[Game[Rules, State, Move, View]] = Game(
    name="bobard",
    title="Bobard",
    module=__name__,
    rules_type=Rules,
    state_type=State,
    move_types=(Draw, Claim, Believe, Doubt),
    view_type=View,
    presets={"classic": Rules(), "short": Rules(cards=3, rounds=2)},
    seats=seats,
    new_game=new_game,
    to_move=to_move,
    legal_moves=legal_moves,
    apply=apply,
    apply_unchecked=apply_unchecked,
    outcome=outcome,
    observe=observe,
    seen=seen,
    worlds=worlds,
    sample_world=sample_world,
    why_illegal=why_illegal,
    explain=explain,
    parse_move=parse_move,
    phrases=phrases,
    longest=longest,
    label=label,
    narrate=narrate,
    feature_names=feature_names,
    feature_bounds=feature_bounds,
    features=features,
    draw=draw,
    check_state=check_state,
    rule_book=rule_book,
    policies={"honest": Honest},
)

"""Pecking Order (Richard Garfield, Winning Moves 2006): bluff, double guessing and memory for two seats."""

from __future__ import annotations

from typing import Final

from boardgames_fr.game import Game
from boardgames_fr.games.pecking_order._check import check_state
from boardgames_fr.games.pecking_order._notation import parse_move, phrases, seen
from boardgames_fr.games.pecking_order._rules import (
    Clear,
    Discard,
    Draw,
    Move,
    Peek,
    Perch,
    PerchName,
    Place,
    Power,
    Rules,
    State,
    View,
    apply,
    apply_unchecked,
    chance_weights,
    legal_moves,
    longest,
    new_game,
    observe,
    outcome,
    seats,
    to_move,
    why_illegal,
)
from boardgames_fr.games.pecking_order._worlds import ranges, sample_world, worlds

PRESETS: Final = {
    "classic": Rules(),
    "match": Rules(rounds=4),
    "published": Rules(rounds=4, jaguar_controls=False),
    "tiny": Rules(
        birds=2,
        perches=(
            Perch(PerchName("T"), 1, Power.TIE_BREAK),
            Perch(PerchName("P"), 3, Power.PROMONTORY),
            Perch(PerchName("n"), 5),
        ),
    ),
}

GAME: Final[Game[Rules, State, Move, View]] = Game(
    name="pecking_order",
    title="Pecking Order",
    module=__name__,
    rules_version=1,
    rules_type=Rules,
    state_type=State,
    move_types=(Draw, Place, Discard, Peek, Clear),
    view_type=View,
    presets=PRESETS,
    seats=seats,
    new_game=new_game,
    to_move=to_move,
    legal_moves=legal_moves,
    chance_weights=chance_weights,
    apply=apply,
    apply_unchecked=apply_unchecked,
    outcome=outcome,
    observe=observe,
    seen=seen,
    worlds=worlds,
    sample_world=sample_world,
    check_state=check_state,
    why_illegal=why_illegal,
    parse_move=parse_move,
    phrases=phrases,
    longest=longest,
)

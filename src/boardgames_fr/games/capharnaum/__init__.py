"""Capharnaüm (Sylvie Barc, Asmodée 2004)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from boardgames_fr.game import Game
from boardgames_fr.games.capharnaum._features import feature_bounds, feature_names, features
from boardgames_fr.games.capharnaum._house import DEFAULT_HOUSE, House, Opening, Part, PartNumber, Room, RoomKind
from boardgames_fr.games.capharnaum._notation import parse_move, phrases, seen
from boardgames_fr.games.capharnaum._plan import OUT, Plan, RoomLetter, Square
from boardgames_fr.games.capharnaum._policies import easy, hard, medium
from boardgames_fr.games.capharnaum._rules import (
    Catch,
    DrawFirst,
    Move,
    Phase,
    Pick,
    PlaceAdult,
    PlaceChild,
    Rules,
    Send,
    State,
    Stay,
    Token,
    View,
    Walk,
    apply,
    apply_unchecked,
    chance_weights,
    legal_moves,
    longest,
    new_game,
    observe,
    outcome,
    reach,
    route,
    seats,
    square_order,
    to_move,
    why_illegal,
)
from boardgames_fr.games.capharnaum._words import explain, label, narrate, rule_book
from boardgames_fr.games.capharnaum._worlds import check_state, sample_world, worlds

Bot: TypeAlias = Callable[[View, tuple[Move, ...]], Move]
"""What chooses one of the legal moves, given what is seen."""

PRESETS: Final = {
    "two": Rules(),
    "three": Rules(seats=3),
    "three-wing-3": Rules(seats=3, wing=3),
    "four": Rules(seats=4),
    "four-wing-3": Rules(seats=4, wing=3),
    "five": Rules(seats=5),
    "six": Rules(seats=6),
    "open": Rules(pass_through=True, outside_capacity=None),
}

GAME: Final[Game[Rules, State, Move, View]] = Game(
    name="capharnaum",
    title="Capharnaüm",
    module=__name__,
    rules_version=1,
    rules_type=Rules,
    state_type=State,
    move_types=(DrawFirst, PlaceAdult, PlaceChild, Walk, Send, Catch, Pick, Stay),
    view_type=View,
    presets=PRESETS,
    seats=seats,
    low_score_wins=True,
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
    check_state=check_state,
    rule_book=rule_book,
    policies={"easy": easy, "medium": medium, "hard": hard},
)

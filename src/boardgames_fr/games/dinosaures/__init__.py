"""Dinosaures (Plato 54): flip and lay two-coloured tiles until a zone of your colour is the shape of a skeleton.

The two-player connection game given with the magazine Plato no. 54 (March 2013). Our sources do not name its author,
nor show its cards; the seven default cards are ours. Perfect information, no chance.

**Table.** Seat 0 is beige, seat 1 brown. Every tile is beige on one face and brown on the other. Four tiles make a
2×2 chequerboard: beige on `0,0` and `1,1`, brown on `1,0` and `0,1` (x to the east, y to the north). Each seat has
six tiles in its supply, the same seven dinosaur cards, and an archaeologist, who is off the table at first.

**A turn.** First one of these:

- `lay X,Y beige` or `lay X,Y brown`: a tile of the own supply, either face up, on an empty square that shares a side
  with a tile;
- `flip col X` or `flip row Y`: every tile of a whole line is turned over, gaps jumped (DI-1), and the own
  archaeologist then stands at that line, leaving its last one (DI-2). A line where an archaeologist stands, of either
  seat, cannot be flipped; tiles may be laid in it and crossing lines flipped (DI-3).

Then, if a card can be dug up, its owner is asked: `dig NAME` or `skip`. A zone is a maximal group, joined by sides, of
tiles of one colour (DI-4). A card can be dug up when a zone of the own colour is the card's shape, turned and turned
over as you like, whoever made that zone and whenever (DI-5). The tiles stay. One card a turn.

**The end.** Who has dug up all cards wins at once (DI-6). When a seat has laid its last tile and its turn is done,
both count a point per square of the cards not dug up and per tile in the supply; fewer wins (DI-7), equal is won by
the seat without tiles (DI-8). Twenty turns in a row without a lay or a dig end the game too, with the same count, and
equal is then shared (DI-9, our own rule: it makes every game end).

    >>> from boardgames_fr.games import dinosaures
    >>> state = dinosaures.new_game(dinosaures.Rules())
    >>> for text in ("flip col 0", "flip row 1"):
    ...     state = dinosaures.apply(state, dinosaures.parse_move(text))
    >>> [str(move) for move in dinosaures.legal_moves(state)]
    ['dig O4', 'skip']

**Options** (`Rules`): `first`, `cards` (any connected shapes of 1 to 16 squares), `tiles` in a supply, `symmetry`
(turned and turned over, turned only, as drawn), `zones` (a whole zone, or a connected part of one), `stall_limit`.
**Presets:** `classic`; `rotations`, cards may not be turned over; `within`, a part of a zone is enough; `quick`, four
tiles each and the cards I3, L3, O4 and T4, for a game of five minutes.
"""

from __future__ import annotations

from typing import Final

from boardgames_fr.game import Game
from boardgames_fr.games.dinosaures._drawing import draw
from boardgames_fr.games.dinosaures._features import feature_bounds, feature_names, features
from boardgames_fr.games.dinosaures._notation import parse_move, phrases, reachable, seen
from boardgames_fr.games.dinosaures._policies import Bot, easy, hard, medium
from boardgames_fr.games.dinosaures._rules import (
    CLASSIC_CARDS,
    COLOURS,
    Axis,
    Card,
    CardName,
    Colour,
    Dig,
    Flip,
    Lay,
    Line,
    Move,
    Rules,
    Skip,
    Square,
    State,
    Step,
    Symmetry,
    Tile,
    Tiles,
    View,
    Zones,
    apply,
    apply_unchecked,
    archaeologist,
    chance_weights,
    diggable,
    dug_cards,
    legal_moves,
    longest,
    new_game,
    observe,
    outcome,
    outline,
    penalty,
    seats,
    squares,
    to_move,
    why_illegal,
    zones,
)
from boardgames_fr.games.dinosaures._words import explain, label, narrate, rule_book
from boardgames_fr.games.dinosaures._worlds import check_state, sample_world, worlds

__all__ = [  # noqa: RUF022 - in reading order
    "GAME",
    "PRESETS",
    "Rules",
    "Card",
    "CardName",
    "CLASSIC_CARDS",
    "Symmetry",
    "Zones",
    "Colour",
    "COLOURS",
    "Square",
    "Axis",
    "Line",
    "Tiles",
    "Move",
    "Lay",
    "Flip",
    "Dig",
    "Skip",
    "State",
    "Step",
    "View",
    "Tile",
    "Bot",
    "seats",
    "new_game",
    "to_move",
    "legal_moves",
    "chance_weights",
    "apply",
    "apply_unchecked",
    "outcome",
    "why_illegal",
    "longest",
    "outline",
    "squares",
    "zones",
    "diggable",
    "dug_cards",
    "archaeologist",
    "penalty",
    "observe",
    "worlds",
    "sample_world",
    "check_state",
    "parse_move",
    "seen",
    "phrases",
    "reachable",
    "label",
    "explain",
    "narrate",
    "rule_book",
    "feature_names",
    "feature_bounds",
    "features",
    "draw",
    "easy",
    "medium",
    "hard",
]

PRESETS: Final = {
    "classic": Rules(),
    "rotations": Rules(symmetry=Symmetry.ROTATIONS),
    "within": Rules(zones=Zones.WITHIN),
    "quick": Rules(cards=tuple(card for card in CLASSIC_CARDS if card.name in ("I3", "L3", "O4", "T4")), tiles=4),
}
"""Named rules: the text's game; cards turned but not turned over; parts of zones count; a short first game."""

GAME: Final[Game[Rules, State, Move, View]] = Game(
    name="dinosaures",
    title="Dinosaures (Plato 54)",
    module=__name__,
    rules_version=1,
    rules_type=Rules,
    state_type=State,
    move_types=(Lay, Flip, Dig, Skip),
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
    draw=draw,
    check_state=check_state,
    rule_book=rule_book,
    policies={"easy": easy, "medium": medium, "hard": hard},
)

"""Capharnaüm (Sylvie Barc, Asmodée 2004): children drop things all over the house, and adults make them tidy up.

Two to six seats. Everything is open; the only chance is who starts. Whoever has dropped all its objects wins at once,
otherwise the fewest left after four rounds.

**Table.** A house of rooms on a grid of squares (two seats play in part 1, three or four in part 1 and one wing, five
or six in all three parts). Squares are `a1`, `k7` … and `out`, the outside. Some are *object squares*: they can be
crossed, but nobody stops there (CA-3). Each seat has a child, `objects` (12) in reserve, and tokens 1 to 6; there are
one, two or three adults. The table draws the first seat (`first 2`); it places the adults on green circles
(`adult k7`), then everybody a child in a bedroom (`child j2`).

**A turn.** A walk takes one step or more, at most as many as the token says, never diagonally, through walls only at
doors and windows, and around other pawns (CA-6). The outside is one square with room for one child (CA-7).

- First the own child walks (CA-1): `walk 3 j5`. On object squares it crosses that are empty, in rooms without an
  adult, it may drop an object each (CA-2, CA-10): `walk 3 j5 +i6 +k6`. The last object dropped wins (CA-4).
- Then an adult walks with another token, indoors (CA-5): `send 5 k7 m4`. In each room that it enters and that holds a
  child and an object a child is caught (CA-8): `send 5 k7 m4 !D !E`. It picks up an object there and is put on its
  square; of several children the mover chooses (`catch 2`), of several objects the child's seat (`pick k6`). An adult
  may end on a child itself if there is an object in the room: that child picks up all of them (CA-9).
- Who cannot walk at all spends a token: `stay 4` (CA-11).

After three turns each the tokens come back and the clock moves on (CA-12). Two walks with the same result are one move;
`route` gives a shortest walk for a move, `reach` the squares in reach of a token.

    >>> from boardgames_fr.games import capharnaum
    >>> state = capharnaum.new_game(capharnaum.Rules())
    >>> for text in ("first 0", "adult k7", "child l2", "child l3", "walk 2 m2", "send 3 k7 l6"):
    ...     state = capharnaum.apply(state, capharnaum.parse_move(text))
    >>> capharnaum.route(state, capharnaum.parse_move("walk 4 k4 +k3"))
    ('l3', 'k3', 'j3', 'j4', 'k4')

**A house of your own**: `Rules(house=House.parse(text))`; see `House`. The shipped one is ours, as the published board
is not public in a form that may be used.

**Options** (`Rules`): `seats`, `wing`, `house`, `first`, `objects`, `rounds`, `pass_through` (walks cross other pawns),
`outside_capacity` (`None`: no limit). **Presets:** `two` to `six`, `three-wing-3` and `four-wing-3` in the other wing,
`open` with `pass_through` and no limit outside.
"""

from __future__ import annotations

from typing import Final

from boardgames_fr.game import Game
from boardgames_fr.games.capharnaum._drawing import draw
from boardgames_fr.games.capharnaum._features import feature_bounds, feature_names, features
from boardgames_fr.games.capharnaum._house import (
    DEFAULT_HOUSE,
    House,
    Opening,
    Part,
    PartNumber,
    Room,
    RoomKind,
    read_field,
)
from boardgames_fr.games.capharnaum._notation import parse_move, phrases, seen
from boardgames_fr.games.capharnaum._plan import OUT, Plan, RoomLetter, Square
from boardgames_fr.games.capharnaum._policies import Bot, easy, hard, medium
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

__all__ = [  # noqa: RUF022 - in reading order
    "GAME",
    "PRESETS",
    "Rules",
    "House",
    "DEFAULT_HOUSE",
    "read_field",
    "Part",
    "PartNumber",
    "Room",
    "RoomKind",
    "Opening",
    "Plan",
    "Square",
    "OUT",
    "square_order",
    "RoomLetter",
    "Token",
    "Move",
    "DrawFirst",
    "PlaceAdult",
    "PlaceChild",
    "Walk",
    "Send",
    "Catch",
    "Pick",
    "Stay",
    "State",
    "Phase",
    "View",
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
    "reach",
    "route",
    "observe",
    "worlds",
    "sample_world",
    "check_state",
    "parse_move",
    "seen",
    "phrases",
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
    "two": Rules(),
    "three": Rules(seats=3),
    "three-wing-3": Rules(seats=3, wing=3),
    "four": Rules(seats=4),
    "four-wing-3": Rules(seats=4, wing=3),
    "five": Rules(seats=5),
    "six": Rules(seats=6),
    "open": Rules(pass_through=True, outside_capacity=None),
}
"""Named rules, by the number of seats and the wing; `open` lets walks cross pawns and the outside hold everybody."""

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
    draw=draw,
    check_state=check_state,
    rule_book=rule_book,
    policies={"easy": easy, "medium": medium, "hard": hard},
    read_field=read_field,
)

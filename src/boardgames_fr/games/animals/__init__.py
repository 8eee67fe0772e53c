"""Animals, a relative of Snap: seats and their animals race to call each other when the tops of their piles match.

Who plays. Four to eight seats (two or three with `small_table`), each with an animal of its own, and one to four
common 52-card packs. Only equal rank matters; no rank beats another.

The deal (AN-1). The table gives one card at a time, face up, on top of the next pile in order: first the dealer's
left, then clockwise. Nothing ever changes this order.

A match (AN-2, AN-3). Seats whose top cards have the same rank are a group. After each deal every open group has a
window: each of its seats answers once, sealed, in seat order, by calling an animal or by `call none`. Nobody sees the
answers before the last has been given. A match that nobody claimed is asked again after every deal.

A capture (AN-4, AN-5). A call is correct when it names another seat of the caller's group. The first correct call
takes the named seat's whole pile and puts it under the caller's own; the caller's top stays. The named seat has no top
until its next card; nobody is ever out. A wrong call wins nothing and costs nothing.

Who was first (AN-6). Groups are settled one after another, lowest rank first (A low). One correct call simply takes
effect. Of two or more the table draws the `first`, or says `tie`: then the piles stay and the group is closed until a
top card of its rank comes or goes.

Once more (AN-7). A group that had a capture and still has two seats gets another window at once.

The end (AN-9, AN-10). When the pack is used up and the last window is over, all cards of a pile count. Most cards win,
equal numbers share. Over several rounds the cards are added up, and the dealer moves on.

Cries (AN-11). Under `Calls.CRIES` the animals' cries are called out instead of their names; nothing else changes.

A race at a real table: `race` makes moves of what was heard, in the order in which it was heard.

    >>> from boardgames_fr import Seat
    >>> from boardgames_fr.games import animals
    >>> state = animals.new_game(animals.Rules())
    >>> for text in ("deal 7H", "deal 7C", "call chat", "call none"):
    ...     state = animals.apply(state, animals.parse_move(text))
    >>> [str(card) for card in state.pile(Seat(1))], animals.to_move(state)
    (['7H', '7C'], CHANCE)
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, TypeAlias

from boardgames_fr.game import Game
from boardgames_fr.games.animals._check import check_state
from boardgames_fr.games.animals._drawing import draw
from boardgames_fr.games.animals._features import feature_bounds, feature_names, features
from boardgames_fr.games.animals._live import Heard, Race, Void, race, settle, spell
from boardgames_fr.games.animals._notation import parse_move, phrases, seen
from boardgames_fr.games.animals._pack import Card, CardNumber, Rank, Suit
from boardgames_fr.games.animals._policies import POLICIES, Policy, caller
from boardgames_fr.games.animals._rules import (
    DEFAULT_ANIMALS,
    Animal,
    Answer,
    Call,
    Calls,
    Deal,
    First,
    Gather,
    Group,
    Move,
    Phase,
    Pile,
    Rules,
    State,
    Tie,
    View,
    Window,
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
from boardgames_fr.games.animals._words import animal_cry, animal_name, explain, label, narrate, rule_book, seat_name
from boardgames_fr.games.animals._worlds import sample_world, worlds

__all__ = [  # noqa: RUF022 - in reading order
    "GAME",
    "PRESETS",
    "Rules",
    "Calls",
    "Animal",
    "DEFAULT_ANIMALS",
    "Card",
    "Rank",
    "Suit",
    "CardNumber",
    "Move",
    "Deal",
    "Call",
    "First",
    "Tie",
    "Gather",
    "State",
    "Window",
    "Phase",
    "new_game",
    "to_move",
    "legal_moves",
    "chance_weights",
    "apply",
    "apply_unchecked",
    "outcome",
    "View",
    "Pile",
    "Group",
    "Answer",
    "observe",
    "seen",
    "worlds",
    "sample_world",
    "why_illegal",
    "explain",
    "parse_move",
    "phrases",
    "longest",
    "seats",
    "label",
    "narrate",
    "animal_name",
    "seat_name",
    "animal_cry",
    "feature_names",
    "feature_bounds",
    "features",
    "draw",
    "check_state",
    "rule_book",
    "race",
    "settle",
    "Race",
    "Heard",
    "Void",
    "spell",
    "Bot",
    "POLICIES",
    "Policy",
    "caller",
]

Bot: TypeAlias = Callable[[View, tuple[Move, ...]], Move]
"""What plays a seat: from its view and its legal moves, a move."""

PRESETS: Final = MappingProxyType(
    {
        "classic": Rules(),
        "barnyard": Rules(calls=Calls.CRIES),
        "big": Rules(seats=8, packs=2),
    }
)
"""Named rules, the default first."""

GAME: Final[Game[Rules, State, Move, View]] = Game(
    name="animals",
    title="Animals",
    module=__name__,
    rules_version=1,
    rules_type=Rules,
    state_type=State,
    move_types=(Deal, Call, First, Tie, Gather),
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
    policies=POLICIES,
    live=settle,
    seat_name=seat_name,
)
"""The game, with all its functions, for every tool."""

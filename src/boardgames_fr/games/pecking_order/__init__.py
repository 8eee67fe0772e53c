"""Pecking Order (Richard Garfield, Winning Moves 2006): bluff, double guessing and memory for two seats.

Each seat has a deck of its own: birds 1 to 12 and one jaguar. They fight for the eleven perches of a board.

**A turn.** The table draws the top card of the seat's deck for it; only that seat sees it. It lays the card face down
on any perch where its own space is empty. If the other seat has a card there, they fight. With none of its spaces
empty, the card is discarded unseen (PO-12). The round ends when both decks are used up.

**A fight.** The card that lay there defends: it is turned up, and stays so if it survives. The attacking card is never
shown (PO-1). The higher bird wins (PO-2). Of equal birds the attacker wins, unless the defender controls the tie-break
perch, judged before the fight (PO-3, PO-4). The loser's card leaves the game (PO-5). A jaguar on either side takes
every card off the perch (PO-6). A jaguar alone on a perch may hold the tie-break power, but never peeks and never
scores (PO-7); `jaguar_controls=False` takes that from it too. A seat controls a perch where its card lies alone (PO-8).

**The promontory.** Who comes to hold it alone, while the other seat has a face-down card, is asked: a bird may peek at
one such card, `peek 10`, or at none; a jaguar has `peek none` only, so that being asked gives nothing away (PO-9).

**Points.** At the end of a round all cards on the board are turned up; each bird scores its perch (PO-10), and birds
on all double perches score 3 more (PO-11). Most points over all rounds win (PO-13). Between rounds the finished
board stays until the table's `clear` (PO-14).

**Moves.** `draw 7`, `draw J`, `clear` by the table; `place 8a`, `discard`, `peek 10`, `peek none` by a seat. Others
see a draw as `draw ?`; all else is public, but not which card lies where.

**What a seat knows.** A `View` lists the cards drawn in this round as everybody saw them (`DrawnCard`: where it is,
whether it is or was face up, whom it attacked and how that ended …) with the values this seat has learned; `ranges`
says what the facts leave for the others. The board `CLASSIC_BOARD` and the numbers of birds, perches and rounds are
fields of `Rules`; small boards for study are ordinary rules objects.

    >>> from boardgames_fr.game import Seat
    >>> state = new_game(Rules())
    >>> for text in ("draw 7", "place 10", "draw 7", "place 10"):
    ...     state = apply(state, parse_move(text))
    >>> view = observe(state, Seat(0))
    >>> view.cards[1].attack
    Attack(on=0, tie_break=None, result=<Result.WON: 'won'>)
    >>> ranges(view)[1]
    (7, 8, 9, 10, 11, 12)
    >>> seen(state, Draw(Card(3)), Seat(1))
    'draw ?'
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from boardgames_fr.game import Game
from boardgames_fr.games.pecking_order._check import check_state
from boardgames_fr.games.pecking_order._drawing import draw
from boardgames_fr.games.pecking_order._features import feature_bounds, feature_names, features
from boardgames_fr.games.pecking_order._notation import parse_move, phrases, seen
from boardgames_fr.games.pecking_order._policies import POLICIES, Bot, easy, hard, medium
from boardgames_fr.games.pecking_order._rules import (
    CLASSIC_BOARD,
    JAGUAR,
    MOST_BIRDS,
    MOST_PERCHES,
    Asked,
    Attack,
    Card,
    CardNumber,
    Clear,
    Discard,
    Draw,
    DrawnCard,
    Move,
    Peek,
    Perch,
    PerchName,
    Phase,
    Place,
    Power,
    Result,
    Rules,
    Standing,
    State,
    View,
    Where,
    apply,
    apply_unchecked,
    card_text,
    chance_weights,
    legal_moves,
    longest,
    most_points,
    new_game,
    observe,
    outcome,
    seats,
    to_move,
    why_illegal,
)
from boardgames_fr.games.pecking_order._words import card_words, explain, label, narrate, rule_book
from boardgames_fr.games.pecking_order._worlds import ranges, sample_world, worlds

__all__ = [  # noqa: RUF022 - in reading order
    "GAME",
    "PRESETS",
    # The rules
    "PerchName",
    "Power",
    "Perch",
    "CLASSIC_BOARD",
    "MOST_BIRDS",
    "MOST_PERCHES",
    "Rules",
    "seats",
    "longest",
    "most_points",
    "rule_book",
    # Cards
    "Card",
    "JAGUAR",
    "CardNumber",
    "card_text",
    "card_words",
    # Moves
    "Draw",
    "Place",
    "Discard",
    "Peek",
    "Clear",
    "Move",
    "parse_move",
    "phrases",
    # Play
    "Phase",
    "Standing",
    "State",
    "new_game",
    "to_move",
    "legal_moves",
    "chance_weights",
    "apply",
    "apply_unchecked",
    "why_illegal",
    "explain",
    "outcome",
    "check_state",
    # What is seen
    "Where",
    "Asked",
    "Result",
    "Attack",
    "DrawnCard",
    "View",
    "observe",
    "seen",
    "ranges",
    "worlds",
    "sample_world",
    "label",
    "narrate",
    "draw",
    "feature_names",
    "feature_bounds",
    "features",
    # Bots
    "Bot",
    "easy",
    "medium",
    "hard",
    "POLICIES",
]

PRESETS: Final = MappingProxyType(
    {
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
)
"""Named rules: one round, the letter of the rules; four rounds; four rounds where only birds control; a toy board."""

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
)

"""La frise de la domestication (the 13-card game of the magazine Punch, no. 14): one to four seats.

Dog, cat, hen … which was domesticated first? Thirteen cards have an animal on the front and the year of its
domestication on the back. The seats rebuild the timeline together, and race to be rid of their cards.

**Deal.** One card at a time goes to the seats in turn, from `first`, until one is left over: it starts the timeline,
date up (DO-2). The dates of all the others are hidden; not even their owner may look. Under `Dates.DRAWN` the table
first hands the deck's years out to the cards at random, unseen, so that nobody can know them by heart (DO-1).

**A turn.** The seat plays one of its cards into a gap of the timeline; `place chat 2` means that two timeline cards
stand to its left. There is no pass (DO-3). The card is turned up: it is right if it is not before its left neighbour
and not after its right one; equal years may stand either way round (DO-4). A right card stays. A wrong one goes back
to where it lay, date hidden again, and is an error; but all have seen its year (DO-5).

**End.** The first seat with no card left wins at once (DO-6). With `finish_round` the round is played to its end, and
all seats without cards win together (DO-7). Alone, one plays for few errors (DO-8). After `turn_limit` turns, far
beyond any real game, the seats with the fewest cards win (DO-9).

**Moves.** `date NAME YEAR` and `deal NAME` by the table, `place NAME GAP` by a seat. Everybody sees a drawn date as
`date NAME ?`; all else is public, so all seats and spectators have the same `View`. It remembers the years that have
been turned up and lists those that have not, but never says which card they belong to.

**The deck** is our own, as the magazine's is not public: `background()` has its labels, ranges, places and sources.
`read_deck_csv` and `read_deck_json` read decks of one's own, for `Rules(deck=deck_cards(entries))`. A deck is kept in
name order, and a state under `Dates.DRAWN` forgets which year was printed on which card, so that neither gives an
answer away.

    >>> state = new_game(Rules(seats=1, deck=[Card("chat", -7250), Card("chien", -13000), Card("poule", -1500)]))
    >>> for text in ("deal chat", "deal poule", "deal chien"):
    ...     state = apply(state, parse_move(text))
    >>> [str(move) for move in legal_moves(state)]
    ['place chat 0', 'place chat 1', 'place poule 0', 'place poule 1']
    >>> from boardgames_fr.game import Lang
    >>> after = apply(state, parse_move("place chat 0"))
    >>> narrate(observe(state, None), "place chat 0", observe(after, None), Lang.EN)
    'Seat 0 places Cat before Dog (13000 BCE). Wrong, the card is taken back (7250 BCE).'
"""

from __future__ import annotations

from typing import Final

from boardgames_fr.game import Game
from boardgames_fr.games.domestication._check import check_state
from boardgames_fr.games.domestication._deck import (
    DEFAULT_DECK,
    Card,
    CardName,
    DeckEntry,
    Year,
    background,
    card_label,
    deck_cards,
    read_deck_csv,
    read_deck_json,
    read_field,
)
from boardgames_fr.games.domestication._drawing import draw
from boardgames_fr.games.domestication._features import feature_bounds, feature_names, features
from boardgames_fr.games.domestication._notation import parse_move, phrases, seen
from boardgames_fr.games.domestication._policies import POLICIES, Bot, easy, hard, medium
from boardgames_fr.games.domestication._rules import (
    MOST_CARDS,
    CardIndex,
    Date,
    Dates,
    Deal,
    Gap,
    Held,
    Move,
    Place,
    Played,
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
from boardgames_fr.games.domestication._words import explain, label, narrate, rule_book, year_text
from boardgames_fr.games.domestication._worlds import sample_world, worlds

__all__ = [  # noqa: RUF022 - in reading order
    "GAME",
    "PRESETS",
    # The deck
    "CardName",
    "Year",
    "Card",
    "DeckEntry",
    "DEFAULT_DECK",
    "MOST_CARDS",
    "background",
    "card_label",
    "year_text",
    "deck_cards",
    "read_deck_csv",
    "read_deck_json",
    "read_field",
    # The rules
    "Dates",
    "Rules",
    "seats",
    "longest",
    "rule_book",
    # Moves
    "Gap",
    "Date",
    "Deal",
    "Place",
    "Move",
    "parse_move",
    "phrases",
    # Play
    "CardIndex",
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
    "Held",
    "Played",
    "View",
    "observe",
    "seen",
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

PRESETS: Final = {
    "classic": Rules(),
    "solo": Rules(seats=1),
    "blind": Rules(dates=Dates.DRAWN),
    "fair": Rules(finish_round=True),
}
"""Named rules: the text's own, alone, dates drawn (for bots), and rounds played to their end."""

GAME: Final[Game[Rules, State, Move, View]] = Game(
    name="domestication",
    title="La frise de la domestication",
    module=__name__,
    rules_version=1,
    rules_type=Rules,
    state_type=State,
    move_types=(Date, Deal, Place),
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
    policies=POLICIES,
    read_field=read_field,
)

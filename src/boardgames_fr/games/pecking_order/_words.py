"""Labels, refusals and what happened, in French and English, and the rule books."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from boardgames_fr.game import Lang, Refusal, Seat
from boardgames_fr.games.pecking_order._rules import (
    Card,
    Clear,
    Discard,
    Draw,
    Move,
    Peek,
    Phase,
    Result,
    View,
    Where,
)

_NB: Final = "\u00a0"
"""French has a no-break space before : ; ! ?."""

FR, EN = Lang.FR, Lang.EN


def card_words(card: Card | None, lang: Lang) -> str:
    """A card in a sentence: `the 7`, `le jaguar`; `a card` if its value is not known.

    >>> card_words(Card(7), Lang.FR), card_words(None, Lang.EN)
    ('le 7', 'a card')
    """
    if card is None:
        return "une carte" if lang is FR else "a card"
    if not card:
        return "le jaguar" if lang is FR else "the jaguar"
    return f"le {card}" if lang is FR else f"the {card}"


_LABELS: Final = {
    ("draw", FR): "Piocher {card}",
    ("draw", EN): "Draw {card}",
    ("place", FR): "Poser {card} sur {perch}",
    ("place", EN): "Place {card} on {perch}",
    ("attack", FR): "Attaquer {perch} avec {card}",
    ("attack", EN): "Attack {perch} with {card}",
    ("discard", FR): "Défausser {card}",
    ("discard", EN): "Discard {card}",
    ("peek", FR): "Regarder la carte sur {perch}",
    ("peek", EN): "Look at the card on {perch}",
    ("decline", FR): "Ne rien regarder",
    ("decline", EN): "Look at none",
    ("clear", FR): "Débarrasser le plateau",
    ("clear", EN): "Clear the board",
}


def label(view: View, move: Move, lang: Lang) -> str:
    """A move of this view's seat (or of the table), as words for a button.

    >>> from boardgames_fr.games.pecking_order import Rules, new_game, observe
    >>> label(observe(new_game(Rules()), None), Draw(Card(7)), Lang.EN)
    'Draw the 7'
    """
    if isinstance(move, Draw):
        return _LABELS["draw", lang].format(card=card_words(move.card, lang))
    if isinstance(move, Peek):
        return _LABELS["decline" if move.perch is None else "peek", lang].format(perch=move.perch)
    if isinstance(move, Clear):
        return _LABELS["clear", lang]
    in_hand = [card.value for card in view.cards if card.where is Where.HAND]
    card = card_words(in_hand[0] if in_hand else None, lang)
    if isinstance(move, Discard):
        return _LABELS["discard", lang].format(card=card)
    fights = any(other.perch == move.perch and other.owner != view.turn for other in view.cards)
    return _LABELS["attack" if fights else "place", lang].format(perch=move.perch, card=card)


_REFUSALS: Final = {
    ("game-over", FR): "La partie est terminée.",
    ("game-over", EN): "The game is over.",
    ("not-legal-here", FR): "Ce coup n’est pas permis ici.",
    ("not-legal-here", EN): "This move is not allowed here.",
    ("table-draws", FR): "C’est à la table de piocher une carte.",
    ("table-draws", EN): "It is for the table to draw a card.",
    ("table-clears", FR): "La manche est finie" + _NB + ": c’est à la table de débarrasser le plateau.",
    ("table-clears", EN): "The round is over: it is for the table to clear the board.",
    ("place-asked", FR): "Il faut poser la carte piochée.",
    ("place-asked", EN): "The drawn card must be placed.",
    ("not-asked", FR): "On ne regarde une carte qu’en prenant le promontoire.",
    ("not-asked", EN): "A card is only looked at on taking the promontory.",
    ("no-such-perch", FR): "Il n’y a pas de perchoir {perch}.",
    ("no-such-perch", EN): "There is no perch {perch}.",
    ("own-card-there", FR): "Vous avez déjà une carte sur le perchoir {perch}.",
    ("own-card-there", EN): "You already have a card on perch {perch}.",
    ("room-left", FR): "On ne défausse que si aucune de ses places n’est libre.",
    ("room-left", EN): "A card is discarded only when none of one’s spaces is empty.",
    ("no-room", FR): "Aucune de vos places n’est libre" + _NB + ": la carte doit être défaussée.",
    ("no-room", EN): "None of your spaces is empty: the card must be discarded.",
    ("peek-asked", FR): "Il faut d’abord dire quelle carte regarder depuis le promontoire, ou aucune.",
    ("peek-asked", EN): "First say which card to look at from the promontory, or none.",
    ("jaguar-never-peeks", FR): "Un jaguar ne regarde jamais de carte.",
    ("jaguar-never-peeks", EN): "A jaguar never looks at a card.",
    ("empty-perch", FR): "Le perchoir {perch} est vide.",
    ("empty-perch", EN): "Perch {perch} is empty.",
    ("own-card", FR): "La carte du perchoir {perch} est la vôtre.",
    ("own-card", EN): "The card on perch {perch} is your own.",
    ("face-up", FR): "La carte du perchoir {perch} est déjà face visible.",
    ("face-up", EN): "The card on perch {perch} lies face up already.",
}


def explain(refusal: Refusal, lang: Lang) -> str:
    """A refusal of this game as a sentence, with the rule's id behind it.

    >>> explain(Refusal("PO-9", "empty-perch", (("perch", "8a"),)), Lang.EN)
    'Perch 8a is empty. (PO-9)'
    """
    sentence = _REFUSALS[refusal.reason, lang].format(**dict(refusal.data))
    return sentence if refusal.rule == "-" else f"{sentence} ({refusal.rule})"


def seat_words(view: View, seat: Seat, lang: Lang) -> str:
    """How a sentence for this view’s seat begins with a seat: `You`, `Your opponent`; to spectators `Seat 0`."""
    if view.seat is None:
        return f"Le siège {seat}" if lang is FR else f"Seat {seat}"
    if seat == view.seat:
        return "Vous" if lang is FR else "You"
    return "Votre adversaire" if lang is FR else "Your opponent"


# Each sentence twice: said to the one who does it, and of another.
_STORY: Final = {
    ("draw", FR): ("Vous piochez {card}.", "{who} pioche une carte."),
    ("draw", EN): ("You draw {card}.", "{who} draws a card."),
    ("place", FR): ("Vous posez {card} sur {perch}.", "{who} pose une carte sur {perch}."),
    ("place", EN): ("You place {card} on {perch}.", "{who} places a card on {perch}."),
    ("attack", FR): (
        "Vous attaquez {perch} avec {card}" + _NB + ": {theirs} est retourné.",
        "{who} attaque {perch}" + _NB + ": {theirs} est retourné.",
    ),
    ("attack", EN): (
        "You attack {perch} with {card}: {theirs} is turned up.",
        "{who} attacks {perch}: {theirs} is turned up.",
    ),
    ("discard", FR): ("Vous défaussez {card}.", "{who} défausse une carte."),
    ("discard", EN): ("You discard {card}.", "{who} discards a card."),
    ("peek", FR): ("Vous regardez la carte sur {perch}" + _NB + ": {theirs}.", "{who} regarde la carte sur {perch}."),
    ("peek", EN): ("You look at the card on {perch}: {theirs}.", "{who} looks at the card on {perch}."),
    ("decline", FR): ("Vous ne regardez rien.", "{who} ne regarde rien."),
    ("decline", EN): ("You look at none.", "{who} looks at none."),
}
_RESULTS: Final = {
    (Result.WON, FR): "L’attaquant l’emporte.",
    (Result.WON, EN): "The attacker wins.",
    (Result.LOST, FR): "Le défenseur l’emporte.",
    (Result.LOST, EN): "The defender wins.",
    (Result.BOTH_GONE, FR): "Un jaguar" + _NB + ": les deux cartes quittent le jeu.",
    (Result.BOTH_GONE, EN): "A jaguar: both cards leave the game.",
}
_MAY_LOOK: Final = {
    FR: ("Le promontoire est à vous.", "Le promontoire a changé de maître."),
    EN: ("The promontory is yours.", "The promontory has a new holder."),
}
_ROUND_ENDS: Final = {FR: "La manche {round} est finie, {points}.", EN: "Round {round} is over, {points}."}
_CLEARED: Final = {
    FR: "Le plateau est débarrassé" + _NB + "; la manche {round} commence.",
    EN: "The board is cleared; round {round} begins.",
}


def narrate(before: View, seen: str, after: View, lang: Lang) -> str:
    """What this view's seat saw happen, as sentences: from its views before and after and the move as it saw it."""
    verb, _, argument = seen.partition(" ")
    if verb == "clear" or before.turn is None:
        return _CLEARED[lang].format(round=after.round)
    own = before.seat == before.turn
    who = seat_words(before, before.turn, lang)
    last = after.cards[-1]
    theirs = None
    story = verb
    if verb == "place" and last.attack is not None:
        story, theirs = "attack", after.cards[last.attack.on].value
    elif verb == "peek" and argument == "none":
        story = "decline"
    elif verb == "peek":
        theirs = next((card.value for card in after.cards if card.perch == argument), None)
    template = _STORY[story, lang][0 if own else 1]
    words = [
        template.format(who=who, perch=argument, card=card_words(last.value, lang), theirs=card_words(theirs, lang))
    ]
    if story == "attack" and last.attack is not None:
        words.append(_RESULTS[last.attack.result, lang])
    if after.phase is Phase.PEEK:
        words.append(_MAY_LOOK[lang][0 if own else 1])
    if after.phase in (Phase.CLEAR, Phase.OVER):
        words.append(_ROUND_ENDS[lang].format(round=after.round, points=points_words(after, lang)))
    return " ".join(words)


def points_words(view: View, lang: Lang) -> str:
    """The points as this view's seat says them, its own first: `31 to 29`."""
    mine = view.seat or Seat(0)
    return f"{view.points[mine]} {'à' if lang is FR else 'to'} {view.points[1 - mine]}"


def rule_book(lang: Lang) -> str:
    """The whole rule book in Markdown, every ruling with its source, reason and option."""
    return (files("boardgames_fr.games.pecking_order") / f"rules_{lang.value}.md").read_text(encoding="utf-8")

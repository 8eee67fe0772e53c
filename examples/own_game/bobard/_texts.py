"""Moves from text and as seen, and the words for people, in French and in English."""

from __future__ import annotations

import re
from importlib.resources import files

from boardgames_fr import Lang, NotationError, Refusal, Seat
from bobard._rules import Believe, Card, Claim, Doubt, Draw, Move, Rules, State, View, owner


def parse_move(text: str) -> Move:
    """The move that `text` spells.

    Raises:
        NotationError: it spells none.
    """
    if text == "believe":
        return Believe()
    if text == "doubt":
        return Doubt()
    found = re.fullmatch(r"(draw|claim) ([1-9]|1[0-2])", text, re.ASCII)
    if found is None:
        raise NotationError(text, "`draw N`, `claim N`, `believe` or `doubt`")
    card = Card(int(found[2]))
    return Draw(card) if found[1] == "draw" else Claim(card)


def seen(state: State, move: Move, seat: Seat | None) -> str:
    """The move as this seat sees it: the other one's card is `?`."""
    return "draw ?" if isinstance(move, Draw) and seat != owner(len(state.rounds)) else str(move)


def phrases(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All that a seat, and all that the table, can ever say."""
    numbers = range(1, rules.cards + 1)
    return (*(f"claim {n}" for n in numbers), "believe", "doubt"), tuple(f"draw {n}" for n in numbers)


def label(_view: View, move: Move, lang: Lang) -> str:
    """The move as words for a button."""
    french = lang is Lang.FR
    match move:
        case Draw(card):
            return f"Tirer le {card}" if french else f"Draw the {card}"
        case Claim(least):
            return f"Annoncer {least} ou plus" if french else f"Claim {least} or more"
        case Believe():
            return "Croire" if french else "Believe"
        case Doubt():
            return "Douter" if french else "Doubt"


def narrate(_before: View, text: str, after: View, lang: Lang) -> str:
    """What happened, as a sentence, from what the seat saw."""
    last, french = after.rounds[-1], lang is Lang.FR
    speaker = owner(len(after.rounds) - 1)
    verb, _, number = text.partition(" ")
    if verb == "draw":
        what = ("une carte" if french else "a card") if number == "?" else f"le {number}" if french else f"the {number}"
        return f"Le siège {speaker} reçoit {what}." if french else f"Seat {speaker} gets {what}."
    if verb == "claim":
        return f"Le siège {speaker} annonce {number} ou plus." if french else f"Seat {speaker} claims {number} or more."
    if verb == "believe":
        return f"Le siège {1 - speaker} le croit." if french else f"Seat {1 - speaker} believes it."
    if french:
        return f"Le siège {1 - speaker} en doute\u00a0: c’était le {last.card}."
    return f"Seat {1 - speaker} doubts it: it was the {last.card}."


_SENTENCES = {
    "game-over": ("La partie est terminée.", "The game is over."),
    "the-table-draws": ("C’est à la table de tirer une carte du paquet.", "The table is to draw a card of the pack."),
    "claim-first": ("Il faut annoncer une carte de 1 à {most}.", "A card from 1 to {most} must be claimed."),
    "answer-first": ("Il faut croire ou douter.", "The answer is to believe or to doubt."),
}


def explain(refusal: Refusal, lang: Lang) -> str:
    """Why a move was refused, as a sentence."""
    return _SENTENCES[refusal.reason][lang is Lang.EN].format_map(dict(refusal.data))


def rule_book(lang: Lang) -> str:
    """The rules, in Markdown."""
    return files("bobard").joinpath(f"rules_{lang.value}.md").read_text(encoding="utf-8")

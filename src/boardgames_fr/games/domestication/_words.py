"""Labels, refusals and narration, in French and in English, and the rule books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Final

from boardgames_fr.game import Lang, Refusal, Seat
from boardgames_fr.games.domestication._deck import Card, CardName, Year, card_label, has_labels
from boardgames_fr.games.domestication._rules import Deal, Move, Place, Played, View

_FR, _EN = Lang.FR, Lang.EN


def year_text(year: Year, lang: Lang) -> str:
    """The year in words: `8200 av. J.-C.` (with non-breaking spaces), `8200 BCE`, `1930`.

    >>> year_text(Year(-8200), Lang.EN), year_text(Year(1930), Lang.FR)
    ('8200 BCE', '1930')
    """
    if year >= 0:
        return str(year)
    return f"{-year}\u00a0av.\u00a0J.-C." if lang is _FR else f"{-year} BCE"


def card_text(view: View, name: CardName, lang: Lang) -> str:
    """What a card of this view is called: by its label if all cards are of the shipped deck, or else by its name."""
    return card_label(name, lang) if has_labels(_names(view)) else name


def _names(view: View) -> Iterator[CardName]:
    yield from view.undealt
    for card in view.timeline:
        yield card.name
    for hand in view.hands:
        for held in hand:
            yield held.name


def dated_card(view: View, card: Card, lang: Lang) -> str:
    """A card whose date is up: `Chèvre (8200 av. J.-C.)`."""
    return f"{card_text(view, card.name, lang)} ({year_text(card.year, lang)})"


def seat_text(seat: Seat, lang: Lang) -> str:
    """`siège 0` or `seat 0`."""
    return f"siège\u00a0{seat}" if lang is _FR else f"seat {seat}"


def seats_text(seats: Sequence[Seat], lang: Lang) -> str:
    """`siège 0`, `sièges 0 et 2`, `seats 0, 1 and 2`."""
    if len(seats) == 1:
        return seat_text(seats[0], lang)
    numbers = ", ".join(str(seat) for seat in seats[:-1])
    return f"sièges\u00a0{numbers} et\u00a0{seats[-1]}" if lang is _FR else f"seats {numbers} and {seats[-1]}"


def winners(view: View) -> tuple[Seat, ...]:
    """Who has won a finished game: the seats with the fewest cards (DO-6, DO-7, DO-9)."""
    least = min(len(hand) for hand in view.hands)
    return tuple(Seat(seat) for seat, hand in enumerate(view.hands) if len(hand) == least)


def gap_text(view: View, gap: int, lang: Lang) -> str:
    """Where a gap is: `avant Chien (…)`, `between Dog (…) and Goat (…)`, `after Rabbit (…)`."""
    timeline = view.timeline
    if gap == 0:
        return f"{'avant' if lang is _FR else 'before'} {dated_card(view, timeline[0], lang)}"
    left = dated_card(view, timeline[gap - 1], lang)
    if gap == len(timeline):
        return f"{'après' if lang is _FR else 'after'} {left}"
    right = dated_card(view, timeline[gap], lang)
    return f"entre {left} et {right}" if lang is _FR else f"between {left} and {right}"


def label(view: View, move: Move, lang: Lang) -> str:
    """The move as words for a button: `Chat : avant Chien (13000 av. J.-C.)`."""
    name = card_text(view, move.name, lang)
    if isinstance(move, Place):
        gap = gap_text(view, move.gap, lang)
        return f"{name}\u00a0: {gap}" if lang is _FR else f"{name}: {gap}"
    if isinstance(move, Deal):
        return f"Distribuer {name}" if lang is _FR else f"Deal {name}"
    year = year_text(move.year, lang)
    return f"Dater {name}\u00a0: {year}" if lang is _FR else f"Date {name}: {year}"


_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "game-over": ("La partie est terminée.", "The game is over."),
    "not-legal-here": ("Ce coup n’est pas permis ici.", "This move is not allowed here."),
    "no-move": ("Ce n’est pas un coup de ce jeu.", "This is no move of this game."),
    "table-dates": (
        "C’est à la table de donner les dates aux cartes, une par une, dans l’ordre des noms.",
        "It is the table’s turn: it gives the cards their dates, one by one, in the order of their names.",
    ),
    "table-deals": (
        "C’est à la table de distribuer les cartes.",
        "It is the table’s turn: it deals the cards.",
    ),
    "must-place": (
        "Il faut poser une de ses cartes sur la frise.",
        "One of your cards must be placed on the timeline.",
    ),
    "no-such-card": ("Cette carte n’est pas dans le jeu.", "There is no such card in the deck."),
    "not-in-hand": ("Vous n’avez pas devant vous la carte {card}.", "You do not have the card {card} in front of you."),
    "no-such-gap": (
        "Il n’y a pas de place de ce numéro sur la frise\u00a0: la dernière est la {highest}.",
        "The timeline has no gap of this number: the last is {highest}.",
    ),
    "already-dealt": ("La carte {card} est déjà distribuée.", "The card {card} has already been dealt."),
    "other-card": ("C’est la carte {card} qui reçoit sa date.", "It is the card {card} that is given its date now."),
    "year-not-left": (
        "Cette année n’est pas, ou n’est plus, à donner.",
        "This year is not, or no longer, to be given.",
    ),
}


def explain(refusal: Refusal, lang: Lang) -> str:
    """The sentence of a refusal, with its rule.

    >>> explain(Refusal("DO-3", "must-place"), Lang.EN)
    'One of your cards must be placed on the timeline. (DO-3)'
    """
    french, english = _SENTENCES[refusal.reason]
    data = dict(refusal.data)
    card = data.get("card")
    if isinstance(card, str) and "deck" not in data:  # that there is another deck is said only then
        data["card"] = card_label(CardName(card), lang)
    sentence = (french if lang is _FR else english).format(**data)
    return sentence if refusal.rule == "-" else f"{sentence} ({refusal.rule})"


def narrate(before: View, seen: str, after: View, lang: Lang) -> str:
    """What everybody saw happen, in a sentence or two.

    `before` and `after` are the views around the move, `seen` its text as seen.
    """
    verb, name = seen.split(" ")[:2]
    card = card_text(after, CardName(name), lang)
    if verb == "date":
        if lang is _FR:
            return f"La table donne une date à {card}, face cachée."
        return f"The table gives {card} a date, face down."
    if verb == "deal":
        return _narrate_deal(CardName(name), card, after, lang)
    assert after.last is not None
    played = _narrate_place(before, after.last, after, lang)
    if after.mover is not None:
        return played
    return f"{played} {ending(after, lang)}"


def _narrate_deal(name: CardName, card: str, after: View, lang: Lang) -> str:
    for seat, hand in enumerate(after.hands):
        if hand and hand[-1].name == name:
            to = seat_text(Seat(seat), lang)
            return f"La table donne {card} au {to}." if lang is _FR else f"The table deals {card} to {to}."
    first = dated_card(after, after.timeline[0], lang)
    if lang is _FR:
        return f"{first} commence la frise."
    return f"{first} starts the timeline."


def _narrate_place(before: View, last: Played, after: View, lang: Lang) -> str:
    card, where = card_text(after, last.name, lang), gap_text(before, last.gap, lang)
    year = year_text(shown_year(after, last), lang)
    who = seat_text(last.seat, lang)
    if lang is _FR:
        verdict = "C’est juste" if last.right else "C’est faux, la carte est reprise"
        return f"Le {who} pose {card} {where}. {verdict} ({year})."
    verdict = "Right" if last.right else "Wrong, the card is taken back"
    return f"{who.capitalize()} places {card} {where}. {verdict} ({year})."


def shown_year(view: View, last: Played) -> Year:
    """The year that the last card played has shown to all."""
    if last.right:
        return view.timeline[last.gap].year
    year = next(held.year for held in view.hands[last.seat] if held.name == last.name)
    assert year is not None
    return year


def ending(view: View, lang: Lang) -> str:
    """Who has won a finished game, in a sentence."""
    won = winners(view)
    who = seats_text(won, lang)
    if lang is _FR:
        return f"Le {who} gagne." if len(won) == 1 else f"Les {who} gagnent."
    return f"{who.capitalize()} wins." if len(won) == 1 else f"{who.capitalize()} win."


def rule_book(lang: Lang) -> str:
    """The whole rules with every ruling, in Markdown."""
    return files("boardgames_fr.games.domestication").joinpath(f"rules_{lang.value}.md").read_text(encoding="utf-8")

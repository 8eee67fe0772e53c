"""Labels, refusals and what happened, in French and English, and the rule books."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from boardgames_fr.game import Lang, Refusal, Seat
from boardgames_fr.games.animals._pack import Card, Rank
from boardgames_fr.games.animals._rules import (
    DEFAULT_ANIMALS,
    Animal,
    Answer,
    Call,
    Calls,
    Move,
    Phase,
    Rules,
    View,
)

_NB: Final = "\u00a0"
"""French has a no-break space before : ; ! ? and inside « »."""

_NAMES: Final = {
    Lang.FR: ("Renard", "Hibou", "Chat", "Loup", "Ours", "Lapin", "Vache", "Coq"),
    Lang.EN: ("Fox", "Owl", "Cat", "Wolf", "Bear", "Rabbit", "Cow", "Rooster"),
}
_CRIES: Final = {
    Lang.FR: ("glapi", "hou-hou", "miaou", "aouh", "graou", "couic", "meuh", "cocorico"),
    Lang.EN: ("yip", "tu-whit", "meow", "awoo", "growl", "squeak", "moo", "cock-a-doodle"),
}
_RANKS: Final = {
    Lang.FR: {Rank.ACE: "as", Rank.TEN: "10", Rank.JACK: "valet", Rank.QUEEN: "dame", Rank.KING: "roi"},
    Lang.EN: {Rank.ACE: "ace", Rank.TEN: "10", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"},
}
_INDEX: Final = {
    Lang.FR: {Rank.ACE: "A", Rank.TEN: "10", Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R"},
    Lang.EN: {Rank.TEN: "10"},
}
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def animal_name(animal: Animal, lang: Lang) -> str:
    """What a seat's animal is called in words: that of a default animal in this language, another's as it is written.

    >>> animal_name(Animal("hibou"), Lang.EN), animal_name(Animal("tapir"), Lang.EN)
    ('Owl', 'tapir')
    """
    return _NAMES[lang][DEFAULT_ANIMALS.index(animal)] if animal in DEFAULT_ANIMALS else animal


def seat_name(rules: Rules, seat: Seat, lang: Lang) -> str:
    """The animal of this seat, in words.

    >>> seat_name(Rules(), Seat(1), Lang.EN)
    'Owl'
    """
    return animal_name(rules.animals[seat], lang)


def animal_cry(animal: Animal, lang: Lang) -> str:
    """The cry of a default animal, as a word; all sixteen are different.

    Raises:
        ValueError: no cry of this animal is known.

    >>> animal_cry(Animal("chat"), Lang.FR), animal_cry(Animal("chat"), Lang.EN)
    ('miaou', 'meow')
    """
    if animal not in DEFAULT_ANIMALS:
        raise ValueError(f"no cry of {animal!r} is known")
    return _CRIES[lang][DEFAULT_ANIMALS.index(animal)]


def called(rules: Rules, animal: Animal, lang: Lang) -> str:
    """What is called out for this animal: its name, or under `cries` its cry (AN-11)."""
    return animal_cry(animal, lang) if rules.calls is Calls.CRIES else animal_name(animal, lang)


def rank_name(rank: Rank, lang: Lang) -> str:
    """A rank in words or figures: `valet`, `jack`, `7`."""
    return _RANKS[lang].get(rank, rank.value)


def card_sign(card: Card, lang: Lang) -> str:
    """A card as it is printed: `7♥`, and the jack of spades `V♠` in French, `J♠` in English."""
    return _INDEX[lang].get(card.rank, card.rank.value) + _SUITS[card.suit.value]


def rule_book(lang: Lang) -> str:
    """The whole rules in Markdown."""
    return (files("boardgames_fr.games.animals") / f"rules_{lang.value}.md").read_text(encoding="utf-8")


def label(view: View, move: Move, lang: Lang) -> str:
    """An answer as words for a button; any other move as its text.

    >>> from boardgames_fr.games.animals._rules import new_game, observe
    >>> view = observe(new_game(Rules(calls=Calls.CRIES)), Seat(0))
    >>> label(view, Call(Animal("chat")), Lang.EN), label(view, Call(None), Lang.EN)
    ('Cry “meow”', 'Stay silent')
    """
    if type(move) is not Call:
        return str(move)
    if move.animal is None:
        return "Se taire" if lang is Lang.FR else "Stay silent"
    if view.rules.calls is Calls.CRIES and move.animal in view.rules.animals:
        cry = animal_cry(move.animal, lang)
        return f"Crier «{_NB}{cry}{_NB}»" if lang is Lang.FR else f"Cry “{cry}”"
    name = animal_name(move.animal, lang)
    return f"Appeler {name}" if lang is Lang.FR else f"Call {name}"


_TABLE_FR: Final = "C’est à la table"
_TABLE_EN: Final = "It is the table’s turn"
_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "game-over": ("La partie est terminée.", "The game is over."),
    "not-legal-here": ("Ce coup n’est pas permis ici.", "This move is not allowed here."),
    "no-move": ("Ce n’est pas un coup de ce jeu.", "This is no move of this game."),
    "answer-asked": (
        f"Une réponse est attendue{_NB}: un animal, ou le silence.",
        "An answer is expected: an animal, or silence.",
    ),
    "no-such-animal": (
        f"Personne n’est «{_NB}{{animal}}{_NB}» à cette table.",
        "Nobody is “{animal}” at this table.",
    ),
    "no-window": (
        f"{_TABLE_FR}{_NB}: personne n’est appelé à répondre.",
        f"{_TABLE_EN}: nobody is asked to answer.",
    ),
    "table-deals": (f"{_TABLE_FR} de donner une carte.", f"{_TABLE_EN}: it deals a card."),
    "not-in-pack": (
        f"{_TABLE_FR}, mais {{card}} n’est plus dans le paquet.",
        f"{_TABLE_EN}, but {{card}} is not left in the pack.",
    ),
    "table-gathers": (
        f"{_TABLE_FR} de rassembler les cartes pour la manche suivante.",
        f"{_TABLE_EN}: it gathers the cards for the next round.",
    ),
    "not-correct": (
        f"{_TABLE_FR} de juger, mais le siège {{seat}} n’a pas fait d’appel juste dans ce groupe.",
        f"{_TABLE_EN} to judge, but seat {{seat}} has made no correct call in this group.",
    ),
    "never-a-tie": (
        f"{_TABLE_FR} de juger, mais il n’y a jamais d’ex æquo selon ces règles.",
        f"{_TABLE_EN} to judge, but under these rules there never is a dead heat.",
    ),
    "table-judges": (
        f"{_TABLE_FR} de dire quel appel fut le premier.",
        f"{_TABLE_EN}: it says which call was the first.",
    ),
    # The helper for live play (AN-8).
    "outside-window": (
        f"Aucune fenêtre n’est ouverte{_NB}: l’appel ne compte pas.",
        "No window is open: the call does not count.",
    ),
    "not-asked": (
        f"La carte de ce siège n’est pas en jeu{_NB}: l’appel ne compte pas.",
        "This seat’s top card is not in play: the call does not count.",
    ),
    "has-answered": (
        f"Ce siège a déjà répondu{_NB}: seul son premier appel compte.",
        "This seat has answered already: only its first call counts.",
    ),
    "unknown-word": (
        f"«{_NB}{{word}}{_NB}» n’appelle personne à cette table.",
        "“{word}” calls nobody at this table.",
    ),
}


def explain(refusal: Refusal, lang: Lang) -> str:
    """The refusal as a sentence; one of another game as its bare text.

    >>> explain(Refusal("AN-8", "no-window"), Lang.EN)
    'It is the table’s turn: nobody is asked to answer.'
    """
    sentences = _SENTENCES.get(refusal.reason)
    if sentences is None:
        return str(refusal)
    sentence = sentences[lang is Lang.EN]
    for name, value in refusal.data:
        sentence = sentence.replace(f"{{{name}}}", str(value))
    return sentence


def narrate(before: View, text: str, after: View, lang: Lang) -> str:
    """What a seat saw happen, in a sentence or a few, from its views before and after and the move as it saw it."""
    verb, _, argument = text.partition(" ")
    match verb:
        case "deal":
            said = [_tell_deal(before, Card.parse(argument), lang)]
        case "call":
            said = [_tell_own_answer(before, argument, lang)]
        case "answer":
            who = _who(before, before.turn, lang)
            said = [f"{who} a répondu." if lang is Lang.FR else f"{who} has answered."]
        case "first":
            who = _who(before, Seat(int(argument)), lang)
            said = [f"{who} a été le plus rapide." if lang is Lang.FR else f"{who} was the fastest."]
        case "tie":
            said = [_tell_tie(before, lang)]
        case _:
            said = [
                f"Manche {after.round}{_NB}: les cartes sont rassemblées."
                if lang is Lang.FR
                else f"Round {after.round}: the cards are gathered."
            ]
    if before.turn is not None and _is_complete(before):
        said += [tell_answer(after, answer, lang) for answer in after.answers]
    said += _tell_captures(before, after, lang)
    said += _tell_next(before, after, lang)
    return " ".join(said)


def _is_complete(before: View) -> bool:
    # The answer just given was the last of its window.
    asked = sum(len(group.seats) for group in before.groups if group.rank in before.asked)
    return len(before.answered) + 1 == asked


def _who(view: View, seat: Seat | None, lang: Lang) -> str:
    return "" if seat is None else animal_name(view.rules.animals[seat], lang)


def _of(name: str) -> str:
    return f"d’{name}" if name[0].lower() in "aeiou" else f"de {name}"


def _cards(count: int, lang: Lang) -> str:
    return f"{count} carte{'s' * (count > 1)}" if lang is Lang.FR else f"{count} card{'s' * (count > 1)}"


def listed(names: list[str], lang: Lang) -> str:
    """These names with commas and a last `et` or `and`."""
    last = " et " if lang is Lang.FR else " and "
    return last.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _tell_deal(before: View, card: Card, lang: Lang) -> str:
    who, sign = _who(before, before.receiver, lang), card_sign(card, lang)
    return f"{who} reçoit {sign}." if lang is Lang.FR else f"{who} gets {sign}."


def _tell_own_answer(before: View, argument: str, lang: Lang) -> str:
    if argument == "none":
        return "Vous vous taisez." if lang is Lang.FR else "You stay silent."
    word = called(before.rules, Animal(argument), lang)
    return f"Vous appelez «{_NB}{word}{_NB}»." if lang is Lang.FR else f"You call “{word}”."


def tell_answer(view: View, answer: Answer, lang: Lang) -> str:
    """What a seat called in the last complete window, in a sentence."""
    who = _who(view, answer.seat, lang)
    if answer.animal is None:
        return f"{who} s’est tu." if lang is Lang.FR else f"{who} was silent."
    word = called(view.rules, answer.animal, lang)
    return f"{who} a appelé «{_NB}{word}{_NB}»." if lang is Lang.FR else f"{who} called “{word}”."


def _tell_tie(before: View, lang: Lang) -> str:
    rank = "" if before.judged is None else rank_name(before.judged, lang)
    if lang is Lang.FR:
        return f"Appels inséparables{_NB}: les piles restent (groupe de {rank})."
    return f"The calls cannot be told apart: the piles stay (group of {rank})."


def _tell_captures(before: View, after: View, lang: Lang) -> list[str]:
    if before.round != after.round:
        return []
    said = []
    for seat, (old, new) in enumerate(zip(before.piles, after.piles, strict=True)):
        if old.top is not None and new.top is None:
            victim = _who(before, Seat(seat), lang)
            # At most one pile of a rank is taken in one step, by a seat with a top of that rank.
            taker = next(
                Seat(other)
                for other, pile in enumerate(before.piles)
                if pile.top is not None and pile.top.rank is old.top.rank and after.piles[other].size > pile.size
            )
            who, cards = _who(before, taker, lang), _cards(old.size, lang)
            said.append(
                f"{who} prend la pile {_of(victim)} ({cards})."
                if lang is Lang.FR
                else f"{who} takes {victim}’s pile ({cards})."
            )
    return said


def _tell_next(before: View, after: View, lang: Lang) -> list[str]:
    said = []
    opened = after.phase is Phase.ANSWER and not after.answered
    for group in after.groups:
        if opened and group.rank in after.asked:
            names = listed([_who(after, seat, lang) for seat in group.seats], lang)
            rank = rank_name(group.rank, lang)
            said.append(
                f"Même valeur ({rank}){_NB}: à vous, {names}{_NB}!"
                if lang is Lang.FR
                else f"A match ({rank}): {names}!"
            )
    if after.phase is Phase.JUDGE and after.judged is not None and after.judged != before.judged:
        rank = rank_name(after.judged, lang)
        said.append(
            f"La table juge qui fut le premier ({rank})."
            if lang is Lang.FR
            else f"The table judges who was first ({rank})."
        )
    if after.phase in (Phase.GATHER, Phase.OVER):
        counts = ", ".join(f"{_who(after, Seat(seat), lang)} {cards}" for seat, cards in enumerate(after.won))
        said.append(
            f"Le paquet est épuisé. Cartes gagnées{_NB}: {counts}."
            if lang is Lang.FR
            else f"The pack is used up. Cards won: {counts}."
        )
    if after.phase is Phase.OVER:
        most = max(after.won)
        winners = [_who(after, Seat(seat), lang) for seat, cards in enumerate(after.won) if cards == most]
        if lang is Lang.FR:
            said.append(f"{listed(winners, lang)} gagne{'nt' * (len(winners) > 1)}.")
        else:
            said.append(f"{listed(winners, lang)} win{'s' * (len(winners) == 1)}.")
    return said

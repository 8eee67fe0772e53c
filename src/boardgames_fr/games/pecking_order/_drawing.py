"""A picture of a view, 46 columns wide: points, the perches with what lies on them, the hand, and what has left."""

from __future__ import annotations

from typing import Final

from boardgames_fr.game import Lang, Seat
from boardgames_fr.games.pecking_order._rules import (
    JAGUAR,
    Card,
    Discard,
    DrawnCard,
    Peek,
    Perch,
    PerchName,
    Phase,
    Place,
    Power,
    Result,
    View,
    Where,
    card_order,
    card_text,
)
from boardgames_fr.games.pecking_order._words import card_words, label, points_words, seat_words
from boardgames_fr.games.pecking_order._worlds import ranges
from boardgames_fr.scene import Align, Box, Scene, Shape, Stroke, Text, Tone

FR, EN = Lang.FR, Lang.EN
_NB: Final = "\u00a0"
_WIDTH: Final = 46
_IN_A_ROW: Final = 4
_CELL_WIDTH: Final = 10
_PITCH_X: Final = 12
_PITCH_Y: Final = 5
_TOP: Final = 5
_SEAT_TONES: Final = (Tone.SEAT_0, Tone.SEAT_1)
_SIGNS: Final = {Power.NONE: "", Power.TIE_BREAK: " =", Power.PROMONTORY: " ^", Power.DOUBLE: " +"}
_SEEN_SIGN: Final = " !"
_LEGEND: Final = {
    FR: ("= départage   ^ promontoire   + double", "(7) face cachée   ! vue par l’autre siège"),
    EN: ("= tie-break   ^ promontory   + double", "(7) face down   ! seen by the other seat"),
}
_POWERS: Final = {
    (Power.TIE_BREAK, FR): ", égalités au défenseur qui le tient",
    (Power.TIE_BREAK, EN): ", ties to the defender who holds it",
    (Power.PROMONTORY, FR): ", promontoire",
    (Power.PROMONTORY, EN): ", promontory",
    (Power.DOUBLE, FR): ", double",
    (Power.DOUBLE, EN): ", double",
}
_STATUS: Final = {
    (Phase.DRAW, FR): ("À vous de jouer" + _NB + ": la table pioche.", "{who}" + _NB + ": la table pioche."),
    (Phase.DRAW, EN): ("Your turn: the table draws.", "{who}: the table draws."),
    (Phase.PLACE, FR): ("À vous de poser votre carte.", "{who} pose sa carte."),
    (Phase.PLACE, EN): ("Your turn to place your card.", "{who} places a card."),
    (Phase.PEEK, FR): ("Au promontoire" + _NB + ": que regarder" + _NB + "?", "{who} est au promontoire."),
    (Phase.PEEK, EN): ("At the promontory: which card to look at?", "{who} is at the promontory."),
    (Phase.CLEAR, FR): ("La manche est finie.", "La manche est finie."),
    (Phase.CLEAR, EN): ("The round is over.", "The round is over."),
    (Phase.OVER, FR): ("La partie est finie.", "La partie est finie."),
    (Phase.OVER, EN): ("The game is over.", "The game is over."),
}
_WORDS: Final = {
    "title": ("Pecking Order, manche {0} sur {1}", "Pecking Order, round {0} of {1}"),
    "count": ("{0}" + _NB + ": points {1}, pioche {2}", "{0}: points {1}, deck {2}"),
    "hand": ("En main", "In hand"),
    "deck": ("Votre pioche" + _NB + ": {0}", "Your deck: {0}"),
    "gone": ("Parties, {0}" + _NB + ": {1}", "Gone, {0}: {1}"),
    "perch": ("Perchoir {0}, valeur {1}{2}", "Perch {0}, value {1}{2}"),
    "empty": ("vide", "empty"),
    "up": ("face visible", "face up"),
    "down": ("face cachée", "face down"),
    "looked": (", vue par l’autre siège", ", seen by the other seat"),
    "mine": ("vous", "you"),
    "theirs": ("adv.", "opp."),
    "seat": ("siège {0}", "seat {0}"),
    "both": ("Les deux cartes sont parties.", "Both cards are gone."),
    "thrown": ("Une carte est défaussée.", "A card is discarded."),
    "points": ("Points" + _NB + ": {0}.", "Points: {0}."),
}


def _say(key: str, lang: Lang, *words: object) -> str:
    return _WORDS[key][0 if lang is FR else 1].format(*words)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"


def _short(view: View, seat: Seat, lang: Lang) -> str:
    if view.seat is None:
        return _say("seat", lang, seat)
    return _say("mine" if seat == view.seat else "theirs", lang)


def draw(view: View, lang: Lang) -> Scene:
    """The table as this view's seat sees it, seat 0's side for a spectator; the last card placed is marked."""
    rows = -(-len(view.rules.perches) // _IN_A_ROW)
    below = _TOP + _PITCH_Y * rows + 1
    shapes = [*_draw_heading(view, lang), *_draw_perches(view, lang), *_draw_hand(view, lang, below)]
    shapes += _draw_foot(view, lang, below + 3)
    words = [_status(view, lang), _say("points", lang, points_words(view, lang))]
    words += [f"{shape.hint}." for shape in shapes if isinstance(shape, Box) and shape.hint]
    title = _say("title", lang, view.round, view.rules.rounds)
    return Scene(title, " ".join(words), _WIDTH, below + 8, tuple(shapes))


def _status(view: View, lang: Lang) -> str:
    own, other = _STATUS[view.phase, lang]
    if view.turn is None:
        return own
    return own if view.turn == view.seat else other.format(who=seat_words(view, view.turn, lang))


def _draw_heading(view: View, lang: Lang) -> list[Shape]:
    title = _cut(_say("title", lang, view.round, view.rules.rounds), _WIDTH - 2)
    shapes: list[Shape] = [Text(1, 0, title, bold=True)]
    bottom = view.seat or Seat(0)
    for row, seat in enumerate((Seat(1 - bottom), bottom), 1):
        text = _say("count", lang, seat_words(view, seat, lang), view.points[seat], view.decks[seat])
        shapes.append(Text(1, row, _cut(text, _WIDTH - 2), _SEAT_TONES[seat], bold=view.turn == seat))
    shapes.append(Text(1, 3, _cut(_status(view, lang), _WIDTH - 2), Tone.ACCENT, bold=True))
    return shapes


def _draw_perches(view: View, lang: Lang) -> list[Shape]:
    on = {card.perch: number for number, card in enumerate(view.cards) if card.perch is not None}
    possible = ranges(view)
    marked = _marked(view)
    shapes: list[Shape] = []
    for index, perch in enumerate(view.rules.perches):
        x, y = _PITCH_X * (index % _IN_A_ROW), _TOP + _PITCH_Y * (index // _IN_A_ROW)
        worth = _cut(f"{perch.value}{_SIGNS[perch.power]}", _CELL_WIDTH - 3)
        shapes.append(Text(x, y, _cut(perch.name, _CELL_WIDTH - 1 - len(worth)), bold=True))
        shapes.append(Text(x + _CELL_WIDTH - 1, y, worth, Tone.MUTED, Align.END))
        number = on.get(perch.name)
        card = None if number is None else view.cards[number]
        values = () if number is None else possible[number]
        shapes.append(_draw_slot(view, lang, perch, card, values, x, y + 1, perch.name in marked))
    return shapes


def _draw_slot(
    view: View, lang: Lang, perch: Perch, card: DrawnCard | None, values: tuple[Card, ...], x: int, y: int, marked: bool
) -> Box:
    hint = _say("perch", lang, perch.name, perch.value, _POWERS.get((perch.power, lang), ""))
    phrase = _phrase(view, perch.name, card)
    if card is None:
        hint = f"{hint}{_colon(lang)} {_say('empty', lang)}"
        return Box(x, y, _CELL_WIDTH, 4, Tone.FIELD, Stroke.DASHED, marked=marked, phrase=phrase, hint=hint)
    what = f"{seat_words(view, card.owner, lang)}, {card_words(card.value, lang)}"
    state = _say("up" if card.face_up else "down", lang) + (_say("looked", lang) if card.peeked else "")
    hint = f"{hint}{_colon(lang)} {what}, {state}"
    lines = (_short(view, card.owner, lang), _value_text(card, values) + (_SEEN_SIGN if card.peeked else ""))
    tone = _SEAT_TONES[card.owner]
    fill, ink = (Tone.CARD, tone) if card.face_up else (tone, Tone.PAPER)
    return Box(x, y, _CELL_WIDTH, 4, fill, Stroke.THIN, lines, ink, marked, phrase, hint)


def _colon(lang: Lang) -> str:
    return f"{_NB}:" if lang is FR else ":"


def _value_text(card: DrawnCard, values: tuple[Card, ...]) -> str:
    if card.value is not None and card.face_up:
        return card_text(card.value)
    if len(values) == 1:
        return f"({card_text(values[0])})"
    return "?" if JAGUAR in values else f"? {values[0]}-{values[-1]}"


def _phrase(view: View, name: PerchName, card: DrawnCard | None) -> str | None:
    """What a click on this perch says, if that is a legal move of this view's seat."""
    if view.turn is None or view.turn != view.seat:
        return None
    if view.phase is Phase.PLACE and (card is None or card.owner != view.seat):
        return str(Place(name))
    if view.phase is Phase.PEEK and card is not None and card.owner != view.seat and not card.face_up:
        return None if view.cards[-1].value == JAGUAR else str(Peek(name))  # PO-9
    return None


def _last_placed(view: View) -> DrawnCard | None:
    placed = [card for card in view.cards if card.where is not Where.HAND]
    return placed[-1] if placed else None


def _marked(view: View) -> set[PerchName]:
    """The perches where the last turn shows: where the card lies, where it lost, where it looked."""
    last = _last_placed(view)
    if last is None:
        return set()
    perches = {last.perch, last.looked_at}
    if last.attack is not None and last.attack.result is Result.LOST:
        perches.add(view.cards[last.attack.on].perch)
    return {perch for perch in perches if perch is not None}


def _draw_hand(view: View, lang: Lang, y: int) -> list[Shape]:
    shapes: list[Shape] = []
    if view.phase is Phase.PLACE:
        card = view.cards[-1]
        text = "?" if card.value is None else card_text(card.value)
        tone = _SEAT_TONES[card.owner]
        hint = f"{_say('hand', lang)}{_colon(lang)} {card_words(card.value, lang)}"
        shapes.append(Text(1, y + 1, _say("hand", lang), tone))
        shapes.append(Box(10, y, 8, 3, Tone.CARD, Stroke.THICK, (text,), tone, hint=hint))
    if view.turn is None or view.turn != view.seat:
        return shapes
    own = sum(card.perch is not None and card.owner == view.seat for card in view.cards)
    if view.phase is Phase.PLACE and own == len(view.rules.perches):  # PO-12
        shapes.append(_button(view, Discard(), lang, y))
    if view.phase is Phase.PEEK:
        shapes.append(_button(view, Peek(None), lang, y))
    return shapes


def _button(view: View, move: Discard | Peek, lang: Lang, y: int) -> Box:
    words = label(view, move, lang)
    return Box(20, y, _WIDTH - 20, 3, Tone.CARD, Stroke.THICK, (words,), phrase=str(move), hint=words)


def _draw_foot(view: View, lang: Lang, y: int) -> list[Shape]:
    possible = ranges(view)
    shapes: list[Shape] = []
    if view.seat is not None:
        deck = " ".join(card_text(card) for card in view.deck) or "-"
        shapes.append(Text(1, y, _cut(_say("deck", lang, deck), _WIDTH - 2)))
    last = _last_placed(view)
    bottom = view.seat or Seat(0)
    for row, seat in enumerate((Seat(1 - bottom), bottom), 1):
        gone = [
            possible[number][0] if len(possible[number]) == 1 else None
            for number, card in enumerate(view.cards)
            if card.owner == seat and card.where is Where.GONE
        ]
        known = sorted((value for value in gone if value is not None), key=card_order)
        texts = [card_text(value) for value in known] + ["?"] * (len(gone) - len(known))
        text = _say("gone", lang, _short(view, seat, lang), " ".join(texts) or "-")
        fresh = last is not None and last.where is Where.GONE and last.owner == seat
        shapes.append(Text(1, y + row, _cut(text, _WIDTH - 2), _SEAT_TONES[seat], marked=fresh))
    shapes += [Text(1, y + 3 + row, words, Tone.MUTED) for row, words in enumerate(_LEGEND[lang])]
    return shapes

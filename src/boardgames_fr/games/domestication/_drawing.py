"""The view as a picture: the timeline, the mover's cards with a button for each gap, and the other hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from boardgames_fr.game import CHANCE, Lang, Seat
from boardgames_fr.games.domestication._deck import Card, CardName, Year
from boardgames_fr.games.domestication._rules import Gap, Held, Place, View
from boardgames_fr.games.domestication._words import (
    card_text,
    dated_card,
    ending,
    label,
    seat_text,
    shown_year,
    year_text,
)
from boardgames_fr.scene import Align, Box, Scene, Shape, Text, Tone

_WIDTH: Final = 46
_MARGIN: Final = 1
_SLOTS: Final = 20
"""The column where the gaps of the mover's cards begin."""
_SEATS: Final = (Tone.SEAT_0, Tone.SEAT_1, Tone.SEAT_2, Tone.SEAT_3)


@attrs.define
class _Sheet:
    """The picture so far, from the top downwards."""

    width: int
    shapes: list[Shape] = attrs.field(factory=list)
    row: int = 0

    def line(self, text: str, tone: Tone = Tone.INK, *, bold: bool = False) -> None:
        """Lines of words, broken to the width."""
        for words in _lines(text, self.width - _MARGIN):
            self.shapes.append(Text(_MARGIN, self.row, words, tone, bold=bold))
            self.row += 1

    def flow(self, items: Iterable[Text]) -> None:
        """Texts one after the other, two columns apart, on as many rows as it takes."""
        x = _MARGIN
        for item in items:
            if x > _MARGIN and x + len(item.text) > self.width:
                x, self.row = _MARGIN, self.row + 1
            self.shapes.append(attrs.evolve(item, x=x, y=self.row))
            x += len(item.text) + 2
        self.row += 1


def draw(view: View, lang: Lang) -> Scene:
    """A picture of the view, at most 46 columns wide for up to 13 gaps, that can be clicked by the seat to move.

    Remembered years stand in brackets beside the cards. The list of years not yet known is not in the picture: a
    program may read it, a table could not.
    """
    gaps = 0 if view.mover is None or view.mover is CHANCE else len(view.timeline) + 1
    slot = max(len(str(gaps - 1)), 3 if 3 * gaps <= _WIDTH - _SLOTS else 2)
    sheet = _Sheet(max(_WIDTH, _SLOTS + slot * gaps))
    headline = _headline(view, lang)
    sheet.line(headline, bold=True)
    _add_last(sheet, view, lang)
    _add_timeline(sheet, view, lang)
    for seat in _order(view):
        _add_hand(sheet, view, seat, slot, lang)
    if view.undealt:
        sheet.row += 1
        sheet.line("À distribuer\u00a0:" if lang is Lang.FR else "To be dealt:")
        sheet.flow([_name(card_text(view, name, lang), None, sheet.width, lang, Tone.MUTED) for name in view.undealt])
    title = "La frise de la domestication" if lang is Lang.FR else "The domestication timeline"
    return Scene(title, _description(view, headline, lang), sheet.width, sheet.row, tuple(sheet.shapes))


def _headline(view: View, lang: Lang) -> str:
    if view.mover is None:
        return f"Partie terminée. {ending(view, lang)}" if lang is Lang.FR else f"Game over. {ending(view, lang)}"
    if view.mover is not CHANCE:
        who = seat_text(view.mover, lang)
        return f"Au {who} de jouer" if lang is Lang.FR else f"{who.capitalize()} to move"
    if view.undated:
        return "La table donne les dates" if lang is Lang.FR else "The table gives the cards their dates"
    return "La table distribue" if lang is Lang.FR else "The table deals"


def _add_last(sheet: _Sheet, view: View, lang: Lang) -> None:
    last = view.last
    if last is None:
        return
    who, card = seat_text(last.seat, lang).capitalize(), card_text(view, last.name, lang)
    year = year_text(shown_year(view, last), lang)
    if lang is Lang.FR:
        text = f"{who}\u00a0: {card}, {'juste' if last.right else 'faux'} ({year})"
    else:
        text = f"{who}: {card}, {'right' if last.right else 'wrong'} ({year})"
    sheet.line(text, Tone.GOOD if last.right else Tone.BAD)


def _add_timeline(sheet: _Sheet, view: View, lang: Lang) -> None:
    if not view.timeline:
        return
    sheet.row += 1
    sheet.line("Frise" if lang is Lang.FR else "Timeline", bold=True)
    last = view.last
    # Before the first turn the initial card is what has been seen last.
    newest: int | None = 0 if last is None else last.gap if last.right else None
    years = [year_text(card.year, lang) for card in view.timeline]
    end = _MARGIN + 3 + max(map(len, years), default=0)
    for place, (card, year) in enumerate(zip(view.timeline, years, strict=True)):
        name = _cut(card_text(view, card.name, lang), sheet.width - end - 3)
        hint = dated_card(view, card, lang)
        sheet.shapes += [
            Text(_MARGIN + 2, sheet.row, str(place + 1), Tone.MUTED, Align.END),
            Text(end, sheet.row, year, align=Align.END, hint=hint),
            Text(end + 3, sheet.row, name, bold=True, marked=place == newest, hint=hint),
        ]
        sheet.row += 1


def _order(view: View) -> Sequence[Seat]:
    """The seats, who is to move first."""
    seats = len(view.hands)
    start = 0 if view.mover is None or view.mover is CHANCE else view.mover
    return [Seat((start + offset) % seats) for offset in range(seats)]


def _add_hand(sheet: _Sheet, view: View, seat: Seat, slot: int, lang: Lang) -> None:
    hand, errors = view.hands[seat], view.errors[seat]
    sheet.row += 1
    who = seat_text(seat, lang).capitalize()
    if lang is Lang.FR:
        heading = f"{who}\u00a0: {_counted(len(hand), 'carte')}, {_counted(errors, 'erreur')}"
    else:
        heading = f"{who}: {_counted(len(hand), 'card')}, {_counted(errors, 'error')}"
    sheet.line(heading, _SEATS[seat], bold=True)
    newest = _newest_in(view, seat)
    if seat != view.mover:
        if hand:
            sheet.flow([_held(view, held, sheet.width, held.name == newest, lang) for held in hand])
        return
    if lang is Lang.FR:
        sheet.line("n\u00a0: après la carte n de la frise (0\u00a0: avant)", Tone.MUTED)
    else:
        sheet.line("n: after card n of the timeline (0: before)", Tone.MUTED)
    for held in hand:
        name = _held(view, held, _SLOTS, held.name == newest, lang)
        sheet.shapes.append(attrs.evolve(name, x=_MARGIN, y=sheet.row))
        for gap in range(len(view.timeline) + 1):
            move = Place(held.name, Gap(gap))
            sheet.shapes.append(
                Box(
                    x=_SLOTS + slot * gap,
                    y=sheet.row,
                    width=slot,
                    height=1,
                    fill=Tone.FIELD,
                    lines=(str(gap),),
                    phrase=str(move),
                    hint=label(view, move, lang),
                )
            )
        sheet.row += 1


def _newest_in(view: View, seat: Seat) -> CardName | None:
    """The card of this hand that has been seen last, if it lies there: dealt just now, or taken back."""
    if view.last is not None:
        return None if view.last.right else view.last.name
    dealt = sum(map(len, view.hands))
    just_dealt = view.undealt and dealt and seat == (view.first + dealt - 1) % len(view.hands)
    return view.hands[seat][-1].name if just_dealt else None


def _counted(number: int, word: str) -> str:
    # French has no plural for 0, English has one.
    plural = number > 1 or (number == 0 and word in ("card", "error"))
    return f"{number}\u00a0{word}{'s' if plural else ''}"


def _held(view: View, held: Held, width: int, marked: bool, lang: Lang) -> Text:
    tone = Tone.MUTED if held.year is None else Tone.INK
    return attrs.evolve(_name(card_text(view, held.name, lang), held.year, width, lang, tone), marked=marked)


def _name(words: str, year: Year | None, width: int, lang: Lang, tone: Tone) -> Text:
    """What a card is called, cut to fit, and its year if it is remembered, signed to be short."""
    short = "" if year is None else f" ({str(year).replace('-', '−')})"
    hint = words if year is None else f"{words} ({year_text(year, lang)})"
    return Text(0, 0, _cut(words, width - _MARGIN - 1 - len(short)) + short, tone, hint=hint)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"


def _lines(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at ordinary spaces; longer words are cut."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(_cut(word, width))
    return lines


def _description(view: View, headline: str, lang: Lang) -> str:
    cards = ", ".join(dated_card(view, card, lang) for card in view.timeline)
    parts = [headline if headline.endswith(".") else f"{headline}."]
    if cards:
        parts.append(f"Frise\u00a0: {cards}." if lang is Lang.FR else f"Timeline: {cards}.")
    for seat, hand in enumerate(view.hands):
        names = ", ".join(
            card_text(view, held.name, lang)
            if held.year is None
            else dated_card(view, Card(held.name, held.year), lang)
            for held in hand
        )
        who = seat_text(Seat(seat), lang).capitalize()
        if names:
            parts.append(f"{who}\u00a0: {names}." if lang is Lang.FR else f"{who}: {names}.")
    return " ".join(parts)

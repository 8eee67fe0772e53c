"""A view as a picture: the table with its coordinates, arrows to flip lines, both seats' cards and supplies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardgames_fr.game import Lang, Seat
from boardgames_fr.games.dinosaures._rules import (
    COLOURS,
    Axis,
    Card,
    Colour,
    Dig,
    Flip,
    Lay,
    Line,
    Move,
    Skip,
    Square,
    Step,
    View,
    legal_moves,
)
from boardgames_fr.games.dinosaures._words import colour_word, ending, label, line_word, seat_word
from boardgames_fr.games.dinosaures._worlds import state_of
from boardgames_fr.scene import Align, Box, Disc, Scene, Shape, Stroke, Text, Tone

_WIDTH: Final = 46
"""A phone's width in columns; only a wide table or a large card makes the picture wider."""
_LEFT: Final = 4
"""Columns for the rows' numbers."""
_ACROSS, _DOWN = 4, 2
"""A square of the table, in columns and rows."""
_FILL: Final = {Colour.BEIGE: Tone.BEIGE, Colour.BROWN: Tone.BROWN}
_SIGN: Final = {Colour.BEIGE: "○", Colour.BROWN: "●"}


def draw(view: View, lang: Lang) -> Scene:
    """The picture: whose turn it is, the table, the cards of both seats. What may be clicked says its move.

    Marked are the cards that can be dug up, and the archaeologist whose line was flipped last, as far as the view
    tells (a flip raises the count of stalled turns).
    """
    moves = legal_moves(state_of(view))
    picture = _Picture(view, lang, moves)
    return picture.scene()


class _Picture:
    """Builds the shapes from the top down."""

    def __init__(self, view: View, lang: Lang, moves: tuple[Move, ...]) -> None:
        self.view, self.lang, self.moves = view, lang, moves
        self.french = lang is Lang.FR
        self.shapes: list[Shape] = []
        xs = [tile.square.x for tile in view.tiles]
        ys = [tile.square.y for tile in view.tiles]
        # One square more on each side: the lays.
        self.west, self.east, self.south, self.north = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
        self.right = _LEFT + (self.east - self.west + 1) * _ACROSS
        self.width = max(_WIDTH, self.right + 3, *(_card_width(card) for card in view.rules.cards))

    def scene(self) -> Scene:
        row = self.heading()
        row = self.table(row)
        for seat in (Seat(0), Seat(1)):
            row = self.cards(seat, row)
        title = "Dinosaures (Plato 54)"
        return Scene(title, self.description(), self.width, row, tuple(self.shapes))

    def heading(self) -> int:
        self.shapes.append(Text(0, 0, self.status(), bold=True))
        row = 1
        if self.view.mover is None:
            for words in ending(self.view, self.lang):
                self.shapes.append(Text(0, row, words))
                row += 1
        elif self.view.stalled:
            self.shapes.append(Text(0, row, self.stall_text(), Tone.MUTED))
            row += 1
        return row + 1

    def status(self) -> str:
        if self.view.mover is None:
            return "Partie terminée" if self.french else "The game is over"
        who = seat_word(self.view.mover, self.lang)
        sign = _SIGN[COLOURS[self.view.mover]]
        if self.view.step is Step.DIG:
            what = "exhumer ou passer" if self.french else "dig or skip"
        else:
            what = "poser ou retourner" if self.french else "lay or flip"
        return f"{sign} {who}\u00a0: {what}" if self.french else f"{sign} {who}: {what}"

    def stall_text(self) -> str:
        limit = self.view.rules.stall_limit
        if self.french:
            return f"Tours sans pose ni fouille\u00a0: {self.view.stalled} / {limit}"
        return f"Turns without a lay or a dig: {self.view.stalled} / {limit}"

    def x(self, number: int) -> int:
        return _LEFT + (number - self.west) * _ACROSS

    def y(self, number: int, top: int) -> int:
        return top + 1 + (self.north - number) * _DOWN

    def table(self, top: int) -> int:
        bottom = self.y(self.south, top) + _DOWN
        flips = {move.line for move in self.moves if isinstance(move, Flip)}
        for number in range(self.west, self.east + 1):
            self.shapes.append(Text(self.x(number) + 1, bottom, str(number), Tone.MUTED))
            self.line_end(Line(Axis.COL, number), self.x(number), top, "↕", flips)
        for number in range(self.south, self.north + 1):
            self.shapes.append(Text(_LEFT - 2, self.y(number, top), str(number), Tone.MUTED, Align.END))
            self.line_end(Line(Axis.ROW, number), self.right, self.y(number, top), "↔", flips)
        for tile in self.view.tiles:
            sign = ("▓▓", "▓▓") if tile.colour is Colour.BROWN else ()
            fill = _FILL[tile.colour]
            hint = f"{tile.square} {colour_word(tile.colour, self.lang)}"
            place = self.x(tile.square.x), self.y(tile.square.y, top)
            self.shapes.append(Box(*place, _ACROSS, _DOWN, fill, lines=sign, ink=fill, hint=hint))
        for move in self.moves:
            if isinstance(move, Lay):
                self.lay(move.square, move, top)
        return bottom + 2

    def line_end(self, line: Line, x: int, y: int, arrow: str, flips: set[Line]) -> None:
        if line in self.view.archaeologists:
            seat = Seat(self.view.archaeologists.index(line))
            colour = COLOURS[seat]
            hint = self.lock_text(seat, line)
            ink = Tone.INK if colour is Colour.BEIGE else Tone.PAPER
            marked = seat == self.flipped_last()
            self.shapes.append(Disc(x, y, 3, 1, _FILL[colour], _SIGN[colour], ink, marked=marked, hint=hint))
        elif line in flips:
            move = Flip(line)
            hint = label(self.view, move, self.lang)
            self.shapes.append(Text(x + 1, y, arrow, Tone.ACCENT, bold=True, phrase=str(move), hint=hint))

    def lock_text(self, seat: Seat, line: Line) -> str:
        who, words = seat_word(seat, self.lang), line_word(line, self.lang)
        if self.french:
            return f"L’archéologue de {who} bloque la {words}."
        return f"{who}’s archaeologist locks {words}."

    def flipped_last(self) -> Seat | None:
        """Who flipped a line in the last step 1, as far as the view tells."""
        view = self.view
        if not view.stalled or view.mover is None:
            return None
        return view.mover if view.step is Step.DIG else Seat(1 - view.mover)

    def lay(self, square: Square, move: Lay, top: int) -> None:
        half = _ACROSS // 2
        x = self.x(square.x) + (half if move.colour is Colour.BROWN else 0)
        hint = label(self.view, move, self.lang)
        sign = _SIGN[move.colour]
        self.shapes.append(
            Box(x, self.y(square.y, top), half, _DOWN, Tone.FIELD, Stroke.NONE, (sign,), phrase=str(move), hint=hint)
        )

    def cards(self, seat: Seat, row: int) -> int:
        self.shapes.append(Text(0, row, self.supply_text(seat), bold=seat == self.view.mover))
        row += 1
        digs = {move.card for move in self.moves if isinstance(move, Dig)} if seat == self.view.mover else set()
        x, tallest = 0, 0
        for card in self.view.rules.cards:
            width, height = _card_width(card), len(card.drawing) + 3
            if x and x + width > self.width:
                row, x, tallest = row + tallest, 0, 0
            dug = card.name in self.view.dug[seat]
            phrase = str(Dig(card.name)) if card.name in digs else None
            self.shapes.append(self.card(card, seat, x, row, dug, phrase))
            x, tallest = x + width, max(tallest, height)
        row += tallest
        if Skip() in self.moves and seat == self.view.mover:
            words = label(self.view, Skip(), self.lang)
            self.shapes.append(Box(0, row, len(words) + 4, 1, Tone.CARD, lines=(words,), phrase="skip", hint=words))
            row += 1
        return row + 1

    def card(self, card: Card, seat: Seat, x: int, y: int, dug: bool, phrase: str | None) -> Box:
        lines = tuple(line.replace("#", "■").replace(".", " ") for line in card.drawing)
        if dug:
            lines = ("✓", *("" for _ in lines[1:]))
        hint: str = card.name
        if dug:
            hint = f"{hint}\u00a0: exhumé" if self.french else f"{hint}: dug up"
        elif phrase is not None:
            hint = label(self.view, Dig(card.name), self.lang)
        return Box(
            *(x, y, _card_width(card), len(lines) + 3),
            Tone.PAPER if dug else _FILL[COLOURS[seat]],
            lines=(card.name, *lines),
            ink=Tone.MUTED if dug else (Tone.INK, Tone.PAPER)[seat],
            marked=phrase is not None,
            phrase=phrase,
            hint=hint,
        )

    def supply_text(self, seat: Seat) -> str:
        view, who = self.view, seat_word(seat, self.lang)
        supply, dug, every = view.supplies[seat], len(view.dug[seat]), len(view.rules.cards)
        sign = _SIGN[COLOURS[seat]]
        if self.french:
            return f"{sign} {who}\u00a0: réserve {supply}, exhumés {dug} / {every}"
        return f"{sign} {who}: supply {supply}, dug up {dug} / {every}"

    def description(self) -> str:
        return " ".join(self.sentences())

    def sentences(self) -> Iterator[str]:
        yield f"{self.status()}."
        for colour in Colour:
            places = ", ".join(str(tile.square) for tile in self.view.tiles if tile.colour is colour)
            word = colour_word(colour, self.lang)
            yield (f"Tuiles côté {word}\u00a0: {places}." if self.french else f"Tiles {word} side up: {places}.")
        for seat in (Seat(0), Seat(1)):
            yield f"{self.supply_text(seat)}."
            line = self.view.archaeologists[seat]
            if line is not None:
                yield self.lock_text(seat, line)


def _card_width(card: Card) -> int:
    return max(len(card.name), len(card.drawing[0])) + 2

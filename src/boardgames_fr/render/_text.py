"""Scene -> lines of characters, for a terminal, a log, a doctest."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Final, assert_never

import attrs

from boardgames_fr.render._letters import clean, columns, cut, glyphs
from boardgames_fr.render._palette import LIGHT, readable
from boardgames_fr.scene import Align, Box, Disc, Line, Scene, Shape, Stroke, Text, Tone

__all__ = ["to_text"]

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_ARMS: Final = {
    _UP: "│┃║",
    _DOWN: "│┃║",
    _LEFT: "─━═",
    _RIGHT: "─━═",
    _UP | _DOWN: "│┃║",
    _LEFT | _RIGHT: "─━═",
    _DOWN | _RIGHT: "┌┏╔",
    _DOWN | _LEFT: "┐┓╗",
    _UP | _RIGHT: "└┗╚",
    _UP | _LEFT: "┘┛╝",
    _UP | _DOWN | _RIGHT: "├┣╠",
    _UP | _DOWN | _LEFT: "┤┫╣",
    _DOWN | _LEFT | _RIGHT: "┬┳╦",
    _UP | _LEFT | _RIGHT: "┴┻╩",
    _UP | _DOWN | _LEFT | _RIGHT: "┼╋╬",
}
_DASHES: Final = {"│": "┆", "┃": "┇", "─": "┄", "━": "┅"}
_ROUND: Final = {"┌": "╭", "┐": "╮", "└": "╰", "┘": "╯"}
_SHADES: Final = {Tone.BACK: "░", Tone.BROWN: "▒"}
"""What an empty box of a dark tone is filled with, so that it does not need its colour."""


@attrs.define
class _Cell:
    glyph: str = " "
    arms: int = 0
    weight: int = 0
    ground: Tone = Tone.PAPER
    ink: Tone = Tone.INK
    bold: bool = False


@attrs.define
class _Canvas:
    rows: list[list[_Cell]]
    notes: list[str] = attrs.field(factory=list)
    """What is marked and has no room for a mark, said below the picture."""

    def cell(self, x: int, y: int) -> _Cell | None:
        return self.rows[y][x] if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y]) else None

    def write(self, x: int, y: int, text: str, ink: Tone, bold: bool = False) -> None:
        if not 0 <= y < len(self.rows):
            return
        for glyph, width in glyphs(cut(text, len(self.rows[y]) - x)):
            for offset in range(width):
                cell = self.cell(x + offset, y)
                if cell is not None:
                    cell.glyph, cell.arms, cell.ink, cell.bold = "" if offset else glyph, 0, ink, bold
            x += width

    def is_blank(self, x: int, y: int) -> bool:
        cell = self.cell(x, y)
        return cell is not None and cell.glyph == " "

    def draw_arms(self, x: int, y: int, arms: int, ink: Tone, stroke: Stroke, marked: bool) -> None:
        cell = self.cell(x, y)
        if cell is None:
            return
        weight = 2 if marked else 1 if stroke is Stroke.THICK else 0
        cell.weight = max(weight, cell.weight if cell.arms else 0)
        cell.arms |= arms
        glyph = _ARMS[cell.arms][cell.weight]
        cell.glyph = _DASHES.get(glyph, glyph) if stroke is Stroke.DASHED else glyph
        cell.ink = ink

    def frame(self, shape: Box | Disc, ink: Tone, stroke: Stroke, marked: bool = False) -> None:
        left, right = shape.x, shape.x + shape.width - 1
        top, bottom = shape.y, shape.y + shape.height - 1
        for x in range(left, right + 1):
            arms = (_LEFT if x > left else 0) | (_RIGHT if x < right else 0)
            self.draw_arms(x, top, arms | (_DOWN if x in (left, right) else 0), ink, stroke, marked)
            self.draw_arms(x, bottom, arms | (_UP if x in (left, right) else 0), ink, stroke, marked)
        for y in range(top + 1, bottom):
            self.draw_arms(left, y, _UP | _DOWN, ink, stroke, marked)
            self.draw_arms(right, y, _UP | _DOWN, ink, stroke, marked)

    def flag(self, shape: Box | Disc | Text, words: str) -> None:
        """A mark where there was no room for a proper one: a star in a free cell, or else a note."""
        width, height = (columns(words), 1) if isinstance(shape, Text) else (shape.width, shape.height)
        for y in range(shape.y, shape.y + height):
            for x in range(shape.x, shape.x + width):
                if self.is_blank(x, y):
                    self.write(x, y, "*", Tone.ACCENT, bold=True)
                    return
        self.notes.append(f"* {clean(shape.hint or words)}")


def to_text(scene: Scene, width: int | None = None, color: bool = False) -> str:
    """The scene as lines of characters, without trailing spaces, joined by newlines.

    Everything can be told apart without colour; `color` adds ANSI colours. A marked box has a double outline (or
    `>` `<` at its sides), a marked disc `>` `<`, a marked line a `◆`, a marked text a `▸`; where there is no room
    for it, a `*` or a note below the picture. Where the picture is wider than `width` columns it comes in bands, one
    below the other, each under a line that says which columns it shows: nothing is left out. Control characters
    and direction overrides in names are shown as U+FFFD, so a name cannot talk to the terminal.

    Raises:
        ValueError: `width` is less than 1.

    >>> from boardgames_fr.scene import Box, Scene, Text
    >>> print(to_text(Scene("t", "d", 16, 3, (Box(0, 0, 5, 3, lines=("7",), marked=True), Text(7, 1, "your turn")))))
    ╔═══╗
    ║ 7 ║  your turn
    ╚═══╝
    """
    if width is not None and width < 1:
        raise ValueError(f"to_text: width must be at least 1, not {width}")
    canvas = _Canvas([[_Cell() for _ in range(scene.width)] for _ in range(scene.height)])
    for shape in scene.shapes:
        _paint(canvas, shape)
    band = scene.width if width is None else width
    lines: list[str] = []
    for start in range(0, max(scene.width, 1), max(band, 1)):
        end = min(start + band, scene.width)
        if scene.width > band:
            lines.append(cut(f"-- {start + 1}-{end}/{scene.width} --", band))
        lines.extend(_line(row[start:end], color) for row in canvas.rows)
    return "\n".join([*lines, *canvas.notes])


def _paint(canvas: _Canvas, shape: Shape) -> None:
    if isinstance(shape, Box):
        _paint_box(canvas, shape)
    elif isinstance(shape, Disc):
        _paint_disc(canvas, shape)
    elif isinstance(shape, Line):
        _paint_line(canvas, shape)
    elif isinstance(shape, Text):
        _paint_text(canvas, shape)
    else:
        assert_never(shape)


def _lay_ground(canvas: _Canvas, shape: Box | Disc, keep_lines: bool) -> None:
    for y in range(shape.y, shape.y + shape.height):
        for x in range(shape.x, shape.x + shape.width):
            cell = canvas.cell(x, y)
            if cell is not None and not (keep_lines and cell.arms):
                cell.glyph, cell.arms, cell.ground, cell.ink, cell.bold = " ", 0, shape.fill, shape.ink, False


def _paint_box(canvas: _Canvas, box: Box) -> None:
    _lay_ground(canvas, box, keep_lines=False)
    lines = box.lines[: box.height]
    if len(lines) < len(box.lines):
        lines = (*lines[:-1], f"{lines[-1]}…") if lines else ()
    shade = _SHADES.get(box.fill)
    if not lines and shade is not None:
        for y in range(box.height):
            canvas.write(box.x, box.y + y, shade * box.width, box.ink)
    longest = max((columns(line) for line in lines), default=0)
    stroke = Stroke.THICK if box.marked else box.stroke
    framed = stroke is not Stroke.NONE and box.height > 1 and box.width > 1 and longest <= box.width
    if framed:
        canvas.frame(box, Tone.ACCENT if box.marked else Tone.INK, stroke, box.marked)
    inside = len(lines) <= box.height - 2
    first = (box.height - len(lines)) // 2 if inside or not framed else box.height - len(lines)
    for index, line in enumerate(lines):
        shown = cut(line, box.width)
        canvas.write(box.x + (box.width - columns(shown)) // 2, box.y + first + index, shown, box.ink, box.marked)
    if framed:
        return
    if box.height == 1 and longest <= box.width - 2 and stroke is not Stroke.NONE:
        opening, closing = "><" if box.marked else "[]"
        canvas.write(box.x, box.y, opening, Tone.ACCENT if box.marked else Tone.INK, box.marked)
        canvas.write(box.x + box.width - 1, box.y, closing, Tone.ACCENT if box.marked else Tone.INK, box.marked)
    elif box.marked:
        canvas.flag(box, " ".join(box.lines))


def _paint_disc(canvas: _Canvas, disc: Disc) -> None:
    _lay_ground(canvas, disc, keep_lines=True)
    middle = disc.y + (disc.height - 1) // 2
    text = disc.text or ("◉" if disc.marked else "●")
    room = disc.width - columns(text)
    if disc.height >= 3 and room >= 2:
        canvas.frame(disc, disc.ink, Stroke.THIN)
        for y in (disc.y, disc.y + disc.height - 1):
            for x in (disc.x, disc.x + disc.width - 1):
                cell = canvas.cell(x, y)
                if cell is not None:
                    cell.glyph = _ROUND.get(cell.glyph, cell.glyph)
    if room >= 2 and (disc.text or disc.marked):
        text = f">{text}<" if disc.marked else f"({text})"
    shown = cut(text, disc.width)
    canvas.write(disc.x + (disc.width - columns(shown)) // 2, middle, shown, disc.ink, bold=True)
    if disc.marked and room < 2 and disc.text:
        canvas.flag(disc, disc.text)


def _paint_line(canvas: _Canvas, line: Line) -> None:
    (x1, x2), (y1, y2) = sorted((line.x1, line.x2)), sorted((line.y1, line.y2))
    stroke = Stroke.THICK if line.marked else line.stroke
    if stroke is Stroke.NONE:
        return
    if y1 == y2 and x1 != x2:
        for x in range(x1, x2 + 1):
            arms = (_LEFT if x > x1 else 0) | (_RIGHT if x < x2 else 0)
            canvas.draw_arms(x, y1, arms, line.tone, stroke, line.marked)
    elif x1 == x2 and y1 != y2:
        for y in range(y1, y2 + 1):
            arms = (_UP if y > y1 else 0) | (_DOWN if y < y2 else 0)
            canvas.draw_arms(x1, y, arms, line.tone, stroke, line.marked)
    else:  # not across or down: only its ends are certain
        canvas.write(line.x1, line.y1, "·", line.tone)
        canvas.write(line.x2, line.y2, "·", line.tone)
    if line.marked:
        canvas.write((x1 + x2) // 2, (y1 + y2) // 2, "◆", Tone.ACCENT, bold=True)


def _paint_text(canvas: _Canvas, text: Text) -> None:
    length = columns(text.text)
    if text.align is Align.START:
        start = text.x
    elif text.align is Align.MIDDLE:
        start = text.x - length // 2
    else:
        start = text.x - length + 1
    canvas.write(start, text.y, text.text, text.tone, text.bold or text.marked)
    if not text.marked:
        return
    if canvas.is_blank(start - 1, text.y):
        canvas.write(start - 1, text.y, "▸", Tone.ACCENT, bold=True)
    elif canvas.is_blank(start + length, text.y):
        canvas.write(start + length, text.y, "◂", Tone.ACCENT, bold=True)
    else:
        canvas.flag(text, text.text)


_ON_PAPER: Final = {
    Tone.PAPER: "7",
    Tone.MUTED: "2",
    Tone.ACCENT: "35",
    Tone.GOOD: "32",
    Tone.BAD: "31",
    Tone.BACK: "34",
    Tone.BROWN: "33",
    Tone.SEAT_0: "34",
    Tone.SEAT_1: "31",
    Tone.SEAT_2: "32",
    Tone.SEAT_3: "33",
    Tone.SEAT_4: "35",
    Tone.SEAT_5: "36",
}
"""On the terminal's own ground, light or dark, only its own sixteen colours are sure to be readable."""


def _nearest(colour: str) -> int:
    """The colour of the terminals' 6×6×6 cube that is nearest to `#rrggbb`."""
    steps = (0, 95, 135, 175, 215, 255)
    red, green, blue = [
        min(range(6), key=lambda step: abs(steps[step] - int(colour[at : at + 2], 16))) for at in (1, 3, 5)
    ]
    return 16 + 36 * red + 6 * green + blue


@cache
def _codes(ground: Tone, ink: Tone, bold: bool) -> str:
    codes = ["1"] if bold else []
    if ground is not Tone.PAPER:
        codes.append(f"38;5;{_nearest(readable(ink, (ground,), LIGHT))};48;5;{_nearest(LIGHT[ground])}")
    elif ink in _ON_PAPER:
        codes.append(_ON_PAPER[ink])
    return ";".join(codes)


def _style(cell: _Cell) -> str:
    return _codes(cell.ground, cell.ink, cell.bold)


def _line(cells: list[_Cell], color: bool) -> str:
    shown = [cell if columns(cell.glyph) <= len(cells) - at else _Cell("…") for at, cell in enumerate(cells)]
    if not color:
        return "".join(cell.glyph for cell in shown).rstrip()
    parts: list[str] = []
    for codes, run in groupby(shown, _style):
        text = "".join(cell.glyph for cell in run)
        parts.append(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
    return "".join(parts).rstrip()

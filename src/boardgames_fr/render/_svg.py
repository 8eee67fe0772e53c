"""Scene -> one self-contained SVG, the same bytes for the same scene."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple, assert_never

import attrs

from boardgames_fr.render._letters import clean, columns, escape
from boardgames_fr.render._palette import DARK, LIGHT, readable
from boardgames_fr.scene import Align, Box, Disc, Line, Scene, Shape, Stroke, Text, Tone

__all__ = ["to_svg"]

_COLUMN, _ROW = 10, 20
_FONT, _LEAST_FONT = 14.0, 7.0

_NARROW: Final = frozenset("fijlrtI.,:;!'|()[]’‘·- \u00a0\u202f1")
_WIDE: Final = frozenset("mMWÆŒ@%—…→←▸◂★")
_SHADES: Final = "░▒▓"
"""Lines of nothing else stand for a tone where there is no colour; here there is."""
_TILES: Final = "■□█"
"""Pieces of a drawing made of characters: it keeps its columns."""
_GAP = 6.0
"""How far a free text may reach into the blank column that parts it from the next."""

_WORD: Final = re.compile(r"\w+")

_CLASSES: Final = """
{id} text {{ font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, "DejaVu Sans", \
sans-serif; white-space: pre; user-select: none }}
{id} .table {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace }}
{id} .bold {{ font-weight: 700 }}
{id} .floor {{ shape-rendering: crispEdges }}
{id} .thin {{ stroke-width: 1.2 }}
{id} .thick {{ stroke-width: 3 }}
{id} .dashed {{ stroke-width: 1.5; stroke-dasharray: 5 4 }}
{id} .mark {{ stroke: var(--mark); stroke-width: 3.5; fill: none }}
{id} .gap {{ stroke: var(--paper); stroke-width: 1.2; fill: none }}
{id} .flag {{ fill: var(--mark) }}
{id} [data-phrase] {{ cursor: pointer }}
{id} .halo {{ fill: transparent; stroke: none }}
{id} [data-phrase]:hover > .halo {{ stroke: var(--mark); stroke-width: 2 }}
{id} [data-phrase]:focus {{ outline: none }}
{id} [data-phrase]:focus-visible > .halo {{ stroke: var(--mark); stroke-width: 4; stroke-dasharray: 6 3 }}
"""


@attrs.define
class _Sheet:
    """The picture so far: elements, the colours they use, and what lies under each cell."""

    scene: Scene
    body: list[str] = attrs.field(factory=list)
    grounds: dict[tuple[int, int], Tone] = attrs.field(factory=dict)
    inks: dict[str, tuple[Tone, tuple[Tone, ...]]] = attrs.field(factory=dict)
    tones: set[Tone] = attrs.field(factory=lambda: {Tone.PAPER})

    def fill(self, tone: Tone) -> str:
        self.tones.add(tone)
        return f"var(--{tone.value})"

    def ink(self, tone: Tone, under: Iterable[Tone]) -> str:
        """The colour of `tone` as ink on these grounds, as a reference to a property of its own."""
        grounds = tuple(sorted(set(under), key=lambda ground: ground.value)) or (Tone.PAPER,)
        name = f"{tone.value}-on-{'-'.join(ground.value for ground in grounds)}"
        self.inks[name] = (tone, grounds)
        return f"var(--{name})"

    def under(self, x: int, y: int, width: int = 1, height: int = 1) -> set[Tone]:
        cells = ((at, row) for row in range(y, y + height) for at in range(x, x + width))
        return {self.grounds.get(cell, Tone.PAPER) for cell in cells}

    def cover(self, shape: Box | Disc) -> None:
        for row in range(max(shape.y, 0), min(shape.y + shape.height, self.scene.height)):
            for at in range(max(shape.x, 0), min(shape.x + shape.width, self.scene.width)):
                self.grounds[at, row] = shape.fill


def to_svg(scene: Scene) -> str:
    """The scene as an SVG document without a header, to be saved as a file or put into a page.

    It scales (`viewBox` only), follows the reader's light or dark scheme, and needs no script, font or other file.
    Its title and description are its accessible name. Each clickable shape is a `<g>` with its phrase in
    `data-phrase`, reachable by keyboard, with the shape's hint as its label; what is marked has the class `marked`, a
    heavy second outline and a corner flag (a line a diamond, a text an underline). Texts shrink to fit their
    shape and have a contrast of at least 4.5 with what is under them. Everything from the scene is escaped.
    Ids are made from the content, so equal scenes give equal bytes.

    >>> from boardgames_fr.scene import Box, Scene
    >>> 'data-phrase="place 7"' in to_svg(Scene("t", "d", 8, 3, (Box(0, 0, 8, 3, phrase="place 7"),)))
    True
    """
    sheet = _Sheet(scene)
    for shape in scene.shapes:
        _add(sheet, shape)
    body = "\n".join(sheet.body)
    width, height = max(scene.width, 1) * _COLUMN, max(scene.height, 1) * _ROW
    name = (
        "s"
        + sha256(
            f"{scene.title}\n{scene.description}\n{width} {height}\n{body}".encode("utf-8", "replace")
        ).hexdigest()[:12]
    )
    label = f'aria-labelledby="{name}-title {name}-desc"'
    # Inside an image a screen reader finds no buttons: with clickable shapes the image is the sheet under them.
    buttons = any(shape.phrase is not None for shape in scene.shapes)
    outer, sheet_role = ('role="group"', f' role="img" {label}') if buttons else ('role="img"', "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {width} {height}" {outer} {label}>\n'
        f'<title id="{name}-title">{escape(scene.title)}</title>\n'
        f'<desc id="{name}-desc">{escape(scene.description)}</desc>\n'
        f"<style>{_style(sheet, name)}</style>\n"
        f'<rect width="{width}" height="{height}" fill="var(--paper)"{sheet_role}/>\n'
        f"{body}\n</svg>\n"
    )


def _style(sheet: _Sheet, name: str) -> str:
    blocks: list[str] = []
    for palette in (LIGHT, DARK):
        colours = [f"--{tone.value}: {palette[tone]}" for tone in Tone if tone in sheet.tones]
        colours += [f"--{ink}: {readable(tone, under, palette)}" for ink, (tone, under) in sorted(sheet.inks.items())]
        colours.append(f"--mark: {palette[Tone.ACCENT]}")
        blocks.append(f"#{name} {{ {'; '.join(colours)} }}")
    light, dark = blocks
    return f"\n{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}{_CLASSES.format(id='#' + name)}"


def _add(sheet: _Sheet, shape: Shape) -> None:
    if isinstance(shape, Box):
        parts, halo = _box(sheet, shape)
    elif isinstance(shape, Disc):
        parts, halo = _disc(sheet, shape)
    elif isinstance(shape, Line):
        parts, halo = _line(sheet, shape)
    elif isinstance(shape, Text):
        parts, halo = _text(sheet, shape)
    else:
        assert_never(shape)
    hint = f"<title>{escape(shape.hint)}</title>" if shape.hint else ""
    kind = (
        f' class="marked {type(shape).__name__.lower()}"'
        if shape.marked
        else f' class="{type(shape).__name__.lower()}"'
    )
    if shape.phrase is not None:
        label = escape(_label(shape) or shape.phrase)
        opening = f'<g{kind} data-phrase="{escape(shape.phrase)}" tabindex="0" role="button" aria-label="{label}">'
        sheet.body.append(f"{opening}{hint}{''.join(parts)}{halo}</g>")
    else:
        sheet.body.append(f'<g{kind} aria-hidden="true">{hint}{"".join(parts)}</g>')


def _label(shape: Shape) -> str:
    """What a clickable shape is called: its hint, after the words on it, by which somebody who speaks asks for it."""
    words = _words(shape)
    if not shape.hint or not words:
        return shape.hint or words
    missing = set(_WORD.findall(words.casefold())) - set(_WORD.findall(shape.hint.casefold()))
    return f"{words}, {shape.hint}" if missing else shape.hint


def _words(shape: Shape) -> str:
    if isinstance(shape, Box):
        return " ".join(line for line in shape.lines if line.strip(_SHADES))
    return "" if isinstance(shape, Line) else shape.text


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _rect(x: float, y: float, width: float, height: float, rest: str) -> str:
    place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(max(width, 0))}" height="{_number(max(height, 0))}"'
    return f"<rect {place} {rest}/>"


def _box(sheet: _Sheet, box: Box) -> tuple[list[str], str]:
    around = sheet.under(box.x, box.y, box.width, box.height)
    sheet.cover(box)
    x, y, width, height = box.x * _COLUMN, box.y * _ROW, box.width * _COLUMN, box.height * _ROW
    inset = 0.0 if box.stroke is Stroke.NONE else 1.5 if box.stroke is Stroke.THICK or box.marked else 0.8
    corner = 5 if box.fill in (Tone.CARD, Tone.BACK) else 2 if inset else 0
    edge = Tone.ACCENT if box.fill is Tone.ACCENT else Tone.INK if box.stroke is Stroke.THICK else Tone.MUTED
    outline = (
        f'stroke="{sheet.ink(edge, around)}" class="{box.stroke.value}"'
        if box.stroke is not Stroke.NONE
        else 'class="floor"'
    )
    inner = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
    parts = [_rect(*inner, f'rx="{corner}" fill="{sheet.fill(box.fill)}" {outline}'.rstrip())]
    if box.fill is Tone.BACK and box.width >= 3 and box.height >= 2:  # the frame of a card's back
        line = f'rx="3" fill="none" stroke="{sheet.ink(Tone.PAPER, (box.fill,))}" class="thin" stroke-opacity="0.6"'
        parts.append(_rect(x + 5, y + 5, width - 10, height - 10, line))
    room = height / max(len(box.lines), 1)
    pitch = min(room, 22.0 if len(box.lines) > 1 else room)
    top = y + height / 2 - pitch * len(box.lines) / 2
    ink = sheet.ink(box.ink, (box.fill,)) if box.lines else ""
    for index, line in enumerate(box.lines):
        if line and not line.strip(_SHADES):
            continue
        middle = top + pitch * (index + 0.5)
        largest = _FONT if not _is_sign(line) else 16.0 if len(box.lines) > 1 else min(max(_FONT, room * 0.42), 26.0)
        space = _Space(x + width / 2, middle, width - (9 if box.marked else 4), min(pitch * 0.86, largest))
        parts.append(_letters(line, space, ink, "middle", bold=box.marked))
    if box.marked:
        parts.append(_rect(x + 4, y + 4, width - 8, height - 8, f'rx="{corner}" class="gap"'))
        parts.append(_rect(x + 1.75, y + 1.75, width - 3.5, height - 3.5, f'rx="{corner}" class="mark"'))
        parts.append(f'<path d="M{x} {y}h10l-10 10z" class="flag"/>')
    return parts, _rect(x + 1, y + 1, width - 2, height - 2, f'rx="{corner}" class="halo"')


def _is_sign(text: str) -> bool:
    """Whether it is a card's or a square's sign, which may be larger than words: `7`, `10♦`, `R`."""
    return columns(text) <= (3 if any(char.isdigit() for char in text) else 2)


def _disc(sheet: _Sheet, disc: Disc) -> tuple[list[str], str]:
    around = sheet.under(disc.x, disc.y, disc.width, disc.height)
    sheet.cover(disc)
    cx, cy = disc.x * _COLUMN + disc.width * _COLUMN / 2, disc.y * _ROW + disc.height * _ROW / 2
    radius = min(disc.width * _COLUMN, disc.height * _ROW) / 2 - 1
    centre = f'cx="{_number(cx)}" cy="{_number(cy)}"'
    outline = f'stroke="{sheet.ink(Tone.INK, around)}" class="thin"'
    parts = [f'<circle {centre} r="{_number(radius)}" fill="{sheet.fill(disc.fill)}" {outline}/>']
    if disc.text:
        ink = sheet.ink(disc.ink, (disc.fill,))
        parts.append(
            _letters(disc.text, _Space(cx, cy, radius * 1.7, min(radius * 1.5, 20.0)), ink, "middle", bold=True)
        )
    if disc.marked:
        parts.append(f'<circle {centre} r="{_number(radius + 2)}" class="mark"/>')
        parts.append(f'<path d="M{_number(cx)} {_number(cy - radius - 1)}l5 -7h-10z" class="flag"/>')
    return parts, f'<circle {centre} r="{_number(radius + 1)}" class="halo"/>'


def _line(sheet: _Sheet, line: Line) -> tuple[list[str], str]:
    x1, x2 = line.x1 * _COLUMN + _COLUMN // 2, line.x2 * _COLUMN + _COLUMN // 2
    y1, y2 = line.y1 * _ROW + _ROW // 2, line.y2 * _ROW + _ROW // 2
    place = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    grounds = sheet.under(line.x1, line.y1) | sheet.under(line.x2, line.y2)
    tone = sheet.ink(line.tone, grounds)
    parts: list[str] = []
    if line.marked:
        parts.append(f'<line {place} class="mark" stroke-linecap="round"/>')
        parts.append(f'<path d="M{(x1 + x2) // 2} {(y1 + y2) // 2 - 7}l7 7l-7 7l-7 -7z" class="flag"/>')
    elif line.stroke is not Stroke.NONE:
        parts.append(f'<line {place} stroke="{tone}" class="{line.stroke.value}" stroke-linecap="round"/>')
    left, top = min(x1, x2) - _COLUMN / 2, min(y1, y2) - _ROW / 2
    return parts, _rect(left, top, abs(x2 - x1) + _COLUMN, abs(y2 - y1) + _ROW, 'rx="3" class="halo"')


def _text(sheet: _Sheet, text: Text) -> tuple[list[str], str]:
    length = columns(text.text)
    if text.align is Align.START and length > 1:
        first, x, anchor = text.x, text.x * _COLUMN, "start"
    elif text.align is not Align.END:  # one letter stands in the middle of its cell
        first, x, anchor = text.x - length // 2, text.x * _COLUMN + _COLUMN // 2, "middle"
    else:
        first, x, anchor = text.x - length + 1, (text.x + 1) * _COLUMN, "end"
    y = text.y * _ROW
    ink = sheet.ink(text.tone, sheet.under(first, text.y, max(length, 1)))
    bold = text.bold or text.marked
    room = float(length * _COLUMN)
    space = _Space(x, y + _ROW / 2, room + _GAP, _FONT)
    size, _ = _fitted(text.text, space, bold)
    parts = [_letters(text.text, space, ink, anchor, bold)]
    if text.marked:
        wide = min(space.width, _estimate(text.text, bold) * size)
        left = x if anchor == "start" else x - wide / 2 if anchor == "middle" else x - wide
        parts.append(_rect(left, y + _ROW - 2.5, wide, 2.5, 'class="flag"'))
    return parts, _rect(first * _COLUMN, y, room, _ROW, 'rx="3" class="halo"')


def _estimate(text: str, bold: bool) -> float:
    """About how wide a text is, in ems, in any of the fonts, rather more than less."""
    ems = 0.0
    for char in clean(text):
        if columns(char) == 2:
            ems += 1.05
        elif char in _NARROW:
            ems += 0.38
        elif char in _WIDE:
            ems += 0.98
        else:
            ems += 0.82 if char == "w" else 0.7 if char.isupper() or char.isdigit() else 0.6
    return ems * (1.06 if bold else 1.0)


class _Space(NamedTuple):
    """Where a text stands (its anchor, halfway up), how wide it may be, and how large its letters."""

    x: float
    y: float
    width: float
    largest: float


def _fitted(text: str, space: _Space, bold: bool) -> tuple[float, bool]:
    """The size of the letters, and whether they must be squeezed even so."""
    size, room = max(space.largest, 0.0), max(space.width, 0.0)
    needed = _estimate(text, bold)
    if needed * size > room:
        size = max(min(size, room / needed), min(_LEAST_FONT, size))
    return round(size, 1), needed * size > room + 0.5


def _letters(text: str, space: _Space, ink: str, anchor: str, bold: bool) -> str:
    size, squeezed = _fitted(text, space, bold)
    kinds = ["bold"] if bold else []
    fit = f' textLength="{_number(max(space.width, 1))}" lengthAdjust="spacingAndGlyphs"' if squeezed else ""
    if "  " in text or any(tile in text for tile in _TILES):  # set out in columns by hand
        kinds.append("table")
        size = round(min(size, space.width / (0.61 * max(columns(text), 1))), 1)
    style = f' class="{" ".join(kinds)}"' if kinds else ""
    place = f'x="{_number(space.x)}" y="{_number(space.y + size * 0.35)}" font-size="{_number(size)}"'
    return f'<text {place} fill="{ink}" text-anchor="{anchor}"{style}{fit}>{escape(text)}</text>'

"""A picture as data: what a game draws of a view, and every renderer reads.

A scene is laid out on a grid of *character cells*: x counts columns to the right, y rows downwards, all whole
numbers. A text renderer prints it cell by cell; a graphic renderer makes each cell 10 units wide and 20 high, so a
square of a board is twice as many columns wide as it is rows high (4 × 2, say). Shapes are painted in order, later
over earlier. Sizes count cells: a `Box` at x=4, y=2 that is 8 wide and 3 high covers columns 4 to 11 and rows 2 to 4.
A `Line` runs through the middles of its first and last cell.

A shape may be clickable: it then carries one `phrase` of the game's vocabulary (see `actions`), which is what a
click on it says. A shape that shows the last thing seen is `marked`. `hint` is the text for a tooltip and for a
screen reader. Colours are meanings (`Tone`), so that a renderer can do light, dark and colour-blind palettes.

    >>> from boardgames_fr.render import to_text
    >>> card = Box(0, 0, 6, 3, Tone.CARD, lines=("7",), phrase="place 7", hint="the seven")
    >>> print(to_text(Scene("A card", "One card, the seven.", 6, 3, (card,))))
    ┌────┐
    │ 7  │
    └────┘
"""

from __future__ import annotations

import enum
from typing import TypeAlias

import attrs

__all__ = ["Align", "Box", "Disc", "Line", "Scene", "Shape", "Stroke", "Text", "Tone"]


class Tone(enum.Enum):
    """What a colour means. `SEAT_0` … `SEAT_7` are the players' colours, `ROOM_0` … `ROOM_5` soft floors."""

    PAPER = "paper"
    INK = "ink"
    MUTED = "muted"
    ACCENT = "accent"
    GOOD = "good"
    BAD = "bad"
    CARD = "card"
    BACK = "back"
    FIELD = "field"
    BEIGE = "beige"
    BROWN = "brown"
    SEAT_0 = "seat-0"
    SEAT_1 = "seat-1"
    SEAT_2 = "seat-2"
    SEAT_3 = "seat-3"
    SEAT_4 = "seat-4"
    SEAT_5 = "seat-5"
    SEAT_6 = "seat-6"
    SEAT_7 = "seat-7"
    ROOM_0 = "room-0"
    ROOM_1 = "room-1"
    ROOM_2 = "room-2"
    ROOM_3 = "room-3"
    ROOM_4 = "room-4"
    ROOM_5 = "room-5"


class Stroke(enum.Enum):
    """How an outline or a line is drawn."""

    NONE = "none"
    THIN = "thin"
    THICK = "thick"
    DASHED = "dashed"


class Align(enum.Enum):
    """Where a text stands on its anchor column."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@attrs.frozen
class Box:
    """A rectangle with, if there is room, lines of text in its middle: a card, a perch, a square, a button."""

    x: int
    y: int
    width: int
    height: int
    fill: Tone = Tone.PAPER
    stroke: Stroke = Stroke.THIN
    lines: tuple[str, ...] = ()
    ink: Tone = Tone.INK
    marked: bool = False
    phrase: str | None = None
    hint: str = ""


@attrs.frozen
class Disc:
    """A round piece that fills the cells of a box of this size, with a letter or two on it: a pawn, an object."""

    x: int
    y: int
    width: int
    height: int
    fill: Tone = Tone.INK
    text: str = ""
    ink: Tone = Tone.PAPER
    marked: bool = False
    phrase: str | None = None
    hint: str = ""


@attrs.frozen
class Line:
    """A straight line, across or down, from the middle of one cell to the middle of another: a wall, an opening."""

    x1: int
    y1: int
    x2: int
    y2: int
    tone: Tone = Tone.INK
    stroke: Stroke = Stroke.THIN
    marked: bool = False
    phrase: str | None = None
    hint: str = ""


@attrs.frozen
class Text:
    """One line of words, anchored at a cell."""

    x: int
    y: int
    text: str
    tone: Tone = Tone.INK
    align: Align = Align.START
    bold: bool = False
    marked: bool = False
    phrase: str | None = None
    hint: str = ""


Shape: TypeAlias = Box | Disc | Line | Text
"""What a scene is made of."""


@attrs.frozen
class Scene:
    """A picture of `width` columns and `height` rows; `description` says in words what a viewer sees."""

    title: str
    description: str
    width: int
    height: int
    shapes: tuple[Shape, ...] = ()

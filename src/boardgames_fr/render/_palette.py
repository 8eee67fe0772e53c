"""What the tones look like, light and dark, and which ink can be read on which ground.

The seats' colours are a set that people with any of the common colour blindnesses tell apart, and renderers never
rely on colour alone. A tone asked for as ink is darkened or lightened until it stands out from what lies under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from boardgames_fr.scene import Tone

__all__ = ["CONTRAST", "DARK", "LIGHT", "Palette", "contrast", "readable"]

Palette = dict[Tone, str]

CONTRAST = 4.5
"""The least contrast of a text with its ground (WCAG 2, level AA)."""

_SEATS_LIGHT = ("#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#f0e442", "#3d3d3d")
_SEATS_DARK = ("#3b9bd6", "#e8762c", "#22b88d", "#f0b02b", "#d993b8", "#7cc7f2", "#f2e968", "#c9c9c9")
_ROOMS_LIGHT = ("#fdf0c4", "#d9e9fb", "#dcf1df", "#fbdfdb", "#e9e0f7", "#e6e6e1")
_ROOMS_DARK = ("#4a3f1c", "#1f3a57", "#1f4229", "#54302b", "#3c3056", "#3a3a36")

_SEAT_TONES = tuple(tone for tone in Tone if tone.name.startswith("SEAT_"))
_ROOM_TONES = tuple(tone for tone in Tone if tone.name.startswith("ROOM_"))

LIGHT: Palette = {
    Tone.PAPER: "#fcfbf8",
    Tone.INK: "#1c1b19",
    Tone.MUTED: "#625e57",
    Tone.ACCENT: "#8a1c7c",
    Tone.GOOD: "#1b6b35",
    Tone.BAD: "#b3261e",
    Tone.CARD: "#fffdf2",
    Tone.BACK: "#2f4b73",
    Tone.FIELD: "#dcead6",
    Tone.BEIGE: "#ecd9ae",
    Tone.BROWN: "#7a4a24",
    **dict(zip(_SEAT_TONES, _SEATS_LIGHT, strict=True)),
    **dict(zip(_ROOM_TONES, _ROOMS_LIGHT, strict=True)),
}

DARK: Palette = {
    Tone.PAPER: "#191b1f",
    Tone.INK: "#eeece7",
    Tone.MUTED: "#aaa59c",
    Tone.ACCENT: "#f29be6",
    Tone.GOOD: "#7fd698",
    Tone.BAD: "#ff9d94",
    Tone.CARD: "#33322e",
    Tone.BACK: "#5f86bd",
    Tone.FIELD: "#26382a",
    Tone.BEIGE: "#dcc794",
    Tone.BROWN: "#6e4526",
    **dict(zip(_SEAT_TONES, _SEATS_DARK, strict=True)),
    **dict(zip(_ROOM_TONES, _ROOMS_DARK, strict=True)),
}

_STEPS = 20


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    shares = [part / 255 for part in _channels(colour)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours `#rrggbb`, 1.0 … 21.0, as WCAG 2 defines it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return round((high + 0.05) / (low + 0.05), 2)


def _mixed(colour: str, goal: str, step: int) -> str:
    parts = [
        (ours * (_STEPS - step) + theirs * step + _STEPS // 2) // _STEPS
        for ours, theirs in zip(_channels(colour), _channels(goal), strict=True)
    ]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def readable(ink: Tone, grounds: Iterable[Tone], palette: Palette) -> str:
    """The colour nearest to `ink` that has a contrast of `CONTRAST` or more with every one of `grounds`.

    Where none has it with all of them, the one whose worst contrast is best.
    """
    under = [palette[ground] for ground in grounds]
    wanted = palette[ink]
    if ink in (Tone.INK, Tone.PAPER):  # black and white have no hue to keep: as strong as they can be
        candidates = (wanted, palette[Tone.INK], palette[Tone.PAPER], "#000000", "#ffffff")
        good = [colour for colour in candidates if all(contrast(colour, ground) >= CONTRAST for ground in under)]
        return good[0] if good else max(candidates, key=lambda colour: _worst(colour, under))
    tried = [wanted]
    for step in range(_STEPS + 1):
        for goal in ("#000000", "#ffffff"):
            colour = _mixed(wanted, goal, step)
            if all(contrast(colour, ground) >= CONTRAST for ground in under):
                return colour
            tried.append(colour)
    return max(tried, key=lambda colour: _worst(colour, under))


def _worst(colour: str, under: Sequence[str]) -> float:
    return min(contrast(colour, ground) for ground in under)

"""Text that comes from a scene, made safe to show: a scene may hold names that somebody else chose."""

from __future__ import annotations

import unicodedata

__all__ = ["clean", "columns", "cut", "escape", "glyphs"]

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Controls (terminal escapes, XML-invalid ones), direction overrides, lone surrogates, line breaks."""


def _is_unsafe(char: str) -> bool:
    # The last two code points of each plane are no characters, and XML refuses two of them.
    return unicodedata.category(char) in _UNSAFE or ord(char) & 0xFFFE == 0xFFFE


def clean(text: str) -> str:
    """`text` with every character that could do more than stand there replaced by U+FFFD.

    >>> clean("a\\x1b[31mb\\u202e")
    'a�[31mb�'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_unsafe(char) else char for char in text)


def escape(text: str) -> str:
    """`text`, cleaned, as it stands in XML or HTML, between tags or in a quoted attribute.

    >>> escape('<a href="x">')
    '&lt;a href=&quot;x&quot;&gt;'
    """
    text = clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")


def _width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def glyphs(text: str) -> list[tuple[str, int]]:
    """What a terminal shows of a cleaned text: each base character with its accents, and how many columns it takes."""
    found: list[tuple[str, int]] = []
    for char in clean(text):
        width = _width(char)
        if width == 0 and found:
            found[-1] = (found[-1][0] + char, found[-1][1])
        elif width == 0:
            found.append((" " + char, 1))
        else:
            found.append((char, width))
    return found


def columns(text: str) -> int:
    """How many columns a terminal needs for `text`.

    >>> columns("élan"), columns("恐竜")
    (4, 4)
    """
    return sum(width for _, width in glyphs(text))


def cut(text: str, room: int) -> str:
    """`text` if it fits in `room` columns; otherwise as much as does, with `…` at the end.

    >>> cut("promontory", 6)
    'promo…'
    """
    if columns(text) <= room:
        return clean(text)
    kept, used = "", 0
    for glyph, width in glyphs(text):
        if used + width > room - 1:
            break
        kept, used = kept + glyph, used + width
    return kept + "…" if room > 0 else ""

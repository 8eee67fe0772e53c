"""Scene -> a page, or a piece of one."""

from __future__ import annotations

from boardgames_fr.game import Lang
from boardgames_fr.render._letters import escape
from boardgames_fr.render._svg import to_svg
from boardgames_fr.scene import Scene

__all__ = ["to_html"]

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: #fcfbf8; color: #1c1b19 }
@media (prefers-color-scheme: dark) { body { background: #191b1f; color: #eeece7 } }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
figure { margin: 0 }
svg { display: block; width: 100%; height: auto; max-height: 85vh }
figcaption { margin-top: .75rem; overflow-wrap: anywhere; white-space: pre-line }
"""


def to_html(scene: Scene, *, fragment: bool = False, lang: Lang | None = None) -> str:
    """The scene as a web page with its picture and, in words, its description; deterministic, without scripts.

    With `fragment` only the `<figure>`, to be put into a page of one's own. `lang` is the language that the scene
    was drawn in, for the reader's screen reader. Everything from the scene is escaped.

    >>> from boardgames_fr.scene import Scene
    >>> to_html(Scene("<b>", "d", 1, 1)).count("&lt;b&gt;") > 1
    True
    """
    # Line breaks in a description are the author's paragraphs; anything else unprintable is replaced.
    words = "\n".join(escape(line) for line in scene.description.split("\n"))
    language = "" if lang is None else f' lang="{lang.value}"'
    figure = (
        f'<figure class="boardgames-fr"{language if fragment else ""}>\n{to_svg(scene)}'
        f"<figcaption>{words}</figcaption>\n</figure>\n"
    )
    if fragment:
        return figure
    title = escape(scene.title)
    return (
        f'<!DOCTYPE html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{figure}</body>\n</html>\n"
    )

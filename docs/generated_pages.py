"""A Sphinx extension: pages that are made from the library itself, so that none is forgotten.

For every game of the registry, its rule books with a picture of a game drawn by the library; for every public
module, a page of the reference. They are written below `docs/_generated/`, which is not kept.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import public_reference
from public_names import public_modules
from sphinx.application import Sphinx

from boardgames_fr import CHANCE, AnyGame, Lang, Seat, find_game, games
from boardgames_fr.render import to_svg

HERE = Path(__file__).parent
OUT = HERE / "_generated"
LANGUAGES = {Lang.FR: "Règles en français", Lang.EN: "Rules in English"}


def mid_game(game: AnyGame, moves: int = 30) -> object:
    """The state of a random game of default rules after so many moves, with a seat to move."""
    rng, state = Random(54), game.new_game(next(iter(game.presets.values())))
    made = 0
    while (legal := game.legal_moves(state)) and (made < moves or game.to_move(state) is CHANCE):
        state = game.apply(state, legal[int(rng.random() * len(legal))])
        made += 1
    return state


def picture(game: AnyGame, lang: Lang) -> str:
    """A picture of that state, as the seat sees it that is to move."""
    state = mid_game(game)
    mover = game.to_move(state)
    seat = mover if isinstance(mover, int) else Seat(0)
    return to_svg(game.draw(game.observe(state, seat), lang))


def write(path: Path, text: str) -> None:
    """Write what changed, so that Sphinx reads again only that."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def rule_pages() -> None:
    """The rule books of every game in every language, and their list."""
    names = []
    for name in games():
        game = find_game(name)
        for lang in Lang:
            book = game.rule_book(lang)
            if not book:
                continue
            write(OUT / "rules" / f"{name}_{lang.value}.svg", picture(game, lang))
            title, _, rest = book.partition("\n")
            alt = "Une partie en cours" if lang is Lang.FR else "A game in progress"
            shown = f"{title}\n\n![{alt}]({name}_{lang.value}.svg)\n{rest}"
            write(OUT / "rules" / f"{name}_{lang.value}.md", shown)
            names.append(f"{title.lstrip('# ')}, {LANGUAGES[lang].rpartition(' ')[2]} <{name}_{lang.value}>")
    lines = [
        "# Rules",
        "",
        "Each game in French and in English, with a picture drawn by the library. Every rule is marked:",
        "**T**, the text that the game was built from says it; **P**, other public descriptions say it;",
        "**R**, a ruling of our own where both are silent, with its reason and, where there is one, the",
        "option that changes it. At the end of each book stand the tests that hold its rules. `boardgames-fr",
        "rules GAME --lang fr` shows the same text.",
        "",
        "The rules of the games are their authors'; the words here are ours, and so are the house of",
        "Capharnaüm, the dinosaur cards and the deck of dated animals, since the published ones are not ours",
        "to give.",
        "",
    ]
    for name in games():
        game = find_game(name)
        books = [(lang, game.rule_book(lang)) for lang in Lang if game.rule_book(lang)]
        if books:
            links = " · ".join(f"[{LANGUAGES[lang]}]({name}_{lang.value}.md)" for lang, _ in books)
            lines += [f"## {game.title}", "", books[-1][1].split("\n\n")[1], "", links, ""]
    write(OUT / "rules" / "index.md", "\n".join([*lines, "```{toctree}", ":hidden:", "", *names, "```", ""]))


def reference_pages() -> None:
    """A page for every public module, and their list."""
    pages = public_modules()
    for name in pages:
        write(OUT / "reference" / f"{name}.rst", public_reference.page(name))
    lines = [
        "# Reference",
        "",
        "Every public module, from its docstrings. A name is public if no part of its path begins with an underscore.",
        "",
        "Each public name is documented at one path, which is the one to import it from. What the front door",
        "`boardgames_fr` gives (`Game`, `Seat`, `CHANCE`, the errors, `find_game` …) is documented there. The modules",
        "`boardgames_fr.game`, `boardgames_fr.errors` and `boardgames_fr.registry`, where these things are made, have",
        "the same objects, and document what the front door leaves out. All that belongs to a game is in the game's",
        "package.",
        "",
    ]
    write(OUT / "reference" / "index.md", "\n".join([*lines, "```{toctree}", ":maxdepth: 1", "", *pages, "```", ""]))


def make_all(_app: Sphinx) -> None:
    """Write all pages."""
    rule_pages()
    reference_pages()


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("builder-inited", make_all)
    app.connect("autodoc-process-docstring", public_reference.docstring)
    app.connect("autodoc-process-signature", public_reference.signature)
    app.connect("missing-reference", public_reference.resolve)
    app.connect("doctree-resolved", public_reference.link_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

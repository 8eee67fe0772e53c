"""Pictures: a `Scene` (what `Game.draw` makes of a view) as text, as SVG, as a web page, and in a notebook.

    >>> from boardgames_fr import Lang, Seat, find_game
    >>> from boardgames_fr.render import show, to_svg, to_text
    >>> game = find_game("dinosaures")
    >>> state = game.new_game(game.rules_type())
    >>> scene = game.draw(game.observe(state, Seat(0)), Lang.EN)
    >>> "Beige: lay or flip" in to_text(scene)
    True
    >>> to_svg(scene)[:4]  # a string, to be saved or sent
    '<svg'
    >>> picture = show(game, state, Seat(0), Lang.EN)  # the last value of a notebook's cell: the picture itself

Scenes come from views, never from states, so a picture shows nothing that its seat may not know.
"""

from __future__ import annotations

import attrs

from boardgames_fr.game import Game, Lang, MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.render._html import to_html
from boardgames_fr.render._svg import to_svg
from boardgames_fr.render._text import to_text
from boardgames_fr.scene import Scene

__all__ = ["Picture", "show", "show_view", "to_html", "to_svg", "to_text"]


@attrs.frozen
class Picture:
    """A scene that a notebook shows as a picture, and `print` as text."""

    scene: Scene

    def _repr_svg_(self) -> str:
        return to_svg(self.scene)

    def _repr_html_(self) -> str:
        return to_html(self.scene, fragment=True)

    def __str__(self) -> str:
        return to_text(self.scene)


def show(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, seat: Seat | None, lang: Lang = Lang.EN) -> Picture:
    """What `seat` sees of `state` (`None`: a spectator), as a picture.

    Raises:
        MissingPartError: the game cannot draw.
    """
    return show_view(game, game.observe(state, seat), lang)


def show_view(game: Game[RulesT, StateT, MoveT, ViewT], view: ViewT, lang: Lang = Lang.EN) -> Picture:
    """A view as a picture.

    Raises:
        MissingPartError: the game cannot draw.
    """
    return Picture(game.draw(view, lang))

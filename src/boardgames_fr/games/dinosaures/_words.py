"""Words for people, in French and English: buttons, refusals, what happened, and the rule book."""

from __future__ import annotations

from importlib import resources
from typing import Final, assert_never

from boardgames_fr.game import Lang, Refusal, Seat
from boardgames_fr.games.dinosaures._notation import parse_move
from boardgames_fr.games.dinosaures._rules import Axis, Colour, Dig, Flip, Lay, Line, Move, Skip, View, outcome
from boardgames_fr.games.dinosaures._worlds import state_of

_FR, _EN = Lang.FR, Lang.EN
_COLOUR: Final = {
    (Colour.BEIGE, _FR): "beige",
    (Colour.BEIGE, _EN): "beige",
    (Colour.BROWN, _FR): "marron",
    (Colour.BROWN, _EN): "brown",
}
_AXIS: Final = {
    (Axis.COL, _FR): "colonne",
    (Axis.COL, _EN): "column",
    (Axis.ROW, _FR): "rangée",
    (Axis.ROW, _EN): "row",
}
_SEAT: Final = {_FR: ("Beige", "Marron"), _EN: ("Beige", "Brown")}


def colour_word(colour: Colour, lang: Lang) -> str:
    """The colour as a word, in small letters."""
    return _COLOUR[colour, lang]


def seat_word(seat: Seat, lang: Lang) -> str:
    """What a seat is called: its colour, with a capital."""
    return _SEAT[lang][seat]


def line_word(line: Line, lang: Lang) -> str:
    """The line as words, without an article."""
    return f"{_AXIS[line.axis, lang]} {line.number}"


def label(_view: View, move: Move, lang: Lang) -> str:
    """A move as words for a button."""
    french = lang is _FR
    if isinstance(move, Lay):
        colour = colour_word(move.colour, lang)
        return f"Poser en {move.square}, face {colour}" if french else f"Lay {colour} on {move.square}"
    if isinstance(move, Flip):
        return f"{'Retourner la' if french else 'Flip'} {line_word(move.line, lang)}"
    if isinstance(move, Dig):
        return f"{'Exhumer' if french else 'Dig up'} {move.card}"
    if isinstance(move, Skip):
        return "Ne rien exhumer" if french else "Dig nothing up"
    assert_never(move)


_SENTENCES: Final = {
    ("game-over", _FR): "La partie est terminée.",
    ("game-over", _EN): "The game is over.",
    ("not-legal-here", _FR): "Ce coup n’est pas permis ici.",
    ("not-legal-here", _EN): "This move is not allowed here.",
    ("no-move", _FR): "Ce n’est pas un coup de ce jeu.",
    ("no-move", _EN): "This is no move of this game.",
    ("dig-asked", _FR): "Le coup est joué\u00a0: il reste à exhumer un dinosaure ou à passer.",
    ("dig-asked", _EN): "The move is made: now dig up a dinosaur, or skip.",
    ("move-asked", _FR): "Il faut d’abord poser une tuile ou retourner une ligne.",
    ("move-asked", _EN): "First lay a tile or flip a line.",
    ("occupied", _FR): "Il y a déjà une tuile {tile} en {square}.",
    ("occupied", _EN): "There is a {tile} tile on {square} already.",
    ("not-beside", _FR): "La case {square} ne touche aucune tuile par un côté.",
    ("not-beside", _EN): "The square {square} shares no side with a tile.",
    ("locked", _FR): "L’archéologue de {seat} bloque la {line}.",
    ("locked", _EN): "{seat}’s archaeologist locks {line}.",
    ("no-tile", _FR): "Il n’y a aucune tuile dans la {line}.",
    ("no-tile", _EN): "There is no tile in {line}.",
    ("no-such-card", _FR): "Aucune carte ne s’appelle {card}.",
    ("no-such-card", _EN): "No card is called {card}.",
    ("already-dug", _FR): "{card} est déjà exhumé.",
    ("already-dug", _EN): "{card} is dug up already.",
    ("no-zone", _FR): "Aucune zone de la couleur de {seat} n’a la forme de {card}.",
    ("no-zone", _EN): "No zone of {seat}’s colour has the shape of {card}.",
}


def explain(refusal: Refusal, lang: Lang) -> str:
    """The sentence that tells a player why a move is refused."""
    words: dict[str, str] = {}
    for name, value in refusal.data:
        if name == "seat" and isinstance(value, int):
            words[name] = seat_word(Seat(value), lang)
        elif name == "tile":
            words[name] = colour_word(Colour(value), lang)
        elif name == "line":
            words[name] = line_word(Line.parse(str(value)), lang)
        else:
            words[name] = str(value)
    sentence = _SENTENCES[refusal.reason, lang].format_map(words)
    return sentence if refusal.rule == "-" else f"{sentence} ({refusal.rule})"


def narrate(before: View, seen: str, after: View, lang: Lang) -> str:
    """What everybody saw happen, in a sentence or two; the end and its points when the game has ended."""
    move, seat = parse_move(seen), before.mover
    who = "" if seat is None else seat_word(seat, lang)
    told = _told(before, move, who, lang)
    if after.mover is None:
        told = " ".join((told, *ending(after, lang)))
    return told


def _told(before: View, move: Move, who: str, lang: Lang) -> str:
    french = lang is _FR
    if isinstance(move, Lay):
        colour = colour_word(move.colour, lang)
        if french:
            return f"{who} pose une tuile en {move.square}, face {colour}."
        return f"{who} lays a tile on {move.square}, {colour} side up."
    if isinstance(move, Flip):
        count = sum(_in_line(tile.square.x, tile.square.y, move.line) for tile in before.tiles)
        line = line_word(move.line, lang)
        if french:
            return f"{who} retourne la {line} ({count} tuile{'s' if count > 1 else ''}) et y place son archéologue."
        return f"{who} flips {line} ({count} tile{'s' if count > 1 else ''}); the archaeologist stands there now."
    if isinstance(move, Dig):
        return f"{who} exhume {move.card}." if french else f"{who} digs up {move.card}."
    if isinstance(move, Skip):
        return f"{who} n’exhume rien." if french else f"{who} digs nothing up."
    assert_never(move)


def _in_line(x: int, y: int, line: Line) -> bool:
    return (x if line.axis is Axis.COL else y) == line.number


def ending(view: View, lang: Lang) -> tuple[str, str]:
    """Of a finished game: why it has ended, and who has won with which penalty points; two sentences."""
    result = outcome(state_of(view))
    assert result is not None
    reason, french = _reason(view, lang), lang is _FR
    points = " – ".join(map(str, result.scores))
    if len(result.winners) > 1:
        return reason, f"Égalité ({points})." if french else f"A draw ({points})."
    who = seat_word(max(result.winners), lang)
    return reason, f"{who} gagne (pénalités\u00a0: {points})." if french else f"{who} wins (penalties: {points})."


def _reason(view: View, lang: Lang) -> str:
    french = lang is _FR
    if any(len(dug) == len(view.rules.cards) for dug in view.dug):  # DI-6
        return "Tous les dinosaures sont exhumés." if french else "All dinosaurs are dug up."
    if 0 in view.supplies:  # DI-7
        return "Une réserve est vide." if french else "A supply is empty."
    return "La partie n’avance plus." if french else "The game has stalled."  # DI-9


def rule_book(lang: Lang) -> str:
    """The whole rules in Markdown."""
    return (
        resources.files("boardgames_fr.games.dinosaures").joinpath(f"rules_{lang.value}.md").read_text(encoding="utf-8")
    )

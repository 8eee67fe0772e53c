"""A view as a picture: the piles with their tops, large, and buttons for the seat that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from boardgames_fr.game import Lang, Seat
from boardgames_fr.games.animals._rules import SEATS, Animal, Call, Calls, Phase, View
from boardgames_fr.games.animals._words import (
    animal_cry,
    animal_name,
    called,
    card_sign,
    label,
    listed,
    rank_name,
    tell_answer,
)
from boardgames_fr.scene import Box, Scene, Shape, Stroke, Text, Tone

_WIDTH: Final = 46
_CELL, _TALL = 23, 6
_BUTTON: Final = 15
_TONES: Final = (
    *(Tone.SEAT_0, Tone.SEAT_1, Tone.SEAT_2, Tone.SEAT_3),
    *(Tone.SEAT_4, Tone.SEAT_5, Tone.SEAT_6, Tone.SEAT_7),
)
_NB: Final = "\u00a0"


def draw(view: View, lang: Lang) -> Scene:
    """The table as this view's seat sees it, at most 46 columns wide. Buried cards are a number only."""
    french = lang is Lang.FR
    shapes: list[Shape] = [Text(0, 0, _headline(view, lang), bold=True)]
    shapes.append(Text(0, 1, _pack_line(view, lang), tone=Tone.MUTED))
    for seat in SEATS[: view.rules.seats]:
        shapes += _seat_cell(view, seat, seat % 2 * _CELL, 3 + seat // 2 * _TALL, lang)
    y = 3 + (view.rules.seats + 1) // 2 * _TALL
    for line in wrap(_status(view, lang), _WIDTH):
        shapes.append(Text(0, y, line, bold=True))
        y += 1
    y += 1
    if _is_asked(view):
        for place, animal in enumerate((*view.rules.animals, None)):
            shapes.append(_button(view, animal, place % 3 * _BUTTON, y + place // 3 * 3, lang))
        y += (view.rules.seats + 3) // 3 * 3
    piles = " ; " if french else "; "
    description = piles.join(_seat_words(view, seat, lang) for seat in SEATS[: view.rules.seats])
    return Scene("Animals", f"{_headline(view, lang)}. {description}. {_status(view, lang)}", _WIDTH, y, tuple(shapes))


def cut(text: str, width: int) -> str:
    """The text, or if it is longer than `width` its beginning and `…`."""
    return text if len(text) <= width else text[: width - 1] + "…"


def _headline(view: View, lang: Lang) -> str:
    if view.rules.rounds == 1:
        return "Animals"
    number = f"{view.round}/{view.rules.rounds}"
    return f"Animals – manche {number}" if lang is Lang.FR else f"Animals – round {number}"


def _pack_line(view: View, lang: Lang) -> str:
    count = len(view.pack)
    if view.receiver is None:
        return "Paquet épuisé" if lang is Lang.FR else "The pack is used up"
    name = cut(animal_name(view.rules.animals[view.receiver], lang), 16)
    return f"Paquet{_NB}: {count} – prochaine{_NB}: {name}" if lang is Lang.FR else f"Pack: {count} – next: {name}"


def _last_dealt(view: View) -> Seat | None:
    """Who got the last card, if that was the last thing seen."""
    dealt = 52 * view.rules.packs - len(view.pack)
    if not dealt or view.answers or view.answered:
        return None
    return Seat((view.dealer + dealt) % view.rules.seats)


def _state_of(view: View, seat: Seat) -> str:
    """`asked`, `judged`, `open` or `closed`; empty if its top matches no other."""
    for group in view.groups:
        if seat in group.seats:
            if group.rank is view.judged:
                return "judged"
            if group.rank in view.asked and group.open:
                return "asked"
            return "open" if group.open else "closed"
    return ""


_STATES: Final = {
    "": ("", ""),
    "asked": ("à l’appel", "to call"),
    "judged": ("jugé", "judged"),
    "open": ("égalité", "match"),
    "closed": ("fermé", "closed"),
}


def _seat_cell(view: View, seat: Seat, x: int, y: int, lang: Lang) -> Iterator[Shape]:
    french = lang is Lang.FR
    pile, state = view.piles[seat], _state_of(view, seat)
    animal = view.rules.animals[seat]
    card = "–" if pile.top is None else card_sign(pile.top, lang)
    words = _seat_words(view, seat, lang)
    answers = {answer.seat: answer for answer in view.answers}
    strokes = {"asked": Stroke.THICK, "judged": Stroke.THICK, "closed": Stroke.DASHED}
    yield Box(
        x,
        y,
        7,
        5,
        fill=Tone.PAPER if pile.top is None else Tone.CARD,
        stroke=Stroke.DASHED if pile.top is None else strokes.get(state, Stroke.THIN),
        lines=(card,),
        ink=Tone.MUTED if pile.top is None else Tone.INK,
        marked=_last_dealt(view) == seat,
        hint=words,
    )
    room = _CELL - 9
    name = animal_name(animal, lang)
    turn = ("son tour" if french else "its turn") if view.turn == seat else ""
    yield Text(x + 8, y, cut(f"{name} ←" if turn else name, room), tone=_TONES[seat], bold=True, hint=turn)
    size = f"{pile.size} carte{'s' * (pile.size > 1)}" if french else f"{pile.size} card{'s' * (pile.size != 1)}"
    yield Text(x + 8, y + 1, size)
    if view.rules.calls is Calls.CRIES:
        yield Text(x + 8, y + 2, cut(animal_cry(animal, lang), room), tone=Tone.MUTED)
    note = _STATES[state][not french]
    if seat in view.answered and view.phase is Phase.ANSWER:
        note = "a répondu" if french else "has answered"
    if view.rules.rounds > 1 and not note:
        note = f"total {view.won[seat]}"
    if note:
        yield Text(x + 8, y + 3, note, tone=Tone.ACCENT if state in ("asked", "judged") else Tone.MUTED)
    if seat in answers:
        said = answers[seat].animal
        word = "…" if said is None else called(view.rules, said, lang) + (f"{_NB}!" if french else "!")
        yield Text(x + 8, y + 4, cut(word, room), marked=True, hint=tell_answer(view, answers[seat], lang))


def _seat_words(view: View, seat: Seat, lang: Lang) -> str:
    pile, name = view.piles[seat], animal_name(view.rules.animals[seat], lang)
    if pile.top is None:
        return f"{name}{_NB}: pile vide" if lang is Lang.FR else f"{name}: empty pile"
    sign = card_sign(pile.top, lang)
    if lang is Lang.FR:
        return f"{name}{_NB}: {sign}, {pile.size} carte{'s' * (pile.size > 1)}"
    return f"{name}: {sign}, {pile.size} card{'s' * (pile.size > 1)}"


def _is_asked(view: View) -> bool:
    """Whether this view's seat has to answer in the open window, now or after others (at a live table: at once)."""
    seat = view.seat
    if view.turn is None or seat is None or seat in view.answered:
        return False
    return any(seat in group.seats and group.rank in view.asked and group.open for group in view.groups)


def _status(view: View, lang: Lang) -> str:
    french = lang is Lang.FR
    if view.turn is not None:
        if view.turn == view.seat:
            return f"À vous d’appeler{_NB}!" if french else "Your call!"
        name = animal_name(view.rules.animals[view.turn], lang)
        if _is_asked(view):
            return f"{name} doit répondre, vous aussi." if french else f"{name} is to answer, and so are you."
        return f"{name} doit répondre." if french else f"{name} is to answer."
    if view.judged is not None:
        rank = rank_name(view.judged, lang)
        return f"La table juge{_NB}: groupe de {rank}." if french else f"The table judges the group of {rank}."
    if view.phase is Phase.DEAL:
        return "La table donne une carte." if french else "The table deals a card."
    if view.phase is Phase.GATHER:
        return "Manche finie, la table rassemble les cartes." if french else "Round over: the table gathers."
    return _winners(view, lang)


def _winners(view: View, lang: Lang) -> str:
    most = max(view.won)
    names = [animal_name(view.rules.animals[seat], lang) for seat, cards in enumerate(view.won) if cards == most]
    if lang is Lang.FR:
        return f"{listed(names, lang)} gagne{'nt' * (len(names) > 1)} avec {most} cartes."
    return f"{listed(names, lang)} win{'s' * (len(names) == 1)} with {most} cards."


def _button(view: View, animal: Animal | None, x: int, y: int, lang: Lang) -> Box:
    move = Call(animal)
    word = label(view, move, lang) if animal is None else called(view.rules, animal, lang)
    return Box(
        x,
        y,
        _BUTTON,
        3,
        fill=Tone.PAPER if animal is None else _TONES[view.rules.animals.index(animal)],
        lines=(cut(word, _BUTTON - 2),),
        ink=Tone.INK if animal is None else Tone.PAPER,
        phrase=str(move),
        hint=label(view, move, lang),
    )

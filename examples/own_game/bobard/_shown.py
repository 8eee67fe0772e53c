"""A view as a picture for people, and as numbers for programs that learn."""

from __future__ import annotations

from boardgames_fr import Lang, Seat
from boardgames_fr.scene import Align, Box, Scene, Shape, Stroke, Text, Tone
from bobard._rules import Rules, View, owner, points


def asked(view: View) -> Seat | None:
    """The seat that is to move; `None`: the table, or nobody."""
    if not view.rounds or view.rounds[-1].doubted is not None:
        return None
    speaker = owner(len(view.rounds) - 1)
    return speaker if view.rounds[-1].claim is None else Seat(1 - speaker)


def draw(view: View, lang: Lang) -> Scene:
    """A column of cards a round, and buttons for the seat that is to move."""
    french = lang is Lang.FR
    scores, mover, width = points(view), asked(view), 4 * max(view.cards, view.rounds_to_play)
    words = (
        ("siège", "Manche", "points", "Au tour du siège") if french else ("seat", "Round", "points", "To move: seat")
    )
    heading = f"{words[1]} {len(view.rounds)}/{view.rounds_to_play}"
    shapes: list[Shape] = [
        Text(0, 0, "Bobard", bold=True),
        Text(width - 1, 0, heading, align=Align.END, tone=Tone.MUTED),
    ]
    for seat, tone in enumerate((Tone.SEAT_0, Tone.SEAT_1)):
        shapes.append(Text(0, 1 + seat, f"{words[0]} {seat}: {scores[seat]} {words[2]}", tone=tone))
    for index, each in enumerate(view.rounds):
        shapes.append(
            Box(
                4 * index,
                4,
                4,
                3,
                Tone.BACK if each.card is None else Tone.CARD,
                Stroke.THICK if index == len(view.rounds) - 1 else Stroke.THIN,
                (str(each.card or "?"),),
                Tone.PAPER if each.card is None else Tone.INK,
                marked=index == len(view.rounds) - 1,
            )
        )
        claim = "" if each.claim is None else f"≥{each.claim}" + ("!" if each.doubted else "")
        shapes.append(Text(4 * index, 7, claim, tone=Tone.SEAT_1 if owner(index) else Tone.SEAT_0))
    if mover is not None:
        shapes.append(Text(0, 9, f"{words[3]} {mover}."))
    if mover is not None and mover == view.seat:
        shapes += _buttons(view, french)
    description = " ".join(shape.text for shape in shapes if isinstance(shape, Text) and shape.text)
    return Scene("Bobard", description, width, 13, tuple(shapes))


def _buttons(view: View, french: bool) -> list[Shape]:
    if view.rounds[-1].claim is None:
        return [
            Box(4 * i, 10, 4, 3, lines=(f"{i + 1}",), phrase=f"claim {i + 1}", hint=f"{i + 1}+")
            for i in range(view.cards)
        ]
    names = ("croire", "douter") if french else ("believe", "doubt")
    width = 2 * max(view.cards, view.rounds_to_play)
    phrases = ("believe", "doubt")
    return [Box(width * i, 10, width, 3, lines=(names[i],), phrase=phrases[i]) for i in range(2)]


def feature_names(rules: Rules) -> tuple[str, ...]:
    """What the numbers of `features` mean, in order."""
    seen = (f"seen {card}" for card in range(1, rules.cards + 1))
    return ("rounds", "points 0", "points 1", "own card", "claim", "to move 0", "to move 1", *seen)


def feature_bounds(rules: Rules) -> tuple[tuple[int, int], ...]:
    """The lowest and the highest value of each."""
    most = 2 * rules.cards * rules.rounds
    card = (0, rules.cards)
    return ((0, rules.rounds), (0, most), (0, most), card, card, (0, 1), (0, 1), *((0, 1),) * rules.cards)


def features(view: View) -> tuple[int, ...]:
    """The view as numbers; 0 where there is nothing, or nothing that this seat may know."""
    mover, seen = asked(view), {each.card for each in view.rounds}
    last = view.rounds[-1] if mover is not None else None
    own = last.card if last is not None and owner(len(view.rounds) - 1) == view.seat else None
    return (
        len(view.rounds),
        *points(view),
        own or 0,
        (last.claim if last is not None else None) or 0,
        int(mover == 0),
        int(mover == 1),
        *(int(card in seen) for card in range(1, view.cards + 1)),
    )

"""The laws about secrets notice a leak in a real game, not only in a toy: our own games with a hole made in them."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from boardgames_fr.chance import stream
from boardgames_fr.conformance import LAWS
from boardgames_fr.errors import LawBrokenError
from boardgames_fr.game import CHANCE, AnyGame, Lang, Refusal, Seat
from boardgames_fr.games import animals, domestication
from boardgames_fr.games import pecking_order as po


def shows_a_card(state: po.State, seat: Seat | None) -> po.View:
    """Seat 0 sees the value of every card of seat 1."""
    view = po.observe(state, seat)
    if seat != 0:
        return view
    truth = po.observe(state, Seat(1)).cards
    return attrs.evolve(
        view, cards=tuple(theirs if theirs.owner == 1 else own for own, theirs in zip(view.cards, truth, strict=True))
    )


def shows_the_deck(state: po.State, seat: Seat | None) -> po.View:
    """A spectator sees which cards seat 0 has not drawn, not only how many."""
    view = po.observe(state, seat)
    return view if seat is not None else attrs.evolve(view, deck=po.observe(state, Seat(0)).deck)


def refuses_by_the_hidden_card(state: po.State, move: po.Move) -> Refusal | None:
    """The sentence counts cards that the mover cannot count."""
    refusal = po.why_illegal(state, move)
    mover = po.to_move(state)
    if refusal is None or mover is None or mover is CHANCE:
        return refusal
    deck = po.observe(state, Seat(1 - mover)).deck
    return attrs.evolve(refusal, data=(*refusal.data, ("left", str(deck[:1]))))


def lists_years_by_card(state: domestication.State, seat: Seat | None) -> domestication.View:
    """The years that are not known, in the order of the cards that they belong to."""
    view = domestication.observe(state, seat)
    order = {year: at for at, year in enumerate(state.years)}
    return attrs.evolve(view, unknown=tuple(sorted(view.unknown, key=lambda year: order.get(year, 0))))


def last_answerer(state: animals.State) -> Seat | None:
    answered = animals.observe(state, None).answered
    return answered[-1] if answered else None


def sees_answers_at_once(state: animals.State, seat: Seat | None) -> animals.View:
    """What others have answered is shown before the window is complete."""
    return attrs.evolve(animals.observe(state, seat), own=animals.observe(state, last_answerer(state)).own)


def answers_aloud(state: animals.State, move: animals.Move, seat: Seat | None) -> str:
    """Silence is not sealed."""
    return "call none" if str(move) == "call none" else animals.seen(state, move, seat)


SHOWN: list[object] = [None]


def remembers(state: animals.State, seat: Seat | None) -> animals.View:
    SHOWN[0] = state.answers
    return animals.observe(state, seat)


def draws_what_it_remembers(view: animals.View, lang: Lang) -> Any:
    return attrs.evolve(animals.draw(view, lang), description=str(SHOWN[0]))


SECRECY = ("twins_look_alike", "views_forget_nothing", "worlds_look_alike", "nothing_leaks")

HOLES: list[tuple[AnyGame, str, dict[str, Any], set[str]]] = [
    (po.GAME, "classic", {"observe": shows_a_card}, {"twins_look_alike", "worlds_look_alike", "nothing_leaks"}),
    (po.GAME, "classic", {"observe": shows_the_deck}, {"twins_look_alike", "nothing_leaks"}),
    (po.GAME, "tiny", {"why_illegal": refuses_by_the_hidden_card}, {"nothing_leaks"}),
    (domestication.GAME, "classic", {"observe": lists_years_by_card}, {"worlds_look_alike", "nothing_leaks"}),
    (animals.GAME, "classic", {"observe": sees_answers_at_once}, {"worlds_look_alike", "nothing_leaks"}),
    (animals.GAME, "classic", {"seen": answers_aloud}, {"views_forget_nothing"}),
    (animals.GAME, "classic", {"observe": remembers, "draw": draws_what_it_remembers}, {"nothing_leaks"}),
]


@pytest.mark.parametrize(
    ("game", "preset", "changes", "laws"),
    HOLES,
    ids=[next(iter(changes.values())).__name__ for _, _, changes, _ in HOLES],
)
def test_a_hole_in_a_game_is_found(game: AnyGame, preset: str, changes: dict[str, Any], laws: set[str]) -> None:
    leaking = attrs.evolve(game, **changes)
    found = set()
    for law in SECRECY:
        for index in range(3):
            try:
                LAWS[law].holds(leaking, game.presets[preset], stream(3, law, index))
            except LawBrokenError:
                found.add(law)
                break
    assert found == laws

"""Numbers that Python refuses to print: whatever takes one says so by an error of the library, with a short message."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from boardgames_fr.errors import (
    BoardGamesError,
    IllegalMoveError,
    NotationError,
    RulesError,
    StaleVersionError,
    UnknownSeatError,
    shown,
)
from boardgames_fr.games import animals as an
from boardgames_fr.games import capharnaum as ca
from boardgames_fr.games import dinosaures as di
from boardgames_fr.games import domestication as do
from boardgames_fr.games import pecking_order as po

HUGE: Any = 10**5000
BITS = "an integer of 16610 bits"
MOST = 10**9
GAMES = (an, ca, di, do, po)

BOUNDED = [
    (an, "rounds"),
    (an, "first_weight"),
    (an, "tie_weight"),
    (ca, "objects"),
    (ca, "rounds"),
    (ca, "outside_capacity"),
    (di, "stall_limit"),
    (do, "turn_limit"),
    (po, "rounds"),
    (po, "double_bonus"),
]


@pytest.mark.parametrize(("game", "field"), BOUNDED, ids=lambda value: getattr(value, "__name__", value))
def test_a_number_that_no_rule_bounds_is_at_most_a_thousand_million(game: Any, field: str) -> None:
    rules = game.Rules(**{field: MOST})
    assert getattr(rules, field) == MOST
    assert f"{field}={MOST}" in repr(rules)
    assert game.new_game(rules).rules == rules
    for wrong in (MOST + 1, HUGE, -HUGE):
        with pytest.raises(RulesError, match=rf"{MOST}\b") as error:
            game.Rules(**{field: wrong})
        assert (error.value.field, error.value.value) == (field, wrong)


def test_a_perch_is_worth_at_most_a_thousand_million() -> None:
    assert po.Perch(po.PerchName("a"), MOST).value == MOST
    with pytest.raises(RulesError, match=r"^value = '1000000001': an integer from 0 to 1000000000$"):
        po.Perch(po.PerchName("a"), MOST + 1)


@pytest.mark.parametrize(
    ("game", "field"),
    [(game, name) for game in GAMES for name in game.Rules.__annotations__ if not name.startswith("_")],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_every_field_of_every_rules_refuses_a_number_too_long_to_print(game: Any, field: str) -> None:
    for wrong in (HUGE, (HUGE,)):
        with pytest.raises(RulesError) as error:
            game.Rules(**{field: wrong})
        assert len(str(error.value)) < 300
        assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


SQUARE = ca.Square("k7")
MOVES: list[Callable[[], object]] = [
    lambda: an.Deal(HUGE),
    lambda: an.Call(HUGE),
    lambda: an.First(HUGE),
    lambda: ca.DrawFirst(HUGE),
    lambda: ca.PlaceAdult(HUGE),
    lambda: ca.PlaceChild(HUGE),
    lambda: ca.Walk(HUGE, SQUARE),
    lambda: ca.Walk(ca.Token(1), HUGE),
    lambda: ca.Walk(ca.Token(1), SQUARE, (HUGE,)),
    lambda: ca.Send(HUGE, SQUARE, SQUARE),
    lambda: ca.Send(ca.Token(1), HUGE, SQUARE),
    lambda: ca.Send(ca.Token(1), SQUARE, HUGE),
    lambda: ca.Send(ca.Token(1), SQUARE, SQUARE, (HUGE,)),
    lambda: ca.Catch(HUGE),
    lambda: ca.Pick(HUGE),
    lambda: ca.Stay(HUGE),
    lambda: di.Square(HUGE, 0),
    lambda: di.Square(0, HUGE),
    lambda: di.Line(di.Axis.COL, HUGE),
    lambda: di.Line(HUGE, 0),
    lambda: di.Lay(HUGE, di.Colour.BEIGE),
    lambda: di.Lay(di.Square(0, 0), HUGE),
    lambda: di.Flip(HUGE),
    lambda: di.Dig(HUGE),
    lambda: do.Date(HUGE, do.Year(1)),
    lambda: do.Date(do.CardName("chien"), HUGE),
    lambda: do.Deal(HUGE),
    lambda: do.Place(HUGE, do.Gap(0)),
    lambda: do.Place(do.CardName("chien"), HUGE),
    lambda: po.Draw(HUGE),
    lambda: po.Place(HUGE),
    lambda: po.Peek(HUGE),
]


@pytest.mark.parametrize("make", MOVES, ids=range(len(MOVES)))
def test_no_move_takes_a_number_too_long_to_print(make: Callable[[], object]) -> None:
    with pytest.raises(NotationError) as error:
        make()
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: po.Draw(HUGE), f"'draw {BITS}': expected a bird from 1 to 15, or J"),
        (lambda: an.First(HUGE), f"'first {BITS}': expected a seat from 0 to 7"),
        (lambda: po.Rules(first=HUGE), f"first = '{BITS}': an integer from 0 to 1"),
        (lambda: do.Rules(turn_limit=HUGE), f"turn_limit = '{BITS}': must be 1 to 1000000000, or None for no limit"),
    ],
)
def test_such_a_number_is_told_by_its_bits(make: Callable[[], object], message: str) -> None:
    with pytest.raises(BoardGamesError) as error:
        make()
    assert str(error.value) == message


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_such_a_number_in_place_of_a_move_is_an_illegal_move(game: Any) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{BITS}: "):
        game.apply(game.new_game(game.Rules()), HUGE)


def test_other_errors_tell_it_by_its_bits_too() -> None:
    assert str(UnknownSeatError(HUGE, 2)) == f"no seat '{BITS}': the seats are 0 to 1"
    assert str(StaleVersionError(HUGE, 2)) == f"made for version {BITS}, the session is at version 2"


def test_whatever_is_shown_is_short_and_never_fails() -> None:
    class Mute:
        def __str__(self) -> str:
            raise RuntimeError

    assert [shown(value) for value in (7, "seven", None, True, -12)] == ["7", "seven", "None", "True", "-12"]
    assert shown((HUGE,)) == "a tuple without a text"
    assert shown(Mute()) == "a Mute without a text"
    assert (shown(2**256 - 1), shown(2**256)) == (str(2**256 - 1), "an integer of 257 bits")
    assert shown("x" * 80) == "x" * 80
    assert shown("x" * 81) == "x" * 79 + "…"
    assert shown("seven", 5) == "seven"
    assert shown("seven", 4) == "sev…"

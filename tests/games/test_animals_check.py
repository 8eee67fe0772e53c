"""Animals: states from outside are trusted only if nothing about them is impossible."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import attrs
import pytest

from boardgames_fr.chance import below
from boardgames_fr.codec import Codec
from boardgames_fr.errors import CodecError, StateError
from boardgames_fr.game import Seat
from boardgames_fr.games import animals as an
from boardgames_fr.games.animals import Rules, State


def table(*texts: str, **fields: object) -> State:
    state = an.new_game(Rules(dealer=Seat(3), **fields))  # type: ignore[arg-type]  # fields of Rules
    for text in texts:
        state = an.apply(state, an.parse_move(text))
    return state


PAIR = ("deal 7H", "deal 7C")
THREE = (*PAIR, "call none", "call none", "deal 7D")
TWO_GROUPS = ("deal 7H", "deal 8D", "deal 7C", "call none", "call none", "deal 8C")
FACTS = [field.name for field in attrs.fields(State) if field.eq]
WINDOW = ("asked", "before", "answers", "captured")


def changed(state: State, **facts: object) -> State:
    """The state with other facts (or parts of its window), and what follows from them."""
    window = tuple(facts.pop(name, getattr(state, name)) for name in WINDOW)
    values = {name: getattr(state, name) for name in FACTS} | {"window": window} | facts
    make: Callable[..., State] = State.from_facts
    return make(**values)


def problem(state: State, **facts: object) -> str:
    with pytest.raises(StateError) as caught:
        an.check_state(changed(state, **facts))
    return caught.value.problem


def over(rounds: int = 1) -> State:
    """All dealt, everybody silent."""
    rng, state = Random(2), table(rounds=rounds)
    while an.legal_moves(state) and state.phase is not an.Phase.GATHER:
        moves = an.legal_moves(state)
        state = an.apply(state, moves[-1] if state.phase is an.Phase.ANSWER else moves[below(rng, len(moves))])
    return state


SHAPES: list[tuple[dict[str, object], str]] = [
    ({"rules": None}, "rules: not Rules"),
    ({"standing": [1, 0, 0, 0, 0]}, "standing: not 5 numbers"),
    ({"standing": (1, 0, 0, 0)}, "standing: not 5 numbers"),
    ({"standing": (1, 0, 0, 0, 0, 0)}, "standing: not 5 numbers"),
    ({"standing": (1, 0, 0, 0, False)}, "standing: not 5 numbers"),
    ({"piles": [(), (), (), ()]}, "piles: not 4 piles"),
    ({"piles": ((), (), ())}, "piles: not 4 piles"),
    ({"piles": ((), (), (), [])}, "piles: not 4 piles"),
    ({"piles": ((), (), (), (52,))}, "piles: not a card's number"),
    ({"piles": ((), (), (), (-1,))}, "piles: not a card's number"),
    ({"piles": ((), (), (), (True,))}, "piles: not a card's number"),
]


@pytest.mark.parametrize(("facts", "expected"), SHAPES)
def test_facts_of_a_wrong_shape_make_no_state_at_all(facts: dict[str, object], expected: str) -> None:
    with pytest.raises(StateError) as caught:
        changed(table(), **facts)
    assert caught.value.problem == expected
    with pytest.raises(StateError) as caught:
        an.check_state(attrs.evolve(table(), **facts))  # type: ignore[arg-type]  # wrong on purpose
    assert caught.value.problem == expected


SEVENS = tuple(an.Card.parse(text).number for text in ("7H", "7C", "7D"))


@pytest.mark.parametrize(
    ("state", "facts", "expected"),
    [
        (table(), {"standing": (0, 0, 0, 0, 0)}, "standing: the round is not from 1 to 1"),
        (table(), {"standing": (2, 52, 0, 0, 0)}, "standing: the round is not from 1 to 1"),
        (table(), {"turn": 4}, "turn: neither a seat nor one of the table's"),
        (table(), {"turn": -17}, "turn: neither a seat nor one of the table's"),
        (table(), {"turn": -1.0}, "turn: neither a seat nor one of the table's"),
        (table(), {"turn": True}, "turn: neither a seat nor one of the table's"),
        (table(), {"groups": True}, "groups: not a mask of seats"),
        (table(), {"groups": 1 << 16}, "groups: not a mask of seats"),
        (table(), {"groups": -1}, "groups: not a mask of seats"),
        (table(), {"captured": 1 << 13}, "captured: not a mask of ranks"),
        (table(), {"captured": -1}, "captured: not a mask of ranks"),
        (table(), {"captured": False}, "captured: not a mask of ranks"),
        (table(), {"window": [(), (), (), 0]}, "window: not its four parts"),
        (table(), {"window": ((), (), ())}, "window: not its four parts"),
        (table(), {"groups": 1}, "groups: not the seats with equal tops"),
        (table("deal 7H"), {"groups": 1 << 8}, "groups: not the seats with equal tops"),
        (table(*PAIR), {"groups": 0}, "groups: not the seats with equal tops"),
        (table(*PAIR), {"groups": 7}, "groups: not the seats with equal tops"),
        (table(*PAIR), {"groups": 3 | 3 << 8}, "groups: not the seats with equal tops"),
        (table(*PAIR), {"groups": 1 | 2 << 8}, "groups: one is both open and closed"),
        (table(), {"captured": 1}, "captured: no window is judged"),
        (table(*PAIR), {"captured": 1 << 6}, "captured: no window is judged"),
        (
            table("deal 7H"),
            {"piles": ((SEVENS[0],) * 2, (), (), ())},
            f"piles: card {SEVENS[0]} is there 2 times, not at most 1",
        ),
        (
            table(packs=2),
            {"piles": ((SEVENS[1],) * 3, (), (), ())},
            f"piles: card {SEVENS[1]} is there 3 times, not at most 2",
        ),
        (table("deal 7H"), {"piles": ((), (SEVENS[0],), (), ())}, "piles: seat 1 has cards, but none was dealt to it"),
        (table("deal 7H"), {"piles": ((), (), (), (SEVENS[0],))}, "piles: seat 3 has cards, but none was dealt to it"),
        (table(), {"turn": -3}, "turn: the round is over, but cards are left"),
        (table(rounds=2), {"turn": -2}, "turn: the round is over, but cards are left"),
        (over(), {"turn": -1}, "turn: the table deals, but no card is left"),
        (over(2), {"turn": -3}, "turn: the game is over before its last round"),
        (over(), {"turn": -2}, "turn: the last round is not gathered"),
        (table(), {"standing": (1, 1, 0, 0, 0)}, "standing: not the cards of 0 rounds"),
        (table(), {"standing": (1, 1, -1, 0, 0)}, "standing: not a number of cards"),
        (table(rounds=2), {"standing": (2, 0, 0, 0, 51)}, "standing: not the cards of 1 rounds"),
        (over(), {"standing": (1, 13, 13, 13, 12)}, "standing: not the cards of 1 rounds"),
        (over(), {"standing": (1, 14, 12, 13, 13)}, "standing: fewer than the piles on the table"),
        (table(), {"asked": [0, 1]}, "asked: no tuple"),
        (table(), {"before": [(0, 1)]}, "before: no tuple"),
        (table(), {"answers": []}, "answers: no tuple"),
        (table(*PAIR), {"before": (0, 1)}, "before: not pairs"),
        (table(*PAIR), {"before": ((0, 1, 1), (1, 0, 0))}, "before: not pairs"),
        (table(*PAIR), {"before": ((0, 1), (4, 1))}, "asked, before: not a seat"),
        (table(*PAIR), {"asked": (0, 4)}, "asked, before: not a seat"),
        (table(*PAIR), {"asked": (False, 1)}, "asked, before: not a seat"),
        (table(*PAIR), {"before": ((0, 4), (1, 1))}, "answers, before: not a seat's animal"),
        (table(*PAIR), {"answers": (-1,)}, "answers, before: not a seat's animal"),
        (table(*PAIR), {"answers": (True,)}, "answers, before: not a seat's animal"),
        (table(*PAIR), {"asked": (1, 0)}, "asked, before: seats out of order"),
        (table(*PAIR), {"before": ((0, 1), (0, 1))}, "asked, before: seats out of order"),
        (table(*PAIR), {"asked": (0,)}, "asked, before: a window for a single seat"),
        (table(*PAIR), {"before": ((0, 1),)}, "asked, before: a window for a single seat"),
        (table(), {"asked": (0, 1), "answers": (None, None)}, "asked: a window before the first deal"),
        (table(*PAIR), {"turn": 1}, "turn: not the next seat that is asked"),
        (table(*PAIR), {"answers": (None,)}, "turn: not the next seat that is asked"),
        (table(*PAIR), {"answers": (None, None)}, "turn: not the next seat that is asked"),
        (table(*PAIR), {"answers": (None, None, None)}, "turn: not the next seat that is asked"),
        (table(*PAIR), {"asked": (), "turn": 0}, "turn: not the next seat that is asked"),
        (table(*PAIR), {"asked": (0, 2)}, "asked: not all open groups"),
        (table(*THREE), {"asked": (0, 1)}, "asked: not all open groups"),
        (table(*PAIR), {"groups": 3 << 8}, "asked: not all open groups"),
        (table(*THREE, "call hibou", "call none", "call none"), {"asked": (0, 3)}, "asked: not whole open groups"),
        (table(*THREE, "call hibou", "call none", "call none"), {"groups": 5 << 8}, "asked: not whole open groups"),
        (
            table(*THREE, "call hibou", "call none", "call none"),
            {"before": ((0, 1), (1, None))},
            "asked: a seat that the window before did not ask",
        ),
        (table(*PAIR, "call none", "call none"), {"answers": (None,)}, "answers: not one for each seat that was asked"),
        (table(*PAIR, "call none", "call none"), {"asked": ()}, "answers: not one for each seat that was asked"),
        (table(*PAIR, "call none", "call none"), {"before": ((0, 1), (1, 0))}, "before: no window is open"),
        (table(*PAIR, "call hibou", "call renard"), {"captured": 1 << 6}, "captured: a rank that is not settled"),
        (table(*PAIR, "call hibou", "call renard"), {"captured": 1}, "captured: a rank that is not settled"),
        (table(*PAIR, "call hibou", "call renard"), {"groups": 3 << 8}, "asked: not whole open groups"),
        (table(*PAIR, "call hibou", "call renard"), {"turn": -4}, "turn: a judgement without two correct calls"),
        (
            table(*PAIR, "call hibou", "call renard"),
            {"answers": (1, None)},
            "turn: a judgement without two correct calls",
        ),
        (
            table(*PAIR, "call hibou", "call renard"),
            {"answers": (0, 0)},
            "turn: a judgement without two correct calls",
        ),
        (
            table(*THREE, "call hibou", "call renard", "call none"),
            {"asked": (0, 1), "answers": (1, 0)},
            "asked: not whole open groups",
        ),
    ],
)
def test_impossible_states_are_refused_with_the_problem(state: State, facts: dict[str, object], expected: str) -> None:
    an.check_state(state)
    assert problem(state, **facts) == expected


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("holders", (0,) * 13),
        ("holders", None),
        ("receiver", 3),
        ("receiver", 2.0),
        ("left", 0),
        ("left", None),
        ("deals", ()),
    ],
)
def test_what_does_not_follow_from_the_facts_is_refused(field: str, value: object) -> None:
    with pytest.raises(StateError) as caught:
        an.check_state(attrs.evolve(table(*PAIR), **{field: value}))  # type: ignore[arg-type]  # wrong on purpose
    assert caught.value.problem == f"{field}: does not follow from the facts"


def test_states_in_the_midst_of_everything_pass() -> None:
    for texts in (
        (*TWO_GROUPS, "call chat", "call loup", "call none", "call hibou"),
        (*TWO_GROUPS, "call chat", "call loup", "call renard", "call hibou", "tie"),
        (*TWO_GROUPS, "call chat", "call loup", "call renard", "call hibou", "first 0"),
        (*TWO_GROUPS, "call chat", "call loup", "call renard", "call hibou", "tie", "tie"),
        (*THREE, "call hibou", "call none", "call none", "call none"),
    ):
        an.check_state(table(*texts))
    an.check_state(an.apply(over(2), an.Gather()))


def test_states_go_through_json_and_damaged_ones_do_not() -> None:
    codec = Codec(an.GAME)
    state = table(*TWO_GROUPS, "call chat", "call loup", "call none", "call hibou")
    text = codec.state_to_json(state)
    again = codec.state_from_json(text)
    assert again == state
    assert an.legal_moves(again) == an.legal_moves(state)
    for old, new in (('"turn":-11', '"turn":-10'), ('"groups":10', '"groups":11'), (",64]", ",32]")):
        assert old in text
        with pytest.raises(CodecError):
            codec.state_from_json(text.replace(old, new))

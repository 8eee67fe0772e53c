"""Pecking Order, states from outside: what the game cannot have come to is refused, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from boardgames_fr.chance import below
from boardgames_fr.errors import BoardGamesError, StateError
from boardgames_fr.game import Seat
from boardgames_fr.games import pecking_order as po
from boardgames_fr.games.pecking_order import Card, Perch, PerchName, Power, Rules

OF_STANDING = ("rules", "round", "points", "peeked", "looks")
FIELDS = ("standing", "turn", "board", "free", "face_up", "attacks", "values", "decks")


def played(*texts: str, rules: Rules | None = None) -> po.State:
    state = po.new_game(Rules() if rules is None else rules)
    for text in ", ".join(texts).split(", ") if texts else ():
        state = po.apply(state, po.parse_move(text))
    return state


def changed(state: po.State, **changes: Any) -> po.State:
    """The state with other fields, its standing's among them."""
    facts = {name: changes.get(name, getattr(state, name)) for name in FIELDS}
    if "standing" not in changes:
        facts["standing"] = po.Standing(**{name: changes.get(name, field(state, name)) for name in OF_STANDING})
    return po.State(**facts)


def field(state: po.State, name: str) -> Any:
    return getattr(state.standing if name in OF_STANDING else state, name)


def problem(state: po.State, **changes: Any) -> str:
    with pytest.raises(StateError) as error:
        po.check_state(changed(state, **changes))
    return error.value.problem


START = played()
# Card 0, a 5, on 10; card 1, a 6, on 4; card 2, a 7, on 9; card 3, an 8, on the promontory, has peeked at 9.
PEEKED = played("draw 5, place 10, draw 6, place 4, draw 7, place 9, draw 8, place 3, peek 9")
ASKED = played("draw 5, place 10, draw 6, place 4, draw 7, place 9, draw 8, place 3")
# Card 0, a 2, on the tie-break; card 2, a 7, on 10, has won a tie against card 3 by it; card 4 is in hand.
FOUGHT = played("draw 2, place 1, draw 3, place 2, draw 7, place 10, draw 7, place 10, draw 9")


def test_states_of_the_game_are_accepted() -> None:
    for state in (START, PEEKED, ASKED, FOUGHT):
        po.check_state(state)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": None}, "rules: not a Rules"),
        ({"standing": (1, 0, 0)}, "standing: not a Standing"),
        ({"round": "1"}, "round: not an integer"),
        ({"points": (0,)}, "points: not two integers"),
        ({"points": (0, 0.0)}, "points: not two integers"),
        ({"points": [0, 0]}, "points: not two integers"),
        ({"turn": True}, "a mask is not an integer"),
        ({"free": "1"}, "a mask is not an integer"),
        ({"board": (-1,) * 10}, "board: not one card number a perch"),
        ({"values": [1]}, "values: not integers"),
        ({"values": ("1",)}, "values: not integers"),
        ({"attacks": [(1, 0, -1, 0)]}, "attacks: ill-formed"),
        ({"attacks": ((1, 0, -1),)}, "attacks: ill-formed"),
        ({"looks": ((1, 0, 0),)}, "looks: ill-formed"),
        ({"looks": ((1, None),)}, "looks: ill-formed"),
        ({"turn": 8}, "turn: out of range"),
        ({"turn": -1}, "turn: out of range"),
        ({"round": 0}, "round: there is no such round"),
        ({"round": 2}, "round: there is no such round"),
        ({"turn": 1}, "turn: not this seat’s to draw"),
        ({"turn": 2}, "turn: this seat has not just drawn"),
        ({"turn": 4}, "turn: this seat has not just drawn"),
        ({"turn": 6}, "turn: the round is not over"),
        ({"turn": 7}, "turn: the round is not over"),
        ({"points": (1, 0)}, "points: impossible"),
        ({"points": (0, -1)}, "points: impossible"),
        ({"values": tuple(range(27))}, "values: more cards than there are"),
        ({"decks": 0}, "decks: not the cards that are left"),
        ({"decks": -1}, "decks: not the cards that are left"),
        ({"free": 0}, "free: not the free spaces"),
        ({"board": (0,) + (-1,) * 10}, "board: no such card"),
        ({"board": (-2,) + (-1,) * 10}, "board: no such card"),
        ({"face_up": 1}, "face_up: not the cards that were turned up"),
        ({"face_up": -1}, "face_up: not the cards that were turned up"),
        ({"peeked": None}, "a mask is not an integer"),
        ({"peeked": 1}, "peeked: a card that was not placed"),
        ({"peeked": -1}, "peeked: a card that was not placed"),
        ({"attacks": ((1, 0, -1, 0),)}, "attacks: by a card not placed"),
        ({"attacks": ((-1, 0, -1, 0),)}, "attacks: by a card not placed"),
        ({"looks": ((0, -1),)}, "looks: by a card not placed"),
    ],
)
def test_the_start_is_checked_field_by_field(changes: dict[str, Any], message: str) -> None:
    assert problem(START, **changes) == message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"values": (13, 6, 7, 8)}, "values: no such card"),
        ({"values": (-1, 6, 7, 8)}, "values: no such card"),
        ({"values": (5, 6, 5, 8)}, "values: a card was drawn twice"),
        ({"board": (-1, -1, 3, 1, -1, -1, -1, -1, -1, 0, 0)}, "board: a card lies twice"),
        ({"free": PEEKED.free ^ 1}, "free: not the free spaces"),
        ({"looks": ((3, 9), (3, 9))}, "looks: not in the order of the cards"),
        ({"looks": ((3, 2),)}, "looks: no such perch to look at"),
        ({"looks": ((3, 11),)}, "looks: no such perch to look at"),
        ({"looks": ((3, -2),)}, "looks: no such perch to look at"),
        ({"looks": ((0, 9), (3, 9))}, "looks: nobody is asked"),
        ({"looks": ((1, 9), (3, 9))}, "a card is on two perches"),
        ({"looks": ()}, "looks: one is missing, or one too many"),
        ({"peeked": 0}, "peeked: not by anybody"),
        ({"peeked": 0b0101}, "peeked: not by anybody"),
        ({"peeked": 0b0010}, "peeked: not by anybody"),
        ({"peeked": 0b0110}, "peeked: not by anybody"),
        ({"peeked": 0b10100}, "peeked: a card that was not placed"),
        ({"attacks": ((2, 1, -1, 0),)}, "board: not the cards that are left"),
        ({"attacks": ((2, 0, -1, 0),)}, "attacks: on a card that is not there"),
        ({"attacks": ((2, 3, -1, 0),)}, "attacks: on a card that is not there"),
        ({"attacks": ((2, 1, -1, 1),)}, "attacks: it cannot have ended so"),
        ({"attacks": ((2, 1, -1, 2),)}, "attacks: it cannot have ended so"),
        ({"attacks": ((2, 1, -1, 3),)}, "attacks: it cannot have ended so"),
        ({"attacks": ((2, 1, -1, -1),)}, "attacks: it cannot have ended so"),
        ({"face_up": 1 << 10}, "face_up: not the cards that were turned up"),
    ],
)
def test_a_look_is_checked(changes: dict[str, Any], message: str) -> None:
    assert problem(PEEKED, **changes) == message


def test_a_jaguar_never_peeks_and_a_missing_answer_is_missed() -> None:
    jaguar = played("draw 5, place 10, draw 6, place 4, draw 7, place 9, draw J, place 3, peek none")
    po.check_state(jaguar)
    assert problem(jaguar, looks=((3, 9),), peeked=0b100) == "looks: a jaguar never peeks"
    assert problem(ASKED, looks=((3, -1),)) == "looks: one is missing, or one too many"
    assert problem(ASKED, turn=0) == "looks: one is missing, or one too many"
    assert problem(PEEKED, turn=5) == "looks: one is missing, or one too many"
    elsewhere = played("draw 5, place 10, draw 6, place 4")
    assert problem(elsewhere, turn=5) == "turn: nobody is asked"
    alone = played("draw 5, place 3")
    assert problem(alone, turn=4) == "turn: nobody is asked"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"attacks": ((3, 2, -1, 0),)}, "board: not the cards that are left"),
        ({"attacks": ((3, 2, -1, 1),)}, "attacks: it cannot have ended so"),
        ({"attacks": ((3, 2, 0, 0),)}, "attacks: it cannot have ended so"),
        ({"attacks": ((3, 2, 1, 1),)}, "attacks: the tie-break card is not there"),
        ({"attacks": ((3, 2, 4, 1),)}, "attacks: the tie-break card is not there"),
        ({"attacks": ((3, 2, -2, 1),)}, "attacks: the tie-break card is not there"),
        ({"attacks": ((3, 2, 2, 1),)}, "a card is on two perches"),
        ({"attacks": ((3, 0, 0, 1),)}, "attacks: it cannot have ended so"),
        ({"attacks": ()}, "a card was discarded that had a space"),
        ({"face_up": 0}, "face_up: not the cards that were turned up"),
        ({"face_up": 1 << 10 | 1}, "face_up: not the cards that were turned up"),
        ({"board": (2, 1, -1, -1, -1, -1, -1, -1, -1, -1, 0)}, "a card is on two perches"),
        ({"looks": ((3, 1),)}, "looks: by a card that does not hold the promontory"),
        ({"values": (2, 3, 8, 7, 9)}, None),
    ],
)
def test_a_fight_is_checked(changes: dict[str, Any], message: str | None) -> None:
    if message is None:
        # An 8 would have won against the 7 as well, with or without the tie-break.
        deck = FOUGHT.decks ^ 1 << 6 ^ 1 << 7
        po.check_state(changed(FOUGHT, decks=deck, **changes))
        return
    assert problem(FOUGHT, **changes) == message


def test_the_tie_break_card_must_be_named_if_it_was_there() -> None:
    state = played("draw 2, place 1, draw 3, place 2, draw 7, place 10, draw 4, place 10")
    assert state.attacks == ((3, 2, 0, 1),)
    assert problem(state, attacks=((3, 2, -1, 1),)) == "attacks: another card lay on the tie-break perch"
    # Card 0 went when card 1 took the perch: from then on it is nobody's to name.
    state = played("draw 2, place 1, draw 3, place 1, draw 7, place 10, draw 4, place 10")
    assert state.attacks == ((1, 0, 0, 0), (3, 2, -1, 1))
    assert problem(state, attacks=((1, 0, 0, 0), (3, 2, 0, 1))) == "attacks: the tie-break card is not there"
    assert problem(state, attacks=((1, 0, -1, 0), (3, 2, -1, 1))) == "attacks: another card lay on the tie-break perch"
    # A card that attacked the tie-break perch and lost never lay there.
    state = played("draw 2, place 1, draw 1, place 1, draw 7, place 10, draw 4, place 10")
    assert state.attacks == ((1, 0, 0, 1), (3, 2, 0, 1))
    po.check_state(state)
    none = Rules(perches=(Perch(PerchName("a"), 1), Perch(PerchName("b"), 2)))
    state = played("draw 7, place a, draw 4, place a", rules=none)
    assert problem(state, attacks=((1, 0, 0, 1),)) == "attacks: there is no tie-break perch"
    assert problem(state, looks=((0, -1),)) == "looks: nobody is asked"


def test_space_is_counted() -> None:
    two = Rules(birds=3, perches=(Perch(PerchName("a"), 1), Perch(PerchName("b"), 2)))
    state = played("draw 1, place a, draw 1, place b, draw 3, place b, draw 2, place b", rules=two)
    assert state.attacks == ((2, 1, -1, 0), (3, 2, -1, 1))
    # Without its attack, card 2 would have been laid where every perch had a card, or card 1 discarded.
    assert problem(state, attacks=((3, 1, -1, 1),)) == "board: a card was laid where no perch was empty"
    assert problem(state, attacks=((3, 2, -1, 1),)) == "a card was discarded that had a space"
    one = Rules(birds=2, perches=(Perch(PerchName("x"), 4),))
    state = played("draw 2, place x, draw 1, place x, draw 1, discard", rules=one)
    po.check_state(state)
    assert problem(state, values=(2, 1, 1, 1), decks=0) == "turn: not this seat’s to draw"


def test_a_finished_round_is_checked() -> None:
    board = tuple(Perch(PerchName(name), value) for name, value in (("a", 5), ("b", 7), ("c", 0), ("d", 0)))
    rules = Rules(birds=1, rounds=2, perches=board)
    first = "draw 1, place a, draw 1, place b, draw J, place c, draw J, place d"
    between, over = played(first, rules=rules), played(first, "clear", first, rules=rules)
    po.check_state(between)
    po.check_state(over)
    assert (between.round, between.points, over.round, over.points) == (1, (5, 7), 2, (12, 12))
    assert problem(between, turn=7) == "turn: another round follows, or none does"
    assert problem(over, turn=6) == "turn: another round follows, or none does"
    assert problem(between, turn=0) == "turn: not this seat’s to draw"
    assert problem(between, points=(6, 7)) == "points: impossible"
    assert problem(between, points=(5, 6)) == "points: impossible"
    assert problem(between, face_up=0) == "face_up: not the cards that were turned up"
    # In the first round a bird may have scored 7 at most.
    po.check_state(changed(over, points=(14, 5)))
    assert problem(over, points=(15, 5)) == "points: impossible"
    second = played(first, "clear", rules=rules)
    po.check_state(changed(second, points=(7, 0)))
    assert problem(second, points=(8, 0)) == "points: impossible"


def mutants(rng: Random, state: po.State) -> Iterator[po.State]:
    """Near-by states: one number of one field is another one."""
    for name in (*OF_STANDING[1:], *FIELDS[1:]):
        value = field(state, name)
        if isinstance(value, int):
            yield changed(state, **{name: value ^ 1 << below(rng, 28)})
        elif value:
            at = below(rng, len(value))
            entry = value[at]
            if isinstance(entry, tuple):
                place = below(rng, len(entry))
                entry = (*entry[:place], entry[place] + below(rng, 5) - 2, *entry[place + 1 :])
            else:
                entry += below(rng, 5) - 2
            yield changed(state, **{name: (*value[:at], entry, *value[at + 1 :])})
            yield changed(state, **{name: value[:-1]})


@pytest.mark.parametrize("seed", range(6))
def test_what_is_accepted_can_be_played_and_seen(seed: int) -> None:
    rng = Random(seed)
    rules = Rules(rounds=2, jaguar_controls=seed % 2 == 0) if seed < 4 else po.PRESETS["tiny"]
    state = po.new_game(rules)
    refused = 0
    while legal := po.legal_moves(state):
        po.check_state(state)
        for mutant in mutants(rng, state):
            if mutant == state:
                continue
            try:
                po.check_state(mutant)
            except StateError:
                refused += 1
                continue
            finish(rng, mutant)
        state = po.apply(state, legal[below(rng, len(legal))])
    assert refused > 100


def finish(rng: Random, state: po.State) -> None:
    """Plays on to the end, looking at everything; a crash, or a refusal, fails the test."""
    for seat in (Seat(0), Seat(1)):
        assert po.observe(po.sample_world(po.observe(state, seat), rng), seat) == po.observe(state, seat)
    while legal := po.legal_moves(state):
        state = po.apply(state, legal[below(rng, len(legal))])
        po.check_state(state)
    assert po.outcome(state) is not None


def test_errors_are_of_the_one_tree() -> None:
    with pytest.raises(BoardGamesError):
        po.check_state(changed(START, values=(Card(1),)))


def test_power_of_a_perch_is_none_unless_it_is_said() -> None:
    assert Perch(PerchName("a"), 1).power is Power.NONE

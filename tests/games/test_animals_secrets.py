"""Animals: what each seat sees and cannot tell apart, and that a sealed answer changes nothing for anybody else."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import attrs
import pytest

from boardgames_fr.chance import below
from boardgames_fr.errors import WorldsError
from boardgames_fr.game import CHANCE, Lang, Seat
from boardgames_fr.games import animals as an
from boardgames_fr.games.animals import Animal, Answer, Card, Group, Phase, Pile, Rank, Rules, State, View

ANNA, BEN, VERA, GREG = map(Seat, range(4))
RULES = Rules(dealer=Seat(3))


def table(*texts: str, rules: Rules = RULES) -> State:
    state = an.new_game(rules)
    for text in texts:
        state = an.apply(state, an.parse_move(text))
    return state


def card(text: str) -> Card:
    return Card.parse(text)


THREE = ("deal 7H", "deal 7C", "call none", "call none", "deal 7D")


# Views


def test_a_view_says_all_that_is_public_in_words_of_the_game() -> None:
    state = table(*THREE, "call hibou", "call none", "call none", "call chat")
    whole = [card(f"{rank}{suit}") for rank in "A23456789TJQK" for suit in "CDHS"]
    pack = tuple(each for each in whole if str(each) not in ("7H", "7C", "7D"))
    assert an.observe(state, ANNA) == View(
        rules=RULES,
        seat=ANNA,
        phase=Phase.ANSWER,
        turn=VERA,
        round=1,
        dealer=GREG,
        receiver=GREG,
        piles=(
            Pile(card("7H"), (card("7C"),)),
            Pile(None, ()),
            Pile(card("7D"), ()),
            Pile(None, ()),
        ),
        pack=pack,
        won=(0, 0, 0, 0),
        groups=(Group(Rank.SEVEN, (ANNA, VERA), open=True),),
        asked=(Rank.SEVEN,),
        answered=(ANNA,),
        own=Answer(ANNA, Animal("chat")),
        answers=(Answer(ANNA, Animal("hibou")), Answer(BEN, None), Answer(VERA, None)),
        judged=None,
        captured=(),
    )
    assert [pile.size for pile in an.observe(state, None).piles] == [2, 0, 1, 0]


def test_a_silent_answer_is_told_apart_from_none_yet() -> None:
    state = table("deal 7H", "deal 7C")
    assert an.observe(state, ANNA).own is None
    state = table("deal 7H", "deal 7C", "call none")
    assert an.observe(state, ANNA).own == Answer(ANNA, None)
    assert an.observe(state, BEN).own is None


def test_while_a_window_is_judged_all_its_answers_are_public() -> None:
    state = table("deal 7H", "deal 7C", "call hibou", "call renard")
    said = (Answer(ANNA, Animal("hibou")), Answer(BEN, Animal("renard")))
    for seat in (ANNA, VERA, None):
        view = an.observe(state, seat)
        assert (view.phase, view.turn, view.judged) == (Phase.JUDGE, None, Rank.SEVEN)
        assert (view.asked, view.answered, view.answers) == ((Rank.SEVEN,), (ANNA, BEN), said)
    assert an.observe(state, BEN).own == said[1]
    assert an.observe(state, VERA).own is None


def test_outside_windows_nobody_is_asked() -> None:
    view = an.observe(table("deal 7H", "deal 7C", "call none", "call none"), ANNA)
    assert (view.asked, view.answered, view.own, view.turn) == ((), (), None, None)
    assert view.groups == (Group(Rank.SEVEN, (ANNA, BEN), open=True),)


def test_a_view_of_several_packs_lists_every_copy() -> None:
    view = an.observe(table("deal AC", rules=Rules(packs=2)), None)
    assert list(map(str, view.pack[:4])) == ["AC", "AD", "AD", "AH"]
    assert len(view.pack) == 103


# As seen


def test_an_answer_is_seen_by_its_own_seat_only() -> None:
    state = table("deal 7H", "deal 7C")
    for move in an.legal_moves(state):
        assert an.seen(state, move, ANNA) == str(move)
        for seat in (BEN, VERA, GREG, None):
            assert an.seen(state, move, seat) == "answer ?"


def test_the_last_answer_of_a_window_is_seen_like_any_other() -> None:
    state = table("deal 7H", "deal 7C", "call none")
    move = an.parse_move("call renard")
    assert [an.seen(state, move, seat) for seat in (ANNA, BEN, None)] == ["answer ?", "call renard", "answer ?"]


def test_all_other_moves_are_seen_by_all() -> None:
    state = table("deal 7H", "deal 7C", "call hibou", "call renard")
    for text in ("first 0", "tie", "deal 9D", "gather"):
        assert an.seen(state, an.parse_move(text), None) == text


# Non-interference


def received(state: State, seat: Seat | None) -> object:
    """All that somebody is given in this position, refusals of every kind of move too if it is to move."""
    view = an.observe(state, seat)
    scenes = [an.draw(view, lang) for lang in Lang]
    mine: list[object] = []
    if seat is not None and an.to_move(state) == seat:
        moves = [an.parse_move(text) for text in ("call ours", "tie", "deal 7D", "first 0", "gather")]
        mine = [an.legal_moves(state), *[an.why_illegal(state, move) for move in moves]]
    return view, scenes, an.features(view), mine, an.to_move(state)


@pytest.mark.parametrize(
    "start",
    [
        THREE,
        ("deal 7H", "deal 8D", "deal 7C", "call none", "call none", "deal 8C"),
        (*THREE, "call hibou", "call none", "call none"),
        ("deal 7H", "deal 7C"),
    ],
    ids=["three", "two groups", "further window", "two"],
)
def test_no_answer_changes_anything_for_another_seat_while_the_window_is_open(start: tuple[str, ...]) -> None:
    opened = table(*start)
    asked = opened.asked
    for count in range(1, len(asked)):
        seen: dict[tuple[Seat | None, object], object] = {}
        for answers in product(an.legal_moves(opened), repeat=count):
            state = opened
            for move in answers:
                state = an.apply(state, move)
            for seat in (ANNA, BEN, VERA, GREG, None):
                own = str(answers[asked.index(seat)]) if seat in asked[:count] else None
                given = received(state, seat)
                assert seen.setdefault((seat, own), given) == given


def test_the_number_of_decisions_does_not_depend_on_the_answers_before_the_window_is_complete() -> None:
    opened = table(*THREE)
    for answers in product(an.legal_moves(opened), repeat=3):
        state, movers = opened, []
        for move in answers:
            movers.append(an.to_move(state))
            state = an.apply(state, move)
        assert movers == [ANNA, BEN, VERA]


# Worlds


@pytest.mark.parametrize("seat", [ANNA, BEN, VERA, GREG])
def test_worlds_are_exactly_the_states_with_the_same_view(seat: Seat) -> None:
    opened = table("deal 7H", "deal 8D", "deal 7C", "call none", "call none", "deal 8C")
    for count in range(4):
        state = opened
        for text in ("call chat", "call none", "call renard")[:count]:
            state = an.apply(state, an.parse_move(text))
        view = an.observe(state, seat)
        alike = set()
        for answers in product(an.legal_moves(opened), repeat=count):
            other = opened
            for move in answers:
                other = an.apply(other, move)
            if an.observe(other, seat) == view:
                alike.add(other)
        found = list(an.worlds(view))
        assert {weight for weight, _ in found} == {1}
        assert len(found) == len(alike) == 5 ** (count - (seat < count))
        assert {world for _, world in found} == alike


def test_outside_windows_there_is_one_world_and_it_is_the_truth() -> None:
    rng = Random(3)
    rules = Rules(seats=5, packs=2, rounds=2, tie_weight=9)
    state = an.new_game(rules)
    while moves := an.legal_moves(state):
        if an.to_move(state) is CHANCE and below(rng, 4) == 0:
            assert list(an.worlds(an.observe(state, Seat(2)))) == [(1, state)]
        if below(rng, 8) == 0:
            view = an.observe(state, Seat(1))
            sampled = an.sample_world(view, rng)
            assert an.observe(sampled, Seat(1)) == view
            an.check_state(sampled)
        state = an.apply(state, moves[below(rng, len(moves))])
    assert list(an.worlds(an.observe(state, Seat(0)))) == [(1, state)]


def test_samples_come_with_even_odds() -> None:
    view = an.observe(table(*THREE, "call hibou", "call chat"), VERA)
    rng = Random(5)
    counts = Counter(an.sample_world(view, rng).answers for _ in range(5_000))
    assert len(counts) == 25
    assert all(140 <= count <= 260 for count in counts.values())


def test_worlds_are_listed_in_the_order_of_the_answers() -> None:
    view = an.observe(table("deal 7H", "deal 7C", "call none"), BEN)
    assert [world.answers for _, world in an.worlds(view)] == [(0,), (1,), (2,), (3,), (None,)]


def test_a_spectator_has_no_worlds() -> None:
    view = an.observe(table(*THREE), None)
    with pytest.raises(WorldsError, match=r"^a spectator's view has no worlds$"):
        an.worlds(view)
    with pytest.raises(WorldsError, match=r"^a spectator's view has no worlds$"):
        an.sample_world(view, Random(1))


def test_while_the_table_judges_there_is_one_world_whatever_was_captured_before() -> None:
    # 7 at seats 0, 2 and 3, of which seat 0 takes seat 2's pile; the two eights call each other at once.
    silent = ("call none",) * 3
    deals = ("deal 7H", "deal 8D", "deal 7C", *silent[:2], "deal 7D", *silent, "deal 8C")
    state = table(*deals, rules=Rules(seats=5, packs=3, dealer=Seat(4)))
    names = [str(animal) for animal in state.rules.animals]
    for text in (names[2], names[4], "none", "none", names[1]):
        state = an.apply(state, an.parse_move(f"call {text}"))
    view = an.observe(state, GREG)
    assert (view.judged, view.captured) == (Rank.EIGHT, (Rank.SEVEN,))
    assert [(group.rank, group.open) for group in view.groups] == [(Rank.SEVEN, True), (Rank.EIGHT, True)]
    an.check_state(state)
    for seat in range(5):
        assert list(an.worlds(an.observe(state, Seat(seat)))) == [(1, state)]


def impossible(view: View) -> list[View]:
    pile = Pile(card("7S"), ())
    return [
        attrs.evolve(view, seat=Seat(4)),
        attrs.evolve(view, seat=Seat(-1)),
        attrs.evolve(view, turn=GREG),
        attrs.evolve(view, turn=Seat(7)),
        attrs.evolve(view, turn=None),
        attrs.evolve(view, turn=None, answers=(Answer(ANNA, None), Answer(BEN, None), Answer(VERA, None))),
        attrs.evolve(view, phase=Phase.DEAL),
        attrs.evolve(view, phase=Phase.OVER, turn=None),
        attrs.evolve(view, round=2),
        attrs.evolve(view, round=0),
        attrs.evolve(view, dealer=ANNA),
        attrs.evolve(view, receiver=ANNA),
        attrs.evolve(view, receiver=None),
        attrs.evolve(view, piles=view.piles[:3]),
        attrs.evolve(view, piles=(*view.piles[:3], pile)),
        attrs.evolve(view, piles=(*view.piles[:3], Pile(None, (card("7S"),)))),
        attrs.evolve(view, pack=view.pack[1:]),
        attrs.evolve(view, pack=view.pack[::-1]),
        attrs.evolve(view, pack=(*view.pack, card("AC"))),
        attrs.evolve(view, won=(1, 0, 0, 0)),
        attrs.evolve(view, won=()),
        attrs.evolve(view, groups=()),
        attrs.evolve(view, groups=(attrs.evolve(view.groups[0], open=False),)),
        *(
            attrs.evolve(view, groups=(attrs.evolve(view.groups[0], seats=seats),))
            for seats in ((ANNA, BEN), (ANNA, BEN, VERA, GREG), (ANNA, BEN, Seat(10**15)), (ANNA, BEN, Seat(-1)), ())
        ),
        attrs.evolve(view, asked=()),
        attrs.evolve(view, asked=(Rank.ACE,)),
        attrs.evolve(view, answered=()),
        attrs.evolve(view, answered=(BEN,)),
        attrs.evolve(view, own=None),
        attrs.evolve(view, own=Answer(BEN, None)),
        attrs.evolve(view, own=Answer(ANNA, Animal("ours"))),
        attrs.evolve(view, answers=(Answer(ANNA, None),)),
        attrs.evolve(view, answers=(Answer(ANNA, Animal("tapir")), Answer(BEN, None))),
        attrs.evolve(view, judged=Rank.SEVEN),
        attrs.evolve(view, captured=(Rank.SEVEN,)),
        attrs.evolve(view, rules=Rules(seats=5)),
    ]


def test_a_view_that_no_state_gives_has_no_worlds() -> None:
    view = an.observe(table(*THREE, "call hibou"), ANNA)
    assert len(list(an.worlds(view))) == 1
    for wrong in impossible(view):
        said = r"^no state gives this view$" if wrong.seat == ANNA else rf"^no seat {wrong.seat}$"
        with pytest.raises(WorldsError, match=said):
            an.worlds(wrong)
        with pytest.raises(WorldsError, match=said):
            an.sample_world(wrong, Random(1))


def test_a_judged_view_with_a_rank_that_is_not_judged_has_no_worlds() -> None:
    view = an.observe(table("deal 7H", "deal 7C", "call hibou", "call renard"), GREG)
    assert len(list(an.worlds(view))) == 1
    for wrong in (
        attrs.evolve(view, judged=Rank.EIGHT),
        attrs.evolve(view, judged=None),
        attrs.evolve(view, phase=Phase.DEAL),
    ):
        with pytest.raises(WorldsError):
            an.worlds(wrong)

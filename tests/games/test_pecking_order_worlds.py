"""Pecking Order, worlds: what a seat cannot exclude, against all histories of small boards, and sampled evenly."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice, permutations
from random import Random
from typing import Any

import attrs
import pytest

from boardgames_fr.chance import below
from boardgames_fr.errors import WorldsError
from boardgames_fr.game import Seat
from boardgames_fr.games import pecking_order as po
from boardgames_fr.games.pecking_order import (
    JAGUAR,
    Asked,
    Attack,
    Card,
    CardNumber,
    Perch,
    PerchName,
    Phase,
    Power,
    Result,
    Rules,
    _worlds,
)

ME, YOU = Seat(0), Seat(1)
TINY = po.PRESETS["tiny"]
FOUR = (
    Perch(PerchName("T"), 1, Power.TIE_BREAK),
    Perch(PerchName("P"), 3, Power.PROMONTORY),
    Perch(PerchName("a"), 2),
    Perch(PerchName("b"), 4),
)


def played(*texts: str, rules: Rules | None = None) -> po.State:
    state = po.new_game(Rules() if rules is None else rules)
    for text in ", ".join(texts).split(", "):
        state = po.apply(state, po.parse_move(text))
    return state


def all_states(rules: Rules) -> set[po.State]:
    """Every state that some history of these rules comes to."""
    found = level = {po.new_game(rules)}
    while level:
        level = {po.apply(state, move) for state in level for move in po.legal_moves(state)}
        found = found | level
    return found


@pytest.mark.parametrize(
    "rules",
    [
        attrs.evolve(TINY, birds=1),
        Rules(birds=1, perches=FOUR[1:2], rounds=2),
        attrs.evolve(TINY, birds=1, jaguar_controls=False, first=YOU),
        Rules(birds=1, perches=FOUR),
        Rules(birds=2, perches=FOUR[:2], jaguar_controls=False),
        Rules(birds=2, perches=FOUR[2:]),
        Rules(birds=2, perches=FOUR[:1]),
        Rules(birds=2, perches=FOUR[:1], jaguar_controls=False),
    ],
    ids=range(8),
)
def test_worlds_are_exactly_the_states_of_all_histories_with_this_view(rules: Rules) -> None:
    states = all_states(rules)
    for seat in (ME, YOU):
        same: dict[po.View, set[po.State]] = defaultdict(set)
        for state in states:
            same[po.observe(state, seat)].add(state)
        for view, expected in same.items():
            found = list(po.worlds(view))
            assert {weight for weight, _ in found} == {1}
            assert len({state for _, state in found}) == len(found)
            assert {state for _, state in found} == expected


def test_some_views_of_the_tiny_board_against_all_histories() -> None:
    """The tiny board has 50,000 views: here those of every five hundredth state."""
    states = all_states(attrs.evolve(TINY, jaguar_controls=False))
    chosen = sorted(
        states,
        key=lambda state: (state.values, state.board, state.attacks, state.standing.looks, state.standing.peeked),
    )
    same: dict[po.View, set[po.State]] = {po.observe(state, ME): set() for state in chosen[::500]}
    for state in states:
        view = po.observe(state, ME)
        if view in same:
            same[view].add(state)
    for view, expected in same.items():
        assert {state for _, state in po.worlds(view)} == expected


def consistent(view: po.View) -> list[tuple[Card, ...]]:
    """All fillings of a view's gaps, by trying every order of every choice of cards."""
    gaps = [number for number, card in enumerate(view.cards) if card.value is None]
    known = {card.value for card in view.cards if card.owner != view.seat}
    left = [Card(value) for value in range(view.rules.birds + 1) if value not in known]
    fitting = []
    for chosen in permutations(left, len(gaps)):
        values = [card.value for card in view.cards]
        for number, value in zip(gaps, chosen, strict=True):
            values[number] = value
        if all(fits(view, number, values) for number in range(len(values))):
            fitting.append(chosen)
    return fitting


def fits(view: po.View, number: int, values: list[Card | None]) -> bool:
    card = view.cards[number]
    mine = values[number]
    assert mine is not None
    if card.asked is Asked.PEEKED and mine == JAGUAR:
        return False
    if card.attack is None:
        return True
    theirs = values[card.attack.on]
    assert theirs is not None
    if JAGUAR in (mine, theirs):
        return card.attack.result is Result.BOTH_GONE
    tie_break = card.attack.tie_break
    held = tie_break is not None and (view.rules.jaguar_controls or values[tie_break] != JAGUAR)
    won = mine > theirs or (mine == theirs and not held)
    return card.attack.result is (Result.WON if won else Result.LOST)


def views_with_gaps(seed: int, games: int, birds: int, most: int) -> list[po.View]:
    rng = Random(seed)
    found = []
    for _ in range(games):
        rules = Rules(birds=birds, jaguar_controls=below(rng, 2) == 1, perches=po.CLASSIC_BOARD[: 3 + below(rng, 5)])
        state = po.new_game(rules)
        while legal := po.legal_moves(state):
            state = po.apply(state, legal[below(rng, len(legal))])
            view = po.observe(state, Seat(below(rng, 2)))
            gaps = [card for card in view.cards if card.value is None]
            if 2 <= len(gaps) <= most and any(card.attack is not None for card in gaps) and below(rng, 4) == 0:
                found.append(view)
    return found


def test_worlds_and_samples_against_all_fillings_of_larger_boards() -> None:
    rng = Random(8)
    views = views_with_gaps(seed=1, games=60, birds=6, most=5)
    assert len(views) > 100
    for view in views:
        gaps = [number for number, card in enumerate(view.cards) if card.value is None]
        expected = Counter(consistent(view))
        found = Counter(tuple(state.values[number] for number in gaps) for _, state in po.worlds(view))
        assert found == expected
        for _ in range(5):
            state = po.sample_world(view, rng)
            assert tuple(state.values[number] for number in gaps) in expected
            assert po.observe(state, view.seat) == view


def test_samples_are_even() -> None:
    rng = Random(3)
    for view in views_with_gaps(seed=2, games=25, birds=5, most=4)[:25]:
        worlds = [state for _, state in po.worlds(view)]
        draws = 40 * len(worlds)
        counts = Counter(po.sample_world(view, rng) for _ in range(draws))
        assert set(counts) <= set(worlds)
        # Chi-squared with as many degrees of freedom, six deviations.
        chi = sum((counts[state] - 40) ** 2 / 40 for state in worlds)
        freedom = len(worlds) - 1
        assert chi <= freedom + 6 * (2 * freedom) ** 0.5


def test_a_sample_contains_only_what_the_seat_cannot_exclude_on_the_full_board() -> None:
    rng = Random(4)
    for _ in range(8):
        state = po.new_game(Rules())
        while legal := po.legal_moves(state):
            state = po.apply(state, legal[below(rng, len(legal))])
            for seat in (ME, YOU):
                view = po.observe(state, seat)
                assert po.observe(po.sample_world(view, rng), seat) == view
                for values, value in zip(po.ranges(view), state.values, strict=True):
                    assert value in values


def test_all_states_are_as_likely_at_the_start() -> None:
    view = po.observe(played("draw 7"), YOU)
    assert [state.values for _, state in po.worlds(view)] == [(card,) for card in (*range(1, 13), 0)]
    rng = Random(1)
    counts = Counter(po.sample_world(view, rng).values[0] for _ in range(1300))
    assert all(60 < counts[Card(card)] < 145 for card in range(13))


def test_worlds_of_15_birds_end_with_the_jaguar() -> None:
    view = po.observe(played("draw 7", rules=Rules(birds=15)), YOU)
    assert [state.values for _, state in po.worlds(view)] == [(card,) for card in (*range(1, 16), JAGUAR)]


def test_worlds_come_lazily() -> None:
    view = po.observe(played("draw 7, place 10, draw 1, place 1, draw 2, place 2, draw 3, place 4"), ME)
    first, second = (next(iterator) for iterator in (po.worlds(view), po.worlds(view)))
    assert first == second
    state = po.new_game(Rules())
    rng = Random(9)
    while len(state.values) < 24:
        legal = po.legal_moves(state)
        state = po.apply(state, legal[below(rng, len(legal))])
    assert next(po.worlds(po.observe(state, ME)))[0] == 1


def tightly_bound(birds: int) -> po.View:
    """A view of the first seat in which one bird of the other seat is a 4 or more, and ten are from 1 to 10."""
    state = played("draw 3, place 1, draw 12, place 1, draw 11, place 4, draw 1, place 4", rules=Rules(birds=birds))
    mine = zip((1, 2, 4, 5, 6, 7, 8, 9, 10), ("2", "3", "5", "6", "7", "8a", "8b", "9", "10"), strict=True)
    for theirs, (bird, perch) in enumerate(mine, 2):
        peek = ["peek none"] if perch == "3" else []
        for text in (f"draw {bird}", f"place {perch}", *peek, f"draw {theirs}", "place 4"):
            if text != "peek none" or state.phase is Phase.PEEK:
                state = po.apply(state, po.parse_move(text))
    return po.observe(state, ME)


@pytest.mark.parametrize("birds", [12, 15])
def test_worlds_are_found_where_nearly_all_ways_to_give_out_the_birds_are_dead_ends(birds: int) -> None:
    # The one bird that won may be a 4, but all up to 10 are needed by the ten others.
    view = tightly_bound(birds)
    rng = Random(6)
    for state in [po.sample_world(view, rng) for _ in range(200)]:
        assert po.observe(state, ME) == view
        assert state.values[1] > 10
        assert sorted(state.values[3::2]) == list(range(1, 11))
    listed = [state for _, state in islice(po.worlds(view), 500)]
    assert len(set(listed)) == 500
    assert all(po.observe(state, ME) == view for state in listed)


def test_a_card_gets_a_value_exactly_if_the_others_can_still_get_theirs() -> None:
    """So that listing never comes to a dead end: the look-ahead against the prefixes of all worlds."""
    for view in views_with_gaps(seed=5, games=30, birds=6, most=5):
        puzzle = _worlds._Puzzle(view)
        order = sorted(puzzle.gaps, key=lambda number: (len(_values(puzzle, number)), number))
        whole = [tuple(state.values[number] for number in order) for _, state in po.worlds(view)]
        demands = puzzle._demands(order)
        for depth, number in enumerate(order):
            good = {world[: depth + 1] for world in whole}
            for prefix in {world[:depth] for world in whole}:
                left = sum(1 << value for value in puzzle.left if value not in prefix)
                for value in set(_values(puzzle, number)) - set(prefix):
                    rest = left ^ 1 << value
                    enough = all((rest & span).bit_count() >= least for span, least in demands[depth])
                    assert enough is ((*prefix, value) in good)


def _values(puzzle: _worlds._Puzzle, number: int) -> list[Card]:
    low, high = puzzle.limits[number]
    return [value for value in puzzle.left if low <= value <= high]


# What one fact tells


TIE = "draw 2, place 1, draw 3, place 2, "


@pytest.mark.parametrize(
    ("texts", "number", "values"),
    [
        ("draw 7, place 10, draw 9, place 10", 1, [7, 8, 9, 10, 11, 12]),
        ("draw 7, place 10, draw 5, place 10", 1, [1, 2, 3, 4, 5, 6]),
        (TIE + "draw 7, place 10, draw 9, place 10", 3, [8, 9, 10, 11, 12]),
        (TIE + "draw 7, place 10, draw 5, place 10", 3, [1, 2, 3, 4, 5, 6, 7]),
        ("draw 7, place 10, draw J, place 10", 1, [0]),
        ("draw J, place 10, draw 9, place 10", 1, [*range(1, 13), 0]),
        ("draw 7, place 10, draw 9, place 3, peek 10", 1, [*range(1, 13)]),
        ("draw 7, place 10, draw 9, place 3, peek none", 1, [*range(1, 13), 0]),
        ("draw 7, place 10, draw 9", 1, [*range(1, 13), 0]),
        ("draw 12, place 10, draw 12, place 10", 1, [12]),
    ],
)
def test_each_fact_tells_what_the_rules_say(texts: str, number: int, values: list[int]) -> None:
    view = po.observe(played(texts), ME)
    assert list(po.ranges(view)[number]) == values
    assert sorted({state.values[number] for _, state in po.worlds(view)}) == sorted(values)


def test_known_cards_are_not_elsewhere() -> None:
    view = po.observe(played("draw 7, place 10, draw 9, place 4, draw 8, place 4, draw 5, place 5"), ME)
    assert po.ranges(view)[1] == (9,)
    assert po.ranges(view)[3] == (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, JAGUAR)
    # The jaguar has betrayed itself: no other card is it.
    view = po.observe(played("draw 7, place 10, draw J, place 10, draw 8, place 4, draw 5, place 5"), ME)
    assert po.ranges(view)[3] == tuple(range(1, 13))
    # The 12 is settled by its range, which settles the 11.
    view = po.observe(played("draw 12, place 10, draw 12, place 10, draw 11, place 9, draw 11, place 9"), ME)
    assert po.ranges(view)[1::2] == ((12,), (11,))


def test_the_ranges_of_a_view_that_no_state_gives_are_no_accident() -> None:
    view = po.observe(
        played("draw 7, place 10, draw 9, place 4, draw 8, place 6, draw 5, place 5, draw 1, place 1"), ME
    )
    twice = attrs.evolve(view, cards=(*view.cards[:4], attrs.evolve(view.cards[4], value=Card(7))))
    assert po.ranges(twice)[0] == po.ranges(twice)[4] == (7,)
    nobody = (attrs.evolve(card, value=None) if number == 2 else card for number, card in enumerate(twice.cards))
    assert po.ranges(attrs.evolve(twice, cards=tuple(nobody)))[2] == (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, JAGUAR)
    with pytest.raises(WorldsError):
        next(iter(po.worlds(twice)))


def test_with_jaguar_controls_off_a_tie_tells_the_attacker_what_holds_the_tie_break() -> None:
    rules = Rules(jaguar_controls=False)
    start = "draw 7, place 2, draw {}, place 1, draw 5, place 4, draw 8, place 10, draw 8, place 10"
    bird, jaguar = (po.observe(played(start.format(card), rules=rules), ME) for card in ("4", "J"))
    assert bird.cards[4].attack == Attack(CardNumber(3), CardNumber(1), Result.LOST)
    assert jaguar.cards[4].attack == Attack(CardNumber(3), CardNumber(1), Result.WON)
    assert po.ranges(bird)[1] == (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12)
    assert po.ranges(jaguar)[1] == (JAGUAR,)
    # Without a tie nothing is learned; nor is it under the letter of the rules.
    start = start.replace("draw 8, place 10, draw 8", "draw 8, place 10, draw 9")
    assert JAGUAR in po.ranges(po.observe(played(start.format("4"), rules=rules), ME))[1]
    start = start.replace("draw 9", "draw 8")
    assert JAGUAR in po.ranges(po.observe(played(start.format("4")), ME))[1]


def test_with_jaguar_controls_off_the_defender_reckons_with_its_own_tie_break_card() -> None:
    rules = Rules(jaguar_controls=False)
    start = "draw {}, place 1, draw 3, place 2, draw 7, place 10, draw 9, place 10"
    assert po.ranges(po.observe(played(start.format("2"), rules=rules), ME))[3] == (8, 9, 10, 11, 12)
    assert po.ranges(po.observe(played(start.format("J"), rules=rules), ME))[3] == (7, 8, 9, 10, 11, 12)
    # A spectator cannot tell the two apart, and allows for both.
    spectator = [po.observe(played(start.format(card), rules=rules), None) for card in ("2", "J")]
    assert spectator[0] == spectator[1]
    assert po.ranges(spectator[0])[3] == (7, 8, 9, 10, 11, 12)
    lost = start.replace("draw 9", "draw 6")
    assert po.ranges(po.observe(played(lost.format("2"), rules=rules), None))[3] == (1, 2, 3, 4, 5, 6, 7)


# Views that are none


VIEW = po.observe(played("draw 2, place 1, draw 7, place 3, peek 1, draw 8, place 10, draw 9, place 10, draw 5"), ME)


def with_card(number: int, **changes: Any) -> po.View:
    cards = [*VIEW.cards]
    cards[number] = attrs.evolve(cards[number], **changes)
    return attrs.evolve(VIEW, cards=tuple(cards))


def test_a_spectator_has_no_worlds() -> None:
    view = po.observe(played("draw 7"), None)
    with pytest.raises(WorldsError, match=r"^a spectator has no worlds: it does not know what the seats know$"):
        po.worlds(view)
    with pytest.raises(WorldsError, match=r"^a spectator has no worlds: it does not know what the seats know$"):
        po.sample_world(view, Random(1))


RANGE, OTHERWISE = "a field is out of range", "its facts say otherwise"


@pytest.mark.parametrize(
    ("view", "reason"),
    [
        (attrs.evolve(VIEW, seat=Seat(2)), RANGE),
        (attrs.evolve(VIEW, seat=YOU), RANGE),
        (attrs.evolve(VIEW, turn=None), RANGE),
        (attrs.evolve(VIEW, turn=YOU), "turn: this seat has not just drawn"),
        (attrs.evolve(VIEW, phase=Phase.OVER), RANGE),
        (attrs.evolve(VIEW, phase=Phase.DRAW), "turn: not this seat’s to draw"),
        (attrs.evolve(VIEW, round=2), "round: there is no such round"),
        (attrs.evolve(VIEW, points=(1, 0)), "points: impossible"),
        (attrs.evolve(VIEW, decks=(10, 10)), OTHERWISE),
        (attrs.evolve(VIEW, deck=()), OTHERWISE),
        (attrs.evolve(VIEW, cards=VIEW.cards[:-1]), "turn: this seat has not just drawn"),
        (attrs.evolve(VIEW, cards=VIEW.cards * 6), RANGE),
        (with_card(0, owner=YOU), "decks: not the cards that are left"),
        (with_card(1, owner=Seat(2)), RANGE),
        (with_card(0, owner=Seat(8)), RANGE),
        (with_card(0, value=None), RANGE),
        (with_card(0, value=Card(13)), RANGE),
        (with_card(0, value=Card(16)), RANGE),
        (with_card(0, value=Card(-1)), RANGE),
        (with_card(0, value=Card(5)), "values: a card was drawn twice"),
        (with_card(1, value=Card(5)), OTHERWISE),
        (with_card(0, perch=PerchName("11")), RANGE),
        (with_card(0, perch=PerchName("3")), RANGE),
        (with_card(0, face_up=True), "face_up: not the cards that were turned up"),
        (with_card(0, peeked=False), "peeked: not by anybody"),
        (with_card(1, asked=Asked.NO), "looks: one is missing, or one too many"),
        (with_card(1, asked=Asked.DECLINED), OTHERWISE),
        (with_card(1, looked_at=None), "peeked: not by anybody"),
        (with_card(1, looked_at=PerchName("11")), "looks: no such perch to look at"),
        (with_card(1, where=po.Where.GONE), OTHERWISE),
        (with_card(3, attack=None), "a card was discarded that had a space"),
        (with_card(3, attack=Attack(CardNumber(5), None, Result.WON)), RANGE),
        (with_card(3, attack=Attack(CardNumber(-1), None, Result.WON)), RANGE),
        (with_card(3, attack=Attack(CardNumber(2), CardNumber(5), Result.WON)), RANGE),
        (with_card(3, attack=Attack(CardNumber(2), CardNumber(-1), Result.WON)), RANGE),
        (with_card(3, attack=Attack(CardNumber(2), CardNumber(0), Result.LOST)), "board: not the cards that are left"),
        (
            with_card(3, attack=Attack(CardNumber(1), CardNumber(0), Result.WON)),
            "a card was discarded that had a space",
        ),
        (with_card(3, asked=Asked.WAITING), OTHERWISE),
    ],
    ids=lambda _: "",
)
def test_a_view_that_no_state_gives_is_refused_at_once(view: po.View, reason: str) -> None:
    for ask in (lambda: po.worlds(view), lambda: po.sample_world(view, Random(1))):
        with pytest.raises(WorldsError) as error:
            ask()
        assert str(error.value) == f"no state gives this view: {reason}"


def test_a_look_at_a_perch_that_there_is_not_is_refused() -> None:
    view = po.observe(played("draw 2, place a, draw 1, place P, peek a", rules=Rules(birds=2, perches=FOUR)), ME)
    po.worlds(view)
    with pytest.raises(WorldsError, match=r"^no state gives this view: looks: no such perch to look at$"):
        po.worlds(edited(view, 1, looked_at=PerchName("z")))


def test_a_tie_break_that_no_card_held_is_refused_where_its_value_would_matter() -> None:
    said = "draw 2, place 1, draw 7, place 3, peek 1, draw 8, place 10, draw 9, place 10, draw 5"
    view = po.observe(played(said, rules=Rules(jaguar_controls=False)), ME)
    po.worlds(view)
    wrong = edited(view, 3, attack=Attack(CardNumber(2), CardNumber(5), Result.WON))
    with pytest.raises(WorldsError, match=r"^no state gives this view: "):
        po.worlds(wrong)


def test_two_cards_on_one_perch_are_refused_at_once() -> None:
    for wrong in (with_card(2, perch=PerchName("1")), with_card(0, perch=PerchName("3"))):
        with pytest.raises(WorldsError, match=r"^no state gives this view: a field is out of range$"):
            po.worlds(wrong)


@pytest.mark.parametrize("seat", [ME, YOU])
def test_a_card_whose_bird_may_peek_lies_on_the_promontory_not_in_the_hand(seat: Seat) -> None:
    # PO-9, by either seat: there is a card to look at on perch 1.
    state = played("draw 2, place 1, draw 7, place 3", rules=Rules(first=Seat(1 - seat)))
    assert (state.phase, po.to_move(state)) == (Phase.PEEK, seat)
    for watcher in (ME, YOU, None):
        card = po.observe(state, watcher).cards[-1]
        assert (card.where, card.perch, card.asked) == (po.Where.PERCH, "3", Asked.WAITING)


def edited(view: po.View, number: int, **changes: Any) -> po.View:
    cards = [*view.cards]
    cards[number] = attrs.evolve(cards[number], **changes)
    return attrs.evolve(view, cards=tuple(cards))


def test_facts_that_no_cards_fit_are_refused() -> None:
    # A bird above the 12, and one below the 1.
    view = po.observe(played("draw 12, place 1, draw 5, place 1"), ME)
    above = edited(view, 1, attack=Attack(CardNumber(0), CardNumber(0), Result.WON))
    view = po.observe(played("draw 1, place 10, draw 5, place 10"), ME)
    below_ = edited(view, 1, attack=Attack(CardNumber(0), None, Result.LOST))
    # Two jaguars.
    view = po.observe(played("draw 5, place 10, draw J, place 10, draw 6, place 9, draw 8, place 9"), ME)
    two = edited(view, 3, attack=Attack(CardNumber(2), None, Result.BOTH_GONE))
    # Two birds that can only be the 12: one beat the 12, the other the 11 when that would have won a tie.
    start = "draw 12, place 10, draw 12, place 10, draw 2, place 1, draw 3, place 2, draw {}, place 9, draw 11, place 9"
    view = po.observe(played(start.format(10)), ME)
    po.worlds(view)
    twelves = edited(view, 4, value=Card(11))
    # A bird below the 2, when the other seat's 1 is gone.
    view = po.observe(played("draw 2, place 10, draw 1, place 9, draw 3, place 9, draw 5, place 10"), ME)
    gone = edited(view, 3, attack=Attack(CardNumber(0), None, Result.LOST))
    # A bird that beat the 12, when the other seat's 12 is known to lie elsewhere.
    view = po.observe(played("draw 4, place 10, draw 12, place 4, draw 11, place 4, draw 9, place 10"), ME)
    taken = edited(view, 0, value=Card(12))
    for wrong in (above, below_, two, twelves, gone, taken):
        with pytest.raises(WorldsError, match=r"^no state gives this view: its facts contradict one another$"):
            po.worlds(wrong)

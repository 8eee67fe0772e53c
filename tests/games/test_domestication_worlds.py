"""La frise de la domestication: what a view holds back, and the worlds that it leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random
from typing import cast

import attrs
import pytest

from boardgames_fr.chance import below
from boardgames_fr.errors import WorldsError
from boardgames_fr.game import CHANCE, Lang, Seat
from boardgames_fr.games import domestication as do
from boardgames_fr.games.domestication import Card, CardName, Dates, Gap, Rules, Year


def deck(**years: int) -> tuple[Card, ...]:
    return tuple(Card(CardName(name), Year(year)) for name, year in years.items())


evolve = cast("Callable[..., do.View]", attrs.evolve)
ABC = deck(a=1, b=2, c=3)
SAME = deck(a=2, b=1, c=2, d=3, e=1)


def played(rules: Rules, *texts: str) -> do.State:
    state = do.new_game(rules)
    for text in texts:
        state = do.apply(state, do.parse_move(text))
    return state


def dealt(rules: Rules, names: str) -> do.State:
    return played(rules, *(f"deal {name}" for name in names.split()))


def test_a_view_holds_everything_that_is_public_and_nothing_else() -> None:
    rules = Rules(seats=2, first=Seat(1), deck=SAME, finish_round=True, turn_limit=9)
    state = played(rules, "deal a", "deal b", "deal c", "deal d", "deal e", "place a 0", "place d 1")
    expected = do.View(
        mover=Seat(1),
        turns=2,
        timeline=deck(e=1, d=3),
        hands=(
            (do.Held(CardName("b"), None),),
            (do.Held(CardName("a"), Year(2)), do.Held(CardName("c"), None)),
        ),
        undealt=(),
        undated=0,
        unknown=(Year(1), Year(2)),
        errors=(0, 1),
        last=do.Played(Seat(0), CardName("d"), Gap(1), True),
        first=Seat(1),
        dates=Dates.PRINTED,
        finish_round=True,
        turn_limit=9,
    )
    for seat in (None, Seat(0), Seat(1)):
        assert do.observe(state, seat) == expected


def test_worlds_give_the_unknown_years_to_the_unknown_cards_and_their_decks_agree() -> None:
    view = do.observe(dealt(Rules(seats=1, deck=ABC), "c a b"), None)
    found = [(weight, world.years, [card.year for card in world.rules.deck]) for weight, world in do.worlds(view)]
    assert found == [(1, (1, 2, 3), [1, 2, 3]), (1, (3, 2, 1), [3, 2, 1])]


def test_with_drawn_dates_worlds_do_not_touch_the_deck() -> None:
    rules = Rules(seats=1, deck=deck(a=3, b=1, c=2), dates=Dates.DRAWN)
    state = played(rules, "date a 1", "date b 3", "date c 2", "deal a", "deal b", "deal c")
    found = [(world.years, world.rules) for _, world in do.worlds(do.observe(state, None))]
    assert found == [((1, 3, 2), state.rules), ((3, 1, 2), state.rules)]


def test_while_dates_are_drawn_worlds_weigh_as_much_as_the_draws_that_give_them() -> None:
    rules = Rules(seats=2, deck=SAME, dates=Dates.DRAWN)
    view = do.observe(played(rules, "date a 3", "date b 2"), None)
    assert (view.undated, view.unknown) == (3, (1, 1, 2, 2, 3))
    found = {world.years: weight for weight, world in do.worlds(view)}
    assert found == {(1, 1): 2, (1, 2): 4, (1, 3): 2, (2, 1): 4, (2, 2): 2, (2, 3): 2, (3, 1): 2, (3, 2): 2}
    assert [world.years for _, world in do.worlds(do.observe(do.new_game(rules), None))] == [()]


@pytest.mark.parametrize("dates", list(Dates))
@pytest.mark.parametrize("cards", [deck(a=1, b=2, c=3, d=4, e=5), SAME, deck(a=7, b=7, c=7)])
def test_worlds_are_exactly_the_states_that_look_the_same(cards: tuple[Card, ...], dates: Dates) -> None:
    """All games of a tiny deck, against every other pairing of names and years played through the same moves."""
    rng = Random(5)
    names = [card.name for card in cards]
    for _ in range(6):
        rules = Rules(deck=cards, dates=dates, turn_limit=6)
        state, seen = do.new_game(rules), list[tuple[str, do.View]]()
        while True:
            view = do.observe(state, None)
            do.check_state(state)
            listed = list(do.worlds(view))
            assert len({world for _, world in listed}) == len(listed)
            assert dict.fromkeys(world for _, world in listed) == dict.fromkeys(_alike(rules, names, seen))
            if not view.undated:
                assert {weight for weight, _ in listed} == {1}
            assert state in [world for _, world in listed]
            for _, world in listed:
                do.check_state(world)
                assert do.observe(world, Seat(1)) == view
            moves = do.legal_moves(state)
            if not moves:
                break
            move = moves[below(rng, len(moves))]
            text = do.seen(state, move, None)
            state = do.apply(state, move)
            seen.append((text, do.observe(state, None)))


def _alike(rules: Rules, names: list[CardName], seen: list[tuple[str, do.View]]) -> list[do.State]:
    """Every state that another pairing leads to by moves that look like these, with the same views on the way."""
    years = [card.year for card in rules.deck]
    found = []
    for pairing in sorted(set(permutations(years))):
        if rules.dates is Dates.PRINTED:
            cards = tuple(Card(name, year) for name, year in zip(names, pairing, strict=True))
            state = do.new_game(attrs.evolve(rules, deck=cards))
        else:
            state = do.new_game(rules)
        for text, view in seen:
            words = text.split(" ")
            if words[0] == "date":
                words[2] = str(pairing[names.index(CardName(words[1]))])
            state = do.apply(state, do.parse_move(" ".join(words)))
            if do.observe(state, None) != view:
                break
        else:
            found.append(state)
    return found


@pytest.mark.parametrize(
    "state",
    [
        dealt(Rules(seats=1, deck=SAME), "a b c d e"),
        played(Rules(deck=SAME, dates=Dates.DRAWN), "date a 3", "date b 2"),
        played(Rules(deck=SAME), "deal a", "deal b", "deal c", "deal d", "deal e", "place a 0"),
    ],
)
def test_sampled_worlds_come_with_the_odds_of_the_list(state: do.State) -> None:
    view = do.observe(state, None)
    listed = {world: weight for weight, world in do.worlds(view)}
    rng, draws, total = Random(11), 4000, sum(listed.values())
    counts = Counter(do.sample_world(view, rng) for _ in range(draws))
    assert set(counts) == set(listed)
    distance = sum((counts[world] - draws * w / total) ** 2 / (draws * w / total) for world, w in listed.items())
    assert distance < len(listed) - 1 + 5 * (2 * (len(listed) - 1)) ** 0.5


def test_a_sampled_world_can_be_played_on_and_is_mostly_not_the_truth() -> None:
    state = played(Rules(), *("deal " + card.name for card in do.DEFAULT_DECK), "place ane 0")
    rng = Random(3)
    worlds = [do.sample_world(do.observe(state, None), rng) for _ in range(50)]
    assert state not in worlds
    for world in worlds:
        assert world.rules.deck != state.rules.deck
        assert sorted(world.years) == sorted(state.years)
        while do.to_move(world) is not None:
            moves = do.legal_moves(world)
            world = do.apply(world, moves[below(rng, len(moves))])
            do.check_state(world)


def test_finished_games_have_worlds_too() -> None:
    state = played(Rules(deck=ABC), "deal a", "deal c", "deal b", "place a 0")
    assert [world for _, world in do.worlds(do.observe(state, None))] == [state]


@pytest.mark.parametrize(
    "changes",
    [
        {"unknown": (4, 5)},
        {"unknown": (2, 1)},
        {"unknown": (Year(1),)},
        {"undated": 1},
        {"undated": -1},
        {"turns": 2},
        {"turns": -1},
        {"mover": Seat(0)},
        {"mover": CHANCE},
        {"mover": None},
        {"errors": (0, 0)},
        {"hands": ()},
        {"hands": ((),) * 5},
        {"timeline": ()},
        {"timeline": deck(c=3, d=3)},
        {"timeline": deck(a=2)},
        {"undealt": (CardName("z"),)},
        {"undealt": (CardName("z"), CardName("z"))},
        {"last": None},
        {"last": do.Played(Seat(1), CardName("a"), Gap(0), False)},
        {"last": do.Played(Seat(0), CardName("a"), Gap(0), True)},
        {"last": do.Played(Seat(0), CardName("A"), Gap(0), False)},
        {"last": do.Played(Seat(0), CardName("a"), Gap(-1), False)},
        {"first": Seat(1)},
        {"first": Seat(9)},
        {"turn_limit": 0},
        {"turn_limit": 1},
        {"dates": Dates.DRAWN, "undated": 5},
        {"dates": Dates.DRAWN, "undated": 7},
    ],
)
def test_a_view_that_no_state_gives_has_no_worlds(changes: dict[str, object]) -> None:
    view = do.observe(played(Rules(deck=SAME), *(f"deal {name}" for name in "abdce"), "place a 0"), None)
    assert len(list(do.worlds(view))) == 6
    bad = evolve(view, **changes)
    if changes in ({"unknown": (4, 5)}, {"unknown": (Year(1),)}):
        with pytest.raises(WorldsError, match=r"^[12] years are unknown, for 3 cards$"):
            do.sample_world(bad, Random(1))
    counts = r"[0-9] years are unknown, for [0-9] cards"
    said = rf"^(no state gives this view: .*|{counts}|years are printed, so none can be missing)$"
    with pytest.raises(WorldsError, match=said):
        do.worlds(bad)
    with pytest.raises(WorldsError, match=said):
        do.sample_world(bad, Random(1))


def test_a_view_in_which_printed_years_are_missing_has_no_worlds() -> None:
    view = do.observe(do.new_game(Rules(deck=SAME)), None)
    for missing in (1, 5):
        with pytest.raises(WorldsError, match=r"^years are printed, so none can be missing$"):
            do.worlds(evolve(view, undated=missing))


def test_a_view_with_more_cards_than_any_deck_is_refused_at_once() -> None:
    view = do.observe(played(Rules(deck=SAME), *(f"deal {name}" for name in "abdce"), "place a 0"), None)
    many = tuple(CardName(f"n{number}") for number in range(246))
    for bad in (
        evolve(view, undealt=many * 1000),
        evolve(view, timeline=view.timeline * 1000),
        evolve(view, hands=(view.hands[0] * 1000, view.hands[1])),
        evolve(view, undealt=many),
    ):
        with pytest.raises(WorldsError, match=r"^no state gives this view: it has more than 250 cards$"):
            do.worlds(bad)


def test_a_view_may_have_as_many_cards_as_a_deck_and_no_more() -> None:
    cards = tuple(Card(CardName(f"c{number:03}"), Year(number)) for number in range(251))
    view = do.observe(do.new_game(Rules(seats=3, deck=cards[:250])), None)
    assert do.observe(do.sample_world(view, Random(2)), None) == view
    more = attrs.evolve(view, undealt=(*view.undealt, CardName("d")))
    with pytest.raises(WorldsError, match=r"^no state gives this view: it has more than 250 cards$"):
        do.sample_world(more, Random(2))


def test_a_last_move_that_cannot_be_said_is_named() -> None:
    view = do.observe(played(Rules(deck=SAME), *(f"deal {name}" for name in "abdce"), "place a 0"), None)
    bad = attrs.evolve(view, last=do.Played(Seat(0), CardName("a"), Gap(-1), False))
    with pytest.raises(WorldsError, match=r"^no state gives this view: .*expected a gap from 0 to 249 after the name$"):
        do.worlds(bad)


def test_equal_views_with_other_years_are_views_of_other_games() -> None:
    """The years themselves are free: they come from a deck of one's own."""
    view = do.observe(dealt(Rules(deck=ABC), "a b c"), None)
    assert len(list(do.worlds(attrs.evolve(view, unknown=(Year(7), Year(8)))))) == 2


def test_what_a_view_gives_is_the_same_in_all_its_worlds() -> None:
    rng = Random(8)
    state = played(Rules(deck=SAME), *(f"deal {name}" for name in "cabde"))
    while do.to_move(state) is not None:
        view = do.observe(state, None)
        moves = do.legal_moves(state)
        wrong = [do.parse_move(text) for text in ("place a 9", "place e 0", "deal a", "date a 1", "place z 0")]
        for _, world in do.worlds(view):
            assert do.legal_moves(world) == moves
            assert [do.why_illegal(world, move) for move in wrong] == [do.why_illegal(state, move) for move in wrong]
            other = do.observe(world, Seat(0))
            for lang in Lang:
                assert do.draw(other, lang) == do.draw(view, lang)
                assert [do.label(other, move, lang) for move in moves] == [do.label(view, move, lang) for move in moves]
            assert do.features(other) == do.features(view)
        state = do.apply(state, moves[below(rng, len(moves))])

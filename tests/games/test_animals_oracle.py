"""Animals against a second telling of its rules, in plain lists and words, and against figures from elsewhere."""

from __future__ import annotations

import statistics
from collections.abc import Generator
from random import Random
from typing import TypeAlias

import attrs
import pytest

from boardgames_fr.chance import below
from boardgames_fr.game import CHANCE, Seat
from boardgames_fr.games import animals as an
from boardgames_fr.games.animals import Rules, State

RULES = [
    Rules(),
    Rules(seats=5, dealer=Seat(3), rounds=2, tie_weight=7, first_weight=3),
    Rules(seats=6, tie_weight=0),
    Rules(seats=7, packs=2, animals=list("abcdefg")),
    Rules(seats=8, packs=4, dealer=Seat(7), tie_weight=20),
    Rules(seats=2, small_table=True, packs=3, rounds=2),
    Rules(seats=3, small_table=True, tie_weight=5),
]
NAMES = ["four", "five", "six", "seven", "eight", "two", "three"]

Asked: TypeAlias = tuple[int | None, list[tuple[str, int]], list[list[str]]]
"""Who is asked (`None`: the table), what may be said with its odds, and the piles, bottom first."""


def told(rules: Rules) -> Generator[Asked, str, list[int]]:
    """The whole game as a dialogue: it says what is asked, is sent a text, and gives back the cards won."""
    seats, order = range(rules.seats), "A23456789TJQK"
    won = [0 for _ in seats]
    for number in range(rules.rounds):
        pack = [rank + suit for rank in order for suit in "CDHS" for _ in range(rules.packs)]
        piles: list[list[str]] = [[] for _ in seats]
        closed: set[str] = set()
        turn = rules.dealer + number
        while pack:
            turn += 1
            seat = turn % rules.seats
            kinds = [(f"deal {card}", pack.count(card)) for card in dict.fromkeys(pack)]
            card = (yield None, kinds, piles).removeprefix("deal ")
            pack.remove(card)
            closed -= {pile[-1][0] for pile in [piles[seat]] if pile} | {card[0]}
            piles[seat].append(card)
            ranks = [rank for rank in order if rank not in closed]
            while True:
                tops = {s: piles[s][-1][0] for s in seats if piles[s]}
                groups = {rank: [s for s in tops if tops[s] == rank] for rank in ranks}
                groups = {rank: members for rank, members in groups.items() if len(members) >= 2}
                if not groups:
                    break
                said = {}
                for s in sorted(s for members in groups.values() for s in members):
                    words = [*(f"call {animal}" for animal in rules.animals), "call none"]
                    said[s] = (yield s, [(word, 0) for word in words], piles).removeprefix("call ")
                ranks = []
                for rank, members in groups.items():
                    right = [s for s in members if said[s] in [rules.animals[m] for m in members if m != s]]
                    if len(right) > 1:
                        verdicts = [(f"first {s}", rules.first_weight) for s in right]
                        verdicts += [("tie", rules.tie_weight)] if rules.tie_weight > 0 else []
                        verdict = yield None, verdicts, piles
                        if verdict == "tie":
                            closed.add(rank)
                            continue
                        right = [int(verdict.removeprefix("first "))]
                    for taker in right:
                        taken = rules.animals.index(an.Animal(said[taker]))
                        piles[taker] = piles[taken] + piles[taker]
                        piles[taken] = []
                        ranks.append(rank)
        won = [cards + len(pile) for cards, pile in zip(won, piles, strict=True)]
        if number + 1 < rules.rounds:
            yield None, [("gather", 1)], piles
    return won


def choice(rules: Rules, texts: list[str], rng: Random, piles: list[list[str]], who: int | None) -> str:
    """Any move; but a seat mostly names a match, so that there are captures and judgements enough."""
    if who is not None and below(rng, 10) < 7:
        mates = [s for s, pile in enumerate(piles) if pile and s != who and pile[-1][0] == piles[who][-1][0]]
        return f"call {rules.animals[mates[below(rng, len(mates))]]}"
    return texts[below(rng, len(texts))]


@pytest.mark.parametrize("rules", RULES, ids=NAMES)
def test_every_move_of_random_games_is_as_a_second_telling_says(rules: Rules) -> None:
    rng = Random(7)
    for _ in range(8):
        telling = told(rules)
        who, kinds, piles = next(telling)
        state = an.new_game(rules)
        while True:
            assert [str(move) for move in an.legal_moves(state)] == [text for text, _ in kinds]
            assert an.to_move(state) == (CHANCE if who is None else who)
            assert an.chance_weights(state) == (() if who is not None else tuple(weight for _, weight in kinds))
            assert [[str(card) for card in state.pile(Seat(seat))][::-1] for seat in range(rules.seats)] == piles
            text = choice(rules, [text for text, _ in kinds], rng, piles, who)
            state = an.apply(state, an.parse_move(text))
            try:
                who, kinds, piles = telling.send(text)
            except StopIteration as end:
                won = end.value
                break
        outcome = an.outcome(state)
        assert outcome is not None
        assert list(outcome.scores) == won


def random_game(rules: Rules, seed: int) -> list[State]:
    rng, states = Random(seed), [an.new_game(rules)]
    while moves := an.legal_moves(states[-1]):
        states.append(an.apply(states[-1], moves[below(rng, len(moves))]))
    return states


@pytest.mark.parametrize("rules", RULES, ids=NAMES)
def test_at_every_moment_all_cards_are_accounted_for_and_the_order_of_dealing_stands(rules: Rules) -> None:
    whole = sorted(str(card) for card in an.observe(an.new_game(rules), None).pack)
    assert len(whole) == 52 * rules.packs
    for seed in range(4):
        dealt, number = 0, 1
        for state, after in zip(states := random_game(rules, seed), states[1:], strict=False):
            view = an.observe(state, None)
            cards = [card for pile in view.piles for card in (pile.top, *pile.buried) if card is not None]
            assert sorted(map(str, (*cards, *view.pack))) == whole
            assert sum(pile.size for pile in view.piles) == len(cards)
            if state.round > number:
                dealt, number = 0, state.round
            if len(an.observe(after, None).pack) == len(view.pack) - 1:
                assert state.receiver == (rules.dealer + number - 1 + 1 + dealt) % rules.seats == view.receiver
                dealt += 1
                assert len(after.pile(state.receiver)) == len(state.pile(state.receiver)) + 1
        assert sum(states[-1].won) == 52 * rules.packs * rules.rounds


@pytest.mark.parametrize("rules", RULES, ids=NAMES)
def test_every_state_that_is_reached_passes_the_check_and_comes_back_from_its_facts(rules: Rules) -> None:
    facts = [field.name for field in attrs.fields(State) if field.eq]
    for state in random_game(rules, 11):
        an.check_state(state)
        again = State.from_facts(*[getattr(state, name) for name in facts])
        for field in attrs.fields(State):
            assert getattr(again, field.name) == getattr(state, field.name)


def quick(rules: Rules, rng: Random) -> tuple[int, int]:
    """Captures and the winner's cards of a game in which one owner of every match, at random, names another."""
    state, captures, plan = an.new_game(rules), 0, dict[Seat, Seat]()
    while (mover := an.to_move(state)) is not None:
        moves = an.legal_moves(state)
        if mover is CHANCE:
            state = an.apply_unchecked(state, moves[below(rng, len(moves))])
            continue
        if not state.answers:
            plan = {}
            for group in an.observe(state, None).groups:
                taker = group.seats[below(rng, len(group.seats))]
                others = [seat for seat in group.seats if seat != taker]
                plan[taker] = others[below(rng, len(others))]
                captures += 1
        state = an.apply_unchecked(state, moves[plan[mover]] if mover in plan else moves[-1])
    return captures, max(state.won)


@pytest.mark.parametrize(
    ("seats", "captures", "cards"),
    [(4, 8.2, 34.3), (5, 10.5, 31.0), (6, 12.7, 28.2), (7, 14.6, 26.0), (8, 16.4, 24.1)],
)
def test_captures_and_the_winners_cards_are_those_of_the_prototype(seats: int, captures: float, cards: float) -> None:
    rng = Random(seats)
    games = [quick(Rules(seats=seats), rng) for _ in range(400)]
    for found, expected in zip(zip(*games, strict=True), (captures, cards), strict=True):
        error = statistics.stdev(found) / len(found) ** 0.5
        assert statistics.mean(found) == pytest.approx(expected, abs=4 * error + 0.05)


def test_first_and_tie_are_drawn_with_their_odds_only_as_moves() -> None:
    state = an.new_game(Rules(dealer=Seat(3), first_weight=2, tie_weight=5))
    for text in ("deal 7H", "deal 7C", "call hibou", "call renard"):
        state = an.apply(state, an.parse_move(text))
    odds = dict(zip(map(str, an.legal_moves(state)), an.chance_weights(state), strict=True))
    assert odds == {"first 0": 2, "first 1": 2, "tie": 5}

"""Bots: they answer legally everywhere, from views alone, the same each time, and see what wins."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from boardgames_fr.bots import MonteCarlo, RandomBot, TreeSearch, bot_specs, make_bot
from boardgames_fr.chance import pick
from boardgames_fr.errors import MissingPartError, UnknownBotError
from boardgames_fr.game import CHANCE, AnyGame, Outcome, Seat
from boardgames_fr.games import animals as an
from boardgames_fr.games import pecking_order as po
from boardgames_fr.match import play
from boardgames_fr.record import replay
from tests.tools.cases import cases, find, played
from tests.toys import bluff, nim

SEARCHES = pytest.mark.parametrize("search", [MonteCarlo, TreeSearch])


def decisions(name: str, preset: str) -> list[Any]:
    """States of a random game in which a seat has a choice: an early one, some of the middle, a late one.

    All late in Capharnaüm, whose playouts are long.
    """
    game: AnyGame = find(name)
    states = [state for state in replay(played(name, preset)) if game.to_move(state) not in (CHANCE, None)]
    chosen = [state for state in states if len(game.legal_moves(state)) > 1]
    return [chosen[len(chosen) * part // 16] for part in ((13, 14, 15) if name == "capharnaum" else (0, 8, 14))]


def asked(game: AnyGame, state: Any, bot: Any) -> Any:
    """What a bot answers, given what it may see of this state."""
    seat: Any = game.to_move(state)
    return bot(game.observe(state, seat), game.legal_moves(state))


# Everywhere


@pytest.mark.parametrize(("name", "preset"), cases())
def test_searches_answer_legally_and_the_same_in_every_game(name: str, preset: str) -> None:
    game = find(name)
    for state in decisions(name, preset):
        for make in (partial(MonteCarlo, game, iterations=3, seed=7), partial(TreeSearch, game, iterations=6, seed=7)):
            answer = asked(game, state, make())
            assert answer in game.legal_moves(state)
            assert asked(game, state, make()) == answer


@pytest.mark.parametrize(("name", "preset"), cases())
def test_a_search_sees_nothing_that_its_seat_does_not_see(name: str, preset: str) -> None:
    game = find(name)
    for index, state in enumerate(decisions(name, preset)):
        seat: Any = game.to_move(state)
        world = game.sample_world(game.observe(state, seat), Random(index))
        make = partial(TreeSearch, game, iterations=6, seed=index)
        assert asked(game, world, make()) == asked(game, state, make())


@pytest.mark.parametrize(("name", "preset"), [case for case in cases() if find(str(case.values[0])).policies])
def test_own_bots_of_a_game_play_in_the_playouts_too(name: str, preset: str) -> None:
    game = find(name)
    state = decisions(name, preset)[2]
    for policy in (game.policies["easy"], game.policies["hard"]):
        make = partial(TreeSearch, game, iterations=2, policy=policy, seed=3)
        answer = asked(game, state, make())
        assert answer in game.legal_moves(state)
        assert asked(game, state, make()) == answer


@pytest.mark.parametrize(
    ("name", "preset"), [("domestication", "solo"), ("animals", "classic"), ("toy_bluff", "long"), ("toy_nim", "long")]
)
def test_searches_play_whole_matches(name: str, preset: str) -> None:
    game = find(name)
    rules = game.presets[preset]
    searches = (TreeSearch(game, iterations=3), MonteCarlo(game, iterations=3))
    bots = [searches[seat % 2] for seat in range(game.seats(rules))]
    record = play(game, rules, bots, seed=2)
    assert record.result() is not None
    assert play(game, rules, bots, seed=2) == record


PROGRAM = """
from boardgames_fr import find_game
from boardgames_fr.bots import make_bot
from boardgames_fr.match import play
for name, spec in (("pecking_order", "tree:12"), ("domestication", "mc:4"), ("dinosaures", "tree:4")):
    game = find_game(name)
    rules = next(iter(game.presets.values()))
    bots = [make_bot(game, rules, spec, seat) for seat in range(2)]
    print(play(game, rules, bots, seed=5, limit=60), end="")
"""


def test_a_search_with_a_seed_answers_the_same_in_every_process() -> None:
    def played_there(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        program = [sys.executable, "-c", PROGRAM]
        return subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout

    one = played_there("1")
    assert one.count("boardgames-fr 1\n") == 3
    assert one == played_there("2")


# Budget


def counting(game: AnyGame) -> tuple[AnyGame, list[object]]:
    """The game, and a list that gets every view of which a world is drawn."""
    drawn: list[object] = []

    def sample_world(view: object, rng: Random) -> object:
        drawn.append(view)
        return game.sample_world(view, rng)

    return attrs.evolve(game, sample_world=sample_world), drawn


@SEARCHES
def test_the_only_move_is_answered_at_once(search: Any) -> None:
    game, drawn = counting(nim.GAME)
    last = nim.State(nim.Rules(), 1)
    assert asked(game, last, search(game, iterations=50)) == nim.Take(1)
    assert drawn == []


def test_a_budget_of_iterations_is_kept_to() -> None:
    game, drawn = counting(bluff.GAME)
    state = bluff.apply_unchecked(bluff.new_game(bluff.Rules()), bluff.Deal(bluff.CARDS[0]))
    asked(game, state, MonteCarlo(game, iterations=37))
    assert len(drawn) == 37
    asked(game, state, TreeSearch(game, iterations=37))
    assert len(drawn) == 37 + 1 + 37  # one to see whose move it is


@SEARCHES
@pytest.mark.parametrize(("seconds", "iterations"), [(0.25, 3), (0.01, 1)])
def test_a_budget_of_time_is_kept_to(
    search: Any, seconds: float, iterations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock: Iterator[int] = iter(range(1000))
    monkeypatch.setattr("boardgames_fr.bots._search.time", SimpleNamespace(monotonic=lambda: next(clock) / 10))
    game, drawn = counting(nim.GAME)
    answer = asked(game, nim.new_game(nim.Rules()), search(game, seconds=seconds, seed=1))
    assert answer in nim.legal_moves(nim.new_game(nim.Rules()))
    assert len(drawn) == iterations + (search is TreeSearch)


def test_flat_monte_carlo_with_fewer_iterations_than_moves_takes_one_that_it_tried() -> None:
    state = nim.State(nim.Rules(heap=7), 7)
    assert asked(nim.GAME, state, MonteCarlo(nim.GAME, iterations=1, seed=1)) == nim.Take(1)


def test_a_search_without_a_seed_draws_from_the_match() -> None:
    def record(bots: tuple[Any, Any], seed: int) -> object:
        return play(bluff.GAME, bluff.Rules(rounds=9), bots, seed=seed).moves

    free = TreeSearch(bluff.GAME, iterations=3), TreeSearch(bluff.GAME, iterations=3)
    assert record(free, 1) == record(free, 1)
    assert len({record(free, seed) for seed in range(6)}) > 1
    given = Random(4)
    seeded = TreeSearch(bluff.GAME, iterations=3, seed=given)
    before = given.getstate()
    record((seeded, RandomBot()), 1)
    assert given.getstate() != before


# What they find


@SEARCHES
@pytest.mark.parametrize("heap", [1, 2, 3])
def test_the_last_one_is_taken(search: Any, heap: int) -> None:
    for seed in range(5):
        move = asked(nim.GAME, nim.State(nim.Rules(), heap), search(nim.GAME, iterations=40, seed=seed))
        assert move.count == heap


@pytest.mark.parametrize(("heap", "right"), [(5, 1), (6, 2), (7, 3)])
def test_tree_search_leaves_four_which_cannot_be_won(heap: int, right: int) -> None:
    for seed in range(5):
        move = asked(nim.GAME, nim.State(nim.Rules(), heap), TreeSearch(nim.GAME, iterations=400, seed=seed))
        assert move.count == right


@SEARCHES
@pytest.mark.parametrize(("low_weight", "level"), [(3, bluff.Level.LOW), (9, bluff.Level.LOW)])
def test_unseen_cards_are_guessed_by_their_odds(search: Any, low_weight: int, level: bluff.Level) -> None:
    rules = bluff.Rules(rounds=1, low_weight=low_weight)
    for card in bluff.CARDS:
        state = bluff.State(rules, talk=bluff.Silent(True), last=bluff.Talk(None), card=card)
        for seed in range(3):
            assert asked(bluff.GAME, state, search(bluff.GAME, iterations=200, seed=seed)) == bluff.Guess(level)


def best_last_moves(state: po.State) -> set[po.Move]:
    """The moves with the best expectation over all worlds, where nobody decides anything afterwards."""

    def value(move: po.Move) -> float:
        total = weights = 0.0
        seat = po.to_move(state)
        assert isinstance(seat, int)
        for weight, world in po.worlds(po.observe(state, seat)):
            after = po.apply(world, move)
            outcome = po.outcome(after)
            assert outcome is not None
            total += weight * outcome.returns[seat]
            weights += weight
        return total / weights

    moves = po.legal_moves(state)
    values = {move: value(move) for move in moves}
    return {move for move in moves if values[move] == max(values.values())}


def test_the_last_placing_of_pecking_order_is_the_best_one() -> None:
    found = 0
    for seed in range(40):
        states = list(replay(played("pecking_order", "tiny", seed=seed)))
        for state in states:
            moves = po.legal_moves(state)
            last = len(moves) > 1 and po.to_move(state) is not CHANCE
            if last and all(po.to_move(po.apply(state, move)) is None for move in moves):
                best = best_last_moves(state)
                found += len(best) < len(moves)
                for search in (MonteCarlo, TreeSearch):
                    assert asked(po.GAME, state, search(po.GAME, iterations=100, seed=seed)) in best
    assert found >= 3


def wins_in_one(name: str, policy: str, least: int) -> Iterator[tuple[Any, set[Any]]]:
    """States of games between own bots in which some moves win at once and others do not, and these moves."""
    game = find(name)
    rules = next(iter(game.presets.values()))
    found = 0
    for seed in range(20):
        bots: list[Any] = [game.policies[policy](Random(seed + seat)) for seat in range(game.seats(rules))]
        for state in list(replay(play(game, rules, bots, seed=seed)))[-4:]:
            seat, moves = game.to_move(state), game.legal_moves(state)
            if seat in (None, CHANCE) or len(moves) > 40:
                continue
            outcomes: dict[Any, Outcome | None] = {move: game.outcome(game.apply(state, move)) for move in moves}
            wins = {move for move, outcome in outcomes.items() if outcome is not None and outcome.winners == (seat,)}
            if 0 < len(wins) < len(moves):
                yield state, wins
                found += 1
                if found == least:
                    return
    raise AssertionError("too few")


@pytest.mark.parametrize(("name", "iterations"), [("dinosaures", 250), ("domestication", 100), ("capharnaum", 60)])
def test_a_win_at_once_is_found(name: str, iterations: int) -> None:
    game = find(name)
    for state, wins in wins_in_one(name, "medium", 2):
        policy = game.policies["medium"] if name == "capharnaum" else None
        assert asked(game, state, TreeSearch(game, iterations=iterations, policy=policy, seed=1)) in wins


def test_alone_a_search_makes_fewer_errors_than_chance() -> None:
    game = find("domestication")
    rules = game.presets["solo"]

    def errors(bot: Any) -> float:
        outcomes = [play(game, rules, [bot], seed=seed).result() for seed in range(2)]
        return -sum(outcome.returns[0] for outcome in outcomes if outcome is not None) / 2

    assert errors(TreeSearch(game, iterations=15)) < 0.7 * errors(RandomBot())


def two_sealed_answers() -> tuple[an.State, an.State, an.State]:
    """A state of Animals in which two seats are asked; and two after it, with an answer that the next cannot see.

    It is the last one of a round in which nobody has called anything, so that much hangs on it.
    """
    rng = Random(1)
    state = an.new_game(an.Rules())
    found = []
    while (moves := an.legal_moves(state)) != ():
        seat = an.to_move(state)
        if isinstance(seat, int):
            one, other = (an.apply(state, move) for move in (moves[0], moves[-1]))
            following = an.to_move(one)
            if isinstance(following, int) and following != seat:
                found.append((state, one, other))
        weights = an.chance_weights(state)
        state = an.apply(state, moves[pick(rng, weights)] if weights else moves[-1])
    return found[-1]


def test_sealed_answers_of_others_stay_sealed_and_the_right_animal_is_called() -> None:
    _, one, other = two_sealed_answers()
    assert one != other
    seat = an.to_move(one)
    assert isinstance(seat, int)
    group = next(group.seats for group in an.observe(one, seat).groups if seat in group.seats)
    right = [an.Call(one.rules.animals[caller]) for caller in group if caller != seat]
    for seed in range(3):
        answers = [asked(an.GAME, state, TreeSearch(an.GAME, iterations=200, seed=seed)) for state in (one, other)]
        assert answers[0] == answers[1]
        assert answers[0] in right


def test_a_policy_is_asked_for_what_its_seat_does_not_see() -> None:
    """With a policy that is always silent, a search knows that nobody will come before it."""
    asked_of: list[Seat | None] = []

    def silent(_rng: Random) -> Callable[[an.View, tuple[an.Move, ...]], an.Move]:
        def policy(view: an.View, moves: tuple[an.Move, ...]) -> an.Move:
            asked_of.append(view.seat)
            return moves[-1]

        return policy

    state, _, _ = two_sealed_answers()
    answer = asked(an.GAME, state, TreeSearch(an.GAME, iterations=60, policy=silent, seed=1))
    assert answer in an.legal_moves(state)
    assert len(set(asked_of)) > 1
    assert None not in asked_of


@pytest.mark.parametrize(("name", "effort"), [("pecking_order", 60), ("dinosaures", 25)])
def test_tree_search_beats_a_bot_that_any_move_pleases(name: str, effort: int) -> None:
    game = find(name)
    rules = next(iter(game.presets.values()))
    won = 0
    for seed in range(4):
        bots: list[Any] = [TreeSearch(game, iterations=effort, seed=seed), RandomBot(seed)]
        outcome = play(game, rules, bots if seed % 2 else bots[::-1], seed=seed).result()
        assert outcome is not None
        won += outcome.winners == (Seat(1 - seed % 2),)
    assert won >= 3


# What is refused


@SEARCHES
@pytest.mark.parametrize(
    ("budget", "problem"),
    [
        ({}, "give either"),
        ({"iterations": 3, "seconds": 1.0}, "give either"),
        ({"iterations": 0}, "the budget must be positive"),
        ({"iterations": -1}, "the budget must be positive"),
        ({"seconds": 0.0}, "the budget must be positive"),
        ({"seconds": float("nan")}, "the budget must be positive"),
        ({"iterations": 3, "exploration": -0.1}, "exploration must not be negative"),
    ],
)
def test_what_makes_no_search_is_refused(search: Any, budget: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        search(nim.GAME, **budget)


def test_a_width_that_tries_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="width must be positive"):
        TreeSearch(nim.GAME, iterations=3, width=0.0)


@SEARCHES
def test_a_game_without_worlds_cannot_be_searched(search: Any) -> None:
    fields = {f.name: getattr(bluff.GAME, f.name) for f in attrs.fields(type(bluff.GAME)) if f.name != "sample_world"}
    blind: AnyGame = type(bluff.GAME)(**fields)
    with pytest.raises(MissingPartError, match="sample_world"):
        search(blind, iterations=3)


# By name


@pytest.mark.parametrize(("name", "preset"), cases())
def test_every_bot_that_is_listed_can_be_made(name: str, preset: str) -> None:
    game = find(name)
    rules = game.presets[preset]
    state = decisions(name, preset)[1]
    for spec in bot_specs(game):
        assert asked(game, state, make_bot(game, rules, spec.replace(":N", ":2"), 1)) in game.legal_moves(state)


@pytest.mark.parametrize(
    "spec", ["", "tree", "tree:", "tree:0", "tree:x", "tree:-1", "tree:1.5", "tree:١", "best", "mc:"]
)
def test_a_name_of_no_bot_is_refused_with_the_names_there_are(spec: str) -> None:
    with pytest.raises(UnknownBotError, match=r"random.*easy.*medium.*hard.*mc:N.*tree:N"):
        make_bot(po.GAME, po.Rules(), spec, 1)


@pytest.mark.parametrize("name", ["pecking_order", "domestication", "animals", "capharnaum", "dinosaures"])
def test_every_game_has_three_levels(name: str) -> None:
    assert tuple(find(name).policies) == ("easy", "medium", "hard")
    assert bot_specs(find(name)) == ("random", "easy", "medium", "hard", "mc:N", "tree:N")


def test_a_bot_by_name_is_the_search_of_that_effort() -> None:
    state = nim.State(nim.Rules(), 6)
    for seed in range(4):
        named = asked(nim.GAME, state, make_bot(nim.GAME, nim.Rules(), "tree:9", seed))
        assert named == asked(nim.GAME, state, TreeSearch(nim.GAME, iterations=9, seed=seed))

"""Matches: the same seed gives the same game, bots see views only, and a bot that fails is named."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from boardgames_fr import CHANCE, MatchError, Seat
from boardgames_fr.bots import RandomBot
from boardgames_fr.chance import below, pick, stream
from boardgames_fr.game import AnyGame
from boardgames_fr.match import Beginner, Bot, Referee, Watcher, play, steps
from boardgames_fr.record import Record, as_seen, replay, result_text
from tests.tools.cases import NAMES, cases, find, played
from tests.toys import bluff, nim


def by_hand(game: AnyGame, rules: Any, seed: int | str) -> list[Any]:
    """The moves of random bots as the documentation says that they come about."""
    draws = stream(seed, "chance")
    rngs = [stream(seed, "bot", seat) for seat in range(game.seats(rules))]
    state = game.new_game(rules)
    moves: list[Any] = []
    while (legal := game.legal_moves(state)) and len(moves) < 300:
        mover = game.to_move(state)
        if mover is CHANCE:
            moves.append(legal[pick(draws, game.chance_weights(state))])
        else:
            assert mover is not None
            moves.append(legal[below(rngs[mover], len(legal))])
        state = game.apply(state, moves[-1])
    return moves


@pytest.mark.parametrize(("name", "preset"), cases())
def test_a_seed_decides_the_game(name: str, preset: str) -> None:
    record = played(name, preset, 1, 300)
    assert list(record.moves) == by_hand(find(name), record.rules, 1)


@pytest.mark.parametrize("name", NAMES)
def test_the_record_has_the_result_once_the_game_is_over(name: str) -> None:
    record = played(name, list(find(name).presets)[-1], 3)
    outcome = record.result()
    assert outcome is not None
    assert record.headers == (("result", result_text(outcome)),)


@pytest.mark.parametrize("name", NAMES)
def test_each_watcher_sees_exactly_what_its_seat_sees(name: str) -> None:
    game = find(name)
    rules = next(iter(game.presets.values()))

    class Looker(RandomBot):
        def __init__(self) -> None:
            super().__init__()
            self.sights: list[tuple[str, Any]] = []
            self.seat: Seat | None = None

        def begin(self, seat: Seat, rng: Random, /) -> None:
            self.seat = seat
            super().begin(seat, rng)

        def watch(self, seen: str, view: Any, /) -> None:
            self.sights.append((seen, view))

    bots = [Looker() for _ in range(game.seats(rules))]
    record = play(game, rules, bots, seed=1, limit=60)
    assert record == played(name, next(iter(game.presets)), 1, 60)
    for index, bot in enumerate(bots):
        assert bot.seat == index
        assert bot.sights == list(as_seen(game, record, Seat(index)))


@pytest.mark.parametrize("name", NAMES)
def test_steps_are_the_moves_with_the_states_around_them(name: str) -> None:
    game = find(name)
    rules = next(iter(game.presets.values()))
    record = played(name, next(iter(game.presets)), 1, 40)
    states = list(replay(record))
    bots = [RandomBot() for _ in range(game.seats(rules))]
    found = list(steps(game, rules, bots, seed=1, limit=40))
    assert [step.move for step in found] == list(record.moves)
    assert [step.before for step in found] == states[:-1]
    assert [step.after for step in found] == states[1:]
    assert [step.mover for step in found] == [game.to_move(state) for state in states[:-1]]


def first(_view: object, moves: tuple[Any, ...]) -> Any:
    return moves[0]


def last(_view: object, moves: tuple[Any, ...]) -> Any:
    return moves[-1]


def test_any_callable_is_a_bot() -> None:
    record = play(nim.GAME, nim.Rules(), (first, last), seed=0)
    assert [str(move) for move in record.moves] == ["take 1", "take 3 quick", "take 1", "take 2 quick"]
    assert record.headers == (("result", "1 (0-1)"),)


def test_a_bot_gets_its_own_view_and_the_legal_moves() -> None:
    asked: list[tuple[int, Any, Any]] = []

    def bot(seat: int) -> Bot[Any, Any]:
        def answer(view: Any, moves: tuple[Any, ...]) -> Any:
            asked.append((seat, view, moves))
            return moves[-1]

        return answer

    record = play(bluff.GAME, bluff.Rules(), (bot(0), bot(1)), seed=1)
    states = [state for state in replay(record) if bluff.to_move(state) in (0, 1)]
    assert asked == [
        (bluff.to_move(state), bluff.observe(state, Seat(seat)), bluff.legal_moves(state))
        for state, (seat, _, _) in zip(states, asked, strict=True)
    ]
    assert not any(isinstance(view, bluff.State) for _, view, _ in asked)


def test_the_limit_counts_all_moves_and_leaves_no_result() -> None:
    whole = play(bluff.GAME, bluff.Rules(), (first, last), seed=1)
    for limit in range(len(whole.moves)):
        record = play(bluff.GAME, bluff.Rules(), (first, last), seed=1, limit=limit)
        assert record == Record(bluff.GAME, bluff.Rules(), whole.moves[:limit])
    assert play(bluff.GAME, bluff.Rules(), (first, last), seed=1, limit=len(whole.moves)) == whole


def test_chance_does_not_depend_on_what_bots_draw() -> None:
    def deals(bot: Bot[Any, Any]) -> list[str]:
        record = play(bluff.GAME, bluff.Rules(rounds=9), (bot, bot), seed=5)
        return [str(move) for move in record.moves if isinstance(move, bluff.Deal)]

    assert deals(first) == deals(RandomBot()) == deals(RandomBot(7))


def test_the_number_of_bots_must_be_that_of_the_seats() -> None:
    with pytest.raises(ValueError, match="1 bots for 2 seats"):
        steps(nim.GAME, nim.Rules(), (first,), seed=0)


class Liar:
    """Equal to everything, and of no use."""

    def __eq__(self, _other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]  # as Python itself does


def test_the_game_goes_on_with_its_own_move_object() -> None:
    def liar(_view: object, _moves: tuple[Any, ...]) -> Any:
        return Liar()

    record = play(nim.GAME, nim.Rules(), (liar, last), seed=0)
    assert all(type(move) is nim.Take for move in record.moves)


def raising(_view: object, _moves: tuple[Any, ...]) -> Any:
    raise KeyError("oh")


def cheating(_view: object, _moves: tuple[Any, ...]) -> Any:
    return nim.Take(9)


def silent(_view: object, _moves: tuple[Any, ...]) -> Any:
    return None


class Blind:
    def __call__(self, _view: object, moves: tuple[Any, ...], /) -> Any:
        return moves[0]

    def watch(self, _seen: str, _view: object, /) -> None:
        raise KeyError("oh")


class Late(Blind):
    def begin(self, _seat: Seat, _rng: Random, /) -> None:
        raise KeyError("late")


@pytest.mark.parametrize(
    ("bot", "ply", "problem"),
    [
        (raising, 1, "it raised KeyError: 'oh'"),
        (cheating, 1, "its answer 'take 9' is not a legal move"),
        (silent, 1, "its answer 'None' is not a legal move"),
        (Blind(), 1, "it raised KeyError: 'oh'"),
        (Late(), 0, "it raised KeyError: 'late'"),
    ],
)
def test_a_bot_that_fails_is_named_with_the_record_so_far(bot: Any, ply: int, problem: str) -> None:
    with pytest.raises(MatchError) as caught:
        play(nim.GAME, nim.Rules(), (first, bot), seed=0)
    error = caught.value
    assert (error.seat, error.ply, error.problem) == (1, ply, problem)
    assert error.record == Record(nim.GAME, nim.Rules(), (nim.Take(1),)[:ply])
    assert pickle.loads(pickle.dumps(error)).record == error.record
    assert isinstance(error.__cause__, KeyError) is problem.startswith("it raised")


def test_whoever_interrupts_is_not_taken_for_a_bot_that_fails() -> None:
    def stopped(_view: object, _moves: tuple[Any, ...]) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(nim.GAME, nim.Rules(), (stopped, first), seed=0)


# The random bot


def test_the_random_bot_is_even_handed() -> None:
    bot, counts = RandomBot(1), [0] * 3
    for _ in range(6000):
        counts[bot(None, (0, 1, 2))] += 1
    assert all(1850 < count < 2150 for count in counts)


def test_the_random_bot_keeps_the_generator_that_it_was_given() -> None:
    moves = tuple(range(1000))
    assert RandomBot(Random(4))(None, moves) == below(Random(4), 1000)
    for source in (3, "three"):
        bot, other = RandomBot(source), RandomBot(source)
        other.begin(Seat(0), Random(99))
        assert [bot(None, moves) for _ in range(5)] == [other(None, moves) for _ in range(5)]
        assert bot(None, moves) == other(None, moves)


def test_the_random_bot_without_a_seed_takes_that_of_the_match() -> None:
    bot = RandomBot()
    assert bot(None, tuple(range(1000))) == below(stream(0, "random bot"), 1000)
    bot.begin(Seat(0), Random(4))
    assert bot(None, tuple(range(1000))) == below(Random(4), 1000)
    assert isinstance(bot, Beginner)
    assert not isinstance(bot, Watcher)


def test_a_referee_asks_the_bots_it_has_when_the_game_is_moved_on_otherwise() -> None:
    game, rules = bluff.GAME, bluff.Rules()
    heard: list[str] = []

    class Listener(RandomBot):
        def watch(self, seen: str, _view: object, /) -> None:
            heard.append(seen)

    referee = Referee(game, rules, {Seat(1): Listener()})
    referee.begin(5)
    state = game.new_game(rules)
    for text in ("deal high", "talk low"):
        before, move = state, game.parse_move(text)
        state = game.apply(state, move)
        referee.tell(before, move, state)
    assert heard == ["deal ?", "talk low"]
    assert [str(move) for move in referee.moves] == ["deal high", "talk low"]
    assert referee.ask(Seat(1), state, game.legal_moves(state)) in game.legal_moves(state)
    error = referee.error(Seat(1), "it sulks")
    assert (error.seat, error.ply, str(error)) == (1, 2, "seat 1, ply 2: it sulks")

"""La frise de la domestication, whole games: against a plain retelling of the rules, in figures, and by its bots."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from boardgames_fr.chance import below, pick
from boardgames_fr.game import CHANCE, Outcome, Seat
from boardgames_fr.games import domestication as do
from boardgames_fr.games.domestication import Card, CardName, Dates, Rules, Year


class Table:
    """The rules once more, as people play: lists of names, a dictionary of years, and nothing clever."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.year: dict[str, int] = {}
        self.pool = [card.year for card in rules.deck]
        if rules.dates is Dates.PRINTED:
            self.year = {card.name: card.year for card in rules.deck}
            self.pool = []
        self.stock = [str(card.name) for card in rules.deck]
        self.dealt: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(rules.seats)]
        self.line: list[str] = []
        self.seen: set[str] = set()
        self.errors = [0] * rules.seats
        self.turn_counts = [0] * rules.seats
        self.turn = rules.first

    def over(self) -> bool:
        if self.stock or self.pool:
            return False
        out = any(not hand for hand in self.hands)
        if self.rules.finish_round and len(set(self.turn_counts)) > 1:
            out = False
        return out or sum(self.turn_counts) == self.rules.turn_limit

    def mover(self) -> str:
        return "nobody" if self.over() else "table" if self.stock or self.pool else f"seat {self.turn}"

    def moves(self) -> list[str]:
        if self.over():
            return []
        if self.pool:
            name = next(name for name in self.stock if name not in self.year)
            return [f"date {name} {year}" for year in sorted(set(self.pool))]
        if self.stock:
            return [f"deal {name}" for name in self.stock]
        return [f"place {name} {gap}" for name in self.hands[self.turn] for gap in range(len(self.line) + 1)]

    def play(self, text: str) -> None:
        verb, name, *rest = text.split(" ")
        if verb == "date":
            self.year[name] = int(rest[0])
            self.pool.remove(Year(int(rest[0])))
        elif verb == "deal":
            self.stock.remove(name)
            if self.stock:
                self.hands[(self.rules.first + len(self.dealt)) % self.rules.seats].append(name)
                self.dealt.append(name)
            else:
                self.line.append(name)
                self.seen.add(name)
        else:
            seat = self.turn
            trial = [*self.line]
            trial.insert(int(rest[0]), name)
            years = [self.year[card] for card in trial]
            self.seen.add(name)
            if years == sorted(years):
                self.line = trial
                self.hands[seat].remove(name)
            else:
                self.errors[seat] += 1
            self.turn_counts[seat] += 1
            self.turn = Seat((seat + 1) % self.rules.seats)

    def winners(self) -> list[int]:
        least = min(len(hand) for hand in self.hands)
        return [seat for seat, hand in enumerate(self.hands) if len(hand) == least]


def random_rules(rng: Random) -> Rules:
    seats = 1 + below(rng, 4)
    cards = 1 + seats * (1 + below(rng, 3))
    spread = (1, 2, 5, 1000)[below(rng, 4)]
    return Rules(
        seats=seats,
        first=Seat(below(rng, seats)),
        deck=tuple(Card(CardName(f"card-{at}"), Year(below(rng, spread) - spread // 2)) for at in range(cards)),
        dates=(Dates.PRINTED, Dates.DRAWN)[below(rng, 2)],
        finish_round=below(rng, 2) == 1,
        turn_limit=(None, 400, 5, 40)[below(rng, 4)],
    )


@pytest.mark.parametrize("seed", range(150))
def test_random_games_go_as_people_would_play_them(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng)
    state, table = do.new_game(rules), Table(rules)
    turns = chances = 0
    while True:
        mover = do.to_move(state)
        assert ("nobody" if mover is None else "table" if mover is CHANCE else f"seat {mover}") == table.mover()
        moves = do.legal_moves(state)
        assert [str(move) for move in moves] == table.moves()
        assert len(do.chance_weights(state)) == (len(moves) if mover is CHANCE else 0)
        compare(do.observe(state, None), table)
        do.check_state(state)
        if mover is None:
            break
        if mover is CHANCE:
            chances += 1
        else:
            turns += 1
            assert do.outcome(state) is None
        move = moves[below(rng, len(moves))]
        table.play(str(move))
        state = do.apply(state, move) if below(rng, 2) else do.apply_unchecked(state, move)
    outcome = do.outcome(state)
    assert outcome is not None
    assert list(outcome.winners) == table.winners()
    assert list(outcome.scores) == [len(hand) for hand in table.hands]
    assert (-outcome.returns[0] == table.errors[0]) if rules.seats == 1 else abs(sum(outcome.returns)) < 1e-9
    most = do.longest(rules)
    assert (most is None) == (rules.turn_limit is None)
    assert most is None or (turns <= most[0] and chances == most[1])


def compare(view: do.View, table: Table) -> None:
    assert [card.name for card in view.timeline] == table.line
    assert [card.year for card in view.timeline] == [table.year[name] for name in table.line]
    assert [[held.name for held in hand] for hand in view.hands] == table.hands
    remembered = {held.name: held.year for hand in view.hands for held in hand if held.year is not None}
    assert remembered == {name: table.year[name] for hand in table.hands for name in hand if name in table.seen}
    assert list(view.undealt) == table.stock
    assert list(view.errors) == table.errors
    assert view.turns == sum(table.turn_counts)
    # Every card is in one place, and every year is known or unknown.
    places = [
        *view.undealt,
        *[card.name for card in view.timeline],
        *[held.name for hand in view.hands for held in hand],
    ]
    assert sorted(places) == [card.name for card in table.rules.deck]
    known = [card.year for card in view.timeline] + list(remembered.values())
    assert sorted([*known, *view.unknown]) == sorted(card.year for card in table.rules.deck)


# Statistics of the rules page

Bots = Callable[[do.View, tuple[do.Move, ...]], do.Move]


def finished(rules: Rules, bots: list[Bots], rng: Random) -> do.State:
    state = do.new_game(rules)
    while (mover := do.to_move(state)) is not None:
        moves = do.legal_moves(state)
        if mover is CHANCE:
            move = moves[pick(rng, do.chance_weights(state))]
        else:
            move = bots[mover](do.observe(state, mover), moves)
        state = do.apply_unchecked(state, move)
    return state


def near(hits: int, games: int, expected: float) -> bool:
    """Within four standard deviations of this and of the prototype's own sampling (20,000 games, say)."""
    return abs(hits / games - expected) < 4 * sqrt(expected * (1 - expected) * (1 / games + 1 / 20_000))


def test_uniform_play_gives_the_figures_of_the_rules_page() -> None:
    rng, rules, games = Random(1), Rules(), 2500
    wins = errors = turns = 0
    for _ in range(games):
        state = do.new_game(rules)
        while do.to_move(state) is not None:
            moves = do.legal_moves(state)
            state = do.apply_unchecked(state, moves[int(rng.random() * len(moves))])
        outcome = do.outcome(state)
        assert outcome is not None
        wins += Seat(0) in outcome.winners
        errors += sum(state.errors)
        turns += state.turns
    assert near(wins, games, 0.535)
    assert abs(errors / games - 50.5) < 1.5
    assert abs(turns / games - 60) < 1.5


@pytest.mark.parametrize(("seats", "expected"), [(2, 0.681), (3, 0.581), (4, 0.503)])
def test_who_starts_wins_so_often_when_all_remember(seats: int, expected: float) -> None:
    rng, rules, games = Random(2), Rules(seats=seats), 1200
    wins = 0
    for _ in range(games):
        state = finished(rules, [do.medium(rng)] * seats, rng)
        wins += not state.hands[0]
        # Perfect recall: no card is misplaced twice, and nobody has more errors than cards.
        assert all(errors <= 12 // seats for errors in state.errors)
    assert near(wins, games, expected)


def test_who_starts_always_wins_when_both_know_the_years() -> None:
    years = {card.name: card.year for card in do.DEFAULT_DECK}

    def knows(view: do.View, moves: tuple[do.Move, ...]) -> do.Move:
        line = [card.year for card in view.timeline]
        for move in moves:
            assert isinstance(move, do.Place)
            trial = [*line]
            trial.insert(move.gap, years[move.name])
            if trial == sorted(trial):
                return move
        raise AssertionError("some gap is always right")

    rng = Random(3)
    for _ in range(40):
        assert do.outcome(finished(Rules(), [knows, knows], rng)) == Outcome((Seat(0),), (0, 1), (1.0, -1.0))
        assert finished(Rules(seats=1), [knows], rng).errors == (0,)


def test_solo_errors_are_those_of_the_rules_page() -> None:
    rng, rules = Random(4), Rules(seats=1)
    uniform = [finished(rules, [do.easy(rng)], rng).errors[0] for _ in range(300)]
    remembering = [finished(rules, [do.medium(rng)], rng).errors[0] for _ in range(400)]
    assert abs(sum(uniform) / 300 - 78.4) < 7
    assert abs(sum(remembering) / 400 - 9.8) < 0.4
    assert max(remembering) <= 12


def test_perfect_recall_never_misplaces_a_card_twice() -> None:
    rng = Random(6)
    for policy in (do.medium, do.hard):
        for dates in Dates:
            state = do.new_game(Rules(seats=3, dates=dates))
            bot, wrong = policy(rng), list[str]()
            while (mover := do.to_move(state)) is not None:
                moves = do.legal_moves(state)
                move = moves[below(rng, len(moves))] if mover is CHANCE else bot(do.observe(state, mover), moves)
                state = do.apply(state, move)
                last = do.observe(state, None).last
                if last is not None and not last.right:
                    wrong.append(last.name)
            assert len(wrong) == len(set(wrong)) == sum(state.errors)


# Bots


def duel(one: Callable[[Random], Bots], two: Callable[[Random], Bots], games: int, rules: Rules) -> float:
    """The share of games that the first wins, seats rotated."""
    wins = 0
    for game in range(games):
        rng = Random(game)
        bots = [one(rng), two(rng)]
        seat = game % 2
        if seat:
            bots.reverse()
        outcome = do.outcome(finished(rules, bots, rng))
        assert outcome is not None
        wins += outcome.winners == (seat,)
    return wins / games


def test_the_bots_are_listed_weakest_first_and_each_beats_the_one_before() -> None:
    assert list(do.GAME.policies) == ["easy", "medium", "hard"]
    assert [do.GAME.policies[name] for name in do.GAME.policies] == [do.easy, do.medium, do.hard]
    for rules in (Rules(), Rules(dates=Dates.DRAWN)):
        assert duel(do.medium, do.easy, 100, rules) >= 0.95
        assert duel(do.hard, do.easy, 100, rules) >= 0.95
        assert duel(do.hard, do.medium, 200, rules) >= 0.85


def view_of(rules: Rules, *texts: str) -> tuple[do.View, tuple[do.Move, ...]]:
    state = do.new_game(rules)
    for text in texts:
        state = do.apply(state, do.parse_move(text))
    return do.observe(state, None), do.legal_moves(state)


SOLO = Rules(seats=1, deck=tuple(Card(CardName(name), Year(at)) for at, name in enumerate("abcdef", 1)))
DEAL = ("deal a", "deal c", "deal d", "deal f", "deal e", "deal b")


def test_easy_plays_any_card_anywhere() -> None:
    view, moves = view_of(SOLO, *DEAL, "place a 1")
    bot = do.easy(Random(1))
    assert {bot(view, moves) for _ in range(300)} == set(moves)


def test_medium_plays_what_it_remembers_and_otherwise_any_card_anywhere() -> None:
    bot = do.medium(Random(1))
    view, moves = view_of(SOLO, *DEAL)
    assert {bot(view, moves) for _ in range(300)} == set(moves)
    view, moves = view_of(SOLO, *DEAL, "place a 1")
    assert {str(bot(view, moves)) for _ in range(50)} == {"place a 0"}
    view, moves = view_of(SOLO, *DEAL, "place a 1", "place d 0", "place f 1")
    assert {str(bot(view, moves)) for _ in range(50)} == {"place a 0"}
    view, moves = view_of(SOLO, *DEAL, "place f 1", "place d 0")
    assert {str(bot(view, moves)) for _ in range(50)} == {"place d 1"}


def test_hard_plays_what_it_remembers_and_otherwise_where_most_unknown_years_fit() -> None:
    bot = do.hard(Random(1))
    view, moves = view_of(SOLO, *DEAL)  # b = 2 lies; 1, 3, 4, 5, 6 are unknown
    assert {str(bot(view, moves)) for _ in range(200)} == {f"place {name} 1" for name in "acdfe"}
    view, moves = view_of(SOLO, *DEAL, "place f 1")  # 2, 6 lie; 1, 3, 4, 5 are unknown
    assert {str(bot(view, moves)) for _ in range(200)} == {f"place {name} 1" for name in "acde"}
    view, moves = view_of(SOLO, *DEAL, "place f 1", "place d 0")
    assert {str(bot(view, moves)) for _ in range(50)} == {"place d 1"}


def test_bots_know_nothing_of_equal_years_that_the_view_does_not_say() -> None:
    years = zip("abcd", (5, 5, 5, 9), strict=True)
    rules = Rules(seats=1, deck=tuple(Card(CardName(name), Year(year)) for name, year in years))
    bot = do.hard(Random(2))
    view, moves = view_of(rules, "deal a", "deal b", "deal d", "deal c")
    assert {str(bot(view, moves)) for _ in range(200)} == {f"place {name} 1" for name in "abd"}
    view, moves = view_of(rules, "deal a", "deal b", "deal d", "deal c", "place d 0")
    assert {str(bot(view, moves)) for _ in range(20)} == {"place d 1"}


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_every_bot_answers_for_the_table_too_if_it_is_asked(name: str) -> None:
    state = do.new_game(SOLO)
    bot = do.GAME.policies[name](Random(1))
    assert bot(do.observe(state, None), do.legal_moves(state)) in do.legal_moves(state)
    over, _ = view_of(Rules(seats=1, deck=SOLO.deck[:2]), "deal a", "deal b", "place a 0")
    assert bot(over, do.legal_moves(state)) in do.legal_moves(state)


# Perft


def perft(state: do.State, depth: int) -> int:
    moves = do.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(do.apply_unchecked(state, move), depth - 1) for move in moves)


def test_the_published_counts_of_the_tree() -> None:
    start = do.new_game(Rules())
    assert [perft(start, depth) for depth in range(1, 6)] == [13, 156, 1716, 17160, 154440]
    tiny = Rules(seats=1, deck=SOLO.deck[:3])
    counts = [perft(do.new_game(tiny), depth) for depth in range(1, 11)]
    assert counts == [3, 6, 6, 24, 84, 240, 624, 1536, 3648, 8448]
    table = (Path(__file__).parent.parent / "perft" / "domestication.txt").read_text(encoding="utf-8")
    assert "classic: 13 156 1716 17160 154440 1235520\n" in table
    assert f": {' '.join(map(str, counts))}\n" in table

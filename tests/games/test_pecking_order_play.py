"""Pecking Order, whole games: against a plain retelling of the rules, in figures, and by its bots."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from statistics import mean, pstdev

import pytest

from boardgames_fr.chance import below
from boardgames_fr.game import CHANCE, Seat
from boardgames_fr.games import pecking_order as po
from boardgames_fr.games.pecking_order import Perch, PerchName, Power, Rules


class Table:
    """The rules once more, as people play them: piles of cards on a board, and nothing clever."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.points = [0, 0]
        self.round = 0
        self.finished = False
        self.begin()

    def begin(self) -> None:
        self.decks = [{*range(1, self.rules.birds + 1), "J"} for _ in range(2)]
        self.board: dict[str, tuple[int, int | str, bool]] = {}
        self.turn = (self.rules.first + self.round) % 2
        self.hand: int | str | None = None
        self.wants_peek = False
        self.between = False

    def moves(self) -> list[str]:
        names = [str(perch.name) for perch in self.rules.perches]
        me = self.turn
        if self.finished:
            return []
        if self.between:
            return ["clear"]
        if self.wants_peek:
            hidden = [n for n in names if n in self.board and self.board[n][0] != me and not self.board[n][2]]
            return [*(f"peek {name}" for name in hidden if self.hand != "J"), "peek none"]
        if self.hand is None:
            birds = [bird for bird in range(1, self.rules.birds + 1) if bird in self.decks[me]]
            return [f"draw {card}" for card in [*birds, *(["J"] if "J" in self.decks[me] else [])]]
        return [f"place {n}" for n in names if n not in self.board or self.board[n][0] != me] or ["discard"]

    def named(self, power: Power) -> list[str]:
        return [str(perch.name) for perch in self.rules.perches if perch.power is power]

    def controls(self, seat: int, name: str) -> bool:
        if name not in self.board or self.board[name][0] != seat:
            return False
        return self.rules.jaguar_controls or self.board[name][1] != "J"

    def play(self, text: str) -> None:
        verb, _, argument = text.partition(" ")
        if verb == "clear":
            self.round += 1
            self.begin()
            return
        if verb == "draw":
            self.hand = "J" if argument == "J" else int(argument)
            self.decks[self.turn].remove(self.hand)
            return
        if verb == "place":
            won = self.fight(argument)
            others = [card for card in self.board.values() if card[0] != self.turn and not card[2]]
            if won and argument in self.named(Power.PROMONTORY) and others:
                self.wants_peek = True
                return
        self.end_turn()

    def fight(self, name: str) -> bool:
        me, mine = self.turn, self.hand
        assert mine is not None
        if name not in self.board:
            self.board[name] = (me, mine, False)
            return True
        them, theirs, _ = self.board[name]
        held = any(self.controls(them, perch) for perch in self.named(Power.TIE_BREAK))
        if isinstance(mine, str) or isinstance(theirs, str):
            del self.board[name]
            return False
        if mine > theirs or (mine == theirs and not held):
            self.board[name] = (me, mine, False)
            return True
        self.board[name] = (them, theirs, True)
        return False

    def end_turn(self) -> None:
        self.hand, self.wants_peek = None, False
        self.turn = 1 - self.turn
        if self.decks[0] or self.decks[1]:
            return
        for seat in range(2):
            mine = [n for n, (owner, card, _) in self.board.items() if owner == seat and card != "J"]
            self.points[seat] += sum(perch.value for perch in self.rules.perches if perch.name in mine)
            doubles = self.named(Power.DOUBLE)
            if len(doubles) >= 2 and set(doubles) <= set(mine):
                self.points[seat] += self.rules.double_bonus
        self.finished = self.round + 1 == self.rules.rounds
        self.between = not self.finished


def random_rules(rng: Random) -> Rules:
    powers = [Power.TIE_BREAK, Power.PROMONTORY, Power.DOUBLE, Power.DOUBLE, Power.NONE, Power.DOUBLE, Power.NONE]
    width = 1 + below(rng, 7)
    chosen = sorted(powers[:width], key=lambda _: rng.random())
    return Rules(
        rounds=1 + below(rng, 3),
        first=Seat(below(rng, 2)),
        birds=1 + below(rng, 8),
        perches=tuple(Perch(PerchName(f"p{at}"), below(rng, 9), power) for at, power in enumerate(chosen)),
        double_bonus=below(rng, 5),
        jaguar_controls=below(rng, 2) == 1,
    )


@pytest.mark.parametrize("seed", range(200))
def test_random_games_go_as_people_would_play_them(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng) if seed % 5 else Rules(rounds=2, jaguar_controls=seed % 2 == 0)
    state, table = po.new_game(rules), Table(rules)
    asked = drawn = 0
    while True:
        legal = po.legal_moves(state)
        assert [str(move) for move in legal] == table.moves()
        mover = po.to_move(state)
        assert (mover is None) == table.finished
        assert po.chance_weights(state) == ((1,) * len(legal) if mover is CHANCE else ())
        board = {str(p.name): state.card_on(p.name) for p in rules.perches}
        lying = {n: (state.owner(at), state.values[at] or "J") for n, at in board.items() if at is not None}
        assert lying == {name: (owner, card) for name, (owner, card, _) in table.board.items()}
        assert list(state.points) == table.points
        po.check_state(state)
        if mover is None:
            break
        assert po.outcome(state) is None
        drawn, asked = (drawn + 1, asked) if mover is CHANCE else (drawn, asked + 1)
        move = legal[below(rng, len(legal))]
        table.play(str(move))
        state = po.apply(state, move) if below(rng, 2) else po.apply_unchecked(state, move)
    outcome = po.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == table.points
    assert outcome.winners == tuple(Seat(s) for s in range(2) if table.points[s] == max(table.points))
    most = po.longest(rules)
    assert asked <= most[0]
    assert drawn == most[1]


def test_random_rounds_have_the_published_figures() -> None:
    rng, results, points, fights = Random(2006), Counter[str](), [], []
    rounds = 2000
    for _ in range(rounds):
        state = po.new_game(Rules(jaguar_controls=False))
        while legal := po.legal_moves(state):
            state = po.apply_unchecked(state, legal[int(rng.random() * len(legal))])
        mine, theirs = state.points
        results["first" if mine > theirs else "second" if theirs > mine else "draw"] += 1
        points.append((mine, theirs))
        fights.append(len(state.attacks))
    for kind, share in (("first", 0.500), ("draw", 0.019), ("second", 0.481)):
        assert abs(results[kind] / rounds - share) < 4 * sqrt(share * (1 - share) / rounds)
    for seat, average in enumerate((29.3, 28.9)):
        found = [pair[seat] for pair in points]
        assert abs(mean(found) - average) < 4 * pstdev(found) / sqrt(rounds) + 0.05
    assert abs(mean(fights) - 14.1) < 4 * pstdev(fights) / sqrt(rounds) + 0.05


# Bots


def random_bot(rng: Random) -> po.Bot:
    return lambda _view, moves: moves[below(rng, len(moves))]


def wins(bot: str, other: str | None, games: int) -> float:
    """The share of decided games that the first bot wins, both seats played equally often."""
    won = lost = 0
    for game in range(games):
        one = po.POLICIES[bot](Random(2 * game))
        two = random_bot(Random(2 * game + 1)) if other is None else po.POLICIES[other](Random(2 * game + 1))
        bots, deal = ((one, two) if game % 2 == 0 else (two, one)), Random(game // 2)
        state = po.new_game(Rules())
        while (mover := po.to_move(state)) is not None:
            legal = po.legal_moves(state)
            if mover is CHANCE:
                state = po.apply_unchecked(state, legal[below(deal, len(legal))])
            else:
                state = po.apply(state, bots[mover](po.observe(state, mover), legal))
        outcome = po.outcome(state)
        assert outcome is not None
        if len(outcome.winners) == 1:
            won, lost = (won + 1, lost) if outcome.winners[0] == game % 2 else (won, lost + 1)
    return won / (won + lost)


def test_the_bots_are_listed_weakest_first() -> None:
    assert list(po.POLICIES) == ["easy", "medium", "hard"]
    assert dict(po.POLICIES) == {"easy": po.easy, "medium": po.medium, "hard": po.hard}


def test_each_bot_beats_the_weaker_one() -> None:
    assert wins("easy", None, 80) > 0.55
    assert wins("medium", "easy", 40) > 0.75
    assert wins("hard", "medium", 80) > 0.53


def test_the_hard_bot_nearly_always_beats_random_play() -> None:
    assert wins("hard", None, 80) > 0.9


def hand(*texts: str) -> tuple[po.View, tuple[po.Move, ...]]:
    state = po.new_game(Rules())
    for text in ", ".join(texts).split(", "):
        state = po.apply(state, po.parse_move(text))
    mover = po.to_move(state)
    assert isinstance(mover, int)
    return po.observe(state, mover), po.legal_moves(state)


@pytest.mark.parametrize("bot", [po.medium, po.hard])
def test_a_thinking_bot_does_what_is_plain(bot: object) -> None:
    decide = po.medium(Random(1)) if bot is po.medium else po.hard(Random(1))
    # A strong bird goes to the best perch, a weak one does not.
    assert str(decide(*hand("draw 12"))) == "place 10"
    assert str(decide(*hand("draw 1"))) not in ("place 10", "place 9", "place 8a", "place 8b")
    # A known weaker card on the best perch is attacked.
    assert str(decide(*hand("draw 3, place 10, draw 1, place 10, draw 2, place 1, draw 12"))) == "place 10"
    # The most valuable unknown card is peeked at, a known one is not looked at again.
    assert str(decide(*hand("draw 3, place 10, draw 4, place 4, draw 5, place 9, draw 7, place 3"))) == "peek 10"
    again = "draw 3, place 10, draw 4, place 3, peek 10, draw 5, place 9, draw 6, place 1, draw 7, place 3, peek 1"
    assert str(decide(*hand(again, "draw 8, place 3"))) == "peek 9"
    assert str(decide(*hand("draw 3, place 10, draw J, place 3"))) == "peek none"
    # A jaguar takes a known bird off a good perch.
    assert str(decide(*hand("draw 12, place 10, draw 1, place 10, draw 2, place 1, draw J"))) == "place 10"


def test_the_hard_bot_uses_what_a_fight_has_told() -> None:
    # The card on 10 beat an 11: it is the 12, or an 11. Only the jaguar and a 12 could take it.
    view, moves = hand("draw 11, place 10, draw 12, place 10, draw 9, place 9, draw 1, place 2, draw 10")
    assert str(po.hard(Random(1))(view, moves)) != "place 10"


def test_bots_play_boards_without_powers_to_the_end() -> None:
    rules = Rules(birds=2, rounds=2, perches=(Perch(PerchName("a"), 1), Perch(PerchName("b"), 2, Power.DOUBLE)))
    for make in po.POLICIES.values():
        bot, deal, state = make(Random(3)), Random(4), po.new_game(rules)
        while (mover := po.to_move(state)) is not None:
            legal = po.legal_moves(state)
            view = po.observe(state, Seat(0) if mover is CHANCE else mover)
            # Asked for the table's moves too, a bot takes any.
            move = bot(view, legal) if below(deal, 2) or mover is not CHANCE else legal[0]
            assert move in legal
            state = po.apply(state, move)

"""The bot of the training example, by policies that learned nothing: what it tells them, what it does with answers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from examples.training.bot import LearnedBot

from boardgames_fr import NotationError, Seat, find_game
from boardgames_fr.adapters._table import Table, game_and_rules
from boardgames_fr.chance import below
from boardgames_fr.games import pecking_order as po
from boardgames_fr.match import play


def by_numbers(numbers: Sequence[int], mask: Sequence[bool]) -> int:
    """A legal action that depends on all the numbers."""
    legal = [action for action, can in enumerate(mask) if can]
    return legal[sum(place * number for place, number in enumerate(numbers)) % len(legal)]


@pytest.mark.parametrize("name", ["pecking_order", "domestication", "animals", "dinosaures"])
def test_the_bot_knows_what_a_learner_knows_and_does_what_its_policy_says(name: str) -> None:
    table: Table[Any, Any, Any, Any] = Table(*game_and_rules(name, None))
    asked: list[tuple[list[int], list[bool], int]] = []

    def policy(numbers: Sequence[int], mask: Sequence[bool]) -> int:
        asked.append((list(numbers), list(mask), by_numbers(numbers, mask)))
        return asked[-1][2]

    bot = LearnedBot(table.game, table.rules, policy)
    table.deal(Random(1))
    decisions = 0
    while (mover := table.mover) is not None and decisions < 60:
        bot.begin(mover, Random(0))
        move = bot(table.game.observe(table.state, mover), table.game.legal_moves(table.state))
        numbers, mask, action = asked[decisions]
        assert numbers == table.vector(mover)
        assert mask == [bool(flag) for flag in table.mask(mover)]
        assert table.actions.say(table.state, (), action) == ((action,), move)
        table.make(move)
        decisions += 1
        assert len(asked) == decisions
    assert decisions > 3


def test_a_policy_that_answers_the_same_plays_the_same_games() -> None:
    rules = po.Rules()
    bots = [LearnedBot(po.GAME, rules, by_numbers) for _ in range(2)]
    first = play(po.GAME, rules, bots, seed=5)
    assert first.result() is not None
    assert play(po.GAME, rules, bots, seed=5) == first  # the bots remember nothing of the game before
    assert play(po.GAME, rules, bots, seed=6) != first


def test_an_answer_outside_the_mask_is_refused() -> None:
    rules = po.Rules()
    state = po.apply(po.new_game(rules), po.parse_move("draw 7"))
    bot = LearnedBot(po.GAME, rules, lambda _numbers, mask: mask.index(False))
    with pytest.raises(ValueError, match=r"^the policy's action \d+ is outside the mask$"):
        bot(po.observe(state, Seat(0)), po.legal_moves(state))


def test_moves_of_several_phrases_are_refused_before_the_policy_is_asked() -> None:
    game = find_game("capharnaum")
    table = Table(game, game.rules_type())
    rng = Random(5)
    table.deal(rng)
    while not table.said:
        assert table.mover is not None
        legal = table.legal(table.mover)
        table.say(legal[below(rng, len(legal))])
    bot = LearnedBot(game, table.rules, lambda _numbers, _mask: pytest.fail("it was asked"))
    with pytest.raises(NotationError):
        bot(game.observe(table.state, table.mover), game.legal_moves(table.state))

"""A bot that does what a policy says: the view becomes numbers and a mask, the policy's answer becomes a move.

The numbers and the mask are those that the Gymnasium adapter gives, so a policy that learned there can play here. This
file needs the library alone; whoever brings the policy brings what it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic, Protocol

from boardgames_fr import Game, Seat
from boardgames_fr.actions import Actions
from boardgames_fr.game import MoveT, RulesT, StateT, ViewT


class Policy(Protocol):
    """Chooses an action by what a seat knows: `numbers` is the vector of `boardgames_fr.adapters`."""

    def __call__(self, numbers: Sequence[int], mask: Sequence[bool], /) -> int:
        """An action whose flag in the mask is set."""
        ...


class LearnedBot(Generic[RulesT, StateT, MoveT, ViewT]):
    """A bot for a game in which every move is one phrase: all games of the library except Capharnaüm.

    With a policy that answers the same to the same, the bot does so too, and needs no generator.
    """

    def __init__(self, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, policy: Policy) -> None:
        self._game = game
        self._seats = game.seats(rules)
        self._actions = Actions(game, rules)
        self._policy = policy
        self._seat = Seat(0)

    def begin(self, seat: Seat, _rng: Random, /) -> None:
        """Told before a match: the bot's seat, which is a part of what the policy knows."""
        self._seat = seat

    def numbers(self, view: ViewT) -> list[int]:
        """What the seat knows: which seat it is, the features of its view, and that it has said no phrase yet."""
        seats = [int(seat == self._seat) for seat in range(self._seats)]
        return [*seats, *self._game.features(view), *[0] * len(self._actions.phrases)]

    def __call__(self, view: ViewT, moves: tuple[MoveT, ...], /) -> MoveT:
        """The move that the policy says.

        Raises:
            NotationError: a move is not one phrase.
            ValueError: the policy's answer is outside the mask.
        """
        said = {self._actions.number(self._game.format_move(move)): move for move in moves}
        action = self._policy(self.numbers(view), [action in said for action in range(self._actions.size)])
        if action not in said:
            raise ValueError(f"the policy's action {action} is outside the mask")
        return said[action]

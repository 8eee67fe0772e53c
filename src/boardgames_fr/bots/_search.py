"""Bots that think by playing on: from worlds that their seat cannot exclude, with chance drawn exactly.

Both are made with a game and given views only. Given a seed and a number of iterations they answer the same on every
machine; limited by time they do not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from operator import add
from random import Random
from typing import Final, Generic

from boardgames_fr.chance import pick, stream
from boardgames_fr.errors import MissingPartError
from boardgames_fr.game import CHANCE, Game, MoveT, Outcome, RulesT, Seat, StateT, ViewT
from boardgames_fr.match import Bot

__all__ = ["MonteCarlo", "TreeSearch"]

_MARGIN_SHARE: Final = 0.5
"""How much of a playout's reward is for the margin of scores, which tells more than who won; the rest is the return."""


def _rewards(outcome: Outcome, low_score_wins: bool) -> tuple[float, ...]:
    """What a finished playout is worth to each seat, from 0 to 1."""
    seats = len(outcome.scores)
    if seats == 1:
        return (1.0 / (2.0 - outcome.returns[0]) if outcome.returns[0] <= 0 else 1.0,)
    total, sign = sum(outcome.scores), -1 if low_score_wins else 1
    scale = 2 * (1 + sum(map(abs, outcome.scores)) / seats)
    shares = []
    for score, value in zip(outcome.scores, outcome.returns, strict=True):
        margin = sign * (score - (total - score) / (seats - 1)) / scale
        shares.append((1 - _MARGIN_SHARE) * (value + 1) / seats + _MARGIN_SHARE * (0.5 + max(-0.5, min(0.5, margin))))
    return tuple(shares)


class _Thinker(Generic[RulesT, StateT, MoveT, ViewT]):
    """What both searches share: the budget, the generator, worlds and playouts."""

    def __init__(
        self,
        game: Game[RulesT, StateT, MoveT, ViewT],
        *,
        iterations: int | None,
        seconds: float | None,
        exploration: float,
        policy: Callable[[Random], Bot[ViewT, MoveT]] | None,
        seed: Random | int | str | None,
    ) -> None:
        if "sample_world" in game.missing:
            raise MissingPartError(game.name, "sample_world")
        if (iterations is None) is (seconds is None):
            raise ValueError("give either iterations or seconds")
        if (iterations is not None and iterations < 1) or (seconds is not None and seconds <= 0):
            raise ValueError("the budget must be positive")
        self.game = game
        self.iterations = iterations
        self.seconds = seconds
        self.exploration = exploration
        self._make_policy = policy
        self._given = seed is not None
        self._take(seed if isinstance(seed, Random) else stream(0 if seed is None else seed, "search"))

    def _take(self, rng: Random) -> None:
        self._rng = rng
        self._policy = None if self._make_policy is None else self._make_policy(rng)

    def begin(self, _seat: Seat, rng: Random, /) -> None:
        """Take the match's generator, unless a seed was given at the start."""
        if not self._given:
            self._take(rng)

    def __call__(self, view: ViewT, moves: tuple[MoveT, ...], /) -> MoveT:
        if len(moves) == 1:
            return moves[0]
        search = self._search(view, moves)
        if self.iterations is not None:
            for _ in range(self.iterations):
                search.iterate()
        else:
            assert self.seconds is not None
            end = time.monotonic() + self.seconds
            search.iterate()
            while time.monotonic() < end:
                search.iterate()
        return search.best()

    def _search(self, view: ViewT, moves: tuple[MoveT, ...]) -> _Search[RulesT, StateT, MoveT, ViewT]:
        raise NotImplementedError  # pragma: no cover

    def world(self, view: ViewT) -> StateT:
        """One of the states that the view leaves open."""
        return self.game.sample_world(view, self._rng)

    def play_on(self, state: StateT) -> tuple[float, ...]:
        """Each seat's reward at the end of a playout from here: evenly random, or by the policy."""
        game, random = self.game, self._rng.random
        to_move, legal_moves, apply, policy = game.to_move, game.legal_moves, game.apply_unchecked, self._policy
        while (mover := to_move(state)) is not None:
            moves = legal_moves(state)
            if mover is CHANCE:
                move = self.draw(state, moves)
            elif policy is not None and len(moves) > 1:
                move = policy(game.observe(state, mover), moves)
            else:
                move = moves[int(random() * len(moves))]
            state = apply(state, move)
        outcome = game.outcome(state)
        assert outcome is not None
        return _rewards(outcome, game.low_score_wins)

    def draw(self, state: StateT, moves: tuple[MoveT, ...]) -> MoveT:
        """One of chance's moves, with its odds."""
        return moves[0] if len(moves) == 1 else moves[pick(self._rng, self.game.chance_weights(state))]


class _Search(Generic[RulesT, StateT, MoveT, ViewT]):
    """The thinking about one decision."""

    def iterate(self) -> None:
        raise NotImplementedError  # pragma: no cover

    def best(self) -> MoveT:
        raise NotImplementedError  # pragma: no cover


class _Arm(Generic[MoveT]):
    """How one move did so far."""

    __slots__ = ("move", "total", "visits")

    def __init__(self, move: MoveT) -> None:
        self.move = move
        self.total = 0.0
        self.visits = 0


class MonteCarlo(_Thinker[RulesT, StateT, MoveT, ViewT]):
    """A bot that plays games on from each of its moves, in sampled worlds, and takes the move that did best.

    `iterations` playouts a decision, or as many as fit into `seconds`; the next one goes to the move that UCB1 finds
    most worth trying (`exploration`). `policy`: makes the bot that plays all seats in the playouts; left out, evenly
    random moves.

    Raises:
        MissingPartError: the game brings no `sample_world`.
        ValueError: neither or both of `iterations` and `seconds` are given, or it is not positive.
    """

    def __init__(
        self,
        game: Game[RulesT, StateT, MoveT, ViewT],
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        exploration: float = 0.4,
        policy: Callable[[Random], Bot[ViewT, MoveT]] | None = None,
        seed: Random | int | str | None = None,
    ) -> None:
        super().__init__(
            game, iterations=iterations, seconds=seconds, exploration=exploration, policy=policy, seed=seed
        )

    def _search(self, view: ViewT, moves: tuple[MoveT, ...]) -> _Search[RulesT, StateT, MoveT, ViewT]:
        return _FlatSearch(self, view, moves)


class _FlatSearch(_Search[RulesT, StateT, MoveT, ViewT]):
    def __init__(self, thinker: _Thinker[RulesT, StateT, MoveT, ViewT], view: ViewT, moves: tuple[MoveT, ...]) -> None:
        self.thinker = thinker
        self.view = view
        self.arms = [_Arm(move) for move in moves]
        self.visits = 0

    def iterate(self) -> None:
        thinker = self.thinker
        state = thinker.world(self.view)
        seat = thinker.game.to_move(state)
        assert isinstance(seat, int)
        if self.visits < len(self.arms):
            arm = self.arms[self.visits]
        else:
            log, factor = math.log(self.visits), thinker.exploration
            arm = max(self.arms, key=lambda arm: arm.total / arm.visits + factor * math.sqrt(log / arm.visits))
        arm.total += thinker.play_on(thinker.game.apply_unchecked(state, arm.move))[seat]
        arm.visits += 1
        self.visits += 1

    def best(self) -> MoveT:
        return max(self.arms, key=lambda arm: (arm.visits, arm.total)).move


class _Node(Generic[MoveT]):
    """A position as the searching seat would see it come about."""

    __slots__ = ("available", "children", "rewards", "visits")

    def __init__(self) -> None:
        self.children: dict[MoveT | str, _Node[MoveT]] = {}
        self.rewards: tuple[float, ...] = ()
        self.visits = 0
        self.available = 0


class TreeSearch(_Thinker[RulesT, StateT, MoveT, ViewT]):
    """A bot that searches by single-observer information-set Monte-Carlo tree search with UCB.

    Each iteration samples a world from the view, goes down one tree of what its seat would see (a move that the seat
    may not tell from another shares its branch), adds a node, plays the game on from there and adds what came out up to
    the root. Where there are many moves, a node tries only `width * visits ** 0.5` of them, drawn at random, and more
    as it is visited more. `iterations` a decision, or as many as fit into `seconds`. `policy`: as for `MonteCarlo`.

    Raises:
        MissingPartError: the game brings no `sample_world`.
        ValueError: neither or both of `iterations` and `seconds` are given, or it is not positive.
    """

    def __init__(
        self,
        game: Game[RulesT, StateT, MoveT, ViewT],
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        exploration: float = 0.4,
        width: float = 2.0,
        policy: Callable[[Random], Bot[ViewT, MoveT]] | None = None,
        seed: Random | int | str | None = None,
    ) -> None:
        super().__init__(
            game, iterations=iterations, seconds=seconds, exploration=exploration, policy=policy, seed=seed
        )
        self.width = width

    def _search(self, view: ViewT, moves: tuple[MoveT, ...]) -> _Search[RulesT, StateT, MoveT, ViewT]:
        return _TreeSearch(self, view, moves)


class _TreeSearch(_Search[RulesT, StateT, MoveT, ViewT]):
    def __init__(
        self, thinker: TreeSearch[RulesT, StateT, MoveT, ViewT], view: ViewT, moves: tuple[MoveT, ...]
    ) -> None:
        self.thinker = thinker
        self.view = view
        self.moves = moves
        seat = thinker.game.to_move(thinker.world(view))
        assert isinstance(seat, int)
        self.seat = seat
        self.root: _Node[MoveT] = _Node()

    def iterate(self) -> None:
        thinker = self.thinker
        game = thinker.game
        state, node = thinker.world(self.view), self.root
        path = [node]
        grown = False
        key: MoveT | str
        while not grown and (mover := game.to_move(state)) is not None:
            moves = game.legal_moves(state)
            if mover is CHANCE:
                move = thinker.draw(state, moves)
                key = game.seen(state, move, self.seat)
            else:
                move, key = self._choose(node, state, mover, moves)
            child = node.children.get(key)
            if child is None:
                child = node.children[key] = _Node()
                grown = True
            state, node = game.apply_unchecked(state, move), child
            path.append(node)
        rewards = thinker.play_on(state)
        for node in path:
            node.visits += 1
            node.rewards = tuple(map(add, node.rewards, rewards)) if node.rewards else rewards

    def _choose(
        self, node: _Node[MoveT], state: StateT, mover: Seat, moves: tuple[MoveT, ...]
    ) -> tuple[MoveT, MoveT | str]:
        """A move for `mover`, and the branch it belongs to."""
        thinker = self.thinker
        random = thinker._rng.random
        if mover == self.seat:
            branches: dict[MoveT | str, list[MoveT]] = {move: [move] for move in moves}
        else:
            branches = {}
            for move in moves:
                branches.setdefault(thinker.game.seen(state, move, self.seat), []).append(move)
        known = [(key, child) for key in branches if (child := node.children.get(key)) is not None]
        for _, child in known:
            child.available += 1
        if len(known) < len(branches) and len(known) < thinker.width * math.sqrt(node.visits + 1):
            fresh = [key for key in branches if key not in node.children]
            key = fresh[int(random() * len(fresh))]
        else:
            factor = thinker.exploration
            key = max(
                known,
                key=lambda pair: (
                    pair[1].rewards[mover] / pair[1].visits
                    + factor * math.sqrt(math.log(pair[1].available) / pair[1].visits)
                ),
            )[0]
        same = branches[key]
        return same[int(random() * len(same))], key

    def best(self) -> MoveT:
        children = self.root.children
        tried = [move for move in self.moves if move in children]
        return max(tried, key=lambda move: (children[move].visits, children[move].rewards[self.seat]))

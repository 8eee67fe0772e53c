"""Bots that think by playing on: from worlds that their seat cannot exclude, with chance drawn exactly.

Both are made with a game and given views only. Given a seed and a number of iterations they answer the same on every
machine; limited by time they do not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from operator import add
from random import Random
from typing import Final, Generic, TypeVar

from boardgames_fr.chance import pick, stream
from boardgames_fr.errors import MissingPartError
from boardgames_fr.game import CHANCE, Game, MoveT, Outcome, RulesT, Seat, StateT, ViewT
from boardgames_fr.match import Bot

__all__ = ["MonteCarlo", "TreeSearch"]

_Item = TypeVar("_Item")

_MARGIN_SHARE: Final = 0.5
"""How much of a playout's reward is for the margin of scores, which tells more than who won; the rest is the return."""


def _rewards(outcome: Outcome, low_score_wins: bool) -> tuple[float, ...]:
    """What a finished playout is worth to each seat: from 0 to 1 where several play for a win, otherwise the return."""
    seats = len(outcome.scores)
    if seats == 1:
        return outcome.returns
    total, sign = sum(outcome.scores), -1 if low_score_wins else 1
    scale = 2 * (1 + sum(map(abs, outcome.scores)) / seats)
    shares = []
    for score, value in zip(outcome.scores, outcome.returns, strict=True):
        margin = sign * (score - (total - score) / (seats - 1)) / scale
        shares.append((1 - _MARGIN_SHARE) * (value + 1) / seats + _MARGIN_SHARE * (0.5 + max(-0.5, min(0.5, margin))))
    return tuple(shares)


class _Playouts(Generic[RulesT, StateT, MoveT, ViewT]):
    """How games are played on: the generator of one bot, and its policy if it has one."""

    def __init__(
        self,
        game: Game[RulesT, StateT, MoveT, ViewT],
        rng: Random,
        policy: Callable[[Random], Bot[ViewT, MoveT]] | None,
    ) -> None:
        self.game = game
        self.rng = rng
        self.policy = None if policy is None else policy(rng)

    def world(self, view: ViewT) -> StateT:
        """One of the states that the view leaves open."""
        return self.game.sample_world(view, self.rng)

    def rewards(self, state: StateT) -> tuple[float, ...]:
        """Each seat's reward at the end of a playout from here: evenly random, or by the policy."""
        game, random = self.game, self.rng.random
        to_move, legal_moves, apply, policy = game.to_move, game.legal_moves, game.apply_unchecked, self.policy
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
        return moves[0] if len(moves) == 1 else moves[pick(self.rng, self.game.chance_weights(state))]

    def one_of(self, items: list[_Item]) -> _Item:
        return items[int(self.rng.random() * len(items))]


class _Search(Generic[RulesT, StateT, MoveT, ViewT]):
    """The thinking about one decision."""

    def __init__(self, playouts: _Playouts[RulesT, StateT, MoveT, ViewT], view: ViewT, exploration: float) -> None:
        self.playouts = playouts
        self.view = view
        self._exploration = exploration
        self._low, self._high = math.inf, -math.inf

    def iterate(self) -> None:
        raise NotImplementedError  # pragma: no cover

    def best(self) -> MoveT:
        raise NotImplementedError  # pragma: no cover

    def played_on(self, state: StateT) -> tuple[float, ...]:
        """The rewards of a playout from here; notes how far apart rewards lie, whatever the game counts in."""
        rewards = self.playouts.rewards(state)
        self._low, self._high = min(self._low, *rewards), max(self._high, *rewards)
        return rewards

    @property
    def factor(self) -> float:
        """How much UCB explores, in the unit of the rewards."""
        return self._exploration * (self._high - self._low)


class _Thinker(Generic[RulesT, StateT, MoveT, ViewT]):
    """What both bots share: the budget, and whose generator they draw from."""

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
        if (iterations is not None and not iterations >= 1) or (seconds is not None and not seconds > 0):
            raise ValueError("the budget must be positive")
        if not exploration >= 0:
            raise ValueError("exploration must not be negative")
        self._game = game
        self._iterations = iterations
        self._seconds = seconds
        self._exploration = exploration
        self._policy = policy
        self._given = seed is not None
        self._take(seed if isinstance(seed, Random) else stream(0 if seed is None else seed, "search"))

    def _take(self, rng: Random) -> None:
        self._playouts = _Playouts(self._game, rng, self._policy)

    def begin(self, _seat: Seat, rng: Random, /) -> None:
        """Take the match's generator, unless a seed was given at the start."""
        if not self._given:
            self._take(rng)

    def __call__(self, view: ViewT, moves: tuple[MoveT, ...], /) -> MoveT:
        if len(moves) == 1:
            return moves[0]
        search = self._search(view, moves)
        if self._iterations is not None:
            for _ in range(self._iterations):
                search.iterate()
        else:
            assert self._seconds is not None
            end = time.monotonic() + self._seconds
            search.iterate()
            while time.monotonic() < end:
                search.iterate()
        return search.best()

    def _search(self, view: ViewT, moves: tuple[MoveT, ...]) -> _Search[RulesT, StateT, MoveT, ViewT]:
        raise NotImplementedError  # pragma: no cover


class MonteCarlo(_Thinker[RulesT, StateT, MoveT, ViewT]):
    """A bot that plays games on from each of its moves, in sampled worlds, and takes the move that was tried most.

    `iterations` playouts a decision, or as many as fit into `seconds`; the next one goes to the move that UCB1 finds
    most worth trying (`exploration`, in parts of the range of rewards seen). `policy`: makes the bot that plays all
    seats in the playouts, one of `Game.policies` for example; left out, evenly random moves. A move that is the only
    one is answered at once.

    `seed`: where it draws from; left out, each match gives it a generator (`match.Beginner`).

    Raises:
        MissingPartError: the game brings no `sample_world`.
        ValueError: neither or both of `iterations` and `seconds` are given, or it is not positive; or `exploration` is
            negative.
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
        return _FlatSearch(self._playouts, view, moves, self._exploration)


class _Arm(Generic[MoveT]):
    """How one move did so far."""

    __slots__ = ("move", "total", "visits")

    def __init__(self, move: MoveT) -> None:
        self.move = move
        self.total = 0.0
        self.visits = 0


class _FlatSearch(_Search[RulesT, StateT, MoveT, ViewT]):
    def __init__(
        self,
        playouts: _Playouts[RulesT, StateT, MoveT, ViewT],
        view: ViewT,
        moves: tuple[MoveT, ...],
        exploration: float,
    ) -> None:
        super().__init__(playouts, view, exploration)
        self.arms = [_Arm(move) for move in moves]
        self.visits = 0

    def iterate(self) -> None:
        game = self.playouts.game
        state = self.playouts.world(self.view)
        seat = game.to_move(state)
        assert isinstance(seat, int)
        if self.visits < len(self.arms):
            arm = self.arms[self.visits]
        else:
            log, factor = math.log(self.visits), self.factor
            arm = max(self.arms, key=lambda arm: arm.total / arm.visits + factor * math.sqrt(log / arm.visits))
        arm.total += self.played_on(game.apply_unchecked(state, arm.move))[seat]
        arm.visits += 1
        self.visits += 1

    def best(self) -> MoveT:
        tried = [arm for arm in self.arms if arm.visits]
        return max(tried, key=lambda arm: (arm.visits, arm.total)).move


class TreeSearch(_Thinker[RulesT, StateT, MoveT, ViewT]):
    """A bot that searches by single-observer information-set Monte-Carlo tree search with UCB.

    Each iteration samples a world from the view, goes down one tree of what its seat would see (a move that the seat
    may not tell from another shares its branch), adds a node, plays the game on from there and adds what came out up to
    the root. Where there are many moves, a node tries only `width * (visits + 1) ** 0.5` of them, drawn at random, and
    more as it is visited more. With a `policy`, its answer is the first that a node tries, and it makes the moves that
    this seat does not see.

    The other arguments are those of `MonteCarlo`.

    Raises:
        MissingPartError: the game brings no `sample_world`.
        ValueError: neither or both of `iterations` and `seconds` are given, or it is not positive; `exploration` is
            negative; or `width` is not positive.
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
        if not width > 0:
            raise ValueError("width must be positive")
        self._width = width

    def _search(self, view: ViewT, moves: tuple[MoveT, ...]) -> _Search[RulesT, StateT, MoveT, ViewT]:
        return _TreeSearch(self._playouts, view, moves, self._exploration, self._width)


class _Node(Generic[MoveT]):
    """A position as the searching seat would see it come about."""

    __slots__ = ("available", "children", "rewards", "visits")

    def __init__(self) -> None:
        self.children: dict[MoveT | str, _Node[MoveT]] = {}
        self.rewards: tuple[float, ...] = ()
        self.visits = 0
        self.available = 1
        """How often its parent could have chosen it, in the worlds that came there."""


class _TreeSearch(_Search[RulesT, StateT, MoveT, ViewT]):
    def __init__(
        self,
        playouts: _Playouts[RulesT, StateT, MoveT, ViewT],
        view: ViewT,
        moves: tuple[MoveT, ...],
        exploration: float,
        width: float,
    ) -> None:
        super().__init__(playouts, view, exploration)
        self.moves = moves
        self.width = width
        seat = playouts.game.to_move(playouts.world(view))
        assert isinstance(seat, int)
        self.seat = seat
        self.root: _Node[MoveT] = _Node()

    def iterate(self) -> None:
        playouts = self.playouts
        game = playouts.game
        state, node = playouts.world(self.view), self.root
        path = [node]
        grown = False
        key: MoveT | str
        while not grown and (mover := game.to_move(state)) is not None:
            moves = game.legal_moves(state)
            if mover is CHANCE:
                move = playouts.draw(state, moves)
                key = game.seen(state, move, self.seat)
            else:
                move, key = self._choose(node, state, mover, moves)
            child = node.children.get(key)
            if child is None:
                child = node.children[key] = _Node()
                grown = True
            state, node = game.apply_unchecked(state, move), child
            path.append(node)
        rewards = self.played_on(state)
        for node in path:
            node.visits += 1
            node.rewards = tuple(map(add, node.rewards, rewards)) if node.rewards else rewards

    def _choose(
        self, node: _Node[MoveT], state: StateT, mover: Seat, moves: tuple[MoveT, ...]
    ) -> tuple[MoveT, MoveT | str]:
        """A move for `mover`, and the branch it belongs to."""
        branches = self._branches(state, mover, moves)
        known = [(key, child) for key in branches if (child := node.children.get(key)) is not None]
        for _, child in known:
            child.available += 1
        playouts = self.playouts
        if len(known) == len(branches) or len(known) >= self.width * math.sqrt(node.visits + 1):
            factor = self.factor
            key = max(
                known,
                key=lambda pair: (
                    pair[1].rewards[mover] / pair[1].visits
                    + factor * math.sqrt(math.log(pair[1].available) / pair[1].visits)
                ),
            )[0]
        elif playouts.policy is not None and not known:
            move = playouts.policy(playouts.game.observe(state, mover), moves)
            return move, move if mover == self.seat else playouts.game.seen(state, move, self.seat)
        else:
            key = playouts.one_of([key for key in branches if key not in node.children])
        alike = branches[key]
        if playouts.policy is not None and len(alike) > 1:
            move = playouts.policy(playouts.game.observe(state, mover), moves)
            if move in alike:
                return move, key
        return playouts.one_of(alike), key

    def _branches(self, state: StateT, mover: Seat, moves: tuple[MoveT, ...]) -> Mapping[MoveT | str, list[MoveT]]:
        """The moves by what the searching seat sees of them."""
        if mover == self.seat:
            return {move: [move] for move in moves}
        branches: dict[MoveT | str, list[MoveT]] = {}
        for move in moves:
            branches.setdefault(self.playouts.game.seen(state, move, self.seat), []).append(move)
        return branches

    def best(self) -> MoveT:
        children = self.root.children
        tried = [move for move in self.moves if move in children]
        return max(tried, key=lambda move: (children[move].visits, children[move].rewards[self.seat]))

"""The referee: bots play a game, each told only what its seat may know.

A *bot* is a callable `(view, moves) -> move`; it never sees a state, and it answers with one of `moves`. A bot that
also wants to be told what its seat sees of every move has a method `watch` (`Watcher`); one that draws at random and
was not given a generator of its own has a method `begin` (`Beginner`) and gets one for every match.

    >>> from boardgames_fr import find_game
    >>> from boardgames_fr.bots import RandomBot
    >>> from boardgames_fr.match import play
    >>> game = find_game("pecking_order")
    >>> record = play(game, game.rules_type(), (RandomBot(), RandomBot()), seed=1)
    >>> record == play(game, game.rules_type(), (RandomBot(), RandomBot()), seed=1)
    True

Chance draws from its own stream, each bot from its own, all made from `seed` by hashing: a seed gives the same game on
every Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Generic, Protocol, TypeVar, runtime_checkable

import attrs

from boardgames_fr.chance import pick, stream
from boardgames_fr.errors import MatchError
from boardgames_fr.game import CHANCE, Chance, Game, MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.record import Record, result_text

__all__ = ["Beginner", "Bot", "Referee", "Step", "Watcher", "play", "steps"]

_View = TypeVar("_View", contravariant=True)
_Move = TypeVar("_Move")


class Bot(Protocol[_View, _Move]):
    """Chooses one of `moves`, the legal moves in the order of the rules, from what its seat sees."""

    def __call__(self, view: _View, moves: tuple[_Move, ...], /) -> _Move: ...


@runtime_checkable
class Watcher(Protocol[_View]):
    """A bot that is told of every move, its own and chance's too: the text as its seat sees it, the view after it."""

    def watch(self, seen: str, view: _View, /) -> None:
        """Told after a move: its text as the seat sees it, and the seat's view after it."""


@runtime_checkable
class Beginner(Protocol):
    """A bot that is told before a match which seat it has, and gets a generator of its own for it."""

    def begin(self, seat: Seat, rng: Random, /) -> None:
        """Told before a match: the bot's seat, and a generator for all its draws."""


@attrs.frozen
class Step(Generic[StateT, MoveT]):
    """One move of a match: who made it, and the states around it."""

    mover: Seat | Chance
    move: MoveT
    before: StateT
    after: StateT


def steps(
    game: Game[RulesT, StateT, MoveT, ViewT],
    rules: RulesT,
    bots: Sequence[Bot[ViewT, MoveT]],
    *,
    seed: int | str,
    limit: int | None = None,
) -> Iterator[Step[StateT, MoveT]]:
    """The moves of a match, each as it is made: for whoever wants to look on. The arguments are those of `play`.

    Raises:
        MatchError: a bot raised, or answered with a move that is not legal.
        ValueError: there are more or fewer bots than seats.
    """
    seats = game.seats(rules)
    if len(bots) != seats:
        raise ValueError(f"{len(bots)} bots for {seats} seats")
    return _steps(game, rules, tuple(bots), seed, limit)


def _steps(
    game: Game[RulesT, StateT, MoveT, ViewT],
    rules: RulesT,
    bots: tuple[Bot[ViewT, MoveT], ...],
    seed: int | str,
    limit: int | None,
) -> Iterator[Step[StateT, MoveT]]:
    referee = Referee(game, rules, {Seat(index): bot for index, bot in enumerate(bots)})
    draws = stream(seed, "chance")
    referee.begin(seed)
    state = game.new_game(rules)
    while (mover := game.to_move(state)) is not None and (limit is None or len(referee.moves) < limit):
        moves = game.legal_moves(state)
        move = moves[pick(draws, game.chance_weights(state))] if mover is CHANCE else referee.ask(mover, state, moves)
        after = game.apply_unchecked(state, move)
        referee.tell(state, move, after)
        yield Step(mover, move, state, after)
        state = after


class Referee(Generic[RulesT, StateT, MoveT, ViewT]):
    """Asks bots, tells them what their seats see, and blames them for what goes wrong meanwhile.

    For whoever moves the game on by other means than `play`; a seat without a bot is asked elsewhere.
    """

    moves: list[MoveT]
    """The moves so far, as `tell` was told them."""

    def __init__(
        self, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, bots: Mapping[Seat, Bot[ViewT, MoveT]]
    ) -> None:
        self._game = game
        self._rules = rules
        self._bots = dict(bots)
        self._watchers = tuple((seat, bot) for seat, bot in self._bots.items() if isinstance(bot, Watcher))
        self.moves = []

    def _blaming(self, seat: Seat) -> _Blame:
        return _Blame(self, seat)

    def error(self, seat: Seat, problem: str) -> MatchError:
        """The error that this seat's bot made, with the record so far."""
        record = Record(self._game, self._rules, tuple(self.moves))
        return MatchError(problem, seat=seat, ply=len(self.moves), record=record)

    def begin(self, seed: int | str) -> None:
        """Tell every `Beginner` its seat, and give it its generator.

        Raises:
            MatchError: the bot raised.
        """
        for seat, bot in self._bots.items():
            if isinstance(bot, Beginner):
                with self._blaming(seat):
                    bot.begin(seat, stream(seed, "bot", seat))

    def ask(self, seat: Seat, state: StateT, moves: tuple[MoveT, ...]) -> MoveT:
        """The answer of this seat's bot: one of `moves`, the legal moves.

        Raises:
            MatchError: the bot raised, or answered with something else.
        """
        with self._blaming(seat):
            answer = self._bots[seat](self._game.observe(state, seat), moves)
            # The game goes on with our own object, whatever the bot's object might do later.
            index = moves.index(answer) if answer in moves else None
            shown = "" if index is not None else str(answer)[:80]
        if index is None:
            raise self.error(seat, f"its answer {shown!r} is not a legal move")
        return moves[index]

    def tell(self, before: StateT, move: MoveT, after: StateT) -> None:
        """Note a move that was made, and tell every `Watcher` what its seat sees of it.

        Raises:
            MatchError: the bot raised.
        """
        self.moves.append(move)
        for seat, bot in self._watchers:
            seen, view = self._game.seen(before, move, seat), self._game.observe(after, seat)
            with self._blaming(seat):
                bot.watch(seen, view)


class _Blame:
    """Makes a `MatchError` of whatever a bot raises."""

    def __init__(self, referee: Referee[RulesT, StateT, MoveT, ViewT], seat: Seat) -> None:
        self._error = referee.error
        self._seat = seat

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, raised: BaseException | None, _trace: object) -> None:
        if isinstance(raised, Exception):
            raise self._error(self._seat, f"it raised {type(raised).__name__}: {raised}") from raised


def play(
    game: Game[RulesT, StateT, MoveT, ViewT],
    rules: RulesT,
    bots: Sequence[Bot[ViewT, MoveT]],
    *,
    seed: int | str,
    limit: int | None = None,
) -> Record[RulesT, StateT, MoveT, ViewT]:
    """The record of a match between `bots`, one a seat in the order of seats, with the header `result`.

    `limit`: the most moves, chance's too; a match that is not over by then has a record without a result.

    Raises:
        MatchError: a bot raised, or answered with a move that is not legal; with the seat, the ply and the record so
            far.
        ValueError: there are more or fewer bots than seats.
    """
    moves: list[MoveT] = []
    state = game.new_game(rules)
    for step in steps(game, rules, bots, seed=seed, limit=limit):
        moves.append(step.move)
        state = step.after
    outcome = game.outcome(state)
    headers = () if outcome is None else (("result", result_text(outcome)),)
    return Record(game, rules, tuple(moves), headers)

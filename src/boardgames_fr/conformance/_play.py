"""What every law uses: a game played at random, its positions, and how a broken law is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Final, Generic, Protocol, TypeVar

import attrs

from boardgames_fr.chance import below, pick
from boardgames_fr.errors import LawBrokenError, NotationError
from boardgames_fr.game import CHANCE, Game, MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.record import Record

MOST_MOVES: Final = 3_000
"""A game without a bound is left after so many moves."""

T = TypeVar("T")


class LawFunction(Protocol):
    """A law: it returns if the game keeps it in what was tried, and raises `LawBrokenError` if not."""

    def __call__(self, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random, /) -> None: ...


class BreachError(Exception):
    """Raised inside a law; `Played.at` makes a `LawBrokenError` with the record of it."""


def require(ok: bool, problem: str) -> None:
    if not ok:
        raise BreachError(problem)


@attrs.frozen(eq=False)
class Played(Generic[RulesT, StateT, MoveT, ViewT]):
    """A game that was played: its moves, and all its states from the first to the last."""

    game: Game[RulesT, StateT, MoveT, ViewT]
    rules: RulesT
    moves: tuple[MoveT, ...]
    states: tuple[StateT, ...]

    @property
    def over(self) -> bool:
        return self.game.to_move(self.states[-1]) is None

    def some(self, rng: Random, count: int) -> tuple[int, ...]:
        """About `count` plies, ascending, the first and the last among them."""
        return tuple(sorted({0, len(self.states) - 1, *(below(rng, len(self.states)) for _ in range(count - 2))}))

    @contextmanager
    def at(self, law: str, ply: int) -> Iterator[StateT]:
        """Whatever is raised inside is told as this law, broken at this ply."""
        with told(law, self.game, self.rules, self.moves[:ply]):
            yield self.states[ply]


@contextmanager
def told(
    law: str, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, moves: Sequence[MoveT] = ()
) -> Iterator[None]:
    """Turns whatever is raised inside into a `LawBrokenError` with the record of `moves`."""
    try:
        yield
    except LawBrokenError:
        raise
    except Exception as error:
        problem = str(error) if isinstance(error, BreachError) else f"raised {type(error).__name__}: {error}"
        raise LawBrokenError(law, problem, Record(game, rules, tuple(moves))) from error


def choose(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, rng: Random) -> MoveT:
    """A legal move: chance's by its odds, a seat's with even odds."""
    moves = game.legal_moves(state)
    if game.to_move(state) is CHANCE:
        return moves[pick(rng, game.chance_weights(state))]
    return moves[below(rng, len(moves))]


def played(
    law: str, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random
) -> Played[RulesT, StateT, MoveT, ViewT]:
    """A game from `rules` played at random to its end."""
    moves: list[MoveT] = []
    with told(law, game, rules, moves):
        states = [game.new_game(rules)]
        while game.to_move(states[-1]) is not None and len(moves) < MOST_MOVES:
            move = choose(game, states[-1], rng)
            moves.append(move)
            states.append(game.apply_unchecked(states[-1], move))
    return Played(game, rules, tuple(moves), tuple(states))


def sample(items: Sequence[T], rng: Random, count: int) -> tuple[T, ...]:
    """`count` of the items, each at most once, in their order; all if there are no more."""
    if len(items) <= count:
        return tuple(items)
    chosen: set[int] = set()
    while len(chosen) < count:
        chosen.add(below(rng, len(items)))
    return tuple(items[index] for index in sorted(chosen))


def seats_of(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(game.seats(rules)))


def viewers(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> tuple[Seat | None, ...]:
    """Three seats, or all if there are no more, and the spectator."""
    return (*sample(seats_of(game, rules), rng, 3), None)


def views_of(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, state: StateT, rng: Random
) -> tuple[tuple[Seat | None, ViewT], ...]:
    """The different views that some viewers have, each with one who has it: in an open game one view."""
    found: dict[ViewT, Seat | None] = {}
    for seat in viewers(game, rules, rng):
        found.setdefault(game.observe(state, seat), seat)
    return tuple((seat, view) for view, seat in found.items())


def pool(
    play: Played[RulesT, StateT, MoveT, ViewT], rng: Random, plies: int = 8, each: int = 12, spoken: int = 60
) -> tuple[MoveT, ...]:
    """Moves of all kinds: legal ones of some positions of the play, and those that single phrases spell."""
    game = play.game
    found: dict[MoveT, None] = {}
    for ply in play.some(rng, plies):
        found.update(dict.fromkeys(sample(game.legal_moves(play.states[ply]), rng, each)))
    if "phrases" not in game.missing:
        for phrase in sample([p for kind in game.phrases(play.rules) for p in kind], rng, spoken):
            try:
                found.setdefault(game.parse_move(phrase))
            except NotationError:
                continue  # in this game a phrase is a word of a move
    return tuple(found)


def worlds_of(
    game: Game[RulesT, StateT, MoveT, ViewT], view: ViewT, rng: Random, listed: int, sampled: int
) -> tuple[StateT, ...]:
    """Some states that the viewer cannot exclude: the first of the list, and drawn ones; each once."""
    found: dict[StateT, None] = {}
    if "worlds" not in game.missing:
        found.update((world, None) for _, world in islice(game.worlds(view), listed))
    if "sample_world" not in game.missing:
        found.update((game.sample_world(view, rng), None) for _ in range(sampled))
    return tuple(found)


def spelled(game: Game[RulesT, StateT, MoveT, ViewT], moves: Sequence[MoveT]) -> tuple[str, ...]:
    return tuple(map(game.format_move, moves))


def first_difference(one: Sequence[tuple[str, object]], other: Sequence[tuple[str, object]]) -> str | None:
    """The name of the first thing in which two lists of named things differ."""
    for (name, left), (_, right) in zip(one, other, strict=True):
        if left != right:
            return name
    return None

"""What the adapters share: a game that is played by action numbers, and a view as a vector."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Generic

from boardgames_fr.actions import Actions
from boardgames_fr.chance import pick
from boardgames_fr.errors import RulesError
from boardgames_fr.game import CHANCE, AnyGame, Game, MoveT, Outcome, RulesT, Seat, StateT, ViewT
from boardgames_fr.registry import find_game

__all__ = ["Layout", "Table", "game_and_rules"]


def game_and_rules(game: AnyGame | str, preset: str | None) -> tuple[AnyGame, object]:
    """The game (of this name), and the rules of its preset of this name (`None`: its first).

    Raises:
        UnknownGameError: no game has this name.
        RulesError: the game has no such preset.
    """
    found = find_game(game) if isinstance(game, str) else game
    if preset is None:
        return found, next(iter(found.presets.values()))
    if preset not in found.presets:
        raise RulesError("preset", preset, f"there are: {', '.join(found.presets)}")
    return found, found.presets[preset]


class Layout(Generic[RulesT, StateT, MoveT, ViewT]):
    """How what a seat knows becomes a vector: the seat, the features of its view, the phrases it has said."""

    names: tuple[str, ...]
    """What each number is."""
    bounds: tuple[tuple[int, int], ...]
    """Lowest and highest value of each, aligned with `names`."""

    def __init__(
        self,
        game: Game[RulesT, StateT, MoveT, ViewT],
        rules: RulesT,
        actions: Actions[RulesT, StateT, MoveT, ViewT],
    ) -> None:
        self._features = game.features
        self._seats = game.seats(rules)
        self._phrases = len(actions.phrases)
        seats = [f"seat {seat}" for seat in range(self._seats)]
        self.names = (*seats, *game.feature_names(rules), *(f"said {phrase}" for phrase in actions.phrases))
        flag = (0, 1)
        self.bounds = (*(flag for _ in seats), *game.feature_bounds(rules), *(flag for _ in actions.phrases))

    def vector(self, view: ViewT, seat: Seat, said: tuple[int, ...]) -> list[int]:
        """The numbers. `said` is what this seat has said of its own move, `()` for a seat that is not to move."""
        numbers = [0] * self._seats
        numbers[seat] = 1
        numbers += self._features(view)
        spoken = [0] * self._phrases
        for phrase in said:
            spoken[phrase] = 1
        return numbers + spoken


class Table(Generic[RulesT, StateT, MoveT, ViewT]):
    """A game in progress whose seats speak in action numbers and whose chance moves by itself.

    `tell` is called with every move that is made, chance's too: the state before it, the move, the state after it.
    """

    def __init__(
        self,
        game: Game[RulesT, StateT, MoveT, ViewT],
        rules: RulesT,
        tell: Callable[[StateT, MoveT, StateT], None] | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.seats = game.seats(rules)
        self.actions = Actions(game, rules)
        self.layout = Layout(game, rules, self.actions)
        self.state = game.new_game(rules)
        self.said: tuple[int, ...] = ()
        self._tell = tell
        self._draws = Random(0)

    def deal(self, draws: Random) -> None:
        """Begin a new game, whose chance draws from `draws`, and play on until a seat is to move."""
        self._draws = draws
        self.state, self.said = self.game.new_game(self.rules), ()
        self._draw()

    @property
    def mover(self) -> Seat | None:
        """The seat to move; `None` when the game is over."""
        mover = self.game.to_move(self.state)
        assert mover is not CHANCE, "chance has moved by itself"
        return mover

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` while it goes on."""
        return self.game.outcome(self.state)

    def legal(self, seat: Seat) -> tuple[int, ...]:
        """The actions that this seat can say now, ascending; `()` for a seat that is not to move."""
        return self.actions.legal(self.state, self.said) if self.mover == seat else ()

    def mask(self, seat: Seat) -> list[int]:
        """For each action whether this seat can say it now: 1 or 0."""
        flags = [0] * self.actions.size
        for action in self.legal(seat):
            flags[action] = 1
        return flags

    def vector(self, seat: Seat) -> list[int]:
        """What this seat knows, as numbers (see `Layout`)."""
        said = self.said if self.mover == seat else ()
        return self.layout.vector(self.game.observe(self.state, seat), seat, said)

    def say(self, action: int) -> bool:
        """The seat to move says a phrase; whether that ended its move. Then chance moves, if it is its turn.

        Raises:
            IllegalMoveError: this cannot be said here; nothing has changed.
        """
        self.said, move = self.actions.say(self.state, self.said, action)
        if move is not None:
            self.make(move)
        return move is not None

    def make(self, move: MoveT) -> None:
        """The seat to move makes a whole, legal move. Then chance moves, if it is its turn."""
        self._apply(move)
        self._draw()

    def _apply(self, move: MoveT) -> None:
        before = self.state
        self.state, self.said = self.game.apply_unchecked(before, move), ()
        if self._tell is not None:
            self._tell(before, move, self.state)

    def _draw(self) -> None:
        game = self.game
        while game.to_move(self.state) is CHANCE:
            self._apply(game.legal_moves(self.state)[pick(self._draws, game.chance_weights(self.state))])

"""The games in Gymnasium: one seat learns, bots have the others.

    import gymnasium
    import boardgames_fr.adapters.gymnasium

    env = gymnasium.make("boardgames_fr/dinosaures-v0", opponents="easy")
    observation, info = env.reset(seed=1)

Importing this module registers `boardgames_fr/<game>-v0` for every game of the registry; `gymnasium.make` passes on
whatever `env` takes.

An observation is a dict of two new arrays: `observation` (float32, the vector described in `boardgames_fr.adapters`)
and `action_mask` (int8, one flag an action of `boardgames_fr.actions`). `action_masks()`, which maskable learners ask
for, gives the mask as booleans. Chance and the opponents move by themselves. The reward comes at the end: the seat's
return. `reset(seed=…)` decides chance's draws and the opponents'.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TypeAlias

from boardgames_fr.bots import make_bot
from boardgames_fr.chance import seed_from, stream
from boardgames_fr.errors import MissingExtraError, UnknownSeatError
from boardgames_fr.game import AnyGame, Seat
from boardgames_fr.match import Bot, Referee
from boardgames_fr.registry import games

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray

    from boardgames_fr.adapters import _spaces
    from boardgames_fr.adapters._spaces import Observation, OnIllegal
    from boardgames_fr.adapters._table import Table, game_and_rules
except ModuleNotFoundError as _error:
    raise MissingExtraError("gymnasium") from _error

__all__ = ["Opponent", "env", "register"]

Opponent: TypeAlias = str | Bot[Any, Any]
"""What `boardgames_fr.bots.make_bot` understands (`random`, `easy`, `tree:200` …), or a bot."""


def env(
    game: AnyGame | str,
    *,
    preset: str | None = None,
    seat: int = 0,
    opponents: Opponent | Sequence[Opponent] = "random",
    on_illegal: OnIllegal = "terminate",
    render_mode: str | None = None,
) -> gymnasium.Env[Observation, np.int64]:
    """The game, by the rules of this preset (`None`: its first), as one seat lives it.

    `opponents`: who has the other seats: one name or bot for all of them, or a sequence of one each in the order of
    seats. A bot that is given as an object plays all games; one that is named is made anew for every game.
    `on_illegal`: what an action outside the mask does: `"terminate"` ends the game with -1; `"raise"` raises
    `IllegalMoveError` and changes nothing; `"noop"` does nothing. `render_mode`: `"ansi"`, where `render()` returns
    what the seat sees, drawn with characters, or `"human"`, where that is written to standard output at every step.

    Raises:
        UnknownGameError: no game has this name.
        RulesError: the game has no such preset.
        UnknownSeatError: the game has no such seat.
        UnknownBotError: no bot is called so.
        ValueError: there are more or fewer opponents than other seats, or `on_illegal` or `render_mode` is none of
            these.
    """
    found, rules = game_and_rules(game, preset)
    return _SeatEnv(found, rules, seat, opponents, on_illegal, render_mode)


class _SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat's life."""

    metadata = {"render_modes": list(_spaces.RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: AnyGame,
        rules: object,
        seat: int,
        opponents: Opponent | Sequence[Opponent],
        on_illegal: OnIllegal,
        render_mode: str | None,
    ) -> None:
        _spaces.checked(on_illegal, render_mode)
        seats = game.seats(rules)
        if not 0 <= seat < seats:
            raise UnknownSeatError(seat, seats)
        self._game, self._rules, self._seat = game, rules, Seat(seat)
        others = [Seat(other) for other in range(seats) if other != seat]
        given: list[Opponent]
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            given = [opponents] * len(others)
        else:
            given = [*opponents]
        if len(given) != len(others):
            raise ValueError(f"{len(given)} opponents for {len(others)} other seats")
        self._opponents = dict(zip(others, given, strict=True))
        self._bots(0)  # so that a wrong name shows now
        self._referee: Referee[Any, Any, Any, Any] = Referee(game, rules, {})
        self._table: Table[Any, Any, Any, Any] = Table(game, rules, self._tell)
        self._on_illegal: OnIllegal = on_illegal
        self._over = True
        self.render_mode = render_mode
        self.observation_space = _spaces.observation_space(self._table)  # type: ignore[assignment]  # a Dict space gives dicts of arrays
        self.action_space = _spaces.action_space(self._table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and play on until the seat is to move; `options` are taken and not used.

        Raises:
            MatchError: an opponent raised, or answered with a move that is not legal.
        """
        super().reset(seed=seed)
        table, source = self._table, int(self.np_random.integers(1 << 63))
        self._referee = Referee(table.game, table.rules, self._bots(source))
        self._referee.begin(source)
        table.deal(stream(source, "chance"))
        self._let_others_move()
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Say this action; once the move is whole, chance and the opponents move until the seat is to move again.

        Raises:
            ValueError: the game is over: `reset` first.
            IllegalMoveError: this cannot be said here, and `on_illegal` is `"raise"`.
            TypeError: an action is an integer.
            MatchError: an opponent raised, or answered with a move that is not legal.
        """
        if self._over:
            raise ValueError("the game is over: reset the environment first")
        problem = _spaces.try_to_say(self._table, action, self._on_illegal)
        if problem is None:
            self._let_others_move()
            outcome = self._table.outcome
            reward = 0.0 if outcome is None else outcome.returns[self._seat]
            return self._observation(), reward, self._over, False, {}
        self._over = self._on_illegal == "terminate"
        reward = _spaces.ILLEGAL_REWARD if self._over else 0.0
        return self._observation(), reward, self._over, False, {"illegal": problem}

    def _bots(self, source: int) -> dict[Seat, Bot[Any, Any]]:
        return {
            seat: make_bot(self._game, self._rules, one, seed_from(source, "opponent", seat))
            if isinstance(one, str)
            else one
            for seat, one in self._opponents.items()
        }

    def _tell(self, before: Any, move: Any, after: Any) -> None:
        self._referee.tell(before, move, after)

    def _let_others_move(self) -> None:
        table = self._table
        while (mover := table.mover) is not None and mover != self._seat:
            table.make(self._referee.ask(mover, table.state, table.game.legal_moves(table.state)))
        self._over = mover is None
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> Observation:
        found = _spaces.observation(self._table, self._seat)
        if self._over:
            found["action_mask"][:] = 0
        return found

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action whether it can be said now: what maskable learners ask for."""
        return self._observation()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """What the seat sees, in the mode `ansi`; nothing otherwise."""
        if self.render_mode is None:
            return None
        text = _spaces.picture(self._table, self._seat)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None


def register() -> tuple[str, ...]:
    """The names under which `gymnasium.make` now makes the games: `boardgames_fr/<game>-v0`.

    Importing this module has done it already for all games that were installed then.
    """
    names = {f"boardgames_fr/{game}-v0": game for game in games()}
    for name, game in names.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="boardgames_fr.adapters.gymnasium:env", kwargs={"game": game})
    return tuple(names)


register()

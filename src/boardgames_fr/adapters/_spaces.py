"""What PettingZoo and Gymnasium get alike: spaces, observations, what an illegal action does, the picture as text."""

from __future__ import annotations

import operator
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardgames_fr.adapters._table import Table
from boardgames_fr.errors import IllegalMoveError
from boardgames_fr.game import Lang, MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.render import to_text

Observation: TypeAlias = dict[str, NDArray[Any]]
"""`observation`: float32, what the seat knows; `action_mask`: int8, 1 for each action that it can say now."""

OnIllegal: TypeAlias = Literal["raise", "terminate", "noop"]

RENDER_MODES: Final = ("ansi", "human")

ILLEGAL_REWARD: Final = -1.0
"""What the seat gets whose illegal action ended the game; the others get 0."""


def checked(on_illegal: str, render_mode: str | None) -> None:
    """Nothing.

    Raises:
        ValueError: one of them is none of what there is.
    """
    if on_illegal not in get_args(OnIllegal):
        raise ValueError(f"on_illegal = {on_illegal!r}: there are {', '.join(get_args(OnIllegal))}")
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode = {render_mode!r}: there are {', '.join(RENDER_MODES)}")


def observation_space(table: Table[RulesT, StateT, MoveT, ViewT]) -> spaces.Dict:
    """A new space of observations."""
    low, high = (np.array(side, np.float32) for side in zip(*table.layout.bounds, strict=True))
    high = np.maximum(high, low + 1)  # Gymnasium warns of every number that can have one value only
    mask = spaces.Box(0, 1, (table.actions.size,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


def action_space(table: Table[RulesT, StateT, MoveT, ViewT]) -> spaces.Discrete[np.int64]:
    """A new space of actions."""
    return spaces.Discrete(table.actions.size)


def observation(table: Table[RulesT, StateT, MoveT, ViewT], seat: Seat) -> Observation:
    """What a seat knows and can say now, in new arrays."""
    return {
        "observation": np.array(table.vector(seat), np.float32),
        "action_mask": np.array(table.mask(seat), np.int8),
    }


def try_to_say(table: Table[RulesT, StateT, MoveT, ViewT], action: object, on_illegal: OnIllegal) -> str | None:
    """Let the seat to move say this action; why it could not, or `None` if it did.

    Raises:
        IllegalMoveError: it could not, and `on_illegal` is `"raise"`.
        TypeError: an action is an integer.
    """
    try:
        table.say(operator.index(action))  # type: ignore[arg-type]  # it raises the TypeError that is promised
    except IllegalMoveError as error:
        if on_illegal == "raise":
            raise
        return str(error)
    return None


def picture(table: Table[RulesT, StateT, MoveT, ViewT], seat: Seat) -> str:
    """What a seat sees, drawn with characters."""
    return to_text(table.game.draw(table.game.observe(table.state, seat), Lang.EN))

"""A game of ours as OpenSpiel wants it: a `pyspiel.Game`, a `pyspiel.State`, an observer.

`pyspiel` has no type information, so what comes from it is `Any`, here and nowhere else.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from boardgames_fr.actions import Actions
from boardgames_fr.adapters._table import Layout
from boardgames_fr.chance import below, stream
from boardgames_fr.codec import Codec
from boardgames_fr.errors import CodecError, NotationError, RulesError
from boardgames_fr.game import CHANCE, AnyGame, Seat

_PREFIX: Final = "boardgames_fr_"
_BITS: Final = 53
_PROBES: Final = 3
"""How many random games are looked at to see whether there are secrets."""
_SMALL: Final = 32
"""A game of at most so many moves may be walked through as a whole, again and again: its positions are remembered."""
_REMEMBERED: Final = 1 << 16
"""How many positions of a small game are remembered."""

_DEFAULT: Final = (False, True, pyspiel.PrivateInfoType.SINGLE_PLAYER)
_RECALL: Final = (True, True, pyspiel.PrivateInfoType.SINGLE_PLAYER)


# What a game is like


@lru_cache(maxsize=256)
def _has_secrets(game: AnyGame, rules: object) -> bool:
    """Whether some seat does not see some move in full, or cannot exclude some state, in a few random games."""
    seats = [Seat(seat) for seat in range(game.seats(rules))]
    for probe in range(_PROBES):
        rng, state = stream("secrets", probe), game.new_game(rules)
        while moves := game.legal_moves(state):
            move = moves[below(rng, len(moves))]
            text = game.format_move(move)
            if any(game.seen(state, move, seat) != text for seat in seats):
                return True
            state = game.apply_unchecked(state, move)
            if "worlds" in game.missing:
                continue
            if any(len(list(islice(game.worlds(game.observe(state, seat)), 2))) > 1 for seat in seats):
                return True
    return False


def _said_whole(game: AnyGame, phrases: tuple[str, ...]) -> bool:
    """Whether every phrase is a whole move."""
    try:
        return all(game.format_move(game.parse_move(phrase)) == phrase for phrase in phrases)
    except NotationError:
        return False


def _digest(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()[:16]


class _Setup:
    """A game by certain rules, and what OpenSpiel wants to know about it. Pickled as the game and the rules."""

    def __init__(self, game: AnyGame, rules: Any) -> None:
        self.game = game
        self.rules = rules
        self.seats = game.seats(rules)
        self.codec = Codec(game)
        self.actions = Actions(game, rules)
        self.layout = Layout(game, rules, self.actions)
        longest = game.longest(rules)
        if longest is None:
            raise RulesError("rules", "without a bound", "OpenSpiel needs a bound on the length of a game")
        seat_moves, chance_moves = longest
        # A move says no phrase twice, and it may end with END.
        actions = 1 if _said_whole(game, self.actions.phrases) else self.actions.size
        chance_actions = 1 if _said_whole(game, self.actions.chance_phrases) else self.actions.chance_size
        self.most_actions = seat_moves * actions
        self.most_chance_actions = chance_moves * chance_actions
        self.kept: dict[tuple[int, int], tuple[_Node, _Node]] | None = None
        if seat_moves + chance_moves <= _SMALL:
            self.kept = {}
        self.root = _Node(self, None, None, game.new_game(rules), ((),) * self.seats)

    def view_json(self, state: Any, seat: Seat) -> str:
        """What a seat sees."""
        return self.codec.view_to_json(self.game.observe(state, seat)).rstrip("\n")

    def __reduce__(self) -> tuple[Any, ...]:
        return _setup_of, (self.game, self.rules)


@lru_cache(maxsize=64)
def _setup_of(game: AnyGame, rules: object) -> _Setup:
    """The setup of a game by these rules, made once."""
    return _Setup(game, rules)


class _Node:
    """A position with its past. Never changed, so that copies may share it; what it remembers is worked out once."""

    __slots__ = ("_lines", "_views", "before", "move", "setup", "starts", "state")

    def __init__(
        self, setup: _Setup, before: _Node | None, move: Any, state: Any, starts: tuple[tuple[str, ...], ...]
    ) -> None:
        self.setup = setup
        self.before = before
        """`None`: the beginning of a game, or a state drawn from what a seat knows."""
        self.move = move
        """What led here from `before`."""
        self.state = state
        self.starts = starts
        """For each seat, what it had seen before the first position of this past."""
        self._lines: list[str | None] = [None] * setup.seats
        self._views: list[str | None] = [None] * setup.seats

    def __deepcopy__(self, _memo: object) -> _Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first = self.past()[0]
        if first is self.setup.root:
            return _replayed, (self.setup, None, (), self.moves())
        return _replayed, (self.setup, first.state, self.starts, self.moves())

    def past(self) -> list[_Node]:
        """The positions from the first one to this one."""
        found: list[_Node] = [self]
        node = self.before
        while node is not None:
            found.append(node)
            node = node.before
        return found[::-1]

    def moves(self) -> tuple[Any, ...]:
        """The moves from the first position to this one."""
        return tuple(node.move for node in self.past()[1:])

    def after(self, move: Any) -> _Node:
        """The position after this legal move."""
        return _Node(self.setup, self, move, self.setup.game.apply_unchecked(self.state, move), self.starts)

    def after_saying(self, said: tuple[int, ...], action: int) -> tuple[_Node, tuple[int, ...]]:
        """The position after this action, and what has then been said of a move."""
        kept = self.setup.kept
        if kept is not None and not said:
            known = kept.get((id(self), action))
            if known is not None and known[0] is self:
                return known[1], ()
        spoken, move = self.setup.actions.say(self.state, said, action)
        if move is None:
            return self, spoken
        node = self.after(move)
        if kept is not None and not said:
            if len(kept) >= _REMEMBERED:
                kept.clear()
            kept[id(self), action] = self, node
        return node, ()

    def view_json(self, seat: Seat) -> str:
        """What a seat sees here."""
        known = self._views[seat]
        if known is None:
            known = self._views[seat] = self.setup.view_json(self.state, seat)
        return known

    def line(self, seat: Seat) -> str:
        """The last move as a seat saw it, and a digest of its view after it."""
        known = self._lines[seat]
        if known is None:
            assert self.before is not None
            seen = self.setup.game.seen(self.before.state, self.move, seat)
            known = self._lines[seat] = f"{seen} {_digest(self.view_json(seat))}"
        return known

    def log(self, seat: Seat) -> tuple[str, ...]:
        """All that a seat has seen, move by move."""
        return (*self.starts[seat], *(node.line(seat) for node in self.past()[1:]))

    def info(self, seat: Seat) -> str:
        """All that a seat has seen, then its present view."""
        return "\n".join((f"seat {seat}", *self.log(seat), self.view_json(seat)))

    def redrawn(self, seat: Seat, rng: Random) -> _Node:
        """A state that this seat cannot tell from the true one, drawn with the right odds, as a position.

        The seat has seen what it has seen; the others, what their views in the drawn state say.
        """
        ours = self.setup
        state = ours.game.sample_world(ours.game.observe(self.state, seat), rng)
        starts: list[tuple[str, ...]] = [
            (f"? {_digest(ours.view_json(state, Seat(other)))}",) for other in range(ours.seats)
        ]
        starts[seat] = self.log(seat)
        return _Node(ours, None, None, state, tuple(starts))


def _replayed(setup: _Setup, first: Any, starts: tuple[tuple[str, ...], ...], moves: tuple[Any, ...]) -> _Node:
    node = setup.root if first is None else _Node(setup, None, None, first, starts)
    for move in moves:
        node = node.after(move)
    return node


# OpenSpiel's classes


def _game_type(short_name: str, game: AnyGame, rules: Any) -> Any:
    kinds = pyspiel.GameType
    longest, seats = game.longest(rules), game.seats(rules)
    stochastic = longest is None or longest[1] > 0
    return kinds(
        short_name=short_name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if stochastic else kinds.ChanceMode.DETERMINISTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if _has_secrets(game, rules)
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if seats > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": ""},
        default_loadable=longest is not None,
        provides_factored_observation_string=False,
    )


def _game_info(ours: _Setup, low: float, high: float) -> Any:
    sum_of_returns = {"utility_sum": 0.0} if ours.seats > 1 else {}
    return pyspiel.GameInfo(
        num_distinct_actions=ours.actions.size,
        max_chance_outcomes=ours.actions.chance_size if ours.most_chance_actions else 0,
        num_players=ours.seats,
        min_utility=low,
        max_utility=high,
        max_game_length=ours.most_actions,
        **sum_of_returns,
    )


class _SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no type information
    """One of our games, by the rules of a preset or by those in the parameter `rules`."""

    def __init__(self, short_name: str, game: AnyGame, rules: Any, params: dict[str, Any]) -> None:
        given = params.get("rules", "")
        if given:
            rules = _rules_from(game, given)
        self.ours = _setup_of(game, rules)
        low, high = _utilities(self.ours)
        super().__init__(
            _game_type(short_name, game, rules),
            _game_info(self.ours, low, high),
            {"rules": given} if given else {},
        )

    def new_initial_state(self) -> _SpielState:
        """The state before the first move."""
        return _SpielState(self, self.ours.root)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes on the way to an end."""
        return self.ours.most_chance_actions

    def make_py_observer(self, kind: Any = None, params: Any = None) -> _Observer | None:
        """What a seat sees now, or all it has ever seen; `None` for any other kind of observation."""
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        if kind is None:
            return _Observer(self.ours, recall=False)
        wanted = (kind.perfect_recall, kind.public_info, kind.private_info)
        if wanted not in (_DEFAULT, _RECALL):
            return None
        return _Observer(self.ours, recall=wanted == _RECALL)


class _SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no type information
    """A position of one of our games, and the phrases that its mover has said of a move.

    OpenSpiel copies and pickles the fields of a state, so these two are all there are, and both are immutable.
    """

    def __init__(self, game: _SpielGame, node: _Node, said: tuple[int, ...] = ()) -> None:
        super().__init__(game)
        self.node = node
        self.said = said

    def current_player(self) -> Any:
        """The seat to move, or OpenSpiel's number for chance or for the end."""
        mover = self.node.setup.game.to_move(self.node.state)
        if mover is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if mover is CHANCE else mover

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.setup.game.to_move(self.node.state) is None

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self.node.setup.actions.legal(self.node.state, self.said))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The actions of chance with their odds."""
        actions, state = self.node.setup.actions, self.node.state
        weights = actions.weights(state, self.said)
        total = sum(weights)
        return [(a, weight / total) for a, weight in zip(actions.legal(state, self.said), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.node, self.said = self.node.after_saying(self.said, int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        actions = self.node.setup.actions
        phrases = actions.chance_phrases if player == pyspiel.PlayerId.CHANCE else actions.phrases
        return phrases[action] if action < len(phrases) else "(end)"

    def returns(self) -> list[float]:
        """One utility a seat: those of the outcome, or zeros while the game goes on."""
        outcome = self.node.setup.game.outcome(self.node.state)
        return [0.0] * self.node.setup.seats if outcome is None else list(outcome.returns)

    def resample_from_infostate(self, player: int, sampler: Any) -> _SpielState:
        """A state that this seat cannot tell from the true one, drawn with the right odds.

        `sampler`: a callable that gives a float from 0 up to 1, as OpenSpiel's algorithms pass it.
        """
        rng = Random(int(sampler() * (1 << _BITS)))
        mine = self.current_player() == player
        drawn = self.node.redrawn(Seat(player), rng)
        return _SpielState(self.get_game(), drawn, self.said if mine else ())

    def said_text(self, player: int | None = None) -> str:
        """What the seat to move has said of its move; nothing to any other seat's ears."""
        if not self.said or (player is not None and self.current_player() != player):
            return ""
        return self.node.setup.actions.text(self.node.state, self.said)

    def __str__(self) -> str:
        """All of the truth, for debugging: the moves so far, and what is being said."""
        first, *_ = self.node.past()
        ours = self.node.setup
        begin = [] if first is ours.root else [ours.codec.state_to_json(first.state).rstrip("\n")]
        texts = [ours.game.format_move(move) for move in self.node.moves()]
        return "\n".join([*begin, *texts, *([f"{said} …"] if (said := self.said_text()) else [])])


class _Observer:
    """What a seat sees now (a text and a vector), or all it has ever seen (a text)."""

    def __init__(self, ours: _Setup, *, recall: bool) -> None:
        self._ours = ours
        self._recall = recall
        self.tensor = None if recall else np.zeros(len(ours.layout.names), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: _SpielState, player: int) -> None:
        """Write what this seat sees into `tensor`."""
        if self.tensor is not None:
            said = state.said if state.current_player() == player else ()
            view = self._ours.game.observe(state.node.state, Seat(player))
            self.tensor[:] = self._ours.layout.vector(view, Seat(player), said)

    def string_from(self, state: _SpielState, player: int) -> str:
        """What this seat sees, or has seen, as a text."""
        seat = Seat(player)
        known = state.node.info(seat) if self._recall else f"seat {seat}\n{state.node.view_json(seat)}"
        said = state.said_text(player)
        return f"{known}\n{said} …" if said else known


# Names


def _utilities(ours: _Setup) -> tuple[float, float]:
    """Bounds on what a seat can get: the winners share what the others lose (see `Outcome.returns`)."""
    if ours.seats > 1:
        return -1.0, ours.seats - 1.0
    return -float(ours.most_actions), float(ours.most_actions)


def _rules_from(game: AnyGame, given: str) -> Any:
    """The rules in the parameter `rules`."""
    try:
        text = bytes.fromhex(given).decode("utf-8")
    except ValueError as error:
        raise CodecError("$", "the parameter `rules` must be the hexadecimal form of JSON in UTF-8") from error
    return Codec(game).rules_from_json(text)


def game_string(game: AnyGame, rules: object) -> str:
    """What `load_game` takes for this game by these rules."""
    text = Codec(game).rules_to_json(rules).rstrip("\n")
    return f"{_PREFIX}{game.name}(rules={text.encode('utf-8').hex()})"


def register(game: AnyGame) -> list[str]:
    """The names of a game and of its presets, all of which can now be loaded."""
    known = set(pyspiel.registered_names())
    named = {f"{_PREFIX}{game.name}": next(iter(game.presets.values()))}
    named |= {f"{_PREFIX}{game.name}_{preset}": rules for preset, rules in game.presets.items()}
    for name, rules in named.items():
        if name not in known:
            _register(name, game, rules)
    return list(named)


def _register(name: str, game: AnyGame, rules: Any) -> None:
    # A class, as OpenSpiel's own games register one: its registry outlives the interpreter and lets go of what it holds
    # only then, which a function would not survive. (A class refers to itself, so it is never freed.)
    class Registered(_SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, game, rules, params or {})

    pyspiel.register_game(_game_type(name, game, rules), Registered)

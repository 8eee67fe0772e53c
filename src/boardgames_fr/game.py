"""The shape of a game: a frozen value that lists a game's functions, and the words that all games share.

A game is a package of plain functions over a frozen state. Its `GAME` lists them, so that a tool can be
written once for all games and keep their types:

    def perft(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, depth: int) -> int: ...
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pickle import PicklingError
from random import Random
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NewType, NoReturn, Required, TypeAlias, TypeVar

import attrs
from typing_extensions import TypedDict, Unpack

from boardgames_fr.errors import IllegalMoveError, MissingPartError
from boardgames_fr.scene import Scene

__all__ = [
    "CHANCE",
    "AnyGame",
    "Chance",
    "Game",
    "Lang",
    "MoveT",
    "Mover",
    "Outcome",
    "Refusal",
    "RulesT",
    "Seat",
    "StateT",
    "ViewT",
    "illegal_here",
    "open_game",
    "returns_from_winners",
]

Seat = NewType("Seat", int)
"""A player's place, `0 … seats - 1`, clockwise."""


class Chance(enum.Enum):
    """The mover that is no seat: the table, which deals, draws, clears. Its one member is `CHANCE`."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE: Final = Chance.CHANCE
"""The mover when the table is to draw, deal or clear."""

Mover: TypeAlias = Seat | Literal[Chance.CHANCE] | None
"""Who moves: a seat, `CHANCE`, or `None` when the game is over."""


class Lang(enum.Enum):
    """A language that labels, sentences and pictures come in."""

    FR = "fr"
    EN = "en"


@attrs.frozen
class Outcome:
    """How a finished game ended.

    `winners`: the seats that win, ascending; several share. `scores`: one int a seat in the game's own unit
    (`Game.low_score_wins` says which way is good). `returns`: one utility a seat, zero-sum up to rounding
    (except in a solo game).
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]


def returns_from_winners(winners: tuple[Seat, ...], seats: int) -> tuple[float, ...]:
    """The zero-sum returns of `seats` players: `seats / len(winners) - 1` for a winner, -1 for a loser.

    >>> returns_from_winners((Seat(0),), 2), returns_from_winners((Seat(0), Seat(1)), 2)
    ((1.0, -1.0), (0.0, 0.0))
    """
    share = seats / len(winners) - 1.0
    return tuple(share if seat in winners else -1.0 for seat in range(seats))


@attrs.frozen
class Refusal:
    """Why a move is illegal, as data: the rule's id, a short reason, and what it is about.

    `Game.explain` makes a sentence of it. It is made from what the mover may see, and nothing else.
    """

    rule: str
    reason: str
    data: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        details = "".join(f", {name} {value}" for name, value in self.data)
        # The rule `-` is none: what every game refuses, or a game that gives no reasons.
        return f"{self.reason}{details}" if self.rule == "-" else f"{self.rule} {self.reason}{details}"


RulesT = TypeVar("RulesT")
"""The type of a game's rules objects."""
StateT = TypeVar("StateT")
"""The type of a game's states."""
MoveT = TypeVar("MoveT")
"""The type of a game's moves, usually a union."""
ViewT = TypeVar("ViewT")
"""The type of a game's views."""


class _Missing:
    """Stands for a function that a game does not bring: calling it raises `MissingPartError`."""

    __slots__ = ("game", "part")

    def __init__(self, game: str, part: str) -> None:
        self.game = game
        self.part = part

    @classmethod
    def of(cls, part: str, game: AnyGame) -> _Missing:
        return cls(game.name, part)

    def __call__(self, *_: object) -> NoReturn:
        raise MissingPartError(self.game, self.part)


def _name_of(game: AnyGame) -> str:
    return game.name


def _missing(part: str) -> Any:
    return attrs.field(default=attrs.Factory(partial(_Missing.of, part), takes_self=True))


def _default(make: Callable[[Any], Callable[..., Any]]) -> Any:
    return attrs.field(default=attrs.Factory(make, takes_self=True))


def illegal_here(mover: Mover, rule: str = "-") -> Refusal:
    """The refusal of a game that gives no better reason: the game is over, or the move is not legal here."""
    return Refusal(rule, "game-over" if mover is None else "not-legal-here")


def _plain_why_illegal(game: AnyGame) -> Callable[[Any, Any], Refusal | None]:
    def why_illegal(state: Any, move: Any) -> Refusal | None:
        return None if move in game.legal_moves(state) else illegal_here(game.to_move(state))

    return why_illegal


def _plain_apply(game: AnyGame) -> Callable[[Any, Any], Any]:
    def apply(state: Any, move: Any) -> Any:
        refusal = game.why_illegal(state, move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal)
        return game.apply_unchecked(state, move)

    return apply


def _even_odds(game: AnyGame) -> Callable[[Any], tuple[int, ...]]:
    def chance_weights(state: Any) -> tuple[int, ...]:
        return (1,) * len(game.legal_moves(state)) if game.to_move(state) is CHANCE else ()

    return chance_weights


_PLAIN_SENTENCES = {
    ("game-over", Lang.FR): "La partie est terminée.",
    ("game-over", Lang.EN): "The game is over.",
    ("not-legal-here", Lang.FR): "Ce coup n’est pas permis ici.",
    ("not-legal-here", Lang.EN): "This move is not allowed here.",
}


def _plain_explain(refusal: Refusal, lang: Lang) -> str:
    return _PLAIN_SENTENCES.get((refusal.reason, lang), str(refusal))


def _plain_label(_view: object, move: object, _lang: Lang) -> str:
    return str(move)


def _plain_narrate(_before: object, seen: str, _after: object, _lang: Lang) -> str:
    return seen


def _no_bound(_rules: object) -> None:
    return None


def _no_rule_book(_lang: Lang) -> str:
    return ""


def _no_seat_name(_rules: object, _seat: Seat, _lang: Lang) -> str:
    return ""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Game(Generic[RulesT, StateT, MoveT, ViewT]):
    """A game: its name, its types and its functions, listed once. Every tool takes one.

    Equal by identity. Pickled by its place (`module` and the name `GAME` in it), so it crosses process borders.

    A small game need only bring the fields without a default; for a game without secrets `open_game` writes some
    of them itself. What has an honest default gets it; any other function that is left out raises `MissingPartError`
    when a tool calls it, and is listed in `missing`.
    """

    name: str
    """The slug: folder, CLI word, docs page, record header."""
    title: str = attrs.field(default=attrs.Factory(_name_of, takes_self=True))
    module: str
    """The module that has this value under the name `GAME`."""
    rules_version: int = 1
    """Raised whenever the meaning of the rules changes; written into records."""
    rules_type: type[RulesT]
    """The frozen attrs class of the rules, every field with a default; `state_type`, `view_type` and the moves are such
    classes too, so that JSON can be made of them."""
    state_type: type[StateT]
    """The class of states, all of the truth; each has its `rules`."""
    move_types: tuple[type[MoveT], ...]
    """The classes of moves, one a kind; `str()` of a move is its text."""
    view_type: type[ViewT]
    """The class of what one seat may know."""
    presets: Mapping[str, RulesT]
    """Named rules, in order, the default first."""
    seats: Callable[[RulesT], int]
    """How many seats play by these rules."""
    low_score_wins: bool = False
    """Whether few points are good (`Outcome.scores`)."""

    new_game: Callable[[RulesT], StateT]
    """The state before the first move."""
    to_move: Callable[[StateT], Mover]
    """The seat that is asked, `CHANCE` when the table is to move, `None` when the game is over."""
    legal_moves: Callable[[StateT], tuple[MoveT, ...]]
    """All and only the legal moves, each once, in an order that is part of the interface; `()` when over."""
    chance_weights: Callable[[StateT], tuple[int, ...]] = _default(_even_odds)
    """Exact odds, aligned with `legal_moves`, when chance is to move; otherwise `()`. Left out: even odds."""
    apply: Callable[[StateT, MoveT], StateT] = _default(_plain_apply)
    """The state after a move, which is checked: `IllegalMoveError`."""
    apply_unchecked: Callable[[StateT, MoveT], StateT]
    """The same without the check, for search. Garbage in, garbage out."""
    outcome: Callable[[StateT], Outcome | None]
    """How the game ended; not `None` exactly when nobody is to move."""
    observe: Callable[[StateT, Seat | None], ViewT]
    """All that a seat may know now; `None`: a spectator."""
    seen: Callable[[StateT, MoveT, Seat | None], str]
    """The text of a move about to be made, as that seat sees it, `?` for what it may not know."""
    worlds: Callable[[ViewT], Iterator[tuple[int, StateT]]] = _missing("worlds")
    """Every state that a view leaves open, with its integer weight, lazily (`WorldsError`)."""
    sample_world: Callable[[ViewT, Random], StateT] = _missing("sample_world")
    """One of them, drawn with exactly these odds."""
    why_illegal: Callable[[StateT, MoveT], Refusal | None] = _default(_plain_why_illegal)
    """Why a move is illegal, made from what its mover sees; `None` if it is legal."""
    explain: Callable[[Refusal, Lang], str] = _plain_explain
    """A refusal as a sentence."""
    parse_move: Callable[[str], MoveT]
    """The move that a text spells, the exact inverse of `format_move`, strict (`NotationError`)."""
    format_move: Callable[[MoveT], str] = str
    """The one text of a move."""
    phrases: Callable[[RulesT], tuple[tuple[str, ...], tuple[str, ...]]] = _missing("phrases")
    """The seats' phrases and chance's, each in a fixed order without repetition (see `actions`)."""
    longest: Callable[[RulesT], tuple[int, int] | None] = _no_bound
    """The most moves of seats and of chance that a game can have; `None`: no bound."""
    label: Callable[[ViewT, MoveT, Lang], str] = _plain_label
    """A move of this view's seat as words for a button."""
    narrate: Callable[[ViewT, str, ViewT, Lang], str] = _plain_narrate
    """What a seat saw happen, as a sentence: from its view before, the move as seen, its view after."""
    feature_names: Callable[[RulesT], tuple[str, ...]] = _missing("feature_names")
    """The layout of `features`."""
    feature_bounds: Callable[[RulesT], tuple[tuple[int, int], ...]] = _missing("feature_bounds")
    """Lowest and highest value of each feature, aligned with `feature_names`."""
    features: Callable[[ViewT], tuple[int, ...]] = _missing("features")
    """A view as small ints, of fixed length for given rules."""
    draw: Callable[[ViewT, Lang], Scene] = _missing("draw")
    """A picture of a view."""
    check_state: Callable[[StateT], None] = _missing("check_state")
    """Raises `StateError` for what is no state of the game; what comes from outside is trusted only after it."""
    rule_book: Callable[[Lang], str] = _no_rule_book
    """The whole rules in Markdown, as `boardgames-fr rules` shows them."""
    policies: Mapping[str, Callable[[Random], Callable[[ViewT, tuple[MoveT, ...]], MoveT]]] = attrs.field(factory=dict)
    """The game's own bots, by name, weakest first; each is made from a generator of its own."""
    live: Callable[[StateT, tuple[tuple[Seat, MoveT], ...]], tuple[MoveT, ...]] | None = None
    """For a game that is a race at a real table, where seats are asked at once (otherwise `None`): the moves, chance's
    too, that settle what is asked now, from the answers in the order in which they were heard. Who was not heard is
    silent; answers that do not count are passed over; `()` when no seat is asked."""
    seat_name: Callable[[RulesT, Seat, Lang], str] = _no_seat_name
    """What a seat is called in the game, as `Fox`; left out: nothing but its number."""
    read_field: Callable[[str, str], object] | None = None
    """For rules of which a field can be written in a form of its own beside JSON (otherwise `None`): the value of the
    field of this name that a file's text gives, `None` where the text has to be JSON. A faulty text is a `CodecError`
    or `NotationError` that says where."""

    def __attrs_post_init__(self) -> None:
        # A frozen value never has a mutable field. (A converter would lose the type parameter.)
        object.__setattr__(self, "presets", MappingProxyType(dict(self.presets)))
        object.__setattr__(self, "policies", MappingProxyType(dict(self.policies)))

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the functions that this game does not bring and that have no honest default."""
        return tuple(f.name for f in attrs.fields(Game) if isinstance(getattr(self, f.name), _Missing))

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if getattr(import_module(self.module), "GAME", None) is not self:
            raise PicklingError(f"the game {self.name} is not {self.module}.GAME, so it cannot be pickled")
        return _game_at, (self.module,)

    def __copy__(self) -> Game[RulesT, StateT, MoveT, ViewT]:
        return self

    def __deepcopy__(self, _memo: object) -> Game[RulesT, StateT, MoveT, ViewT]:
        return self


def _game_at(module: str) -> AnyGame:
    game: AnyGame = import_module(module).GAME
    return game


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
"""A game whose types are not known: only where games are looked up by name."""


class _OpenParts(TypedDict, Generic[RulesT, StateT, MoveT], total=False):
    """The fields of `Game` that `open_game` passes on."""

    name: Required[str]
    title: str
    module: Required[str]
    rules_version: int
    presets: Required[Mapping[str, RulesT]]
    seats: Required[Callable[[RulesT], int]]
    low_score_wins: bool
    new_game: Required[Callable[[RulesT], StateT]]
    to_move: Required[Callable[[StateT], Mover]]
    legal_moves: Required[Callable[[StateT], tuple[MoveT, ...]]]
    chance_weights: Callable[[StateT], tuple[int, ...]]
    apply: Callable[[StateT, MoveT], StateT]
    apply_unchecked: Required[Callable[[StateT, MoveT], StateT]]
    outcome: Required[Callable[[StateT], Outcome | None]]
    why_illegal: Callable[[StateT, MoveT], Refusal | None]
    explain: Callable[[Refusal, Lang], str]
    parse_move: Required[Callable[[str], MoveT]]
    format_move: Callable[[MoveT], str]
    phrases: Callable[[RulesT], tuple[tuple[str, ...], tuple[str, ...]]]
    longest: Callable[[RulesT], tuple[int, int] | None]
    label: Callable[[StateT, MoveT, Lang], str]
    narrate: Callable[[StateT, str, StateT, Lang], str]
    feature_names: Callable[[RulesT], tuple[str, ...]]
    feature_bounds: Callable[[RulesT], tuple[tuple[int, int], ...]]
    features: Callable[[StateT], tuple[int, ...]]
    draw: Callable[[StateT, Lang], Scene]
    check_state: Callable[[StateT], None]
    rule_book: Callable[[Lang], str]
    policies: Mapping[str, Callable[[Random], Callable[[StateT, tuple[MoveT, ...]], MoveT]]]
    live: Callable[[StateT, tuple[tuple[Seat, MoveT], ...]], tuple[MoveT, ...]] | None
    seat_name: Callable[[RulesT, Seat, Lang], str]
    read_field: Callable[[str, str], object] | None


def open_game(
    *,
    rules_type: type[RulesT],
    state_type: type[StateT],
    move_types: tuple[type[MoveT], ...],
    **parts: Unpack[_OpenParts[RulesT, StateT, MoveT]],
) -> Game[RulesT, StateT, MoveT, StateT]:
    """A `Game` without secrets: its view is its state, everybody sees every move, and there is one world.

    `parts` are the remaining fields of `Game`; the view's type, `observe`, `seen`, `worlds` and `sample_world` are
    given.
    """

    def observe(state: StateT, _seat: Seat | None) -> StateT:
        return state

    def seen(_state: StateT, move: MoveT, _seat: Seat | None) -> str:
        return str(move)

    def worlds(view: StateT) -> Iterator[tuple[int, StateT]]:
        yield 1, view

    def sample_world(view: StateT, _rng: Random) -> StateT:
        return view

    return Game(
        rules_type=rules_type,
        state_type=state_type,
        move_types=move_types,
        view_type=state_type,
        observe=observe,
        seen=seen,
        worlds=worlds,
        sample_world=sample_world,
        **parts,
    )

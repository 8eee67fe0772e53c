"""A race at a real table: what was heard, in the order of arrival, becomes the moves to apply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

import attrs

from boardgames_fr.game import CHANCE, Chance, Lang, Refusal, Seat
from boardgames_fr.games.animals._pack import Rank
from boardgames_fr.games.animals._rules import (
    Animal,
    Call,
    Calls,
    First,
    Move,
    Phase,
    Rules,
    State,
    Tie,
    apply,
    legal_moves,
)
from boardgames_fr.games.animals._words import animal_cry, animal_name


class Heard(NamedTuple):
    """One call as a front end heard it: which seat, and the word. A plain pair does as well."""

    seat: Seat
    word: str


@attrs.frozen
class Void:
    """A call that does not count: its place among those heard (from 0), the call, and why, for `explain` (AN-8)."""

    place: int
    heard: Heard
    refusal: Refusal


Made: TypeAlias = tuple[Seat | Literal[Chance.CHANCE], Move]
"""A move and who makes it."""


@attrs.frozen
class Race:
    """How a window's race ends: the moves to apply, in order, each with its mover, and the calls that do not count."""

    moves: tuple[Made, ...]
    void: tuple[Void, ...]

    @property
    def texts(self) -> tuple[tuple[Seat | Literal[Chance.CHANCE], str], ...]:
        """The moves as pairs of mover and text, for a session's `submit_all`."""
        return tuple((mover, str(move)) for mover, move in self.moves)


def spell(rules: Rules, word: str) -> Animal | None:
    """The animal that a word called out means at this table; `None` if it means nobody.

    Names count under `names`: as in the notation, and those of the default animals in French and in English. Cries
    count under `cries`, in both languages. Capitals and surrounding spaces do not matter. A name as in the notation
    comes before all translations.

    >>> spell(Rules(), "Owl"), spell(Rules(calls=Calls.CRIES), "miaou"), spell(Rules(calls=Calls.CRIES), "Owl")
    ('hibou', 'chat', None)
    """
    said = word.strip().casefold()
    if rules.calls is Calls.NAMES and said in rules.animals:
        return Animal(said)
    word_of = animal_cry if rules.calls is Calls.CRIES else animal_name
    for animal in rules.animals:
        if said in (word_of(animal, Lang.FR).casefold(), word_of(animal, Lang.EN).casefold()):
            return animal
    return None


def race(state: State, heard: Iterable[tuple[Seat, str]], dead_heats: Iterable[Rank] = ()) -> Race:
    """The moves that settle the open window as it was played aloud, and the calls that do not count.

    `heard`: seat and word, in the order of arrival; words as `spell` knows them. A seat's first call that means an
    animal is its sealed answer; a seat that was not heard is silent; answers given before stay, and count as earlier
    than all that was heard, in seat order. Each group with two or more correct calls is then judged: the earliest is
    `first`, or it is a `tie` if its rank is among `dead_heats`. Dead heats of other groups are ignored. A further
    window that a capture opens is a race of its own. Outside a window every call is void and there is no move.

    Raises:
        IllegalMoveError: a dead heat is to be judged under rules that have no tie (`tie_weight` 0).

    >>> from boardgames_fr.games.animals import apply, new_game, parse_move
    >>> state = new_game(Rules())
    >>> for text in ("deal 7H", "deal 7C"):
    ...     state = apply(state, parse_move(text))
    >>> race(state, [(Seat(2), "hibou"), (Seat(0), "chat"), (Seat(1), "chat")]).texts
    ((1, 'call chat'), (2, 'call hibou'), (CHANCE, 'first 2'))
    """
    calls: list[tuple[Seat, Animal]] = []
    void: list[Void] = []
    done = set(state.asked[: len(state.answers)])
    for place, (seat, word) in enumerate(heard):
        animal = spell(state.rules, word)
        refusal = _why_void(state, seat, seat in done)
        if refusal is not None:
            void.append(Void(place, Heard(seat, word), refusal))
        elif animal is None:
            void.append(Void(place, Heard(seat, word), Refusal("AN-3", "unknown-word", (("word", word),))))
        else:
            done.add(seat)
            calls.append((seat, animal))
    return Race(_run(state, calls, tuple(dead_heats)), tuple(void))


def settle(state: State, heard: tuple[tuple[Seat, Move], ...]) -> tuple[Move, ...]:
    """The moves of a `race` in which these calls were heard, in this order, without a dead heat: `Game.live`.

    Moves that are no call of an animal in play, and calls that do not count, are passed over.

    >>> from boardgames_fr.games.animals import apply, new_game, parse_move
    >>> state = new_game(Rules())
    >>> for text in ("deal 7H", "deal 7C"):
    ...     state = apply(state, parse_move(text))
    >>> [str(move) for move in settle(state, ((Seat(2), parse_move("call hibou")),))]
    ['call none', 'call hibou']
    """
    calls: list[tuple[Seat, Animal]] = []
    done = set(state.asked[: len(state.answers)])
    for seat, move in heard:
        counts = seat in state.asked and seat not in done
        if counts and type(move) is Call and move.animal is not None and move.animal in state.rules.animals:
            done.add(seat)
            calls.append((seat, move.animal))
    return tuple([move for _, move in _run(state, calls, ())])


def _run(state: State, calls: list[tuple[Seat, Animal]], ties: tuple[Rank, ...]) -> tuple[Made, ...]:
    """The answers of all that have not given theirs, and the judgements: `calls` are the first ones that count."""
    if state.phase is not Phase.ANSWER:
        return ()
    said = dict(calls)
    arrival = [*state.asked[: len(state.answers)], *said]
    moves: list[Made] = []
    for seat in state.asked[len(state.answers) :]:
        moves.append((seat, Call(said.get(seat))))
        state = apply(state, moves[-1][1])
    while state.phase is Phase.JUDGE:
        correct = [move.seat for move in legal_moves(state) if type(move) is First]
        verdict: Move = Tie() if state.judged in ties else First(min(correct, key=arrival.index))
        state = apply(state, verdict)
        moves.append((CHANCE, verdict))
    return tuple(moves)


def _why_void(state: State, seat: Seat, answered: bool) -> Refusal | None:
    if state.phase is not Phase.ANSWER:
        return Refusal("AN-8", "outside-window")
    if type(seat) is not int or seat not in state.asked:
        return Refusal("AN-8", "not-asked")
    return Refusal("AN-3", "has-answered") if answered else None

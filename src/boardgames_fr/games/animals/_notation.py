"""Text to moves, moves as another seat sees them, and the vocabulary of phrases."""

from __future__ import annotations

from boardgames_fr.errors import NotationError
from boardgames_fr.game import Seat
from boardgames_fr.games.animals._pack import CARDS, Card
from boardgames_fr.games.animals._rules import (
    SEATS,
    Animal,
    Call,
    Deal,
    First,
    Gather,
    Move,
    Rules,
    State,
    Tie,
    is_animal,
)

_SEAT_OF = {str(seat): seat for seat in SEATS}
_FORMS = "deal CARD, call ANIMAL, call none, first SEAT, tie or gather"


def parse_move(text: str) -> Move:
    """The move that this text spells: the exact inverse of `str`.

    Raises:
        NotationError: no move is written so (in whatever position); `expected` says what could stand there.

    >>> parse_move("call loup"), str(parse_move("deal 7H"))
    (Call(animal='loup'), 'deal 7H')
    """
    verb, space, argument = text.partition(" ")
    if not space:
        if verb == "tie":
            return Tie()
        if verb == "gather":
            return Gather()
    elif verb == "deal":
        return Deal(_parse_card(text, argument))
    elif verb == "call":
        return Call(None if argument == "none" else _parse_animal(text, argument))
    elif verb == "first":
        return First(_parse_seat(text, argument))
    raise NotationError(text, _FORMS)


def _parse_card(text: str, argument: str) -> Card:
    try:
        return Card.parse(argument)
    except NotationError as error:
        raise NotationError(text, f"{error.expected}, after deal") from None


def _parse_animal(text: str, argument: str) -> Animal:
    if not is_animal(argument):
        raise NotationError(text, "an animal in lower-case letters and digits, or none, after call")
    return Animal(argument)


def _parse_seat(text: str, argument: str) -> Seat:
    seat = _SEAT_OF.get(argument)
    if seat is None:
        raise NotationError(text, f"a seat from 0 to {len(SEATS) - 1}, after first")
    return seat


def seen(state: State, move: Move, seat: Seat | None) -> str:
    """The text of a move about to be applied, as this seat sees it: another seat's answer is `answer ?`."""
    return "answer ?" if type(move) is Call and (seat is None or seat != state.turn) else str(move)


def phrases(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every move that a seat, and that chance, can have under these rules, each once, in the order of legal moves.

    >>> phrases(Rules())[0]
    ('call renard', 'call hibou', 'call chat', 'call loup', 'call none')
    """
    chance: list[Move] = [*map(Deal, CARDS), *map(First, SEATS[: rules.seats])]
    if rules.tie_weight:
        chance.append(Tie())
    if rules.rounds > 1:
        chance.append(Gather())
    return tuple(map(str, (*map(Call, rules.animals), Call(None)))), tuple(map(str, chance))

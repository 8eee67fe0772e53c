"""Text to moves, moves as another seat sees them, and the vocabulary of phrases."""

from __future__ import annotations

import re

from boardgames_fr.errors import NotationError
from boardgames_fr.game import Seat
from boardgames_fr.games.pecking_order._rules import (
    JAGUAR,
    MOST_BIRDS,
    Card,
    Clear,
    Discard,
    Draw,
    Move,
    Peek,
    PerchName,
    Place,
    Power,
    Rules,
    State,
    is_perch_name,
)

_CARD = re.compile(r"[1-9][0-9]?", re.ASCII)
_FORMS = "draw CARD, place PERCH, discard, peek PERCH, peek none or clear"


def parse_move(text: str) -> Move:
    """The move that this text spells: the exact inverse of `str`.

    Raises:
        NotationError: no move is written so (in whatever position); `expected` says what could stand there.

    >>> parse_move("place 8a"), str(parse_move("draw J"))
    (Place(perch='8a'), 'draw J')
    """
    verb, space, argument = text.partition(" ")
    if not space:
        if verb == "discard":
            return Discard()
        if verb == "clear":
            return Clear()
    elif verb == "draw":
        return Draw(_parse_card(text, argument))
    elif verb == "place":
        return Place(_parse_perch(text, argument))
    elif verb == "peek":
        return Peek(None if argument == "none" else _parse_perch(text, argument))
    raise NotationError(text, _FORMS)


def _parse_card(text: str, argument: str) -> Card:
    if argument == "J":
        return JAGUAR
    if _CARD.fullmatch(argument) is None or int(argument) > MOST_BIRDS:
        raise NotationError(text, f"a bird from 1 to {MOST_BIRDS}, or J, after draw")
    return Card(int(argument))


def _parse_perch(text: str, argument: str) -> PerchName:
    if not is_perch_name(argument):
        raise NotationError(text, "the name of a perch, letters and digits")
    return PerchName(argument)


def seen(state: State, move: Move, seat: Seat | None) -> str:
    """The text of a move about to be applied, as this seat sees it: another seat's draw is `draw ?`."""
    return "draw ?" if type(move) is Draw and (seat is None or seat != state.seat) else str(move)


def phrases(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every move that a seat, and that chance, can have under these rules, each once, in the order of legal moves.

    >>> phrases(Rules(birds=2))[1]
    ('draw 1', 'draw 2', 'draw J')
    """
    names = [perch.name for perch in rules.perches]
    moves: list[Move] = [*map(Place, names), Discard()]
    if any(perch.power is Power.PROMONTORY for perch in rules.perches):
        moves += [*map(Peek, names), Peek(None)]
    chance: list[Move] = [*(Draw(Card(bird)) for bird in range(1, rules.birds + 1)), Draw(JAGUAR)]
    if rules.rounds > 1:
        chance.append(Clear())
    return tuple(map(str, moves)), tuple(map(str, chance))

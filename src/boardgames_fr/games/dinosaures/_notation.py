"""Text to moves, moves as a seat sees them, and the vocabulary of phrases."""

from __future__ import annotations

from boardgames_fr.errors import NotationError
from boardgames_fr.game import Seat
from boardgames_fr.games.dinosaures._rules import (
    Axis,
    CardName,
    Colour,
    Dig,
    Flip,
    Lay,
    Line,
    Move,
    Rules,
    Skip,
    Square,
    State,
)

_FORMS = "lay X,Y beige, lay X,Y brown, flip col X, flip row Y, dig NAME or skip"
_COLOURS = {colour.value: colour for colour in Colour}


def parse_move(text: str) -> Move:
    """The move that this text spells: the exact inverse of `str`.

    Raises:
        NotationError: no move is written so (in whatever position); `expected` says what could stand there.

    >>> parse_move("lay -1,0 brown")
    Lay(square=Square(x=-1, y=0), colour=<Colour.BROWN: 'brown'>)
    """
    verb, _, rest = text.partition(" ")
    if text == "skip":
        return Skip()
    try:
        if verb == "lay":
            square, _, colour = rest.partition(" ")
            return Lay(Square.parse(square), _COLOURS[colour])
        if verb == "flip":
            return Flip(Line.parse(rest))
        if verb == "dig":
            return Dig(CardName(rest))
    except NotationError as error:
        raise NotationError(text, error.expected) from None
    except KeyError:
        raise NotationError(text, "beige or brown after the square") from None
    raise NotationError(text, _FORMS)


def seen(_state: State, move: Move, _seat: Seat | None) -> str:
    """The text of a move about to be applied: everybody sees it all."""
    return str(move)


def phrases(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every move that a seat can ever have, each once, in the order of legal moves; chance has none.

    No tile can be more than `2 * tiles - 1` steps from the start, so the squares make a diamond around it.

    >>> len(phrases(Rules())[0]), phrases(Rules())[0][0], phrases(Rules())[1]
    (672, 'lay 0,-11 beige', ())
    """
    reach = 2 * rules.tiles - 1
    lays = [Lay(square, colour) for square in reachable(rules) if _steps(square) for colour in Colour]
    flips = [Flip(Line(axis, number)) for axis in Axis for number in range(-reach, reach + 2)]
    digs = [Dig(card.name) for card in rules.cards]
    return tuple(map(str, (*lays, *flips, *digs, Skip()))), ()


def reachable(rules: Rules) -> tuple[Square, ...]:
    """The squares where a tile can ever lie, the four of the start among them, by y, then x, ascending."""
    reach = 2 * rules.tiles - 1
    span = range(-reach, reach + 2)
    return tuple(square for y in span for x in span if _steps(square := Square(x, y)) <= reach)


def _steps(square: Square) -> int:
    """How many steps a square is from the four of the start; 0 for these."""
    return sum(max(-number, number - 1, 0) for number in (square.x, square.y))

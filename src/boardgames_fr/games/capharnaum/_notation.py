"""Text to moves, moves as another seat sees them, and the vocabulary of phrases."""

from __future__ import annotations

import re

from boardgames_fr.errors import NotationError
from boardgames_fr.game import Seat
from boardgames_fr.games.capharnaum._plan import OUT, RoomLetter, Square
from boardgames_fr.games.capharnaum._rules import (
    MOST_SEATS,
    TOKENS,
    Catch,
    DrawFirst,
    Move,
    Pick,
    PlaceAdult,
    PlaceChild,
    Rules,
    Send,
    State,
    Stay,
    Token,
    Walk,
)

_FORMS = (
    "first SEAT, adult SQUARE, child SQUARE, walk TOKEN SQUARE +SQUARE …, send TOKEN SQUARE SQUARE !ROOM …, "
    "catch SEAT, pick SQUARE or stay TOKEN"
)
_SEAT = re.compile(r"[0-5]", re.ASCII)
_TOKEN = re.compile(r"[1-6]", re.ASCII)


def parse_move(text: str) -> Move:
    """The move that this text spells: the exact inverse of `str`.

    Raises:
        NotationError: no move is written so (in whatever position); `expected` says what could stand there.

    >>> parse_move("walk 3 j5 +i6 +k6")
    Walk(token=3, end='j5', drops=('i6', 'k6'))
    >>> str(parse_move("send 5 k7 m4 !D !E"))
    'send 5 k7 m4 !D !E'
    """
    verb, *words = text.split(" ")
    try:
        match verb, words:
            case "first", [word]:
                return DrawFirst(_seat(word))
            case "adult", [word]:
                return PlaceAdult(Square(word))
            case "child", [word]:
                return PlaceChild(Square(word))
            case "walk", [word, end, *drops]:
                return Walk(_token(word), Square(end), tuple(Square(_after("+", drop)) for drop in drops))
            case "send", [word, start, end, *rooms]:
                letters = tuple(RoomLetter(_after("!", room)) for room in rooms)
                return Send(_token(word), Square(start), Square(end), letters)
            case "catch", [word]:
                return Catch(_seat(word))
            case "pick", [word]:
                return Pick(Square(word))
            case "stay", [word]:
                return Stay(_token(word))
    except NotationError as error:
        raise NotationError(text, error.expected) from None
    raise NotationError(text, _FORMS)


def _seat(word: str) -> Seat:
    if _SEAT.fullmatch(word) is None:
        raise NotationError(word, f"a seat from 0 to {MOST_SEATS - 1}")
    return Seat(int(word))


def _token(word: str) -> Token:
    if _TOKEN.fullmatch(word) is None:
        raise NotationError(word, f"a token from {TOKENS[0]} to {TOKENS[-1]}")
    return Token(int(word))


def _after(sign: str, word: str) -> str:
    if not word.startswith(sign):
        raise NotationError(word, "+SQUARE for a drop" if sign == "+" else "!ROOM for a room caught in")
    return word[1:]


def seen(_state: State, move: Move, _seat: Seat | None) -> str:
    """The text of a move about to be applied, as a seat sees it: everybody sees everything."""
    return str(move)


def phrases(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that moves are said in, the seats' and chance's.

    A placing, a catch, a pick and a stay are one word; a walk is its token, its end and each drop; an adult's walk is
    its token, its two squares and each room.

    >>> seats, chance = phrases(Rules())
    >>> len(seats), chance
    (125, ('first 0', 'first 1'))
    """
    plan = rules.plan
    free = [name for square, name in enumerate(plan.names) if square not in plan.objects]
    words: list[str] = [f"adult {plan.names[square]}" for square in plan.circles]
    words += [f"child {plan.names[square]}" for square in plan.beds]
    words += [f"walk {token}" for token in TOKENS]
    words += [f"send {token}" for token in TOKENS]
    words += map(str, free)
    words += [f"+{plan.names[square]}" for square in plan.objects]
    words += [f"!{letter}" for letter in plan.letters]
    words += [f"catch {seat}" for seat in range(rules.seats)]
    words += [f"pick {plan.names[square]}" for square in plan.objects]
    words += [f"stay {token}" for token in TOKENS]
    if OUT in free and not plan.steps[plan.out]:
        words.remove(OUT)
    chance = [f"first {seat}" for seat in range(rules.seats)] if rules.first is None else []
    return tuple(words), tuple(chance)

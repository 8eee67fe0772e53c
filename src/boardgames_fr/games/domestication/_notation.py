"""Text to moves, moves as others see them, and the vocabulary of phrases."""

from __future__ import annotations

import re

from boardgames_fr.errors import NotationError
from boardgames_fr.game import Seat
from boardgames_fr.games.domestication._deck import NAME_EXPECTED, YEAR_EXPECTED, CardName, is_card_name, year_from_text
from boardgames_fr.games.domestication._rules import MOST_CARDS, Date, Dates, Deal, Gap, Move, Place, Rules, State

_FORMS = "date NAME YEAR, deal NAME or place NAME GAP"
_GAP = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)


def parse_move(text: str) -> Move:
    """The move that this text spells: the exact inverse of `str`.

    Raises:
        NotationError: no move is written so (in whatever position); `expected` says what could stand there.

    >>> parse_move("place chat 2"), str(parse_move("date chien -8200"))
    (Place(name='chat', gap=2), 'date chien -8200')
    """
    match text.split(" "):
        case ["date", name, year]:
            found = year_from_text(year)
            if found is None:
                raise NotationError(text, f"{YEAR_EXPECTED} after the name")
            return Date(_parse_name(text, name), found)
        case ["deal", name]:
            return Deal(_parse_name(text, name))
        case ["place", name, gap]:
            if _GAP.fullmatch(gap) is None or int(gap) >= MOST_CARDS:
                raise NotationError(text, f"a gap from 0 to {MOST_CARDS - 1} after the name")
            return Place(_parse_name(text, name), Gap(int(gap)))
    raise NotationError(text, _FORMS)


def _parse_name(text: str, name: str) -> CardName:
    if not is_card_name(name):
        raise NotationError(text, NAME_EXPECTED)
    return CardName(name)


def seen(state: State, move: Move, seat: Seat | None) -> str:
    """The text of a move about to be applied, as anybody sees it: the year that the table draws is `?` (DO-1).

    `state` and `seat` make no difference: everybody sees the same.
    """
    return f"date {move.name} ?" if isinstance(move, Date) else str(move)


def phrases(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every move that a seat, and that chance, can have under these rules, each once: names, then gaps or years.

    >>> [len(each) for each in phrases(Rules())]
    [169, 13]
    """
    names = [card.name for card in rules.deck]
    places = [str(Place(name, Gap(gap))) for name in names for gap in range(len(names))]
    years = sorted({card.year for card in rules.deck}) if rules.dates is Dates.DRAWN else []
    table = [str(Date(name, year)) for name in names for year in years] + [str(Deal(name)) for name in names]
    return tuple(places), tuple(table)

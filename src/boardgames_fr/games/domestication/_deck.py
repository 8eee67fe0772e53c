"""Cards and where they come from: the deck that is shipped, and decks of one's own from CSV or JSON.

Two things are kept apart. A `Card` is what the rules know: a name and a year. A `DeckEntry` is what people read about
it besides: labels, the range that the sources give, a place and a source. Entries are never part of a state or a view.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NewType

import attrs

from boardgames_fr.errors import CodecError
from boardgames_fr.game import Lang

CardName = NewType("CardName", str)
"""A card's name in moves: lower-case ASCII letters, digits and `-`, such as `chat`."""

Year = NewType("Year", int)
"""A year; negative ones are before the common era."""

MOST: Final = 10**12 - 1
"""Years lie between `-MOST` and `MOST`: wide enough for the age of the universe, and short enough to print."""

_NAME = re.compile(r"[a-z0-9-]+")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,11}")
_COLUMNS: Final = ("name", "year", "earliest", "latest", "label_fr", "label_en", "place", "source")
_NEEDED: Final = ("name", "year")
_NUMBERS: Final = ("year", "earliest", "latest")

NAME_EXPECTED: Final = "a name of lower-case letters a-z, digits and '-'"
YEAR_EXPECTED: Final = f"a whole year from {-MOST} to {MOST}"


@attrs.frozen
class Card:
    """A card as the rules know it: its name on the front, its year on the back.

    >>> Card("chat", -7250)
    Card(name='chat', year=-7250)
    """

    name: CardName
    year: Year


@attrs.frozen
class DeckEntry:
    """A card with what people read about it: two labels, the sources' range of years, a place, the source.

    `earliest <= year <= latest`. A label that a deck does not give is the card's name.
    """

    name: CardName
    year: Year
    earliest: Year
    latest: Year
    label_fr: str
    label_en: str
    place: str
    source: str

    def label(self, lang: Lang) -> str:
        """The card's label in `lang`."""
        return self.label_fr if lang is Lang.FR else self.label_en


def is_card_name(value: object) -> bool:
    """Whether `value` can be a card's name."""
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def is_year(value: object) -> bool:
    """Whether `value` can be a card's year; `True` is no year."""
    return type(value) is int and -MOST <= value <= MOST


def year_from_text(text: str) -> Year | None:
    """The year that `text` spells in the one way there is (`-8200`, `0`, `1930`), or `None`."""
    return Year(int(text)) if _WHOLE.fullmatch(text) else None


def deck_cards(entries: Iterable[DeckEntry]) -> tuple[Card, ...]:
    """The cards of these entries in name order, as `Rules(deck=...)` takes them.

    >>> deck_cards(read_deck_csv("name,year\\nb,2\\na,1\\n"))
    (Card(name='a', year=1), Card(name='b', year=2))
    """
    return tuple(sorted((Card(entry.name, entry.year) for entry in entries), key=_by_name))


def _by_name(card: Card) -> str:
    return card.name


def read_deck_csv(text: str) -> tuple[DeckEntry, ...]:
    r"""The entries of a deck written as comma-separated values, in the order of the rows.

    The first row names the columns: `name` and `year` are needed; `earliest`, `latest`, `label_fr`, `label_en`,
    `place` and `source` may be there; the order is free. An empty cell is as good as none (not for `name` and `year`).
    Empty lines are passed over. A byte order mark is passed over, too.

    Raises:
        CodecError: `path` names the row, counted from 1 with the heading as row 1, and the column, as in
            `row 3, column year`; the message says what was expected there.

    >>> [entry.label(Lang.FR) for entry in read_deck_csv("name,year,label_fr\nane,-5000,Âne\nchat,-7250,\n")]
    ['Âne', 'chat']
    >>> read_deck_csv("name,year\nane,soon\n")
    Traceback (most recent call last):
    boardgames_fr.errors.CodecError: row 2, column year: expected a whole year from -999999999999 to 999999999999, ...
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    columns: list[str] | None = None
    found: list[tuple[str, DeckEntry]] = []
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            if columns is None:
                columns = cells
                _check_columns(cells)
            elif cells:
                where = f"row {number}"
                if len(cells) != len(columns):
                    raise CodecError(where, f"expected {len(columns)} cells, not {len(cells)}")
                found.append((where, _entry_from_cells(dict(zip(columns, cells, strict=True)), where)))
    except csv.Error as error:
        raise CodecError(f"row {number + 1}", f"expected comma-separated values: {error}") from None
    if columns is None:
        raise CodecError("row 1", "expected the names of the columns, not an empty text")
    return _checked(found, "row {}, column name", "text")


def _check_columns(names: list[str]) -> None:
    for place, name in enumerate(names):
        if name not in _COLUMNS:
            raise CodecError("row 1", f"expected columns among {', '.join(_COLUMNS)}, not {_short(name)}")
        if name in names[:place]:
            raise CodecError("row 1", f"expected the column {name} once")
    for name in _NEEDED:
        if name not in names:
            raise CodecError("row 1", f"expected a column {name}")


def _entry_from_cells(cells: Mapping[str, str], where: str) -> DeckEntry:
    values: dict[str, str | int] = {}
    for column, cell in cells.items():
        if column in _NUMBERS and (cell or column in _NEEDED):
            year = year_from_text(cell)
            if year is None:
                raise CodecError(f"{where}, column {column}", f"expected {YEAR_EXPECTED}, not {_short(cell)}")
            values[column] = year
        elif cell or column in _NEEDED:
            values[column] = cell
    return _entry(values, where + ", column {}")


def read_deck_json(text: str) -> tuple[DeckEntry, ...]:
    """The entries of a deck written as JSON: an array of objects, in its order.

    Every object has a `name` and a `year`; it may have `earliest`, `latest`, `label_fr`, `label_en`, `place` and
    `source`, and nothing else. (The deck in the JSON of a `Rules` has `name` and `year` only, which this reads, too.)

    Raises:
        CodecError: `path` leads to the fault, as in `$[2].year`; the message says what was expected there.

    >>> deck_cards(read_deck_json('[{"name": "b", "year": 2}, {"name": "a", "year": -1}]'))
    (Card(name='a', year=-1), Card(name='b', year=2))
    >>> read_deck_json('[{"name": "b", "year": true}]')
    Traceback (most recent call last):
    boardgames_fr.errors.CodecError: $[0].year: expected a whole year from -999999999999 to 999999999999, not True
    """
    try:
        data = json.loads(text, object_pairs_hook=_Pairs, parse_constant=_no_constant)
    except RecursionError:
        raise CodecError("$", "expected an array of objects, not nested values") from None
    except ValueError as error:
        raise CodecError("$", f"expected JSON: {error}") from None
    if not isinstance(data, list):
        raise CodecError("$", "expected an array of objects")
    found: list[tuple[str, DeckEntry]] = []
    for number, item in enumerate(data):
        where = f"$[{number}]"
        if not isinstance(item, _Pairs):
            raise CodecError(where, "expected an object")
        found.append((where, _entry_from_pairs(item, where)))
    return _checked(found, "{}.name", "$")


def read_field(field: str, text: str) -> object:
    r"""The value of a field of `Rules` that is written in a form of its own: `deck` as CSV or JSON, `None` for others.

    Raises:
        CodecError: as `read_deck_csv`, or `read_deck_json` for a text that begins with a bracket.

    >>> read_field("deck", "name,year\nb,2\na,1\n")
    (Card(name='a', year=1), Card(name='b', year=2))
    """
    if field != "deck":
        return None
    is_json = text.removeprefix("\ufeff").lstrip().startswith(("[", "{"))
    return deck_cards(read_deck_json(text.removeprefix("\ufeff")) if is_json else read_deck_csv(text))


class _Pairs:
    """A JSON object as it was written, so that a repeated key is seen."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        self.pairs = pairs


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _entry_from_pairs(item: _Pairs, where: str) -> DeckEntry:
    values: dict[str, str | int] = {}
    for key, value in item.pairs:
        if key not in _COLUMNS:
            raise CodecError(where, f"expected keys among {', '.join(_COLUMNS)}, not {_short(key)}")
        if key in values:
            raise CodecError(f"{where}.{key}", "expected this key once")
        if key in _NUMBERS:
            if type(value) is not int or not is_year(value):
                raise CodecError(f"{where}.{key}", f"expected {YEAR_EXPECTED}, not {_short(value)}")
            values[key] = value
        elif isinstance(value, str):
            values[key] = value
        else:
            raise CodecError(f"{where}.{key}", f"expected a string, not {_short(value)}")
    for key in _NEEDED:
        if key not in values:
            raise CodecError(where, f"expected a key {key}")
    return _entry(values, where + ".{}")


def _entry(values: Mapping[str, str | int], path: str) -> DeckEntry:
    """The entry of these well-typed values; `path` has a hole for the column."""
    name = values["name"]
    if not is_card_name(name):
        raise CodecError(path.format("name"), f"expected {NAME_EXPECTED}, not {_short(name)}")
    year = Year(int(values["year"]))
    earliest = Year(int(values.get("earliest", year)))
    latest = Year(int(values.get("latest", year)))
    if earliest > year:
        raise CodecError(path.format("earliest"), f"expected at most the year {year}, not {earliest}")
    if latest < year:
        raise CodecError(path.format("latest"), f"expected at least the year {year}, not {latest}")
    return DeckEntry(
        name=CardName(str(name)),
        year=year,
        earliest=earliest,
        latest=latest,
        label_fr=str(values.get("label_fr") or name),
        label_en=str(values.get("label_en") or name),
        place=str(values.get("place", "")),
        source=str(values.get("source", "")),
    )


def _checked(found: list[tuple[str, DeckEntry]], path: str, whole: str) -> tuple[DeckEntry, ...]:
    seen: dict[CardName, str] = {}
    for where, entry in found:
        if entry.name in seen:
            name_at = path.format(where.removeprefix("row "))
            raise CodecError(name_at, f"expected a name of its own, {entry.name} is in {seen[entry.name]}")
        seen[entry.name] = where
    if len(found) < 2:
        raise CodecError(whole, f"expected at least 2 cards, not {len(found)}")
    return tuple(entry for _, entry in found)


def _short(value: object) -> str:
    if isinstance(value, (_Pairs, list)):
        return "an object" if isinstance(value, _Pairs) else "an array"
    if type(value) is int and not is_year(value):
        return "a greater number"
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


@cache
def background() -> tuple[DeckEntry, ...]:
    """The shipped deck with its labels, ranges, places and sources, in name order. It is our own, not the magazine's.

    >>> len(background()), background()[1].label(Lang.EN), background()[1].place
    (13, 'Cat', 'Shillourokambos, Cyprus (first tame cat)')
    """
    return read_deck_csv(files("boardgames_fr.games.domestication").joinpath("deck.csv").read_text(encoding="utf-8"))


def has_labels(names: Iterable[CardName]) -> bool:
    """Whether all these cards are of the shipped deck, so that its labels are theirs."""
    shipped = _labels()
    return all(name in shipped for name in names)


@cache
def _labels() -> dict[str, DeckEntry]:
    return {entry.name: entry for entry in background()}


def card_label(name: CardName, lang: Lang) -> str:
    """What a picture or a sentence calls this card: the shipped deck's label, otherwise the name itself.

    Labels go with the shipped deck, or a part of it. Where another card is in the deck all are called by their names:
    a card of somebody else's that happens to have a shipped one's name may be another thing.

    >>> card_label(CardName("chevre"), Lang.FR), card_label(CardName("lama"), Lang.FR)
    ('Chèvre', 'lama')
    """
    entry = _labels().get(name)
    return name if entry is None else entry.label(lang)


DEFAULT_DECK: Final[tuple[Card, ...]] = deck_cards(background())
"""The cards of the shipped deck, in name order."""

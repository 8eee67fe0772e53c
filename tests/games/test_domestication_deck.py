"""La frise de la domestication: the shipped deck, and decks of one's own from CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames_fr.errors import CodecError
from boardgames_fr.game import Lang
from boardgames_fr.games import domestication as do
from boardgames_fr.games.domestication import Card, CardName, DeckEntry, Rules, Year

YEAR = "expected a whole year from -999999999999 to 999999999999"
NAME = "expected a name of lower-case letters a-z, digits and '-'"
COLUMNS = "name, year, earliest, latest, label_fr, label_en, place, source"


def test_the_shipped_deck_is_the_file_beside_the_rules() -> None:
    text = (files("boardgames_fr.games.domestication") / "deck.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert ",".join(rows[0]) == COLUMNS.replace(" ", "")
    assert len(rows) == 13
    for row, entry in zip(rows, do.background(), strict=True):
        assert entry == DeckEntry(
            CardName(row["name"]),
            Year(int(row["year"])),
            Year(int(row["earliest"])),
            Year(int(row["latest"])),
            row["label_fr"],
            row["label_en"],
            row["place"],
            row["source"],
        )
    assert do.deck_cards(do.background()) == do.DEFAULT_DECK == Rules().deck
    assert [entry.label(Lang.FR) for entry in do.background()][:5] == ["Âne", "Chat", "Cheval", "Chèvre", "Chien"]
    assert [entry.label(Lang.EN) for entry in do.background()][8:] == [
        "Golden hamster",
        "Rabbit",
        "Sheep",
        "Hen",
        "Cow",
    ]
    assert all(entry.place and entry.source for entry in do.background())


def test_a_card_without_a_label_is_shown_by_its_name() -> None:
    assert do.card_label(CardName("vache"), Lang.FR) == "Vache"
    assert do.card_label(CardName("vache"), Lang.EN) == "Cow"
    assert do.card_label(CardName("lama"), Lang.FR) == do.card_label(CardName("lama"), Lang.EN) == "lama"


def test_a_csv_deck_needs_names_and_years_and_may_have_the_rest() -> None:
    plain = do.read_deck_csv("name,year\nlama,-4000\nabeille,-2400\n")
    assert plain[0] == DeckEntry(CardName("lama"), Year(-4000), Year(-4000), Year(-4000), "lama", "lama", "", "")
    assert do.deck_cards(plain) == (Card(CardName("abeille"), Year(-2400)), Card(CardName("lama"), Year(-4000)))
    full = do.read_deck_csv(
        "\ufeffsource,label_en,year,latest,earliest,name,label_fr,place\r\n"
        '"X, Y",Llama,0,5,-5,lama,Lama,Andes\r\n'
        "\r\n"
        ",,1,,,abeille,,\r\n"
    )
    assert full == (
        DeckEntry(CardName("lama"), Year(0), Year(-5), Year(5), "Lama", "Llama", "Andes", "X, Y"),
        DeckEntry(CardName("abeille"), Year(1), Year(1), Year(1), "abeille", "abeille", "", ""),
    )


@pytest.mark.parametrize(
    ("text", "path", "problem"),
    [
        ("", "row 1", "expected the names of the columns, not an empty text"),
        ("name\na\nb\n", "row 1", "expected a column year"),
        ("year\n1\n2\n", "row 1", "expected a column name"),
        ("name,year,name\n", "row 1", "expected the column name once"),
        ("name,year,colour\n", "row 1", f"expected columns among {COLUMNS}, not 'colour'"),
        ("name,year\n", "text", "expected at least 2 cards, not 0"),
        ("name,year\na,1\n", "text", "expected at least 2 cards, not 1"),
        ("name,year\na,1\nb\n", "row 3", "expected 2 cells, not 1"),
        ("name,year\na,1\nb,2,3\n", "row 3", "expected 2 cells, not 3"),
        ("name,year\na,1\nb,soon\n", "row 3, column year", f"{YEAR}, not 'soon'"),
        ("name,year\na,1\nb,\n", "row 3, column year", f"{YEAR}, not ''"),
        ("name,year\na,1.0\nb,2\n", "row 2, column year", f"{YEAR}, not '1.0'"),
        ("name,year\na,+1\nb,2\n", "row 2, column year", f"{YEAR}, not '+1'"),
        ("name,year\na, 1\nb,2\n", "row 2, column year", f"{YEAR}, not ' 1'"),
        ("name,year\na,1000000000000\nb,2\n", "row 2, column year", f"{YEAR}, not '1000000000000'"),
        ("name,year\n,1\nb,2\n", "row 2, column name", f"{NAME}, not ''"),
        ("name,year\na,1\n\nÂne,2\n", "row 4, column name", f"{NAME}, not 'Âne'"),
        ("name,year\na,1\nb,2\na,3\n", "row 4, column name", "expected a name of its own, a is in row 2"),
        ("name,year,earliest\na,1,2\nb,2,\n", "row 2, column earliest", "expected at most the year 1, not 2"),
        ("name,year,latest\na,1,1\nb,2,1\n", "row 3, column latest", "expected at least the year 2, not 1"),
        ("name,year,latest\na,1,x\nb,2,1\n", "row 2, column latest", f"{YEAR}, not 'x'"),
        (
            'name,year\na,1\n"b"x,2\n',
            "row 3",
            "expected comma-separated values: ',' expected after '\"'",
        ),
        ('name,year\na,1\nb,"2', "row 3", "expected comma-separated values: unexpected end of data"),
    ],
)
def test_a_faulty_csv_deck_names_row_and_column(text: str, path: str, problem: str) -> None:
    with pytest.raises(CodecError) as error:
        do.read_deck_csv(text)
    assert (error.value.path, error.value.problem) == (path, problem)


def test_a_json_deck_is_an_array_of_objects() -> None:
    text = (
        '[{"name": "lama", "year": 0, "earliest": -5, "latest": 5, "label_fr": "Lama", "label_en": "Llama",'
        ' "place": "Andes", "source": "X"}, {"year": 1, "name": "abeille", "label_fr": ""}]'
    )
    assert do.read_deck_json(text) == (
        DeckEntry(CardName("lama"), Year(0), Year(-5), Year(5), "Lama", "Llama", "Andes", "X"),
        DeckEntry(CardName("abeille"), Year(1), Year(1), Year(1), "abeille", "abeille", "", ""),
    )


@pytest.mark.parametrize(
    ("text", "path", "problem"),
    [
        ("", "$", "expected JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[NaN]", "$", "expected JSON: NaN is no JSON"),
        ("{}", "$", "expected an array of objects"),
        ("7", "$", "expected an array of objects"),
        ("[" * 100_000, "$", "expected an array of objects, not nested values"),
        ("[]", "$", "expected at least 2 cards, not 0"),
        ('["a"]', "$[0]", "expected an object"),
        ('[{"name": "a", "year": 1}, []]', "$[1]", "expected an object"),
        ('[{"name": "a", "year": 1}]', "$", "expected at least 2 cards, not 1"),
        ('[{"name": "a"}]', "$[0]", "expected a key year"),
        ('[{"year": 1}]', "$[0]", "expected a key name"),
        ('[{"name": "a", "year": 1, "size": 2}]', "$[0]", f"expected keys among {COLUMNS}, not 'size'"),
        ('[{"name": "a", "name": "b", "year": 1}]', "$[0].name", "expected this key once"),
        ('[{"name": "A", "year": 1}]', "$[0].name", f"{NAME}, not 'A'"),
        ('[{"name": 7, "year": 1}]', "$[0].name", "expected a string, not 7"),
        ('[{"name": {}, "year": 1}]', "$[0].name", "expected a string, not an object"),
        ('[{"name": [], "year": 1}]', "$[0].name", "expected a string, not an array"),
        ('[{"name": null, "year": 1}]', "$[0].name", "expected a string, not None"),
        ('[{"name": "a", "year": "1"}]', "$[0].year", f"{YEAR}, not '1'"),
        ('[{"name": "a", "year": true}]', "$[0].year", f"{YEAR}, not True"),
        ('[{"name": "a", "year": 1.0}]', "$[0].year", f"{YEAR}, not 1.0"),
        ('[{"name": "a", "year": -1000000000000}]', "$[0].year", f"{YEAR}, not a greater number"),
        ('[{"name": "a", "year": null}]', "$[0].year", f"{YEAR}, not None"),
        ('[{"name": "a", "year": 1, "earliest": 2}]', "$[0].earliest", "expected at most the year 1, not 2"),
        ('[{"name": "a", "year": 1, "latest": 0}]', "$[0].latest", "expected at least the year 1, not 0"),
        ('[{"name": "a", "year": 1, "latest": "x"}]', "$[0].latest", f"{YEAR}, not 'x'"),
        (
            '[{"name": "a", "year": 1}, {"name": "a", "year": 2}]',
            "$[1].name",
            "expected a name of its own, a is in $[0]",
        ),
    ],
)
def test_a_faulty_json_deck_has_the_path_to_the_fault(text: str, path: str, problem: str) -> None:
    with pytest.raises(CodecError) as error:
        do.read_deck_json(text)
    assert (error.value.path, error.value.problem) == (path, problem)


def test_a_number_of_thousands_of_digits_and_a_long_text_are_refused_shortly() -> None:
    with pytest.raises(CodecError) as error:
        do.read_deck_json(f'[{{"name": "a", "year": {"9" * 9000}}}]')
    assert error.value.path == "$"
    with pytest.raises(CodecError) as error:
        do.read_deck_csv(f"name,year\na,{'9' * 9000}\n")
    expected = "a whole year from -999999999999 to 999999999999"
    assert error.value.problem == f"expected {expected}, not '{'9' * 58}…"
    with pytest.raises(CodecError, match="comma-separated"):
        do.read_deck_csv(f"name,year\na,{'9' * 200_000}\n")


def read_or_fault(read: Callable[[str], tuple[DeckEntry, ...]], text: str) -> tuple[DeckEntry, ...] | CodecError:
    try:
        return read(text)
    except CodecError as error:
        return error


entries = st.lists(
    st.tuples(
        st.text("abcxyz019-", min_size=1, max_size=8), st.integers(-(10**12) + 1, 10**12 - 1), st.text(max_size=6)
    ),
    min_size=2,
    max_size=9,
    unique_by=lambda entry: entry[0],
)


@given(entries)
def test_every_deck_that_is_written_by_the_standard_library_is_read_again(made: list[tuple[str, int, str]]) -> None:
    objects = [{"name": name, "year": year, "place": place} for name, year, place in made]
    read = do.read_deck_json(json.dumps(objects))
    assert [(entry.name, entry.year, entry.place) for entry in read] == made
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["name", "year", "place"])
    writer.writerows((name, year, place.replace("\0", "")) for name, year, place in made)
    again = do.read_deck_csv(out.getvalue())
    assert [(entry.name, entry.year) for entry in again] == [(name, year) for name, year, _ in made]
    assert [entry.place for entry in again] == [place.replace("\0", "") for _, _, place in made]
    cards = do.deck_cards(again)
    assert list(cards) == sorted(cards, key=lambda card: card.name)
    assert Rules(seats=1, deck=cards).deck == cards


fragments = st.lists(
    st.sampled_from(
        ["name", "year", "latest", ",", "\n", "\r\n", '"', "a", "b", "-5", "7", "é", "[", "]", "{", "}", ":", "\0", " "]
    ),
    max_size=30,
).map("".join)


@given(st.one_of(st.text(), fragments, fragments.map(lambda text: "name,year\n" + text)))
def test_any_text_is_a_csv_deck_or_a_typed_error(text: str) -> None:
    found = read_or_fault(do.read_deck_csv, text)
    if isinstance(found, CodecError):
        assert found.path.startswith(("row ", "text"))
        assert "expected" in found.problem
        assert len(found.problem) < 250
    else:
        assert Rules(seats=1, deck=do.deck_cards(found)).deck


scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just("a"))
keys = st.one_of(st.sampled_from(COLUMNS.split(", ")), st.text(max_size=3))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=5)),
    max_leaves=9,
)


@given(st.one_of(st.text(), fragments, values.map(json.dumps), st.lists(values, max_size=3).map(json.dumps)))
def test_any_text_is_a_json_deck_or_a_typed_error(text: str) -> None:
    found = read_or_fault(do.read_deck_json, text)
    if isinstance(found, CodecError):
        assert found.path.startswith("$")
        assert "expected" in found.problem
        assert len(found.problem) < 250
    else:
        assert Rules(seats=1, deck=do.deck_cards(found)).deck


def test_a_field_in_a_form_of_its_own_is_the_deck_alone() -> None:
    cards = (do.Card(CardName("a"), Year(1)), do.Card(CardName("b"), Year(2)))
    assert do.read_field("deck", "\ufeffname,year,label_fr\nb,2,B\na,1,\n") == cards
    assert (
        do.read_field("deck", '\ufeff [{"name": "b", "year": 2, "label_en": "B"}, {"name": "a", "year": 1}]') == cards
    )
    assert do.read_field("seats", "name,year\nb,2\na,1\n") is None
    with pytest.raises(CodecError, match="row 2, column year"):
        do.read_field("deck", "name,year\nb,soon\n")
    with pytest.raises(CodecError, match="expected an array of objects"):
        do.read_field("deck", "{}")

"""The rule books: complete in both languages, and every ruling held by a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardgames_fr import Lang, find_game

TESTS = Path(__file__).parent.parent / "games"
GAMES = ("pecking_order", "domestication", "animals", "capharnaum", "dinosaures")
LISTS = {Lang.FR: "## Les tests qui tiennent ces règles", Lang.EN: "## The tests that hold these rules"}
RULE = re.compile(r"\b(?:PO|DO|AN|CA|DI)-T?\d+\b")

each_game = pytest.mark.parametrize("game", GAMES)
each_book = pytest.mark.parametrize(("game", "lang"), [(game, lang) for game in GAMES for lang in Lang])


def parts(game: str, lang: Lang) -> tuple[str, str]:
    """The rules, and the list of the tests that hold them."""
    rules, title, tests = find_game(game).rule_book(lang).partition(LISTS[lang])
    assert title
    return rules, tests


def held(game: str, lang: Lang) -> dict[str, list[str]]:
    """The tests of each line of the list."""
    found = re.findall(r"^- (.+?)\u00a0?:\n((?:  `\w+`,?\n)+)", parts(game, lang)[1], re.MULTILINE)
    return {what: re.findall(r"`(\w+)`", tests) for what, tests in found}


def there_are(game: str) -> set[str]:
    files = TESTS.glob(f"test_{game}*.py")
    return {name for path in files for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)}


@each_game
def test_every_test_that_is_named_exists(game: str) -> None:
    named = {name for tests in held(game, Lang.EN).values() for name in tests}
    assert named - there_are(game) == set()


@each_game
def test_every_rule_is_held_by_a_test(game: str) -> None:
    numbered = set(RULE.findall(parts(game, Lang.EN)[0]))
    assert numbered <= set(held(game, Lang.EN))
    assert all(held(game, Lang.EN).values())


@each_game
def test_the_books_of_both_languages_say_the_same(game: str) -> None:
    (french, english), marks = (parts(game, lang)[0] for lang in (Lang.FR, Lang.EN)), r"\b[TPR]\b(?=[,:;)*\s\u00a0])"
    assert set(RULE.findall(french)) == set(RULE.findall(english))
    assert set(re.findall(r"`[a-z_]+`", french)) == set(re.findall(r"`[a-z_]+`", english))
    assert len(re.findall(marks, french)) == len(re.findall(marks, english))
    assert french.count("\n## ") == english.count("\n## ")
    assert list(held(game, Lang.FR).values()) == list(held(game, Lang.EN).values())


@each_book
def test_every_option_is_told(game: str, lang: Lang) -> None:
    rules = parts(game, lang)[0]
    fields = set(find_game(game).rules_type.__annotations__) - {"seats"}
    assert {field for field in fields if not field.startswith("_") and f"`{field}`" not in rules} == set()


@each_book
def test_a_ruling_of_our_own_has_its_reason(game: str, lang: Lang) -> None:
    """A bare (R) may only stand at the head of a rule that gives its reason further on."""
    rules = parts(game, lang)[0]
    assert [line for line in rules.splitlines() if re.search(r" \(R\)\.(?!\*)", line)] == []


@each_book
def test_lines_are_short_and_french_has_its_spaces(game: str, lang: Lang) -> None:
    book = find_game(game).rule_book(lang)
    assert max(len(line) for line in book.splitlines() if not line.startswith("|")) <= 120
    if lang is Lang.FR:
        words = re.sub(r"```.*?```|`[^`]*`|\*\*|^ {4}.*?$|^[|].*?$", "", book, flags=re.DOTALL | re.MULTILINE)
        assert re.findall(r".{10}[^\u00a0][:;!?»](?=\s|$)", words) == []
        assert re.findall(r"«[^\u00a0].{10}", words) == []
        assert "'" not in words

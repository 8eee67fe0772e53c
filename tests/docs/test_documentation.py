"""Everything in the documentation that looks like code is run, and what it points at is there."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.util
import json
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import boardgames_fr
from boardgames_fr import find_game, read_record
from boardgames_fr.bots import RandomBot
from boardgames_fr.match import play
from boardgames_fr.record import with_digests
from tests.docs.pages import OPTIONS, ROOT, Page, blocks, commands, fits

DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_generated" not in path.parts)
TEXTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(ROOT.glob("examples/*/*.md")),
    *PAGES,
]
GAMES = ("pecking_order", "domestication", "animals", "capharnaum", "dinosaures")
EXTRAS = {
    "adapters": ("pyspiel", "open_spiel", "pettingzoo", "gymnasium", "numpy", "boardgames_fr.adapters"),
    "dask": ("dask", "distributed"),
}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def marked(path: Path) -> ParameterSet:
    """A page, with the marker of the extra that its code needs."""
    code = "\n".join(block.text for block in blocks(path.read_text("utf-8")) if block.language == "python")
    imports = re.findall(r"^\s*(?:import|from) ([\w.]+)", code, re.MULTILINE)
    marks = [
        getattr(pytest.mark, mark)
        for mark, names in EXTRAS.items()
        if any(name == extra or name.startswith(f"{extra}.") for name in imports for extra in names)
    ]
    return pytest.param(path, marks=marks, id=named(path))


@pytest.mark.parametrize("path", [marked(path) for path in (*PAGES, *sorted(ROOT.glob("examples/*/*.md")))])
def test_a_page_does_what_it_says(path: Path) -> None:
    Page(path).run()


def test_the_readme_does_what_it_says() -> None:
    page = Page(ROOT / "README.md")
    python = [block for block in blocks((ROOT / "README.md").read_text("utf-8")) if block.language == "python"]
    assert len(python) >= 2
    for block in python:
        page.run_block(block)


def test_the_readme_begins_with_the_two_commands_that_ci_takes_from_it() -> None:
    shells = [block.text for block in blocks((ROOT / "README.md").read_text("utf-8")) if block.language == "sh"]
    assert shells == [
        "pip install . && boardgames-fr watch pecking_order\n",
        "pip install '.[test]' && pytest -q\n",
    ]


def test_every_command_in_the_readme_is_one_of_ours() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    asked = subprocess.run(
        [sys.executable, "-m", "boardgames_fr", "--help"], capture_output=True, text=True, check=True
    )
    for command in re.findall(r"boardgames-fr ([a-z]+)", text):
        assert re.search(rf"^\s+{command}\s", asked.stdout, re.MULTILINE), command


# Docstrings

NEEDS_EXTRA = {f"boardgames_fr.adapters.{name}": "adapters" for name in ("openspiel", "pettingzoo", "gymnasium")}


def modules() -> list[ParameterSet]:
    names = ["boardgames_fr", *(each.name for each in pkgutil.walk_packages(boardgames_fr.__path__, "boardgames_fr."))]
    found = []
    for name in names:
        if name.endswith("__main__"):
            continue
        marks = [pytest.mark.adapters] if name.startswith("boardgames_fr.adapters.") else []
        found.append(pytest.param(name, marks=marks, id=name))
    return [*found, pytest.param("bobard", id="bobard")]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_docstrings_are_right(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name), optionflags=OPTIONS)
    assert results.failed == 0


def test_the_example_of_a_project_is_right() -> None:
    path = ROOT / "examples" / "project" / "league" / "__init__.py"
    spec = importlib.util.spec_from_file_location("league", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert doctest.testmod(module, optionflags=OPTIONS) == doctest.TestResults(failed=0, attempted=7)


def test_every_public_module_but_a_few_has_an_example() -> None:
    without = {".adapters", ".errors", ".games", ".cli"}
    for each in pkgutil.iter_modules(boardgames_fr.__path__):
        if not each.name.startswith("_") and f".{each.name}" not in without:
            module = importlib.import_module(f"boardgames_fr.{each.name}")
            assert any(test.examples for test in doctest.DocTestFinder().find(module)), each.name


# Links


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as they are made from their words."""
    titles = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", TEXTS, ids=named)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^(`{3,}).*?^\1$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, anchor = target.partition("#")
        if re.match(r"https?://", target) or "_generated/" in target:
            continue  # the first need a network; the second are made, and checked, when the site is built
        there = path if not file else (path.parent / file).resolve()
        assert there.exists(), f"{target} leads nowhere"
        assert not anchor or anchor in anchors(there), f"{target}: no such heading"


@pytest.mark.parametrize("path", TEXTS, ids=named)
def test_files_that_are_named_are_there(path: Path) -> None:
    text = re.sub(r"^(`{3,}).*?^\1$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for name in re.findall(r"`((?:examples|tests|docs|benchmarks|src)/[\w./-]+)`", text):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`(boardgames_fr(?:\.\w+)+)`", text):
        assert resolves(name), name


def resolves(name: str) -> bool:
    """Whether this is the path of a module or of a public name."""
    module, _, attribute = name.rpartition(".")
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        return hasattr(importlib.import_module(module), attribute)
    except ImportError:  # an adapter whose extra is not there
        return True
    return True


# Examples


def test_every_example_is_told_on_the_site() -> None:
    names = sorted(path.name for path in (ROOT / "examples").iterdir() if not path.name.startswith(("_", ".")))
    assert len(names) >= 10
    told = (DOCS / "howto" / "index.md").read_text("utf-8")
    assert [name for name in names if not re.search(rf"`examples/{re.escape(name)}/?`", told)] == []


def test_the_options_of_the_web_table_are_all_told_with_their_defaults() -> None:
    program = ast.parse((ROOT / "examples" / "web" / "__main__.py").read_text("utf-8"))
    calls = [call for call in ast.walk(program) if isinstance(call, ast.Call) and call.args]
    there = {}
    for call in calls:
        if ast.unparse(call.args[0]).startswith("'--"):
            defaults = [word.value for word in call.keywords if word.arg == "default"]
            values = [str(each.value) for word in defaults for each in ast.walk(word) if isinstance(each, ast.Constant)]
            there[ast.literal_eval(call.args[0])] = values[0] if values else "no"
    page = (DOCS / "howto" / "web_table.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `(--\w+)[^`|]*` \| `?([^`|]+?)`? \|", page, re.MULTILINE))
    assert told == there
    assert "--pace" in there


# The runner of pages itself


def test_blocks_are_found_with_language_caption_and_line() -> None:
    text = "# A\n\n```python\nx = 1\n```\n\n```{code-block} csv\n:caption: deck.csv\n\na,b\n```\n"
    assert [tuple(block) for block in blocks(text)] == [("python", "x = 1\n", "", 3), ("csv", "a,b\n", "deck.csv", 7)]


def test_commands_have_what_they_print() -> None:
    (console,) = blocks("```console\n$ one\na\n…\n$ two\n```\n")
    assert commands(console) == [("one", ["a", "…"]), ("two", ["…"])]


@pytest.mark.parametrize(
    ("said", "expected", "right"),
    [
        ("a\nb\n", ["a", "b"], True),
        ("a\nb\n", ["a"], False),
        ("a\nb\nc\n", ["a", "…"], True),
        ("a\nb\nc\n", ["…", "c"], True),
        ("a\nb\nc\n", ["a", "…", "c"], True),
        ("a\n", ["a", "…"], True),
        ("a 12 b\n", ["a … b"], True),
        ("b\n", ["a", "…"], False),
    ],
)
def test_what_is_printed_is_compared(said: str, expected: list[str], right: bool) -> None:
    assert fits(said, expected) is right


def test_a_page_that_is_wrong_is_found(tmp_path: Path) -> None:
    for body in (
        "```python\nassert False\n```\n",
        "```python\n>>> 1 + 1\n3\n```\n",
        "```console\n$ boardgames-fr --lang en perft pecking_order 1\n14\n```\n",
        "```console\n$ boardgames-fr fly\n```\n",
        "```console\n$ python -c 'raise SystemExit(3)'\n```\n",
    ):
        page = tmp_path / "page.md"
        page.write_text(body, encoding="utf-8")
        with pytest.raises(AssertionError):
            Page(page).run()


# The reader in another language


@pytest.mark.node
@pytest.mark.parametrize("game", GAMES)
def test_records_are_read_and_written_in_javascript(game: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None, "these tests need Node.js"
    rules = find_game(game).rules_type()
    bots = [RandomBot() for _ in range(find_game(game).seats(rules))]
    record = with_digests(play(find_game(game), rules, bots, seed=14), 20)
    text = str(record).replace("\n\n", "\nseat 0:  Zoé: #1 \n# a remark\n\n", 1).replace("\n=", "  # a remark\n\n=", 1)
    file = tmp_path / "game.txt"
    file.write_bytes(("\ufeff" + text + "an unwritten li").replace("\n", "\r\n").encode())

    def run(*arguments: str) -> str:
        program = [node, str(ROOT / "examples" / "records" / "read_record.js"), str(file), *arguments]
        return subprocess.run(program, capture_output=True, encoding="utf-8", check=True).stdout

    ours = read_record(file.read_text("utf-8"))
    theirs = json.loads(run())
    assert theirs["game"] == game
    assert theirs["rulesVersion"] == find_game(game).rules_version
    assert theirs["moves"] == [str(move) for move in ours.moves]
    assert [tuple(header) for header in theirs["headers"]] == list(ours.headers)
    assert [(ply, sha) for ply, _, sha in theirs["digests"]] == list(ours.digests)
    assert read_record(run("--again")) == ours

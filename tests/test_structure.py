"""The house that the code lives in: who imports whom, where a name is found, what no file may do."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import boardgames_fr
from boardgames_fr.registry import find_game, games

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "boardgames_fr"
GAMES = ("pecking_order", "domestication", "animals", "capharnaum", "dinosaures")

VOCABULARY = ("errors", "game", "chance", "frozen", "scene", "parts")
EDGE = ("", "__main__", "cli", "_cli", "adapters")
"""The front door and its neighbours; everything else that is no game and not the registry is a tool."""

BANNERS = [
    f"# --- {title} ".ljust(81, "-")
    for title in ("Rules", "Pieces", "Moves", "State", "Legal moves", "Apply", "Observe")
]
SIBLINGS = {"_notation", "_worlds", "_words", "_features", "_drawing", "_policies"}
FUNCTIONS = [
    *("new_game", "to_move", "legal_moves", "chance_weights", "apply", "apply_unchecked", "outcome", "observe", "seen"),
    *("worlds", "sample_world", "why_illegal", "explain", "parse_move", "phrases", "longest", "label", "narrate"),
    *("feature_names", "feature_bounds", "features", "draw", "check_state", "seats", "rule_book"),
]
THIRD_PARTY = {
    "testing": {"hypothesis"},
    "cli": {"rich"},
    "_cli": {"rich"},
    "adapters": {"numpy", "pyspiel", "open_spiel", "pettingzoo", "gymnasium"},
}
CLOCKS = {"arena", "bots", "cli", "_cli"}
"""Who may look at a clock: whoever limits a time."""


def modules() -> list[tuple[str, Path]]:
    """Every module below `boardgames_fr`, by its dotted name without that prefix, with its file."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found.append((".".join(part for part in parts if part != "__init__"), path))
    return found


MODULES = modules()
ids = [name or "boardgames_fr" for name, _ in MODULES]
each_module = pytest.mark.parametrize(("name", "path"), MODULES, ids=ids)
each_game = pytest.mark.parametrize("game", GAMES)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def for_types_only(tree: ast.Module) -> set[ast.AST]:
    """What stands under `if TYPE_CHECKING`, at any depth."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            found.update(inner for part in node.body for inner in ast.walk(part))
    return found


def imported(path: Path, *, types_too: bool = True) -> Iterator[str]:
    """The full names of all modules (and of names in them) that a file imports, wherever in it."""
    tree = tree_of(path)
    skipped = set() if types_too else for_types_only(tree)
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(name: str) -> str:
    """The layer of a module of ours, by its dotted name."""
    top, _, rest = name.partition(".")
    if top in EDGE:
        return "edge"
    if top in VOCABULARY:
        return "vocabulary"
    if top == "games":
        return f"games.{rest.partition('.')[0]}"
    return "registry" if top == "registry" else "tools"


def may_import(here: str, there: str) -> bool:
    if here == "edge":
        return True
    if here == "registry":
        return there in ("vocabulary", "registry") or there.startswith("games.")
    if here == "tools":
        return there in ("vocabulary", "tools")
    if here == "vocabulary":
        return there == "vocabulary"
    return there in ("vocabulary", here)


@each_module
def test_imports_point_down(name: str, path: Path) -> None:
    here = layer(name)
    for full in imported(path, types_too=name != "errors"):
        if full.startswith("boardgames_fr."):
            there = layer(full.removeprefix("boardgames_fr."))
            assert may_import(here, there), f"{name} ({here}) imports {full} ({there})"
        else:
            top = full.partition(".")[0]
            third = {"attrs", "typing_extensions"} | THIRD_PARTY.get(name.partition(".")[0], set())
            assert top in sys.stdlib_module_names | third, f"{name} imports {full}"


@each_game
def test_the_rules_of_a_game_import_none_of_its_other_readers(game: str) -> None:
    prefix = f"boardgames_fr.games.{game}."
    for full in imported(PACKAGE / "games" / game / "_rules.py"):
        if full.startswith(prefix):
            assert full.removeprefix(prefix).partition(".")[0] not in SIBLINGS


@each_game
def test_the_rules_of_every_game_are_told_in_the_same_order(game: str) -> None:
    lines = (PACKAGE / "games" / game / "_rules.py").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("# ---")] == BANNERS


@each_game
def test_every_game_has_the_same_shape(game: str) -> None:
    folder = PACKAGE / "games" / game
    for file in ("_rules", "_notation", "_worlds", "_words", "_features", "_drawing", "_policies"):
        assert (folder / f"{file}.py").is_file()
    for lang in ("fr", "en"):
        assert (folder / f"rules_{lang}.md").is_file()
    assert (ROOT / "tests" / "games" / f"test_{game}.py").is_file()
    assert (ROOT / "tests" / "perft" / f"{game}.txt").is_file()
    module = importlib.import_module(f"boardgames_fr.games.{game}")
    assert module.GAME.name == game
    assert module.GAME.module == module.__name__
    assert {"Rules", "State", "Move", "View", "GAME", "Bot", *FUNCTIONS} <= set(module.__all__)
    for function in FUNCTIONS:
        assert getattr(module.GAME, function) is getattr(module, function)


@each_game
def test_the_game_is_annotated_in_full_where_it_is_listed(game: str) -> None:
    tree = tree_of(PACKAGE / "games" / game / "__init__.py")
    hints = [
        ast.unparse(node.annotation)
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "GAME"
    ]
    assert hints == ["Final[Game[Rules, State, Move, View]]"]


@each_game
def test_moves_are_applied_without_evolve_which_is_ten_times_as_slow(game: str) -> None:
    for node in ast.walk(tree_of(PACKAGE / "games" / game / "_rules.py")):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "evolve":
            assert ast.unparse(node.args[0]) in ("rules", "move", "refusal"), ast.unparse(node)


@each_module
def test_no_game_defines_errors_of_its_own(name: str, path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ClassDef) and name.startswith("games."):
            bases = [ast.unparse(base) for base in node.bases]
            assert not [base for base in bases if base.endswith(("Error", "Exception", "Warning"))]


def outside_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """What runs when the module is imported."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


@each_module
def test_randomness_comes_from_generators_that_were_handed_in(name: str, path: Path) -> None:
    for full in imported(path):
        assert full != "random", f"{name} imports the module random; import Random"
        assert not full.startswith("random.") or full == "random.Random"
    for node in outside_functions(tree_of(path)):
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in ("Random", "stream"), f"{name} makes a generator when it is imported"


@each_module
def test_nothing_looks_at_a_clock_but_who_limits_a_time(name: str, path: Path) -> None:
    clocks = {full.partition(".")[0] for full in imported(path)} & {"time", "datetime"}
    assert not clocks or name.partition(".")[0] in CLOCKS


@each_module
def test_nothing_is_printed_or_logged_but_at_the_command_line(name: str, path: Path) -> None:
    if layer(name) == "edge" and "cli" in name:
        return
    assert not {full.partition(".")[0] for full in imported(path)} & {"logging", "warnings"}
    calls = [ast.unparse(node.func) for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
    assert "print" not in calls


@each_module
def test_every_module_says_what_it_is_for_and_postpones_annotations(name: str, path: Path) -> None:
    tree = tree_of(path)
    assert not tree.body or ast.get_docstring(tree), f"{name} has no docstring"
    code = [node for node in tree.body if not isinstance(node, ast.Expr)]
    if code:
        assert ast.unparse(code[0]) == "from __future__ import annotations"


def python_files() -> list[Path]:
    folders = (PACKAGE, ROOT / "tests", ROOT / "examples")
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_type_error_is_ignored_without_a_reason_behind_it(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        found = re.search(r"#\s*type:\s*" + r"ignore(.*)", line)
        if found is not None and "re.search" not in line:
            assert re.fullmatch(r"\[[a-z, -]+\]\s+# \S.{5,}", found[1]), line


# Where names are found


def is_public(name: str) -> bool:
    return not any(part.startswith("_") for part in name.split(".") if part)


PUBLIC = [name for name in (name for name, _ in MODULES) if is_public(name) and not name.startswith("adapters")]


@pytest.mark.parametrize("name", PUBLIC, ids=[name or "boardgames_fr" for name in PUBLIC])
def test_a_public_module_lists_its_public_names(name: str) -> None:
    module = importlib.import_module(f"boardgames_fr.{name}" if name else "boardgames_fr")
    if name in ("games", "cli"):
        return
    assert len(set(module.__all__)) == len(module.__all__)
    for public in module.__all__:
        assert not public.startswith("_")
        assert hasattr(module, public)
    assert module.__file__ is not None
    defined = {
        node.name
        for node in tree_of(Path(module.__file__)).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }
    assert defined <= set(module.__all__)


def test_each_public_name_has_one_public_path_beside_the_front_door() -> None:
    paths: dict[int, list[str]] = defaultdict(list)
    for name in PUBLIC:
        if name in ("", "games", "cli"):
            continue
        module = importlib.import_module(f"boardgames_fr.{name}")
        for public in module.__all__:
            value = getattr(module, public)
            if inspect.isclass(value) or inspect.isfunction(value):
                paths[id(value)].append(f"{name}.{public}")
    assert [found for found in paths.values() if len(found) > 1] == []


def test_the_front_door_leads_to_what_it_says() -> None:
    for name in boardgames_fr.__all__:
        assert hasattr(boardgames_fr, name)
    assert games() == GAMES
    assert all(find_game(name).name == name for name in GAMES)


# What is loaded


def loaded_by(code: str) -> set[str]:
    """Our modules, and those of others outside the standard library, that this code loads in a new interpreter."""
    code = f"import sys, json; before = set(sys.modules); {code}; print(json.dumps(sorted(set(sys.modules) - before)))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    return {name for name in json.loads(done.stdout) if name.partition(".")[0] not in sys.stdlib_module_names}


def test_the_front_door_loads_no_game_and_no_tool() -> None:
    loaded = loaded_by("import boardgames_fr")
    ours = {name for name in loaded if name.partition(".")[0] == "boardgames_fr"}
    assert ours == {f"boardgames_fr{name}" for name in ("", ".errors", ".game", ".games", ".registry", ".scene")}
    assert {name.partition(".")[0] for name in loaded - ours} <= {"attr", "attrs", "typing_extensions"}


@each_game
def test_a_game_loads_itself_and_the_vocabulary_only(game: str) -> None:
    loaded = loaded_by(f"import boardgames_fr.games.{game}")
    for name in loaded:
        top, _, rest = name.partition(".")
        if top == "boardgames_fr" and rest:
            assert rest == "games" or layer(rest) in ("vocabulary", "registry", f"games.{game}"), name
        else:
            assert top in ("boardgames_fr", "attr", "attrs", "typing_extensions"), name


@pytest.mark.parametrize(
    "tool", ["record", "codec", "actions", "match", "session", "perft", "conformance", "arena", "bots", "render"]
)
def test_a_tool_loads_no_game(tool: str) -> None:
    ours = {name for name in loaded_by(f"import boardgames_fr.{tool}") if name.startswith("boardgames_fr.games")}
    assert ours <= {"boardgames_fr.games"}

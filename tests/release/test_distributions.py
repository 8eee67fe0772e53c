"""What is published: a wheel and a source distribution, installed as a stranger would on every CPython that is here."""

from __future__ import annotations

import email.message
import email.parser
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import boardgames_fr

pytestmark = pytest.mark.release

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "src" / "boardgames_fr"
GAMES = ("pecking_order", "domestication", "animals", "capharnaum", "dinosaures")
OLDEST = (3, 11)


def run(*program: str | Path, folder: Path | None = None) -> str:
    """What a program prints; it must succeed. It sees nothing of this checkout, and no user's settings of Python."""
    hidden = ("PYTHON", "COVERAGE", "VIRTUAL_ENV", "PYTEST")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    done = subprocess.run(
        [str(part) for part in program],
        cwd=folder,
        env={**environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=900,
    )
    assert done.returncode == 0, f"{' '.join(map(str, program))}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def interpreters() -> dict[str, list[Path]]:
    """Version (`3.12`) → the CPythons of it that may work: those of this process, of the PATH, and of pyenv."""
    found: dict[str, list[Path]] = {}
    folders = [Path(part) for part in os.environ.get("PATH", "").split(os.pathsep) if part]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [folder for folder in folders if folder.name != "shims"]
    folders += sorted(pyenv.glob("versions/3.*/bin"))
    for folder in folders:
        for path in sorted(folder.glob("python3.*")):
            version = re.fullmatch(r"python3\.(\d+)(\.exe)?", path.name)
            if version and (3, int(version[1])) >= OLDEST and os.access(path, os.X_OK):
                found.setdefault(f"3.{version[1]}", []).append(path)
    ours = f"{sys.version_info[0]}.{sys.version_info[1]}"
    found.setdefault(ours, []).append(Path(sys.executable))
    return dict(sorted(found.items(), key=lambda item: int(item[0].partition(".")[2])))


INTERPRETERS = interpreters()


@dataclass(frozen=True)
class Environment:
    """A virtual environment."""

    folder: Path

    def program(self, name: str) -> Path:
        """A program that is installed in it."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / name

    def python(self, *arguments: str | Path, folder: Path | None = None) -> str:
        """What its Python prints, alone: without the current folder and without the user's packages."""
        return run(self.program("python"), "-I", *arguments, folder=folder)


def environment(version: str, folder: Path) -> Environment:
    """A fresh environment of this version, made by the first interpreter that can."""
    problems = []
    for path in INTERPRETERS[version]:
        try:
            run(path, "-m", "venv", "--clear", folder)
        except AssertionError as error:
            problems.append(str(error))
        else:
            return Environment(folder)
    raise AssertionError("\n".join(problems))


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both distributions. The wheel is built from the unpacked source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def sdist(dist: Path) -> Path:
    (found,) = dist.glob("*.tar.gz")
    return found


@pytest.fixture(scope="session")
def names(wheel: Path) -> set[str]:
    """The files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="session")
def metadata(wheel: Path, names: set[str]) -> email.message.Message:
    (name,) = (name for name in names if name.endswith(".dist-info/METADATA"))
    with zipfile.ZipFile(wheel) as archive:
        return email.parser.BytesParser().parsebytes(archive.read(name))


@pytest.fixture(scope="session", params=INTERPRETERS)
def installed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, wheel: Path
) -> Iterator[Environment]:
    """The wheel in a clean environment of each version, without any extra."""
    folder = tmp_path_factory.mktemp("installed")
    made = environment(request.param, folder)
    made.python("-m", "pip", "install", "-q", wheel)
    yield made
    shutil.rmtree(folder)


# The files


def test_the_checkers_of_distributions_have_nothing_to_say(dist: Path, wheel: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir())
    run(sys.executable, "-m", "check_wheel_contents", wheel)


def test_the_version_is_the_same_everywhere(dist: Path, metadata: email.message.Message) -> None:
    version = boardgames_fr.__version__
    assert metadata["Version"] == version
    assert sorted(path.name for path in dist.iterdir()) == [
        f"boardgames_fr-{version}-py3-none-any.whl",
        f"boardgames_fr-{version}.tar.gz",
    ]


def test_the_wheel_holds_all_of_the_package_and_nothing_else(names: set[str]) -> None:
    ours = {
        f"boardgames_fr/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file()
        and path.suffix != ".pyc"
        and not any(part.startswith(".") for part in path.relative_to(PACKAGE).parts)
    }
    info = f"boardgames_fr-{boardgames_fr.__version__}.dist-info/"
    assert {name for name in names if not name.startswith(info)} == ours
    assert {f"{info}licenses/LICENSE", f"{info}entry_points.txt"} <= names


def test_the_wheel_holds_what_is_no_code(names: set[str]) -> None:
    books = {f"boardgames_fr/games/{game}/rules_{lang}.md" for game in GAMES for lang in ("fr", "en")}
    assert {"boardgames_fr/py.typed", "boardgames_fr/games/domestication/deck.csv", *books} <= names


def test_without_extras_two_small_packages_are_needed(metadata: email.message.Message) -> None:
    needed = [str(line) for line in metadata.get_all("Requires-Dist", [])]
    assert [re.split(r"[<>=]", line)[0] for line in needed if "extra ==" not in line] == ["attrs", "typing-extensions"]
    assert metadata["Requires-Python"] == ">=3.11"


def test_the_source_distribution_holds_what_a_maintainer_needs(sdist: Path) -> None:
    top = sdist.name.removesuffix(".tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.removeprefix(f"{top}/") for name in archive.getnames()}
    kept = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "pyproject.toml", "docs/conf.py"}
    assert kept <= held
    for folder in ("src", "tests", "examples", "benchmarks"):
        there = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py")}
        assert {name for name in there if "node_modules" not in name} <= held
    assert not [name for name in held if "__pycache__" in name or name.endswith(".pyc") or "/_generated/" in name]


# Installed


def test_there_is_a_cpython_to_install_into(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\nCPython: {', '.join(INTERPRETERS)}")
    assert len(INTERPRETERS) >= 1


IMPORT_ALL = """
import importlib, pkgutil, sys
import boardgames_fr
from boardgames_fr import MissingExtraError

missing = []
for module in pkgutil.walk_packages(boardgames_fr.__path__, "boardgames_fr."):
    if any(part.startswith("_") for part in module.name.split(".")):
        continue
    try:
        importlib.import_module(module.name)
    except MissingExtraError:
        missing.append(module.name)
print(*missing)
assert not {"numpy", "rich", "hypothesis", "pytest"} & set(sys.modules)
"""


def test_every_module_can_be_imported_without_extras_or_names_the_one_it_needs(installed: Environment) -> None:
    missing = installed.python("-W", "error", "-c", IMPORT_ALL).split()
    assert set(missing) == {
        *(f"boardgames_fr.adapters.{name}" for name in ("gymnasium", "openspiel", "pettingzoo")),
        "boardgames_fr.testing",
    }
    installed.python("-m", "pip", "check")


@pytest.mark.parametrize("game", GAMES)
def test_the_command_plays_a_whole_game_between_bots(installed: Environment, game: str, tmp_path: Path) -> None:
    command = installed.program("boardgames-fr")
    record = tmp_path / "game.txt"
    assert run(command, "watch", game, "--seed", "7", "--save", record, folder=tmp_path).strip()
    assert "result: " in record.read_text(encoding="utf-8")
    assert run(command, "replay", record, "--no-board", folder=tmp_path).strip()
    for lang in ("fr", "en"):
        assert run(command, "rules", game, "--lang", lang, folder=tmp_path).startswith("# ")


def test_every_version_plays_the_same_game(installed: Environment, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    run(installed.program("boardgames-fr"), "watch", "pecking_order", "--seed", "7", "--save", record)
    moves = [line for line in record.read_text(encoding="utf-8").splitlines() if line.startswith(("draw", "place"))]
    here = subprocess.run(
        [
            sys.executable,
            "-m",
            "boardgames_fr",
            "watch",
            "pecking_order",
            "--seed",
            "7",
            "--save",
            tmp_path / "here.txt",
        ],
        capture_output=True,
        check=False,
    )
    assert here.returncode == 0
    ours = (tmp_path / "here.txt").read_text(encoding="utf-8").splitlines()
    assert moves == [line for line in ours if line.startswith(("draw", "place"))]


def test_the_core_tests_pass_from_the_source_distribution(sdist: Path, tmp_path: Path) -> None:
    """On the newest CPython that is here; without the laws, which take as long as all others and need no files."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    made = environment(list(INTERPRETERS)[-1], tmp_path / "environment")
    made.python("-m", "pip", "install", "-q", f"{source}[test]")
    # Pytest is told of the folder, not of `src` in it: what is tested is what was installed.
    made.python("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--ignore=tests/laws", folder=source)

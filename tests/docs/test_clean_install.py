"""The tutorial, the how-to pages and the examples, from a clean installation: one virtual environment for all."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted(page for where in ("docs/tutorial", "docs/howto", "examples/*") for page in ROOT.glob(f"{where}/*.md"))

pytestmark = pytest.mark.release


class Installation:
    """A virtual environment with the library in it, and nothing of this process."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.home = directory / "home"
        self.home.mkdir()
        subprocess.run([sys.executable, "-m", "venv", str(directory / "venv")], check=True)
        self.run("pip", "install", "-q", str(ROOT))

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV", "VIRTUAL"))}
        path = os.pathsep.join([str(self.directory / "venv" / "bin"), kept.get("PATH", "")])
        return kept | {"PATH": path, "LC_ALL": "C.UTF-8", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def program(self, *words: str) -> list[str]:
        return [str(self.directory / "venv" / "bin" / words[0]), *words[1:]]

    def run(self, *words: str) -> str:
        done = subprocess.run(
            self.program(*words),
            cwd=self.home,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            timeout=1200,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(words)}:\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return Installation(tmp_path_factory.mktemp("clean"))


@pytest.fixture(scope="module")
def with_bobard(clean: Installation) -> Installation:
    clean.run("pip", "install", "-q", str(ROOT / "examples" / "own_game"))
    return clean


def test_the_library_comes_with_its_two_dependencies_and_no_more(clean: Installation) -> None:
    listed = {
        each["name"].lower().replace("_", "-") for each in json.loads(clean.run("pip", "list", "--format", "json"))
    }
    assert listed - {"pip", "setuptools"} == {"attrs", "boardgames-fr", "typing-extensions"}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_page_does_what_it_says_from_a_clean_install(clean: Installation, page: Path) -> None:
    clean.run("python", str(ROOT / "tests" / "docs" / "pages.py"), str(page), "--shell")


def test_every_example_runs(clean: Installation) -> None:
    assert re.fullmatch(r"won: \d+ of 100\n", clean.run("python", str(ROOT / "examples" / "first_bot.py")))


def test_a_game_of_ones_own_is_one_more_game(with_bobard: Installation) -> None:
    assert "\nbobard: Bobard\n" in with_bobard.run("boardgames-fr", "--lang", "en", "list")
    assert re.match(r"bobard: \d+ laws hold", with_bobard.run("boardgames-fr", "--lang", "en", "check", "bobard"))
    assert "# Bobard" in with_bobard.run("boardgames-fr", "rules", "bobard", "--lang", "fr")
    said = with_bobard.run("boardgames-fr", "--lang", "en", "watch", "bobard", "--seed", "3", "--save", "game.txt")
    assert "Seat 0 gets a card." in said
    read = "from boardgames_fr import read_record; record = read_record(open('game.txt').read())"
    said = with_bobard.run("python", "-c", f"{read}; print(record.result(), read_record(str(record)) == record)")
    assert re.fullmatch(r"Outcome\(winners=.*\) True\n", said)
    assert "rounds" in with_bobard.run("boardgames-fr", "schema", "bobard", "view")
    assert "honest" in with_bobard.run("boardgames-fr", "arena", "bobard", "random", "honest", "--games", "4")


@pytest.fixture
def web_table(with_bobard: Installation) -> Iterator[str]:
    """The address of a web table in the clean installation."""
    with_bobard.run("pip", "install", "-q", "-r", str(ROOT / "examples" / "web" / "requirements.txt"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = with_bobard.program("python", str(ROOT / "examples" / "web"), "--port", str(port))
    server = subprocess.Popen(program, cwd=with_bobard.home, env=with_bobard.environment, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as asked:
                if asked.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def test_the_web_table_has_it_too(web_table: str) -> None:
    with urllib.request.urlopen(f"{web_table}/api/games", timeout=20) as answer:
        assert '"bobard"' in answer.read().decode().replace('": "', '":"')
    wanted = json.dumps({"game": "bobard", "rules": {"rounds": 2}}).encode()
    request = urllib.request.Request(f"{web_table}/api/rules", wanted, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        assert json.load(answer) == {"rules": {"cards": 8, "rounds": 2}, "seats": 2}

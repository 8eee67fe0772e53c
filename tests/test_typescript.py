"""TypeScript accepts the types made from the schemas, and a front end that uses them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardgames_fr import games
from boardgames_fr.codec import KINDS

pytestmark = pytest.mark.node

EXAMPLE = Path(__file__).parent.parent / "examples" / "typescript"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, installed and with its types, in a place of its own."""
    place = tmp_path_factory.mktemp("typescript") / "example"
    shutil.copytree(EXAMPLE, place, ignore=shutil.ignore_patterns("node_modules", "types"))
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=place, check=True, timeout=300)
    subprocess.run([sys.executable, "make_types.py"], cwd=place, check=True, timeout=300)
    return place


def tsc(place: Path) -> str:
    return subprocess.run(["npx", "--no-install", "tsc"], cwd=place, capture_output=True, text=True, timeout=300).stdout


def test_strict_typescript_accepts_the_types_and_the_front_end(project: Path) -> None:
    found = sorted(path.stem for path in (project / "types").glob("*.ts"))
    assert found == sorted(f"{game}_{kind}" for game in games() for kind in KINDS)
    text = "".join(path.read_text("utf-8") for path in (project / "types").glob("*.ts"))
    assert re.findall(r"(?::|\[|,|\|) *(?:unknown|any)\b(?!:)", text) == []  # every type says something
    assert tsc(project) == ""


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("export const round: string = ({} as View).value.round;", "TS2322"),
        ("export const secret = ({} as View).value.seed;", "TS2339"),
    ],
)
def test_it_refuses_what_the_schemas_do_not_say(line: str, complaint: str, project: Path) -> None:
    wrong = project / "wrong.ts"
    start = 'import type { PeckingOrderView as View } from "./types/pecking_order_view.js";'
    wrong.write_text(f"{start}\n{line}\n", encoding="utf-8")
    try:
        assert complaint in tsc(project)
    finally:
        wrong.unlink()

"""What is public is what `public_api.txt` says, and nothing has two names."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from difflib import unified_diff
from pathlib import Path

import boardgames_fr
from tests.api.listing import ROOT, exported, listing, public_modules

LIST = Path(__file__).parent / "public_api.txt"


def test_no_public_name_or_signature_changes_by_mistake() -> None:
    kept, now = LIST.read_text(encoding="utf-8"), listing()
    changes = "\n".join(unified_diff(kept.splitlines(), now.splitlines(), "public_api.txt", "now", n=0, lineterm=""))
    assert kept == now, f"python -m tests.api writes the list anew, and CHANGELOG.md says what changed:\n{changes}"


def test_each_name_is_listed_once() -> None:
    paths = re.findall(r"^([\w.]+)(?=[(:]| = )", LIST.read_text(encoding="utf-8"), re.MULTILINE)
    overloaded = {"boardgames_fr.find_game"}
    assert {path for path, times in Counter(paths).items() if times > 1} <= overloaded


def test_the_list_holds_what_the_modules_give() -> None:
    for module in public_modules():
        if not module.startswith("boardgames_fr.adapters."):  # these need their extras to be imported
            given = getattr(importlib.import_module(module), "__all__", [])
            assert sorted(given) == exported(module)


def test_the_version_is_the_newest_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$", changelog, re.MULTILINE)
    assert released[0] == boardgames_fr.__version__
    assert re.findall(r"^## \[(.*?)\]", changelog, re.MULTILINE)[0] == "Unreleased"

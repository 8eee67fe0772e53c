"""Without its extra, importing an adapter says how to install it."""

from __future__ import annotations

import subprocess
import sys

import pytest

NEEDED = [
    ("openspiel", "pyspiel"),
    ("openspiel", "numpy"),
    ("pettingzoo", "pettingzoo"),
    ("pettingzoo", "gymnasium"),
    ("gymnasium", "gymnasium"),
    ("gymnasium", "numpy"),
]


@pytest.mark.parametrize(("adapter", "missing"), NEEDED)
def test_the_error_is_the_line_that_installs_it(adapter: str, missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from boardgames_fr import MissingExtraError\n"
        "try:\n"
        f"    import boardgames_fr.adapters.{adapter}\n"
        "except MissingExtraError as error:\n"
        "    print(error.extra, error, isinstance(error, ImportError))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{adapter} this needs an extra: pip install 'boardgames-fr[{adapter}]' True\n"


def test_the_package_of_the_adapters_needs_none() -> None:
    code = "import boardgames_fr.adapters, sys; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

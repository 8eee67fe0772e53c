"""The notebook runs from top to bottom, and shows a board where it says so."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.release

NOTEBOOK = Path(__file__).parent.parent / "examples" / "notebook" / "boards.ipynb"


@pytest.mark.filterwarnings("default")  # Jupyter's own
def test_the_notebook_shows_boards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # By name: the usual run reads this file without examples/notebook/requirements.txt.
    nbformat, nbclient = import_module("nbformat"), import_module("nbclient")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not [cell for cell in notebook.cells if cell.get("outputs")], "it is kept without outputs"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    pictures = [output["data"]["image/svg+xml"] for output in shown if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 7
    assert all("".join(picture).startswith("<svg") for picture in pictures)

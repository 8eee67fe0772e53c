"""Sphinx configuration. Pages about games are made from the registry, so a new game has its pages by itself."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import boardgames_fr

project = "boardgames_fr"
author = "The boardgames_fr authors"
project_copyright = "2026, the boardgames_fr authors"
version = release = boardgames_fr.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "generated_pages"]
myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"boardgames_fr {version}"
html_static_path = ["_static"]

nitpicky = True
nitpick_ignore_regex = [
    # The site is built without a network, so what others document is not linked.
    (
        r"py:.*",
        r"(abc|array|collections\.abc|concurrent\.futures(\._base)?|enum|os|random|types|typing|typing_extensions)\.\w+",
    ),
    (r"py:.*", r"(gymnasium|hypothesis|numpy|pettingzoo|pyspiel|open_spiel)(\.\w+)*"),
    # Type variables that are private to a module, and the parameters of `frozen.fast_constructor`.
    (r"py:.*", r"(boardgames_fr(\.\w+)+\.)?(_[A-Z]\w*|P|T)"),
]
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True

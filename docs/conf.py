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
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True

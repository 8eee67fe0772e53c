"""Chromium, as the tests drive it."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

__all__ = ["launch"]

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium without a window (`CHROMIUM` names another one)."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert program is not None, "no Chromium is installed"
    return playwright.chromium.launch(executable_path=program, args=list(FLAGS))

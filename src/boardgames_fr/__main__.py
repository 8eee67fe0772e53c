"""`python -m boardgames_fr` is the command `boardgames-fr`."""

from __future__ import annotations

from boardgames_fr.cli import main

if __name__ == "__main__":
    raise SystemExit(main())

"""Write the list of public names anew: `python -m tests.api`. Say what changed, and why, in CHANGELOG.md."""

from __future__ import annotations

from pathlib import Path

from tests.api.listing import listing

LIST = Path(__file__).parent / "public_api.txt"

if __name__ == "__main__":
    LIST.write_text(listing(), encoding="utf-8", newline="\n")
    print(f"{LIST}: {len(listing().splitlines())} lines")

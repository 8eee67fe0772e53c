"""The pictures of the documentation: `python docs/make_pictures.py` writes `docs/_static/<game>.svg`.

Each shows a game between two of the library's bots a while after its start, as the seat to move sees it. The same
commands give the same bytes. With `--web` the table in the browser is photographed too (`<game>-web.png`); that needs
`pip install -r examples/web/requirements.txt -r tests/web/requirements.txt` and Chromium. `--looks DIRECTORY` takes
photographs of every game in light and dark, wide and at phone width, to look at.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from boardgames_fr import CHANCE, Lang, find_game, games
from boardgames_fr.bots import make_bot
from boardgames_fr.game import AnyGame
from boardgames_fr.match import steps
from boardgames_fr.record import Record
from boardgames_fr.render import to_svg

HERE = Path(__file__).parent
STATIC = HERE / "_static"
PLIES = {"pecking_order": 24, "domestication": 21, "animals": 38, "capharnaum": 21, "dinosaures": 13}
"""How many moves were made when the picture is taken, at least; a game of somebody else's: 20."""


def game_so_far(game: AnyGame, rules: Any, plies: int) -> tuple[Record[Any, Any, Any, Any], Any]:
    """A game between the usual bots after so many moves, when a seat is to move, and the state it has come to."""
    spec = "medium" if "medium" in game.policies else "random"
    bots = [make_bot(game, rules, spec, seat) for seat in range(game.seats(rules))]
    moves: list[Any] = []
    state = game.new_game(rules)
    for step in steps(game, rules, bots, seed=54):
        if len(moves) >= plies and step.mover is not CHANCE:
            break
        moves.append(step.move)
        state = step.after
    return Record(game, rules, tuple(moves)), state


def write_svgs() -> None:
    for name in games():
        game = find_game(name)
        _, state = game_so_far(game, game.rules_type(), PLIES.get(name, 20))
        mover = game.to_move(state)
        scene = game.draw(game.observe(state, None if mover is CHANCE else mover), Lang.EN)
        (STATIC / f"{name}.svg").write_text(to_svg(scene), encoding="utf-8")


@contextmanager
def site(directory: Path) -> Iterator[str]:
    """The web table, served from a thread."""
    import uvicorn

    sys.path.insert(0, str(HERE.parent / "examples" / "web"))
    from webtable.app import make_app
    from webtable.host import Host

    server = uvicorn.Server(uvicorn.Config(make_app(Host(directory, pace=0)), port=0, log_level="warning"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    try:
        while not server.started:
            pass
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def photograph(looks: Path | None) -> None:
    import httpx
    from playwright.sync_api import sync_playwright
    from tests.web.browser import launch

    with TemporaryDirectory() as directory, site(Path(directory)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for name in games():
            game = find_game(name)
            links = []
            for preset, rules in game.presets.items():
                record, state = game_so_far(game, rules, PLIES.get(name, 20))
                mover = game.to_move(state)
                made = httpx.post(f"{address}/api/tables", json={"record": str(record)}, timeout=60).json()
                links.append((preset, made["seats"][mover if isinstance(mover, int) else 0]["link"]))
            page = browser.new_page(viewport={"width": 1120, "height": 800}, locale="en", color_scheme="light")
            page.goto(f"{address}/table#{links[0][1]}")
            page.wait_for_selector("#picture svg")
            page.screenshot(path=str(STATIC / f"{name}-web.png"))
            page.close()
            if looks is None:
                continue
            for preset, link in links:
                for width, height in ((1280, 900), (360, 740)):
                    for scheme, locale in (("light", "fr"), ("dark", "en")):
                        page = browser.new_page(
                            viewport={"width": width, "height": height},
                            locale=locale,
                            color_scheme="dark" if scheme == "dark" else "light",
                        )
                        page.goto(f"{address}/table#{link}")
                        page.wait_for_selector("#picture svg")
                        page.screenshot(path=str(looks / f"{name}-{preset}-{width}-{scheme}.png"), full_page=True)
                        wide = page.evaluate("document.documentElement.scrollWidth")
                        if wide > width:
                            print(f"{name} {preset} {width}: the page is {wide} wide")
                        page.close()
        browser.close()


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--web", action="store_true")
    parser.add_argument("--looks", type=Path)
    options = parser.parse_args()
    write_svgs()
    if options.web or options.looks:
        if options.looks:
            options.looks.mkdir(exist_ok=True)
        photograph(options.looks)

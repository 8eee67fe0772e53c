"""The table in a real browser: whole games by clicking, by keyboard, on a phone, and for everybody."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from boardgames_fr import find_game, games
from boardgames_fr.bots import make_bot
from boardgames_fr.match import play
from tests.web.browser import launch
from tests.web.serving import Made, Server, serve

pytestmark = pytest.mark.browser

NAMES = games()
SHORT: dict[str, dict[str, Any]] = {
    "pecking_order": {"preset": "tiny"},
    "domestication": {"rules": {"turn_limit": 12}},
    # Chance may give a round no pair at all; four have some.
    "animals": {"rules": {"seats": 2, "small_table": True, "animals": ["renard", "hibou"], "rounds": 4}, "live": 300},
    "capharnaum": {"rules": {"rounds": 1, "first": 0}},
    "dinosaures": {"preset": "quick", "rules": {"tiles": 2}},
}
"""A game for two of each that is soon over. A race ends when all have called, however much time there is."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serve(tmp_path) as running:
        yield running


PHRASES = "[...document.querySelectorAll('#options button')].map(button => button.dataset.option)"
STATE = "document.body.dataset.state"
"""What changes with every position and every half of a move."""


def wait_for(page: Page, script: str) -> None:
    """Until it is true. (Playwright's own way to wait needs `eval`, which the page does not allow.)"""
    end = time.monotonic() + 20
    while not page.evaluate(f"document.body !== null && ({script})"):  # a page just opened has no body yet
        assert time.monotonic() < end, script
        page.wait_for_timeout(15)


class Window:
    """A browser's window at a table; whatever its console complains about fails the test."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self._context = browser.new_context(**{"locale": "en", "viewport": {"width": 1280, "height": 900}, **options})
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type != "log" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(address)

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_error: object) -> None:
        self._context.close()
        assert self.complaints == []

    def data(self, name: str) -> str:
        return str(self.page.evaluate(f"document.body.dataset.{name}"))

    def wait_for(self, script: str) -> None:
        wait_for(self.page, script)

    def ready(self) -> Window:
        self.wait_for("document.body.dataset.version !== undefined")
        return self

    @property
    def is_over(self) -> bool:
        return self.data("over") == "true"

    @property
    def is_asked(self) -> bool:
        return self.data("yours") == "true"

    def phrases(self) -> list[str]:
        found: list[str] = self.page.evaluate(PHRASES)
        return found

    def click(self, phrase: str) -> bool:
        """Clicks on the picture, or on the button where the picture has no such place; whether it was the picture."""
        before = self.state()
        shapes = self.page.locator(f'#picture .can[data-phrase="{phrase}"]')
        in_picture = shapes.count() > 0
        if in_picture:
            shapes.last.click()
        else:
            self.page.locator(f'#options [data-option="{phrase}"]').click()
        self.wait_for(f"{STATE} !== '{before}'")
        return in_picture

    def state(self) -> str:
        return str(self.page.evaluate(STATE))

    def is_narrow(self) -> bool:
        width, room = self.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        return bool(width <= room)


def table(server: Server, made: Made, seat: int | None) -> str:
    return f"{server.address}/table#{made.link(seat)}"


def one_move(window: Window, rng: Random) -> list[bool]:
    """A whole move, chosen at random, click by click."""
    clicks: list[bool] = []
    version = window.data("version")
    while window.is_asked and window.data("version") == version:
        phrases = window.phrases()
        if not phrases:
            break
        clicks.append(window.click("" if "" in phrases and rng.random() < 0.5 else rng.choice(phrases)))
    return clicks


@pytest.mark.parametrize("name", NAMES)
def test_two_people_play_to_the_end_by_clicking(name: str, server: Server, browser: Browser) -> None:
    made, rng = server.create(name, **SHORT[name]), Random(7)
    with ExitStack() as stack:
        windows = [stack.enter_context(Window(browser, table(server, made, seat))) for seat in (0, 1)]
        vera = stack.enter_context(Window(browser, table(server, made, None)))
        clicks: list[bool] = []
        for window in windows:
            window.ready()
        moves = 0
        while not windows[0].is_over:
            asked = next((window for window in windows if window.is_asked), None)
            if asked is None:
                windows[0].page.wait_for_timeout(20)
                continue
            clicks += one_move(asked, rng)
            moves += 1
            if moves == 3:  # a reload in the middle, and the other language
                shown = windows[0].page.inner_text("#log")
                windows[0].page.reload()
                windows[0].ready()
                assert windows[0].page.inner_text("#log").startswith(shown[:20])
                windows[1].page.click("#lang")
                windows[1].wait_for("document.documentElement.lang === 'fr'")
                expect(windows[1].page.locator("#moves-title")).to_have_text("Vos coups")
                expect(windows[1].page.locator("#who")).to_have_text("Vous êtes au siège 1")
        for window in (*windows, vera):
            window.wait_for("document.body.dataset.over === 'true'")
        assert sum(clicks) > len(clicks) * 0.6  # most of it can be said on the picture itself
        expect(windows[0].page.locator("#status")).to_contain_text("The game is over.")
        expect(windows[1].page.locator("#status")).to_contain_text("Partie terminée.")
        # Step by step through what was.
        page = vera.page
        page.click("#first")
        vera.wait_for("document.body.dataset.ply === '0'")
        page.click("#forth")
        vera.wait_for("document.body.dataset.ply === '1'")
        assert page.inner_text("#past-words").startswith("1 / ")
        page.click("#last")
        vera.wait_for("document.body.dataset.ply === document.getElementById('ply').max")
        with page.expect_download() as download:
            page.click("#save")
        assert download.value.suggested_filename == f"{name}.txt"
        # The file goes on at another table.
        page.goto(server.address)
        vera.wait_for("document.body.dataset.ready === 'yes'")
        page.set_input_files("#record", download.value.path())
        expect(page.locator("#list li")).to_have_count(3)


@pytest.mark.parametrize("name", NAMES)
def test_a_newcomer_makes_a_table_and_plays_by_keyboard_alone(name: str, server: Server, browser: Browser) -> None:
    options = SHORT[name]
    with Window(browser, server.address) as lobby:
        page, keys = lobby.page, lobby.page.keyboard
        lobby.wait_for("document.body.dataset.ready === 'yes'")

        def reaches(selector: str) -> bool:
            for _ in range(120):
                if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                    return True
                keys.press("Tab")
            return False

        def to(selector: str) -> None:
            assert reaches(selector), f"the keyboard does not reach {selector}"

        to("#game")
        keys.type(find_game(name).title)
        lobby.wait_for(f"document.getElementById('game').value === '{name}'")
        lobby.wait_for("document.querySelectorAll('#chairs select').length > 0")
        if "preset" in options:
            to("#preset")
            keys.type(options["preset"])
        if "rules" in options:
            to("#fine summary")
            keys.press("Enter")
            to("#rules")
            keys.insert_text(str(options["rules"]).replace("'", '"').replace("True", "true"))
        to("#chair-0")
        lobby.wait_for("document.querySelectorAll('#chairs select').length === 2")
        if "live" in options:
            to("#seconds")
            keys.press("Control+A")
            keys.type("1")
        to("#create")
        keys.press("Enter")
        to("#list a")
        with page.context.expect_page() as opened:
            keys.press("Enter")
        page = opened.value
        page.wait_for_load_state()
        page.set_default_timeout(20_000)
        keys = page.keyboard
        wait_for(page, "document.body.dataset.version !== undefined")
        for _ in range(300):
            wait_for(page, "document.body.dataset.yours === 'true' || document.body.dataset.over === 'true'")
            if page.evaluate("document.body.dataset.over") == "true":
                break
            before = page.evaluate(STATE)
            if page.evaluate("document.querySelector('#options button') === null"):
                page.wait_for_timeout(20)
                continue
            # The picture comes first in the page: there the first place that can be said, else the first button.
            if not reaches("#picture .can, #options button"):
                assert page.evaluate(STATE) != before, "the keyboard reaches nothing that can be said"
                continue  # the time for a call was over
            keys.press("Space" if page.evaluate("document.activeElement.closest('#picture') !== null") else "Enter")
            wait_for(page, f"{STATE} !== '{before}'")
        assert page.evaluate("document.body.dataset.over") == "true"


def test_a_lost_connection_comes_back_and_the_move_made_meanwhile_is_made_once(
    tmp_path: Path, browser: Browser
) -> None:
    with serve(tmp_path) as server:
        port = int(server.address.rsplit(":", 1)[1])
        made = server.create("pecking_order", preset="tiny")
        anna = Window(browser, table(server, made, 0)).ready()
    anna.wait_for("document.body.dataset.connected === 'no'")
    expect(anna.page.locator("#lost")).to_have_text("Connection lost, trying again…")
    anna.page.locator("#options button").first.click()  # nobody hears it yet
    with serve(tmp_path, port=port) as server:
        anna.wait_for("document.body.dataset.version === '3'")
        expect(anna.page.locator("#lost")).to_be_hidden()
        with server.sit(made, 1) as ben:
            assert [line["seen"].split()[0] for line in ben.position["log"]] == ["draw", "place", "draw"]
        anna.complaints.clear()  # the browser itself reports the refused connections
        with anna:
            pass


def test_a_wrong_link_is_told(server: Server, browser: Browser) -> None:
    for link, words in (("x", "The link of your seat is missing."), ("0" * 16 + "." + "0" * 32, "leads to no table")):
        with Window(browser, f"{server.address}/table#{link}") as window:
            expect(window.page.locator("#lost")).to_contain_text(words)


# Every preset on a phone, for everybody


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The accessibility checker, fetched for this run."""
    place = tmp_path_factory.mktemp("axe")
    subprocess.run(
        ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(place), "axe-core@4"], check=True
    )
    return (place / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Page, axe: str) -> list[str]:
    """What is serious, each with the places where it is."""
    # The page lets no foreign script in, so it comes in by the debugger's door.
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(result => result.violations)")
    return [
        f"{fault['id']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


def in_the_middle(server: Server, name: str, preset: str, plies: int) -> tuple[Made, int]:
    """A table in the middle of a game, and the seat to move."""
    game = find_game(name)
    rules = game.presets[preset]
    bots = [make_bot(game, rules, "random", seat) for seat in range(game.seats(rules))]
    record = play(game, rules, bots, seed=3, limit=plies)
    made = Made(httpx.post(f"{server.address}/api/tables", json={"record": str(record)}, timeout=30).json())
    with server.sit(made, None, fmt="json") as vera:
        mover = vera.position["to_move"]
    return made, mover if isinstance(mover, int) else 0


@pytest.mark.parametrize("name", NAMES)
def test_on_a_phone_nothing_scrolls_sideways_and_axe_finds_nothing(
    name: str, server: Server, browser: Browser, axe: str
) -> None:
    for number, preset in enumerate(find_game(name).presets):
        made, mover = in_the_middle(server, name, preset, 25 + number)
        dark = "dark" if number % 2 else "light"
        phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "color_scheme": dark, "locale": "fr"}
        with Window(browser, table(server, made, mover), **phone) as window:
            window.ready()
            assert window.is_narrow(), preset
            if number < 2:
                assert faults(window.page, axe) == []
            window.page.click("#book-open")
            expect(window.page.locator("#book-text")).to_contain_text("#")
            assert window.is_narrow()
            if number == 0:
                assert faults(window.page, axe) == []
            window.page.click("#book-close")
    made, _ = in_the_middle(server, name, next(iter(find_game(name).presets)), 2000)
    with Window(browser, table(server, made, 0), viewport={"width": 360, "height": 740}) as window:
        window.ready()
        assert window.is_over
        assert window.is_narrow()
        assert faults(window.page, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_is_for_everybody(scheme: Any, server: Server, browser: Browser, axe: str) -> None:
    with Window(browser, server.address, viewport={"width": 360, "height": 740}, color_scheme=scheme) as window:
        window.wait_for("document.body.dataset.ready === 'yes'")
        window.page.click("#fine summary")
        assert window.is_narrow()
        assert faults(window.page, axe) == []
        window.page.select_option("#game", "capharnaum")
        window.page.fill("#rules", '{"seats": 6}')
        window.page.press("#rules", "Tab")
        expect(window.page.locator("#chairs select")).to_have_count(6)
        window.page.click("#lang")
        expect(window.page.locator("#create")).to_have_text("Créer la table")
        window.page.fill("#rules", '{"seats": 7}')
        window.page.press("#rules", "Tab")
        expect(window.page.locator("#problem")).to_contain_text("seats")
        window.complaints.clear()  # the browser itself reports the refused request
        window.page.fill("#rules", "")
        window.page.press("#rules", "Tab")
        expect(window.page.locator("#problem")).to_be_empty()
        window.page.click("#create")
        expect(window.page.locator("#list li")).to_have_count(3)
        assert window.is_narrow()
        assert faults(window.page, axe) == []

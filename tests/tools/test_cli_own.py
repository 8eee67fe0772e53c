"""Games, bots and rules of one's own on the command line, and what a newcomer reads there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardgames_fr import games, read_record
from boardgames_fr._cli._reports import _ranges
from boardgames_fr.games.capharnaum import DEFAULT_HOUSE
from tests.tools.test_cli import Said, refused, run, toys

__all__ = ["toys"]

TTT = """
from tests.toys.nim import GAME as NIM
import attrs

GAME = attrs.evolve(NIM, name="ttt", title="Three", module=__name__)
OTHER = attrs.evolve(NIM, name="other")
"""
BOTS = """
from boardgames_fr.bots import RandomBot

make = RandomBot
number = 3


def first(seed):
    return lambda view, moves: moves[0]


def dearest(view, moves):
    return moves[0]


def nobody(seed):
    return None
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that one is in, with a game and bots of one's own."""
    (tmp_path / "ttt.py").write_text(TTT)
    (tmp_path / "my_bots.py").write_text(BOTS)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "deep.py").write_text(TTT.replace('"ttt"', '"deep"'))
    (tmp_path / "broken.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if name in ("ttt", "my_bots", "deep", "broken"):
            del sys.modules[name]


def good(said: Said) -> str:
    assert (said.code, said.err) == (0, "")
    return said.out


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("place", ["ttt", "ttt:GAME", "./ttt.py", "ttt.py:GAME", "./ttt.py:OTHER"])
def test_every_command_takes_a_game_by_its_place(place: str) -> None:
    assert good(run("perft", place, "1")) == "6\n"
    assert good(run("rules", place)) == "This game brings no rule book.\n"
    assert '"heap"' in good(run("schema", place, "rules"))
    assert "Seed: 1" in good(run("watch", place, "--seed", "1", "--bot", "random"))
    assert "Game left." in good(run("play", place, typed="quit\n"))
    assert "4 games" in good(run("arena", place, "random", "random", "--games", "4"))


@pytest.mark.usefixtures("here")
def test_a_game_in_this_folder_is_checked() -> None:
    assert good(run("check", "ttt", "--games", "1")).startswith("ttt: ")
    assert good(run("check", "sub/deep.py", "--games", "1")).startswith("deep: ")


def test_a_record_of_a_game_of_ones_own_is_read_when_the_game_is_named(here: Path) -> None:
    good(run("watch", "ttt", "--bot", "random", "--seed", "1", "--save", "game.txt"))
    assert "all is well" in good(run("replay", "game.txt", "--game", "ttt"))
    assert "State(" in good(run("show", "game.txt", "--game", "./ttt.py", "--ply", "0"))
    assert refused("replay", "game.txt").endswith("; another is given with --game")
    lines = (here / "game.txt").read_text().splitlines(keepends=True)
    (here / "game.txt").write_text("".join(lines[: lines.index("\n") + 2]))
    assert "The game goes on after 1 moves." in run("play", "ttt", "--resume", "game.txt", typed="quit\n").out


@pytest.mark.usefixtures("here")
def test_places_where_no_game_is_are_one_line() -> None:
    assert refused("rules", "nothing").endswith("; or one of your own: package.module, package.module:NAME, ./file.py")
    assert refused("rules", "this").startswith("error: no game “this”")  # Python's own modules are no games
    assert refused("rules", "./none.py") == "error: module ./none.py: no such file or folder"
    assert refused("rules", "my_bots") == "error: my_bots:GAME is not a Game"
    assert refused("rules", "broken") == "error: module broken: ZeroDivisionError: division by zero"
    assert refused("rules", "a..b").startswith("error: module a..b: ")
    assert refused("rules", "").startswith("error: no game “”")
    Path("sub/ttt.py").write_text(TTT)
    good(run("rules", "ttt"))
    assert refused("rules", "sub/ttt.py").startswith("error: another module is called ttt already: ")


@pytest.mark.usefixtures("here")
def test_a_bot_of_ones_own_plays() -> None:
    said = good(run("watch", "pecking_order", "--bot", "my_bots:first", "--bot", "./my_bots.py:make", "--seed", "1"))
    assert "Seat 0: bot my_bots:first" in said
    assert "Seat 1: bot ./my_bots.py:make" in said
    assert "Seat 1: bot my_bots:first" in good(run("play", "pecking_order", "--bot", "my_bots:first", typed="quit\n"))
    said = good(run("arena", "pecking_order", "my_bots:first", "random", "--games", "2", "--preset", "tiny"))
    assert "my_bots:first " in said


@pytest.mark.usefixtures("here")
def test_a_bot_of_ones_own_plays_in_other_processes() -> None:
    options = ("--games", "4", "--preset", "tiny", "--seed", "1")
    alone = good(run("arena", "pecking_order", "my_bots:first", "my_bots:make", *options))
    assert good(run("arena", "pecking_order", "my_bots:first", "my_bots:make", "--jobs", "2", *options)) == alone
    assert "forfeits:" not in alone


@pytest.mark.usefixtures("here")
def test_a_bot_that_is_none_is_one_line() -> None:
    def wrong(spec: str) -> str:
        assert refused("arena", "pecking_order", "random", spec) == refused("watch", "pecking_order", "--bot", spec)
        return refused("play", "pecking_order", "--bot", spec).removeprefix("error: ")

    assert wrong("my_bots:none") == "my_bots:none is not a factory of bots"
    assert wrong("my_bots:number") == "my_bots:number is not a factory of bots"
    assert wrong("my_bots:nobody") == "my_bots:nobody makes no bot from a seed: None"
    assert wrong("my_bots:dearest").startswith("my_bots:dearest makes no bot from a seed: TypeError: ")
    assert wrong("nowhere:make").startswith("module nowhere: ModuleNotFoundError")
    assert wrong("mc:many").startswith("no bot “mc:many”")
    assert wrong("nobody").endswith("tree:N, or your own: package.module:factory")


@pytest.mark.usefixtures("here")
def test_a_resumed_game_wants_a_bot_of_ones_own_named_again() -> None:
    run("play", "pecking_order", "--bot", "my_bots:first", "--save", "game.txt", "--seed", "1", typed="1\nquit\n")
    assert dict(read_record(Path("game.txt").read_text()).headers)["seat 1"] == "my_bots:first"
    assert "say --bot my_bots:first" in refused("play", "pecking_order", "--resume", "game.txt")
    again = run("play", "pecking_order", "--resume", "game.txt", "--bot", "my_bots:first", typed="quit\n")
    assert again.code == 0


# --- Rules from files


def test_a_deck_is_read_as_the_how_to_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "deck.csv"
    file.write_text("name,year,label_fr\nradio,1895,Radio\navion,1903,Avion\npile,1800,Pile\n")

    def watched(*more: str) -> Said:
        return run("watch", "domestication", "--set", f"deck=@{file}", "--seed", "1", "--no-board", *more)

    assert "radio" in good(watched())
    assert "seats" in good(run("schema", "domestication", "rules"))
    assert "deck = '3 cards': must be one card more" in watched("--set", "seats=3").err
    assert good(watched("--set", "seats=1"))
    file.write_text('[{"name": "radio", "year": 1895, "label_en": "Wireless"}, {"name": "pile", "year": 1800}]')
    assert good(watched("--set", "seats=1"))
    file.write_text("name,year\nradio,soon\n")
    assert watched().err.startswith(f"error: {file}: row 2, column year: expected a whole year")
    assert f"{file}\u00a0: ligne 2, colonne year\u00a0: " in watched("--lang", "fr").err
    assert "deck" in refused("watch", "domestication", "--set", "deck=name,year")


def test_a_house_is_read_as_an_editor_leaves_it(tmp_path: Path) -> None:
    file = tmp_path / "house.txt"
    file.write_text(str(DEFAULT_HOUSE).replace("\n", " \r\n") + "\n\n")
    assert run("perft", "capharnaum", "1", "--set", f"house=@{file}").out == run("perft", "capharnaum", "1").out
    file.write_text(str(DEFAULT_HOUSE).replace("+--", "+-?", 1))
    assert refused("perft", "capharnaum", "1", "--set", f"house=@{file}").startswith(f"error: {file}: “")
    assert "on line 2" in refused("perft", "capharnaum", "1", "--set", f"house=@{file}")


# --- What is read


def test_alone_it_says_how_it_is_used() -> None:
    said = run()
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("usage: boardgames-fr")
    assert "a tournament between bots" in said.err


def test_the_help_of_the_arena_says_what_its_bots_are() -> None:
    shown = " ".join(run("arena", "--help").out.split())
    assert "BOT the bots that meet: random, easy" in shown
    assert "package.module:factory" in shown


def test_the_list_shows_how_many_can_play() -> None:
    lines = run("list").out.splitlines()
    seats = {
        name: lines[next(n for n, line in enumerate(lines) if line.startswith(f"{name}: ")) + 1] for name in games()
    }
    assert list(map(str.strip, seats.values()))[:5] == ["2 seats", "1-4 seats", "4-8 seats", "2-6 seats", "2 seats"]
    assert _ranges([1, 3, 4, 5, 8, 9]) == "1, 3-5, 8-9"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("aide", "Répondez par le numéro"),
        ("table", "siège 0"),
        ("règles", "# Pecking Order"),
        ("annuler", "Impossible"),
        ("sauver", "sauver\u00a0: il faut un nom de fichier."),
        ("quitter", "Partie quittée."),
        ("fuir", "« fuir » n’est pas un coup. Tapez « ? »".replace("« ", "«\u00a0").replace(" »", "\u00a0»")),
        ("retour", " 1. "),
        ("place 1 ", "Vous"),
    ],
)
def test_commands_have_french_words(command: str, answer: str) -> None:
    said = run("play", "pecking_order", "--lang", "fr", "--seed", "1", typed=f"{command}\nquitter\n")
    assert said.err in ("", "erreur\u00a0: plus rien à lire\u00a0: la partie s’arrête ici\n")
    assert answer in said.out.partition("Coup\u00a0? ")[2]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_an_illegal_move_in_a_record_is_explained_by_the_game(lang: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("watch", "pecking_order", "--preset", "tiny", "--seed", "1", "--bot", "random", "--save", str(file))
    head, _, moves = file.read_text().partition("\n\n")
    file.write_text(head + "\n\n" + moves.splitlines()[0] + "\ndraw 1\n")
    line = len(head.splitlines()) + 3
    said = run("replay", str(file), "--no-board", "--lang", lang)
    place = (
        f"ligne {line}, coup 1\u00a0: coup interdit, draw 1\u00a0: " if lang == "fr" else f"line {line}, ply 1: illegal"
    )
    assert place in said.err
    file.write_text(head + "\n\n" + moves + "place 1\n")
    over = "La partie est terminée." if lang == "fr" else "The game is over."
    assert over in run("replay", str(file), "--no-board", "--lang", lang).err


def test_words_are_explained_by_the_moves_that_they_leave() -> None:
    typed = "1\n1\nfly\nwalk 1\nnowhere\nquit\n"
    said = good(run("play", "capharnaum", "--lang", "en", "--seed", "1", "--bot", "random", typed=typed))
    _, _, asked = said.partition("say it word by word.")
    assert "1. walk 1 – Token 1: your child goes to j2" in asked
    assert "2. walk 2 (11 moves, like: Token 2: your child" in asked
    assert (
        "“fly” cannot come here. Type “?” for help.\n361 moves are possible: say it word by word.\n1. walk 1 – "
        in asked
    )
    assert "“nowhere” cannot come here. Type “?” for help.\n1. j2 – " in asked
    assert "first SEAT" not in said


@pytest.mark.usefixtures("toys")
def test_a_word_that_ends_a_move_shows_the_move() -> None:
    rules = ("--rules", '{"heap": 300, "most": 200}')
    said = run("play", "toy_nim", *rules, "--people", "2", typed="3\nquit\n")
    assert "(2 moves, like: take 3)" in said.out
    assert "quick – take 3 quick" in said.out
    assert "(that is all) – take 3" in said.out


def test_seats_are_called_by_their_names_where_they_have_some() -> None:
    said = good(run("play", "animals", "--seed", "1", typed="quit\n"))
    assert "You play seat 0 (Fox)." in said
    assert "Seat 1 (Owl): bot medium" in said
    assert "Your turn, seat 0 (Fox)." in said
    assert "siège 0 (Renard)" in run("play", "animals", "--lang", "fr", "--seed", "1", typed="quitter\n").out


@pytest.mark.usefixtures("here")
def test_a_broken_law_shows_the_record_and_the_line_of_the_game() -> None:
    Path("bad.py").write_text(
        TTT.replace("OTHER", "BAD").replace('name="other"', 'name="bad", module="bad", outcome=lambda state: 1 / 0')
    )
    said = run("check", "./bad.py:BAD", "--games", "1")
    assert said.code == 2
    assert said.out.startswith("The record that leads to the position:\nboardgames-fr 1\ngame: bad\n")
    assert said.err.count("\n") == 1
    assert "ZeroDivisionError: division by zero (" in said.err
    assert "bad.py:6)" in said.err
    Path("bare.py").write_text(TTT.replace('name="other"', 'name="bare", presets={}'))
    assert "has no presets" in refused("check", "bare:OTHER")


def test_the_standings_have_the_columns_of_the_library() -> None:
    options = ("pecking_order", "random", "random", "--preset", "tiny", "--games", "2", "--seed", "1")
    header = run("arena", *options).out.splitlines()[1]
    assert header.split("  ")[-1].strip() == "Elo (95 %)"
    assert [word.strip() for word in header.split("  ") if word.strip()] == [
        "games", "won", "shared", "lost", "forfeit", "points", "rate (95 %)", "return", "Elo (95 %)",
    ]  # fmt: skip

"""The command line, driven in process with made-up streams, and once through a real terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
import pytest

from boardgames_fr import cli, find_game, games, read_record
from boardgames_fr._cli import _live, _options
from boardgames_fr._cli._person import in_columns
from boardgames_fr._cli._play import usual_bot
from boardgames_fr._cli._terminal import InputEndedError, Terminal, UsageError, completer, language
from boardgames_fr._cli._words import SENTENCES, Words
from boardgames_fr.bots import bot_specs, make_bot
from boardgames_fr.errors import UnknownBotError
from boardgames_fr.game import AnyGame, Lang, Seat
from boardgames_fr.games import animals, pecking_order
from boardgames_fr.match import play
from boardgames_fr.scene import Scene
from tests.toys import bluff, nim


@attrs.frozen
class Said:
    code: int
    out: str
    err: str


def run(*argv: str, typed: str = "", environ: dict[str, str] | None = None) -> Said:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main(argv, stdin=io.StringIO(typed), stdout=out, stderr=err, environ=environ or {"LANG": "en_GB.UTF-8"})
    return Said(code, out.getvalue(), err.getvalue())


def refused(*argv: str, typed: str = "") -> str:
    """The one line of an error."""
    said = run(*argv, typed=typed)
    assert said.code == 2
    assert said.err.endswith("\n")
    assert said.err.count("\n") == 1
    return said.err.strip()


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games can be asked for by name."""
    known: dict[str, AnyGame] = {game.name: game for game in (nim.GAME, bluff.GAME)}
    look_up: Callable[[str], AnyGame] = find_game
    monkeypatch.setattr(_options, "find_game", lambda name: known[name] if name in known else look_up(name))


# --- Languages


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, Lang.EN),
        ({"LANG": "fr_FR.UTF-8"}, Lang.FR),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, Lang.EN),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_CA", "LANG": "en_US"}, Lang.FR),
        ({"LANG": "de_DE"}, Lang.EN),
    ],
)
def test_the_language_is_that_of_the_locale(environ: dict[str, str], lang: Lang) -> None:
    assert language(environ) is lang


def test_lang_beats_the_locale_wherever_it_stands() -> None:
    french = {"LANG": "fr_FR.UTF-8"}
    assert run("--help", environ=french).out.startswith("utilisation\u00a0: boardgames-fr")
    assert run("--help", "--lang", "en", environ=french).out.startswith("usage: boardgames-fr")
    assert run("--lang=fr", "perft", "--help").out.startswith("utilisation")
    assert "joueurs" in run("list", "--lang", "fr").out


def test_every_sentence_is_there_in_both_languages_with_the_same_data() -> None:

    def fields(text: str) -> list[str]:
        return sorted(part.partition("}")[0] for part in text.split("{")[1:])

    for name, (french, english) in SENTENCES.items():
        assert fields(french) == fields(english), name
        for mark in ";:!?":
            assert f" {mark}" not in french, name  # French has a no-break space there


def test_every_sentence_is_used() -> None:
    folder = Path(_options.__file__).parent
    code = "".join(
        path.read_text("utf-8") for path in [*folder.glob("*.py"), Path(cli.__file__)] if path.stem != "_words"
    )
    assert [name for name in SENTENCES if f'"{name}"' not in code] == []


# --- Usage errors


def test_wrong_usage_is_one_line_and_code_2() -> None:
    assert refused("--lang", "en") == "error: missing: COMMAND"
    assert refused("perft") == "error: missing: GAME, DEPTH"
    assert refused("list", "--loud") == "error: unknown arguments: --loud"
    assert refused("dance").startswith("error: COMMAND: “dance” is not possible; choose from list, play")
    assert refused("watch", "pecking_order", "--bot") == "error: --bot: needs a value"
    assert refused("watch", "pecking_order", "--no-board=3") == "error: --no-board: takes no value"
    assert refused("arena", "pecking_order") == "error: missing: BOT"
    assert refused("perft", "pecking_order", "x") == "error: argument DEPTH: “x” is not a whole number of at least 0"
    assert refused("watch", "pecking_order", "--pace", "soon").endswith("“soon” is not a time in seconds")
    assert refused("--lang", "fr", "perft") == "erreur\u00a0: il manque\u00a0: GAME, DEPTH"


def test_unknown_names_list_what_there_is() -> None:
    assert "did you mean pecking_order?" in refused("rules", "peking_order")
    assert refused("rules", "zzz").startswith("error: no game “zzz”; there are: pecking_order")
    assert refused("perft", "pecking_order", "1", "--preset", "x").startswith(
        "error: no preset “x”; there are: classic"
    )
    assert refused("watch", "pecking_order", "--bot", "x").startswith("error: no bot “x”; there are: random")


def test_version_and_help_leave_with_code_0() -> None:
    assert run("--version") == Said(0, "boardgames-fr 1.0.0\n", "")
    assert run("play", "--help").code == 0


def test_ctrl_c_leaves_quietly_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(cli._COMMANDS, "list", interrupted)
    assert run("list") == Said(130, "\n", "")


def test_a_closed_pipe_is_silent() -> None:
    program = f"{sys.executable} -m boardgames_fr watch pecking_order --bot random --seed 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {program} | head -1"], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 141


# --- Rules


def perft(*argv: str) -> str:
    said = run("perft", *argv)
    assert said.err == ""
    return said.out.strip()


def test_perft_counts() -> None:
    assert perft("pecking_order", "0") == "1"
    assert perft("pecking_order", "3", "--preset", "tiny") == "27"
    assert perft("pecking_order", "2", "--preset", "tiny", "--divide").splitlines() == [
        "draw 1: 3", "draw 2: 3", "draw J: 3", "total 9",
    ]  # fmt: skip


def test_rules_come_from_the_preset_then_json_then_fields(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text('{"birds": 3}')
    assert perft("pecking_order", "1") == "13"
    assert perft("pecking_order", "1", "--rules", '{"birds": 5}') == "6"
    assert perft("pecking_order", "1", "--rules", f"@{file}") == "4"
    assert perft("pecking_order", "1", "--rules", f"@{file}", "--set", "birds=4") == "5"
    assert perft("pecking_order", "2", "--preset", "tiny", "--set", "birds=1") == "6"
    file.write_text('[{"name": "A", "value": 1, "power": "none"}]')
    assert perft("pecking_order", "2", "--set", f"perches=@{file}") == "13"


def test_wrong_rules_are_one_line(tmp_path: Path) -> None:
    def wrong(*argv: str) -> str:
        return refused("perft", "pecking_order", "1", *argv)

    assert "birds = '99'" in wrong("--rules", '{"birds": 99}')
    assert "$.birds" in wrong("--set", "birds=many")
    assert "wings" in wrong("--set", "wings=2")
    assert wrong("--set", "birds").endswith("--set: needs FIELD=VALUE, not “birds”")
    assert "field birds given twice" in wrong("--rules", '{"birds": 1, "birds": 2}', "--set", "rounds=1")
    assert wrong("--rules", "[]", "--set", "rounds=1").endswith("--rules: must be a JSON object")
    assert "bad JSON" in wrong("--rules", "{", "--set", "rounds=1")
    assert "cannot be read" in wrong("--rules", f"@{tmp_path}/nothing")


# --- Watching, records


def test_watch_needs_no_input_and_is_the_match_that_the_library_plays(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said = run("watch", "pecking_order", "--bot", "random", "--seed", "5", "--save", str(file))
    assert (said.code, said.err) == (0, "")
    assert "Seed: 5" in said.out
    record = read_record(file.read_text())
    assert dict(record.headers)["seat 1"] == "random"
    taken = run("watch", "pecking_order", "--bot", "random", "--seed", "5", "--save", str(file))
    assert taken.code == 2
    assert "exists already; --force overwrites it" in taken.err
    again = run("watch", "pecking_order", "--bot", "random", "--seed", "5", "--force", "--save", str(file))
    assert again.out == said.out
    assert read_record(file.read_text()) == record
    outcome = record.result()
    assert outcome is not None
    assert str(outcome.scores[0]) in said.out.splitlines()[-3]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_game_can_be_watched_and_replayed(name: str, lang: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said = run("watch", name, "--lang", lang, "--bot", "random", "--seed", "2", "--no-board", "--save", str(file))
    assert (said.code, said.err) == (0, "")
    replayed = run("replay", str(file), "--lang", lang, "--no-board")
    assert (replayed.code, replayed.err) == (0, "")
    assert replayed.out.splitlines()[-1].startswith(str(len(read_record(file.read_text()).moves)))
    assert run("show", str(file), "--ply", "9", "--lang", lang).out
    svg = run("show", str(file), "--svg", "-", "--seat", "0", "--lang", lang).out
    assert svg.startswith("<svg ")


def game_file(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    record = play(
        pecking_order.GAME,
        pecking_order.Rules(),
        [make_bot(pecking_order.GAME, pecking_order.Rules(), "random", n) for n in (1, 2)],
        seed=3,
    )
    file.write_text(str(record))
    return file


def test_replay_shows_no_more_than_the_seat_saw(tmp_path: Path) -> None:
    file = str(game_file(tmp_path))
    for number, hidden in ((0, 13), (1, 13)):
        moves = [
            line.split(". ")[1]
            for line in run("replay", file, "--seat", str(number), "--no-board").out.splitlines()
            if line[:4].strip().isdigit()
        ]
        assert moves.count("draw ?") == hidden
    assert sum(line.endswith(". draw ?") for line in run("replay", file, "--no-board").out.splitlines()) == 26
    assert refused("replay", file, "--seat", "2") == "error: there is no seat 2: the seats are 0 to 1"


def test_a_damaged_record_shows_its_good_part_and_the_place_of_the_fault(tmp_path: Path) -> None:
    file = game_file(tmp_path)
    lines = file.read_text().splitlines()
    start = lines.index("")
    file.write_text("\n".join([*lines[: start + 3], "fly 7", ""]))
    said = run("replay", str(file), "--no-board")
    assert said.code == 2
    assert "   2. " in said.out
    assert f"line {start + 4}, ply 2" in said.err
    assert run("show", str(file), "--ply", "2").code == 0
    assert run("show", str(file)).code == 2
    assert "a record begins with" in refused("replay", "-", typed="nothing\n")


def test_an_unfinished_record_is_said_to_be_one(tmp_path: Path) -> None:
    file = game_file(tmp_path)
    lines = [line for line in file.read_text().splitlines() if not line.startswith("result")]
    file.write_text("\n".join([*lines[: lines.index("") + 4], ""]))
    assert "The game is not over.\n3 moves, all is well." in run("replay", str(file), "--no-board").out
    assert refused("show", str(file), "--ply", "4") == "error: this record has only 3 moves"


def test_show_writes_pictures_to_files(tmp_path: Path) -> None:
    file, svg, page = game_file(tmp_path), tmp_path / "a.svg", tmp_path / "a.html"
    assert run("show", str(file), "--ply", "7", "--svg", str(svg), "--html", str(page)) == Said(0, "", "")
    assert svg.read_text("utf-8") in page.read_text("utf-8")
    assert "cannot be written" in refused("show", str(file), "--svg", str(tmp_path / "no" / "folder.svg"))
    assert "cannot be read" in refused("show", str(tmp_path / "none"))


# --- Looking up, checking, measuring


def test_list_shows_every_game_with_presets_and_bots() -> None:
    out = run("list").out
    for name in games():
        assert f"{name}: " in out
    assert "presets: classic, match, published, tiny" in out


@pytest.mark.parametrize("name", games())
def test_rules_are_there_in_both_languages(name: str) -> None:
    french, english = run("rules", name, "--lang", "fr").out, run("rules", name, "--lang", "en").out
    assert french.startswith("#")
    assert english.startswith("#")
    assert french != english


@pytest.mark.usefixtures("toys")
def test_a_game_without_a_rule_book_says_so() -> None:
    assert run("rules", "toy_nim").out == "This game brings no rule book.\n"


def test_check_holds_a_game_of_ones_own_to_the_laws() -> None:
    said = run("check", "tests.toys.nim", "--games", "1")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("toy_nim: ")
    assert "needs draw" in said.out
    assert run("check", "tests.toys.nim:GAME", "--games", "1").out == said.out


def test_check_says_what_is_no_game() -> None:
    assert refused("check", "tests.toys.nim:Rules") == "error: tests.toys.nim:Rules is not a Game"
    assert "ModuleNotFoundError" in refused("check", "no.such.module")
    assert "no game “nothing”" in refused("check", "nothing")


def test_schema_writes_json_schemas() -> None:
    assert json.loads(run("schema", "pecking_order", "move").out)["type"] == "string"
    assert set(json.loads(run("schema", "pecking_order").out)) == {
        "rules", "state", "move", "view", "outcome", "scene", "record",
    }  # fmt: skip
    assert refused("schema", "pecking_order", "dance").startswith("error: KIND: “dance” is not possible")


def test_arena_prints_the_standings_and_keeps_the_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    options = ("arena", "pecking_order", "random", "random", "--preset", "tiny", "--games", "6", "--seed", "1")
    said = run(*options, "--out", str(file))
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Pecking Order: 6 games\n")
    assert "random-2" in said.out
    assert said.out.endswith("Seed: 1\n")
    kept = file.read_text()
    assert run(*options, "--out", str(file)).out == said.out  # nothing is played again
    assert file.read_text() == kept
    assert "gagnées" in run(*options, "--lang", "fr").out
    assert refused("arena", "pecking_order", "random", "nobody").startswith("error: no bot “nobody”")


def test_bots_by_their_names() -> None:
    specs = bot_specs(animals.GAME)
    assert specs[:4] == ("random", "easy", "medium", "hard")
    for spec in ("", "mc", "mc:", "mc:0", "mc:x", "mc:-1", "random:3", "Random"):
        with pytest.raises(UnknownBotError) as raised:
            make_bot(animals.GAME, animals.Rules(), spec, 0)
        assert (raised.value.spec, raised.value.known) == (spec, specs)


# --- Playing


def first_choices(count: int = 200) -> str:
    return "1\n" * count


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_person_plays_a_whole_game_against_a_bot_and_sees_only_its_own_cards(lang: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    options = ("--lang", lang, "--seed", "4", "--bot", "random", "--save", str(file))
    said = run("play", "pecking_order", *options, typed=first_choices())
    assert (said.code, said.err) == (0, "")
    assert ("Points" if lang == "fr" else "Scores") in said.out
    record = read_record(file.read_text())
    assert record.result() is not None


def test_nothing_on_the_screen_comes_from_more_than_the_persons_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other seat is observed for its bot only: no picture, label or story is made from what it sees."""
    made_from: set[Seat | None] = set()
    game = pecking_order.GAME

    def narrate(before: pecking_order.View, seen: str, after: pecking_order.View, lang: Lang) -> str:
        made_from.update((before.seat, after.seat))
        return game.narrate(before, seen, after, lang)

    def label(view: pecking_order.View, move: pecking_order.Move, lang: Lang) -> str:
        made_from.add(view.seat)
        return game.label(view, move, lang)

    def draw(view: pecking_order.View, lang: Lang) -> Scene:
        made_from.add(view.seat)
        return game.draw(view, lang)

    spied = attrs.evolve(game, narrate=narrate, label=label, draw=draw)
    monkeypatch.setattr(_options, "find_game", lambda _name: spied)
    said = run("play", "pecking_order", "--seat", "1", "--bot", "random", "--seed", "4", typed=first_choices())
    assert said.code == 0
    assert made_from == {Seat(1)}


@pytest.mark.usefixtures("toys")
def test_moves_can_be_typed_by_number_or_text_and_nonsense_is_answered() -> None:
    typed = "take 2\nfly\ntake 99\ntake 4\n77\n\n?\nboard\nsave\n1\n1\n1\n1\n1\n1\n"
    said = run("play", "toy_nim", "--people", "2", typed=typed)
    assert said.code == 0
    assert "“fly” is no move. Type “?” for help and the possible moves." in said.out
    assert said.out.count("This move is not allowed here.") == 2
    assert "There is no number 77." in said.out
    assert "Answer with a move’s number" in said.out
    assert "save: needs a file name." in said.out
    assert "The game is over." in said.out


@pytest.mark.usefixtures("toys")
def test_a_move_can_be_taken_back_where_nothing_was_hidden() -> None:
    said = run(
        "play", "toy_nim", "--bot", "random", "--seed", "1", typed="undo\ntake 1\nundo\ntake 1\n" + first_choices()
    )
    assert said.code == 0
    assert said.out.count("Taken back.") == 1
    assert "Not possible" in said.out
    # Two people: only one's own move, as long as the other has not moved.
    assert "Not possible" in run("play", "toy_nim", "--people", "2", typed="take 1\nundo\nquit\n").out


@pytest.mark.usefixtures("toys")
def test_what_was_learned_cannot_be_taken_back() -> None:
    said = run("play", "toy_bluff", "--seat", "1", "--bot", "random", "--seed", "1", typed="1\nundo\nquit\n")
    assert "Not possible" in said.out
    assert "Taken back" not in said.out


@pytest.mark.usefixtures("toys")
def test_many_moves_are_said_phrase_by_phrase() -> None:
    rules = ("--rules", '{"heap": 300, "most": 200}')
    # "take" is forced; then a number, then how.
    said = run("play", "toy_nim", *rules, "--people", "2", typed="3\nback\n150\n2\ntake 150\n")
    assert said.code == 0
    assert "399 moves are possible" not in said.out
    assert "400 moves are possible: say it word by word." in said.out
    assert "take 3…?" in said.out
    assert "(that is all)" in said.out
    assert "Seat 1 wins." in said.out


@pytest.mark.usefixtures("toys")
def test_several_people_with_secrets_pass_the_keyboard_and_see_nothing_of_each_other() -> None:
    typed = "\n1\n\n1\n\n2\n\n2\n"
    said = run("play", "toy_bluff", "--people", "2", "--seed", "1", typed=typed)
    assert said.code == 0
    assert said.out.count("Pass the keyboard to seat 0") == 2
    assert said.out.count("Pass the keyboard to seat 1") == 2
    # The card is told only between the passing to seat 0 and the passing to seat 1.
    parts = said.out.split("Pass the keyboard to seat ")
    assert all("deal low" not in part and "deal high" not in part for part in parts if not part.startswith("0"))
    assert any("deal low" in part or "deal high" in part for part in parts if part.startswith("0"))


@pytest.mark.usefixtures("toys")
def test_several_people_without_secrets_share_the_screen() -> None:
    assert "Pass the keyboard" not in run("play", "toy_nim", "--people", "2", typed=first_choices()).out


def test_sealed_answers_are_asked_one_after_another_without_showing() -> None:
    typed = "\n1\n" * 400
    said = run("play", "animals", "--people", "4", "--seed", "1", typed=typed)
    assert said.code == 0
    assert "(nothing is shown)" in said.out
    assert "Pass the keyboard to seat 2" in said.out


def test_input_that_ends_ends_the_game_with_code_2_and_keeps_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said = run("play", "pecking_order", "--seed", "1", "--save", str(file), typed="1\n1\n")
    assert said.code == 2
    assert said.err == "error: no more input: the game stops here\n"
    kept = read_record(file.read_text())
    assert len(kept.moves) > 4
    went_on = run("play", "pecking_order", "--resume", str(file), "--save", str(file), typed=first_choices())
    assert went_on.code == 0
    assert read_record(file.read_text()).moves[: len(kept.moves)] == kept.moves
    assert refused("play", "animals", "--resume", str(file)) == "error: this is a record of pecking_order"


def test_quit_and_save(tmp_path: Path) -> None:
    file = tmp_path / "a game.txt"
    said = run("play", "pecking_order", "--seed", "1", typed=f"save {file}\nquit\n")
    assert said.code == 0
    assert f"Record kept in {file}." in said.out
    assert "Game left." in said.out
    assert len(read_record(file.read_text()).moves) == 1


def test_seats_that_do_not_exist_are_refused() -> None:
    assert refused("play", "pecking_order", "--seat", "2") == "error: there is no seat 2: the seats are 0 to 1"
    assert refused("play", "pecking_order", "--people", "3") == "error: there are only 2 seats"
    assert refused("play", "pecking_order", "--people", "1", "--seat", "0") == "error: --seat or --people, not both"


@pytest.mark.usefixtures("toys")
def test_bots_that_fail_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_game: object, _rules: object, _spec: object, _seed: object) -> object:
        return lambda _view, _moves: 1 / 0

    monkeypatch.setattr("boardgames_fr._cli._places.make_bot", broken)
    assert "seat 0, ply 0: it raised ZeroDivisionError" in refused("play", "toy_nim", "--seat", "1")
    monkeypatch.setattr("boardgames_fr._cli._places.make_bot", lambda *_: lambda _view, _moves: None)
    assert "not a legal move" in refused("play", "toy_nim", "--seat", "1")


@pytest.mark.usefixtures("toys")
def test_phrases_can_be_spelled_and_wrong_numbers_are_answered() -> None:
    rules = ("--rules", '{"heap": 300, "most": 200}')
    said = run("play", "toy_nim", *rules, "--people", "2", typed="150\n9\nboard\nquick\n200\n9999\nquit\n")
    assert said.code == 0
    assert "There is no number 9." in said.out
    assert "There is no number 9999." in said.out
    assert said.out.count("Your turn, seat 0.") == 2
    assert "Game left." in said.out


@pytest.mark.usefixtures("toys")
def test_a_game_without_phrases_lists_all_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = attrs.evolve(nim.GAME, phrases=attrs.fields(type(nim.GAME)).phrases.default.factory(nim.GAME))
    monkeypatch.setattr(_options, "find_game", lambda _name: bare)
    said = run("play", "toy_nim", "--rules", '{"heap": 90, "most": 60}', typed="119\nquit\n", environ={"LANG": "fr"})
    assert "119. take 60" in said.out


class Listener:
    """A bot that plays the first move and remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.seat: Seat | None = None

    def begin(self, seat: Seat, _rng: object) -> None:
        self.seat = seat

    def watch(self, seen: str, _view: object) -> None:
        self.heard.append(seen)

    def __call__(self, _view: object, moves: tuple[bluff.Move, ...]) -> bluff.Move:
        return moves[0]


@pytest.mark.usefixtures("toys")
def test_bots_that_watch_are_told_what_their_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Listener()
    monkeypatch.setattr("boardgames_fr._cli._places.make_bot", lambda *_: bot)
    said = run("play", "toy_bluff", "--seed", "1", typed="1\n1\n")
    assert said.code == 0
    assert bot.seat == 1
    assert bot.heard == ["deal ?", "talk low", "guess low"] * 2
    assert "Not possible" in run("play", "toy_bluff", "--seed", "1", typed="1\nundo\nquit\n").out


@pytest.mark.usefixtures("toys")
def test_ctrl_c_in_a_game_keeps_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Terminal, "ask", interrupted)
    file = tmp_path / "game.txt"
    assert run("play", "pecking_order", "--seed", "1", "--save", str(file)).code == 130
    assert len(read_record(file.read_text()).moves) == 1


def test_a_damaged_record_is_not_gone_on_with(tmp_path: Path) -> None:
    file = game_file(tmp_path)
    file.write_text(file.read_text().replace("draw", "drew"))
    assert "no move" in refused("play", "pecking_order", "--resume", str(file))


def test_the_usual_bot_is_the_middle_one() -> None:
    assert usual_bot(animals.GAME) == "medium"
    assert usual_bot(nim.GAME) == "random"
    assert usual_bot(attrs.evolve(nim.GAME, policies={"only": lambda _rng: lambda _view, moves: moves[0]})) == "only"


def test_moves_may_come_at_a_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(Terminal, "sleep", lambda _terminal, seconds: pauses.append(seconds))
    file = tmp_path / "game.txt"
    run("watch", "pecking_order", "--preset", "tiny", "--pace", "0,5", "--save", str(file), "--seed", "1")
    count = len(read_record(file.read_text()).moves)
    assert pauses == [0.5] * count
    assert run("replay", str(file), "--pace", "2").code == 0
    assert pauses[count:] == [2.0] * count


def test_a_solo_game_ends_with_its_result() -> None:
    said = run("watch", "domestication", "--rules", '{"seats": 1}', "--seed", "1", "--bot", "random", "--no-board")
    assert "The game is finished. Result: 0" in said.out


@pytest.mark.usefixtures("toys")
def test_games_that_cannot_draw_show_their_views_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert "State(rules=Rules(heap=7" in run("watch", "toy_nim", "--seed", "1", "--save", str(file)).out
    assert run("show", str(file), "--ply", "0").out.startswith("State(")
    assert "brings no `draw`" in refused("show", str(file), "--svg", "-")


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as gone:
        assert cli.main(["list"], stdout=gone, environ={}) == 141


def test_entries_are_numbered_down_the_columns() -> None:
    assert in_columns(["a", "b"], 80) == ["1. a", "2. b"]
    assert in_columns([str(n) for n in range(11, 23)], 20) == [
        " 1. 11   7. 17", " 2. 12   8. 18", " 3. 13   9. 19", " 4. 14  10. 20", " 5. 15  11. 21", " 6. 16  12. 22",
    ]  # fmt: skip
    assert in_columns([], 80) == []


# --- Live


def test_live_is_for_games_that_are_a_race_and_for_a_keyboard() -> None:
    assert refused("play", "pecking_order", "--live") == "error: this game is not played live"
    assert refused("play", "animals", "--live", typed="\n") == "error: --live: needs a terminal with a keyboard"


def test_too_many_people_for_the_keys_are_refused() -> None:
    rules = animals.Rules(seats=7)
    with pytest.raises(UsageError, match="too many people for one keyboard"):
        _live.key_table(animals.GAME, rules, [Seat(seat) for seat in range(7)], Lang.EN)


def test_each_seat_has_keys_of_its_own() -> None:
    keys = _live.key_table(animals.GAME, animals.Rules(), [Seat(0), Seat(2)], Lang.FR)
    assert "".join(keys) == "12345678"
    assert [(seat, str(move)) for seat, move in keys.values()][:5] == [
        (0, "call renard"), (0, "call hibou"), (0, "call chat"), (0, "call loup"), (2, "call renard"),
    ]  # fmt: skip


# --- A real terminal


def test_the_terminal_helpers_without_a_person() -> None:
    out = io.StringIO()
    terminal = Terminal(io.StringIO("a\n"), out, io.StringIO(), {})
    assert (terminal.is_person, terminal.color, terminal.width) == (False, False, None)
    assert terminal.ask("? ", hidden=True) == "a"
    with pytest.raises(InputEndedError):
        terminal.ask("? ")
    terminal.clear()
    assert "\x1b" not in out.getvalue()
    assert not terminal.has_keys
    with terminal.progress("x") as progress:
        progress(1, 2)


class Screen(io.StringIO):
    """Output that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "shown"),
    [({}, "\x1b[1mTitle�\x1b[0m\n"), ({"NO_COLOR": "1"}, "Title�\n"), ({"TERM": "dumb"}, "Title�\n")],
)
def test_colours_are_for_screens_that_want_them(environ: dict[str, str], shown: str) -> None:
    screen = Screen()
    terminal = Terminal(io.StringIO(), screen, io.StringIO(), environ)
    terminal.bold("Title\x1b")
    assert screen.getvalue() == shown
    assert terminal.width is not None
    terminal.clear()
    assert screen.getvalue() == shown + "\x1b[2J\x1b[3J\x1b[H"


@pytest.mark.parametrize("has_rich", [True, False])
def test_long_work_shows_its_progress(has_rich: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_rich:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    screen = Screen()
    terminal = Terminal(io.StringIO(), io.StringIO(), screen, {})
    with terminal.progress("games") as progress:
        for done in (1, 1, 2):
            progress(done, 2)
    shown = screen.getvalue()
    assert "games" in shown
    if not has_rich:
        assert shown == "\rgames 50 %\rgames 100 %\r\x1b[K"


@pytest.mark.parametrize("has_rich", [True, False])
def test_rule_books_are_set_out_with_rich_and_plain_without(has_rich: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_rich:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    screen = Screen()
    assert cli.main(["rules", "animals", "--lang", "en"], stdin=io.StringIO(), stdout=screen, environ={}) == 0
    assert ("\n## " in screen.getvalue()) is not has_rich


def test_completion_goes_on_from_what_was_typed() -> None:
    complete = completer(["place 1", "place 10", "peek 3"])
    assert [complete("place 1", index) for index in range(3)] == ["place 1", "place 10", None]
    assert complete("x", 0) is None


@contextmanager
def keyboard() -> Iterator[int]:
    """The handle of a keyboard: what is written to it is typed into this process."""
    typing, screen = pty.openpty()
    with (
        open(screen, encoding="utf-8") as reading,
        open(os.dup(screen), "w", encoding="utf-8") as writing,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", reading)
        patch.setattr(sys, "stdout", writing)
        yield typing
    os.close(typing)


def test_lines_come_from_the_keyboard() -> None:
    with keyboard() as typing:
        terminal = Terminal()
        assert terminal.is_person
        assert terminal.has_keys
        os.write(typing, b" place 7 \n")
        assert terminal.ask("? ", ["place 7"]) == "place 7"


def test_without_readline_lines_come_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    with keyboard() as typing:
        os.write(typing, b"a\n\x04")
        terminal = Terminal()
        assert terminal.ask("? ") == "a"
        with pytest.raises(InputEndedError):
            terminal.ask("? ")


def test_hidden_lines_are_typed_after_the_question() -> None:
    with keyboard() as typing:
        terminal = Terminal()
        timer = threading.Timer(0.3, os.write, (typing, b"call none\n"))
        timer.start()
        assert terminal.ask("? ", hidden=True) == "call none"
        timer.join()
        sys.stdout.flush()
        shown = b""
        while not shown.endswith(b"\n"):
            shown += os.read(typing, 1000)
        assert shown == b"? \r\n"


def test_keys_come_one_by_one_or_not_at_all() -> None:
    with keyboard() as typing, Terminal().racing() as next_key:
        assert next_key(0) == ""
        os.write(typing, b"ab")
        assert [next_key(5), next_key(5), next_key(0)] == ["a", "b", ""]


def race(answers: dict[str, bytes], *argv: str) -> str:
    """A live game in this process; `answers` are the keys pressed whenever a text is shown."""
    shown: list[str] = []

    def type_back(terminal: Terminal, text: str) -> None:
        shown.append(text)
        for cue, keys in answers.items():
            if cue in text:
                os.write(typing, keys)

    with keyboard() as typing, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Terminal, "say", type_back)
        patch.setattr(Terminal, "bold", type_back)
        patch.setattr(Terminal, "write", lambda _terminal, _text: None)
        patch.setattr(Terminal, "ask", lambda _terminal, _prompt: "")
        patch.setattr(Terminal, "sleep", lambda _terminal, _seconds: None)
        assert cli.main(["play", "animals", "--lang", "en", "--seed", "3", *argv]) == 0
    return "\n".join(shown)


def test_a_whole_game_is_raced_and_the_fastest_takes_the_pile(tmp_path: Path) -> None:
    file = tmp_path / "race.txt"
    # Seat 0 presses all its keys at every window, the others are silent; nobody else has a call.
    shown = race({">>> Call!": b"1234?"}, "--people", "4", "--live", "0.05", "--save", str(file))
    assert "seat 0: Call Owl!" in shown
    record = read_record(file.read_text())
    outcome = record.result()
    assert outcome is not None
    calls = {str(move) for move in record.moves if str(move).startswith("call")}
    assert calls <= {"call renard", "call none"}  # the first key pressed is the one that counts
    assert len(set(map(str, record.moves))) > 50


def test_bots_race_too_and_call_in_their_own_time() -> None:
    shown = race({}, "--people", "1", "--live", "0.05", "--bot", "hard")
    assert "seat 1: Call " in shown
    assert "seat 0: Call " not in shown


def test_words_are_filled_in() -> None:
    assert Words(Lang.FR)("no-seat", seat=9, last=1) == "il n’y a pas de siège 9\u00a0: les sièges vont de 0 à 1"


class Pty:
    """The command in a terminal of its own."""

    def __init__(self, *argv: str) -> None:
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # the tests may run in the background, where it is ignored
            os.environ.update({"TERM": "xterm", "LANG": "en_GB.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "100"})
            os.execv(sys.executable, [sys.executable, "-m", "boardgames_fr", *argv])
        self.seen = ""

    def read(self, until: str, seconds: float = 20.0, *, ends: bool = False) -> str:
        """What came up to and with this text, or (`ends`) up to the end of the program."""
        end = time.monotonic() + seconds
        while until not in self.seen:
            left = end - time.monotonic()
            assert left > 0, f"waited in vain for {until!r} in {self.seen[-2000:]!r}"
            if select.select([self.handle], [], [], left)[0]:
                try:
                    self.seen += os.read(self.handle, 65536).decode("utf-8", "replace")
                except OSError:
                    assert ends, f"ended before {until!r}: {self.seen!r}"
                    return self.seen
        head, _, self.seen = self.seen.partition(until)
        return head + until

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, and it leaves quietly. (Python hears it between two questions only at the next key: wait for it.)"""
        time.sleep(0.3)
        self.type("\x03")
        shown = self.read("no such text", ends=True)
        assert "Traceback" not in shown
        assert os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1]) == 130


pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # forking beside threads, on 3.12


def test_a_game_in_a_real_terminal_with_completion_and_ctrl_c() -> None:
    shell = Pty("play", "pecking_order", "--bot", "random", "--seed", "1")
    shell.read("Move? ")
    shell.type("place 1\t\n")  # several moves begin so: what was typed stays, and is a move
    shell.read("Move? ")
    shell.type("pla\t")
    shell.read("ce ")  # completed
    shell.type("9\n")
    assert "\x1b[" in shell.read("Move? ")  # colours
    shell.interrupt()


def test_sealed_answers_leave_no_trace_on_a_real_screen() -> None:
    shell = Pty("play", "animals", "--people", "4", "--seed", "1")
    shell.read("press Enter. ")
    shell.type("\n")
    shell.read("(nothing is shown)? ")
    shell.type("call none\n")
    assert "call none" not in shell.read("press Enter. ")
    shell.interrupt()


def test_keys_race_in_a_real_terminal() -> None:
    shell = Pty("play", "animals", "--people", "4", "--seed", "1", "--live", "0.6")
    shell.read("Press Enter to start. ")
    shell.type("\n")
    shell.read(">>> Call! <<<")
    shell.type("2a")
    shell.read("seat 0: ")
    shell.interrupt()

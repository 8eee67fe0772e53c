"""The command line keeps games: from the first move, in the right file, and whoever played on goes on playing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boardgames_fr import read_record
from boardgames_fr._cli._keeping import RecordFile, with_headers, without_moves
from boardgames_fr._cli._terminal import Terminal, UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr.game import Lang
from tests.tools.test_cli import Said, first_choices, refused, run, toys

__all__ = ["toys"]

PECKING = ("pecking_order", "--seed", "1", "--bot", "random")


def started(file: Path, *options: str, typed: str = "1\n1\n") -> Said:
    """A game of which the first moves are in `file`, then nobody is there any more."""
    return run("play", *PECKING, "--save", str(file), *options, typed=typed)


@pytest.mark.parametrize("command", ["save", "save!", "sauver", "sauver!"])
@pytest.mark.parametrize("path", ["", "no/where", "\x00"])
def test_a_place_where_nothing_can_be_saved_is_said_and_the_game_goes_on(
    command: str, path: str, tmp_path: Path
) -> None:
    said = run("play", *PECKING, typed=f"{command} {tmp_path}/{path}\n1\nquit\n")
    assert said.code == 0
    assert "cannot be written" in said.out
    assert "Game left." in said.out


def test_the_reason_why_a_file_is_no_good_is_in_the_language_of_the_terminal(tmp_path: Path) -> None:
    french = run("play", *PECKING, "--lang", "fr", typed=f"sauver {tmp_path}/no/where\nsauver {tmp_path}\nquitter\n")
    assert "écriture impossible\u00a0: il n’y a pas de tel fichier ou dossier" in french.out
    assert "écriture impossible\u00a0: c’est un dossier" in french.out
    assert "no such file or folder" in refused("play", *PECKING, "--save", f"{tmp_path}/no/where")
    (tmp_path / "latin").write_bytes(b"\xe9")
    assert "it is no text in UTF-8" in refused("replay", str(tmp_path / "latin"))


def test_every_move_is_in_the_file_before_the_next_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    lengths: list[int] = []

    def ask(_terminal: Terminal, _prompt: str, _completions: object = (), *, hidden: bool = False) -> str:
        assert not hidden
        lengths.append(len(read_record(file.read_text()).moves))
        return "1"

    monkeypatch.setattr(Terminal, "ask", ask)
    assert started(file).code == 0
    assert lengths[:3] == [1, 5, 9]  # drawn; placed, and the other seat's draw and move, and a draw
    assert read_record(file.read_text()).result() is not None


@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGKILL])
def test_a_game_that_is_killed_is_kept(ends: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    command = [sys.executable, "-m", "boardgames_fr", "--lang", "en", "play", *PECKING, "--save", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write("1\n")
        playing.stdin.flush()
        shown, asked = "", 0
        while asked < 2:
            shown += os.read(playing.stdout.fileno(), 65536).decode()
            asked = shown.count("Move? ")
        playing.send_signal(ends)
        playing.wait()
    assert len(read_record(file.read_text()).moves) == 5


def test_what_is_taken_back_is_taken_out_of_the_file(toys: None, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = "take 1\nundo\ntake 2\nquit\n"
    said = run("play", "toy_nim", "--bot", "random", "--seed", "1", "--save", str(file), typed=typed)
    assert "Taken back." in said.out
    moves = file.read_text().partition("\n\n")[2].splitlines()
    assert moves[0] == "take 2"
    assert len(moves) == 2


def test_a_finished_game_has_its_result_in_the_file_and_who_played(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert f"Record kept in {file}." in started(file, typed=first_choices()).out
    record = read_record(file.read_text())
    headers = dict(record.headers)
    assert (headers["seat 0"], headers["seat 1"]) == ("person", "random")
    assert re.fullmatch(r"[01](,1)? \(\d+-\d+\)", headers["result"])


def test_a_file_that_holds_something_is_not_overwritten_unasked(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("my notes\n")
    for command in ("play", "watch"):
        assert refused(command, *PECKING, "--save", str(file)) == (
            f"error: {file} exists already; --force overwrites it, --resume goes on with the game in it"
        )
    said = run("play", *PECKING, typed=f"save {file}\nquit\n")
    assert f"{file} exists already; “save! {file}” overwrites it." in said.out
    assert file.read_text() == "my notes\n"
    assert f"Record kept in {file}." in run("play", *PECKING, typed=f"save! {file}\nquit\n").out
    assert len(read_record(file.read_text()).moves) == 1
    assert started(file, "--force").err.endswith("the game stops here\n")
    assert len(read_record(file.read_text()).moves) > 1


def test_save_while_playing_keeps_all_that_follows_too(tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    typed = f"save {first}\n1\nsave {first}\nsave {second}\n1\nquit\n"
    said = run("play", *PECKING, typed=typed)
    assert said.out.count(f"Record kept in {first}.") == 2
    assert said.out.count(f"Record kept in {second}.") == 2  # when it was said, and at the end
    assert len(read_record(first.read_text()).moves) == 5
    assert len(read_record(second.read_text()).moves) == 9


def test_a_resumed_game_is_written_on_in_its_file_with_its_remarks(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    started(file)
    kept = file.read_text()
    file.write_text(kept.replace("\n\n", "\n\n# a good start\n", 1) + "place 1")  # cut off
    said = run("play", *PECKING, "--resume", str(file), typed="1\nquit\n")
    assert f"The game is written to {file} as it goes on." in said.out
    assert "The game goes on after 9 moves." in said.out
    text = file.read_text()
    assert "# a good start" in text
    assert text.replace("# a good start\n", "").startswith(kept)
    assert len(read_record(text).moves) == 10


def test_a_resumed_game_can_be_written_elsewhere(tmp_path: Path) -> None:
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    started(file)
    kept = file.read_text()
    run("play", *PECKING, "--resume", str(file), "--save", str(other), typed="1\nquit\n")
    assert file.read_text() == kept
    assert other.read_text().startswith(kept)
    assert len(other.read_text()) > len(kept)
    assert "exists already" in refused("play", *PECKING, "--resume", str(file), "--save", str(other))
    from_input = run("play", *PECKING, "--resume", "-", typed=kept)
    assert "The game is written" not in from_input.out


def test_a_finished_game_that_is_resumed_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    started(file, typed=first_choices())
    kept = file.read_text()
    said = run("play", "pecking_order", "--resume", str(file))
    assert (said.code, file.read_text()) == (0, kept)
    assert "The game is over." in said.out


def test_a_resumed_game_keeps_who_plays_what(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    options = ("play", "pecking_order", "--seed", "1", "--seat", "1", "--bot", "easy", "--save", str(file))
    run(*options, typed="1\nquit\n")
    file.write_text(file.read_text().replace("seat 1: person", "seat 1: Anna"))
    said = run("play", "pecking_order", "--resume", str(file), typed="quit\n")
    assert "You play seat 1." in said.out
    assert "Seat 0: bot easy" in said.out
    assert dict(read_record(file.read_text()).headers) == {"seat 0": "easy", "seat 1": "Anna"}
    said = run("play", "pecking_order", "--resume", str(file), "--bot", "random", typed="quit\n")
    assert "You play seat 1." in said.out
    assert "Seat 0: bot random" in said.out
    said = run("play", "pecking_order", "--resume", str(file), "--people", "2", typed="\nquit\n")
    assert "You play seats 0, 1." in said.out
    assert dict(read_record(file.read_text()).headers) == {"seat 0": "person", "seat 1": "Anna"}


def test_a_game_between_bots_that_is_resumed_gets_a_person(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("watch", *PECKING, "--save", str(file))
    head, _, moves = file.read_text().partition("\n\n")
    head = "\n".join(line for line in head.splitlines() if not line.startswith("result"))
    file.write_text(head + "\n\n" + moves.splitlines()[0] + "\n")
    said = run("play", "pecking_order", "--resume", str(file), typed="quit\n")
    assert "You play seat 0." in said.out
    assert "Seat 1: bot random" in said.out


def test_a_record_does_not_choose_what_code_is_run(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    started(file)
    text = file.read_text()
    file.write_text(text.replace("seat 1: random", "seat 1: antigravity:nothing"))
    assert "seat 1 was played by the bot antigravity:nothing; say --bot" in refused(
        "play", "pecking_order", "--resume", str(file)
    )
    file.write_text(text.replace("game: pecking_order", "game: antigravity"))
    assert "no game “antigravity”" in refused("replay", str(file))
    assert "antigravity" not in sys.modules


def test_headers_are_put_in_their_places_and_all_else_stays() -> None:
    text = "boardgames-fr 1\n# seat 0: no\nseat 0: Anna\n \ntake 1  # ha\n"
    assert with_headers(text, {"seat 0": "Zoé", "result": "0 (1-0)"}) == (
        "boardgames-fr 1\n# seat 0: no\nseat 0: Zoé\nresult: 0 (1-0)\n\ntake 1  # ha\n"
    )
    assert with_headers("a: b\n", {"c": "d"}) == "a: b\nc: d\n\n"


def test_moves_go_with_their_remarks_and_digests() -> None:
    text = "a: b\n\ntake 1 # one\n# and\ntake 2\n= 2 1 ff\n\n"
    assert without_moves(text, 1) == "a: b\n\ntake 1 # one\n# and\n"
    assert without_moves(text, 2) == "a: b\n\n"


def test_a_file_that_can_be_written_no_more_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    file = RecordFile(str(tmp_path / "a"), "a: b\n\n", Words(Lang.EN), told.append)
    file.add("take 1")
    assert (tmp_path / "a").read_text() == "a: b\n\ntake 1\n"

    def full(_self: object) -> None:
        raise OSError(28, "whatever")

    monkeypatch.setattr(RecordFile, "_write_anew", full)
    file.take_back(1)
    file.take_back(1)
    file.add("take 2")
    file.finish("0 (1-0)")
    assert told == [f"The game is not kept any more! {tmp_path}/a: cannot be written: no space left"]
    assert not file.is_kept
    file.close()
    with pytest.raises(UsageError, match="no space left"):
        RecordFile(str(tmp_path / "a"), "a: b\n\n", Words(Lang.EN), told.append)


def test_where_nothing_can_be_made_anew_the_file_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "no")

    with monkeypatch.context() as patch:
        patch.setattr("boardgames_fr._cli._keeping.tempfile.NamedTemporaryFile", denied)
        RecordFile(str(path), "new\n", Words(Lang.EN), print).close()
    assert path.read_text() == "new\n"
    with monkeypatch.context() as patch:
        patch.setattr("boardgames_fr._cli._keeping.shutil.copymode", denied)
        RecordFile(str(path), "newer\n", Words(Lang.EN), print).close()
    assert path.read_text() == "newer\n"
    RecordFile(str(path), "newest\n", Words(Lang.EN), print).close()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("newest\n", 0o640)
    assert [child.name for child in tmp_path.iterdir()] == ["a"]

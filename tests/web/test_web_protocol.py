"""What is wrong is answered to its sender, changes nothing for anybody, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import websockets.exceptions
from websockets.sync.client import connect

from boardgames_fr import find_game, games
from boardgames_fr.bots import RandomBot
from boardgames_fr.match import play
from tests.web.serving import Made, Person, Server, played_out, scripted, serve
from webtable.journal import Journal, JournalError
from webtable.messages import Refused, read_message, strict_json

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serve(tmp_path) as running:
        yield running


@pytest.fixture
def made(server: Server) -> Made:
    return server.create("pecking_order")


# Messages

HELLO = {
    "v": 1,
    "id": "a",
    "op": "hello",
    "token": f"{0:016}.{0:032}",
    "lang": "en",
    "format": "svg",
    "since": 0,
}


@pytest.mark.parametrize(
    ("text", "code", "key"),
    [
        ("", "malformed", None),
        ("{", "malformed", None),
        ("[]", "malformed", None),
        ("null", "malformed", None),
        ("[" * 4000, "malformed", None),
        ('{"id":"a","id":"a","v":1,"op":"record"}', "malformed", None),
        ('{"id":"a","v":1.0,"op":"record"}', "malformed", None),
        ('{"id":"a","v":NaN,"op":"record"}', "malformed", None),
        ('{"id":"a","v":true,"op":"record"}', "protocol", "a"),
        ('{"id":"a","v":2,"op":"record"}', "protocol", "a"),
        ('{"id":"a","op":"record"}', "protocol", "a"),
        ('{"v":1,"op":"record"}', "malformed", None),
        ('{"id":"","v":1,"op":"record"}', "malformed", None),
        ('{"id":"a b","v":1,"op":"record"}', "malformed", None),
        ('{"id":7,"v":1,"op":"record"}', "malformed", None),
        ('{"id":"a","v":1,"op":"fly"}', "malformed", "a"),
        ('{"id":"a","v":1,"op":["record"]}', "malformed", "a"),
        ('{"id":"a","v":1,"op":"record","more":1}', "malformed", "a"),
        ('{"id":"a","v":1,"op":"move","text":"x"}', "malformed", "a"),
        ('{"id":"a","v":1,"op":"move","text":7,"version":0}', "malformed", "a"),
        ('{"id":"a","v":1,"op":"move","text":"x","version":-1}', "malformed", "a"),
        ('{"id":"a","v":1,"op":"move","text":"x","version":true}', "malformed", "a"),
        ('{"id":"a","v":1,"op":"move","text":"x","version":' + "9" * 3000 + "}", "malformed", "a"),
        ('{"id":"a","v":1,"op":"say","version":1,"said":"x"}', "malformed", "a"),
        ('{"id":"a","v":1,"op":"say","version":1,"said":[1]}', "malformed", "a"),
        (json.dumps({"id": "a", "v": 1, "op": "say", "version": 1, "said": [""] * 65}), "malformed", "a"),
        ('{"id":"a","v":1,"op":"lang","lang":"de"}', "malformed", "a"),
        (json.dumps(HELLO | {"token": "x"}), "malformed", "a"),
        (json.dumps(HELLO | {"token": "../../etc/passwd"}), "malformed", "a"),
        (json.dumps(HELLO | {"format": "png"}), "malformed", "a"),
        ('"' + "é" * 2049 + '"', "too-big", None),
        ('"\ud800"', "malformed", None),
    ],
)
def test_a_message_is_judged_strictly(text: str, code: str, key: str | None) -> None:
    with pytest.raises(Refused) as refused:
        read_message(text)
    assert (refused.value.code, refused.value.key) == (code, key)


def test_a_good_message_is_read() -> None:
    assert read_message('{"v":1,"id":"a-1","op":"undo","version":3}') == ("a-1", "undo", {"version": 3})
    assert strict_json('{"a":[1,null,"x"]}') == {"a": [1, None, "x"]}


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("move", {"version": 0, "text": "place 1"}, "stale"),
    ("move", {"version": 999, "text": "place 1"}, "stale"),
    ("move", {"version": 1, "text": "fly"}, "notation"),
    ("move", {"version": 1, "text": "place 99"}, "illegal"),
    ("move", {"version": 1, "text": "draw 7"}, "illegal"),
    ("say", {"version": 0, "said": []}, "stale"),
    ("say", {"version": 1, "said": ["no"]}, "notation"),
    ("say", {"version": 1, "said": ["peek 1"]}, "illegal"),
    ("say", {"version": 1, "said": ["place 1"]}, "illegal"),
    ("undo", {"version": 1}, "undo"),
    ("undo", {"version": 0}, "stale"),
    ("look", {"ply": 0}, "not-over"),
    ("record", {}, "not-over"),
    ("hello", {**HELLO, "id": "m1"}, "hello-again"),
]


def test_what_is_refused_is_told_to_its_sender_alone_and_changes_nothing(server: Server, made: Made) -> None:
    with server.sit(made, 0) as anna, server.sit(made, 1) as ben, server.sit(made, None, lang="fr") as vera:
        before = anna.position
        for op, fields, code in REFUSED:
            kept = {name: value for name, value in fields.items() if name not in ("v", "id", "op")}
            answer = anna.ask(op, **kept)
            assert (answer["op"], answer["code"]) == ("error", code), (op, fields)
            assert answer["words"]
        for op, fields, _ in REFUSED[:6]:
            assert ben.ask(op, **fields)["code"] == "not-your-turn"  # and nothing about the move
            assert vera.ask(op, **fields)["code"] == "spectator"
        for raw in (b"\x00\xff", "{", "x" * 5000):
            anna.send_raw(raw)
            assert anna.hear()["code"] in ("malformed", "too-big")
        assert vera.ask("record")["words"] == "La partie n’est pas terminée\u00a0: elle a encore des secrets."
        assert anna.ask("move", version=1, text="place 99")["words"] != "This move is not allowed here."
        assert anna.position == before
        for person in (ben, vera, anna):
            assert person.hears_nothing()
        assert anna.move("place 10")["op"] == "done"
        assert ben.at(3)["yours"]


def test_a_frame_far_too_long_closes_its_senders_connection_only(server: Server, made: Made) -> None:
    with server.sit(made, 0) as anna, server.sit(made, 1) as ben:
        ben.send_raw("x" * 70_000)
        with pytest.raises(websockets.exceptions.ConnectionClosed):
            ben.until(lambda _: False)
        assert anna.move("place 10")["op"] == "done"
        with server.sit(made, 1) as again:
            assert again.position["version"] == 3


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (HELLO, "unknown-link"),
        (HELLO | {"v": 3}, "protocol"),
        ({"v": 1, "id": "a", "op": "record"}, "hello-first"),
        ({"v": 1, "id": "a"}, "malformed"),
    ],
)
def test_whoever_does_not_say_hello_is_told_so_and_sent_away(
    fields: dict[str, Any], code: str, server: Server, made: Made
) -> None:
    with connect(f"{server.address.replace('http', 'ws')}/ws") as socket:
        socket.send(json.dumps(fields))
        assert json.loads(socket.recv())["code"] == code
        with pytest.raises(websockets.exceptions.ConnectionClosed):
            socket.recv()
    assert server.forgets()


# Links


def test_a_link_has_128_secret_bits_and_opens_one_seat(server: Server) -> None:
    tables = [server.create("pecking_order", chairs=[None, "easy"]) for _ in range(3)]
    secrets = [link.split(".")[1] for table in tables for link in (table.link(0), table.watch)]
    assert all(re.fullmatch("[0-9a-f]{32}", secret) for secret in secrets)
    assert len(set(secrets)) == 6
    assert tables[0].links[1] is None  # nobody sits down in a bot's place
    with server.sit(tables[0], 0) as anna, server.sit(tables[0], None) as vera:
        assert (anna.position["seat"], vera.position["seat"]) == (0, None)
    # The secret of one table does not open another.
    foreign = f"{tables[0].ident}.{tables[1].link(0).split('.')[1]}"
    with connect(f"{server.address.replace('http', 'ws')}/ws") as socket:
        socket.send(json.dumps(HELLO | {"token": foreign}))
        assert json.loads(socket.recv())["code"] == "unknown-link"
    assert server.forgets()


# Nothing is lost, nothing happens twice


def test_a_message_that_is_sent_again_is_not_done_again(server: Server, made: Made, tmp_path: Path) -> None:
    with server.sit(made, 0) as anna:
        assert anna.ask("move", "once", version=1, text="place 10") == {"op": "done", "id": "once", "version": 3}
        assert anna.ask("move", "once", version=1, text="place 10") == {"op": "done", "id": "once", "version": 3}
        anna.cut()
    with server.sit(made, 0) as anna:
        assert anna.ask("move", "once", version=1, text="place 10")["op"] == "done"
        assert anna.position["version"] == 3
    server.stop()
    with serve(tmp_path) as again, again.sit(made, 0) as anna, again.sit(made, 1) as ben:
        assert anna.ask("move", "once", version=1, text="place 10")["op"] == "done"
        assert ben.position["version"] == 3
        assert ben.ask("move", "once", version=3, text="place 1")["version"] == 5  # another seat's is another message


def test_a_crash_loses_a_torn_line_and_no_accepted_move(server: Server, made: Made, tmp_path: Path) -> None:
    with server.sit(made, 0) as anna:
        anna.move("place 10")
    file = tmp_path / f"{made.ident}.jsonl"
    assert file.stat().st_mode & 0o077 == 0  # it holds secrets
    file.write_bytes(file.read_bytes() + b'{"kind":"move","seat":1,"te')
    with server.sit(made, 1) as ben:
        assert ben.position["version"] == 3
        assert ben.move("place 9")["version"] == 5
    with server.sit(made, 0) as anna:
        assert anna.position["version"] == 5


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.replace(b"place 10", b"place 9"),
        lambda data: data.replace(b'"digest":"', b'"digest":"0'),
        lambda data: data.replace(b'"after":3', b'"after":4'),
        lambda data: data.replace(b'"format":1', b'"format":2'),
        lambda data: data.replace(b"pecking_order", b"no_such_game"),
        lambda data: data + b"[]\n",
        lambda data: data + b"no json\n",
        lambda data: data + b"{}\n",
        lambda _: b"",
    ],
)
def test_a_file_that_somebody_changed_is_not_played_on(spoil: Any, server: Server, made: Made, tmp_path: Path) -> None:
    with server.sit(made, 0) as anna:
        anna.move("place 10")
    file = tmp_path / f"{made.ident}.jsonl"
    file.write_bytes(spoil(file.read_bytes()))
    with connect(f"{server.address.replace('http', 'ws')}/ws") as socket:
        socket.send(json.dumps(HELLO | {"token": made.link(0)}))
        assert json.loads(socket.recv())["code"] == "unreadable"


def test_a_move_that_cannot_be_saved_is_not_made(server: Server, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    with server.sit(made, 0) as anna, server.sit(made, 1) as ben:
        with monkeypatch.context() as full:
            full.setattr(Journal, "append", lambda *_: (_ for _ in ()).throw(JournalError("the disk is full")))
            answer = anna.ask("move", "key", version=1, text="place 10")
            assert (answer["code"], answer["op"]) == ("storage", "error")
            for person in (anna, ben):  # both are cut off and come back to the game as it was saved
                with pytest.raises(websockets.exceptions.ConnectionClosed):
                    person.hear()
        with server.sit(made, 1) as again:
            assert again.position["version"] == 1
        with server.sit(made, 0) as again:
            assert again.ask("move", "key", version=1, text="place 10")["version"] == 3


def test_a_journal_that_cannot_be_written_ends_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.create(tmp_path / "a.jsonl", {"game": "x"}, sync=True)
    before = journal.path.read_bytes()
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("no space")))
    with pytest.raises(JournalError):
        journal.append({"kind": "move"})
    assert journal.path.read_bytes() == before
    with pytest.raises(JournalError):
        list(Journal(tmp_path / "none.jsonl").lines())


def test_nothing_is_left_of_people_who_leave_in_any_way(server: Server) -> None:
    assert server.left_behind() == (0, 0, 0, 0)
    tables = [server.create("pecking_order", chairs=[None, "easy"]), server.create("animals", live=20)]
    tables.append(server.create("dinosaures", chairs=["easy", "mc:20"]))
    for made in tables * 3:
        people = [server.sit(made, None if made.links[0] is None else 0) for _ in range(4)]
        people[0].close()
        people[1].cut()
        people[2].send_raw("x" * 70_000)
        people[3].send_raw('{"v":1')
        people[3].cut()
        for person in people:
            person.close()
    with connect(f"{server.address.replace('http', 'ws')}/ws"):
        pass  # somebody who never says a word
    assert server.forgets()


def test_somebody_who_does_not_read_is_cut_off(server: Server, made: Made) -> None:
    with server.sit(made, 0) as anna, server.sit(made, 1) as ben:
        with pytest.raises((websockets.exceptions.ConnectionClosed, OSError)):  # noqa: PT012 - while it is being sent
            for _ in range(20_000):  # each is answered with a whole picture
                ben.send("lang", lang="fr")
            ben.until(lambda _: False)
        assert anna.move("place 10")["op"] == "done"
    assert server.forgets()


# Playing


def test_undo_where_the_session_allows_it(server: Server) -> None:
    made = server.create("dinosaures", preset="quick")
    with server.sit(made, 0) as anna, server.sit(made, 1, lang="fr") as ben:
        assert anna.position["undo"] is False
        anna.move(anna.position["options"][0]["move"])
        assert anna.at(1)["undo"] is True
        assert ben.at(1)["undo"] is False
        assert ben.ask("undo", version=1)["code"] == "undo"
        assert anna.ask("undo", "u", version=1)["version"] == 2
        assert anna.ask("undo", "u", version=1)["version"] == 2
        assert ben.at(2)["log"] == [
            {"number": 1, "seen": "undo", "words": "Le siège 0 reprend son coup.", "undo": True}
        ]
        assert anna.at(2)["yours"]
    with server.sit(made, 0) as anna:
        assert anna.position["version"] == 2
        assert [line["undo"] for line in anna.position["log"]] == [False, True]


def test_a_reader_gets_what_it_has_not_had_yet_and_changes_its_language(server: Server, made: Made) -> None:
    with server.sit(made, 0) as anna, server.sit(made, 1, since=1) as ben:
        anna.move("place 10")
        assert (ben.position["since"], [line["number"] for line in ben.at(3)["log"]]) == (1, [1, 2])
        ben.send("lang", lang="fr")
        assert ben.hear()["op"] == "done"
        assert (ben.hear()["since"], ben.position["lang"], ben.position["status"]) == (
            0,
            "fr",
            "À vous de jouer\u00a0!",
        )
    with server.sit(made, 1, since=10**6) as ben:  # of a longer game than this: told from the start
        assert ben.position["since"] == 0


def test_bots_play_while_somebody_looks_on(server: Server) -> None:
    made = server.create("capharnaum", preset="two", rules={"rounds": 1}, chairs=["easy", "medium"])
    with server.sit(made, None) as vera:
        vera.until(lambda position: position["over"])
    made = server.create("pecking_order", preset="tiny", chairs=[None, "mc:5"])
    with server.sit(made, 0) as anna:
        while not anna.until(lambda position: position["yours"] or position["over"])["over"]:
            answer = anna.move(anna.any_move(Random(1)))
            anna.at(answer["version"])
    assert server.forgets()


def test_a_bot_that_fails_is_named_and_the_table_stands(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "__call__", lambda *_: 1 / 0)
    made = server.create("pecking_order", chairs=["random", None])
    with server.sit(made, 1) as ben:
        assert ben.until(lambda position: "failed" in position["status"])["status"] == "The bot in seat 0 has failed."
        assert ben.ask("record")["code"] == "not-over"


def test_a_finished_game_is_saved_loaded_and_stepped_through(server: Server) -> None:
    made = server.create("dinosaures", preset="quick")
    with server.sit(made, 0) as anna, server.sit(made, 1) as ben:
        text = anna.ask("record")["text"]  # a game without secrets can be saved at any time
        played_out({0: anna, 1: ben}, Random(2))
        whole = anna.ask("record")
        assert whole["name"] == "dinosaures.txt"
    loaded = Made(httpx.post(f"{server.address}/api/tables", json={"record": whole["text"]}).json())
    with server.sit(loaded, None, fmt="json") as vera:
        assert vera.position["over"]
        assert [vera.ask("look", ply=ply)["words"] == "" for ply in (0, 1)] == [True, False]
    begun = Made(httpx.post(f"{server.address}/api/tables", json={"record": text}).json())
    with server.sit(begun, 0) as anna, server.sit(begun, 1) as ben:
        played_out({0: anna, 1: ben}, Random(3))
    with server.sit(begun, 0) as anna:  # read again from the file, which has a record in it
        assert anna.position["over"]


def test_a_game_with_secrets_goes_on_from_its_record(server: Server) -> None:
    game = find_game("pecking_order")
    record = play(game, game.presets["classic"], (RandomBot(), RandomBot()), seed=1, limit=9)
    answer = httpx.post(f"{server.address}/api/tables", json={"record": str(record), "chairs": [None, "easy"]})
    with server.sit(Made(answer.json()), 0) as anna:
        anna.until(lambda position: position["yours"])
        assert [line["seen"] for line in anna.position["log"]] or anna.position["version"] >= 9
        assert anna.ask("record")["code"] == "not-over"


# A race

DEALS = ["deal 7H", "deal 7C", "deal AD", "deal 2S", "deal 3C", "deal 3D"]


def race(directory: Path, **options: Any) -> Any:
    return serve(directory, make=scripted(DEALS), **options)


def raced(server: Server, seconds: float, chairs: list[str | None] | None = None) -> tuple[Made, list[Person]]:
    """A table where seats 1 and 2 are asked first."""
    made = server.create("animals", live=round(seconds * 10), chairs=chairs)
    return made, [server.sit(made, seat) for seat, link in enumerate(made.links) if link is not None]


def test_the_first_call_that_arrives_is_the_first(tmp_path: Path) -> None:
    with race(tmp_path) as server:
        made, people = raced(server, 30)
        for person in people:
            person.until(lambda position: position["to_move"] == [1, 2])
        assert [person.position["yours"] for person in people] == [False, True, True, False]
        assert people[2].position["status"] == "Quick, call!"
        assert people[1].position["options"] == people[2].position["options"]
        for option in people[2].position["options"]:
            assert f'data-phrase="{option["phrase"]}"' in people[2].position["picture"]
        assert people[0].move("call chat")["code"] == "not-your-turn"
        assert people[2].ask("move", version=0, text="call hibou")["code"] == "stale"
        assert people[2].ask("move", version=2, text="howl")["code"] == "notation"
        assert people[2].ask("move", version=2, text="deal 7H")["code"] == "illegal"
        assert people[2].ask("undo", version=2)["code"] == "undo"
        # Both are right: seat 2 was heard first, so seat 1's pile goes under its own.
        assert people[2].ask("move", "k", version=2, text="call hibou")["op"] == "done"
        assert people[2].ask("move", "k", version=2, text="call hibou")["op"] == "done"
        assert people[2].move("call none")["code"] == "answered"
        heard = people[2].until(lambda position: not position["yours"])
        assert heard["status"].startswith("Your call was heard")
        assert people[1].move("call chat")["op"] == "done"
        log = [line["seen"] for line in people[0].until(lambda position: position["version"] > 2)["log"]]
        assert log[:3] == ["answer ?", "answer ?", "first 2"]
        for person in people:
            person.close()
        with server.sit(made, None) as vera:
            assert vera.position["status"] == "Waiting for everybody to be here (0, 1, 2, 3)."
        assert server.forgets()


def test_a_race_waits_for_everybody_ends_by_itself_and_outlives_a_restart(tmp_path: Path) -> None:
    with race(tmp_path) as server:
        made = server.create("animals", live=300)
        with server.sit(made, 1) as ben:
            assert ben.position["status"] == "Waiting for everybody to be here (0, 2, 3)."
            assert ben.move("call chat")["code"] == "not-your-turn"
        people = [server.sit(made, seat) for seat in range(4)]
        people[2].until(lambda position: position["yours"])
        assert people[2].move("call hibou")["op"] == "done"
        for person in people:
            person.close()
    text = (tmp_path / f"{made.ident}.jsonl").read_text()
    (tmp_path / f"{made.ident}.jsonl").write_text(text.replace('"live":300', '"live":4'))
    with race(tmp_path) as server:
        people = [server.sit(made, seat) for seat in range(4)]
        log = people[0].until(lambda position: position["version"] > 2)["log"]
        assert [line["seen"] for line in log if line["number"] >= 2][:2] == ["answer ?", "answer ?"]
        assert "Owl" in log[-1]["words"] or len(log) > 3
        for person in people:
            person.close()


def test_bots_race_too(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        _, people = raced(server, 0.2, [None, "easy", "medium", "hard"])
        deadline = time.monotonic() + 60
        while not people[0].until(lambda position: position["yours"] or position["over"])["over"]:
            people[0].move("call none")
            version = people[0].position["version"]
            people[0].until(lambda position, seen=version: position["version"] > seen or position["over"])  # type: ignore[misc]  # a default argument
            assert time.monotonic() < deadline
        people[0].close()
        assert server.forgets()


# HTTP


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "no game"),
        ({"game": "chess"}, "no game"),
        ({"game": "animals", "preset": "x"}, "preset"),
        ({"game": "animals", "rules": {"seats": 9}}, "seats"),
        ({"game": "animals", "rules": {"x": 9}}, "unknown key"),
        ({"game": "animals", "rules": [1]}, "expected"),
        (
            {"game": "capharnaum", "rules": {"house": "part 1\n" + "+--" * 99_999 + "+\n" + "|\n" * 99_999}},
            "2000 squares",
        ),
        ({"game": "capharnaum", "rules": {"house": "part 1\n" * 99_999}}, "each part once"),
        ({"game": "animals", "chairs": [None]}, "chairs: one a seat, 4"),
        ({"game": "pecking_order", "chairs": [None, "mc:2001"]}, "N at most 2000"),
        ({"game": "pecking_order", "chairs": [None, "stockfish"]}, "no bot"),
        ({"game": "pecking_order", "chairs": [None, 3]}, "chairs"),
        ({"game": "pecking_order", "live": 5}, "is no race"),
        ({"game": "animals", "live": 1}, "tenths of a second, 2 to 600"),
        ({"game": "animals", "live": 5.5}, "no JSON"),
        ({"game": "animals", "secret": 1}, "unknown: secret"),
        ({"record": "boardgames-fr 1\n"}, "ply 0"),
        ({"record": "x", "game": "animals"}, "line 1"),
    ],
)
def test_a_table_that_cannot_be_made_says_why(fields: dict[str, Any], words: str, server: Server) -> None:
    answer = httpx.post(f"{server.address}/api/tables", json=fields)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_pages_bring_nothing_from_elsewhere_and_posts_are_bounded(server: Server) -> None:
    for path in ("/", "/table", "/static/table.js", "/static/style.css", "/static/icon.svg", "/api/games"):
        answer = httpx.get(server.address + path)
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", answer.text)
    assert [game["name"] for game in httpx.get(f"{server.address}/api/games").json()] == list(games())
    assert httpx.get(f"{server.address}/api/rulebook/animals/fr").text.startswith("#")
    assert httpx.get(f"{server.address}/api/rulebook/animals/de").status_code == 404
    assert httpx.get(f"{server.address}/api/rulebook/chess/fr").status_code == 404
    for data, kind in (
        (b"{}", "text/plain"),
        (b"[]", "application/json"),
        (b'"' + b"x" * (1 << 20) + b'"', "application/json"),
    ):
        for path in ("/api/tables", "/api/rules"):
            assert httpx.post(server.address + path, content=data, headers={"content-type": kind}).status_code == 400
    found = httpx.post(f"{server.address}/api/rules", json={"game": "capharnaum", "rules": {"seats": 3}}).json()
    assert (found["seats"], found["rules"]["rounds"]) == (3, 4)


def test_a_server_has_room_for_so_many_tables(tmp_path: Path) -> None:
    with serve(tmp_path, most_tables=1) as server:
        server.create("animals")
        answer = httpx.post(f"{server.address}/api/tables", json={"game": "animals"})
        assert "no room" in answer.json()["error"]
    with serve(tmp_path, most_tables=1) as server:
        assert httpx.post(f"{server.address}/api/tables", json={"game": "animals"}).status_code == 400

"""Whole games over real WebSockets, every seat connected: what each seat is told is what it may know, byte for byte."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardgames_fr import CHANCE, Lang, Seat, find_game, games, read_record
from boardgames_fr.codec import Codec
from boardgames_fr.game import AnyGame
from boardgames_fr.record import as_seen, replay
from boardgames_fr.session import Session
from tests.web.serving import SHORT, Person, played_out, scripted, serve
from webtable.table import Table

pytestmark = pytest.mark.browser

NAMES = games()


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_with_every_seat_and_a_spectator(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    with serve(tmp_path) as server, ExitStack() as stack:
        made = server.create(name, **SHORT[name])
        people = {seat: stack.enter_context(server.sit(made, seat)) for seat in range(len(made.links))}
        watcher = stack.enter_context(server.sit(made, None, lang="fr", fmt="json"))
        played_out(people, Random(5))
        watcher.until(lambda position: position["over"])
        record = read_record(people[0].ask("record")["text"])
        last = list(replay(record))[-1]
        assert game.outcome(last) is not None
        told: list[tuple[int | None, Person]] = [(None, watcher), *people.items()]
        for seat, person in told:
            # Everything told, put together, is what the record says that this seat saw, in order, nothing twice.
            seen = [text for text, _ in as_seen(game, record, None if seat is None else Seat(seat)) if text is not None]
            lines = [line for text in person.bytes for line in json.loads(text).get("log", ())]
            assert [line["seen"] for line in lines if not line["undo"]] == seen[-len(lines) :]
            assert [line["number"] for line in lines] == list(range(len(record.moves)))
            assert person.position["won"] is (seat in (game.outcome(last) or pytest.fail("not over")).winners)
        assert watcher.position["view"] == Codec(game).view_to_data(game.observe(last, None))
        assert people[0].position["picture"].startswith("<svg")
        for ply in (0, len(record.moves) // 2, len(record.moves)):
            past = people[0].ask("look", ply=ply)
            assert (past["ply"], past["plies"]) == (ply, len(record.moves))
            assert past["picture"].startswith("<svg")
        assert people[0].ask("look", ply=len(record.moves) + 1)["code"] == "no-such-ply"
    assert server.host.tables == {}


# Secrecy: two games that one seat cannot tell apart

Step = tuple[Any, str, str]
"""Who moves, the text in the one game, the text in the other."""


def twins(game: AnyGame, rules: Any, seat: Seat | None, rng: Random, most: int = 45) -> tuple[list[Step], bool]:
    """Two games of the same length that look the same to `seat`, and whether they differ at all."""
    one = other = game.new_game(rules)
    steps: list[Step] = []
    differ = 0
    while game.to_move(one) is not None and len(steps) < most:
        step = _alike(game, one, other, seat, rng)
        if step is None:
            break
        mover, move, twin = step
        one, other = game.apply(one, move), game.apply(other, twin)
        steps.append((mover, str(move), str(twin)))
        # Chance must not be left halfway: the session would draw on.
        if one != other and game.to_move(one) is not CHANCE:
            differ = len(steps)
    while steps and differ == 0 and game.to_move(one) is CHANCE:
        moves = game.legal_moves(one)
        steps.append((CHANCE, str(moves[0]), str(moves[0])))
        one = game.apply(one, moves[0])
    return (steps[:differ], True) if differ else (steps, False)


def _alike(game: AnyGame, one: Any, other: Any, seat: Seat | None, rng: Random) -> tuple[Any, Any, Any] | None:
    mover = game.to_move(one)
    moves, twins_of = list(game.legal_moves(one)), list(game.legal_moves(other))
    for move in rng.sample(moves, min(len(moves), 12)):
        seen, after = game.seen(one, move, seat), game.observe(game.apply(one, move), seat)
        found = [move] if mover == seat else rng.sample(twins_of, len(twins_of))
        swap = rng.random() < 0.5  # not always: what is revealed later must be the same
        for twin in sorted(found, key=lambda twin: (str(twin) == str(move)) is swap):
            if game.seen(other, twin, seat) == seen and game.observe(game.apply(other, twin), seat) == after:
                return mover, move, twin
    return None


BAD = (
    "{",
    '{"v":1,"id":"x","op":"fly"}',
    '{"v":1,"id":"x","op":"look","ply":3}',
    '{"v":1,"id":"x","op":"record"}',
    '{"v":1,"id":"x","op":"undo","version":0}',
    '{"v":1,"id":"x","op":"move","version":0,"text":"no such move"}',
    '{"v":1,"id":"x","op":"say","version":0,"said":["no"]}',
    "x" * 5000,
)


def what_a_seat_receives(
    directory: Path, name: str, options: dict[str, Any], steps: list[Step], which: int, seat: int | None
) -> list[str]:
    """Every frame that one seat gets while all the others play their side of the script, and it itself its own."""
    chance = [step[which] for step in steps if step[0] is CHANCE]
    with serve(directory, make=scripted(chance)) as server, ExitStack() as stack:
        made = server.create(name, **options)
        people: dict[int | None, Person] = {
            place: stack.enter_context(server.sit(made, place)) for place in (*range(len(made.links)), None)
        }
        reader = people[seat]
        for number, step in enumerate(steps):
            if step[0] is CHANCE:
                continue
            if number % 5 == 0:
                for bad in BAD:
                    reader.send_raw(bad)
                    assert reader.hear()["op"] in ("error", "record"), bad
                reader.send("lang", lang="fr" if number % 2 else "en")
                assert [reader.hear()["op"], reader.hear()["op"]] == ["done", "position"]
            answer = people[step[0]].move(step[which])
            assert answer["op"] == "done", answer
            for person in people.values():
                person.at(answer["version"])
        with server.sit(made, seat, lang="fr", fmt="json", since=2) as again:
            return [*reader.bytes, *again.bytes]


SECRET: dict[str, dict[str, Any]] = {
    "pecking_order": {"preset": "classic"},
    "domestication": {"preset": "blind"},
    "animals": {"preset": "classic"},
    "capharnaum": {"preset": "two", "rules": {"rounds": 1}},
    "dinosaures": {"preset": "quick"},
}


def rules_of(game: AnyGame, options: dict[str, Any]) -> Any:
    return Codec(game).rules_from_data(options.get("rules", {}), game.presets[options["preset"]])


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("name", NAMES)
def test_with_hidden_worlds_swapped_not_a_byte_differs(name: str, seat: int | None, tmp_path: Path) -> None:
    game = find_game(name)
    rules = rules_of(game, SECRET[name])
    eyes = None if seat is None else Seat(seat)
    found = [twins(game, rules, eyes, Random(seed)) for seed in range(12)]
    steps, differ = max(found, key=lambda pair: (pair[1], len(pair[0])))
    # Where the rules hide something the two games must differ, or this would be no test.
    assert differ is (name in ("pecking_order", "domestication", "animals"))
    assert len(steps) >= 8
    one, other = (
        what_a_seat_receives(tmp_path / str(which), name, SECRET[name], steps, which, seat) for which in (1, 2)
    )
    assert one == other
    assert len(one) > len(BAD)


def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("pecking_order")
    found = [twins(game, game.presets["classic"], Seat(0), Random(seed)) for seed in range(3)]
    steps, _ = max(found, key=lambda pair: len(pair[0]))
    plain = Session.log

    def leaky(self: Any, _seat: Any, since: int = 0, lang: Lang = Lang.EN) -> Any:
        return plain(self, Seat(1), since, lang)

    monkeypatch.setattr(Session, "log", leaky)
    one, other = (
        what_a_seat_receives(tmp_path / str(which), "pecking_order", {"preset": "classic"}, steps, which, 0)
        for which in (1, 2)
    )
    assert one != other


@pytest.mark.parametrize("calls", [("call hibou", None), ("call hibou", "call none"), ("call renard", "call chat")])
def test_in_a_race_nobody_hears_what_the_others_have_called(
    calls: tuple[str | None, str | None], tmp_path: Path
) -> None:
    received = []
    for which, call in enumerate(calls):
        with serve(tmp_path / str(which), make=scripted(["deal 7H", "deal 7C", "deal 7D", "deal 7S"])) as server:
            # Seat 1 gets the first card, so 1 and 2 are asked.
            made = server.create("animals", live=300)
            people = {seat: server.sit(made, seat) for seat in range(4)}
            watcher = server.sit(made, None)
            everybody = [*people.values(), watcher]
            for person in everybody:
                person.until(lambda position: position["to_move"] == [1, 2])
            if call is not None:
                assert people[1].move(call)["op"] == "done"
                assert people[1].hear()["yours"] is False
            others = [person for person in everybody if person is not people[1]]
            for person in others:
                person.send_raw("?")
                assert person.hear()["code"] == "malformed"
            assert people[2].position["yours"]
            received.append([person.bytes[-1:] for person in others] + [people[2].bytes[1:]])
            for person in everybody:
                person.close()
    assert received[0] == received[1]


def test_the_same_table_is_read_again_from_its_file(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        made = server.create("pecking_order", preset="tiny")
        with server.sit(made, 0) as anna, server.sit(made, 1) as ben:
            played_out({0: anna, 1: ben}, Random(1))
            bytes_before = anna.position
    with serve(tmp_path) as server, server.sit(made, 0) as anna:
        assert anna.position | {"since": 0, "log": []} == bytes_before | {"since": 0, "log": []}
        assert isinstance(server.host.tables[made.ident], Table)

"""Sessions: each seat gets its share, nothing is told to the wrong one, and what is refused changes nothing."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from random import Random
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames_fr import CHANCE, BoardGamesError, CodecError, Lang, Outcome, RecordError, Seat, SessionError
from boardgames_fr.bots import RandomBot
from boardgames_fr.chance import below
from boardgames_fr.errors import (
    GameOverError,
    IllegalMoveError,
    NotationError,
    NotYourTurnError,
    StaleVersionError,
    UndoError,
    UnknownSeatError,
)
from boardgames_fr.game import AnyGame, Game
from boardgames_fr.match import play
from boardgames_fr.record import as_seen, replay, with_result
from boardgames_fr.session import Entry, Session, Update
from tests.tools.cases import NAMES, cases, find, watchers
from tests.toys import bluff, nim

ANNA, BEN = Seat(0), Seat(1)


def nim_session(**rules: int) -> Session[nim.Rules, nim.State, nim.Take, nim.State]:
    return Session(nim.GAME, nim.Rules(**rules), seed=1)


def bluff_session(rounds: int = 2) -> Session[bluff.Rules, bluff.State, bluff.Move, bluff.View]:
    return Session(bluff.GAME, bluff.Rules(rounds=rounds), seed=1)


def everything(session: Session[Any, Any, Any, Any]) -> tuple[Any, ...]:
    """All that can be asked of a session."""
    seats = watchers(session.game, session.record().rules)
    return (
        session.version,
        session.to_move,
        session.outcome,
        session.record(),
        session.save(),
        tuple((session.view(seat), session.log(seat)) for seat in seats),
        tuple(session.legal(seat) for seat in seats if seat is not None),
    )


def played_out(session: Session[Any, Any, Any, Any], seed: int = 1, most: int = 1000) -> None:
    """Let the seats to move choose at random until the game is over."""
    rng = Random(seed)
    for _ in range(most):
        seat = session.to_move
        if seat is None:
            break
        legal = session.legal(seat)
        session.submit(seat, legal[below(rng, len(legal))], session.version)


# Every game


@pytest.mark.parametrize(("name", "preset"), cases())
def test_each_seat_gets_its_view_its_moves_and_its_log(name: str, preset: str) -> None:
    game = find(name)
    rules = game.presets[preset]
    session = Session(game, rules, seed=5)
    played_out(session, most=12)
    record = session.record()
    *_, state = replay(record)
    assert session.version == len(record.moves)
    assert session.to_move == game.to_move(state)
    for seat in watchers(game, rules):
        assert session.view(seat) == game.observe(state, seat)
        sights = list(as_seen(game, record, seat))
        views = [game.observe(game.new_game(rules), seat), *(view for _, view in sights)]
        for lang in Lang:
            assert session.log(seat, lang=lang) == tuple(
                Entry(number, text, game.narrate(views[number], text, view, lang))
                for number, (text, view) in enumerate(sights)
            )
        if seat is not None:
            mine = seat == game.to_move(state)
            assert session.legal(seat) == (tuple(map(str, game.legal_moves(state))) if mine else ())


@pytest.mark.parametrize("name", NAMES)
def test_chance_is_the_same_as_in_a_match_of_this_seed(name: str) -> None:
    game = find(name)
    rules = next(iter(game.presets.values()))
    record = play(game, rules, [RandomBot(seat) for seat in range(game.seats(rules))], seed="s", limit=80)
    session = Session(game, rules, seed="s")
    for move, state in zip(record.moves, replay(record), strict=False):
        mover = game.to_move(state)
        if mover is not CHANCE:
            assert mover is not None
            session.submit(mover, str(move), session.version)
    assert session.record().moves[: len(record.moves)] == record.moves


@pytest.mark.parametrize("name", NAMES)
def test_a_loaded_session_is_the_same_and_plays_on_alike(name: str) -> None:
    game = find(name)
    rules = list(game.presets.values())[-1]
    session = Session(game, rules)
    for _ in range(4):
        again = Session.load(game, session.save())
        assert everything(again) == everything(session)
        played_out(session, 7, 9)
        played_out(again, 7, 9)
        assert everything(again) == everything(session)
    assert session.save().endswith("\n")
    assert session.save().isascii()


@pytest.mark.parametrize("name", NAMES)
def test_who_is_not_to_move_learns_nothing_from_a_refusal(name: str) -> None:
    game = find(name)
    rules = next(iter(game.presets.values()))
    session = Session(game, rules, seed=2)
    played_out(session, most=3)
    before = everything(session)
    asked = session.to_move
    assert asked is not None
    texts = ["", "x", *session.legal(asked)[:3]]
    for seat in map(Seat, range(game.seats(rules))):
        if seat != asked:
            said = set()
            for text in texts:
                for version in (session.version, -1, 10**9):
                    with pytest.raises(NotYourTurnError) as caught:
                        session.submit(seat, text, version)
                    said.add(str(caught.value))
            assert said == {f"seat {seat} is not asked now"}
    assert everything(session) == before


@pytest.mark.parametrize("name", NAMES)
def test_the_end_is_told_to_everybody(name: str) -> None:
    game = find(name)
    session = Session(game, list(game.presets.values())[-1], seed=3)
    played_out(session)
    assert session.to_move is None
    assert session.outcome == session.record().result()
    assert session.record() == with_result(session.record())
    assert session.record().headers
    with pytest.raises(GameOverError):
        session.submit(ANNA, "x", 0)
    assert session.reveal_seed() == 3
    assert everything(Session.load(game, session.save())) == everything(session)


# What is refused, and in which order


REFUSALS: list[tuple[Any, str, int, type[BoardGamesError], str]] = [
    (2, "take 1", 0, UnknownSeatError, "no seat '2': the seats are 0 to 1"),
    (-1, "take 1", 0, UnknownSeatError, "no seat '-1'"),
    (True, "take 1", 0, UnknownSeatError, "no seat 'True'"),
    ("0", "take 1", 0, UnknownSeatError, "no seat '0'"),
    (1, "grab", 9, NotYourTurnError, "seat 1 is not asked now"),
    (0, "grab", 1, StaleVersionError, "made for version 1, the session is at version 0"),
    (0, "grab", 0, NotationError, "expected `take N`"),
    (0, "take 4", 0, IllegalMoveError, "take 4: not-legal-here"),
]


@pytest.mark.parametrize(("seat", "text", "version", "kind", "message"), REFUSALS)
def test_each_refusal_is_an_error_of_its_own_and_changes_nothing(
    seat: Any, text: str, version: int, kind: type[BoardGamesError], message: str
) -> None:
    session = nim_session()
    before = everything(session)
    with pytest.raises(kind, match=message) as caught:
        session.submit(seat, text, version)
    assert type(caught.value) is kind
    assert everything(session) == before


def test_a_stale_version_says_both() -> None:
    with pytest.raises(StaleVersionError) as caught:
        nim_session().submit(ANNA, "take 1", 3)
    assert (caught.value.given, caught.value.current) == (3, 0)


@pytest.mark.parametrize("seat", [Seat(2), Seat(-1), True, "0", 0.0])
def test_unknown_seats_see_nothing(seat: Any) -> None:
    session = bluff_session()
    asks: list[Callable[[], object]] = [
        lambda: session.view(seat),
        lambda: session.legal(seat),
        lambda: session.log(seat),
        lambda: session.undo(seat, session.version),
        lambda: session.submit_all([(seat, "talk low")], session.version),
    ]
    for ask in asks:
        with pytest.raises(UnknownSeatError):
            ask()


def test_a_refused_move_of_chance_names_the_table() -> None:
    session = bluff_session()
    with pytest.raises(NotYourTurnError, match="the table is not asked now"):
        session.submit_all([(CHANCE, "deal low")], session.version)


# By hand


def test_an_update_says_what_everybody_may_know() -> None:
    session = bluff_session(rounds=1)
    assert session.version == 1
    assert session.seats == 2
    assert session.game is bluff.GAME
    assert session.submit(ANNA, "talk low", 1) == Update(1, 2, BEN, None)
    update = session.submit(BEN, "guess low", 2)
    assert update == Update(2, 3, None, session.outcome)
    assert isinstance(update.outcome, Outcome)


def test_the_log_from_a_version_on_is_what_is_new_since() -> None:
    session = bluff_session()
    session.submit(ANNA, "talk low", 1)
    known = session.version
    session.submit(BEN, "guess low", known)
    assert session.log(BEN, known) == (
        Entry(2, "guess low", "Seen: guess low."),
        Entry(3, "deal ?", "Seen: deal ?."),
    )
    assert session.log(None, 3, Lang.FR) == (Entry(3, "deal ?", "On a vu : deal ?."),)
    assert not session.log(None, 3)[0].undo
    assert session.log(ANNA, 3)[0].seen.startswith("deal ")
    assert session.log(ANNA, 3)[0].seen != "deal ?"
    assert session.log(ANNA, 99) == ()
    with pytest.raises(ValueError, match="since must not be negative, but is -1"):
        session.log(ANNA, -1)


def test_without_a_seed_there_are_128_random_bits() -> None:
    seeds = {json.loads(Session(bluff.GAME, bluff.Rules()).save())["value"]["seed"] for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 1 << 128 for seed in seeds)
    assert max(seeds) > 1 << 100


def test_the_seed_is_shown_to_nobody_before_the_end() -> None:
    session: Session[Any, Any, Any, Any] = Session(bluff.GAME, bluff.Rules(rounds=1), seed="canary")
    with pytest.raises(SessionError, match="the seed is a secret until the game is over"):
        session.reveal_seed()
    shown = [repr(session), str(session), repr(session.log(ANNA)), repr(session.view(None)), str(session.record())]
    assert not any("canary" in text for text in shown)
    assert repr(session) == "<Session toy_bluff, version 1>"
    assert "canary" in session.save()
    played_out(session)
    assert session.reveal_seed() == "canary"


# At once


def test_submit_all_makes_all_moves_and_then_chances() -> None:
    session = bluff_session()
    update = session.submit_all([(ANNA, "talk low"), (BEN, "guess high")], 1)
    assert update == Update(1, 4, ANNA, None)
    assert [entry.seen for entry in session.log(None)] == ["deal ?", "talk low", "guess high", "deal ?"]


def test_submit_all_takes_moves_of_chance_as_told() -> None:
    for card in ("low", "low*", "high", "high*"):
        session = bluff_session()
        session.submit_all([(ANNA, "talk low"), (BEN, "guess high"), (CHANCE, f"deal {card}")], 1)
        assert session.log(ANNA)[-1].seen == f"deal {card}"
        assert everything(Session.load(bluff.GAME, session.save())) == everything(session)


@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        ([(ANNA, "talk low"), (ANNA, "guess low")], NotYourTurnError),
        ([(ANNA, "talk low"), (BEN, "guess")], NotationError),
        ([(ANNA, "talk low"), (BEN, "talk low")], IllegalMoveError),
        ([(ANNA, "talk low"), (BEN, "guess low"), (ANNA, "talk low")], NotYourTurnError),
        ([(ANNA, "talk low"), (BEN, "guess low"), (CHANCE, "deal middle")], NotationError),
        ([(ANNA, "talk low"), (BEN, "guess low"), (CHANCE, "talk low")], IllegalMoveError),
        ([(ANNA, "talk low"), (Seat(2), "guess low")], UnknownSeatError),
    ],
)
def test_submit_all_makes_all_moves_or_none(moves: Any, kind: type[BoardGamesError]) -> None:
    session = bluff_session()
    before = everything(session)
    with pytest.raises(kind):
        session.submit_all(moves, 1)
    assert everything(session) == before
    good = bluff_session()
    for other in (session, good):  # chance goes on as if nothing had happened
        other.submit_all([(ANNA, "talk low"), (BEN, "guess low")], 1)
    assert everything(session) == everything(good)


def test_submit_all_of_nothing_changes_nothing() -> None:
    session = bluff_session()
    assert session.submit_all([], 1) == Update(1, 1, ANNA, None)
    with pytest.raises(StaleVersionError):
        session.submit_all([], 0)


def test_whatever_goes_wrong_changes_nothing() -> None:
    def broken(_view: object, move: object) -> Any:
        if str(move).startswith("deal high"):
            raise ZeroDivisionError
        return bluff.apply_unchecked(_view, move)  # type: ignore[arg-type]  # a state and a move, as ever

    game: AnyGame = attrs.evolve(bluff.GAME, apply_unchecked=broken, apply=broken)
    for seed in range(20):
        try:
            session: Session[Any, Any, Any, Any] = Session(game, bluff.Rules(), seed=seed)
        except ZeroDivisionError:
            continue
        session.submit(ANNA, "talk low", 1)
        before = everything(session)
        try:
            session.submit(BEN, "guess low", 2)
        except ZeroDivisionError:
            assert everything(session) == before
            with pytest.raises(ZeroDivisionError):  # chance would draw the same again
                session.submit(BEN, "guess low", 2)
            return
    raise AssertionError("no high card in twenty games")


# Undo


def test_a_seat_takes_its_own_last_move_back() -> None:
    session = nim_session()
    session.submit(ANNA, "take 2", 0)
    assert session.undo(ANNA, 1) == Update(1, 2, ANNA, None)
    assert session.view(None) == nim.new_game(nim.Rules())
    assert session.record().moves == ()
    assert session.log(BEN, 1) == (Entry(1, "undo", "Seat 0 takes its move back.", undo=True),)
    assert session.log(BEN, 1, Lang.FR)[0].narration == "Le siège 0 reprend son coup."
    session.submit(ANNA, "take 3", 2)
    assert [str(move) for move in session.record().moves] == ["take 3"]
    assert [entry.seen for entry in session.log(BEN)] == ["take 2", "undo", "take 3"]
    assert everything(Session.load(nim.GAME, session.save())) == everything(session)


def turns_of_two() -> Game[nim.Rules, nim.State, nim.Take, nim.State]:
    """Nim in which each seat moves twice."""

    def apply(state: nim.State, move: nim.Take) -> nim.State:
        after = nim.apply_unchecked(state, move)
        return attrs.evolve(after, seat=state.seat if (state.rules.heap - after.heap) % 2 else after.seat)

    return attrs.evolve(nim.GAME, apply=apply, apply_unchecked=apply)


def test_undo_goes_back_move_by_move_as_far_as_they_are_its_own() -> None:
    session = Session(turns_of_two(), nim.Rules())
    session.submit(ANNA, "take 2", 0)
    session.submit(BEN, "take 1", 1)
    session.submit(BEN, "take 2", 2)
    with pytest.raises(UndoError, match="seat 0 cannot undo: the last move is not its own"):
        session.undo(ANNA, 3)
    session.undo(BEN, 3)
    session.undo(BEN, 4)
    with pytest.raises(UndoError, match="the last move is not its own"):
        session.undo(BEN, 5)
    session.undo(ANNA, 5)
    with pytest.raises(UndoError, match="the last move is not its own"):
        session.undo(ANNA, 6)
    assert session.record().moves == ()
    assert session.version == 6


def test_the_last_move_of_all_can_be_taken_back_until_the_seed_is_shown() -> None:
    session = nim_session(heap=2)
    session.submit(ANNA, "take 2", 0)
    assert session.to_move is None
    session.undo(ANNA, 1)
    session.submit(ANNA, "take 2", 2)
    session.reveal_seed()
    with pytest.raises(UndoError, match="the seed has been revealed"):
        session.undo(ANNA, 3)
    with pytest.raises(UndoError, match="the seed has been revealed"):
        Session.load(nim.GAME, session.save()).undo(ANNA, 3)


def test_undo_needs_the_present_version() -> None:
    session = nim_session()
    session.submit(ANNA, "take 2", 0)
    with pytest.raises(StaleVersionError):
        session.undo(ANNA, 0)


def test_nothing_is_taken_back_where_there_are_secrets() -> None:
    session = bluff_session()
    session.submit(ANNA, "talk low", 1)
    with pytest.raises(UndoError, match="the game has secrets"):
        session.undo(ANNA, 2)


def test_nothing_is_taken_back_where_it_cannot_be_known_whether_there_are_secrets() -> None:
    parts = {field.name: getattr(nim.GAME, field.name) for field in attrs.fields(Game)}
    silent = {name: part for name, part in parts.items() if name not in ("worlds", *nim.GAME.missing)}
    game: AnyGame = Game(**silent)
    session = Session(game, nim.Rules())
    session.submit(ANNA, "take 2", 0)
    with pytest.raises(UndoError, match="the game has secrets"):
        session.undo(ANNA, 1)


@pytest.mark.parametrize(("name", "can"), [("capharnaum", True), ("dinosaures", True), ("pecking_order", False)])
def test_our_open_games_allow_undo_and_the_others_do_not(name: str, can: bool) -> None:
    game = find(name)
    session = Session(game, game.rules_type(), seed=1)
    seat = session.to_move
    assert seat is not None
    before = session.view(None)
    session.submit(seat, session.legal(seat)[0], session.version)
    if can:
        session.undo(seat, session.version)
        assert session.view(None) == before
    else:
        with pytest.raises(UndoError):
            session.undo(seat, session.version)


def test_a_secret_that_has_come_out_is_no_reason_to_take_back() -> None:
    game, seats = find("domestication"), (ANNA, BEN)
    session = Session(game, game.rules_type(), seed=1)
    for _ in range(200):
        seat = session.to_move
        if seat is None:
            break
        session.submit(seat, session.legal(seat)[-1], session.version)
    for seat in seats:
        with pytest.raises(UndoError):
            session.undo(seat, session.version)


# Saving


def saved(session: Session[Any, Any, Any, Any], **changed: Any) -> str:
    whole = json.loads(session.save())
    return json.dumps(whole | {"value": whole["value"] | changed})


def test_the_text_of_a_session_is_exactly_this() -> None:
    session = nim_session()
    session.submit(ANNA, "take 2", 0)
    session.undo(ANNA, 1)
    assert session.save() == (
        '{"format":1,"game":"toy_nim","kind":"session","value":{"log":[["seat","take 2"],["undo","take 2"]],'
        '"revealed":false,"rules":{"heap":7,"most":3},"seed":1}}\n'
    )


@pytest.mark.parametrize(
    ("changed", "path", "message"),
    [
        ({"seed": 2.5}, "$.value.seed", "expected integer or string"),
        ({"seed": 2}, "$.value.log[0]", "the seed makes chance draw otherwise"),
        ({"rules": {"rounds": 0}}, "$.value.rules.rounds", "an integer from 1 to 9"),
        ({"log": []}, "$.value.log", "chance's last moves are missing"),
        ({"log": [["seat", "talk low"]]}, "$.value.log[0]", "another mover is to move"),
        ({"log": [["told", "deal low"], ["told", "deal low"]]}, "$.value.log[1]", "another mover is to move"),
        ({"log": [["told", "deal low"], ["drawn", "deal low"]]}, "$.value.log[1]", "another mover is to move"),
        ({"log": [["told", "deal low"], ["undo", "deal low"]]}, "$.value.log[1]", "there is nothing to take back"),
        ({"log": [["undo", "deal low"]]}, "$.value.log[0]", "there is nothing to take back"),
        ({"log": [["told", "deal"]]}, "$.value.log[0]", "expected"),
        ({"log": [["told", "talk low"]]}, "$.value.log[0]", "talk low"),
        ({"log": [["say", "deal low"]]}, "$.value.log[0][0]", "expected one of"),
        ({"revealed": True}, "$.value.revealed", "the seed is a secret until the game is over"),
        ({"extra": 1}, "$.value.extra", "unknown key"),
    ],
)
def test_texts_that_are_no_session_are_refused(changed: Any, path: str, message: str) -> None:
    with pytest.raises(CodecError) as caught:
        Session.load(bluff.GAME, saved(bluff_session(), **changed))
    assert caught.value.path == path
    assert message in caught.value.problem


def test_other_documents_are_no_session() -> None:
    text = bluff_session().save()
    for wrong in ("", "[]", text.replace('"session"', '"state"'), text.replace('"rules":', '"rule":')):
        with pytest.raises(CodecError):
            Session.load(bluff.GAME, wrong)
    with pytest.raises(CodecError, match=r"\$\.game: expected 'toy_nim'"):
        Session.load(nim.GAME, text)
    with pytest.raises(CodecError, match=r"\$\.value\.rules: this key is missing"):
        Session.load(bluff.GAME, '{"format":1,"game":"toy_bluff","kind":"session","value":[]}')


def test_undone_moves_must_be_those_that_were_made() -> None:
    session = nim_session()
    for log in ([["seat", "take 2"], ["undo", "take 1"]], [["seat", "take 7"]], [["seat", "take 1"]] * 8):
        with pytest.raises(CodecError, match=r"\$\.value\.log\["):
            Session.load(nim.GAME, saved(session, log=log))


# Threads


def test_many_threads_make_each_move_once() -> None:
    session = nim_session(heap=300, most=1)
    made: list[int] = []
    start = threading.Barrier(6)

    def busy() -> None:
        start.wait()
        while (seat := session.to_move) is not None:
            version = session.version
            try:
                made.append(session.submit(seat, "take 1", version).version)
            except SessionError:
                continue
            session.log(None, version)
            session.view(seat)

    threads = [threading.Thread(target=busy) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == list(range(1, 301))
    assert session.record().result() == session.outcome


# Whatever comes in


@given(
    st.integers(0, 3), st.text(max_size=12) | st.sampled_from(["take 1", "take 2 quick", "take 9"]), st.integers(-1, 3)
)
def test_any_request_is_answered_or_refused(seat: int, text: str, version: int) -> None:
    session = nim_session()
    session.submit(ANNA, "take 1", 0)
    before = everything(session)
    try:
        session.submit(Seat(seat), text, version)
    except BoardGamesError:
        assert everything(session) == before
    else:
        assert session.version == 2


@given(data=st.data())
def test_any_change_of_a_saved_session_is_answered_or_refused(data: st.DataObject) -> None:
    session = bluff_session()
    played_out(session, 1, data.draw(st.integers(0, 4)))
    text = session.save()
    at = data.draw(st.integers(0, len(text) - 1))
    text = text[:at] + data.draw(st.text(max_size=2)) + text[at + data.draw(st.integers(0, 3)) :]
    try:
        again = Session.load(bluff.GAME, text)
    except CodecError:
        return
    assert everything(Session.load(bluff.GAME, again.save())) == everything(again)


# What a host needs beside


def test_the_host_has_the_state_and_may_ask_what_is_allowed() -> None:
    session = nim_session()
    assert session.is_open
    assert session.state == session.view(None)
    assert [session.can_undo(seat) for seat in (ANNA, BEN)] == [False, False]
    session.submit(ANNA, "take 2", 0)
    assert [session.can_undo(seat) for seat in (ANNA, BEN)] == [True, False]
    secret = bluff_session()
    assert not secret.is_open
    assert secret.state == list(replay(secret.record()))[-1]
    with pytest.raises(UnknownSeatError):
        session.can_undo(Seat(9))


@pytest.mark.parametrize(("name", "preset"), cases())
def test_a_session_goes_on_from_a_record(name: str, preset: str) -> None:
    game = find(name)
    first = Session(game, game.presets[preset], seed=5)
    played_out(first, most=12)
    second = Session.resume(first.record(), seed=6)
    assert (second.version, second.state, second.record()) == (first.version, first.state, first.record())
    assert [second.log(seat) for seat in watchers(game, game.presets[preset])] == [
        first.log(seat) for seat in watchers(game, game.presets[preset])
    ]
    played_out(second, seed=3)
    assert second.outcome is not None
    assert Session.load(game, second.save()).save() == second.save()


def test_chance_draws_what_a_record_leaves_open() -> None:
    whole = bluff_session()
    played_out(whole)
    start = attrs.evolve(whole.record(), moves=(), headers=())
    assert Session.resume(start, seed=1).record() == bluff_session().record()
    with pytest.raises(RecordError):
        Session.resume(attrs.evolve(start, moves=whole.record().moves * 2))


def test_a_move_that_is_no_text_and_a_version_that_is_no_number_are_refused() -> None:
    session = Session(nim.GAME, nim.Rules(), seed=1)
    seat = session.to_move
    assert seat is not None
    for move in (5, None, ["take 1"]):
        with pytest.raises(NotationError, match="the text of a move, not a value of the type"):
            session.submit(seat, cast("str", move), session.version)
    for version in (True, "0", None):
        with pytest.raises(StaleVersionError):
            session.submit(seat, "take 1", cast("int", version))
    assert session.version == 0

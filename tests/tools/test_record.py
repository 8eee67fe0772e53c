"""Records: readable text that comes back equal, is checked move by move, and loses at most its last line."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames_fr import (
    BoardGamesError,
    CodecError,
    IllegalMoveError,
    Outcome,
    RecordError,
    Seat,
    UnknownGameError,
    read_record,
)
from boardgames_fr.errors import UnknownSeatError
from boardgames_fr.record import (
    Record,
    Recorder,
    as_seen,
    digest,
    read,
    read_good,
    replay,
    result_text,
    with_digests,
    with_result,
)
from tests.tools.cases import NAMES, cases, find, played, watchers
from tests.toys import bluff, nim

HEAD = """boardgames-fr 1
game: toy_nim
rules-version: 1
rules: {"heap": 7, "most": 3}
"""
TAKE_3, TAKE_2, TAKE_1 = nim.Take(3), nim.Take(2), nim.Take(1)
FULL: Record[Any, Any, Any, Any] = Record(
    nim.GAME, nim.Rules(), (TAKE_3, TAKE_3, TAKE_1), (("seat 0", "Anna"), ("result", "0 (1-0)"))
)
FULL_TEXT = HEAD + "seat 0: Anna\nresult: 0 (1-0)\n\ntake 3\ntake 3\ntake 1\n"


# Every game


@pytest.mark.parametrize(("name", "preset"), cases())
def test_records_of_whole_games_come_back_equal(name: str, preset: str) -> None:
    record = played(name, preset, limit=700)
    text = str(with_digests(record, 25))
    assert read(text, find) == with_digests(record, 25)
    assert str(read(text, find)) == text
    assert read(str(record), find) == record
    assert text.isascii()
    assert "\r" not in text
    assert text.endswith("\n")


@pytest.mark.parametrize("name", NAMES)
def test_replay_gives_the_first_state_and_the_one_after_each_move(name: str) -> None:
    record = played(name, next(iter(find(name).presets)), limit=50)
    game = find(name)
    state = game.new_game(record.rules)
    states = [state]
    for move in record.moves:
        state = game.apply(state, move)
        states.append(state)
    assert list(replay(record)) == states
    assert record.result() == game.outcome(state)


@pytest.mark.parametrize("name", NAMES)
def test_as_seen_is_what_each_seat_saw_move_by_move(name: str) -> None:
    game, record = find(name), played(name, next(iter(find(name).presets)), limit=50)
    states = list(replay(record))
    for seat in watchers(game, record.rules):
        sights = list(as_seen(game, record, seat))
        assert [text for text, _ in sights] == [
            game.seen(state, move, seat) for state, move in zip(states, record.moves, strict=False)
        ]
        assert [view for _, view in sights] == [game.observe(state, seat) for state in states[1:]]


@pytest.mark.parametrize("name", NAMES)
def test_records_survive_pickle_and_copy(name: str) -> None:
    record = played(name, next(iter(find(name).presets)), limit=30)
    for again in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):
        assert again == record
        assert hash(again) == hash(record)
        assert again.game is record.game


@pytest.mark.parametrize("name", NAMES)
def test_equal_states_have_equal_digests_and_others_have_others(name: str) -> None:
    game, record = find(name), played(name, next(iter(find(name).presets)), limit=40)
    states = set(replay(record))
    assert len({digest(game, state) for state in states}) == len(states)


@pytest.mark.parametrize("name", NAMES)
def test_cutting_a_text_anywhere_loses_nothing_but_the_cut_line(name: str) -> None:
    record = with_digests(played(name, next(iter(find(name).presets)), limit=12), 5)
    text = str(record)
    start = text.index("\n\n") + 2
    for end in range(start, len(text), 7):
        whole_lines = text[start:end].split("\n")[:-1]
        good = [line for line in whole_lines if not line.startswith("=")]
        assert [str(move) for move in read(text[:end], find).moves] == good


# The text form


def test_the_text_is_exactly_this() -> None:
    assert str(FULL) == FULL_TEXT
    assert read(FULL_TEXT, find) == FULL
    assert FULL.result() == Outcome((Seat(0),), (1, 0), (1.0, -1.0))


def test_the_text_with_digests_is_exactly_this() -> None:
    sha = [digest(nim.GAME, state) for state in replay(FULL)]
    text = FULL_TEXT.replace("take 3\ntake 3\ntake 1\n", f"take 3\ntake 3\n= 2 1 {sha[2]}\ntake 1\n= 3 1 {sha[3]}\n")
    assert with_digests(FULL, 2).digests == ((2, sha[2]), (3, sha[3]))
    assert str(with_digests(FULL, 2)) == text
    assert read(text, find) == with_digests(FULL, 2)
    assert str(Record(nim.GAME, nim.Rules(), (), (), ((0, sha[0]),))) == HEAD + f"\n= 0 1 {sha[0]}\n"


def test_a_digest_is_the_same_everywhere() -> None:
    state = nim.State(nim.Rules(), 7)
    # SHA-256 of {"format":1,"game":"toy_nim","kind":"state","value":{"heap":7,"last":null,"rules":{"heap":7,
    # "most":3},"seat":0}} and a LF, without the break
    assert digest(nim.GAME, state) == "4d8dc9b6a0ab2e3c88cf55e8d02500e2a8f68c6ba0338a3d3242ab0a99308d87"


def test_people_may_edit_it() -> None:
    text = (
        "\ufeff" + HEAD.replace("\n", "\r\n") + "# who plays\r\nseat 0 :  Anna \r\nx-note:\r\n  \r\n"
        "# a remark\r\n  take 3   # a good move # really\r\n\r\n\ttake 3\r\ntake 1#no\r\n"
    )
    record, error = read_good(text, find)
    assert record.moves == (TAKE_3, TAKE_3)
    assert record.headers == (("seat 0", "Anna"), ("x-note", ""))
    assert error is not None
    assert error.line == 13
    assert str(error) == "line 13, ply 2: no move: 'take 1#no': expected `take N` or `take N quick`"
    assert "x-note:\n" in str(record)


def test_unknown_headers_are_kept_in_order_even_twice() -> None:
    headers = (("note", "b"), ("Zug", "ä: #1"), ("note", "a"))
    record: Record[Any, Any, Any, Any] = Record(nim.GAME, nim.Rules(), (), headers)
    assert read(str(record), find) == record


def test_rules_left_out_take_their_defaults_so_that_old_records_stay_readable() -> None:
    assert read(HEAD.replace('"heap": 7, ', "") + "\n", find).rules == nim.Rules()


def test_a_record_may_end_after_its_headers() -> None:
    assert read(HEAD, find) == read(HEAD + "\n", find) == Record(nim.GAME, nim.Rules())


def test_read_record_knows_our_games() -> None:
    record = played("pecking_order", "tiny")
    assert read_record(str(record)) == record
    with pytest.raises(UnknownGameError, match="toy_nim"):
        read_record(FULL_TEXT)


# Faults


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "a record begins with the line `boardgames-fr 1`"),
        ("boardgames-fr 1", 1, "a record begins with the line"),
        ("boardgames-fr 2\n", 1, "this is not format 1 of records"),
        ("boardgames-fr 10\n", 1, "this is not format 1 of records"),
        ("chess 1\n", 1, "a record begins with the line"),
        ("boardgames-fr 1\n", 1, "the header game is missing"),
        (HEAD.replace("rules-version: 1\n", ""), 1, "the header rules-version is missing"),
        (HEAD.replace("version: 1", "version: 2"), 3, "these are not the rules of version 1"),
        (HEAD + "game: toy_nim\n", 5, "the header game is there twice"),
        (HEAD + "result: 0\nresult: 0\n", 6, "the header result is there twice"),
        (HEAD + "no header\n", 5, "a header is `name: value`"),
        (HEAD + ": 1\n", 5, "'' cannot be the name of a header"),
        (HEAD + "a: \x00\n", 5, "the header a holds what does not fit"),
        (HEAD.replace("7", "0"), 4, "rules: $.heap: heap = '0': an integer from 1 to 1000"),
        (HEAD.replace("7", "true"), 4, "rules: $.heap: expected integer, not boolean"),
        (HEAD.replace("{", "["), 4, "rules: $: not JSON"),
    ],
)
def test_faulty_headers_make_no_record(text: str, line: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_good(text, find)
    assert caught.value.problem.startswith(message)
    assert (caught.value.line, caught.value.ply, caught.value.record) == (line, 0, None)


SHA = "0" * 64


@pytest.mark.parametrize(
    ("moves", "line", "ply", "message"),
    [
        ("take 3\ntake 5\n", 7, 1, "illegal move take 5: not-legal-here"),
        ("take 3\ntake 3\ntake 1\ntake 1\n", 9, 3, "illegal move take 1: game-over"),
        ("grab 3\n", 6, 0, "no move: 'grab 3'"),
        ("take 3 \x00\n", 6, 0, "no move: "),
        (f"take 3\n= 1 1 {SHA}\n", 7, 1, "the digest of ply 1 differs"),
        (f"take 3\n= 2 1 {SHA}\n", 7, 1, "a digest of ply 2 stands after 1 moves"),
        ("take 3\n= 1 1 123\n", 7, 1, "a digest is written `= PLY FORMAT SHA256`"),
    ],
)
def test_faulty_moves_leave_the_good_ones(moves: str, line: int, ply: int, message: str) -> None:
    good, error = read_good(HEAD + "\n" + moves, find)
    assert error is not None
    assert error.problem.startswith(message)
    assert (error.line, error.ply) == (line, ply)
    assert good.moves == (TAKE_3, TAKE_3, TAKE_1)[:ply]
    with pytest.raises(RecordError) as caught:
        read(HEAD + "\n" + moves, find)
    assert caught.value.record == error.record == good
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_the_good_moves_before_a_fault_have_no_result() -> None:
    good, error = read_good(FULL_TEXT.replace("take 1\n", "take 9\n"), find)
    assert error is not None
    assert good == error.record == attrs.evolve(FULL, moves=(TAKE_3, TAKE_3), headers=(("seat 0", "Anna"),))


def test_a_digest_twice_is_a_fault() -> None:
    line = f"= 0 1 {digest(nim.GAME, nim.new_game(nim.Rules()))}\n"
    with pytest.raises(RecordError, match="line 7, ply 0: the digest of ply 0 is there twice"):
        read(HEAD + "\n" + line + line, find)


def test_a_digest_of_another_format_is_passed_over() -> None:
    assert read(HEAD + f"\ntake 3\n= 1 2 {SHA}\n", find) == Record(nim.GAME, nim.Rules(), (TAKE_3,))


@pytest.mark.parametrize("claim", ["1 (0-1)", "0 (1-0) well played", "0"])
def test_a_wrong_result_is_a_fault(claim: str) -> None:
    good, error = read_good(FULL_TEXT.replace("0 (1-0)", claim), find)
    assert error is not None
    assert (error.line, error.ply) == (6, 3)
    assert error.problem == f"the result is given as {claim!r}, but the moves say 0 (1-0)"
    assert good == attrs.evolve(FULL, headers=(("seat 0", "Anna"),))


def test_a_result_is_not_checked_before_the_moves_end_the_game() -> None:
    for text in (FULL_TEXT.removesuffix("take 1\n"), FULL_TEXT[:-1]):
        cut = read(text, find)
        assert cut.moves == (TAKE_3, TAKE_3)
        assert cut.headers == FULL.headers


def test_replay_stops_at_the_first_illegal_move_with_the_good_part() -> None:
    record: Record[Any, Any, Any, Any] = Record(
        nim.GAME, nim.Rules(), (TAKE_3, nim.Take(5), TAKE_1), (("a", "b"), ("result", "x"))
    )
    states = replay(record)
    assert [next(states).heap, next(states).heap] == [7, 4]
    with pytest.raises(RecordError, match="ply 1: illegal move take 5") as caught:
        next(states)
    assert caught.value.record == Record(nim.GAME, nim.Rules(), (TAKE_3,), (("a", "b"),))
    assert caught.value.line is None
    assert isinstance(caught.value.__cause__, IllegalMoveError)
    with pytest.raises(RecordError):
        record.result()


def test_replay_names_the_first_digest_that_differs() -> None:
    right = with_digests(FULL, 1)
    assert len(list(replay(right))) == 4
    wrong = attrs.evolve(right, digests=(right.digests[0], (2, SHA), (3, SHA)))
    with pytest.raises(RecordError, match="ply 2: the digest of ply 2 differs") as caught:
        list(replay(wrong))
    assert caught.value.record == attrs.evolve(FULL, moves=(TAKE_3, TAKE_3), headers=(("seat 0", "Anna"),))
    late = attrs.evolve(right, digests=((7, SHA),))
    with pytest.raises(RecordError, match="ply 3: a digest of ply 7, which the record does not reach"):
        list(replay(late))


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ((("", "x"),), "cannot be the name"),
        ((("a:b", "x"),), "cannot be the name"),
        ((("#a", "x"),), "cannot be the name"),
        (((" a", "x"),), "cannot be the name"),
        ((("rules", "x"),), "cannot be the name"),
        ((("a\nb", "x"),), "cannot be the name"),
        ((("a", "x\ny"),), "does not fit on its line"),
        ((("a", " x"),), "does not fit on its line"),
        ((("a", "x\x7fy"),), "does not fit on its line"),
        ((("a", "x\x9fy"),), "does not fit on its line"),
        ((("a", "x\udfffy"),), "does not fit on its line"),
        ((("a", "\x85"),), "does not fit on its line"),
        ((("a", "\ud800"),), "does not fit on its line"),
        ((("result", "x"), ("result", "x")), "result is there twice"),
    ],
)
def test_headers_that_would_not_come_back_are_refused(headers: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record(nim.GAME, nim.Rules(), (), headers)


@pytest.mark.parametrize(
    "digests", [((2, SHA), (1, SHA)), ((1, SHA), (1, SHA)), ((-1, SHA),), ((1, "x"),), ((1, SHA.upper() + "A"),)]
)
def test_digests_that_would_not_come_back_are_refused(digests: Any) -> None:
    with pytest.raises(RecordError, match="digest"):
        Record(nim.GAME, nim.Rules(), (), (), digests)


# Helpers


def test_with_result_puts_the_result_last_and_only_of_a_finished_game() -> None:
    record: Record[Any, Any, Any, Any] = Record(nim.GAME, nim.Rules(), FULL.moves, (("result", "?"), ("a", "b")))
    assert with_result(record).headers == (("a", "b"), ("result", "0 (1-0)"))
    assert with_result(attrs.evolve(record, moves=(TAKE_3,))).headers == (("a", "b"),)


def test_a_record_of_wrong_rules_has_no_text() -> None:
    with pytest.raises(CodecError, match="expected a Rules, not NoneType"):
        str(attrs.evolve(FULL, rules=None))


def test_results_are_winners_and_scores() -> None:
    assert result_text(Outcome((Seat(0), Seat(2)), (7, -3, 7), (0.5, -1.0, 0.5))) == "0,2 (7--3-7)"


def test_with_digests_needs_a_positive_distance() -> None:
    with pytest.raises(ValueError, match="every must be positive, not 0"):
        with_digests(FULL, 0)


def test_as_seen_hides_what_a_seat_may_not_know() -> None:
    moves = (bluff.Deal(bluff.Card(bluff.Level.LOW)), bluff.Talk(None))
    record: Record[Any, Any, Any, Any] = Record(bluff.GAME, bluff.Rules(), moves)
    texts = {seat: [text for text, _ in as_seen(bluff.GAME, record, seat)] for seat in (Seat(0), Seat(1), None)}
    assert texts == {0: ["deal low", "talk none"], 1: ["deal ?", "talk none"], None: ["deal ?", "talk none"]}


def test_as_seen_knows_the_seats() -> None:
    for seat in (2, -1, 10**5000):
        with pytest.raises(UnknownSeatError):
            as_seen(nim.GAME, FULL, Seat(seat))


def test_as_seen_takes_nothing_but_an_integer_for_a_seat() -> None:
    for seat in (True, False, 0.0, "0"):
        with pytest.raises(UnknownSeatError):
            as_seen(nim.GAME, FULL, seat)  # type: ignore[arg-type]  # wrong on purpose


# Writing while playing


def test_a_recorder_writes_each_line_as_soon_as_it_is_known() -> None:
    lines: list[str] = []
    recorder = Recorder(nim.GAME, nim.Rules(), lines.append, headers=(("seat 0", "Anna"),), digest_every=2)
    assert "".join(lines) == HEAD + "seat 0: Anna\n\n"
    assert recorder.add(TAKE_3, "a remark").heap == 4
    assert lines[-1] == "take 3  # a remark\n"
    recorder.add(TAKE_3)
    assert lines[-2] == "take 3\n"
    assert lines[-1] == f"= 2 1 {digest(nim.GAME, recorder.state)}\n"
    assert read("".join(lines), find) == recorder.record
    assert recorder.record.digests == ((2, digest(nim.GAME, recorder.state)),)
    assert recorder.state.heap == 1


def test_a_recorder_writes_nothing_that_is_wrong() -> None:
    lines: list[str] = []
    recorder = Recorder(nim.GAME, nim.Rules(), lines.append)
    with pytest.raises(IllegalMoveError):
        recorder.add(nim.Take(7))
    with pytest.raises(RecordError, match="ply 0: the remark does not fit"):
        recorder.add(TAKE_1, "two\nlines")
    assert recorder.record == Record(nim.GAME, nim.Rules())
    assert len(lines) == 1
    with pytest.raises(ValueError, match="digest_every must be positive, not 0"):
        Recorder(nim.GAME, nim.Rules(), lines.append, digest_every=0)


# Whatever comes in


def answered(text: str, look_up: Callable[[str], Any] = find) -> None:
    try:
        record, _ = read_good(text, look_up)
    except BoardGamesError:
        return
    again, error = read_good(str(record), look_up)
    assert error is None
    assert again == record


def find_here(name: str) -> Any:
    if name not in NAMES:
        raise UnknownGameError(name, NAMES)
    return find(name)


@given(st.text(max_size=60))
def test_any_text_is_answered_or_refused(text: str) -> None:
    answered(text, find_here)
    answered(HEAD + text, find_here)
    answered(HEAD + "\n" + text, find_here)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_any_change_of_a_record_is_answered_or_refused(name: str, data: st.DataObject) -> None:
    lines = str(with_digests(played(name, next(iter(find(name).presets)), limit=25), 7)).split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        line = lines[index]
        at = data.draw(st.integers(0, len(line)))
        new = data.draw(st.text(max_size=3) | st.sampled_from(["", "?", "#", "=", "0", "9" * 5000, "\r", "\x00", " "]))
        lines[index] = line[:at] + new + line[at + data.draw(st.integers(0, 2)) :]
        if data.draw(st.booleans()):
            lines.insert(index, lines[data.draw(st.integers(0, len(lines) - 1))])
    answered("\n".join(lines), find_here)

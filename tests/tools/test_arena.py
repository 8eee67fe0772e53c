"""Tournaments: fair seats, standings that are the same wherever games are played, failing bots, resuming."""

from __future__ import annotations

import json
import math
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from boardgames_fr import find_game, games, read_record
from boardgames_fr.arena import (
    Entrant,
    GameResult,
    Standings,
    full_round,
    read_results,
    seating,
    standings,
    tournament,
    wilson,
)
from boardgames_fr.bots import RandomBot
from boardgames_fr.errors import RecordError
from boardgames_fr.game import Seat
from boardgames_fr.record import read
from tests.toys import bluff, broken, nim
from tests.toys.contestants import (
    First,
    Hangs,
    HangsWatching,
    Illegal,
    Kills,
    KillsOnce,
    Mutates,
    Perfect,
    Raises,
    Watches,
    cannot_be_made,
    kills_when_made,
)

NIM_BOTS: list[Entrant[nim.State, nim.Take]] = [
    Entrant("random", RandomBot),
    Entrant("perfect", Perfect),
    Entrant("first", First),
]


def new_pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


def nim_games(entrants: list[Entrant[nim.State, nim.Take]], games: int = 6, **options: Any) -> Standings:
    return tournament(nim.GAME, nim.Rules(heap=12), entrants, games=games, seed=5, **options)


@pytest.fixture(scope="module")
def expected() -> Standings:
    """What everybody must find, wherever the games are played."""
    return nim_games(NIM_BOTS, games=24)


# Seats


@pytest.mark.parametrize(
    ("entrants", "seats"), [(2, 2), (5, 2), (3, 3), (5, 3), (4, 4), (2, 4), (3, 4), (2, 3), (1, 2), (3, 1)]
)
def test_in_a_full_round_everybody_sits_on_every_seat_equally_often_and_meets_everybody(
    entrants: int, seats: int
) -> None:
    games = full_round(entrants, seats)
    sat = [seating(1, entrants, seats, index) for index in range(games)]
    assert len({Counter(table[seat] for table in sat)[who] for seat in range(seats) for who in range(entrants)}) == 1
    met = Counter(pair for table in sat for pair in combinations(sorted(set(table)), 2))
    assert len(met) == (math.comb(entrants, 2) if seats > 1 else 0)
    assert len(set(met.values())) <= 1


def test_a_table_moves_on_by_one_seat_each_game() -> None:
    first, second, third = (seating(1, 3, 3, index) for index in range(3))
    assert second == (*first[1:], first[0])
    assert third == (*second[1:], second[0])


def test_fewer_entrants_than_seats_sit_down_several_times() -> None:
    assert Counter(seating(1, 2, 4, 0)) == {0: 2, 1: 2}
    assert sorted(Counter(seating(1, 3, 4, 0)).values()) == [1, 1, 2]
    assert full_round(3, 4) == 12


def test_a_short_tournament_has_seen_the_tables_evenly() -> None:
    sat = Counter(who for index in range(30) for who in seating(1, 10, 2, index))
    assert len(sat) >= 9
    assert max(sat.values()) <= 10


# The same everywhere


def test_the_perfect_player_wins_and_the_sums_are_right(expected: Standings) -> None:
    assert expected.rows[0].name == "perfect"
    assert expected.games == 24
    assert sum(row.games for row in expected.rows) == 48
    assert sum(row.points for row in expected.rows) == 24
    assert sum(row.wins for row in expected.rows) == sum(row.losses for row in expected.rows) == 24
    assert expected.failures == ()
    assert all(row.rate_low < row.rate <= row.rate_high <= 1 for row in expected.rows if row.points)


def test_standings_are_the_same_with_threads(expected: Standings) -> None:
    with ThreadPoolExecutor(3) as executor:
        assert nim_games(NIM_BOTS, games=24, executor=executor) == expected


def test_standings_are_the_same_with_processes(expected: Standings) -> None:
    with new_pool() as executor:
        assert nim_games(NIM_BOTS, games=24, executor=executor) == expected
    assert nim_games(NIM_BOTS, games=24, executor=new_pool) == expected


def test_standings_are_the_same_with_processes_of_the_arena(expected: Standings) -> None:
    assert nim_games(NIM_BOTS, games=24, workers=2) == expected
    assert nim_games(NIM_BOTS, games=24, move_seconds=60.0) == expected


def test_bots_that_watch_and_begin_do_so_in_processes_of_the_arena_too() -> None:
    entrants: list[Entrant[nim.State, nim.Take]] = [Entrant("watches", Watches), Entrant("random", RandomBot)]
    assert nim_games(entrants, workers=1) == nim_games(entrants)


def test_another_seed_is_another_tournament() -> None:
    entrants: list[Entrant[bluff.View, bluff.Move]] = [Entrant("a", RandomBot), Entrant("b", RandomBot)]
    one, again, other = (tournament(bluff.GAME, bluff.Rules(9), entrants, games=20, seed=seed) for seed in (5, 5, 6))
    assert one == again != other


@pytest.mark.parametrize("name", games())
def test_every_game_of_the_registry_can_be_played_for_a_title(name: str) -> None:
    game = find_game(name)
    entrants: list[Entrant[Any, Any]] = [Entrant("one", RandomBot), Entrant("two", RandomBot)]
    found = tournament(game, game.rules_type(), entrants, games=2, seed=1)
    assert sum(row.points for row in found.rows) == pytest.approx(2)
    assert found.void == 0


# Standings


def result(index: int, sat: tuple[int, ...], returns: tuple[float, ...], **more: Any) -> GameResult:
    best = max(returns)
    winners = tuple(Seat(seat) for seat, value in enumerate(returns) if value == best)
    return GameResult(index, sat, winners, (), returns, more.get("forfeit"), more.get("problem", ""), "")


def test_wilson_intervals_are_those_of_the_books() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_three_wins_in_four_are_191_elo_and_the_interval_narrows_with_the_root_of_the_games() -> None:
    def after(rounds: int) -> Standings:
        outcomes = [(1.0, -1.0), (1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)] * rounds
        return standings("toy", ["a", "b"], [result(i, (0, 1), returns) for i, returns in enumerate(outcomes)])

    few, many = after(25)["a"], after(2500)["a"]
    assert few.elo is not None
    assert many.elo is not None
    assert few.elo_high is not None
    assert many.elo_high is not None
    assert 2 * many.elo == pytest.approx(400 * math.log10(3), abs=0.1)
    assert (few.elo_high - few.elo) / (many.elo_high - many.elo) == pytest.approx(10, rel=0.02)
    # The difference of two strengths has the variance 1 / (n p (1 - p)) in natural units.
    width = 1.96 * 400 / math.log(10) / math.sqrt(10_000 * 0.75 * 0.25)
    assert 2 * (many.elo_high - many.elo) == pytest.approx(width, rel=0.01)


def test_whoever_wins_everything_has_a_finite_elo_and_draws_are_even() -> None:
    won = standings("toy", ["a", "b"], [result(i, (0, 1), (1.0, -1.0)) for i in range(10)])
    assert won["a"].elo is not None
    assert 100 < won["a"].elo < 1000
    drawn = standings("toy", ["a", "b"], [result(0, (0, 1), (0.0, 0.0))])
    assert drawn["a"].elo == pytest.approx(0)
    assert (drawn["a"].points, drawn["a"].shared, drawn["a"].wins, drawn["a"].losses) == (0.5, 1, 0, 0)


def test_shared_wins_at_a_table_of_four_give_a_share_of_the_point() -> None:
    found = standings("toy", list("abcd"), [result(0, (0, 1, 2, 3), (1.0, 1.0, -1.0, -1.0))])
    assert [(row.name, row.points) for row in found.rows] == [("a", 0.5), ("b", 0.5), ("c", 0.0), ("d", 0.0)]
    elos = {row.name: row.elo for row in found.rows}
    assert elos["a"] == pytest.approx(elos["b"])
    assert elos["c"] == pytest.approx(elos["d"])


def test_standings_do_not_depend_on_the_order_in_which_games_end() -> None:
    results = [result(i, (i % 3, (i + 1) % 3), (1.0, -1.0) if i % 2 else (-1.0, 1.0)) for i in range(9)]
    assert standings("toy", list("abc"), results) == standings("toy", list("abc"), results[::-1])


def test_a_solo_game_has_no_elo() -> None:
    found = standings("toy", ["a", "b"], [result(0, (0,), (-3.0,)), result(1, (1,), (-5.0,))])
    assert (found["a"].mean_return, found["b"].mean_return) == (-3.0, -5.0)
    assert found["a"].elo is None
    assert [row.name for row in found.rows] == ["a", "b"]
    assert str(found).splitlines()[2].endswith("-3.000           -")


def test_whoever_never_sat_down_has_nothing_to_show() -> None:
    found = standings("toy", ["a", "b", "c"], [result(0, (0, 1), (1.0, -1.0))])
    assert (found["c"].games, found["c"].rate, found["c"].elo) == (0, 0.0, None)
    with pytest.raises(KeyError):
        found["d"]


def test_the_text_table() -> None:
    results = [
        result(0, (0, 1), (1.0, -1.0)),
        result(1, (1, 0), (1.0, -1.0), forfeit=1, problem="it raised KeyError: 1"),
    ]
    table = str(standings("toy", ["anna", "b"], results))
    assert table == (
        "toy: 2 games\n"
        "      games  won  shared  lost  forfeit  points          rate (95 %)  return        Elo (95 %)\n"
        "anna      2    1       0     1        1     1.0  50.0 % (9.5 … 90.5)  +0.000  +0 (-215 … +215)\n"
        "b         2    1       0     1        0     1.0  50.0 % (9.5 … 90.5)  +0.000  +0 (-215 … +215)\n"
        "game 1: anna (seat 1) forfeits: it raised KeyError: 1"
    )


# Bots that fail


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        (Raises, "it raised RuntimeError: <object object> confuses me"),
        (Illegal, "its answer 'take everything' is not a legal move"),
        (Mutates, "it raised FrozenInstanceError"),
        (cannot_be_made, "making it raised FileNotFoundError: weights.bin"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"workers": 1}], ids=["here", "there"])
def test_a_bot_that_fails_forfeits_every_game_and_the_standings_show_it(
    bot: Any, problem: str, options: dict[str, Any]
) -> None:
    found = nim_games([Entrant("bad", bot), Entrant("good", First)], games=4, **options)
    assert (found["good"].wins, found["good"].forfeits) == (4, 0)
    assert (found["bad"].losses, found["bad"].forfeits, found["bad"].mean_return) == (4, 4, -1.0)
    assert [(failure.name, failure.index) for failure in found.failures] == [("bad", index) for index in range(4)]
    assert {failure.seat for failure in found.failures} == {0, 1}
    assert all(failure.problem.startswith(problem) for failure in found.failures)
    assert f"bad (seat {found.failures[0].seat}) forfeits: {problem}" in str(found)


@pytest.mark.parametrize("bot", [Hangs, HangsWatching])
def test_a_bot_that_thinks_for_too_long_forfeits(bot: Any, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    found = nim_games([Entrant("slow", bot), Entrant("quick", First)], games=2, move_seconds=0.5, records=path)
    assert found["slow"].forfeits == found["quick"].wins == 2
    assert {failure.problem for failure in found.failures} == {"it thought for more than 0.5 seconds"}
    for game in read_results(path):
        record = read(game.record, lambda _name: nim.GAME)
        assert dict(record.headers)["forfeit"] == str(game.forfeit)
        assert 1 <= len(record.moves) <= 3


def test_a_bot_that_takes_its_process_down_forfeits_where_the_arena_owns_the_processes() -> None:
    found = nim_games([Entrant("killer", Kills), Entrant("good", First), Entrant("other", First)], games=6, workers=2)
    assert found["killer"].forfeits == found["killer"].games == 4
    assert {failure.problem for failure in found.failures} == {"its process died"}
    assert found["good"].games == found["other"].games == 4


def test_a_bot_that_takes_its_process_down_when_it_is_made_forfeits() -> None:
    found = nim_games([Entrant("killer", kills_when_made), Entrant("good", First)], games=2, workers=1)
    assert found["killer"].forfeits == 2


@pytest.mark.parametrize("options", [{"workers": 2}, {"executor": new_pool}], ids=["arena's", "executor's"])
def test_a_worker_that_is_killed_once_costs_nothing(options: dict[str, Any], tmp_path: Path) -> None:
    def entrants(name: str) -> list[Entrant[nim.State, nim.Take]]:
        return [Entrant("fragile", partial(KillsOnce, tmp_path / name)), Entrant("random", RandomBot)]

    (tmp_path / "calm").touch()
    calm = nim_games(entrants("calm"), games=10)
    assert nim_games(entrants("shaken"), games=10, **options) == calm
    assert (tmp_path / "shaken").exists()


def test_where_nobody_can_tell_who_kills_workers_the_game_is_void() -> None:
    found = nim_games(
        [Entrant("killer", Kills), Entrant("good", First), Entrant("other", First)], games=6, executor=new_pool
    )
    assert (found.games, found.void) == (6, 4)
    assert found["killer"].games == 0
    assert found["good"].games == 2
    assert "6 games, 4 void" in str(found)


def test_an_executor_that_breaks_down_and_cannot_be_made_again_is_told() -> None:
    with new_pool() as executor, pytest.raises(BrokenExecutor, match="give a function"):
        nim_games([Entrant("killer", Kills), Entrant("good", First)], games=4, executor=executor)


def test_a_bug_in_a_game_is_no_bot_s_fault_and_is_raised() -> None:
    bots: list[Entrant[nim.State, nim.Take]] = [Entrant("a", First), Entrant("b", First)]
    everywhere: list[dict[str, Any]] = [{}, {"workers": 1}, {"executor": new_pool}]
    for options in everywhere:
        with pytest.raises(broken.CrashError, match="a bug"):
            tournament(broken.GAME, nim.Rules(), bots, games=2, seed=1, **options)


class AtHome:
    """Makes a bot, and cannot be unpickled in another process."""

    def __call__(self, seed: int) -> First:
        return First(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return at_home, (os.getpid(),)


def at_home(process: int) -> AtHome:
    if process != os.getpid():
        raise ImportError("not here")
    return AtHome()


def test_workers_that_never_start_are_given_up() -> None:
    with pytest.raises(RuntimeError, match="die before they are ready"):
        nim_games([Entrant("homely", AtHome()), Entrant("good", First)], workers=1)


def test_a_game_without_an_end_is_void_at_the_limit() -> None:
    found = nim_games([Entrant("a", First), Entrant("b", First)], games=2, limit=3)
    assert (found.void, found["a"].games) == (2, 0)


# Records


def test_records_are_json_lines_and_every_game_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = find_game("pecking_order")
    entrants: list[Entrant[Any, Any]] = [Entrant("a", RandomBot), Entrant("b", RandomBot)]
    found = tournament(game, game.rules_type(), entrants, games=4, seed=3, records=path)
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    assert lines[0]["entrants"] == ["a", "b"]
    assert [line["index"] for line in lines[1:]] == [0, 1, 2, 3]
    for one in read_results(path):
        record = read_record(one.record)
        outcome = record.result()
        assert outcome is not None
        assert (outcome.winners, outcome.scores, outcome.returns) == (one.winners, one.scores, one.returns)
        assert record.headers[:3] == (
            ("arena-game", str(one.index)),
            *((f"seat {seat}", "ab"[who]) for seat, who in enumerate(one.sat)),
        )
    assert standings("pecking_order", ["a", "b"], read_results(path)) == found


class StopError(Exception):
    pass


def stopping_after(games: int) -> Any:
    def progress(done: int, _games: int) -> None:
        if done == games:
            raise StopError

    return progress


@pytest.mark.parametrize("options", [{}, {"workers": 2}, {"executor": new_pool}], ids=["here", "arena's", "executor's"])
def test_a_tournament_that_was_stopped_goes_on_and_loses_no_finished_game(
    options: dict[str, Any], expected: Standings, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(StopError):
        nim_games(NIM_BOTS, games=24, records=path, progress=stopping_after(7), **options)
    kept = read_results(path)
    assert len(kept) == 7
    seen: list[tuple[int, int]] = []
    again = nim_games(NIM_BOTS, games=24, records=path, progress=lambda *now: seen.append(now), **options)
    assert again == expected
    assert seen == [(done, 24) for done in range(7, 25)]
    assert set(kept) < set(read_results(path))


def test_a_line_that_was_cut_off_by_a_crash_is_played_again(expected: Standings, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    nim_games(NIM_BOTS, games=24, records=path)
    whole = path.read_bytes()
    for cut in (len(whole) - 1, len(whole) - 40, whole.index(b"\n") + 1, 5, 0):
        path.write_bytes(whole[:cut])
        assert nim_games(NIM_BOTS, games=24, records=path) == expected
        assert path.read_bytes() == whole


def test_a_tournament_can_be_prolonged(expected: Standings, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    nim_games(NIM_BOTS, games=10, records=path)
    assert nim_games(NIM_BOTS, games=24, records=path) == expected
    assert nim_games(NIM_BOTS, games=10, records=path) == nim_games(NIM_BOTS, games=10)


def test_the_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    nim_games(NIM_BOTS, records=path)
    before = path.read_bytes()
    with pytest.raises(RecordError, match=r"line 1, ply 0: this file is of another tournament: other seed"):
        tournament(nim.GAME, nim.Rules(heap=12), NIM_BOTS, games=2, seed=6, records=path)
    with pytest.raises(RecordError, match="other entrants, limit"):
        nim_games(NIM_BOTS[:2], limit=9, records=path)
    with pytest.raises(RecordError, match="other rules"):
        tournament(nim.GAME, nim.Rules(), NIM_BOTS, games=2, seed=5, records=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("line", ["[]", "{", "{}", '{"index":1}', "\xff"])
def test_a_file_of_something_else_is_refused_with_the_line(line: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    nim_games(NIM_BOTS, games=1, records=path)
    good = path.read_bytes()
    path.write_bytes(good + line.encode("latin-1") + b"\n")
    with pytest.raises(RecordError, match="line 3, ply 0: this is no line of a tournament"):
        nim_games(NIM_BOTS, records=path)
    path.write_bytes(line.encode("latin-1") + b"\n" + good)
    with pytest.raises(RecordError, match="line 1, ply 0: this is no line of a tournament"):
        read_results(path)


# What is refused


@pytest.mark.parametrize(
    ("entrants", "options", "problem"),
    [
        ([], {}, "needs entrants"),
        ([Entrant("a", First), Entrant("a", First)], {}, "the same name: a, a"),
        ([Entrant("a\nb", First)], {}, "header"),
        (NIM_BOTS, {"games": 0}, "games must be positive, not 0"),
        (NIM_BOTS, {"workers": 0}, "workers must be positive, not 0"),
        (NIM_BOTS, {"move_seconds": -1.0}, "move_seconds must be positive, not -1"),
        (NIM_BOTS, {"limit": 0}, "limit must be positive"),
        (NIM_BOTS, {"executor": new_pool, "workers": 2}, "an executor has its own workers"),
        (NIM_BOTS, {"executor": new_pool, "move_seconds": 2.0}, "an executor has its own workers"),
    ],
)
def test_what_makes_no_tournament_is_refused(entrants: Any, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        nim_games(entrants, **options)


# Dask


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    dask = import_module("distributed")
    with (
        dask.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        dask.Client(cluster) as client,
    ):
        yield client


@pytest.mark.dask
def test_standings_are_the_same_on_a_cluster(cluster: Any, expected: Standings) -> None:
    executor: Executor = cluster.get_executor()
    assert nim_games(NIM_BOTS, games=24, executor=executor) == expected


@pytest.mark.dask
def test_a_cluster_survives_the_death_of_a_worker(cluster: Any, tmp_path: Path) -> None:
    def entrants(name: str) -> list[Entrant[nim.State, nim.Take]]:
        return [Entrant("fragile", partial(KillsOnce, tmp_path / name)), Entrant("random", RandomBot)]

    (tmp_path / "calm").touch()
    calm = nim_games(entrants("calm"), games=10)
    assert nim_games(entrants("shaken"), games=10, executor=cluster.get_executor()) == calm
    assert (tmp_path / "shaken").exists()

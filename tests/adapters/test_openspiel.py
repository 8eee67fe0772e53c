"""OpenSpiel's own suites, unmodified, on every preset of every game; its algorithms; and what they do not look at."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import attrs
import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts

from boardgames_fr import CodecError, RulesError, Seat, UnknownGameError, find_game, games
from boardgames_fr.adapters import _openspiel_game, openspiel
from boardgames_fr.game import AnyGame, Game
from boardgames_fr.games import capharnaum as ca
from boardgames_fr.games import domestication as do
from boardgames_fr.games import pecking_order as po
from tests.adapters.cases import CASES, SECRET, each_case
from tests.toys import bluff, nim

pytestmark = pytest.mark.adapters

NAMES = openspiel.register()
LONG = 25
"""A bot that thinks decides so many times; then the game is played to its end at random."""

SMALL = po.Rules(birds=1, perches=(po.Perch(po.PerchName("P"), 3, po.Power.PROMONTORY), po.Perch(po.PerchName("n"), 4)))
"""A board whose whole tree is walked in a moment."""


def load(name: str, preset: str) -> Any:
    return pyspiel.load_game(f"boardgames_fr_{name}_{preset}")


def choose(state: Any, rng: np.random.RandomState) -> int:
    """A random action, chance's by its odds."""
    if state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choice(actions, p=odds))
    return int(rng.choice(state.legal_actions()))


# The suites

API_TEST = """
import runpy, sys
from boardgames_fr.adapters import openspiel
openspiel.register()
runpy.run_module("open_spiel.integration_tests.api_test", run_name="__main__", alter_sys=True)
"""


def test_api() -> None:
    # As a module with its flag: imported by a test runner it makes no test at all, and says that all is well.
    program = [sys.executable, "-c", API_TEST, "--test_only_games=boardgames_fr_.*"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    assert len(NAMES) == len(CASES) + len(games()) == 28
    assert re.search(rf"^Ran {5 * len(NAMES)} tests in ", done.stderr, re.MULTILINE), done.stderr[-500:]
    passed = re.findall(r"^\[       OK \] \S*EnforceAPIPartialTree_(\S+)_Test\.(\w+)$", done.stderr, re.MULTILINE)
    assert {name for name, _ in passed} == set(NAMES)
    assert len(passed) == len(set(passed)) == 5 * len(NAMES)
    assert done.stderr.endswith("\nOK\n")


@each_case
def test_random_simulation(name: str, preset: str) -> None:
    watched: list[int] = []
    pyspiel.random_sim_test(
        load(name, preset),
        num_sims=1,
        serialize=True,
        verbose=False,
        mask_test=True,
        state_checker_fn=lambda state: watched.append(state.move_number()),
    )
    assert len(watched) > 5
    assert watched == sorted(watched)


@each_case
def test_playthrough_and_replay(name: str, preset: str, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # `replay` asks for a flag of its module
    text = generate_playthrough.playthrough(f"boardgames_fr_{name}_{preset}", None, seed=7)
    assert text.count("\naction: ") > 5
    assert "InformationStateString(0)" in text
    assert "IsTerminal() = True" in text
    file = tmp_path / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    expected, again = generate_playthrough.replay(str(file))
    assert expected == again == text


# The algorithms


def play_through(game: Any, bot: Any, rng: np.random.RandomState) -> list[float]:
    state, asked = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node() or asked >= LONG:
            state.apply_action(choose(state, rng))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(int(action))
            asked += 1
    assert asked
    returns: list[float] = state.returns()
    return returns


@pytest.mark.parametrize(("name", "preset"), [case for case in CASES if case[0] in SECRET])
def test_ismcts_plays_games_with_secrets(name: str, preset: str) -> None:
    game, rng = load(name, preset), np.random.RandomState(1)
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    evaluator = mcts.RandomRolloutEvaluator(1, rng, max_length=20)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=4, random_state=rng)
    assert len(play_through(game, bot, rng)) == game.num_players()


@pytest.mark.parametrize(("name", "preset"), [case for case in CASES if case[0] not in SECRET])
def test_mcts_plays_games_without_secrets(name: str, preset: str) -> None:
    game, rng = load(name, preset), np.random.RandomState(1)
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    evaluator = mcts.RandomRolloutEvaluator(1, rng, max_length=20)
    bot = mcts.MCTSBot(game, uct_c=1.4, max_simulations=4, evaluator=evaluator, random_state=rng)
    assert len(play_through(game, bot, rng)) == game.num_players()


def test_cfr_solves_a_small_board() -> None:
    game = pyspiel.load_game(openspiel.game_string("pecking_order", SMALL))
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(60):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(game, solver.average_policy())
    assert before > 0.1
    assert after < 0.01


# What a game says of itself


@each_case
def test_what_a_game_says_of_itself_follows_the_rules(name: str, preset: str) -> None:
    game, ours = load(name, preset), find_game(name)
    kind, rules = game.get_type(), ours.presets[preset]
    seats, longest = ours.seats(rules), ours.longest(rules)
    assert longest is not None
    assert game.num_players() == kind.max_num_players == kind.min_num_players == seats
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC) == (longest[1] == 0)
    assert game.max_chance_nodes_in_history() == longest[1]
    assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == (name in SECRET)
    assert (kind.utility == pyspiel.GameType.Utility.ZERO_SUM) == (seats > 1)
    assert game.utility_sum() == (0.0 if seats > 1 else None)
    assert game.min_utility() == (-1.0 if seats > 1 else -400.0)
    assert game.max_game_length() >= longest[0]
    if name != "capharnaum":
        assert game.max_game_length() == longest[0]
    assert kind.long_name == ours.title
    assert not kind.provides_information_state_tensor
    assert not kind.provides_factored_observation_string


def test_the_default_is_the_first_preset() -> None:
    for name in games():
        first = next(iter(find_game(name).presets))
        default, named = pyspiel.load_game(f"boardgames_fr_{name}"), load(name, first)
        assert default.new_initial_state().observation_string(0) == named.new_initial_state().observation_string(0)


def test_registering_again_changes_nothing() -> None:
    assert openspiel.register() == NAMES
    assert openspiel.register(["dinosaures"]) == tuple(name for name in NAMES if "dinosaures" in name)
    with pytest.raises(UnknownGameError):
        openspiel.register(["dinosaurs"])


def test_other_rules_travel_as_a_parameter_and_come_back() -> None:
    text = openspiel.game_string(po.GAME, SMALL)
    game = pyspiel.load_game(text)
    assert str(game) == text
    assert str(pyspiel.load_game(str(game))) == text
    assert game.max_game_length() == po.longest(SMALL)[0]
    assert str(load("pecking_order", "tiny")) == "boardgames_fr_pecking_order_tiny()"
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    again_game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again_game) == text
    assert again.information_state_string(0) == state.information_state_string(0)


def test_a_preset_takes_the_parameter_too() -> None:
    hexadecimal = openspiel.game_string("pecking_order", SMALL).partition("=")[2].rstrip(")")
    game = pyspiel.load_game("boardgames_fr_pecking_order_match", {"rules": hexadecimal})
    assert game.max_game_length() == po.longest(SMALL)[0]


def test_rules_without_chance_make_a_deterministic_game() -> None:
    game = pyspiel.load_game(openspiel.game_string("capharnaum", attrs.evolve(ca.GAME.presets["two"], first=Seat(1))))
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert game.max_chance_nodes_in_history() == game.max_chance_outcomes() == 0
    assert game.new_initial_state().current_player() == 1


def test_rules_that_are_none_are_refused() -> None:
    for parameter in ("xyz", "ff", b"{".hex(), b'{"birds":true}'.hex(), b'{"birds":0}'.hex()):
        with pytest.raises((CodecError, RulesError)):
            pyspiel.load_game("boardgames_fr_pecking_order", {"rules": parameter})
    with pytest.raises(CodecError):
        openspiel.game_string("pecking_order", "rules")


def test_a_game_without_a_bound_on_its_length_is_refused() -> None:
    with pytest.raises(RulesError, match="bound on the length"):
        pyspiel.load_game(openspiel.game_string("domestication", do.Rules(turn_limit=None)))
    names = openspiel.register([bluff.GAME])
    assert names == ("boardgames_fr_toy_bluff", *(f"boardgames_fr_toy_bluff_{name}" for name in bluff.GAME.presets))
    with pytest.raises(Exception, match=r"bound on the length|no `feature_names`"):
        pyspiel.load_game(names[0])


def test_a_game_without_worlds_is_open_if_everybody_sees_every_move() -> None:
    left_out = ("name", "worlds", "sample_world", *nim.GAME.missing)
    given: dict[str, Any] = {field.name: getattr(nim.GAME, field.name) for field in attrs.fields(Game)}
    game: AnyGame = Game(name="toy_nim_alone", **{name: part for name, part in given.items() if name not in left_out})
    names = openspiel.register([game])
    kinds = [kind for kind in pyspiel.registered_games() if kind.short_name in names]
    assert len(kinds) == len(names) == 3
    assert {kind.information for kind in kinds} == {pyspiel.GameType.Information.PERFECT_INFORMATION}
    assert not any(kind.default_loadable for kind in kinds)


def test_a_tree_larger_than_what_is_remembered_is_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaves(state: Any) -> list[str]:
        if state.is_terminal():
            return [state.information_state_string(0)]
        return [leaf for action in state.legal_actions() for leaf in leaves(state.child(action))]

    game = pyspiel.load_game(openspiel.game_string("pecking_order", attrs.evolve(SMALL, double_bonus=1)))
    once = leaves(game.new_initial_state())
    assert len(game.ours.kept) > 20
    monkeypatch.setattr(_openspiel_game, "_REMEMBERED", 7)
    assert leaves(game.new_initial_state()) == once
    game.ours.kept.clear()
    assert leaves(game.new_initial_state()) == once
    assert 0 < len(game.ours.kept) <= 7


def test_observers_take_no_parameters_and_have_no_factors() -> None:
    game = load("pecking_order", "tiny")
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"history": 3})
    for public, private in ((True, "NONE"), (False, "SINGLE_PLAYER"), (True, "ALL_PLAYERS")):
        kind = pyspiel.IIGObservationType(
            public_info=public, perfect_recall=False, private_info=getattr(pyspiel.PrivateInfoType, private)
        )
        assert game.make_py_observer(kind) is None


# What a seat gets


def test_the_observation_is_the_seat_the_features_and_what_was_said() -> None:
    game, rng = load("capharnaum", "two"), np.random.RandomState(4)
    actions = game.ours.actions
    state = game.new_initial_state()
    while not state.said:
        state.apply_action(choose(state, rng))
    mover = state.current_player()
    view = ca.observe(state.node.state, mover)
    flags = [float(action in state.said) for action in range(len(actions.phrases))]
    one_hot = [float(seat == mover) for seat in range(2)]
    assert state.observation_tensor(mover) == [*one_hot, *map(float, ca.features(view)), *flags]
    assert not any(state.observation_tensor(1 - mover)[-len(flags) :])
    said = f"\n{actions.text(state.node.state, state.said)} …"
    for told in (state.observation_string, state.information_state_string):
        assert told(mover).endswith(said)
        assert not told(1 - mover).endswith("…")
    assert str(state).endswith(said)
    assert state.action_to_string(0, actions.END) == "(end)"


def test_the_information_state_lists_all_that_was_seen() -> None:
    state = load("pecking_order", "tiny").new_initial_state()
    for text in ("draw 2", "place n"):
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a) == text))
    mine, others = (state.information_state_string(seat).split("\n") for seat in (0, 1))
    assert mine[0] == "seat 0"
    assert [line.split(" ")[:-1] for line in mine[1:-1]] == [["draw", "2"], ["place", "n"]]
    assert [line.split(" ")[:-1] for line in others[1:-1]] == [["draw", "?"], ["place", "n"]]
    assert mine[-1] == state.observation_string(0).split("\n")[1]
    assert str(state) == "draw 2\nplace n"


def test_the_whole_tree_has_perfect_recall_and_no_shared_information() -> None:
    game = pyspiel.load_game(openspiel.game_string("pecking_order", SMALL))
    pasts: dict[tuple[int, str], tuple[Any, ...]] = {}
    nodes = 0

    def walk(state: Any, past: tuple[tuple[Any, ...], ...]) -> None:
        nonlocal nodes
        nodes += 1
        if state.is_terminal():
            return
        seat = state.current_player()
        legal = state.legal_actions()
        info = ""
        if seat >= 0:
            info = state.information_state_string(seat)
            assert info.startswith(f"seat {seat}\n")
            assert pasts.setdefault((seat, info), (past[seat], legal)) == (past[seat], legal)
        for action in legal:
            after = list(past)
            if seat >= 0:
                after[seat] = (*past[seat], (info, action))
            walk(state.child(action), tuple(after))

    walk(game.new_initial_state(), ((), ()))
    assert nodes > 100
    assert len(pasts) > 20


def test_states_survive_copies_and_pickles() -> None:
    for name in games():
        game, rng = pyspiel.load_game(f"boardgames_fr_{name}"), np.random.RandomState(2)
        state = game.new_initial_state()
        for _ in range(12):
            state.apply_action(choose(state, rng))
        drawn = state.resample_from_infostate(0, lambda: 0.25)
        for original in (state, drawn):
            for copy in (original.clone(), pickle.loads(pickle.dumps(original))):
                for seat in range(game.num_players()):
                    assert copy.information_state_string(seat) == original.information_state_string(seat)
                assert str(copy) == str(original)
                assert copy.history() == original.history()
                assert copy.legal_actions() == original.legal_actions()


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_what_a_seat_gets_is_a_function_of_what_it_may_know(name: str, preset: str) -> None:
    game, rng, source = load(name, preset), np.random.RandomState(3), Random(3)
    state, changed = game.new_initial_state(), 0
    for ply in range(36):
        if state.is_terminal():
            break
        for seat in range(game.num_players()) if ply % 3 == 0 else ():
            drawn = state.resample_from_infostate(seat, source.random)
            changed += drawn.node.state != state.node.state
            assert drawn.information_state_string(seat) == state.information_state_string(seat)
            assert drawn.observation_string(seat) == state.observation_string(seat)
            assert drawn.observation_tensor(seat) == state.observation_tensor(seat)
            assert drawn.current_player() == state.current_player()
            if state.current_player() == seat:
                assert drawn.legal_actions() == state.legal_actions()
            # What the others saw is made from the drawn state: the truth leaves no trace in it.
            again, same = (truth.resample_from_infostate(seat, lambda: 0.7) for truth in (state, drawn))
            assert str(again) == str(same)
            assert again.history() == same.history() == []
            for other in range(game.num_players()):
                assert again.information_state_string(other) == same.information_state_string(other)
                if other != seat:
                    assert "\n".join(state.node.log(other)) not in again.information_state_string(other) or ply == 0
        state.apply_action(choose(state, rng))
    assert (changed > 0) == (name in SECRET)


def test_draws_have_the_odds_of_the_worlds() -> None:
    # After draw ?, place n: seat 1 cannot tell which of three cards lies there.
    state = load("pecking_order", "tiny").new_initial_state()
    for text in ("draw 2", "place n"):
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a) == text))
    source, found = Random(8), dict[str, int]()
    for _ in range(600):
        card = str(po.observe(state.resample_from_infostate(1, source.random).node.state, Seat(0)).cards[0].value)
        found[card] = found.get(card, 0) + 1
    assert len(found) == 3
    assert all(abs(count - 200) < 60 for count in found.values())

"""`import boardgames_fr` opens everything, and loads nothing that was not asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import boardgames_fr
from boardgames_fr import UnknownGameError

OURS = ("pecking_order", "domestication", "animals", "capharnaum", "dinosaures")


@pytest.mark.parametrize(
    "code",
    [
        "import boardgames_fr as b; b.find_game('animals'); print(b.games())",
        "import boardgames_fr as b; import boardgames_fr.games.animals as a; print(b.games()); a.GAME",
        "from boardgames_fr import games; import boardgames_fr.games.animals; print(games())",
        "from boardgames_fr.games import animals; from boardgames_fr import games; print(games()); games.animals.GAME",
        "import boardgames_fr.games.animals, boardgames_fr; print(boardgames_fr.games())",
    ],
)
def test_the_games_are_a_function_and_a_package_in_whatever_order_one_asks(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(repr(OURS)[:-1])


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    code = "import sys, boardgames_fr; print([n for n in sorted(sys.modules) if n.startswith('boardgames_fr')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    vocabulary = ("", ".errors", ".game", ".games", ".registry", ".scene")
    assert done.stdout.strip() == str([f"boardgames_fr{name}" for name in vocabulary])


def test_every_name_of_the_front_door_is_there() -> None:
    assert all(hasattr(boardgames_fr, name) for name in boardgames_fr.__all__)
    assert len(set(boardgames_fr.__all__)) == len(boardgames_fr.__all__)


def test_an_unknown_game_lists_those_there_are_and_the_nearest() -> None:
    with pytest.raises(
        UnknownGameError, match=r"no game 'peking_order' \(did you mean pecking_order\?\); there are: peck"
    ):
        boardgames_fr.find_game("peking_order")


def test_a_text_in_place_of_a_move_is_refused_and_called_a_text() -> None:
    game = boardgames_fr.find_game("pecking_order")
    state = game.new_game(game.rules_type())
    with pytest.raises(boardgames_fr.IllegalMoveError, match=r"^'draw 1' \(a str, not a move\): "):
        game.apply(state, "draw 1")  # type: ignore[arg-type]  # the refusal is what is tested

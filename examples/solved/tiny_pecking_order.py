"""An equilibrium of `tiny` Pecking Order, found by OpenSpiel's counterfactual regret minimisation through the adapter.

    pip install 'boardgames-fr[openspiel]'
    python examples/solved/tiny_pecking_order.py            # says how exploitable the committed strategy is
    python examples/solved/tiny_pecking_order.py --solve    # finds it anew and writes it (about two minutes)

OpenSpiel's exporter writes the whole tree once as a game of its own kind, on which its compiled CFR+ is a thousand
times as fast. How exploitable the result is, is worked out on the game itself.

`tiny_pecking_order.csv.gz` has a line for a situation that a seat can come into by this strategy: the seat, the moves
as it has seen them and what it knows of each card, in the order drawn; and what it does there, each move with its
chance in ten-thousandths. Where there is no line, every legal move is as likely: what a seat never does leads to
nothing that it would have to decide.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import pyspiel
from open_spiel.python.algorithms.exploitability import best_response
from open_spiel.python.algorithms.gambit import export_gambit
from open_spiel.python.policy import Policy

from boardgames_fr.adapters import openspiel

TABLE: Final = Path(__file__).with_suffix(".csv.gz")
ROUNDS: Final = 3_000
WHOLE: Final = 10_000

Situation: TypeAlias = tuple[int, str]
"""A seat, and all that it has seen and knows."""
Chances: TypeAlias = dict[str, int]
"""Each move that is made, with its chance in ten-thousandths."""


def game() -> Any:
    """The game in OpenSpiel."""
    openspiel.register(["pecking_order"])
    return pyspiel.load_game("boardgames_fr_pecking_order_tiny")


def situation(state: Any) -> Situation:
    """The seat to move, and all that it has seen and knows."""
    seat = state.current_player()
    _, *lines, view = state.information_state_string(seat).split("\n")
    seen = ", ".join(line.rpartition(" ")[0] for line in lines)
    cards = ", ".join(known(card) for card in json.loads(view)["value"]["cards"])
    return seat, f"{seen}; {cards}"


def known(card: dict[str, Any]) -> str:
    """What a seat knows of a card: its number (0 for a jaguar), and how its attack ended, if it made one."""
    number = "?" if card["value"] is None else str(card["value"])
    return number if card["attack"] is None else f"{number} {card['attack']['result']}"


class Committed(Policy):  # type: ignore[misc]  # OpenSpiel has no type information
    """A strategy by a table; where the table has no line, every move is as likely."""

    def __init__(self, table: dict[Situation, Chances]) -> None:
        super().__init__(game(), [0, 1])
        self.table = table

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Each legal action with its chance."""
        legal = state.legal_actions()
        chances = self.table.get(situation(state))
        if chances is None:
            return dict.fromkeys(legal, 1 / len(legal))
        seat = state.current_player()
        return {action: chances.get(state.action_to_string(seat, action), 0) / WHOLE for action in legal}


def worth(table: dict[Situation, Chances]) -> tuple[float, float]:
    """What the game is worth to seat 0 by this strategy, and how exploitable it is.

    Exploitable by: how much more a seat wins, on average over both, that knows the strategy and answers it best.
    """
    played, strategy = game(), Committed(table)
    first, second = (best_response(played, strategy, seat) for seat in (0, 1))
    return float(first["on_policy_value"]), float(first["nash_conv"] + second["nash_conv"]) / 2


def rounded(chances: dict[str, float]) -> Chances:
    """Chances in ten-thousandths that add up, without those that are none: the largest remainders are rounded up."""
    parts = {move: int(chance * WHOLE) for move, chance in chances.items()}
    by_remainder = sorted(parts, key=lambda move: parts[move] - chances[move] * WHOLE)
    for move in by_remainder[: WHOLE - sum(parts.values())]:
        parts[move] += 1
    return {move: part for move, part in parts.items() if part}


def decided(
    state: Any, twin: Any, strategy: Any, reached: tuple[bool, bool] = (True, True)
) -> Iterator[tuple[Situation, Chances]]:
    """The situations with a choice that come about by a strategy, and what is done there.

    `twin` is the same position of the exported game, which has the same moves in the same order; the strategy is for
    that game. `reached`: whether each seat's own moves so far are ones that it makes.
    """
    if state.is_terminal() or not any(reached):
        return
    seat, actions = state.current_player(), state.legal_actions()
    texts, chances = list[str](), Chances()
    if seat >= 0:
        texts = [state.action_to_string(seat, action) for action in actions]
        there = dict(strategy.get_state_policy(twin.information_state_string(seat)))
        chances = rounded(dict(zip(texts, (there[action] for action in twin.legal_actions()), strict=True)))
        if reached[seat] and any(chances.get(text, 0) * len(texts) != WHOLE for text in texts):
            yield situation(state), chances
    for index, (action, twins) in enumerate(zip(actions, twin.legal_actions(), strict=True)):
        on = list(reached)
        if seat >= 0:
            on[seat] = reached[seat] and texts[index] in chances
        yield from decided(state.child(action), twin.child(twins), strategy, (on[0], on[1]))


def solve() -> dict[Situation, Chances]:
    """A strategy for both seats, near an equilibrium."""
    played = game()
    exported = pyspiel.load_efg_game(export_gambit(played))
    solver = pyspiel.CFRPlusSolver(exported)
    for _ in range(ROUNDS):
        solver.evaluate_and_update_policy()
    table: dict[Situation, Chances] = {}
    for where, chances in decided(played.new_initial_state(), exported.new_initial_state(), solver.average_policy()):
        assert table.setdefault(where, chances) == chances, "what a seat has seen and knows tells its situations apart"
    return table


def read() -> dict[Situation, Chances]:
    """The committed strategy."""
    with gzip.open(TABLE, "rt", encoding="utf-8", newline="") as lines:
        return {
            (int(row["seat"]), row["seen"]): {
                move: int(part) for move, _, part in (each.rpartition(" ") for each in row["moves"].split(" / "))
            }
            for row in csv.DictReader(lines)
        }


def write(table: dict[Situation, Chances]) -> None:
    """Commit a strategy: the same bytes whenever it is the same."""
    lines = io.StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["seat", "seen", "moves"])
    for (seat, seen), chances in sorted(table.items()):
        writer.writerow([seat, seen, " / ".join(f"{move} {part}" for move, part in chances.items())])
    TABLE.write_bytes(gzip.compress(lines.getvalue().encode("utf-8"), mtime=0))


def main() -> None:
    """Say how exploitable the committed strategy is, after finding it anew if that is asked for."""
    if "--solve" in sys.argv:
        write(solve())
    table = read()
    value, exploitable = worth(table)
    print(f"{len(table)} lines; worth to seat 0: {value:.4f}; exploitability: {exploitable:.6f}")


if __name__ == "__main__":
    main()

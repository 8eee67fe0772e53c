"""How strong the bots are: plays every pairing of the strength page and writes its table.

    python benchmarks/strength.py                      all pairings, about ten minutes of one core
    python benchmarks/strength.py --only dinosaures    those whose name contains this
    python benchmarks/strength.py --render             no games, only the table again

Seeds are fixed, so the same games come out; only the times differ. Each pairing's result is kept as a line of
`strength.jsonl` beside this file, from which the table in `docs/explanation/strength.md` is made.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames_fr import AnyGame, find_game
from boardgames_fr.arena import Entrant, tournament, wilson
from boardgames_fr.bots import make_bot

HERE: Final = Path(__file__).parent
RESULTS: Final = HERE / "strength.jsonl"
PAGE: Final = HERE.parent / "docs" / "explanation" / "strength.md"
SEED: Final = 2026


@attrs.frozen
class Pairing:
    """One bot on one seat, in turn on each, against another that has all the other seats."""

    part: str
    game: str
    bot: str
    against: str
    games: int
    rules: tuple[tuple[str, int | bool], ...] = ()

    @property
    def name(self) -> str:
        return " ".join([self.game, *(f"{field}={value}" for field, value in self.rules), self.bot, self.against])


SEARCH: Final = "Search against random moves"
RANDOM: Final = "The strongest level against random moves"
ROUND: Final = "One round of Animals against random moves: what more there is"
TIME: Final = "The strongest level against tree search of at least its time"
LONG: Final = "The strongest level against tree search of much more time"
LEVELS: Final = "Level against level"

PAIRINGS: Final = (
    Pairing(SEARCH, "dinosaures", "tree:100", "random", 200),
    Pairing(SEARCH, "pecking_order", "tree:400", "random", 400),
    Pairing(SEARCH, "capharnaum", "tree:50", "random", 50),
    Pairing(RANDOM, "pecking_order", "hard", "random", 400),
    Pairing(RANDOM, "domestication", "hard", "random", 400),
    Pairing(RANDOM, "animals", "hard", "random", 400),
    Pairing(RANDOM, "animals", "hard", "random", 200, (("rounds", 8),)),
    Pairing(RANDOM, "capharnaum", "hard", "random", 200),
    Pairing(RANDOM, "capharnaum", "hard", "random", 200, (("seats", 4),)),
    Pairing(RANDOM, "dinosaures", "hard", "random", 200),
    Pairing(ROUND, "animals", "tree:200", "random", 400),
    Pairing(ROUND, "animals", "hard", "random", 400, (("seats", 2), ("small_table", True))),
    Pairing(TIME, "pecking_order", "hard", "tree:5", 200),
    Pairing(TIME, "domestication", "hard", "tree:1", 200),
    Pairing(TIME, "animals", "hard", "tree:1", 400),
    Pairing(TIME, "capharnaum", "hard", "tree:1", 100),
    Pairing(TIME, "dinosaures", "hard", "tree:40", 100),
    Pairing(LONG, "pecking_order", "hard", "tree:200", 100),
    Pairing(LONG, "domestication", "hard", "tree:100", 100),
    Pairing(LONG, "animals", "hard", "tree:40", 100),
    Pairing(LONG, "capharnaum", "hard", "tree:25", 30),
    Pairing(LONG, "dinosaures", "hard", "tree:200", 40),
    *(
        Pairing(LEVELS, game, bot, against, 200)
        for game in ("pecking_order", "domestication", "animals", "capharnaum", "dinosaures")
        for bot, against in (("hard", "medium"), ("medium", "easy"), ("easy", "random"))
    ),
)


class Clock:
    """Measures the CPU time of decisions, by the bot's name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.moves: dict[str, int] = defaultdict(int)

    def timed(self, name: str, make: Callable[[int], Any], seed: int) -> Callable[[Any, Any], Any]:
        bot = make(seed)

        def answer(view: Any, moves: Any) -> Any:
            start = time.process_time()
            move = bot(view, moves)
            if len(moves) > 1:
                self.seconds[name] += time.process_time() - start
                self.moves[name] += 1
            return move

        return answer

    def milliseconds(self, name: str) -> float:
        return 1000 * self.seconds[name] / self.moves[name]


def measure(pairing: Pairing, games: int | None = None) -> dict[str, Any]:
    """The result of a pairing, as the data of its line."""
    game: AnyGame = find_game(pairing.game)
    rules = game.rules_type(**dict(pairing.rules))
    clock = Clock()

    def entrant(name: str, spec: str) -> Entrant[Any, Any]:
        return Entrant(name, partial(clock.timed, spec, partial(make_bot, game, rules, spec)))

    others = [f"other {number}" for number in range(1, game.seats(rules))]
    entrants = [entrant("it", pairing.bot), *(entrant(name, pairing.against) for name in others)]
    start = time.process_time()
    standings = tournament(game, rules, entrants, games=games or pairing.games, seed=SEED)
    row = standings["it"]
    if standings.failures or standings.void:
        raise RuntimeError(str(standings))
    return {
        "name": pairing.name,
        "seats": game.seats(rules),
        "games": row.games,
        "won": row.wins,
        "shared": row.shared,
        "points": row.points,
        "ms": round(clock.milliseconds(pairing.bot), 3),
        "ms_against": round(clock.milliseconds(pairing.against), 3),
        "seconds": round(time.process_time() - start, 1),
    }


def read() -> dict[str, dict[str, Any]]:
    """The lines that are kept, by name."""
    if not RESULTS.exists():
        return {}
    lines = [json.loads(line) for line in RESULTS.read_text("ascii").splitlines()]
    return {line["name"]: line for line in lines}


def write(results: dict[str, dict[str, Any]]) -> None:
    """Keep these lines, in the order of the pairings."""
    kept = [results[pairing.name] for pairing in PAIRINGS if pairing.name in results]
    RESULTS.write_text("".join(json.dumps(line) + "\n" for line in kept), "ascii")


def percent(points: float, games: int) -> str:
    low, high = wilson(points, games)
    return f"{100 * points / games:.1f} % ({100 * low:.1f} … {100 * high:.1f})" if games else "–"


def table(results: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The lines of the table, part by part."""
    part = ""
    for pairing in PAIRINGS:
        line = results.get(pairing.name)
        if line is None:
            continue
        if part != pairing.part:
            part = pairing.part
            yield from ("", f"## {part}", "")
            yield "| game | seats | bot | against | games | won | shared | points a game | won if decided | ms a move |"
            yield "|---|--:|---|---|--:|--:|--:|--:|--:|--:|"
        rules = "".join(f", `{field}={value}`" for field, value in pairing.rules if field != "seats")
        decided = line["games"] - line["shared"]
        cells = (
            f"`{pairing.game}`{rules}",
            line["seats"],
            f"`{pairing.bot}`",
            f"`{pairing.against}`",
            line["games"],
            line["won"],
            line["shared"],
            percent(line["points"], line["games"]),
            percent(line["won"], decided),
            f"{line['ms']:.3g} / {line['ms_against']:.3g}",
        )
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""


BEGIN, END = "<!-- table: benchmarks/strength.py -->", "<!-- end of table -->"


def render(page: str, results: dict[str, dict[str, Any]]) -> str:
    """The page with the table of these results."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n" + "\n".join(table(results)) + f"\n{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="only pairings whose name contains this")
    parser.add_argument("--new", action="store_true", help="only pairings that have no line yet")
    parser.add_argument("--render", action="store_true", help="play nothing")
    options = parser.parse_args()
    results = read()
    for pairing in PAIRINGS:
        if options.render or options.only not in pairing.name or (options.new and pairing.name in results):
            continue
        line = measure(pairing)
        print(f"{pairing.name}: {percent(line['points'], line['games'])}, {line['seconds']} s", flush=True)
        results = {**read(), pairing.name: line}
        write(results)
    if PAGE.exists():
        PAGE.write_text(render(PAGE.read_text("utf-8"), results), "utf-8")


if __name__ == "__main__":
    main()

"""A tournament on a Dask cluster: the same standings as at home, to the last digit.

pip install 'boardgames-fr[distributed]'
python examples/tournament_on_a_cluster.py                          # a cluster of two processes of this machine
python examples/tournament_on_a_cluster.py --scheduler tcp://HOST:8786 --games 10000
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path

from distributed import Client, LocalCluster

from boardgames_fr import find_game
from boardgames_fr.arena import Entrant, tournament
from boardgames_fr.bots import make_bot

GAME = find_game("domestication")
RULES = GAME.rules_type()
ENTRANTS = [Entrant(name, partial(make_bot, GAME, RULES, name)) for name in ("random", "medium", "hard", "tree:5")]


def progress(done: int, games: int) -> None:
    """Say how far it is, on one line."""
    print(f"\r{done} of {games} games", end="" if done < games else "\n", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scheduler", help="the address of a cluster's scheduler; left out, one is started here")
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--records", type=Path, help="a file that keeps every game; the same one resumes")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        records = options.records or Path(folder) / "games.jsonl"
        here = None
        if options.scheduler is None:
            here = LocalCluster(  # type: ignore[no-untyped-call]  # Dask has no types
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
            )
        with Client(options.scheduler or here) as client:  # type: ignore[no-untyped-call]  # Dask has no types
            standings = tournament(
                GAME,
                RULES,
                ENTRANTS,
                games=options.games,
                seed=2026,
                executor=client.get_executor(),
                records=records,
                progress=progress,
            )
        if here is not None:
            here.close()
    print(standings)


if __name__ == "__main__":
    main()

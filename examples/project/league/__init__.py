"""A league table from recorded games, of any game: `league FILE…`, or `standings(records)` from Python.

>>> from boardgames_fr import read_record
>>> from boardgames_fr.games import dinosaures as di
>>> from boardgames_fr.match import play
>>> from boardgames_fr.bots import make_bot
>>> bots = [make_bot(di.GAME, di.Rules(), name, 1) for name in ("easy", "hard")]
>>> text = str(play(di.GAME, di.Rules(), bots, seed=1)).replace("result:", "seat 0: Ann\\nseat 1: Bo\\nresult:")
>>> standings([read_record(text)])
{'Bo': (1, 1), 'Ann': (0, 1)}
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from boardgames_fr import BoardGamesError, read_record
from boardgames_fr.record import Record

__all__ = ["main", "standings"]


def standings(records: Iterable[Record[Any, Any, Any, Any]]) -> dict[str, tuple[int, int]]:
    """Games won and games played by everybody who has a name in a finished record, best first."""
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for record in records:
        outcome = record.result()
        names = dict(record.headers)
        if outcome is None:
            continue
        for seat in range(record.game.seats(record.rules)):
            name = names.get(f"seat {seat}", "")
            if name:
                played[name] += 1
                won[name] += seat in outcome.winners
    ranked = sorted(played, key=lambda name: (-won[name] / played[name], name))
    return {name: (won[name], played[name]) for name in ranked}


def main() -> int:
    """The command line."""
    records = []
    for file in sys.argv[1:]:
        try:
            records.append(read_record(Path(file).read_text(encoding="utf-8")))
        except BoardGamesError as error:
            print(f"{file}: {error}", file=sys.stderr)
            return 1
    for name, (won, played) in standings(records).items():
        print(f"{name}: won {won} of {played}")
    return 0

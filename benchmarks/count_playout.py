"""A fixed number of random games of one game, for counting instructions: `count_playout.py GAME PRESET GAMES`."""

from __future__ import annotations

import sys
from random import Random

from engines import ours

if __name__ == "__main__":
    playout, rng = ours(sys.argv[1], sys.argv[2]), Random(1)
    print(sum(playout(rng) for _ in range(int(sys.argv[3]))), "moves")

"""Single figures of Pecking Order mid-game, as rows of the table in `RESULTS.md`: observe, sample_world, memory."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from random import Random

from boardgames_fr import Seat
from boardgames_fr.games import pecking_order as po

MID_GAME = 26  # of about 52 moves


def random_states(seed: int, moves: int) -> list[po.State]:
    """The states of a random game, from the start, `moves` moves long at most."""
    rng, states = Random(seed), [po.new_game(po.Rules())]
    while len(states) <= moves and (legal := po.legal_moves(states[-1])):
        states.append(po.apply_unchecked(states[-1], legal[int(rng.random() * len(legal))]))
    return states


def microseconds(call: Callable[[], object], times: int = 200) -> float:
    """The middle of nine rounds of `times` calls, a call."""
    rounds = []
    for _ in range(9):
        start = time.process_time()
        for _ in range(times):
            call()
        rounds.append((time.process_time() - start) / times * 1e6)
    return statistics.median(rounds)


def deep_size(value: object, seen: set[int]) -> int:
    """Bytes of a value and all that it refers to, but for what `seen` already holds."""
    if id(value) in seen or isinstance(value, (type, po.Rules)):
        return 0
    seen.add(id(value))
    size = sys.getsizeof(value)
    if isinstance(value, tuple):
        return size + sum(deep_size(item, seen) for item in value)
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()) if name != "__weakref__"]
    return size + sum(deep_size(getattr(value, name), seen) for name in slots if hasattr(value, name))


def main() -> None:
    """Print the rows."""
    mids = [random_states(seed, MID_GAME)[-1] for seed in range(20)]
    rng = Random(1)
    views = [po.observe(state, Seat(0)) for state in mids]
    observe = statistics.median(microseconds(lambda s=state: po.observe(s, Seat(0))) for state in mids)  # type: ignore[misc]  # default binds the loop's state
    sample = statistics.median(microseconds(lambda v=view: po.sample_world(v, rng), 50) for view in views)  # type: ignore[misc]  # likewise
    alone = [deep_size(state, {id(i) for i in range(257)}) for state in mids]
    sequences = []
    for seed in range(20):
        states, seen = random_states(seed, 200), {id(i) for i in range(257)}
        sequences.append(sum(deep_size(state, seen) for state in states) / len(states))
    print(f"| Pecking Order `observe`, mid-game | {observe:.1f} µs | 20 µs | 10 µs |")
    print(f"| Pecking Order `sample_world`, mid-game | {sample:.0f} µs | 200 µs | 100 µs |")
    print(f"| Pecking Order state in sequence | {statistics.mean(sequences):.0f} bytes | 400 bytes | |")
    print(f"| Pecking Order state alone | {statistics.mean(alone):.0f} bytes | 1,100 bytes | |")


if __name__ == "__main__":
    main()

"""Fuzz one parser, or each in turn.

    python -m tests.fuzz json --seconds 600
    python -m tests.fuzz all --seconds 600        # so long each

With atheris (`pip install atheris`, Linux and macOS, CPython 3.11 to 3.13) the search is led by which lines an input
reaches; without it inputs are made at random from the corpus. An input that lets anything out but an error of the
library is written to `FOUND/`, and the exit code is 1; put it into the corpus once the fault is mended.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.mutate import mutate

CORPUS = Path(__file__).resolve().parent / "corpus"
NAMES = tuple(sorted(path.name for path in CORPUS.iterdir()))
LONGEST = 20_000


def corpus(name: str) -> list[str]:
    """The texts to begin with."""
    return [path.read_bytes().decode("utf-8", "surrogatepass") for path in sorted((CORPUS / name).iterdir())]


def guided(name: str, seconds: int, seed: int, found: Path) -> None:
    """Fuzz with atheris; it ends the process."""
    atheris: Any = importlib.import_module("atheris")  # an aid, not an extra
    with atheris.instrument_imports(include=["boardgames_fr"]):
        from tests.fuzz.targets import TARGETS
    target, seeds = TARGETS[name], corpus(name)

    def once(data: bytes) -> None:
        target(data.decode("utf-8", "replace"))

    def change(data: bytes, limit: int, number: int) -> bytes:
        if number % 4 == 0:
            return bytes(atheris.Mutate(data, limit))
        return mutate(data.decode("utf-8", "replace"), Random(number), seeds).encode("utf-8", "replace")[:limit]

    new = tempfile.mkdtemp()
    options = [f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=20"]
    options += ["-rss_limit_mb=2048", "-print_final_stats=1", f"-artifact_prefix={found}/{name}-"]
    atheris.Setup([sys.argv[0], *options, new, str(CORPUS / name)], once, custom_mutator=change)
    atheris.Fuzz()


def at_random(name: str, seconds: int, seed: int, found: Path) -> int:
    """Fuzz without a guide; how many different faults were found."""
    from tests.fuzz.targets import TARGETS

    rng, target, seeds = Random(seed), TARGETS[name], corpus(name)
    pool, faults, tried = list(seeds), set[str](), 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        text = mutate(pool[int(rng.random() * len(pool))], rng, seeds)[:LONGEST]
        tried += 1
        try:
            target(text)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} {last.filename}:{last.lineno}"
            if where not in faults:
                faults.add(where)
                path = found / f"{name}-{len(faults)}"
                path.write_bytes(text.encode("utf-8", "surrogatepass"))
                print(f"{path}\n{''.join(traceback.format_exception(error))}")
        if len(pool) < 4 * len(seeds) + 200:
            pool.append(text)
        else:
            pool[len(seeds) + int(rng.random() * (len(pool) - len(seeds)))] = text
    print(f"{name}: {tried} inputs at random, {len(faults)} faults")
    return len(faults)


def main() -> int:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("target", choices=(*NAMES, "all"))
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--found", type=Path, default=Path("FOUND"), help="folder for inputs that show a fault")
    parser.add_argument("--random", action="store_true", help="without atheris, even where it is installed")
    options = parser.parse_args()
    options.found.mkdir(parents=True, exist_ok=True)
    if options.target == "all":
        given = ["--seconds", str(options.seconds), "--seed", str(options.seed), "--found", str(options.found)]
        given += ["--random"] * options.random
        codes = [
            subprocess.run([sys.executable, "-m", "tests.fuzz", name, *given], check=False).returncode for name in NAMES
        ]
        return int(any(codes))
    if options.random or importlib.util.find_spec("atheris") is None:
        return int(at_random(options.target, options.seconds, options.seed, options.found) > 0)
    os.environ.setdefault("PYTHONHASHSEED", "0")
    guided(options.target, options.seconds, options.seed, options.found)
    return 0


if __name__ == "__main__":
    sys.exit(main())

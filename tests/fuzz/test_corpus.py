"""No text that was worth keeping lets anything out but an error of the library."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzz.__main__ import CORPUS, NAMES, corpus
from tests.fuzz.mutate import mutate
from tests.fuzz.targets import TARGETS


def test_every_target_has_a_corpus() -> None:
    assert sorted(NAMES) == sorted(TARGETS)
    assert sum(path.stat().st_size for path in CORPUS.glob("*/*")) < 400_000


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_lets_nothing_out(name: str) -> None:
    for text in corpus(name):
        TARGETS[name](text)


@pytest.mark.parametrize("name", TARGETS)
def test_texts_made_from_the_corpus_let_nothing_out(name: str) -> None:
    rng, seeds = Random(2006), corpus(name)
    for _ in range(60):
        TARGETS[name](mutate(rng.choice(seeds), rng, seeds))

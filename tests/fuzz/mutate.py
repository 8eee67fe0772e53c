"""Texts made from texts: by exchanging, doubling, dropping and moving what looks like a word, a number or a bracket."""

from __future__ import annotations

import re
from random import Random
from typing import Final

_TOKENS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z_]+|-?\d+(?:\.\d+)?|\s|.', re.DOTALL)
_ODD: Final = (
    *(
        '""',
        '"x"',
        "null",
        "true",
        "false",
        "{}",
        "[]",
        "NaN",
        "Infinity",
        "-0",
        "1e5",
        "1.0",
        "-1",
        "0",
        "1",
        "2",
        "3",
    ),
    *(
        "30",
        "31",
        "64",
        "255",
        "1073741824",
        "9" * 30,
        "9" * 5000,
        "[" * 200,
        "\x00",
        "\ud800",
        "é",
        "①",
        "٣",
        "\u2028",
    ),
    *(" ", "\t", "\r\n", "\n\n", "#", "=", ":", ",", "?", "+", ";", '"', "\\", "\\u0000", "\ufeff", "--", "-", "none"),
)


def mutate(text: str, rng: Random, others: list[str]) -> str:
    """A text like this one; `others`: texts from which a piece may come."""
    tokens = _TOKENS.findall(text)
    for _ in range(1 + int(rng.random() * 3)):
        _change(tokens, rng, others)
    return "".join(tokens)


def _change(tokens: list[str], rng: Random, others: list[str]) -> None:
    def place(extra: int = 0) -> int:
        return int(rng.random() * (len(tokens) + extra))

    way = int(rng.random() * 9) if tokens else 0
    if way == 0:
        tokens.insert(place(1), rng.choice(_ODD))
    elif way == 1:
        tokens[place()] = rng.choice(_ODD)
    elif way == 2:
        del tokens[place()]
    elif way == 3:
        start = place()
        del tokens[start : start + int(rng.random() * 20)]
    elif way == 4:
        start, length = place(), int(rng.random() * 20)
        tokens[start:start] = tokens[start : start + length]
    elif way == 5:
        one, other = place(), place()
        tokens[one], tokens[other] = tokens[other], tokens[one]
    elif way == 6:
        tokens[place()] = tokens[place()]
    elif way == 7 and others:
        other_tokens = _TOKENS.findall(rng.choice(others)) or [""]
        start = int(rng.random() * len(other_tokens))
        tokens[place(1) : place(1)] = other_tokens[start : start + 1 + int(rng.random() * 10)]
    else:
        numbers = [index for index, token in enumerate(tokens) if re.fullmatch(r"-?\d{1,9}", token)]
        if numbers:
            index = rng.choice(numbers)
            tokens[index] = str(int(tokens[index]) + rng.choice((-1, 1, -2, 2, 16, 256, -300)))

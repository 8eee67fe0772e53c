"""Common 52-card packs: the cards, and what is left of one to four packs shuffled together.

A card has a number from 0 to 51, in the order in which the rule book lists cards: by rank, A low, then by suit. What
is not in the piles is left in the pack.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Final, NewType, final

import attrs

from boardgames_fr.errors import NotationError, shown


class Rank(enum.Enum):
    """The thirteen ranks, A low. Only equality matters in play; the order is that of lists."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(enum.Enum):
    """The four suits, in the order of lists."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


RANKS: Final = tuple(Rank)
SUITS: Final = tuple(Suit)

CardNumber = NewType("CardNumber", int)
"""A card's place in a sorted pack, 0 (`AC`) … 51 (`KS`): four times the rank's place, plus the suit's."""


@final
@attrs.frozen(cache_hash=True)
class Card:
    """A playing card. Its text is rank and suit, `7H`.

    Raises:
        TypeError: the fields are no `Rank` and `Suit`.

    >>> str(Card(Rank.SEVEN, Suit.HEARTS)), Card.parse("TS").rank
    ('7H', <Rank.TEN: 'T'>)
    """

    rank: Rank
    suit: Suit
    number: CardNumber = attrs.field(init=False, eq=False, repr=False)
    """The place in a sorted pack."""

    def __attrs_post_init__(self) -> None:
        if type(self.rank) is not Rank or type(self.suit) is not Suit:
            raise TypeError(f"a card has a Rank and a Suit, not {shown(self.rank)} and {shown(self.suit)}")
        object.__setattr__(self, "number", CardNumber(4 * RANKS.index(self.rank) + SUITS.index(self.suit)))

    def __str__(self) -> str:
        return f"{self.rank.value}{self.suit.value}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that this text spells: the exact inverse of `str`.

        Raises:
            NotationError: it is not one of `A 2 … 9 T J Q K` followed by one of `C D H S`.
        """
        card = _CARD_OF.get(text)
        if card is None:
            raise NotationError(text, "a card: A 2 3 4 5 6 7 8 9 T J Q K, then C D H S")
        return card


CARDS: Final = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
"""By card number."""
_CARD_OF: Final = {str(card): card for card in CARDS}
CARD_BITS: Final = tuple(1 << number for number in range(52))
FULL: Final = (1 << 52) - 1
MOST_PACKS: Final = 4


def copies_left(packs: int, piles: Iterable[Iterable[CardNumber]]) -> list[int]:
    """By card number: how many copies of these packs are not in the piles."""
    left = [packs] * 52
    for pile in piles:
        for number in pile:
            left[number] -= 1
    return left

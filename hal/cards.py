"""The fifty-two cards, as shoes report them and as rules count them."""

from enum import StrEnum
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
RED: Final = frozenset("HD")


class Card(StrEnum):
    """A card of a deck: `Card("AS")`; its text is its rank and its suit.

    >>> Card("TS").points, Card("9H").points, Card("AD").points
    (0, 9, 1)
    """

    _ignore_ = "rank_ suit_"
    for rank_ in RANKS:
        for suit_ in SUITS:
            vars()[rank_ + suit_] = rank_ + suit_

    rank: str
    suit: str
    points: int
    number: int

    def __init__(self, code: str) -> None:
        self.rank, self.suit = code[0], code[1]
        place = RANKS.index(self.rank)
        self.points = place + 1 if place < 9 else 0
        self.number = place * len(SUITS) + SUITS.index(self.suit)

    # Enum hashes in Python, strings in C; cards are looked up at every draw.
    __hash__ = str.__hash__

    @property
    def red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self.suit in RED


DECK: Final[tuple[Card, ...]] = tuple(Card)


def read_card(text: str) -> Card:
    """Read a card as people and scenarios write it: `TS`, and `10S` for the same.

    >>> read_card("10S")
    <Card.TS: 'TS'>
    """
    try:
        return Card(text.replace("10", "T", 1))
    except ValueError:
        raise ValueError(
            f"{text!r} is no card; a card is a rank of {RANKS} and a suit of {SUITS}, such as TS"
        ) from None

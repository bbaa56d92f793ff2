"""What a hand counts, and which of two wins."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from hal.cards import Card


class Side(StrEnum):
    """A hand of the coup."""

    # mbs 3.6
    # mbs-baccarat 1.1, 1.1.2; mbs-no-commission 1.1, 1.1.1; mbs-rapid 1.1, 1.1.1, 1.1.5: a hand is Player's or Banker's
    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> "Side":
        """The opposite hand."""
        return Side.BANKER if self is Side.PLAYER else Side.PLAYER


class Winner(StrEnum):
    """How a coup ended."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    VOID = "void"


NATURALS: Final = (8, 9)


def total(hand: Sequence[Card]) -> int:
    """Return the point count of a hand: the right digit of the sum of its cards."""
    # crown 3.2, 3.2.1, 3.2.2, 3.2.3, 3.3, 3.3.1, 3.3.2; mbs 3.3, 3.3.1, 3.3.2, 3.4, 3.4.1, 3.4.2; rws 3.7
    count = 0
    for card in hand:  # not sum() of a generator, which takes twice as long: a coup asks for nine totals
        count += card.points
    return count % 10


def is_natural(hand: Sequence[Card]) -> bool:
    """Whether the first two cards, alone, count eight or nine."""
    # mbs-baccarat 1.1.3, 1.1.4, 1.1.6; mbs-no-commission 1.1.2, 1.1.3, 1.1.5; mbs-rapid 1.1.2, 1.1.3, 1.1.6
    return len(hand) == 2 and total(hand) in NATURALS


def winner_of(player_total: int, banker_total: int) -> Winner:
    """Return which hand has the higher point count."""
    # crown 8.4.3, 8.4.3(a), 8.4.3(b), 8.4.3(c), 8.4.3(d); mbs 3.10, 3.10.1; rws 3.7, 3.8
    if player_total == banker_total:
        return Winner.TIE
    return Winner.PLAYER if player_total > banker_total else Winner.BANKER


class Pair(StrEnum):
    """What the first two cards of a hand make."""

    NONE = "none"
    MIXED = "mixed"
    COLOURED = "coloured"
    PERFECT = "perfect"


PAIRS: Final = tuple(Pair)


def pair_of(first: Card, second: Card) -> Pair:
    """Return the best pair that two cards make. A 10 and a king are not a pair."""
    # mbs-baccarat 1.1.5; mbs-no-commission 1.1.4; mbs-rapid 1.1.4
    if first.rank != second.rank:
        return Pair.NONE
    if first is second:
        return Pair.PERFECT
    return Pair.COLOURED if first.red == second.red else Pair.MIXED


class HandShown(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand as shown in results."""

    cards: tuple[Card, ...]
    total: int

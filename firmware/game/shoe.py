"""A shoe's account: which cards have left, and so which can still come."""

from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from hal.cards import DECK, Card

# crown 3.7.1, 3.7.2: about twenty cards from the back of the stack, or thirteen
CUT_DEPTHS: Final = (20, 13)


class Shoe(Struct, frozen=True):
    """A shoe in play. `seen` counts by card those that left and were read; `unread` counts those that were not.

    `burn_due`: the burn of a new shoe is still to be made. `more_burns`: how many cards the value of a first card
    turned face-up still wants burned (3.8.2). `last_coup`: the number of the coup that the cutting card made the last.
    `ends`: any other reason why the shoe ends with this coup. `cut_by`, `cut_at`: who cut its cards,
    and at which terminal; empty where nobody said.
    """

    number: int
    decks: int
    seen: bytes = bytes(len(DECK))
    unread: int = 0
    burn_due: bool = False
    more_burns: int = 0
    last_coup: int = 0
    ends: str = ""
    cut_by: str = ""
    cut_at: int = 0

    def left(self, card: Card) -> int:
        """Return how many of this card can still come."""
        return self.decks - self.seen[card.number]

    @property
    def out(self) -> int:
        """How many cards have left the shoe."""
        return sum(self.seen) + self.unread

    @property
    def remaining(self) -> int:
        """How many cards are still in the shoe."""
        return self.decks * len(DECK) - self.out

    def without(self, card: Card) -> Self:
        """Return the account after a card has left."""
        return replace(self, seen=self.counted(card))

    def counted(self, card: Card, by: int = 1) -> bytes:
        """Return `seen` with one more, or one fewer, of a card."""
        place = card.number
        return self.seen[:place] + bytes((self.seen[place] + by,)) + self.seen[place + 1 :]

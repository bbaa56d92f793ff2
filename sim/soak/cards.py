"""The cards of a shoe as they lie there: in it, out of it, and which of those that left are on record, in order."""

import random
from collections.abc import Sequence

from firmware.game import events as g
from hal.cards import DECK, Card


class ShoeCards:
    """What the dealer's hands and eyes know of the shoe, beside what the journal says of it."""

    def __init__(self) -> None:
        self.inside: list[Card] = []
        self.left: list[Card] = []
        self.on_record: list[Card] = []

    def fill(self, decks: int, chance: random.Random) -> None:
        """Shuffle the decks."""
        self.inside = list(DECK) * decks
        chance.shuffle(self.inside)

    def fill_with(self, cards: Sequence[Card], chance: random.Random) -> None:
        """Begin in the midst of a shoe, with the cards that are left in it, in any order."""
        self.inside, self.left, self.on_record = list(cards), [], []
        chance.shuffle(self.inside)

    def take(self) -> Card:
        """Take the next card out."""
        self.left.append(self.inside.pop())
        return self.left[-1]

    def leave_in(self) -> None:
        """The console would not have it: the card was not taken."""
        self.inside.append(self.left.pop())

    @property
    def missing(self) -> Card | None:
        """The first card that left and is not on record."""
        return self.left[len(self.on_record)] if len(self.left) > len(self.on_record) else None

    def give_up(self) -> None:
        """Nobody will ever name the missing card: its coup is over, or the shoe is."""
        del self.left[len(self.on_record)]

    def happened(self, event: g.Event) -> str:
        """Take what the journal says of cards; return what does not agree with the cards that lie there."""
        match event:
            case g.ShoeStarted():
                self.left, self.on_record = [], []
            case g.Burned(card) | g.CardLaid(_, card, drawn=True):
                return self._recorded(card)
            case g.CardsLeft(_, cards, known):
                return "".join(self._recorded(card) for card in cards[known:])
            case g.Irregularity(_, "foreign_card", _, str(code)) if code in DECK:
                return f"{code} is taken for a foreign card, and each card is of the shoe"
        return ""

    def _recorded(self, card: Card) -> str:
        place = len(self.on_record)
        self.on_record.append(card)
        if place >= len(self.left):
            self.left.append(card)
            if card in self.inside:
                self.inside.remove(card)
            return f"{card} is on record, and no card had left the shoe"
        if self.left[place] != card:
            return f"card {place + 1} of the shoe is {self.left[place]}, and {card} on record"
        return ""

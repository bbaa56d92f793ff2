"""The cards of a shoe as they lie there: in it, out of it, and which of those that left are on record, in order."""

import random
from collections.abc import Sequence

from firmware.game import events as g
from firmware.table.features.devices import DeviceReported
from hal.cards import DECK, Card


class ShoeCards:
    """What the dealer's hands and eyes know of the shoe, beside what the journal says of it."""

    def __init__(self) -> None:
        self.inside: list[Card] = []
        self.left: list[Card] = []
        self.on_record: list[Card] = []
        self.face_down: list[Card] = []
        self._ready: list[Card] = []
        self._unheard: list[Card] = []
        # What did not agree at the last card, for as long as it may yet be told that its report was in doubt.
        self.suspect = ""

    def shuffle(self, decks: int, chance: random.Random) -> None:
        """Shuffle the decks that the next shoe is made of."""
        self._ready = list(DECK) * decks
        chance.shuffle(self._ready)

    def fill_with(self, cards: Sequence[Card], chance: random.Random) -> None:
        """Begin in the midst of a shoe, with the cards that are left in it, in any order."""
        self.inside, self.left, self.on_record, self.face_down = list(cards), [], [], []
        chance.shuffle(self.inside)

    def take(self, *, unheard: bool = False) -> Card:
        """Take the next card out. `unheard`: what the shoe says of it may be lost, and the next come in before it."""
        self.left.append(self.inside.pop())
        if unheard:
            self._unheard.append(self.left[-1])
        return self.left[-1]

    def leave_in(self) -> None:
        """The console would not have it: the card was not taken."""
        self.inside.append(self.left.pop())

    def lay_face_down(self) -> None:
        """Leave the last card aside: it names an over-drawn one when the next game begins."""
        self.face_down.append(self.left.pop())

    def turn_up(self) -> None:
        """The shoe has not named it: it is for the dealer to enter."""
        self.left.append(self.face_down.pop(0))

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
                self.inside, self._ready = self._ready, []
                self.left, self.on_record, self.face_down, self._unheard = [], [], [], []
            case g.Burned(card) | g.CardLaid(_, card, drawn=True):
                return self._next_on_record(card)
            case g.CardsLeft(_, cards, known):
                return "".join(self._next_on_record(card) for card in cards[known:])
            case DeviceReported("shoe", "fault copies_differ"):
                self.suspect = ""  # the people at the table are told to compare
            case g.Irregularity(_, "foreign_card", _, str(code)) if code in DECK:
                return f"{code} is taken for a foreign card, and each card is of the shoe"
        return ""

    def _next_on_record(self, card: Card) -> str:
        before, self.suspect = self.suspect, self._recorded(card)
        return before

    def _recorded(self, card: Card) -> str:
        place = len(self.on_record)
        self.on_record.append(card)
        if self.left[place : place + 1] != [card] and card in self.left[place:]:
            self._let_unheard_wait(place)
        if card in self.face_down and self.left[place : place + 1] != [card]:
            self.face_down.remove(card)
            self.left.insert(place, card)
        if place >= len(self.left):
            self.left.append(card)
            if card in self.inside:
                self.inside.remove(card)
            return f"{card} is on record, and no card had left the shoe"
        lies, self.left[place] = self.left[place], card
        return f"card {place + 1} of the shoe is {lies}, and {card} on record" if lies != card else ""

    def _let_unheard_wait(self, place: int) -> None:
        """What the shoe said of a card was lost, and the next came in: the first waits for the dealer."""
        while place < len(self.left) and self.left[place] in self._unheard:
            card = self.left.pop(place)
            self._unheard.remove(card)
            self.face_down.append(card)

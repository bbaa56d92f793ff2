"""A simulated Bee-Tek shoe."""

from collections.abc import Mapping
from typing import Final

from drivers.bee_tek.protocol import Alarm, CardSeen, FailedRead, say
from hal.cards import Card, read_card
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.simulation import NoSettings, Simulation


class BeeTekModel(Model):
    """The shoe: it talks, and listens to nobody."""

    def received(self, data: bytes) -> None:
        """Say what the host sends: this shoe knows no order."""
        self.unknown(data)

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it."""
        return {
            "card": ("card CARD", self._card),
            "burn": ("burn CARD", self._burn),
            "unreadable": ("unreadable", self._unreadable),
            "clear": ("clear", lambda _: None),
            **super().commands(),
        }

    def _card(self, words: list[str]) -> None:
        # A hand and a position may stand there, as for other shoes: this one does not know them.
        self.send(say(CardSeen(_read(words), burn=False)))

    def _burn(self, words: list[str]) -> None:
        self.send(say(CardSeen(_read(words), burn=True)))

    def _unreadable(self, _: list[str]) -> None:
        self.send(say(FailedRead()) + say(Alarm("E3", "Card Not Read")))


def _read(words: list[str]) -> Card:
    try:
        return read_card(words[0].upper())
    except (IndexError, ValueError):
        raise NoCommand("which card? such as `card 7C`") from None


def _new(tell: Tell, _: NoSettings) -> BeeTekModel:
    return BeeTekModel(tell)


MODEL: Final = Simulation(_new, NoSettings)

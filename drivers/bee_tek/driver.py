"""The Bee-Tek shoe on a port: it reports cards, and knows neither hands nor a lock."""

from typing import Final

from drivers.bee_tek.protocol import Alarm, CardSeen, FailedRead, Reader, Warned
from drivers.driver import PATIENT, Driver
from hal.device import Hear
from hal.life import Patience
from hal.port import LineOptions, LineSettings, Outlet
from hal.shoe import Abilities, ShoeBurn, ShoeCard

NOT_READ: Final = "E3"


class Options(LineOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set."""

    line: LineSettings = LineSettings(baud=9600)
    patience: Patience = PATIENT


class BeeTek(Driver):
    """The shoe. Which hand a card belongs to, the order of the deal decides."""

    abilities = Abilities(locks=False, judges=False)

    def __init__(self, name: str, outlet: Outlet, hear: Hear, options: Options) -> None:
        super().__init__(name, outlet, hear, options.patience)
        self._reader = Reader()

    def received(self, data: bytes) -> None:
        """Take what came in."""
        for said in self._reader.feed(data):
            match said:
                case CardSeen(card, burn):
                    # The shoe says when it fails, and not when it is well again: the next card shows that.
                    self.end("unreadable")
                    self.end("shoe_warning")
                    self.say(ShoeBurn(card) if burn else ShoeCard(card))
                case FailedRead():
                    # Each is a card of its own, also right after another.
                    self.end("unreadable")
                    self.begin("unreadable")
                case Alarm(code, text):
                    self.begin("unreadable" if code == NOT_READ else "shoe_warning", f"{code} {text}")
                case Warned(code):
                    self.begin("shoe_warning", code)

    async def lock(self, *, locked: bool) -> bool:  # noqa: ARG002 - this make has no lock
        """Say that it cannot."""
        return False

    async def clear_error(self) -> bool:
        """Say that it cannot be told."""
        return False

    async def confirm_game(self) -> bool:
        """Say that it cannot be told."""
        return False

"""A simulated barcode scanner that types like a keyboard."""

from collections.abc import Mapping
from typing import Final

from drivers.keyboard_scanner.protocol import CHARACTERS, typed
from hal.ticket_scanner import LONGEST
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.serial_scanner import barcode
from sim.devices.simulation import NoSettings, Simulation

CAN_TYPE: Final = frozenset(CHARACTERS.values())


class KeyboardScannerModel(Model):
    """The scanner: it types, and listens to nobody."""

    def received(self, data: bytes) -> None:
        """Say what the host sends: this scanner knows no order."""
        self.unknown(data)

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it."""
        return {
            "scan": ("scan TEXT", self._scan),
            "damaged": ("damaged: a key that sticks", lambda _: self.send(typed("0" * (LONGEST + 1)))),
            **super().commands(),
        }

    def _scan(self, words: list[str]) -> None:
        text = barcode(words)
        if not set(text) <= CAN_TYPE:
            raise NoCommand("scan reads `scan 006429188185446104`: figures and capitals alone are typed")
        self.send(typed(text))


def _new(tell: Tell, _: NoSettings) -> KeyboardScannerModel:
    return KeyboardScannerModel(tell)


MODEL: Final = Simulation(_new, NoSettings)

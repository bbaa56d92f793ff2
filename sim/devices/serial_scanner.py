"""A simulated barcode scanner on a line."""

from collections.abc import Mapping
from typing import Final

from drivers.serial_scanner.protocol import say
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.simulation import NoSettings, Simulation

# What a scanner sends of a barcode whose line was disturbed.
DAMAGED: Final = b"00642\x81\xfe185446104\r"


class SerialScannerModel(Model):
    """The scanner: it talks, and listens to nobody."""

    def received(self, data: bytes) -> None:
        """Say what the host sends: this scanner knows no order."""
        self.unknown(data)

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it."""
        return {
            "scan": ("scan TEXT", lambda words: self.send(say(barcode(words)))),
            "damaged": ("damaged: a line that was disturbed", lambda _: self.send(DAMAGED)),
            **super().commands(),
        }


def barcode(words: list[str]) -> str:
    """Return what stands in the barcode that a tester holds before a scanner. Raises NoCommand."""
    text = " ".join(words)
    if not text or not text.isascii() or not text.isprintable():
        raise NoCommand("scan reads `scan 006429188185446104`")
    return text


def _new(tell: Tell, _: NoSettings) -> SerialScannerModel:
    return SerialScannerModel(tell)


MODEL: Final = Simulation(_new, NoSettings)

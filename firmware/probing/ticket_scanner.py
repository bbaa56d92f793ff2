"""A barcode scanner on the desk."""

from collections.abc import Mapping

from firmware.probing.probe import Command, ToProbe, said_of_any
from hal.device import DeviceEvent
from hal.ticket_scanner import NotScanned, Scanned, TicketScanner


def open_probe(desk: ToProbe) -> "ScannerProbe":
    """Return a scanner at a port."""
    return ScannerProbe(desk)


class ScannerProbe:
    """A scanner."""

    def __init__(self, desk: ToProbe) -> None:
        self._print = desk.printer
        self.device: TicketScanner = desk.chosen("ticket_scanner").ticket_scanner(self._heard)

    def _heard(self, event: DeviceEvent) -> None:
        match event:
            case Scanned(text):
                self._print({"event": "scanned", "text": text})
            case NotScanned():
                self._print({"event": "not_scanned"})
            case other:
                said = said_of_any(other)
                if said is not None:
                    self._print(said)

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what the scanner may be told."""
        return {"status": ("status", self._status)}

    async def _status(self, _: list[str]) -> None:
        self._print({"event": "device", "stage": self.device.stage, "faults": sorted(self.device.faults)})

"""A barcode scanner on a line: it says what it reads, and has nothing else to say."""

from drivers.driver import PATIENT, Driver
from drivers.serial_scanner.protocol import BarcodeRead, Reader
from hal.device import Hear
from hal.life import Patience
from hal.port import LineOptions, LineSettings, Outlet
from hal.ticket_scanner import NotScanned, Scanned


class Options(LineOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set."""

    line: LineSettings = LineSettings(baud=9600)
    patience: Patience = PATIENT


class SerialScanner(Driver):
    """The scanner."""

    def __init__(self, name: str, outlet: Outlet, hear: Hear, options: Options) -> None:
        super().__init__(name, outlet, hear, options.patience)
        self._reader = Reader()

    async def identify(self) -> str:
        """Begin anew: what was half read before the cable went belongs to nothing."""
        self._reader = Reader()
        return ""

    def received(self, data: bytes) -> None:
        """Take what came in."""
        for said in self._reader.feed(data):
            self.say(Scanned(said.text) if isinstance(said, BarcodeRead) else NotScanned())

"""What barcode scanners have in common: they say what they read, and nothing else."""

from typing import ClassVar, Protocol

from msgspec import Struct

from drivers.driver import PATIENT, Driver
from hal.device import Hear
from hal.life import Patience
from hal.port import LineOptions, Outlet
from hal.ticket_scanner import NotScanned, Scanned


class BarcodeRead(Struct, frozen=True):
    """A barcode, as it reads."""

    text: str


class BarcodeDamaged(Struct, frozen=True):
    """Not a barcode: a damaged line, or one that is too long."""


Said = BarcodeRead | BarcodeDamaged


class ReadsBarcodes(Protocol):
    """Turns what comes in into barcodes."""

    def feed(self, data: bytes) -> list[Said]:
        """Take what came in, and return what was read."""


class ScannerOptions(LineOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set of any scanner."""

    patience: Patience = PATIENT


class ScannerDriver(Driver):
    """A scanner; its make says how what comes in is read."""

    reader: ClassVar[type[ReadsBarcodes]]

    def __init__(self, name: str, outlet: Outlet, hear: Hear, options: ScannerOptions) -> None:
        super().__init__(name, outlet, hear, options.patience)
        self._reader = self.reader()

    async def identify(self) -> str:
        """Begin again: anything half read before it was unplugged is dropped."""
        self._reader = self.reader()
        return ""

    def received(self, data: bytes) -> None:
        """Take what came in."""
        for said in self._reader.feed(data):
            self.say(Scanned(said.text) if isinstance(said, BarcodeRead) else NotScanned())

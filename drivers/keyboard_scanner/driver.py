"""A barcode scanner that types: what it types is a barcode, and reaches nothing else."""

from drivers.driver import PATIENT, Driver
from drivers.keyboard_scanner.protocol import Reader, TypedCode
from hal.device import Hear
from hal.life import Patience
from hal.port import LineOptions, Outlet
from hal.ticket_scanner import NotScanned, Scanned


class Options(LineOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set."""

    patience: Patience = PATIENT


class KeyboardScanner(Driver):
    """The scanner."""

    def __init__(self, name: str, outlet: Outlet, hear: Hear, options: Options) -> None:
        super().__init__(name, outlet, hear, options.patience)
        self._reader = Reader()

    async def identify(self) -> str:
        """Begin anew: what was half typed before it was unplugged belongs to nothing."""
        self._reader = Reader()
        return ""

    def received(self, data: bytes) -> None:
        """Take what came in."""
        for said in self._reader.feed(data):
            self.say(Scanned(said.text) if isinstance(said, TypedCode) else NotScanned())

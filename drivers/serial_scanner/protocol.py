"""What a barcode scanner says: a line of characters for each barcode, ended by CR, LF or both. It is told nothing.

Scanners can be set to put STX and ETX around it, or an AIM identifier before it (`]I0` for Interleaved 2 of 5): both
are left out, wherever somebody has set a scanner so.
"""

import re
from typing import Final

from drivers.scanner_driver import BarcodeDamaged, BarcodeRead, Said
from hal.ticket_scanner import LONGEST

_END: Final = re.compile(rb"[\r\n]")
_AROUND: Final = b"\x02\x03"
_AIM: Final = re.compile(r"\][A-Za-z][0-9]")


class Reader:
    """Turns what comes in into barcodes."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._too_long = False

    @property
    def held(self) -> int:
        """How many bytes are kept of a line that has not ended."""
        return len(self._line)

    def feed(self, data: bytes) -> list[Said]:
        """Take what came in, and return what was read."""
        *ended, rest = _END.split(data)
        said = []
        for part in ended:
            self._add(part)
            said += self._ended()
        self._add(rest)
        return said

    def _add(self, part: bytes) -> None:
        self._line += part
        if len(self._line) > LONGEST:
            self._too_long = True
            self._line.clear()

    def _ended(self) -> list[Said]:
        line, too_long = bytes(self._line).strip(_AROUND), self._too_long
        self._line.clear()
        self._too_long = False
        if too_long:
            return [BarcodeDamaged()]
        if not line:
            return []  # the second of CR and LF, or nothing between two
        text = line.decode("ascii", "replace")
        if not (text.isascii() and text.isprintable()):
            return [BarcodeDamaged()]
        return [BarcodeRead(_AIM.sub("", text, count=1) if _AIM.match(text) else text)]


def say(text: str) -> bytes:
    """Return what a scanner sends of a barcode."""
    return text.encode("ascii") + b"\r"

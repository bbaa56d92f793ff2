"""A barcode scanner that types like a keyboard."""

from typing import Final

from drivers.keyboard_scanner import protocol as p
from drivers.keyboard_scanner.driver import KeyboardScanner, Options
from drivers.keyboard_scanner.keys import KeysOutlet
from drivers.line_words import framed
from hal.in_words import in_words
from hal.make import Codec, Decode, ScannerMake


def _words() -> Decode:
    return framed(p.Reader, in_words, in_words)


CODEC: Final = Codec(p.Reader, (p.typed("006429188185446104"), p.typed("12")))
MAKE: Final = ScannerMake(options=Options, drive=KeyboardScanner, outlet=KeysOutlet, codec=CODEC, words=_words)

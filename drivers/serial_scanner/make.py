"""A barcode scanner on a serial line, or on USB as one."""

from typing import Final

from drivers.ports.outlets import outlet_for
from drivers.serial_scanner import protocol as p
from drivers.serial_scanner.driver import Options, SerialScanner
from hal.make import Codec, ScannerMake

CODEC: Final = Codec(p.Reader, (p.say("006429188185446104"), p.say("]I0006429188185446104")))
MAKE: Final = ScannerMake(options=Options, drive=SerialScanner, outlet=outlet_for, codec=CODEC, usual=True)

"""A barcode scanner on a line."""

from drivers.scanner_driver import ScannerDriver, ScannerOptions
from drivers.serial_scanner.protocol import Reader
from hal.port import LineSettings


class Options(ScannerOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set."""

    line: LineSettings = LineSettings(baud=9600)


class SerialScanner(ScannerDriver):
    """The scanner."""

    reader = Reader

"""A barcode scanner that types: what it types is a barcode, and reaches nothing else."""

from drivers.keyboard_scanner.protocol import Reader
from drivers.scanner_driver import ScannerDriver, ScannerOptions


class Options(ScannerOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set."""


class KeyboardScanner(ScannerDriver):
    """The scanner."""

    reader = Reader

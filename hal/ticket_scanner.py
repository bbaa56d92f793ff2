"""A barcode scanner at the dealer: it reads what is held before it and takes no orders."""

from typing import Final, Protocol

from hal.device import Device, DeviceEvent

# Longer than any ticket's barcode; anything beyond was no barcode.
LONGEST: Final = 80


class Scanned(DeviceEvent, frozen=True):
    """A barcode was read: its characters, as they stand in it."""

    text: str


class NotScanned(DeviceEvent, frozen=True):
    """Something that is not a barcode: a damaged line, or one that never ended."""


class TicketScanner(Device, Protocol):
    """A barcode scanner."""

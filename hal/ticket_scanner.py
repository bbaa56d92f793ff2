"""A barcode scanner at the dealer: it reads what is held before it, and can be told nothing."""

from typing import Final, Protocol

from hal.device import Device, DeviceEvent

# More characters than any barcode of a ticket has; what is longer was no barcode.
LONGEST: Final = 80


class Scanned(DeviceEvent, frozen=True):
    """A barcode was read: its characters, as they stand in it."""

    text: str


class NotScanned(DeviceEvent, frozen=True):
    """Something came that is no barcode: a damaged line, or one that never ended."""


class TicketScanner(Device, Protocol):
    """A barcode scanner."""

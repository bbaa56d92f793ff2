"""A ticket printer: what goes on a ticket, and what may have become of one."""

from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from hal.device import Device, DeviceEvent


class Ticket(Struct, frozen=True):
    """A ticket: its lines from the top, and the number that its barcode carries (18 digits, or none)."""

    title: str
    lines: tuple[str, ...]
    number: str = ""
    amount: str = ""


class Outcome(StrEnum):
    """What became of a ticket. FAILED: there certainly is no page. IN_DOUBT: there may be one."""

    PRINTED = "printed"
    FAILED = "failed"
    IN_DOUBT = "in_doubt"


class PrintResult(Struct, frozen=True):
    """What became of a ticket, and why."""

    outcome: Outcome
    why: str = ""


class PrinterState(DeviceEvent, frozen=True):
    """The printer as it says itself; `paper`: ok, low or out."""

    online: bool
    paper: str
    cover: str
    cutter: str
    error: bool


class TicketPrinter(Device, Protocol):
    """A ticket printer."""

    async def status(self) -> PrinterState | None:
        """Ask it; None when it does not answer."""
        ...

    async def print(self, ticket: Ticket) -> PrintResult:
        """Print a ticket, once."""
        ...

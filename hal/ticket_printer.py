"""A ticket printer: what goes on a ticket, and what became of it."""

from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from hal.device import Device, DeviceEvent


class Bitmap(Struct, frozen=True):
    """A picture of black dots: its rows from the top, each in whole bytes, the leftmost dot in the highest bit."""

    width: int
    height: int
    rows: bytes

    def __post_init__(self) -> None:
        if len(self.rows) != (self.width + 7) // 8 * self.height:
            raise ValueError(f"a picture of {self.width} × {self.height} dots has not {len(self.rows)} bytes")


class TicketLine(Struct, frozen=True):
    """A line of a ticket. `picture`: how it looks, for what a printer's own characters cannot say.

    It stands in the middle, or (`left`) at the left edge, as the columns of a paper do.
    """

    text: str
    large: bool = False
    bold: bool = False
    picture: Bitmap | None = None
    left: bool = False


class Ticket(Struct, frozen=True):
    """A ticket: its title, its lines from the top, the number that its barcode carries (18 digits, or none), and below.

    A line that is only a text is printed as the printer prints text.
    """

    title: str
    lines: tuple[str | TicketLine, ...]
    number: str = ""
    amount: str = ""
    below: tuple[str | TicketLine, ...] = ()


class PrintOutcome(StrEnum):
    """What became of a ticket. FAILED: there certainly is no page. IN_DOUBT: there may be one."""

    PRINTED = "printed"
    FAILED = "failed"
    IN_DOUBT = "in_doubt"


class PrintResult(Struct, frozen=True):
    """What became of a ticket, and why."""

    outcome: PrintOutcome
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

    @property
    def dots(self) -> int:
        """How many dots it prints side by side."""
        ...

    async def status(self) -> PrinterState | None:
        """Ask it; None when it does not answer."""
        ...

    def spoilt(self) -> None:
        """Assume that part of a ticket hangs there: it is cut off, marked void, before the next one."""
        ...

    async def print(self, ticket: Ticket) -> PrintResult:
        """Print a ticket, once."""
        ...

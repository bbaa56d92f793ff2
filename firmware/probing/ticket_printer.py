"""A ticket printer on the desk."""

from collections.abc import Mapping
from typing import Final

from msgspec import to_builtins

from firmware.probing.probe import Command, ToProbe, refused, said_of_any
from hal.device import DeviceEvent
from hal.ticket_printer import PrinterState, Ticket, TicketPrinter

# The first number of the machine that wire-protocols.md reckons with: it is on no ticket that was ever issued.
TEST_NUMBER: Final = "004580945669109504"


def open_probe(desk: ToProbe) -> "PrinterProbe":
    """Return a printer at a port."""
    return PrinterProbe(desk)


class PrinterProbe:
    """A printer."""

    def __init__(self, desk: ToProbe) -> None:
        self._print = desk.printer
        self.device: TicketPrinter = desk.chosen("ticket_printer").ticket_printer(self._heard)

    def _heard(self, event: DeviceEvent) -> None:
        said = said_of_any(event)
        if said is not None:
            self._print(said)

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what the printer may be told."""
        return {
            "test-page": ("test-page [NUMBER]: an even count of digits for its barcode", self._test_page),
            "status": ("status", self._status),
        }

    async def _test_page(self, words: list[str]) -> None:
        number = words[0].replace("-", "") if words else TEST_NUMBER
        if len(words) > 1 or not number.isdigit() or len(number) % 2 or len(number) > 40:
            self._print(refused("test-page", "a number for the barcode has an even count of digits, at most 40"))
            return
        lines = ("Test page of rapid-table probe", "This is no ticket: it is worth nothing", "")
        result = await self.device.print(Ticket("TEST PAGE", lines, number))
        self._print({"event": result.outcome, "number": number, "why": result.why})

    async def _status(self, _: list[str]) -> None:
        state: PrinterState | None = await self.device.status()
        if state is None:
            self._print({"event": "fault", "kind": "silent", "detail": "the printer does not answer"})
            self._print({"event": "state", **dict.fromkeys(PrinterState.__struct_fields__), "online": False})
        else:
            self._print({"event": "state", **to_builtins(state)})

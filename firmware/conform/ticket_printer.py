"""What any ticket printer must do."""

from typing import Final

from firmware.conform.check import Check
from firmware.conform.desk import OnDesk, demand, not_met
from hal.device import FaultBegan, FaultEnded
from hal.ticket_printer import PrintOutcome, Ticket, TicketPrinter

Printer = OnDesk[TicketPrinter]
TICKET: Final = Ticket("CONFORMANCE", ("This is no ticket: it is worth nothing",), "004580945669109504")


async def _printed(desk: Printer, when: str) -> None:
    result = await desk.device.print(TICKET)
    demand(result.outcome is PrintOutcome.PRINTED, f"{when}: {result.outcome} {result.why}".strip())


async def _fails(desk: Printer, when: str) -> None:
    result = await desk.device.print(TICKET)
    demand(result.outcome is PrintOutcome.FAILED, f"{when} a page is {result.outcome}, not failed")


async def _page(desk: Printer) -> None:
    await _printed(desk, "it does not say that it has processed a page")


async def _status(desk: Printer) -> None:
    state = await desk.device.status() or not_met("it does not answer when it is asked for its state")
    demand(state.online, "it says that it is offline")
    demand(state.paper != "out", "it says that it has no paper")


async def _cover(desk: Printer) -> None:
    await desk.do("cover open", "Open the printer's cover.")
    await desk.until(FaultBegan, "it does not say that its cover is open", code="cover_open")
    await _fails(desk, "with its cover open")
    await desk.do("cover closed", "Close the cover.")
    await desk.until(FaultEnded, "it does not say that its cover is closed", code="cover_open")
    await _printed(desk, "with its cover closed again")


async def _paper(desk: Printer) -> None:
    await desk.do("paper out", "Take the paper out.")
    await desk.until(FaultBegan, "it does not say that it has no paper", code="paper_out")
    await _fails(desk, "without paper")
    await desk.do("paper in", "Put the paper back.")
    await desk.until(FaultEnded, "it does not say that it has paper", code="paper_out")


CHECKS: Final[tuple[Check[Printer], ...]] = (
    Check("page", "It says when it has processed a page.", _page),
    Check("status", "Asked, it says how it is.", _status),
    Check("cover", "An open cover is a fault; nothing is printed until it is closed.", _cover),
    Check("paper", "No paper is a fault; nothing is printed.", _paper),
)

"""From cash-out to ticket: issued, printed once, and reported; what is not certain is in doubt."""

from typing import Final

from firmware.table.commands import CashOut, ReportTicket
from firmware.table.events import TicketIssued
from firmware.table.state import IssuedTicket
from firmware.terminal.pocket import Pocket
from firmware.terminal.table_link import TableLink
from hal.ticket_printer import Outcome, PrintResult, Ticket, TicketPrinter

CURRENCY: Final = "$"


class TicketDesk:
    """The tickets of one terminal. `location`: what stands on each of them."""

    # crown 6.7.2, 6.7.2(b)

    def __init__(self, ats: int, table: TableLink, pocket: Pocket, printer: TicketPrinter, location: str) -> None:
        self._ats: Final = ats
        self._table = table
        self._pocket = pocket
        self._printer = printer
        self._location = location

    async def come_back(self) -> None:
        """After a restart: a ticket that the printer was told of is in doubt; one that it was not is not there."""
        told = self._pocket.ticket()
        for number, ticket in sorted(self._table.state.tickets.items()):
            if ticket.ats != self._ats or ticket.fate != "printing":
                continue
            if number == told:
                why = "the terminal lost its power while the ticket was printed"
                await self._report(number, PrintResult(Outcome.IN_DOUBT, why))
            else:
                await self._report(number, PrintResult(Outcome.FAILED, "the terminal never began to print it"))
        if told:
            self._pocket.keep_ticket("")

    async def cash_out(self) -> PrintResult:
        """Pay the account by ticket. Raises Refused, and then nothing has changed."""
        state = await self._printer.status()
        if state is None or not state.online:
            return PrintResult(Outcome.FAILED, "the printer is not ready: the dealer or an attendant pays")
        number = f"cash-out {self._ats}-{self._pocket.next_number()}"
        events = await self._table.submit(CashOut(self._ats, "ticket"), by=f"ATS {self._ats}", number=number)
        issued = next((event for event in events if isinstance(event, TicketIssued)), None)
        if issued is None:
            return PrintResult(Outcome.PRINTED, "nothing was left to pay")
        return await self._print(issued.number, self._table.state.tickets[issued.number])

    async def _print(self, number: str, ticket: IssuedTicket) -> PrintResult:
        # Remembered before the printer hears of it: from here on there may be a page.
        self._pocket.keep_ticket(number)
        result = await self._printer.print(self._page(number, ticket))
        await self._report(number, result)
        self._pocket.keep_ticket("")
        return result

    async def _report(self, number: str, result: PrintResult) -> None:
        report = ReportTicket(number, result.outcome.value, result.why)
        await self._table.submit(report, by=f"ATS {self._ats}", number=f"ticket {number}")

    def _page(self, number: str, ticket: IssuedTicket) -> Ticket:
        lines = (self._location, f"Terminal {self._ats}", "Cash-out ticket: paid at the cash desk", "")
        return Ticket("CASH-OUT TICKET", lines, number, money(ticket.amount))


def money(amount: int) -> str:
    """Return an amount as tickets show it.

    >>> money(123456)
    '$ 1,234.56'
    """
    return f"{CURRENCY} {amount // 100:,}.{amount % 100:02}"

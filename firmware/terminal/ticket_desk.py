"""From cash-out to ticket: issued, printed once, and reported; what is not certain is in doubt."""

import asyncio
from typing import Final

from firmware.terminal.pocket import Pocket
from firmware.terminal.table_link import Issued, TableLink
from firmware.terminal.ticket_page import TicketPage
from hal.ticket_printer import Outcome, PrintResult, TicketPrinter


class TicketDesk:
    """The tickets of one terminal. `page`: what stands on each of them."""

    # crown 6.7.2, 6.7.2(b)

    def __init__(self, ats: int, table: TableLink, pocket: Pocket, printer: TicketPrinter, page: TicketPage) -> None:
        self._ats: Final = ats
        self._table = table
        self._pocket = pocket
        self._printer = printer
        self._page = page
        self._back = asyncio.Event()

    async def come_back(self, *, remembers: bool = True) -> None:
        """After a restart: a ticket that the printer was told of is in doubt; one that it was not is not there.

        A pocket that does not remember (`remembers`), or has counted nothing yet, does not know. Raises Refused while
        another board is the terminal.
        """
        told = self._pocket.ticket()
        for number in await self._table.printing():
            if not remembers or not self._pocket.count:
                await self._table.report(number, "in_doubt", "the terminal does not remember whether it was printed")
            elif number == told:
                why = "the terminal lost its power while the ticket was printed"
                await self._table.report(number, "in_doubt", why)
            else:
                await self._table.report(number, "failed", "the terminal never began to print it")
        if told:
            self._pocket.keep_ticket("")
        self._back.set()

    async def cash_out(self) -> PrintResult:
        """Pay the account by ticket. Raises Refused, and then nothing has changed."""
        # A ticket that is printed now would be taken for one of before the restart, and said never to have begun.
        await self._back.wait()
        state = await self._printer.status()
        if state is None or not state.online:
            return PrintResult(Outcome.FAILED, "the printer is not ready: the dealer or an attendant pays")
        issued = await self._table.pay_by_ticket(self._pocket.next_number())
        if issued is None:
            return PrintResult(Outcome.PRINTED, "nothing was left to pay")
        return await self._print(issued)

    async def _print(self, issued: Issued) -> PrintResult:
        # Remembered before the printer hears of it: from here on there may be a page.
        self._pocket.keep_ticket(issued.number)
        result = await self._printer.print(self._page.ticket(issued, self._printer.dots))
        await self._table.report(issued.number, result.outcome.value, result.why)
        self._pocket.keep_ticket("")
        return result

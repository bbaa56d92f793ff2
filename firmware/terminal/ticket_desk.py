"""From cash-out to ticket: it is issued, printed once and reported. If anything is uncertain, it is in doubt."""

import asyncio
import contextlib
from typing import Final

from firmware.link.table_link import Issued, TableLink
from firmware.refusal import Refused
from firmware.terminal.pocket import TICKET, Pocket
from firmware.terminal.ticket_page import TicketPage
from hal.ticket_printer import PrintOutcome, PrintResult, TicketPrinter

# The account was empty, and is closed: there is no ticket.
NOTHING_LEFT: Final = PrintResult(PrintOutcome.PRINTED, "nothing was left to pay")


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
        self._changed = asyncio.Event()
        self._turn = asyncio.Lock()
        self._reprinted: set[tuple[str, int]] = set()

    async def come_back(self, *, remembers: bool = True) -> None:
        """After a restart: a ticket that the printer was told of is in doubt; any other was not printed.

        A pocket that does not remember (`remembers`), or has counted nothing yet, does not know. Raises Refused while
        another board is the terminal.
        """
        told = self._pocket.ticket()
        # Asked, and not what was heard before: that may be of before this board was here, or not have come yet.
        under_way = await self._table.under_way()
        if self._pocket.count or not remembers or under_way.printing:
            # A page may have broken off some time before this start, of this board or of one that was here since.
            # Nobody is to get it with their own ticket. A board that was never used has nothing behind it.
            self._printer.spoilt()
        while printing := (await self._table.under_way()).printing:  # a view names the first of many
            for number in printing:
                await self._of_before(number, told, remembers=remembers)
        for issued in under_way.reprints:
            if issued.number == told or not remembers:
                why = "the terminal lost its power while the ticket was printed once more"
                await self._table.report(issued.number, "in_doubt", why, issued.copy)
                self._reprinted.add((issued.number, issued.copy))
        if told:
            self._pocket.keep_ticket("")
        self._pocket.settle(TICKET, self._ats)
        self._back.set()

    async def _of_before(self, number: str, told: str, *, remembers: bool) -> None:
        """Say what became of a ticket that was issued before this start."""
        if not remembers or not self._pocket.count:
            await self._table.report(number, "in_doubt", "the terminal does not remember whether it was printed")
        elif number == told:
            await self._table.report(number, "in_doubt", "the terminal lost its power while the ticket was printed")
        else:
            await self._table.report(number, "failed", "the terminal never began to print it")

    def follow(self) -> None:
        """The table has changed: a supervisor may want a ticket printed once more."""
        self._changed.set()

    async def reprint(self) -> None:
        """Print what a supervisor wants printed once more, until cancelled."""
        await self._back.wait()
        while True:
            await self._changed.wait()
            self._changed.clear()
            wanted = self._table.reprints()
            self._reprinted &= {(issued.number, issued.copy) for issued in wanted}
            for issued in wanted:
                await self._print_again(issued)

    async def _print_again(self, issued: Issued) -> None:
        copy = issued.number, issued.copy
        async with self._turn:
            if copy in self._reprinted:
                return  # it was; the table's view of it is on its way
            self._reprinted.add(copy)
            state = await self._printer.status()
            # Resolved meanwhile, or another board is the terminal now: the table knows what it says.
            with contextlib.suppress(Refused):
                if state is None or not state.online:
                    await self._table.report(issued.number, "failed", "the printer is not ready", issued.copy)
                else:
                    await self._print(issued)

    async def cash_out(self) -> PrintResult:
        """Pay the account by ticket. Raises Refused, and then nothing has changed."""
        # A ticket that is printed now would be taken for one of before the restart, and said never to have begun.
        await self._back.wait()
        async with self._turn:
            return await self._cash_out()

    async def _cash_out(self) -> PrintResult:
        # Asked first: an issued ticket has left the account, and only a supervisor brings it back.
        state = await self._printer.status()
        if state is None or not state.online:
            return PrintResult(PrintOutcome.FAILED, "the printer is not ready: the dealer or an attendant pays")
        number = self._pocket.next_number()
        issued = await self._table.pay_by_ticket(number)
        self._pocket.acknowledge(number)
        if issued is None:  # paid out by somebody else while this was on its way: no money left the account for it
            return NOTHING_LEFT
        return await self._print(issued)

    async def _print(self, issued: Issued) -> PrintResult:
        # Remembered before the printer hears of it: from here on there may be a page.
        self._pocket.keep_ticket(issued.number, issued.amount)
        result = await self._printer.print(self._page.ticket(issued, self._printer.dots))
        await self._table.report(issued.number, result.outcome.value, result.why, issued.copy)
        self._pocket.keep_ticket("")
        return result

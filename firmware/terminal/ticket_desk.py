"""From cash-out to ticket: issued, printed once and reported. If anything is uncertain, the ticket is in doubt."""

import asyncio
import contextlib
from typing import Final

from firmware.link.table_link import Issued, TableLink
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.terminal.pocket import TICKET, Pocket
from firmware.terminal.ticket_page import TicketPage
from hal.ticket_printer import PrintOutcome, PrintResult, Ticket, TicketPrinter

# The account was empty, and is closed: there is no ticket.
NOTHING_LEFT: Final = PrintResult(PrintOutcome.PRINTED, "nothing was left to pay")


class TicketDesk:
    """The tickets of one terminal. `page`: lays them out."""

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

        If the pocket does not remember (`remembers`), or has counted nothing yet, nobody knows. Raises Refused while
        another board is the terminal.
        """
        told = self._pocket.ticket()
        # Asked now: an earlier view may date from before this board was here, or may not have come yet.
        under_way = await self._table.under_way()
        if self._pocket.count or not remembers or under_way.printing:
            # A page may have broken off before this start, on this board or on another that was here since. Nobody
            # should get it with their own ticket. Only a board that was never used has nothing to cut off.
            self._printer.spoilt()
        while printing := (await self._table.under_way()).printing:  # of many, a view names only the first
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
        """Look whether a supervisor wants a ticket printed once more."""
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
                return  # it was printed; the table's view of that is on its way
            self._reprinted.add(copy)
            state = await self._printer.status()
            # Resolved meanwhile, or another board is the terminal now: the table's refusal is right.
            with contextlib.suppress(Refused):
                if state is None or not state.online:
                    await self._table.report(issued.number, "failed", "the printer is not ready", issued.copy)
                else:
                    await self._print(issued)

    async def print_paper(self, page: Ticket) -> PrintResult:
        """Print a page that is no ticket, between tickets."""
        await self._back.wait()
        async with self._turn:
            return await self._printer.print(page)

    async def cash_out(self) -> PrintResult:
        """Pay the account by ticket. Raises Refused, and then nothing has changed."""
        # First `come_back`: it would take a ticket printed now for an earlier one, and report that it was never begun.
        await self._back.wait()
        async with self._turn:
            return await self._cash_out()

    async def _cash_out(self) -> PrintResult:
        # Asked first: an issued ticket has left the account, and only a supervisor brings it back.
        state = await self._printer.status()
        if state is None or not state.online:
            return PrintResult(PrintOutcome.FAILED, "the printer is not ready: the dealer or an attendant pays")
        number = self._pocket.next_number()
        try:
            issued = await self._table.pay_by_ticket(number)
        except Refused as refusal:
            # Guests may try this for hours: numbers that were asked in vain must not run ahead of what the table knows.
            if refusal.code is not TableCode.NUMBER_USED:
                self._pocket.give_back(number)
            raise
        self._pocket.acknowledge(number)
        if issued is None:  # somebody else paid the account out meanwhile: no money left it for this
            return NOTHING_LEFT
        return await self._print(issued)

    async def _print(self, issued: Issued) -> PrintResult:
        # Remembered before the printer hears of it: from here on there may be a page.
        self._pocket.keep_ticket(issued.number, issued.amount)
        result = await self._printer.print(self._page.ticket(issued, self._printer.dots))
        await self._table.report(issued.number, result.outcome.value, result.why, issued.copy)
        self._pocket.keep_ticket("")
        return result

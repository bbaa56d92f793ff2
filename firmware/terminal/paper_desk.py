"""Prints a terminal's own meters on its ticket printer, when staff order that at the table; between tickets."""

import asyncio
from typing import Final

from firmware.boards.paper_page import pages, printed
from firmware.boards.reports import Reports
from firmware.kit.words import Words
from firmware.link.messages import PaperView
from firmware.link.remote_table import RemoteTable
from firmware.table.core.reported import paper_ended
from firmware.terminal.ticket_desk import TicketDesk
from hal.ticket_printer import PrintOutcome, PrintResult, TicketPrinter

DEVICE: Final = "ticket_printer"
METERS: Final = "meters"


class PaperDesk:
    """The papers of one terminal. `where`: what they say they are from, in these words."""

    def __init__(
        self,
        table: RemoteTable,
        printer: TicketPrinter,
        tickets: TicketDesk,
        reports: Reports,
        words: Words,
        where: str,
    ) -> None:
        self._table = table
        self._printer = printer
        self._tickets = tickets
        self._reports = reports
        self._words = words
        self._where = where
        self._changed = asyncio.Event()
        # The last paper that was seen to; None until the table has said something.
        self._seen: int | None = None

    def follow(self) -> None:
        """Look whether there is a paper to print."""
        self._changed.set()

    async def run(self) -> None:
        """Print what is ordered, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._look()

    async def _look(self) -> None:
        if self._table.account is None:
            return
        order, seen = self._table.paper(), self._seen
        if order is None:
            self._seen = seen or 0
        elif order.number != seen:
            self._seen = order.number
            # What was ordered before this start may have been printed then, and a part of it may hang there.
            result = self._of_before() if seen is None else await self._print(order)
            self._reports.say(DEVICE, paper_ended(order.number, result.outcome.value), result.why)

    def _of_before(self) -> PrintResult:
        self._printer.spoilt()
        return PrintResult(PrintOutcome.IN_DOUBT, "the terminal was started meanwhile")

    async def _print(self, order: PaperView) -> PrintResult:
        found = pages(self._words, METERS, self._where, order.lines, self._printer.dots)
        return await printed(found, self._tickets.print_paper)

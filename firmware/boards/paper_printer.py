"""The table's own printer: prints papers, and says of each what became of it. It prints no tickets."""

from collections.abc import Awaitable, Callable, Sequence

from firmware.boards.paper_page import pages, printed
from firmware.boards.reports import fault_of
from firmware.errands import Errands
from firmware.kit.words import Words
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.reported import paper_ended
from firmware.table.core.service import TableService
from firmware.table.core.stopped import TableStopped
from firmware.table.features.papers import OWN_PRINTER, PaperOrder, ordered
from hal.device import DeviceEvent
from hal.ticket_printer import PrintOutcome, PrintResult, TicketPrinter

Tell = Callable[[str, str], Awaitable[None]]


class PaperPrinter:
    """One printer. `tell`: puts on record what it reports. `where`: what papers say they are from."""

    def __init__(self, table: TableService, tell: Tell, words: Words, where: str) -> None:
        self._table = table
        self._report = tell
        self._words = words
        self._where = where
        self._printer: TicketPrinter | None = None
        self._errands = Errands()

    def heard(self, event: DeviceEvent) -> None:
        """Put its faults on record."""
        fault = fault_of(event)
        if fault is not None:
            self._errands.begin(self._tell(*fault))

    async def run(self, printer: TicketPrinter) -> None:
        """Serve it until cancelled. Whether a paper from before this start was printed, nobody knows."""
        before = ordered(self._table.state, OWN_PRINTER)
        if before is not None:
            printer.spoilt()
            await self._ended(before, PrintResult(PrintOutcome.IN_DOUBT, "the board was started meanwhile"))
        self._printer = printer
        await printer.run()

    async def print(self, lines: Sequence[str]) -> None:
        """Print the paper that was ordered. Raises Refused if it was not printed, or if nobody knows."""
        order = ordered(self._table.state, OWN_PRINTER)
        assert order is not None
        result = PrintResult(PrintOutcome.FAILED, "the table has not opened: its printer is not served yet")
        if (printer := self._printer) is not None:
            result = await printed(pages(self._words, order.paper, self._where, lines, printer.dots), printer.print)
        await self._ended(order, result)
        if result.outcome is not PrintOutcome.PRINTED:
            raise Refused(TableCode.PAPER_NOT_PRINTED, why=result.why)

    async def _ended(self, order: PaperOrder, result: PrintResult) -> None:
        await self._tell(paper_ended(order.number, result.outcome.value), result.why)

    async def _tell(self, what: str, why: str) -> None:
        try:
            await self._report(what, why)
        except TableStopped:
            return  # the next start says that nobody knows

"""An ESC/POS printer on a port: asked before, while and after it prints; a ticket is printed once or in doubt."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from drivers.driver import PATIENT, Driver, Inbox
from drivers.escpos import protocol as p
from drivers.escpos.printers import UNKNOWN, Dots, facts_of
from drivers.escpos.ticket import pieces
from hal.bounds import Seconds
from hal.device import Hear
from hal.life import Patience
from hal.port import LineOptions, LineSettings, Outlet, PortError, PortStuck
from hal.ticket_printer import PrinterState, PrintOutcome, PrintResult, Ticket

# How often a printing printer is asked how it is.
LOOK_EVERY_S: Final = 0.25
# How often it is asked how it is, where somebody waits for that: asking changes nothing, and one lost answer is no
# reason to refuse a guest a ticket, nor to doubt one that is done.
ASKED: Final = 8
# How long it may take to say who it is: as it has nothing else to do then.
NAMED_S: Final = 0.3
OWN_FAULTS: Final = (
    "offline", "cover_open", "paper_low", "paper_out", "cutter", "unrecoverable", "printer_error",
)  # fmt: skip


class Options(LineOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set, in seconds.

    `barcode`: by the printer's own command, or as a picture. `answer_within`: 0.05, as printers answer at once.
    `print_within`: how long a ticket may take, beside what the line needs to carry it. `dots`: how many it prints side
    by side. What is not set, the printer's own file says (printers.py), by the model that it says it is.
    """

    line: LineSettings = LineSettings(baud=19200)
    poll: Seconds = 1.0
    answer_within: Seconds = 0.05
    print_within: Seconds = 4.0
    barcode: Literal["command", "raster"] | None = None
    dots: Dots | None = None
    patience: Patience = PATIENT


class EscposPrinter(Driver):
    """The printer."""

    def __init__(self, name: str, outlet: Outlet, hear: Hear, options: Options) -> None:
        super().__init__(name, outlet, hear, options.patience)
        self._options = options
        self._answers: Inbox[int] = Inbox()
        self._processed: Inbox[int] = Inbox()
        self._names: Inbox[str] = Inbox()
        self._name_reader = p.NameReader()
        self._named: tuple[str, str] | None = None
        self._facts = UNKNOWN
        self._turn = asyncio.Lock()
        # Whether a part of a ticket may hang in it: printed and not cut off, or sent and not printed yet.
        self._broken_off = False

    @property
    def dots(self) -> int:
        """How many dots it prints side by side."""
        return self._options.dots or self._facts.dots

    def received(self, data: bytes) -> None:
        """Take what came in."""
        # A printer says little: anything more is noise, whose last byte may be an answer.
        data, names = self._name_reader.feed(data)
        for name in names:
            self._names.put(name)
        for byte in data[-16:]:
            if p.is_status(byte):
                self._answers.put(byte)
            elif p.is_queued_answer(byte):
                self._processed.put(byte)

    async def identify(self) -> str:
        """Wait until it answers."""
        self._name_reader.forget()
        self._named = None
        while (state := await self._in_turn(self._status)) is None:
            self.missed()
            await asyncio.sleep(self._options.poll)
        await self._perhaps_ask_who(state)
        return self._says_it_is

    @property
    def _says_it_is(self) -> str:
        return " ".join(filter(None, self._named or ())) or "ESC/POS"

    async def serve(self) -> None:
        """Ask it how it is."""
        while True:
            self.turned(self._options.poll)
            await asyncio.sleep(self._options.poll)
            if self._turn.locked():
                continue  # it is printing, and asked by whoever prints
            if (state := await self._in_turn(self._status)) is None:
                self.missed()
            else:
                await self._perhaps_ask_who(state)

    async def _perhaps_ask_who(self, state: PrinterState) -> None:
        """Ask it who it is, once: the question waits in its stream, where one that cannot print leaves it."""
        if self._named is not None or not state.online:
            return
        async with self._turn:
            self._named = await self._name(p.MAKER), await self._name(p.MODEL)
        self._facts = facts_of(self._named[1])

    async def _name(self, question: int) -> str:
        self._names.clear()
        self._name_reader.expect()
        try:
            await self.write(p.ask_name(question))
        except PortError:
            return ""
        return await self._names.next(NAMED_S) or ""

    async def status(self) -> PrinterState | None:
        """Ask it; None when it does not answer."""
        return await self._in_turn(self._status_at_last)

    async def _in_turn(self, ask: Callable[[], Awaitable[p.Status | None]]) -> PrinterState | None:
        async with self._turn:
            found = await ask()
        return None if found is None else _state(found)

    async def _status(self) -> p.Status | None:
        """Ask the four questions. One that is not answered is a fault, and never a yes."""
        answers = {}
        for question in p.QUESTIONS:
            answer = await self._question(question)
            if answer is None:
                return None
            answers[question] = answer
        self.answered()
        status = p.read_status(answers)
        faults = status.faults
        for code in OWN_FAULTS:
            if code in faults:
                self.begin(code)
            else:
                self.end(code)
        return status

    async def _status_at_last(self) -> p.Status | None:
        for _ in range(ASKED):
            if (status := await self._status()) is not None:
                return status
            # What comes late now is the answer to no other question.
            await asyncio.sleep(self._options.answer_within)
        return None

    async def _question(self, question: int) -> int | None:
        self._answers.clear()
        try:
            await self.write(p.ask(question))
        except PortError:
            return None
        return await self._answers.next(self._options.answer_within)

    def spoilt(self) -> None:
        """Assume that part of a ticket hangs there: it is cut off, marked void, before the next one."""
        self._broken_off = True

    async def print(self, ticket: Ticket) -> PrintResult:
        """Print a ticket, once: whatever comes between, it is not sent again."""
        options = self._options
        barcode = options.barcode or self._facts.barcode
        job = [p.NO_REPORTS, *pieces(ticket, barcode, self.dots), p.QUEUED]
        async with self._turn:
            carried_s = sum(map(len, job)) * options.line.byte_s
            deadline = asyncio.get_running_loop().time() + options.print_within + carried_s
            before = await self._status_at_last()
            if before is None:
                return PrintResult(PrintOutcome.FAILED, "the printer does not answer: nothing was sent to it")
            if not before.can_print:
                return PrintResult(PrintOutcome.FAILED, f"nothing was sent to it: {_named(before)}")
            self._processed.clear()
            if self._broken_off:
                job[:0] = [p.CLEAR, p.VOID]
            self._broken_off = True
            try:
                if not await self._send(job, deadline):
                    return PrintResult(PrintOutcome.IN_DOUBT, "the printer fell silent while it was sent the ticket")
            except PortStuck as stuck:
                return _broken_off(stuck.written, "the printer took only a part of the ticket")
            except PortError as gone:
                return PrintResult(PrintOutcome.IN_DOUBT, f"the printer went away while it was sent the ticket: {gone}")
            self._broken_off = False
            return await self._outcome(deadline)

    async def _send(self, job: list[bytes], deadline: float) -> bool:
        """Send a ticket piece by piece; whether the printer answered after each of them.

        One whose power failed has lost what came before, and would print the rest, and say that it has: it is caught
        as it starts, when it answers nothing.
        """
        loop, sent = asyncio.get_running_loop(), 0
        for piece in job[:-1]:
            self._answers.clear()
            try:
                await self.write(piece + p.ask(p.PRINTER))
            except PortStuck as stuck:
                raise PortStuck(sent + stuck.written, stuck.detail) from None
            sent += len(piece)
            if await self._answers.next(max(deadline - loop.time(), self._options.answer_within)) is None:
                return False
        await self.write(job[-1])
        return True

    async def _outcome(self, deadline: float) -> PrintResult:
        """Ask what became of the ticket that has been sent whole, until it is done or its time is up."""
        loop = asyncio.get_running_loop()
        while await self._processed.next(LOOK_EVERY_S) is None:
            status = await self._status()
            if loop.time() >= deadline:
                how = "does not answer" if status is None else _named(status) or "does not say that it is done"
                return PrintResult(PrintOutcome.IN_DOUBT, f"the printer was sent the whole ticket, and now: {how}")
        after = await self._status_at_last()
        if after is None:
            return PrintResult(PrintOutcome.IN_DOUBT, "the printer does not answer after the ticket")
        if not after.can_print:
            return PrintResult(PrintOutcome.IN_DOUBT, f"after the ticket: {_named(after)}")
        return PrintResult(PrintOutcome.PRINTED)


def _broken_off(written: int, why: str) -> PrintResult:
    return PrintResult(PrintOutcome.IN_DOUBT if written else PrintOutcome.FAILED, why)


def _named(status: p.Status) -> str:
    return ", ".join(sorted(code.replace("_", " ") for code in status.faults))


def _state(status: p.Status) -> PrinterState:
    paper = "out" if status.paper_out else "low" if status.paper_low else "ok"
    stuck = "stuck" if status.cutter else "ok"
    broken = status.error or status.unrecoverable or status.cutter
    cover = "open" if status.cover_open else "closed"
    return PrinterState(not status.offline and status.can_print, paper, cover, stuck, broken)

"""An ID-003 acceptor on a port: asked again and again, and told what is to become of the note in its escrow."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from drivers.driver import Inbox
from drivers.id003 import notes as n
from drivers.id003 import protocol as p
from drivers.id003.options import Options
from drivers.note_driver import NoteDriver
from hal.currency import Note
from hal.device import Hear
from hal.note_acceptor import NoteBook
from hal.note_way import NoteWay
from hal.port import Outlet

# What an acceptor leaves only by a reset, once people have done their part; and how often it is tried.
NEEDS_RESET: Final = frozenset({"stacker_full", "stacker_open", "jam_acceptor", "jam_stacker", "failure"})
RESET_EVERY_S: Final = 3.0
ATTEMPTS: Final = 2
# So often is it asked for its table of notes: once when it is set up, and then whenever it holds nothing.
TABLE_TRIES: Final = 8


class Id003(NoteDriver):
    """The acceptor."""

    usual = n.USUAL

    def __init__(
        self, name: str, outlet: Outlet, hear: Hear, options: Options, *, way: NoteWay, book: NoteBook
    ) -> None:
        super().__init__(name, outlet, hear, options.patience, way=way, book=book)
        self._options = options
        self._reader = p.Reader()
        self._inbox: Inbox[p.Frame] = Inbox()
        self._notes: dict[int, Note] = {}
        self._configured = False
        self._version: p.Frame | None = None
        self._table_tries = 0
        self._decided = ""
        self._reset_at = 0.0

    def received(self, data: bytes) -> None:
        """Take what came in."""
        for frame in self._reader.feed(data):
            self._inbox.put(frame)

    async def identify(self) -> str:
        """Wait until it answers; settle what it holds, reset it, and set it up, unless it only was silent."""
        self._state = ""
        self._left_escrow()
        self._way.look_again()
        while (status := await self._status()) is None:
            await asyncio.sleep(self._options.poll)
        self._configured = self._configured and await self._goes_on()
        await self._take(status)
        while not self._configured:
            await asyncio.sleep(self._options.poll)
            if (status := await self._status()) is not None:
                await self._take(status)
        self._version = await self._ask(p.GET_VERSION)
        return self._version.data.decode("ascii", "replace").strip() if self._version else "no version"

    async def _goes_on(self) -> bool:
        """Whether this is the acceptor that was set up, with its notes, and nothing is on its way to its stacker.

        Then a silence was one of the line: what lies in escrow need not go back. Had its power failed, it would say so.
        """
        before = self._notes
        if self._way.note is not None or await self._ask(p.GET_VERSION) != self._version:
            return False
        await self._ask_for_table()
        return self._notes == before

    async def serve(self) -> None:
        """Poll."""
        while True:
            self.turned(self._options.poll)
            if (status := await self._status()) is not None:
                await self._take(status)
            await self._pause(self._options.poll)

    def _left_escrow(self) -> None:
        super()._left_escrow()
        # What was told about one note is not told again about the next.
        self._decided = ""

    # One question, and its answer.

    async def _status(self) -> p.Frame | None:
        answer = await self._exchange(p.STATUS)
        if answer is None or (answer.code not in p.STATES and answer.code not in p.FAULTS):
            self.missed()
            return None
        self.answered()
        return answer

    async def _exchange(self, code: int, data: bytes = b"") -> p.Frame | None:
        self._reader.reset()
        self._inbox.clear()
        await self.write(p.write_frame(code, data))
        return await self._inbox.next(self._options.answer_within)

    async def _ask(self, code: int, data: bytes = b"") -> p.Frame | None:
        """Ask for something, or set it: safe to say again. Returns the answer that has the question's own code."""
        for _ in range(ATTEMPTS):
            answer = await self._exchange(code, data)
            if answer is not None and answer.code == code:
                return answer
            if answer is not None and answer.code == p.FAULT_CODES["invalid_command"]:
                return None
        return None

    # What the acceptor says, and what is done about it.

    async def _take(self, status: p.Frame) -> None:
        fault = p.FAULTS.get(status.code)
        for code in [code for code in self._standing if code in p.FAULT_CODES and code != fault]:
            self.end(code)
        if fault is not None:
            self._left_escrow()
            self.begin(fault, status.data.hex().upper())
            await self._try_reset(fault)
            return
        state = p.STATES[status.code]
        self._became(state)
        await self._ON[state](self, status)

    async def _reset(self) -> None:
        """Have it begin anew; it acknowledges, and then initialises."""
        answer = await self._exchange(p.RESET)
        if answer is not None and answer.code == p.ACK:
            await self._set_up()

    async def _try_reset(self, fault: str) -> None:
        now = asyncio.get_running_loop().time()
        if fault in NEEDS_RESET and now - self._reset_at >= RESET_EVERY_S:
            self._reset_at = now
            self._configured = False
            await self._exchange(p.RESET)

    async def _set_up(self) -> None:
        """Set it up, taking nothing yet; what it does not know, it goes without."""
        options = self._options
        self._table_tries = TABLE_TRIES
        await self._ask_for_table()
        await self._ask(p.SET_DENOMINATIONS, options.denominations.to_bytes(2, "little"))
        await self._ask(p.SET_SECURITY, options.security.to_bytes(2, "little"))
        await self._ask(p.SET_DIRECTION, b"\x00")
        if options.barcode:
            await self._ask(p.SET_BARCODE, b"\x01\x12")
            await self._ask(p.SET_BARCODE_INHIBIT, b"\xfc")
        await self._set_inhibit()
        self._configured = True

    async def _ask_for_table(self) -> None:
        """Ask for the acceptor's own table of notes: silence may mean that it has none, or that nobody heard."""
        answer = await self._exchange(p.GET_CURRENCY)
        self._table_tries -= 1
        if answer is not None and answer.code in (p.GET_CURRENCY, p.FAULT_CODES["invalid_command"]):
            self._table_tries = 0
        self._learn_notes(answer.data if answer is not None and answer.code == p.GET_CURRENCY else b"")

    def _learn_notes(self, data: bytes) -> None:
        """Take the acceptor's own table of notes; the profile's map where it has none."""
        countries = self._options.countries()
        self._notes = n.read_table(data, countries) or self._options.mapped()
        unnamed = n.unnamed_countries(data, countries)
        detail = "its table names country " + ", ".join(f"{country:02X}" for country in sorted(unnamed))
        named = any(note.currency for note in self._notes.values())
        self._names_notes(named=named, detail=detail if unnamed else "it has no table of its notes")

    async def _set_inhibit(self) -> None:
        await self._ask(p.SET_INHIBIT, p.INHIBIT_OFF if self._wishes.enabled else p.INHIBIT_ON)

    async def _at_rest(self, status: p.Frame) -> None:
        """It holds nothing: is it open or closed to notes as was wished."""
        if not self._configured:
            await self._reset()
            return
        await self._empty()
        self._decided = ""
        if self._table_tries:
            await self._ask_for_table()
        inhibited = status.code == p.CODES["inhibited"]
        if inhibited is self._wishes.enabled:
            await self._set_inhibit()

    async def _initialising(self, _: p.Frame) -> None:
        self._left_escrow()
        if not self._configured:
            await self._set_up()

    async def _powered_up(self, status: p.Frame) -> None:
        """Its power failed. What it held is settled while it still says so; then it is reset and set up."""
        self._left_escrow()
        self._configured = False
        if status.code == p.CODES["power_up_note_in_stacker"]:
            await self._settle(self._way.found_in_stacker())
        elif status.code == p.CODES["power_up_note_in_acceptor"]:
            self._way.another()
            await self._goes_back()
        await self._reset()

    async def _escrow_status(self, status: p.Frame) -> None:
        """Something lies in escrow. What was told without effect is told again: it says itself that it still waits."""
        if not self._configured:
            # Left by whoever was here before: it goes back.
            await self._exchange(p.RETURN)
            return
        if status.data[:1] == bytes((p.TICKET,)):
            await self._in_escrow(Note(ticket=status.data[1:].decode("ascii", "replace").strip("\0 ")))
        elif status.data or not self._escrowed:  # "holding" does not name the note again
            code = status.data[0] if status.data else 0
            await self._in_escrow(n.note_of(code, self._notes, self._fallback))
        decision, self._decided = self._wishes.decision or self._decided, ""
        if decision:
            self._wishes.decide("")
            self._decided = decision
            await self._tell(decision)

    async def _tell(self, decision: str) -> None:
        if decision == "stack":
            if not self._escrow.is_something:
                self._wishes.decide("")
                self._decided = ""
                await self._exchange(p.RETURN)  # it is worth nothing: never taken
                return
            self._way.taking(self._escrow)
            await self._exchange(p.STACK_1 if self._options.stack == 1 else p.STACK_2)
        elif decision == "return":
            await self._exchange(p.RETURN)
        else:
            await self._exchange(p.HOLD)
            self._decided = ""

    async def _holding(self, status: p.Frame) -> None:
        if self._wishes.decision or not self._configured:
            await self._escrow_status(status)

    async def _vend_valid(self, _: p.Frame) -> None:
        self._left_escrow()
        await self._vended()
        await self.write(p.write_frame(p.ACK))

    async def _rejecting(self, status: p.Frame) -> None:
        self._left_escrow()
        if not self._given_back:
            self._refused(p.REASONS.get(status.data[0], f"{status.data[0]:02X}") if status.data else "no reason given")
            if self._way.note is not None:
                await self._goes_back()
            self._given_back = True

    async def _returning(self, _: p.Frame) -> None:
        self._left_escrow()
        await self._goes_back()

    async def _moving(self, status: p.Frame) -> None:
        if p.STATES[status.code] != "accepting":
            self._left_escrow()
        else:
            self._given_back = False
            self._way.another()

    _ON: Final[dict[str, Callable[["Id003", p.Frame], Awaitable[None]]]] = {
        "idle": _at_rest,
        "inhibited": _at_rest,
        "initialising": _initialising,
        "power_up": _powered_up,
        "power_up_note_in_acceptor": _powered_up,
        "power_up_note_in_stacker": _powered_up,
        "escrow": _escrow_status,
        "holding": _holding,
        "vend_valid": _vend_valid,
        "rejecting": _rejecting,
        "returning": _returning,
        "accepting": _moving,
        "stacking": _moving,
        "stacked": _moving,
    }

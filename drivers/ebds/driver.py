"""An EBDS acceptor on a port: each poll says what is wanted, each reply all that is."""

import asyncio
from typing import Annotated, Final

from msgspec import Meta

from drivers.driver import Inbox
from drivers.ebds import protocol as p
from drivers.note_driver import NoteDriver, NoteOptions, read_map
from hal.currency import UNKNOWN, Note, read_note
from hal.device import Hear
from hal.note_acceptor import NoteBook
from hal.note_way import NoteWay
from hal.port import LineSettings, Outlet

CODES: Final = {str(code): code for code in p.CODES}
# It must say this often that it is idle before an unmentioned note is in doubt.
SURE: Final = 3
# What it is doing, by the bits of d0: the first that is set says it.
STATES: Final = (
    (p.STACKED, "stacked"), (p.RETURNED, "returned"), (p.ESCROWED, "escrow"), (p.STACKING, "stacking"),
    (p.RETURNING, "returning"), (p.ACCEPTING, "accepting"), (p.IDLING, "idle"),
)  # fmt: skip
# No note is exchanged for another within this time; after a longer gap, look first.
SAME_S: Final = 0.5
MOVING: Final = p.ACCEPTING | p.ESCROWED | p.STACKING | p.RETURNING


class Options(NoteOptions, frozen=True):
    """What a profile may also set. `denominations`: the bits of the notes that are taken.

    `extended_notes`: the acceptor is asked to name its notes itself; `notes` holds for one that cannot.
    `barcode`: it may read tickets.
    """

    line: LineSettings = LineSettings(baud=9600, parity="E", bits=7)
    denominations: Annotated[int, Meta(ge=0, le=p.ALL_NOTES)] = p.ALL_NOTES
    extended_notes: bool = True
    barcode: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.mapped()

    def mapped(self) -> dict[int, Note]:
        """Return the notes of the profile's own map."""
        return read_map("notes", self.notes, CODES, read_note)

    @property
    def missing(self) -> str:
        """What a profile still lacks before any note can be credited."""
        if self.extended_notes or self.notes:
            return ""
        return 'notes: is missing; without extended notes an acceptor names positions, not money: { 1 = "AUD 5", … }'

    def unnamed(self, currency: str) -> str:
        """Return what a profile still lacks before a note of this currency can be credited."""
        if self.extended_notes or any(note.currency == currency for note in self.mapped().values()):
            return ""
        return f'notes: names no note of {currency}; one reads {{ 1 = "{currency} 5" }}'


class Ebds(NoteDriver):
    """The acceptor. What is said again because it was not heard has the same toggle, and is done once."""

    usual = p.USUAL

    def __init__(
        self, name: str, outlet: Outlet, hear: Hear, options: Options, *, way: NoteWay, book: NoteBook
    ) -> None:
        super().__init__(name, outlet, hear, options.patience, way=way, book=book)
        self._mapped = options.mapped()
        reads = p.BARCODES if options.barcode else 0
        self._asks = p.POLICY_B | reads | (p.EXTENDED_NOTES if options.extended_notes else 0)
        self._options = options
        self._reader = p.Reader()
        self._inbox: Inbox[p.Reply] = Inbox()
        # The last question before a restart is asked again: otherwise an answer that nobody heard is lost.
        note = way.note
        self._toggle = note.mark if note is not None else 0
        self._unanswered = False
        self._before = 0
        self._rejected = False
        self._rests = 0
        self._seen_at = 0.0

    def received(self, data: bytes) -> None:
        """Take what came in."""
        for said in self._reader.feed(data):
            if isinstance(said, p.Reply):
                self._inbox.put(said)

    async def identify(self) -> str:
        """Wait until it answers."""
        self._state, self._before, self._rests, self._unanswered = "", 0, 0, False
        self._left_escrow()
        self._way.look_again()
        while (reply := await self._poll(0)) is None:
            await asyncio.sleep(self._options.poll)
        await self._take(reply, began=True)
        return f"model {reply.model}, revision {reply.revision}"

    async def serve(self) -> None:
        """Poll."""
        while True:
            self.turned(self._options.poll)
            if (reply := await self._poll(self._mode())) is not None:
                await self._take(reply)
            await self._pause(self._options.poll)

    def _mode(self) -> int:
        """Return what is to be done with the note in escrow; repeated until it is gone."""
        if not self._escrowed:
            return 0
        if asyncio.get_running_loop().time() - self._seen_at > SAME_S:
            self._hurry.ring()  # this board stood still: a different note may lie there now
            return 0
        if self._wishes.decision == "stack" and self._escrow.is_something:
            self._way.taking(self._escrow)
            return p.STACK
        return p.RETURN if self._wishes.decision in ("stack", "return") else 0

    async def _poll(self, mode: int) -> p.Reply | None:
        """Ask, and return the answer to this question, or to the same one asked before: late or not, it is one."""
        reply = self._late()
        if reply is None:
            self._reader.reset()
            self._way.mark(self._toggle)
            enabled = self._options.denominations if self._wishes.enabled else 0
            await self.write(p.write_poll(p.Poll(self._toggle, enabled, p.ESCROW_MODE | mode, self._asks)))
            reply = await self._answer()
        self._unanswered = reply is None
        if reply is None:
            self.missed()
            return None
        self.answered()
        self._seen_at = asyncio.get_running_loop().time()
        self._toggle ^= p.TOGGLE
        return reply

    def _late(self) -> p.Reply | None:
        """Return an answer that came too late. Bytes that nobody asked for are no answer."""
        if not self._unanswered:
            self._inbox.clear()
        while (reply := self._inbox.take()) is not None:
            if reply.toggle == self._toggle:
                return reply
        return None

    async def _answer(self) -> p.Reply | None:
        """Wait for the answer; one to a question that is settled says nothing new."""
        until = asyncio.get_running_loop().time() + self._options.answer_within
        while (rest := until - asyncio.get_running_loop().time()) > 0:
            reply = await self._inbox.next(rest)
            if reply is None or reply.toggle == self._toggle:
                return reply
        return None

    # What the acceptor says, and what is done about it.

    async def _take(self, reply: p.Reply, *, began: bool = False) -> None:
        self._faults(reply)
        fresh, self._before = reply.d0 & ~self._before, reply.d0
        state = "power_up" if reply.d2 & p.POWER_UP else next((name for bit, name in STATES if reply.d0 & bit), "")
        if state:
            self._became(state)
        if state == "power_up":
            self._way.look_again()
        if fresh & p.RETURNED and reply.d0 & (p.ACCEPTING | p.ESCROWED):
            await self._went_back_before()
            fresh &= ~p.RETURNED
        if reply.d0 & p.ACCEPTING and not reply.d0 & p.STACKED:
            self._given_back = False
            self._way.another()
        await self._look_into_escrow(reply, began=began)
        if fresh & p.STACKED:
            await self._vended(self._note(reply))
        if fresh & (p.RETURNING | p.RETURNED):
            await self._goes_back()
        await self._perhaps_at_rest(reply)

    async def _went_back_before(self) -> None:
        """A note went back while nobody looked, and the next one is there already."""
        self._left_escrow()
        await self._goes_back()
        self._given_back = False

    async def _look_into_escrow(self, reply: p.Reply, *, began: bool) -> None:
        if not reply.d0 & p.ESCROWED:
            self._left_escrow()
            return
        if not (self._escrowed or reply.barcode):
            named = reply.extended is not None or bool(self._note(reply).currency)
            self._names_notes(named=named, detail=f"it speaks of position {reply.code}")
        # What lies there when a driver begins, or its cable is back, is what it was told to take, unless the acceptor
        # says otherwise: that one went back, or another note lies there.
        await self._in_escrow(self._note(reply), same=began and not reply.d2 & p.POWER_UP)

    def _note(self, reply: p.Reply) -> Note:
        """Return what a reply speaks of: in the acceptor's own words, else by the profile's map."""
        if reply.barcode:
            return Note(ticket=reply.barcode)
        if reply.extended is not None:
            return reply.extended.note
        return self._mapped.get(reply.code) or self._fallback.get(reply.code, UNKNOWN)

    async def _perhaps_at_rest(self, reply: p.Reply) -> None:
        resting = reply.d0 & p.IDLING and not reply.d0 & (MOVING | p.STACKED | p.RETURNED)
        if not resting or reply.d2 & p.POWER_UP:
            self._rests = 0
            return
        self._rests += 1
        if self._rests >= SURE:
            await self._empty()

    def _faults(self, reply: p.Reply) -> None:
        standing = {
            "cheated": reply.d1 & p.CHEATED,
            "jam_acceptor": reply.d1 & p.JAM,
            "stacker_full": reply.d1 & p.FULL,
            "stacker_open": not reply.d1 & p.CASSETTE,
            "paused": reply.d1 & p.PAUSED,
            "invalid_command": reply.d2 & p.INVALID_COMMAND,
            "failure": reply.d2 & p.FAILURE,
            "transport_open": reply.d2 & p.TRANSPORT_OPEN,
        }
        for code, stands in standing.items():
            if stands:
                self.begin(code)
            else:
                self.end(code)
        rejected = bool(reply.d1 & p.REJECTED)
        if rejected and not self._rejected:
            self._refused("not recognised")
            # What comes back now was never taken.
            self._given_back = self._given_back or self._way.note is None
        self._rejected = rejected

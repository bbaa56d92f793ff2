"""From note to credit: takes a note if the table would credit it, and answers for the money from then on."""

from collections.abc import Callable
from typing import Final

from firmware.errands import Errands
from firmware.link.table_link import TableLink
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.validation import read_number
from firmware.terminal.pocket import Pocket
from hal.currency import Note
from hal.device import DeviceEvent
from hal.note_acceptor import Escrowed, NoteAcceptor
from hal.note_way import NoteInFlight, NoteStage, NoteWay

Show = Callable[[Refused], None]
UNNUMBERED: Final = "it was on its way when this board was updated"


class NoteDesk:
    """The notes of one terminal.

    `show`: tells the player why something is given back; `busy`: whether a note is being checked.
    """

    # crown 6.3, 6.3.1, 6.3.2; 11.14: what was taken before a fault is credited after it, once

    def __init__(self, table: TableLink, pocket: Pocket, show: Show, busy: Callable[[bool], None]) -> None:
        self._table = table
        self._pocket = pocket
        self._show = show
        self._acceptor: NoteAcceptor | None = None
        self._busy = busy
        self._errands = Errands()
        self._asked: Escrowed | None = None
        self._answered = 0
        self.way: Final = NoteWay(self, pocket.next_number)
        busy(self._checking)

    # Where the note in flight is remembered: in the pocket; it tells who waits for that.

    def in_flight(self) -> NoteInFlight | None:
        """Return the note in flight."""
        return self._pocket.in_flight()

    def keep(self, note: NoteInFlight | None) -> None:
        """Remember the note in flight, or that there is none."""
        self._pocket.keep(note)
        self._busy(self._checking)

    @property
    def _checking(self) -> bool:
        """Whether a note was taken that is not credited yet."""
        note = self._pocket.in_flight()
        return note is not None and note.stage is NoteStage.STACKING

    def serve(self, acceptor: NoteAcceptor) -> None:
        """Take charge of an acceptor."""
        self._acceptor = acceptor
        self.follow()

    def follow(self) -> None:
        """Follow the table: take notes only while it would credit them."""
        assert self._acceptor is not None
        if self._table.why_no_notes() is not None:
            self._acceptor.disable()
        else:
            self._acceptor.enable()

    def heard(self, event: DeviceEvent) -> None:
        """Let the table decide about what is in escrow."""
        if isinstance(event, Escrowed):
            self._asked = event
            self._errands.begin(self._decide(event))

    async def _decide(self, lies: Escrowed) -> None:
        """Ask the table about this note; if the credit is not certain, give it back."""
        assert self._acceptor is not None
        why = await self._why_not(lies)
        if self._asked is not lies:
            return  # it has gone, and this answer says nothing about the note there now
        if why is not None:
            self._show(why)
            self._acceptor.give_back()
        else:
            self._acceptor.stack()

    async def _why_not(self, lies: Escrowed) -> Refused | None:
        if lies.ticket:
            # The message takes eighteen digits: any other barcode is no ticket of ours, and is not asked about.
            ours = read_number(lies.ticket) is not None
            return await self._table.why_not(Note(ticket=lies.ticket)) if ours else Refused(TableCode.TICKET_FOREIGN)
        note = Note(lies.currency, lies.amount)
        if not (note.amount and note.currency):
            return Refused(TableCode.NOTE_UNNAMED)
        return await self._table.why_not(note)

    async def credit(self, note: NoteInFlight) -> bool:
        """Report a note past escrow once, however often this is called for its number."""
        if not note.number:
            await self.in_doubt(note, UNNUMBERED)
            return False
        credited = await self._table.credit(note)
        # Also if it was not credited: the table has answered for this number, and has the note on record as in doubt.
        self._pocket.acknowledge(note.number)
        if not credited:
            self._show(Refused(TableCode.NOTE_IN_DOUBT))
        return credited

    async def in_doubt(self, note: NoteInFlight | None, why: str) -> None:
        """Report a doubt, for a supervisor. A note without a number gets one here."""
        known = note or NoteInFlight(0, 0)
        number = known.number or self._pocket.next_number()
        note = NoteInFlight(number, known.amount, currency=known.currency, ticket=known.ticket)
        await self._table.doubt(note, why)
        self._pocket.acknowledge(number)

    def at_rest(self) -> None:
        """Tell the table that the acceptor holds nothing, if it asks because of a note in doubt; once a question."""
        asked = self._table.asked()
        if asked not in (0, self._answered):
            self._errands.begin(self._answer(asked))
        # Nothing is asked now. Forget the last question: a restored table may put the same one again.
        self._answered = asked

    async def _answer(self, asked: int) -> None:
        try:
            await self._table.at_rest(asked)
        except Refused:
            self._answered = 0  # another board is the terminal for now; this one is asked again if it is let in again

    def stop(self) -> None:
        """Do nothing more: the terminal is switched off."""
        self._errands.stop()

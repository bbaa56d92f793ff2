"""The table in the same process, as a terminal's notes and tickets see it."""

from typing import Final

from firmware.link.table_link import Issued, UnderWay
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.pockets import Money, PrintedTicket
from firmware.table.core.reported import TicketFate
from firmware.table.core.service import TableService
from firmware.table.core.state import IssuedTicket, TableState
from firmware.table.features.acceptors import ReportAtRest, asked_of
from firmware.table.features.boards import MeetBoard, ShowPocket, known_of
from firmware.table.features.buying_in import AskNote, why_no_notes
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.pocket_numbers import serves, told_of
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.tickets_in import AskTicket, CreditTicket, why_not
from hal.currency import Note
from hal.note_way import NoteInFlight


def reprints_of(state: TableState, ats: int) -> tuple[Issued, ...]:
    """Return the tickets that a terminal should print once more."""
    return tuple(
        Issued(number, ticket.amount, ticket.issued_at, ticket.expires_at, ticket.copies)
        for number, ticket in state.unsettled_of(ats).items()
        if ticket.fate == "reprinting"
    )


class LocalTable:
    """The table in the same process, for one board of one terminal. `life`: of that board's pocket.

    `acknowledged`: the last number of that pocket that was answered, if the board says it.
    """

    def __init__(self, ats: int, service: TableService, life: str, acknowledged: int | None = None) -> None:
        self._ats: Final = ats
        self._by = f"ATS {ats}"
        self._service = service
        self._life: Final = life
        self._acknowledged: Final = acknowledged

    def serves(self) -> bool:
        """Whether this board is the terminal."""
        return serves(self._service.state, self._ats, self._life)

    def why_no_notes(self) -> Refused | None:
        """Return why no note is taken now."""
        if self._service.opening is not None:
            return Refused(TableCode.WAITS_FOR_WITNESSES)
        if not self.serves():
            return Refused(TableCode.BOARD_CHANGED)
        return why_no_notes(self._service.stands(), self._ats)

    async def why_not(self, note: Note) -> Refused | None:
        """Return why this note is not taken."""
        return await self.asked_about(note, answers=False)

    async def asked_about(self, note: Note, *, answers: bool) -> Refused | None:
        """Return why this note is not taken. Before the first note is taken, make this board's pocket the one in use.

        `answers`: the board can say whether its acceptor holds a note; from then on the table knows that it can.
        """
        why = await self._why_not(note) if self._life else Refused(TableCode.NO_POCKET)
        known = self._service.state.pocket(self._ats)
        if why is None and (known.life != self._life or (answers and not known.answers)):
            await self.show_pocket(known_of(self._service.state, self._life), answers=answers)
        return why

    async def _why_not(self, note: Note) -> Refused | None:
        if not self.serves():
            return Refused(TableCode.BOARD_CHANGED)
        try:
            if note.ticket:
                asked = await self._service.submit(AskTicket(self._ats, note.ticket), by=self._by)
                return next(why_not(event.answer) for event in asked if isinstance(event, TicketShown))
            self._service.preview(AskNote(self._ats, note.amount, note.currency))
        except Refused as refusal:
            return refusal
        return None

    async def in_use(self) -> bool:
        """Whether the table knows this board's pocket as the terminal's."""
        self.need_served()
        return self._service.state.pocket(self._ats).life == self._life

    async def show_pocket(self, last: int, printed: tuple[PrintedTicket, ...] = (), *, answers: bool = False) -> int:
        """Make this board's pocket the one in use; `answers`: as above."""
        shown = ShowPocket(self._ats, self._life, last, printed, self._acknowledged, answers)
        await self._service.submit(shown, by=self._by)
        self.need_served()
        return known_of(self._service.state, self._life)

    async def meet(self) -> None:
        """Make this board known to the table, if it is not the one in use."""
        pocket = self._service.state.pocket(self._ats)
        if self._life and not self.serves() and pocket.waiting != self._life:
            await self._service.submit(MeetBoard(self._ats, self._life), by=self._by)

    def need_served(self) -> None:
        """Refuse a board while another one is the terminal."""
        if not self.serves():
            raise Refused(TableCode.BOARD_CHANGED)

    async def credit(self, note: NoteInFlight) -> bool:
        """Report a note past escrow."""
        ats, life, number, acknowledged = self._ats, self._life, note.number, self._acknowledged
        command: Command = CreditNote(ats, life, number, note.amount, note.currency, acknowledged)
        money = Money("note", note.amount, note.currency)
        if note.ticket:
            command = CreditTicket(ats, life, number, note.ticket, acknowledged)
            money = Money("ticket", ticket=note.ticket)
        await self._service.submit(command, by=self._by, number=self._number("note", note))
        told = told_of(self._service.state, self._ats, self._life, note.number, money)
        return told is not None and told.fate == "credited"

    async def doubt(self, note: NoteInFlight, why: str) -> None:
        """Report a doubt about a note."""
        command = ReportNoteDoubt(
            self._ats, self._life, note.number, note.amount, why, note.currency, self._acknowledged, note.ticket
        )
        await self._service.submit(command, by=self._by, number=self._number("doubt", note))

    def _number(self, kind: str, note: NoteInFlight) -> str:
        """Return a command's number. It includes the contents, so that only a request with the same is a repeat."""
        return f"{self._by} {kind} {self._life}-{note.number} {note.ticket or note.amount}{note.currency}"

    def asked(self) -> int:
        """Return the question that this board's acceptor has to answer."""
        return asked_of(self._service.state, self._ats) if self.serves() else 0

    async def at_rest(self, asked: int) -> None:
        """Say that the acceptor holds nothing."""
        self.need_served()
        await self._service.submit(ReportAtRest(self._ats, self._life, asked), by=self._by)

    async def pay_by_ticket(self, number: int) -> Issued | None:
        """Close the account and issue its ticket."""
        command = PayByTicket(self._ats, self._life, number, self._acknowledged)
        await self._service.submit(command, by=self._by, number=f"{self._by} cash-out {self._life}-{number}")
        told = self._service.state.pocket(self._ats).of(self._life).told.get(number)
        if told is None or told.kind != "cash-out":
            raise Refused(TableCode.NUMBER_USED)
        if not told.ticket:
            return None
        ticket = self._service.state.tickets.get(told.ticket, IssuedTicket(self._ats, told.amount))
        return Issued(told.ticket, told.amount, ticket.issued_at, ticket.expires_at)

    async def report(self, ticket: str, fate: TicketFate, why: str, copy: int = 0) -> None:
        """Say what became of a ticket of this terminal."""
        self.need_served()
        found = self._service.state.tickets.get(ticket)
        if found is not None and found.ats != self._ats:
            raise Refused(TableCode.TICKET_OF_OTHER, number=ticket)
        command = ReportTicket(ticket, fate, why, copy)
        number = f"{self._by} ticket {ticket} {fate} {copy}"
        await self._service.submit(command, by=self._by, number=number)

    def reprints(self) -> tuple[Issued, ...]:
        """Return the tickets that a supervisor wants printed once more at this terminal."""
        return reprints_of(self._service.state, self._ats) if self.serves() else ()

    async def under_way(self) -> UnderWay:
        """Return the tickets of this terminal that are being printed."""
        self.need_served()
        tickets = self._service.state.unsettled_of(self._ats)
        printing = tuple(sorted(number for number, ticket in tickets.items() if ticket.fate == "printing"))
        return UnderWay(printing, self.reprints())

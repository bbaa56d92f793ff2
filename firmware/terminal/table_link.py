"""What a terminal's notes and tickets need of the table: in this process, or across the network."""

from typing import Final, Protocol

from msgspec import Struct

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table.codes import TableCode
from firmware.table.events import TicketIssued
from firmware.table.service import TableService
from hal.currency import UNKNOWN, Note


class Issued(Struct, frozen=True):
    """A ticket that the table issued, to be printed."""

    number: str
    amount: int


class TableLink(Protocol):
    """The table, as a terminal's notes and tickets see it. What is asked under a number is done once."""

    def why_no_notes(self) -> Refused | None:
        """Return why no note is taken now, whichever it is; None while there are some that would be."""
        ...

    async def why_not(self, note: Note) -> Refused | None:
        """Return why this note, which lies in escrow, is not taken; None when it would be credited."""
        ...

    async def credit(self, number: str, note: Note) -> None:
        """Credit a note; durable on return. Raises Refused."""
        ...

    async def doubt(self, number: str, note: Note, why: str) -> None:
        """Keep a doubt about a note for a supervisor; durable on return."""
        ...

    async def pay_by_ticket(self, number: str) -> Issued | None:
        """Close the account and issue its ticket; none when nothing was left. Raises Refused."""
        ...

    async def report(self, ticket: str, fate: c.TicketFate, why: str) -> None:
        """Say what became of a ticket; durable on return."""
        ...

    async def printing(self) -> tuple[str, ...]:
        """Return the tickets of this terminal of which nothing has been said yet."""
        ...


class LocalTable:
    """The table in this process, for one terminal, whose numbers are its own: no other's can stand in their way."""

    def __init__(self, ats: int, service: TableService) -> None:
        self._ats: Final = ats
        self._by = f"ATS {ats}"
        self._service = service

    def why_no_notes(self) -> Refused | None:
        """Return why no note is taken now: why the least of the table's is not."""
        state = self._service.state
        notes = state.setup.notes
        if state.open and (notes is None or not notes.values):
            return Refused(TableCode.NO_NOTES)
        return self._why_not(Note(notes.currency, min(notes.values)) if notes is not None else UNKNOWN)

    async def why_not(self, note: Note) -> Refused | None:
        """Return why this note is not taken."""
        return self._why_not(note)

    def _why_not(self, note: Note) -> Refused | None:
        try:
            self._service.preview(c.AskNote(self._ats, note.amount, note.currency))
        except Refused as refusal:
            return refusal
        return None

    async def credit(self, number: str, note: Note) -> None:
        """Credit a note."""
        command = c.BuyIn(self._ats, note.amount, "note", single=True, currency=note.currency)
        await self._service.submit(command, by=self._by, number=f"{self._by} note {number}")

    async def doubt(self, number: str, note: Note, why: str) -> None:
        """Keep a doubt about a note."""
        command = c.ReportNoteDoubt(self._ats, number, note.amount, why, note.currency)
        await self._service.submit(command, by=self._by, number=f"{self._by} doubt {number}")

    async def pay_by_ticket(self, number: str) -> Issued | None:
        """Close the account and issue its ticket."""
        command = c.CashOut(self._ats, "ticket")
        events = await self._service.submit(command, by=self._by, number=f"{self._by} cash-out {number}")
        issued = next((event for event in events if isinstance(event, TicketIssued)), None)
        return None if issued is None else Issued(issued.number, issued.amount)

    async def report(self, ticket: str, fate: c.TicketFate, why: str) -> None:
        """Say what became of a ticket of this terminal."""
        found = self._service.state.tickets.get(ticket)
        if found is not None and found.ats != self._ats:
            raise Refused(TableCode.TICKET_OF_OTHER, number=ticket)
        await self._service.submit(c.ReportTicket(ticket, fate, why), by=self._by, number=f"{self._by} ticket {ticket}")

    async def printing(self) -> tuple[str, ...]:
        """Return the tickets of this terminal of which nothing has been said yet."""
        tickets = self._service.state.unsettled_of(self._ats)
        return tuple(sorted(number for number, ticket in tickets.items() if ticket.fate == "printing"))

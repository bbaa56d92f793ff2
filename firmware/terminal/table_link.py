"""What a terminal's notes and tickets need of the table: in this process, or across the network."""

from typing import Final, Protocol

from msgspec import Struct

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table.codes import TableCode
from firmware.table.events import TicketIssued
from firmware.table.service import TableService


class Issued(Struct, frozen=True):
    """A ticket that the table issued, to be printed."""

    number: str
    amount: int


class TableLink(Protocol):
    """The table, as a terminal's notes and tickets see it. What is asked under a number is done once."""

    def why_no_note(self, amount: int) -> Refused | None:
        """Return why a note is not taken now; None when it would be credited."""
        ...

    async def credit(self, number: str, amount: int) -> None:
        """Credit a note; durable on return. Raises Refused."""
        ...

    async def doubt(self, number: str, amount: int, why: str) -> None:
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

    def why_no_note(self, amount: int) -> Refused | None:
        """Return why a note is not taken now."""
        try:
            self._service.preview(c.BuyIn(self._ats, amount, "note", single=True))
        except Refused as refusal:
            return refusal
        return None

    async def credit(self, number: str, amount: int) -> None:
        """Credit a note."""
        command = c.BuyIn(self._ats, amount, "note", single=True)
        await self._service.submit(command, by=self._by, number=f"{self._by} note {number}")

    async def doubt(self, number: str, amount: int, why: str) -> None:
        """Keep a doubt about a note."""
        command = c.ReportNoteDoubt(self._ats, number, amount, why)
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

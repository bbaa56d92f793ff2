"""A ticket that is taken in across the network: asked about, credited once, or in doubt by its number."""

from device_under_test import run
from msgspec.structs import replace
from network_under_test import LIFE, Net

from firmware.table.core.setup import NoteList
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.notes import SetCash
from firmware.table.features.tickets import ReportTicket, TicketIssued
from firmware.table.features.tickets_in import TicketsInCode
from firmware.table.journal.memory import MemoryJournal
from hal.currency import Note
from hal.note_way import NoteInFlight
from sim.notes import ALL

ON: NoteList = replace(ALL, tickets=True)


def test_a_ticket_is_asked_about_and_credited_once_across_the_network() -> None:
    async def story() -> None:
        net = Net(2, MemoryJournal())
        await net.start()
        await net.tell(SetCash(ON), BuyIn(1, 25_00), CashOut(1, "ticket"), BuyIn(1, 5_00), CashOut(1, "ticket"))
        first, second = (event.number for event in net.said if isinstance(event, TicketIssued))
        await net.tell(ReportTicket(first, "printed"), ReportTicket(second, "printed"))
        terminal = await net.terminal("ats-2", LIFE)
        assert await terminal.why_not(Note(ticket=first)) is None
        note = NoteInFlight(1, 0, ticket=first)
        assert await terminal.credit(note)
        assert await terminal.credit(note)
        assert net.service.state.balance(2) == 25_00
        again = await terminal.why_not(Note(ticket=first))
        assert again is not None
        assert str(again.code) == TicketsInCode.TICKET_PAID
        await terminal.doubt(NoteInFlight(2, 0, ticket=second), "nobody knows")
        (doubt,) = net.service.state.note_doubts.values()
        assert (doubt.ticket, doubt.amount) == (second, 5_00)
        await net.kill(*list(net.tasks))

    run(story)

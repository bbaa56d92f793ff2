"""Tickets: issued before they are printed, and what becomes of them; notes of which nobody knows where they are."""

from typing import Final

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.codes import TableCode
from firmware.table.notes import list_of, need_taken, notes_for
from firmware.table.state import IssuedTicket, NoteDoubt
from firmware.table.troubles import is_repeated
from firmware.table.turn import TableTurn
from hal.currency import Note

DAY_MS: Final = 24 * 60 * 60 * 1000


def issue(turn: TableTurn, ats: int, amount: int) -> None:
    """Issue the ticket of a terminal for what it has just been paid."""
    state = turn.state
    if not state.setup.machine:
        raise Refused(TableCode.NO_TICKETS)
    before = state.ticket_counts.get(ats, 0)
    number, count = turn.numbering.next_number(state.setup.machine + ats, before, state.tickets.__contains__)
    expires = turn.at + state.setup.ticket_days * DAY_MS
    turn.say(e.TicketIssued(ats, number, amount, expires, count, turn.at))


def number_tickets(turn: TableTurn, command: c.NumberTickets) -> None:
    """Number tickets otherwise from now on."""
    turn.say(e.TicketsNumbered(command.machine, command.key))


def _ticket(turn: TableTurn, number: str) -> IssuedTicket:
    ticket = turn.state.tickets.get(number)
    if ticket is None:
        raise Refused(TableCode.NO_TICKET, number=number)
    return ticket


def report_ticket(turn: TableTurn, command: c.ReportTicket) -> None:
    """The printer has done with a ticket. One that certainly is not there goes back to where it came from."""
    ticket = _ticket(turn, command.number)
    if ticket.fate != "printing":
        raise Refused(TableCode.TICKET_REPORTED, number=command.number)
    turn.say(e.TicketReported(ticket.ats, command.number, command.fate, command.why))
    # Whoever sits there by now must not be given another player's money: then a supervisor sees to it.
    if command.fate == "failed" and ticket.ats not in turn.state.accounts:
        turn.say(e.TicketResolved(ticket.ats, command.number, ticket.amount, "credit"))


def resolve_ticket(turn: TableTurn, command: c.ResolveTicket) -> None:
    """A supervisor says what became of a ticket in doubt."""
    ticket = _ticket(turn, command.number)
    if ticket.fate in ("printed", "paid"):
        raise Refused(TableCode.TICKET_AT_DESK, number=command.number)
    turn.say(e.TicketResolved(ticket.ats, command.number, ticket.amount, command.how))


def report_note_doubt(turn: TableTurn, command: c.ReportNoteDoubt) -> None:
    """A note is in doubt until staff have looked into the cash box."""
    doubt = f"{command.ats}-{command.note}"
    if doubt in turn.state.note_doubts:
        raise Refused(TableCode.NOTE_IN_DOUBT, note=doubt)
    turn.say(e.NoteDoubted(command.ats, doubt, command.amount, command.why, command.currency))


def resolve_note_doubt(turn: TableTurn, command: c.ResolveNoteDoubt) -> None:
    """Staff have looked into the cash box: what was there is credited."""
    doubt = turn.state.note_doubts.get(command.doubt)
    if doubt is None:
        raise Refused(TableCode.NO_NOTE_DOUBT, note=command.doubt)
    if command.amount < 0 or (doubt.amount and command.amount not in (0, doubt.amount)):
        raise Refused(TableCode.NOTE_DOUBT_AMOUNT, note=command.doubt, amount=doubt.amount)
    found = _found_in_box(turn, doubt, command.amount) if command.amount else {}
    turn.say(e.NoteDoubtResolved(doubt.ats, command.doubt, command.amount))
    if command.amount:
        turn.say(e.BoughtIn(doubt.ats, command.amount, "note", notes=found, at=turn.at))


def _found_in_box(turn: TableTurn, doubt: NoteDoubt, amount: int) -> dict[int, int]:
    """Return the notes that are credited for a doubt: only such as the table takes, whatever its figure."""
    notes = list_of(turn.state)
    if doubt.amount:
        # In journals of before no doubt names a currency: it was the table's, which knew no other.
        need_taken(turn.state, Note(doubt.currency or notes.currency, amount))
        return {amount: 1}
    return notes_for(notes, amount)


def report_device(turn: TableTurn, command: c.ReportDevice) -> None:
    """Put something about a device on record: a board's faults when they begin and end, however often it says so."""
    if not is_repeated(turn.state.troubles, command.device, command.what):
        turn.say(e.DeviceReported(command.device, command.what, command.detail))

"""What staff found in a cash box, for a doubt: what it credits, or why it cannot."""

from enum import auto

from firmware.refusal import Code, Refused
from firmware.table.core.state import NoteDoubt
from firmware.table.core.turn import TableTurn
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.notes import list_of, need_taken, notes_for
from hal.currency import Note


class FoundInBoxCode(Code):
    """Why it is refused."""

    NOTE_DOUBT_NOTES = auto()
    TICKET_GONE = auto()


def found_in_box(turn: TableTurn, doubt: NoteDoubt, amount: int) -> BoughtIn | TicketShown:
    """Return what credits a doubt: only notes that the table takes, and no more than the doubt allows."""
    if doubt.ticket:
        return _ticket(turn, doubt)
    return BoughtIn(doubt.ats, amount, "note", notes=_notes(turn, doubt, amount), at=turn.at)


def _ticket(turn: TableTurn, doubt: NoteDoubt) -> TicketShown:
    """Return the row of a cash desk that pays a ticket into the account, unless a desk has already paid it."""
    ticket = turn.state.tickets.get(doubt.ticket)
    if ticket is None or ticket.fate != "printed":
        raise Refused(FoundInBoxCode.TICKET_GONE, number=doubt.ticket)
    shown = TicketShown(f"ats-{doubt.ats}", doubt.ticket, "paid", ticket.ats, ticket.amount, at=turn.at)
    return shown.into(doubt.ats)


def _notes(turn: TableTurn, doubt: NoteDoubt, amount: int) -> dict[int, int]:
    notes = list_of(turn.state)
    if doubt.notes == 1:
        # In older journals no doubt names a currency: it was the table's only one.
        need_taken(turn.state, Note(doubt.currency or notes.currency, amount))
        return {amount: 1}
    found = notes_for(notes, amount)
    if sum(found.values()) > doubt.notes:
        raise Refused(FoundInBoxCode.NOTE_DOUBT_NOTES, notes=doubt.notes)
    return found

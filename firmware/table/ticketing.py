"""Tickets: issued before they are printed, and what becomes of them."""

from typing import Final

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.codes import TableCode
from firmware.table.state import IssuedTicket, fault_name
from firmware.table.troubles import is_repeated
from firmware.table.turn import TableTurn

# A printer has it, and has not said yet what became of it.
UNDER_WAY: Final = ("printing", "reprinting")
MOST_COPIES: Final = 9
DAY_MS: Final = 24 * 60 * 60 * 1000


def issue(turn: TableTurn, ats: int, amount: int, life: str = "", cash_out: int = 0) -> None:
    """Issue the ticket of a terminal for what it has just been paid."""
    state = turn.state
    if not state.setup.machine:
        raise Refused(TableCode.NO_TICKETS)
    before = state.ticket_counts.get(ats, 0)
    number, count = turn.numbering.next_number(state.setup.machine + ats, before, state.tickets.__contains__)
    expires = turn.at + state.setup.ticket_days * DAY_MS
    turn.say(e.TicketIssued(ats, number, amount, expires, count, turn.at, life, cash_out))


def number_tickets(turn: TableTurn, command: c.NumberTickets) -> None:
    """Number tickets otherwise from now on."""
    if not 0 <= command.machine <= c.MOST_MACHINES:
        raise Refused(TableCode.BEYOND_BOUNDS, what="machine")
    turn.say(e.TicketsNumbered(command.machine, command.key))


def _ticket(turn: TableTurn, number: str) -> IssuedTicket:
    ticket = turn.state.tickets.get(number)
    if ticket is None:
        raise Refused(TableCode.NO_TICKET, number=number)
    return ticket


def report_ticket(turn: TableTurn, command: c.ReportTicket) -> None:
    """The printer has done with a ticket. One that certainly is not there goes back to where it came from."""
    ticket = _ticket(turn, command.number)
    # A reprint that failed leaves what was in doubt before it: the first print may lie somewhere after all.
    fate = "in_doubt" if command.copy and command.fate == "failed" else command.fate
    if ticket.fate == fate or command.copy < ticket.copies:
        return  # it is said again
    if ticket.fate not in UNDER_WAY or command.copy != ticket.copies:
        raise Refused(TableCode.TICKET_REPORTED, number=command.number)
    turn.say(e.TicketReported(ticket.ats, command.number, fate, command.why))
    # Whoever sits there by now must not be given another player's money: then a supervisor sees to it.
    if fate == "failed" and ticket.ats not in turn.state.accounts:
        turn.say(e.TicketResolved(ticket.ats, command.number, ticket.amount, "credit"))


def resolve_ticket(turn: TableTurn, command: c.ResolveTicket) -> None:
    """A supervisor says what became of a ticket in doubt, or of one that a lost terminal was to print."""
    ticket = _ticket(turn, command.number)
    if ticket.fate in ("printed", "paid"):
        raise Refused(TableCode.TICKET_AT_DESK, number=command.number)
    if command.how == "reprint" and (ticket.fate in UNDER_WAY or ticket.copies >= MOST_COPIES):
        raise Refused(TableCode.NO_REPRINT, number=command.number, most=MOST_COPIES)
    # There may be a page in a moment: what is said of it now could only be a guess. A lost terminal says nothing more.
    if ticket.fate in UNDER_WAY and fault_name("ats", ticket.ats) not in turn.state.faults:
        raise Refused(TableCode.TICKET_PRINTING, number=command.number)
    if turn.state.frozen and command.how in ("credit", "hand-pay"):
        raise Refused(TableCode.FROZEN, turn.treatment("wrong_outcome").rule)  # reading 28
    turn.say(e.TicketResolved(ticket.ats, command.number, ticket.amount, command.how))


def report_device(turn: TableTurn, command: c.ReportDevice) -> None:
    """Put something about a device on record: a board's faults when they begin and end, however often it says so."""
    if not is_repeated(turn.state.troubles, command.device, command.what):
        turn.say(e.DeviceReported(command.device, command.what, command.detail))

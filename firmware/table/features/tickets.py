"""Tickets: each is issued before it is printed, and followed until it is paid."""

from collections.abc import Iterator
from enum import auto
from typing import Final, Literal

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Account
from firmware.table.core.authority import act
from firmware.table.core.bounds import LAST_TIME
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.faults import fault_name
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import BALANCE, OUT, Movement
from firmware.table.core.pockets import Told
from firmware.table.core.reported import TicketFate
from firmware.table.core.setup import MOST_MACHINES
from firmware.table.core.state import IssuedTicket, TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Found
from firmware.table.features.lost_tickets import renumbered
from firmware.table.features.pocket_numbers import remember


class TicketsCode(Code):
    """Why it is refused."""

    TICKET_REPORTED = auto()
    TICKET_AT_DESK = auto()
    NO_REPRINT = auto()
    TICKET_PRINTING = auto()


TicketResolution = Literal["printed", "credit", "hand-pay", "reprint"]


class NumberTickets(Command, frozen=True):
    """From now on tickets are numbered from this machine number, with the secret that has this check value."""

    machine: int
    key: str


class ReportTicket(Command, frozen=True):
    """A terminal says what became of a ticket that it should print. FAILED: there certainly is no page.

    `copy`: 0, or which reprint it was.
    """

    number: str
    fate: TicketFate
    why: str = ""
    copy: int = 0


class ResolveTicket(Command, frozen=True):
    """A supervisor says what became of a ticket in doubt.

    The page exists; or it does not, and its money is credited or paid by hand, or it is reprinted.
    """

    number: str
    how: TicketResolution


class TicketIssued(Event, frozen=True, tag="ticket_issued"):
    """A ticket was issued for what was paid out, and will be printed; its money is outstanding from now on.

    `count`: its terminal's tickets up to this one, including skipped numbers. `life`, `cash_out`: the pocket that asked
    for it, and its number there.
    """

    ats: int
    number: str
    amount: int
    expires_at: int = 0
    count: int = 0
    issued_at: int = 0
    life: str = ""
    cash_out: int = 0


class TicketsNumbered(Event, frozen=True, tag="tickets_numbered"):
    """From now on tickets are numbered from this machine number, with the secret of this check value."""

    machine: int
    key: str


class TicketReported(Event, frozen=True, tag="ticket_reported"):
    """What became of a ticket in the printer."""

    ats: int
    number: str
    fate: TicketFate
    why: str


class TicketResolved(Event, frozen=True, tag="ticket_resolved"):
    """A ticket is outstanding after all, its money went back to the account or was paid by hand, or it is reprinted."""

    ats: int
    number: str
    amount: int
    how: TicketResolution


# A printer has it, and has not reported yet what became of it.
UNDER_WAY: Final = ("printing", "reprinting")
MOST_COPIES: Final = 9
DAY_MS: Final = 24 * 60 * 60 * 1000


def issue(turn: TableTurn, ats: int, amount: int, life: str = "", cash_out: int = 0) -> None:
    """Issue a terminal's ticket for what was just paid out there."""
    state = turn.state
    if not state.setup.machine:
        raise Refused(TableCode.NO_TICKETS)
    before = state.ticket_counts.get(ats, 0)
    number, count = turn.numbering.next_number(state.setup.machine + ats, before, state.tickets.__contains__)
    # A table that earlier firmware opened may have an endless number of days.
    expires = min(turn.at + state.setup.ticket_days * DAY_MS, LAST_TIME)
    turn.say(TicketIssued(ats, number, amount, expires, count, turn.at, life, cash_out))


def number_tickets(turn: TableTurn, command: NumberTickets) -> None:
    """Number tickets differently from now on."""
    if not 0 <= command.machine <= MOST_MACHINES:
        raise Refused(TableCode.BEYOND_BOUNDS, what="machine")
    turn.say(TicketsNumbered(command.machine, command.key))


def _ticket(turn: TableTurn, number: str) -> IssuedTicket:
    ticket = turn.state.tickets.get(number)
    if ticket is None:
        raise Refused(TableCode.NO_TICKET, number=number)
    return ticket


def report_ticket(turn: TableTurn, command: ReportTicket) -> None:
    """Record the printer's report. The money of a ticket that certainly does not exist goes back to its account."""
    ticket = _ticket(turn, command.number)
    # After a failed reprint the ticket is in doubt as before: the first print may still be somewhere.
    fate = "in_doubt" if command.copy and command.fate == "failed" else command.fate
    if ticket.fate == fate or command.copy < ticket.copies:
        return  # a repeated report
    if ticket.fate not in UNDER_WAY or command.copy != ticket.copies:
        raise Refused(TicketsCode.TICKET_REPORTED, number=command.number)
    turn.say(TicketReported(ticket.ats, command.number, fate, command.why))
    # A new player there must not be given another's money: then a supervisor sees to it. So, too, at a closed table,
    # where a newly opened account could not be paid out.
    if fate == "failed" and turn.state.open and ticket.ats not in turn.state.accounts:
        turn.say(TicketResolved(ticket.ats, command.number, ticket.amount, "credit"))


def resolve_ticket(turn: TableTurn, command: ResolveTicket) -> None:
    """Resolve a ticket in doubt, or one that a lost terminal should have printed, by a supervisor's word."""
    ticket = _ticket(turn, command.number)
    if ticket.fate in ("printed", "paid"):
        raise Refused(TicketsCode.TICKET_AT_DESK, number=command.number)
    if command.how == "reprint" and (ticket.fate in UNDER_WAY or ticket.copies >= MOST_COPIES):
        raise Refused(TicketsCode.NO_REPRINT, number=command.number, most=MOST_COPIES)
    # A page may come in a moment: any word about it now would be a guess. A lost terminal reports nothing more.
    if ticket.fate in UNDER_WAY and fault_name("ats", ticket.ats) not in turn.state.faults:
        raise Refused(TicketsCode.TICKET_PRINTING, number=command.number)
    if command.how == "credit" and not turn.state.open:
        raise Refused(TableCode.TABLE_CLOSED)
    if turn.state.frozen and command.how in ("credit", "hand-pay"):
        raise Refused(TableCode.FROZEN, turn.treatment("wrong_outcome").rule)  # reading 28
    turn.say(TicketResolved(ticket.ats, command.number, ticket.amount, command.how))


def with_machine(state: TableState, machine: int) -> TableState:
    """Take another machine number; tickets of the previous one stay this table's."""
    before = state.setup.machine
    if machine == before or not state.ticket_counts:
        return replace(state, setup=replace(state.setup, machine=machine))
    before_all = tuple(one for one in (*state.machines_before, before) if one != machine)
    return replace(state, setup=replace(state.setup, machine=machine), machines_before=before_all)


def _fold_numbered(state: TableState, event: TicketsNumbered) -> TableState:
    return replace(with_machine(renumbered(state, event.key), event.machine), ticket_key=event.key)


def _fold_ticket_issued(state: TableState, event: TicketIssued) -> TableState:
    ticket = IssuedTicket(event.ats, event.amount, expires_at=event.expires_at, issued_at=event.issued_at)
    tickets = {**state.tickets, event.number: ticket}
    count = event.count or state.ticket_counts.get(event.ats, 0) + 1
    counts = {**state.ticket_counts, event.ats: count}
    state = remember(state, event, event.cash_out, Told("cash-out", event.amount, "", "paid", event.number))
    return replace(state, tickets=tickets, ticket_counts=counts, unsettled=(*state.unsettled, event.number))


def _fold_ticket_fate(state: TableState, number: str, fate: str) -> TableState:
    return replace(state, tickets={**state.tickets, number: replace(state.tickets[number], fate=fate)})


def _fold_ticket_settled(state: TableState, number: str) -> TableState:
    return replace(state, unsettled=tuple(one for one in state.unsettled if one != number))


def _fold_ticket_reported(state: TableState, event: TicketReported) -> TableState:
    state = _fold_ticket_fate(state, event.number, event.fate)
    return _fold_ticket_settled(state, event.number) if event.fate == "printed" else state


def _fold_ticket_resolved(state: TableState, event: TicketResolved) -> TableState:
    if event.how == "reprint":
        ticket = state.tickets[event.number]
        again = replace(ticket, fate="reprinting", copies=ticket.copies + 1)
        return replace(state, tickets={**state.tickets, event.number: again})
    state = _fold_ticket_settled(state, event.number)
    if event.how == "printed":
        return _fold_ticket_fate(state, event.number, "printed")
    state = replace(state, tickets={number: t for number, t in state.tickets.items() if number != event.number})
    if event.how == "credit" and event.ats not in state.accounts:
        state = with_account(state, event.ats, Account())
    return state


def _post_ticket_resolved(_: TableState, event: TicketResolved) -> Iterator[Movement]:
    target = {"printed": None, "reprint": None, "credit": BALANCE, "hand-pay": OUT["hand-pay"]}[event.how]
    if target is not None:
        yield event.ats, OUT["ticket"], target, event.amount


def _way_ticket(_: TableState, event: TicketResolved) -> Found:
    return "ticket_doubt", event.ats, event.amount


FEATURE: Final = Feature(
    decides={NumberTickets: number_tickets, ReportTicket: report_ticket, ResolveTicket: resolve_ticket},
    folds={
        TicketIssued: _fold_ticket_issued,
        TicketsNumbered: _fold_numbered,
        TicketReported: _fold_ticket_reported,
        TicketResolved: _fold_ticket_resolved,
    },
    moves={TicketResolved: _post_ticket_resolved},
    ways={TicketResolved: _way_ticket},
    asked={ResolveTicket: act("limits")},
    facts=(ReportTicket,),
    while_closed=(ResolveTicket,),
    signed_soon=(TicketIssued, TicketReported, TicketResolved),
)

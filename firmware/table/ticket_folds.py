"""The fold of what happens to tickets: issued, printed, resolved, shown at a cash desk, numbered otherwise."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.table import events as e
from firmware.table import pockets
from firmware.table.pocket_folds import told as remember
from firmware.table.state import Account, Desk, IssuedTicket, TableState, Told

# After so many others were paid the state lets go of a paid ticket; the journal still says that it was issued.
PAID_KEPT: Final = 1000


def with_account(state: TableState, ats: int, account: Account | None) -> TableState:
    """Return the state with an account opened, changed or (None) closed."""
    accounts = dict(state.accounts)
    if account is None:
        del accounts[ats]
    else:
        accounts[ats] = account
    return replace(state, accounts=accounts)


def with_machine(state: TableState, machine: int) -> TableState:
    """Take another machine number: tickets of the one before stay this table's."""
    before = state.setup.machine
    if machine == before or not state.ticket_counts:
        return replace(state, setup=replace(state.setup, machine=machine))
    before_all = tuple(one for one in (*state.machines_before, before) if one != machine)
    return replace(state, setup=replace(state.setup, machine=machine), machines_before=before_all)


def _numbered(state: TableState, event: e.TicketsNumbered) -> TableState:
    return replace(with_machine(state, event.machine), ticket_key=event.key)


def _ticket_issued(state: TableState, event: e.TicketIssued) -> TableState:
    ticket = IssuedTicket(event.ats, event.amount, expires_at=event.expires_at, issued_at=event.issued_at)
    tickets = {**state.tickets, event.number: ticket}
    count = event.count or state.ticket_counts.get(event.ats, 0) + 1
    counts = {**state.ticket_counts, event.ats: count}
    state = remember(state, event, event.cash_out, pockets.Told("cash-out", event.amount, "", "paid", event.number))
    return replace(state, tickets=tickets, ticket_counts=counts, unsettled=(*state.unsettled, event.number))


def _ticket_fate(state: TableState, number: str, fate: str) -> TableState:
    return replace(state, tickets={**state.tickets, number: replace(state.tickets[number], fate=fate)})


def _ticket_settled(state: TableState, number: str) -> TableState:
    return replace(state, unsettled=tuple(one for one in state.unsettled if one != number))


def _ticket_reported(state: TableState, event: e.TicketReported) -> TableState:
    state = _ticket_fate(state, event.number, event.fate)
    return _ticket_settled(state, event.number) if event.fate == "printed" else state


def _ticket_resolved(state: TableState, event: e.TicketResolved) -> TableState:
    if event.how == "reprint":
        ticket = state.tickets[event.number]
        again = replace(ticket, fate="reprinting", copies=ticket.copies + 1)
        return replace(state, tickets={**state.tickets, event.number: again})
    state = _ticket_settled(state, event.number)
    if event.how == "printed":
        return _ticket_fate(state, event.number, "printed")
    state = replace(state, tickets={number: t for number, t in state.tickets.items() if number != event.number})
    if event.how == "credit" and event.ats not in state.accounts:
        state = with_account(state, event.ats, Account())
    return state


def _ticket_shown(state: TableState, event: e.TicketShown) -> TableState:
    if event.again:
        return state
    before = state.desks.get(event.desk, Desk())
    # Only money that went out shows that nobody guesses: who has one good ticket can ask for it again and again.
    unknown = {"unknown": before.unknown + 1, "paid": 0}.get(event.answer, before.unknown)
    told = Told(event.number, event.answer, event.amount, event.at, event.request)
    desk = Desk(
        0 if event.locked_until and event.answer == "unknown" else unknown,
        event.locked_until,
        told,
        told if event.answer == "paid" else before.paid,
    )
    state = replace(state, desks={**state.desks, event.desk: desk})
    return _ticket_paid(state, event) if event.answer == "paid" else state


def _ticket_paid(state: TableState, event: e.TicketShown) -> TableState:
    """Remember that it was paid, and forget the oldest: a table pays tickets for years."""
    ticket = replace(state.tickets[event.number], fate="paid", paid_to=event.desk, paid_under=event.request)
    state = replace(state, tickets={**state.tickets, event.number: ticket})
    paid = [one for one, ticket in state.tickets.items() if ticket.fate == "paid"]
    if len(paid) <= PAID_KEPT:
        return state
    gone = set(paid[:-PAID_KEPT])
    return replace(state, tickets={one: ticket for one, ticket in state.tickets.items() if one not in gone})


TICKETS: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    e.TicketIssued: _ticket_issued,
    e.TicketsNumbered: _numbered,
    e.TicketReported: _ticket_reported,
    e.TicketResolved: _ticket_resolved,
    e.TicketShown: _ticket_shown,
}

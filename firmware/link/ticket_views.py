"""Issued tickets as boards tell them to each other."""

from firmware.link.messages import TicketView
from firmware.link.table_link import Issued
from firmware.table.core.bounds import LAST_TIME


def ticket_view(issued: Issued) -> TicketView:
    """Return a ticket as it is told."""
    # What an earlier firmware issued may be good until a time that no message carries and no ticket can say.
    expires_at = min(issued.expires_at, LAST_TIME)
    return TicketView(issued.number, issued.amount, issued.issued_at, expires_at, issued.copy)


def read_ticket(view: TicketView) -> Issued:
    """Return a ticket as it was meant."""
    return Issued(view.number, view.amount, view.issued_at, view.expires_at, view.copy)

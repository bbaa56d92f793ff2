"""Issued tickets as boards tell them to each other."""

from firmware.link.messages import TicketView
from firmware.link.table_link import Issued


def ticket_view(issued: Issued) -> TicketView:
    """Return a ticket as it is told."""
    return TicketView(issued.number, issued.amount, issued.issued_at, issued.expires_at, issued.copy)


def read_ticket(view: TicketView) -> Issued:
    """Return a ticket as it was meant."""
    return Issued(view.number, view.amount, view.issued_at, view.expires_at, view.copy)

"""Issued tickets as they are sent between boards."""

from firmware.link.messages import TicketView
from firmware.link.table_link import Issued
from firmware.table.core.bounds import LAST_TIME


def ticket_view(issued: Issued) -> TicketView:
    """Return a ticket as it is sent."""
    # A ticket of earlier firmware may be good until a time that no message can carry and no ticket can show.
    expires_at = min(issued.expires_at, LAST_TIME)
    return TicketView(issued.number, issued.amount, issued.issued_at, expires_at, issued.copy)


def read_ticket(view: TicketView) -> Issued:
    """Return a received ticket."""
    return Issued(view.number, view.amount, view.issued_at, view.expires_at, view.copy)

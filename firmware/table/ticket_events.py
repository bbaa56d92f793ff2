"""What happened to tickets."""

from firmware.game.events import Event
from firmware.table.commands import Redemption, TicketFate, TicketResolution


class TicketIssued(Event, frozen=True, tag="ticket_issued"):
    """A ticket was issued for what was paid out, and is going to be printed; its money is outstanding from here on.

    `count`: its terminal's tickets up to this one, with numbers that were skipped. `life`, `cash_out`: the pocket that
    asked for it, and its number there.
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
    """From here on tickets are numbered from this machine number, by the secret that this key tells from others."""

    machine: int
    key: str


class TicketShown(Event, frozen=True, tag="ticket_shown"):
    """A ticket was shown at a cash desk, and what it was told: `paid` moved its money.

    `machine` and `table`: whose it is, when it is another table's. `asked_to_pay`, `paper` (what the paper says) and
    `request`: as the desk asked. `again`: it was told before, and nothing moved now.
    """

    desk: str
    number: str
    answer: Redemption
    ats: int = 0
    amount: int = 0
    locked_until: int = 0
    machine: int = 0
    table: str = ""
    at: int = 0
    asked_to_pay: bool = False
    paper: int | None = None
    request: str = ""
    again: bool = False


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

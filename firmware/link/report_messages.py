"""What a board reports: what became of a ticket that it printed, and the faults of its devices."""

from typing import ClassVar

from firmware.link import bounds as b
from firmware.link.message import Asked, Rate
from firmware.table.core.reported import TicketFate


class TellTicket(Asked, frozen=True, tag="tell-ticket"):
    """What became of a ticket of this terminal."""

    quota: ClassVar = Rate(8, 1, "what became of each ticket; after a while without the table, of several")

    ticket: b.TicketNumber
    fate: TicketFate
    why: b.Text
    copy: b.Copy = 0


class TellFault(Asked, frozen=True, tag="tell-fault"):
    """A fault of one of this board's devices began or ended."""

    quota: ClassVar = Rate(16, 0.5, "the faults of all its devices, when they begin and end")

    device: b.Part
    what: b.Report
    detail: b.Text

"""What cash desks ask the table, and are told."""

from typing import ClassVar

from firmware.link import bounds as b
from firmware.link.message import Asked, Message, Rate
from firmware.table.core.reported import Redemption


class ShowTicket(Asked, frozen=True, tag="show-ticket"):
    """A cash desk has a ticket: how much is it worth? With `pay` it is paid if it is good.

    `amount`: what the paper says; a ticket of another amount is not paid. `request`: the desk's own number of this
    payment (the envelope's if left out); under it the ticket is paid once, and the answer is always the same. `until`:
    the table's time after which it must not be paid any more; 0: none. `staff`, `pin`: who is at the desk, if the table
    asks for that.
    """

    quota: ClassVar = Rate(8, 1, "a clerk with a scanner")

    ticket: b.TicketNumber
    pay: bool = False
    amount: b.Held | None = None
    request: b.RequestNumber = ""
    until: b.Count = 0
    staff: b.StaffNumber = ""
    pin: b.Pin = ""


class LastShown(Asked, frozen=True, tag="last-shown"):
    """Say again what this cash desk was told last."""

    quota: ClassVar = Rate(8, 2, "a clerk who asks what was said last")


class ToldView(Message, frozen=True):
    """What a cash desk was told about a ticket, when, and under which number of its own."""

    ticket: b.TicketNumber
    answer: Redemption
    amount: b.Held
    at: b.Count
    request: b.RequestNumber = ""


class DeskView(Message, frozen=True):
    """A cash desk at a time: what it was told last, and the last ticket that it paid."""

    at: b.Count
    last: ToldView | None = None
    paid: ToldView | None = None

"""What cash desks ask the table, and are told."""

from typing import ClassVar

from firmware.link import bounds as b
from firmware.link.message import Asked, Message, Rate
from firmware.table.core.reported import Redemption


class ShowTicket(Asked, frozen=True, tag="show-ticket"):
    """A cash desk is shown a ticket: what is it worth, and `pay` it if it is good.

    `amount`: what the paper says; a ticket of another amount is not paid. `request`: the desk's own number of this
    payment (else the envelope's), under which it is paid once and told the same for ever. `until`: in the table's time,
    when it is too late to pay; 0: never. `staff` and `pin`: who stands at the desk, where the table asks who that is.
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
    """Say what this cash desk was told last."""

    quota: ClassVar = Rate(8, 2, "a clerk who asks what was said last")


class ToldView(Message, frozen=True):
    """What a cash desk was told of a ticket, when, and under which number of its own."""

    ticket: b.TicketNumber
    answer: Redemption
    amount: b.Held
    at: b.Count
    request: b.RequestNumber = ""


class DeskView(Message, frozen=True):
    """A cash desk, at a time: what it was told last, and of the last ticket that was paid there."""

    at: b.Count
    last: ToldView | None = None
    paid: ToldView | None = None

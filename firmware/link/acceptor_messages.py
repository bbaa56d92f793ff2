"""What a terminal says of its acceptor beside its notes: its tickets, what is in doubt, and that it is empty."""

from typing import ClassVar

from firmware.link import bounds as b
from firmware.link.message import Asked, Rate


class TellAtRest(Asked, frozen=True, tag="at-rest"):
    """The acceptor says that it holds nothing, and said so after this question appeared in the account's `asked`."""

    quota: ClassVar = Rate(4, 1, "an acceptor that is asked whether it still holds a note in doubt")

    asked: b.PocketNumber


class AskTicket(Asked, frozen=True, tag="ask-ticket"):
    """A ticket lies in escrow: would it be credited? If the answer is a refusal, the ticket is given back."""

    quota: ClassVar = Rate(4, 1, "a ticket in escrow, every two seconds")

    ticket: b.TicketNumber


class CreditTicket(Asked, frozen=True, tag="credit-ticket"):
    """A ticket is past escrow. `note`: its number in this pocket, for ever. It is credited, or it is in doubt."""

    quota: ClassVar = Rate(4, 1, "a ticket past escrow, every two seconds")

    note: b.PocketNumber
    ticket: b.TicketNumber


class DoubtNote(Asked, frozen=True, tag="doubt-note"):
    """Nobody knows whether a note is in the cash box.

    `amount`: 0 if nobody knows which note either. `ticket`: the number, if it is a ticket and not a note.
    """

    quota: ClassVar = Rate(4, 0.5, "a note that power failed upon")

    note: b.PocketNumber
    amount: b.DoubtValue
    currency: b.Currency
    why: b.Text
    ticket: b.TicketNumber | None = None

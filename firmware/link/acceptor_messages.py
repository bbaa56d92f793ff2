"""What a terminal says of its acceptor beside its notes: its tickets, what is in doubt, and that it is empty."""

from firmware.link import bounds as b
from firmware.link.message import Asked


class TellAtRest(Asked, frozen=True, tag="at-rest"):
    """The acceptor said that it holds nothing, after this question was seen in the account's `asked`."""

    asked: b.PocketNumber


class AskTicket(Asked, frozen=True, tag="ask-ticket"):
    """A ticket lies in escrow: would it be credited? Done: it would; refused: why not, and it is given back."""

    ticket: b.TicketNumber


class CreditTicket(Asked, frozen=True, tag="credit-ticket"):
    """A ticket is past escrow: `note` is its number in this pocket, for ever its own. It is credited, or in doubt."""

    note: b.PocketNumber
    ticket: b.TicketNumber


class DoubtNote(Asked, frozen=True, tag="doubt-note"):
    """Nobody knows whether a note is in the cash box. `amount` 0: nor which. `ticket`: it is this one, no note."""

    note: b.PocketNumber
    amount: b.DoubtValue
    currency: b.Currency
    why: b.Text
    ticket: b.TicketNumber | None = None

"""What terminals tell and ask of money, under the numbers of their pockets, and which board a terminal is."""

from msgspec import Struct

from firmware.table.commands import Command


class PrintedTicket(Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket that a terminal had printed."""

    number: str
    amount: int


class ShowPocket(Command, frozen=True):
    """A terminal's board shows its pocket, and the last number that this has returned: it is in use from here on.

    `printed`: the last tickets of this terminal. `acknowledged`, here and below: the last number that the board was
    answered for, if it says so.
    """

    ats: int
    life: str
    last: int
    printed: tuple[PrintedTicket, ...] = ()
    acknowledged: int | None = None


class SettleLostTicket(Command, frozen=True):
    """A supervisor has seen to a ticket that the restored table does not know: paid by hand, or its page torn up."""

    number: str


class MeetBoard(Command, frozen=True):
    """A terminal's board is there, with this pocket; it has nothing to tell of it."""

    ats: int
    life: str


class ChangeBoard(Command, frozen=True):
    """A supervisor has looked: the board that waits is the terminal's from here on; or (not `take`) it is not."""

    ats: int
    life: str
    take: bool = True


class CreditNote(Command, frozen=True):
    """A terminal has a note past escrow: it is credited, or in doubt, once under its number in that pocket."""

    ats: int
    life: str
    note: int
    amount: int
    currency: str = ""
    acknowledged: int | None = None


class PayByTicket(Command, frozen=True):
    """A terminal's account is paid by ticket and closed, once under its number in that pocket."""

    ats: int
    life: str
    cash_out: int
    acknowledged: int | None = None

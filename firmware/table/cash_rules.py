"""What a table is told about cash: which notes it takes, and the caps that its operator sets."""

from msgspec import Struct

from firmware.game.events import Event


class NoteList(Struct, frozen=True, forbid_unknown_fields=True):
    """The notes that a table takes: of one currency, by its ISO name, and worth so much, in minor units."""

    currency: str
    values: tuple[int, ...]


class Caps(Struct, frozen=True, forbid_unknown_fields=True):
    """How much may be taken and held, in minor units; None: as much as anybody likes.

    `account_cash`: cash since the account was opened. `hour_cash`: cash at one terminal within an hour. `balance`: on
    one account. `ticket`: more than this a ticket is not printed for; it is a hand-pay.
    """

    account_cash: int | None = None
    hour_cash: int | None = None
    balance: int | None = None
    ticket: int | None = None


class CashSet(Event, frozen=True, tag="cash_set"):
    """Which notes the table takes, and its operator's caps, from here on."""

    notes: NoteList | None
    caps: Caps

"""What people and terminals ask of the table. The steps of the coup itself are firmware.game.steps."""

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct

from firmware.game.steps import Ground
from firmware.game.wagers import Limit
from firmware.table.approval_rules import Approvals
from firmware.table.cash_rules import Caps, NoteList
from hal.cards import Card

BuyInBy = Literal["dealer", "note"]
Tender = Literal["cash", "voucher", "token", "chips"]
CashOutBy = Literal["dealer", "ticket", "hand-pay"]
Resolution = Literal["paid", "collected", "waived"]
TicketFate = Literal["printed", "failed", "in_doubt"]
Redemption = Literal[
    "good",
    "paid",
    "unknown",
    "already-paid",
    "expired",
    "in-doubt",
    "not-printed",
    "throttled",
    "another-table",
    "other-amount",
    "before-restore",
]
TicketResolution = Literal["printed", "credit", "hand-pay", "reprint"]
MOST_TERMINALS: Final = 50
# A terminal's machine number, by which its tickets are told apart, is the table's and its own; it has three bytes.
MOST_MACHINES: Final = 0xFFFFFF - MOST_TERMINALS
Faulty = Literal["ats", "system", "wnd"]
# What the check of all cards that were played with found (crown 3.4).
Finding = Literal["complete", "missing", "too-many", "foreign", "damaged"]


class Version(Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the game: its rule book, and the side wagers with the options of their odds."""

    rulebook: str
    side_wagers: dict[str, int]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is, from its opening on. Amounts in minor units, times in milliseconds.

    `machine`: from which tickets are numbered, no other table's; 0: it prints none.
    """

    # crown 2.2, 2.2(a), 2.2(b), 2.2(c), 2.2(d), 2.2(e): up to 50 terminals at one console, shoe and display

    rulebook: str
    ats: int = 2
    decks: int = 8
    period: int = 30_000
    side_wagers: dict[str, int] = {}
    aggregate_minimum: int = 0
    remote: tuple[int, ...] = ()
    approvals: Approvals = Approvals()
    machine: int = 0
    ticket_days: int = 30
    notes: NoteList | None = None
    caps: Caps = Caps()

    @property
    def version(self) -> Version:
        """The version of the game that is played."""
        return Version(self.rulebook, self.side_wagers)

    def __post_init__(self) -> None:
        if not 0 <= self.ats <= MOST_TERMINALS:
            raise ValueError(f"a table has 0 to {MOST_TERMINALS} terminals, not {self.ats}")
        if self.period <= 0:
            raise ValueError("a wagering period is above 0")
        if self.ticket_days <= 0:
            raise ValueError("tickets are paid for a day at least: ticket_days is above 0")
        if not 0 <= self.machine <= MOST_MACHINES:
            raise ValueError(f"a table's machine number is 0 to {MOST_MACHINES}: each terminal adds its own to it")


class Command(Struct, frozen=True):
    """Something asked of the table."""


class Role(StrEnum):
    """What a person may be at a table."""

    DEALER = "dealer"
    GAME_SUPERVISOR = "game supervisor"
    CASINO_SUPERVISOR = "casino supervisor"
    TECHNICIAN = "technician"
    TOURNAMENT_DIRECTOR = "tournament director"


class EnrolStaff(Command, frozen=True):
    """A person may sign on from now on; enrolled again, with another PIN, card or role."""

    staff: str
    name: str
    role: Role
    pin_hash: str
    card: str = ""
    by: str = ""
    approved_by: str = ""


class SignOn(Command, frozen=True):
    """A person whose PIN or card has been checked takes a console."""

    console: str
    staff: str


class SignOff(Command, frozen=True):
    """A console is left."""

    console: str
    why: Literal["asked", "idle", "replaced"] = "asked"


class OpenTable(Command, frozen=True):
    """The table opens with this setup."""

    setup: Setup


class SetCash(Command, frozen=True):
    """The table's configuration says which notes it takes, and its operator's caps, from here on."""

    notes: NoteList | None
    caps: Caps = Caps()


class AskNote(Command, frozen=True):
    """A note lies in a terminal's escrow: would it be credited? It changes nothing; refused, it is given back."""

    ats: int
    amount: int
    currency: str


class BuyIn(Command, frozen=True):
    """Money for credit: tendered to the dealer, or notes in the terminal's acceptor.

    `single`: just one note, of that currency. Several (in a scenario) are of the table's.
    """

    ats: int
    amount: int
    by: BuyInBy = "dealer"
    tender: Tender = "cash"
    single: bool = False
    currency: str = ""


class Wager(Command, frozen=True):
    """Set an account's wager on a bet to an amount; 0 takes it off."""

    # crown 1.4, 1.4(a), 1.4(b): a bet is what one wagers on, a wager the money on it

    ats: int
    bet: str
    amount: int


class CashOut(Command, frozen=True):
    """Pay out an account's whole balance and close it."""

    ats: int
    by: CashOutBy = "dealer"


class NumberTickets(Command, frozen=True):
    """Tickets are numbered from this machine number from now on, by the secret that this key tells from others."""

    machine: int
    key: str


class ReportTicket(Command, frozen=True):
    """A terminal says what became of a ticket that it was to print. FAILED: there certainly is no page.

    `copy`: 0, or which reprint it was.
    """

    number: str
    fate: TicketFate
    why: str = ""
    copy: int = 0


class ResolveTicket(Command, frozen=True):
    """A supervisor says what became of a ticket in doubt.

    It is there; or it is not, and its money is credited or paid by hand, or it is printed once more.
    """

    number: str
    how: TicketResolution


class RedeemTicket(Command, frozen=True):
    """A cash desk is shown a ticket: `pay` it, or only say what it is worth. Every attempt goes on record.

    `amount`: what the paper says, where somebody compared it. `request`: the desk's own number of this payment, under
    which it is told the same however often it asks. `until`: when it is too late to pay; 0: never.
    """

    desk: str
    number: str
    pay: bool = False
    amount: int | None = None
    request: str = ""
    until: int = 0


class LookAtDesk(Command, frozen=True):
    """Wait until all that a cash desk has asked for so far is done; nothing happens."""

    desk: str


class ReportNoteDoubt(Command, frozen=True):
    """A terminal does not know whether a note is in its cash box. `amount` 0: nor which note."""

    ats: int
    life: str
    note: int
    amount: int
    why: str
    currency: str = ""
    acknowledged: int | None = None


class ResolveNoteDoubt(Command, frozen=True):
    """A supervisor has looked: a note of this amount was in the cash box and is credited; 0: there was none."""

    doubt: str
    amount: int


class ReportDevice(Command, frozen=True):
    """Something about a device that is put on record: its driver, its stage, a fault, a door."""

    device: str
    what: str
    detail: str = ""


class Malfunction(Command, frozen=True):
    """A malfunction begins."""

    what: Faulty
    ats: int = 0


class ClearMalfunction(Command, frozen=True):
    """A malfunction is cleared."""

    what: Faulty
    ats: int = 0


class DoubtRecords(Command, frozen=True):
    """The records of a terminal's wagers of this coup do not verify."""

    ats: int


class ForgetRecords(Command, frozen=True):
    """The dealer cannot confirm a terminal's wagers of this coup, whose records do not verify: they are void (11.16).

    `found`: that they do not is said in the same step.
    """

    ats: int
    found: bool = False


class EmptyCashBox(Command, frozen=True):
    """A terminal's cash box is taken out and an empty one put in: a period of its count ends."""

    ats: int


class FreezeAccounts(Command, frozen=True):
    """No account moves until the outcome in question is settled."""


class UnfreezeAccounts(Command, frozen=True):
    """Accounts move again."""


class ResolveOwed(Command, frozen=True):
    """What a correction left owed is paid by the house, collected from the player, or waived."""

    ats: int
    coup: int
    how: Resolution


class InvalidateCoup(Command, frozen=True):
    """A supervisor makes a settled coup void: `malfunction` of equipment, or `disruption` or fraud; with the reason."""

    coup: int
    ground: Ground
    reason: str


class ChangeGame(Command, frozen=True):
    """Another version of the game, or other side wagers, from the next coup on."""

    rulebook: str
    side_wagers: dict[str, int]


class CorrectOutcome(Command, frozen=True):
    """The actual outcome of a coup that was settled otherwise."""

    coup: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]


class SetLimit(Command, frozen=True):
    """Change what may be wagered, from the next coup on or at once; what is left out stays as it is."""

    bet: str
    minimum: int | None = None
    maximum: int | None = None
    step: int | None = None
    next_coup: bool = True


class SetPeriod(Command, frozen=True):
    """Change the wagering period, from the next coup on."""

    period: int


class ExcludePlayer(Command, frozen=True):
    """A player leaves the game: directed to by the dealer (6.6.2), or excluded by a supervisor (13.2.2)."""

    ats: int
    reason: str = ""
    by: Literal["dealer", "supervisor"] = "supervisor"


class AnnounceClosing(Command, frozen=True):
    """Show when the table is going to close."""


class CloseTable(Command, frozen=True):
    """Close the table. `cards`: what the check of the cards found, where it has been made."""

    cards: Finding | Literal[""] = ""


class StartSession(Command, frozen=True):
    """A tournament director starts a session: each terminal named gets the same credit, and no other money counts."""

    name: str
    terminals: tuple[int, ...]
    credit: int


class EndSession(Command, frozen=True):
    """The session ends: its balances are taken off, or are the players' to cash."""

    cash: bool


def limit_from(command: SetLimit, held: Limit, effective_at: int) -> Limit:
    """Return the limit that a change makes of the one that holds."""

    def choose(new: int | None, old: int) -> int:
        return old if new is None else new

    return Limit(
        command.bet,
        choose(command.minimum, held.minimum),
        choose(command.maximum, held.maximum),
        choose(command.step, held.step),
        effective_at,
    )

"""What a table is, from its opening on."""

from typing import Final, Literal, get_args

from msgspec import Struct

from firmware.table.core.gaming_day import GamingDay

MOST_TERMINALS: Final = 50
# A terminal's machine number, which marks its tickets, is the table's plus its own number; it has three bytes.
MOST_MACHINES: Final = 0xFFFFFF - MOST_TERMINALS


class Version(Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the game: its rule book, and its side wagers with the options of their odds."""

    rulebook: str
    side_wagers: dict[str, int]


# buy_in, payout: over the dealer's tray. hand_pay: by an attendant. note_doubt, ticket_doubt: something in doubt is
# credited or paid. owed: what a correction left. kept: held winnings that become the house's. correction,
# invalidation: what a settled coup's accounts move by. session: points of a tournament that become money.
Way = Literal[
    "buy_in",
    "payout",
    "hand_pay",
    "note_doubt",
    "ticket_doubt",
    "owed",
    "kept",
    "correction",
    "invalidation",
    "session",
]  # fmt: skip
WAYS: Final[tuple[Way, ...]] = get_args(Way)


class Approvals(Struct, frozen=True, forbid_unknown_fields=True):
    """The amounts, in minor units, above which a second person approves; None: never.

    `correction`, `invalidation`: always, in older journals.
    """

    hand_pay_over: int | None = None
    correction: bool = False
    invalidation: bool = False
    buy_in_over: int | None = None
    payout_over: int | None = None
    note_doubt_over: int | None = None
    ticket_doubt_over: int | None = None
    owed_over: int | None = None
    kept_over: int | None = None
    correction_over: int | None = None
    invalidation_over: int | None = None
    session_over: int | None = None

    def over(self, way: Way) -> int | None:
        """Return the amount above which somebody approves; below zero if they always do."""
        if (way == "correction" and self.correction) or (way == "invalidation" and self.invalidation):
            return -1
        over: int | None = getattr(self, f"{way}_over")
        return over


# The default of a table. `play` tells its table that there are none.
USUAL: Final = Approvals(
    hand_pay_over=1_000_00,
    buy_in_over=10_000_00,
    payout_over=10_000_00,
    note_doubt_over=1_000_00,
    ticket_doubt_over=1_000_00,
    owed_over=1_000_00,
    kept_over=1_000_00,
    correction_over=1_000_00,
    invalidation_over=1_000_00,
    session_over=1_000_00,
)


class NoteList(Struct, frozen=True, forbid_unknown_fields=True):
    """The notes that a table takes: one currency, by its ISO name, and their values in minor units.

    `tickets`: terminals take the table's own tickets in, too.
    """

    currency: str
    values: tuple[int, ...]
    tickets: bool = False


class Caps(Struct, frozen=True, forbid_unknown_fields=True):
    """How much may be taken and held, in minor units; None: no cap.

    `account_cash`: cash since the account was opened. `hour_cash`: cash at one terminal within an hour. `balance`: on
    one account. `ticket`: more than this is not printed, but paid by hand.
    """

    account_cash: int | None = None
    hour_cash: int | None = None
    balance: int | None = None
    ticket: int | None = None


class SaferPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """What helps guests to play safely. `own_limits`: they can set themselves limits of loss and time.

    `pauses`: for how many minutes they can pause wagering. `reality_check`: after how many minutes, again and again,
    they are told what they staked, won and lost; 0: never. `help_line`: where to find help with gambling.
    """

    own_limits: bool = False
    pauses: tuple[int, ...] = ()
    reality_check: int = 0
    help_line: str = ""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is, from its opening on. Amounts in minor units, times in milliseconds.

    `machine`: the number that its tickets are numbered from, no other table's; 0: it prints none. `cashiers`: whoever
    pays a ticket at a cash desk must identify themselves. `own_pins`: a PIN that somebody else chose must be changed
    before anything is asked for. `acknowledge`: some faults end only by a person's act. `allowed_devices`: how the
    identifications of allowed devices begin.
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
    day: GamingDay = GamingDay()
    cashiers: bool = False
    own_pins: bool = False
    acknowledge: bool = False
    allowed_devices: tuple[str, ...] = ()
    safer_play: SaferPlay = SaferPlay()

    @property
    def version(self) -> Version:
        """The version of the game in play."""
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

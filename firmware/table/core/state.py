"""What the table knows, folded from its journal."""

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from firmware.game.events import CoupResult
from firmware.game.state import Game
from firmware.game.wagers import Limit
from firmware.table.core.accounts import Account, Claim, Departed, Hold
from firmware.table.core.cash_hour import CashTaken
from firmware.table.core.commands import Role
from firmware.table.core.events import WagersReturned, WagersSettled
from firmware.table.core.pockets import NONE, Pockets, TerminalPockets
from firmware.table.core.reported import Redemption
from firmware.table.core.setup import Setup, Version

# Reading 16 wants at least nine coups before the current one to be recalled.
RECALLED = 20


class CoupRecord(Struct, frozen=True):
    """An ended coup, as players, staff and disputes recall it (11.12, reading 16).

    `balances`: of the accounts, when it ended. `corrected`: it was settled otherwise at first. `adjusted`: by account,
    what corrections of this coup or of one before it have moved since it ended.
    """

    # crown 11.12
    result: CoupResult
    returned: tuple[WagersReturned, ...] = ()
    settled: WagersSettled | None = None
    balances: dict[int, int] = {}
    corrected: bool = False
    adjusted: dict[int, int] = {}

    def balance(self, ats: int) -> int | None:
        """Return an account's balance after this coup, as corrections have left it; None if it had none."""
        return self.balances[ats] + self.adjusted.get(ats, 0) if ats in self.balances else None


class IssuedTicket(Struct, frozen=True):
    """A ticket whose money is outstanding. `fate`: as its printer reported; before that, it is being printed.

    `copies`: how often a supervisor had it printed once more; meanwhile its fate is `reprinting`.
    `paid_to` and `paid_under`: which desk paid it, and under which of its own numbers; `paid_by`: who was there.
    """

    ats: int
    amount: int
    fate: str = "printing"
    expires_at: int = 0
    issued_at: int = 0
    paid_to: str = ""
    paid_under: str = ""
    copies: int = 0
    paid_by: str = ""


class NoteDoubt(Struct, frozen=True):
    """A note that may or may not be in the cash box; or up to this many `notes`.

    `left_by`: the pocket whose board left it when it was taken out, and has not reported it since. `credited`: what
    staff already credited for what the previous board left, which may be this note. `asked`: the question that the
    terminal's acceptor must answer before this is credited; 0 once it holds nothing. `ticket`: it is this ticket, and
    no note.
    """

    ats: int
    amount: int
    why: str
    currency: str = ""
    notes: int = 1
    left_by: str = ""
    credited: int = 0
    asked: int = 0
    ticket: str = ""


class StaffMember(Struct, frozen=True):
    """A person who may sign on. `failures` and `locked_until` come from older journals, and have no effect any more.

    `enrolled_by`, `approved_by`, `enrolled_at`: who enrolled them, who approved it, and when; empty at set-up.
    """

    name: str
    role: Role
    pin_hash: str
    card: str
    failures: int = 0
    locked_until: int = 0
    enrolled_by: str = ""
    approved_by: str = ""
    enrolled_at: int = 0


class Guard(Struct, frozen=True):
    """A console at which PINs were wrong: whose and how many, when the last was, and until when it takes none."""

    wrong: dict[str, int] = {}
    last: int = 0
    until: int = 0


class LostTicket(Struct, frozen=True):
    """A ticket that a terminal printed and the restored table does not know."""

    ats: int
    amount: int


class Branch(Struct, frozen=True):
    """Where a restored journal leaves the lost one: rows after this one are of this era."""

    era: int
    up_to: int


class ToldAtDesk(Struct, frozen=True):
    """What a cash desk was told about a ticket, when, and under which of its own numbers."""

    number: str
    answer: Redemption
    amount: int
    at: int
    request: str


class Desk(Struct, frozen=True):
    """A cash desk: how many unknown numbers it named in a row, and until when it gets no answer.

    `last`: what it was told last; `paid`: the last ticket that was paid there.
    """

    unknown: int = 0
    locked_until: int = 0
    last: ToldAtDesk | None = None
    paid: ToldAtDesk | None = None


# By the device's name, as it is reported (`ats-3 note_acceptor`): the codes of what stands.
Troubles = dict[str, tuple[str, ...]]


class TableState(Struct, frozen=True):
    """The table.

    `consoles`: who is signed on where; `guards`: those at which PINs were wrong. `alone`: by way and terminal, the
    last hour's money that somebody moved and nobody approved. `barred`: terminals that may not
    wager in this coup. `doubtful`: those that failed after its close. `lost`: those whose records of this coup are
    lost. `owed`: by account and coup, what the house owes (above zero) or the player owes (below). `outcomes`: the
    marks of this shoe's coups, `corrected`: those of them that were settled otherwise at first. `troubles`: what
    stands at terminals' devices, and who calls. `tickets`: all that are outstanding, and the last that were paid;
    `unsettled`: those that are being printed, or wait for a
    supervisor. `ticket_key`: the secret that they are numbered with; `machines_before`: machine numbers that the table
    had earlier. `branches`: one for each restore of the journal; `restore_unseen`: no supervisor has opened the
    table since; `compared`: terminals whose pockets were compared with it; `lost_tickets`: what they printed
    and it does not know; `seen_to`: those of them that a supervisor resolved. `cash_taken`: by terminal, the cash of
    the last hour. `pockets`: those of each terminal.
    `sessions`: how many there were, including the running one; `cashed`: those whose points became money;
    `owed_points`: like `owed`, in points of the running session. `checked`: up to which shoe and coup the cards
    have been checked. `first_coups`: by terminal, the first coup that can be of whoever plays there since an account
    was closed there; `departed`: closed accounts about whose winnings an order stands. `kept`: by feature, what it
    keeps that has no field here (kept.py).
    """

    setup: Setup
    game: Game = Game()
    open: bool = False
    ledger: dict[int, dict[str, int]] = {}
    accounts: dict[int, Account] = {}
    limits: tuple[Limit, ...] = ()
    started: bool = False
    faults: frozenset[str] = frozenset()
    barred: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()
    owed: dict[int, dict[int, int]] = {}
    returned: tuple[WagersReturned, ...] = ()
    recent: tuple[CoupRecord, ...] = ()
    closes_at: int | None = None
    announced_at: int | None = None
    holds: dict[int, Hold] = {}
    claims: dict[int, Claim] = {}
    claimed: int = 0
    session: str = ""
    sessions: int = 0
    cashed: frozenset[int] = frozenset()
    owed_points: dict[int, dict[int, int]] = {}
    staff: dict[str, StaffMember] = {}
    consoles: dict[str, str] = {}
    guards: dict[str, Guard] = {}
    alone: dict[str, dict[int, CashTaken]] = {}
    frozen: bool = False
    change_due: Version | None = None
    cash_box_periods: dict[int, int] = {}
    hand_pays: dict[int, int] = {}
    tickets: dict[str, IssuedTicket] = {}
    unsettled: tuple[str, ...] = ()
    ticket_counts: dict[int, int] = {}
    ticket_key: str = ""
    machines_before: tuple[int, ...] = ()
    note_doubts: dict[str, NoteDoubt] = {}
    cash_taken: dict[int, CashTaken] = {}
    desks: dict[str, Desk] = {}
    outcomes: dict[int, str] = {}
    corrected: tuple[int, ...] = ()
    voids: int = 0
    dummies: int = 0
    troubles: Troubles = {}
    branches: tuple[Branch, ...] = ()
    restore_unseen: bool = False
    compared: frozenset[int] = frozenset()
    lost_tickets: dict[str, LostTicket] = {}
    seen_to: dict[str, LostTicket] = {}
    pockets: Pockets = {}
    checked: tuple[int, int] = (0, 0)
    first_coups: dict[int, int] = {}
    departed: dict[int, tuple[Departed, ...]] = {}
    kept: dict[str, dict[str, int | str]] = {}

    @property
    def era(self) -> int:
        """How often the journal was restored."""
        return self.branches[-1].era if self.branches else 0

    @classmethod
    def unopened(cls) -> Self:
        """Return the state before anything has happened."""
        return cls(Setup(""))

    @property
    def next_coup(self) -> int:
        """The first coup on which an account that is opened now can wager."""
        return self.game.coups + (self.game.coup is None)

    def owed_for(self, ats: int, coup: int) -> int:
        """Return what an account and the house owe each other for a coup."""
        return self.owed.get(ats, {}).get(coup, 0)

    def unsettled_of(self, ats: int) -> dict[str, IssuedTicket]:
        """Return the tickets of a terminal that are being printed, or wait for a supervisor."""
        return {number: self.tickets[number] for number in self.unsettled if self.tickets[number].ats == ats}

    def pocket(self, ats: int) -> TerminalPockets:
        """Return what is known of the pockets of a terminal."""
        return self.pockets.get(ats, NONE)

    def balance(self, ats: int) -> int:
        """Return what an account can still wager, in its currency."""
        # crown 6.1
        account = self.accounts.get(ats)
        name = "points/balance" if account is not None and account.points else "balance"
        return self.ledger.get(ats, {}).get(name, 0)

    def owed_in_points(self, ats: int, coup: int) -> int:
        """Return what an account and the house owe each other for a coup, in points of the running session."""
        return self.owed_points.get(ats, {}).get(coup, 0)


def with_account(state: TableState, ats: int, account: Account | None) -> TableState:
    """Return the state with an account opened, changed or (None) closed."""
    accounts = dict(state.accounts)
    if account is None:
        del accounts[ats]
    else:
        accounts[ats] = account
    return replace(state, accounts=accounts)

"""What happened at the table beyond the coup itself: money, terminals, limits and notices."""

from typing import Literal

from msgspec import Struct

from firmware.game.bets import Outcome
from firmware.game.events import Event, HandShown
from firmware.game.hands import Winner
from firmware.game.rulebook import Authority, Person
from firmware.game.wagers import Limit
from firmware.table import pocket_events, staff_events, ticket_events
from firmware.table.commands import (
    BuyInBy,
    CashOutBy,
    Faulty,
    Resolution,
    Setup,
    Tender,
    Version,
)

StaffEnrolled = staff_events.StaffEnrolled
StaffSignedOn = staff_events.StaffSignedOn
StaffSignedOff = staff_events.StaffSignedOff
PinRefused = staff_events.PinRefused
SignOnFailed = staff_events.SignOnFailed
ApprovalsSet = staff_events.ApprovalsSet
DoneAlone = staff_events.DoneAlone
TicketIssued = ticket_events.TicketIssued
TicketsNumbered = ticket_events.TicketsNumbered
TicketShown = ticket_events.TicketShown
TicketReported = ticket_events.TicketReported
TicketResolved = ticket_events.TicketResolved
NoteDoubted = pocket_events.NoteDoubted
NoteDoubtResolved = pocket_events.NoteDoubtResolved

Reason = Literal["aggregate", "no_main_wager", "dummy", "void", "malfunction"]


class TableOpened(Event, frozen=True, tag="table_opened"):
    """The table opened."""

    setup: Setup


class Notice(Event, frozen=True, tag="notice"):
    """Something that the displays must show, and from when it holds."""

    kind: Literal["version", "limit", "period", "closing"]
    text: str
    rule: str | None
    effective_at: int


class BoughtIn(Event, frozen=True, tag="bought_in"):
    """Money was taken and credited; the first credit opens the account. `notes`: how many of each value.

    `at`: when, for the caps on cash; in journals of before it is missing, and such money counts for none. `life`,
    `note`: the pocket that told of it, and its number there.
    """

    ats: int
    amount: int
    by: BuyInBy
    tender: Tender | None = None
    notes: dict[int, int] = {}
    at: int | None = None
    life: str = ""
    note: int = 0
    currency: str = ""


class WagerSet(Event, frozen=True, tag="wager"):
    """An account's wager on a bet is now `accepted`; `rule` says why it is not what was asked."""

    ats: int
    bet: str
    asked: int
    accepted: int
    rule: str | None


class ReturnedLine(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A wager that goes back."""

    ats: int
    bet: str
    amount: int


class WagersReturned(Event, frozen=True, tag="wagers_returned"):
    """Wagers of the coup went back to their accounts, whole."""

    coup: int
    lines: tuple[ReturnedLine, ...]
    rule: str | None
    reason: Reason


class SettledLine(Struct, frozen=True, forbid_unknown_fields=True, gc=False, omit_defaults=True):
    """A wager that was settled. `rounded`: the part of a minor unit that rounding down left with the house."""

    ats: int
    bet: str
    stake: int
    outcome: Outcome
    returned: int
    rounded: str | None = None


class WagersSettled(Event, frozen=True, tag="wagers_settled"):
    """A coup's wagers were settled, by a version of the game; a correction restates them and moves no money itself."""

    coup: int
    lines: tuple[SettledLine, ...]
    corrected: bool
    version: Version


class BetResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bet of the layout came to, for the dealer's hands."""

    bet: str
    outcome: Outcome
    odds: str | None


class TakePay(Event, frozen=True, tag="take_pay"):
    """At a table without terminals: what the dealer takes and pays."""

    coup: int
    bets: tuple[BetResult, ...]
    version: Version


class OutcomeCorrected(Event, frozen=True, tag="outcome_corrected"):
    """The actual outcome of a settled coup, which replaces what was settled on at first (11.11)."""

    coup: int
    winner: Winner
    player: HandShown
    banker: HandShown
    natural: bool


class Adjusted(Event, frozen=True, tag="adjusted"):
    """A correction moved money to an account, or (below zero) took it back.

    `won`: by how much what its wagers won beyond their stakes has changed (13.2.3). `points`: it moved no money.
    `held`, `kept`: what it moved into what is held of the account's winnings, or the house has kept of them, or (below
    zero) out of it. `left`: these three are of the account that had the coup, and is closed; `amount` is not.
    """

    coup: int
    ats: int
    amount: int
    won: int = 0
    points: bool = False
    held: int = 0
    kept: int = 0
    left: bool = False


class Owed(Event, frozen=True, tag="owed"):
    """What a correction could not move: all that is now open between this account and the house for this coup.

    `points`: it is open in points of the session that runs, and goes with it (reading 33).
    """

    coup: int
    ats: int
    amount: int
    by: Literal["player", "house"]
    points: bool = False


class CashedOut(Event, frozen=True, tag="cashed_out"):
    """An account was paid out and closed. `life`, `cash_out`: the pocket that asked, and its number there.

    `next_coup`: the first that can be of whoever plays there next; 0 in journals of before.
    """

    ats: int
    amount: int
    by: CashOutBy
    life: str = ""
    cash_out: int = 0
    next_coup: int = 0


class DeviceReported(Event, frozen=True, tag="device_reported"):
    """Something about a device, for the record."""

    device: str
    what: str
    detail: str


class CashBoxEmptied(Event, frozen=True, tag="cash_box_emptied"):
    """A cash box was taken out: what should be in it, by value, and as a sum; the number of the period that ended."""

    ats: int
    period: int
    notes: dict[int, int]
    total: int


class AccountsFrozen(Event, frozen=True, tag="accounts_frozen"):
    """No account moves (11.11)."""

    rule: str | None


class AccountsUnfrozen(Event, frozen=True, tag="accounts_unfrozen"):
    """Accounts move again."""


class OwedResolved(Event, frozen=True, tag="owed_resolved"):
    """What was owed is no more; `amount` above zero was the house's debt, below zero the player's."""

    coup: int
    ats: int
    amount: int
    how: Resolution


class WaiverCancelled(Event, frozen=True, tag="waiver_cancelled"):
    """A recalculation took away what had been waived, in whole or in part: there is no such debt, and no waiver of it.

    `amount`: above zero the house's debt, below zero the player's.
    """

    coup: int
    ats: int
    amount: int


class CoupInvalidated(Event, frozen=True, tag="coup_invalidated"):
    """A settled coup was made void."""

    coup: int
    reason: str
    rule: str | None


class GameChanged(Event, frozen=True, tag="game_changed"):
    """From here on the table plays another version, or offers other side wagers."""

    rulebook: str
    side_wagers: dict[str, int]


class GameChangeDue(Event, frozen=True, tag="game_change_due"):
    """A change of the game waits for the coup that is open to end."""

    rulebook: str
    side_wagers: dict[str, int]


class FaultBegan(Event, frozen=True, tag="fault_began"):
    """A malfunction began."""

    what: Faulty
    ats: int | None


class FaultCleared(Event, frozen=True, tag="fault_cleared"):
    """A malfunction was cleared."""

    what: Faulty
    ats: int | None


class RecordsLost(Event, frozen=True, tag="records_lost"):
    """The records of a terminal's wagers of this coup are lost."""

    ats: int


class LimitSet(Event, frozen=True, tag="limit_set"):
    """A limit holds, from `effective_at` on."""

    limit: Limit


class PeriodSet(Event, frozen=True, tag="period_set"):
    """The wagering period of the coups that follow."""

    period: int


class PlayerExcluded(Event, frozen=True, tag="player_excluded"):
    """A player is to leave the game; the account takes no more wagers, and is paid out."""

    ats: int
    reason: str
    rule: str | None
    by: Person = "supervisor"
    role: Authority = ""


class Abstained(Event, frozen=True, tag="abstained"):
    """At a full table an account has not wagered for so many coups in a row; the seat may have to be given up."""

    ats: int
    coups: int
    rule: str | None


class ClosingAnnounced(Event, frozen=True, tag="closing_announced"):
    """The table is going to close, not before `closes_at`; the sign says so since `announced_at`."""

    closes_at: int
    announced_at: int | None = None


class TableClosed(Event, frozen=True, tag="table_closed"):
    """The table is closed."""


class SessionStarted(Event, frozen=True, tag="session_started"):
    """A tournament session started with the same credit on each terminal named.

    `points`: the credit is no money; in older journals it stood among it.
    """

    name: str
    terminals: tuple[int, ...]
    credit: int
    points: bool = False


class SessionEnded(Event, frozen=True, tag="session_ended"):
    """A tournament session ended with these balances, now taken off or turned into money, which is paid out."""

    name: str
    balances: dict[int, int]
    cash: bool
    points: bool = False


class PlayedForPoints(Event, frozen=True, tag="played_for_points"):
    """A coup is of points, from its opening on and for ever (reading 33); `session` counts a table's sessions."""

    coup: int
    session: int

"""What boards say to each other: typed, versioned. docs/messages.md is written from these."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec import DecodeError, Meta

from firmware.game.state import Phase
from firmware.link import bounds as b
from firmware.link.acceptor_messages import AskTicket, CreditTicket, DoubtNote, TellAtRest
from firmware.link.account_parts import RecalledView, RefusalView, SaferView, SittingView
from firmware.link.desk_messages import DeskView, LastShown, ShowTicket
from firmware.link.journal_messages import FetchCopy, HeadView, ShowHead
from firmware.link.message import Asked, Message, Rate
from firmware.link.report_messages import TellFault, TellTicket
from firmware.link.software_messages import TellSoftware
from firmware.link.tournament_messages import AskedByTournament, CupView, HallView, PlaceView
from firmware.link.wager_messages import AskedByPlayer, SetWager, SetWagers, ShownAtClose
from firmware.table.core.reported import Redemption

VERSION: Final = 2
# All that reading what somebody said can raise: out of shape, out of bounds, no UTF-8, deeper than anything is.
UNREADABLE: Final = (DecodeError, UnicodeDecodeError, RecursionError)
# Of how many ended coups, printed tickets and announced changes (one of each bet's limit) a view tells.
RECALLED: Final = 10
REPRINTS: Final = 4
MOST_COMING: Final = len(b.BETS) + 3
PRINTED: Final = 8


class GetSnapshot(Asked, frozen=True, tag="snapshot"):
    """All that this board may know, now. `version`: of these messages; another is refused."""

    quota: ClassVar = Rate(8, 4, "twice a second while it has no table, or has missed a change")
    only_looks: ClassVar = True

    version: b.Version = VERSION


class PrintedView(Message, frozen=True, forbid_unknown_fields=True):
    """A ticket that was printed."""

    number: b.TicketNumber
    amount: b.Held


class ShowPocket(Asked, frozen=True, tag="show-pocket"):
    """The pocket of this board is in use from here on. `last`: the last number that it has counted.

    `printed`: the last tickets that were printed here. `answers`, here and below: it answers `asked` by `at-rest`.
    """

    quota: ClassVar = Rate(4, 0.5, "once when it starts, and again until it is answered")

    last: b.Count
    printed: Annotated[tuple[PrintedView, ...], Meta(max_length=PRINTED)] = ()
    answers: bool = False


class AskNote(Asked, frozen=True, tag="ask-note"):
    """A note lies in escrow: would it be credited? Done: it would; refused: why not, and it is given back.

    From the first that would be on, the pocket of this board is in use.
    """

    quota: ClassVar = Rate(4, 1, "a note in escrow, every two seconds")

    amount: b.NoteValue
    currency: b.Currency
    answers: bool = False


class CreditNote(Asked, frozen=True, tag="credit-note"):
    """A note is past escrow: `note` is its number in this pocket, for ever its own. It is credited, or in doubt."""

    quota: ClassVar = Rate(4, 1, "a note past escrow, every two seconds")

    note: b.PocketNumber
    amount: b.NoteValue
    currency: b.Currency


class PayByTicket(Asked, frozen=True, tag="pay-by-ticket"):
    """Close this account and issue its ticket. `cash_out` is a number in this pocket, as a note's is."""

    quota: ClassVar = Rate(4, 0.5, "a cash-out")

    cash_out: b.PocketNumber


Request = (
    GetSnapshot
    | SetWager
    | SetWagers
    | AskedByPlayer
    | ShowPocket
    | AskNote
    | AskTicket
    | CreditNote
    | CreditTicket
    | DoubtNote
    | TellAtRest
    | PayByTicket
    | TellTicket
    | TellFault
    | TellSoftware
    | ShownAtClose
    | ShowTicket
    | LastShown
    | ShowHead
    | FetchCopy
    | AskedByTournament
)


class Envelope(Message, frozen=True, forbid_unknown_fields=True):
    """A request: its number, by which it is done once; and until when, in the table's time, it may be.

    `life`: which pocket the board has that asks; a board without one says none. `acknowledged`: the last number there
    that the table has answered for. A table that does not know of it was set back. One that is not said: all but the
    last two.
    """

    number: b.RequestNumber
    until: b.Count
    what: Request
    life: b.Life = ""
    acknowledged: b.Count | None = None


class HandView(Message, frozen=True):
    """A hand as screens show it."""

    cards: b.Hand
    total: b.Total


class ResultView(Message, frozen=True):
    """A coup that ended."""

    coup: b.Coup
    winner: Literal["player", "banker", "tie", "void"]
    player: HandView
    banker: HandView
    dummy: bool = False


class LimitView(Message, frozen=True):
    """What may be wagered on a bet, now."""

    least: b.Stake
    most: b.Stake
    step: b.Stake


class ComingView(Message, frozen=True):
    """A change that is announced: of a bet's limit (`*`: of any), of the version of the game, or the closing."""

    kind: Literal["limit", "version", "closing"]
    at: b.Count
    bet: b.AnyBet = ""
    limit: LimitView | None = None
    rulebook: b.Book = ""


class PublicView(Message, frozen=True):
    """What everybody at the table may know. `number` counts the changes; `phase` as the coup's diagram names it.

    `shoe`: the marks of the coups of this shoe that count, as the roads show them.
    `safer`: what guests are given to play safely. `simulated`: its shoe is a simulated one.
    """

    number: b.Count
    at: b.Count
    rulebook: b.Book = ""
    phase: Phase = Phase.NO_SHOE
    decks: b.Decks = 8
    side_wagers: b.SideWagers = {}
    coup: b.Coup = 0
    dummy: bool = False
    last: bool = False
    closes_at: b.Count | None = None
    player: b.Hand = ()
    banker: b.Hand = ()
    due: Literal["player", "banker", ""] = ""
    question: b.Kind = ""
    faults: b.Faults = ()
    frozen: bool = False
    session: b.Text = ""
    cup: CupView | None = None
    period: b.Count = 0
    currency: b.Currency = ""
    limits: Annotated[dict[b.Bet, LimitView], Meta(max_length=len(b.BETS))] = {}
    coming: Annotated[tuple[ComingView, ...], Meta(max_length=MOST_COMING)] = ()
    recent: Annotated[tuple[ResultView, ...], Meta(max_length=RECALLED)] = ()
    shoe: b.Marks = ()
    safer: SaferView | None = None
    simulated: bool = False


class TicketView(Message, frozen=True):
    """A ticket that was issued, to be printed: when, until when it is paid, and how often it was reprinted."""

    number: b.TicketNumber
    amount: b.Held
    issued_at: b.Count = 0
    expires_at: b.Count = 0
    copy: b.Copy = 0


class AccountView(Message, frozen=True):
    """What one terminal may know beside: its own account. `reprints`: tickets that it is to print once more.

    `coup`: in which its wagers lie. `no_notes`: why it takes no notes now. `life`: the pocket of the board that is this
    terminal; another board is not served. None before one is in use. `held`: of its winnings, for an investigation.
    `place`: in a tournament; `agreed`: to end its session early.
    `waiting`: the pocket of a board that is here and waits for a supervisor, also where none was in use before.
    `prove`: by which seed this board is to prove its software; empty when it has, or need not.
    `asked`: notes are in doubt that its acceptor may still hold: `at-rest` answers with this once it holds nothing.
    `restart`: whether staff have allowed this board to start the software that waits there.
    `sitting`: since its player sat down; not of a tournament's.
    """

    number: b.Count
    ats: b.Terminal
    open: bool
    balance: b.Held = 0
    coup: b.Coup = 0
    wagers: b.Stakes = {}
    excluded: bool = False
    no_notes: RefusalView | None = None
    remote: bool = False
    printing: b.Tickets = ()
    reprints: Annotated[tuple[TicketView, ...], Meta(max_length=REPRINTS)] = ()
    life: b.Life = ""
    recent: Annotated[tuple[RecalledView, ...], Meta(max_length=RECALLED)] = ()
    held: b.Held = 0
    place: PlaceView | None = None
    agreed: bool = False
    waiting: b.Life = ""
    prove: b.Seed = ""
    asked: b.Count = 0
    restart: bool = False
    sitting: SittingView | None = None


class Answer(Message, frozen=True):
    """The one outcome of a request, after its commit.

    `accepted`: what a wager is now; `rule`: why not what was asked. `stakes`: what several wagers are now.
    `in-doubt`: a note that is not credited, and waits for a supervisor. `later` is none: the device asks too much,
    nothing was done, and the same may be asked again. `machine` and `table`: whose a ticket is, when it is another
    table's. `last`: the last number of its pocket that the table knows of: the pocket's own go on above it.
    """

    number: b.RequestNumber
    outcome: Literal["done", "refused", "in-doubt", "later"]
    refusal: RefusalView | None = None
    accepted: b.Stake | None = None
    stakes: b.Stakes = {}
    rule: b.Rule | None = None
    ticket: TicketView | None = None
    redemption: Redemption | None = None
    machine: b.Machine = 0
    table: b.Text = ""
    desk: DeskView | None = None
    last: b.Count | None = None
    public: PublicView | None = None
    account: AccountView | None = None
    head: HeadView | None = None
    frames: b.Frames = b""
    hall: HallView | None = None


class Beat(Message, frozen=True):
    """A board is there. The table's carries its time, which the betting clock is shown by, and its last change.

    A terminal's carries the last change of its account that it knows: it is told again what it has missed.
    """

    at: b.Count
    number: b.Count = 0
    version: b.Version = VERSION

"""What boards say to each other: typed, versioned. docs/messages.md is written from these."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec import DecodeError, Meta

from firmware.game.state import Phase
from firmware.link import bounds as b
from firmware.link.acceptor_messages import AskTicket, CreditTicket, DoubtNote, TellAtRest
from firmware.link.account_parts import CorrectedView, RecalledView, RefusalView, SaferView, SittingView
from firmware.link.cup_messages import CupView, PlaceView
from firmware.link.desk_messages import DeskView, LastShown, ShowTicket
from firmware.link.journal_messages import FetchCopy, HeadView, ShowHead
from firmware.link.message import Asked, Message, Rate
from firmware.link.report_messages import TellFault, TellTicket
from firmware.link.software_messages import TellSoftware
from firmware.link.tournament_messages import AskedByTournament, HallView
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
    """Everything that this board may know, as of now. `version`: of these messages; any other is refused."""

    quota: ClassVar = Rate(8, 4, "twice a second while it has no table, or has missed a change")
    only_looks: ClassVar = True

    version: b.Version = VERSION


class PrintedView(Message, frozen=True, forbid_unknown_fields=True):
    """A ticket that was printed."""

    number: b.TicketNumber
    amount: b.Held


class ShowPocket(Asked, frozen=True, tag="show-pocket"):
    """From now on this board's pocket is the terminal's. `last`: the last number that the pocket has used.

    `printed`: the last tickets that were printed here. `answers` (here and in `ask-note`): the board can answer the
    account's `asked` with `at-rest`.
    """

    quota: ClassVar = Rate(4, 0.5, "once when it starts, and again until it is answered")

    last: b.Count
    printed: Annotated[tuple[PrintedView, ...], Meta(max_length=PRINTED)] = ()
    answers: bool = False


class AskNote(Asked, frozen=True, tag="ask-note"):
    """A note lies in escrow: would it be credited? If the answer is a refusal, the note is given back.

    The first time the answer is yes, this board's pocket becomes the terminal's.
    """

    quota: ClassVar = Rate(4, 1, "a note in escrow, every two seconds")

    amount: b.NoteValue
    currency: b.Currency
    answers: bool = False


class CreditNote(Asked, frozen=True, tag="credit-note"):
    """A note is past escrow. `note`: its number in this pocket, for ever. It is credited, or it is in doubt."""

    quota: ClassVar = Rate(4, 1, "a note past escrow, every two seconds")

    note: b.PocketNumber
    amount: b.NoteValue
    currency: b.Currency


class PayByTicket(Asked, frozen=True, tag="pay-by-ticket"):
    """Close this account and issue a ticket for it. `cash_out`: a number in this pocket, as a note has one."""

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
    """A request: its number, under which it is done once, and until when it may be done, in the table's time.

    `life`: of the pocket of the board that asks; empty for a board without a pocket. `acknowledged`: the last number of
    that pocket for which the table has sent an answer. If the table does not know that number, it was set back. A board
    that leaves it out is taken to have answers for all its numbers but the last two.
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
    """A coup that ended. `corrected`: it was settled otherwise at first."""

    coup: b.Coup
    winner: Literal["player", "banker", "tie", "void"]
    player: HandView
    banker: HandView
    dummy: bool = False
    corrected: bool = False


class LimitView(Message, frozen=True):
    """What may be wagered on a bet now."""

    least: b.Stake
    most: b.Stake
    step: b.Stake


class ComingView(Message, frozen=True):
    """A change that has been announced: of a bet's limit (`*`: any bet), of the version of the game, or the closing."""

    kind: Literal["limit", "version", "closing"]
    at: b.Count
    bet: b.AnyBet = ""
    limit: LimitView | None = None
    rulebook: b.Book = ""


class PublicView(Message, frozen=True):
    """What everybody at the table may know. `number` counts the changes; `phase` is one of the coup's diagram.

    `shoe`: the marks of this shoe's coups that count, as the roads show them; `corrected`: the places in it, from 0, of
    those that were settled otherwise at first. `safer`: what the house offers guests for
    safer play. `simulated`: the shoe is a simulated one. `zone`: whose time screens show; none: each board's own.
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
    zone: b.Zone = ""
    limits: Annotated[dict[b.Bet, LimitView], Meta(max_length=len(b.BETS))] = {}
    coming: Annotated[tuple[ComingView, ...], Meta(max_length=MOST_COMING)] = ()
    recent: Annotated[tuple[ResultView, ...], Meta(max_length=RECALLED)] = ()
    shoe: b.Marks = ()
    corrected: b.Places = ()
    safer: SaferView | None = None
    simulated: bool = False


class TicketView(Message, frozen=True):
    """A ticket that was issued and is to be printed: when, until when it is paid, and how often it was reprinted."""

    number: b.TicketNumber
    amount: b.Held
    issued_at: b.Count = 0
    expires_at: b.Count = 0
    copy: b.Copy = 0


class PaperView(Message, frozen=True):
    """A paper that this terminal's printer should print between tickets: its number, and its lines."""

    number: b.Coup
    lines: b.PaperLines


class AccountView(Message, frozen=True):
    """What one terminal may know besides: its own account. `reprints`: tickets that it should print once more.

    `coup`: the coup that its wagers are on. `no_notes`: why it takes no notes now. `life`: of the pocket of the board
    that is this terminal; no other board is served. Empty before there is one. `held`: winnings that are held for an
    investigation. `place`: in a tournament; `agreed`: to end its session early. `waiting`: of the pocket of a board
    that waits for a supervisor to let it in. `prove`: the seed by which this board should prove its software; empty if
    it has, or need not. `asked`: the acceptor may still hold notes that are in doubt: `at-rest` answers with this
    number once it holds nothing. `restart`: staff allow this board to start the software that is ready. `sitting`:
    since the player sat down; none in a tournament. `corrected`: what corrections have moved since the last coup ended.
    `paper`: its meters, to be printed; what became of them is told as a report of the printer. `retired`: the life of
    this board's pocket, if two people have ended it: it may be retired.
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
    corrected: Annotated[tuple[CorrectedView, ...], Meta(max_length=RECALLED)] = ()
    paper: PaperView | None = None
    retired: b.Life = ""


class Answer(Message, frozen=True):
    """The one outcome of a request, after its commit.

    `accepted`: what the wager is now; `rule`: why that is not what was asked for. `stakes`: what several wagers are
    now. `in-doubt`: the note is not credited, and waits for a supervisor. `later`: the device asks too much; nothing
    was done, and it may ask the same again. `machine`, `table`: of the table that a ticket belongs to, if that is
    another. `last`: the last number of this pocket that the table knows; the pocket goes on above it.
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
    """A sign that the sender is there. The table's has its time, for the betting clock, and its last change's number.

    A terminal's has the number of the last change of its account that it knows; what it missed, it is told again.
    """

    at: b.Count
    number: b.Count = 0
    version: b.Version = VERSION

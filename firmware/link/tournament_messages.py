"""What a tournament asks the tables that play it, and is told: how each is seen, and what it is ordered."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from firmware.link import bounds as b
from firmware.link.message import Asked, Message, Rate
from firmware.table.core.hall_page import HallPage, HallWish, Why
from firmware.table.core.reported import SessionHold
from firmware.table.core.session_standing import LEADERS
from firmware.table.core.setup import MOST_TERMINALS

# An answer tells of so many coups at most; what comes after them is asked for next.
COUPS_TOLD: Final = 3
Player = b.Count
Gap = Annotated[int, Meta(ge=-1, le=10**14)]
Adjusts = Literal["penalty", "correction"]


class SeeTable(Asked, frozen=True, tag="see-table"):
    """How does the table stand, and what did its coups come to after `known`? `life`: of whom that was known."""

    quota: ClassVar = Rate(20, 10, "once a second, after each order, and for every three coups that it missed")
    only_looks: ClassVar = True

    life: b.Life = ""
    known: b.Count = 0


class SeatView(Message, frozen=True):
    """A terminal of a session: who sits there, and their points, those that are owed taken off."""

    ats: b.Terminal
    player: Player
    balance: b.Held
    points: b.Owed
    agreed: bool = False


class LineView(Message, frozen=True):
    """What a coup was to a player: wagered in all, and won net."""

    ats: b.Terminal
    player: Player
    wagered: b.Held
    won: b.Owed


class SessionCoupView(Message, frozen=True):
    """A coup of a session that ended, corrections included."""

    coup: b.Coup
    kind: Literal["played", "void", "dummy"]
    lines: Annotated[tuple[LineView, ...], Meta(max_length=MOST_TERMINALS)]


class HallView(Message, frozen=True):
    """A table as its tournament sees it, at a time.

    `standing`, `page`: the marks of the standings and of the Director's page that it shows. `wish`: what the Director
    asked there, and was not answered yet. `life`, `known`: up to where its coups are told; `more`:
    there are others, and what else is told may be newer.
    """

    life: b.Life
    known: b.Count
    more: bool
    reserved: b.Text
    session: b.Text
    hold: SessionHold | Literal[""]
    open: bool
    seats: Annotated[tuple[SeatView, ...], Meta(max_length=MOST_TERMINALS)]
    failed: Annotated[tuple[b.Terminal, ...], Meta(max_length=MOST_TERMINALS)]
    coups: b.Coup
    last: b.Count
    until: b.Count
    at: b.Count
    standing: b.ListMark = ""
    terminals: Annotated[int, Meta(ge=0, le=MOST_TERMINALS)] = 0
    page: b.ListMark = ""
    wish: HallWish | None = None
    told: Annotated[tuple[SessionCoupView, ...], Meta(max_length=COUPS_TOLD)] = ()


class ReserveOrder(Message, frozen=True, forbid_unknown_fields=True, tag="reserve"):
    """The table is a tournament's alone; with no name it is everybody's again."""

    name: b.Text


class SeatOrder(Message, frozen=True, forbid_unknown_fields=True):
    """A player at a terminal, with all points."""

    ats: b.Terminal
    player: Player
    points: b.Held


class StartOrder(Message, frozen=True, forbid_unknown_fields=True, tag="start"):
    """A session starts: its seats, the terms of its wagers, and how far it may go."""

    name: b.Text
    seats: Annotated[tuple[SeatOrder, ...], Meta(max_length=MOST_TERMINALS)]
    minimum: b.Stake
    compulsory: b.Stake
    maximum: b.Stake
    warning: b.Count
    last: b.Count
    until: b.Count


class EndOrder(Message, frozen=True, forbid_unknown_fields=True, tag="end"):
    """A session ends."""

    cash: bool
    name: b.Text


class HoldOrder(Message, frozen=True, forbid_unknown_fields=True, tag="hold"):
    """A session opens no further coup, and why; or it goes on."""

    why: SessionHold | Literal[""]


class AllowOrder(Message, frozen=True, forbid_unknown_fields=True, tag="allow"):
    """A session opens coups up to this one of the table, and until then; 0 is no bound."""

    last: b.Count
    until: b.Count


class MoveOrder(Message, frozen=True, forbid_unknown_fields=True, tag="move"):
    """A player goes on at another terminal."""

    ats: b.Terminal
    to: b.Terminal


class LeaveOrder(Message, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """A player is out."""

    ats: b.Terminal


class NameOrder(Message, frozen=True, forbid_unknown_fields=True, tag="name"):
    """Another player has the seat."""

    ats: b.Terminal
    player: Player


class AdjustOrder(Message, frozen=True, forbid_unknown_fields=True, tag="adjust"):
    """A player's points are so many more, or fewer."""

    ats: b.Terminal
    points: b.Owed
    why: Adjusts


class LeaderView(Message, frozen=True, forbid_unknown_fields=True):
    """One of the leaders: the place, the player's number and name, and the points."""

    place: Player
    player: Player
    name: b.ListedName
    points: b.Owed


class PlaceView(Message, frozen=True, forbid_unknown_fields=True):
    """A seat: the place of who sits there, and the points to those before and behind; -1: nobody, or not shown."""

    ats: b.Terminal
    place: Player
    before: Gap = -1
    behind: Gap = -1


class CupView(Message, frozen=True):
    """How a tournament stands, as everybody at its table may know: who leads, what is to come, and what is wagered.

    `left`: coups that still count here; -1 where minutes run. `minimum`, `compulsory`, `maximum`: of all wagers of an
    account on a coup together, 0 is no bound. `warning`: so many seconds before betting ends whoever owes the
    compulsory wager is warned. `hold`: why no coup opens. `may_agree`: whether players may agree to an early end.
    """

    round: b.ListedName
    field: Player
    left: Gap
    hidden: bool
    over: bool
    may_agree: bool
    minimum: b.Held = 0
    compulsory: b.Held = 0
    maximum: b.Held = 0
    warning: b.Count = 0
    hold: SessionHold | Literal[""] = ""
    leaders: Annotated[tuple[LeaderView, ...], Meta(max_length=LEADERS)] = ()


class StandingsOrder(Message, frozen=True, forbid_unknown_fields=True, tag="standings"):
    """The table shows how the tournament stands. `mark`: of what is in it. `left`: coups; -1 where minutes run."""

    mark: b.ListMark
    round: b.ListedName
    field: Player
    left: Gap
    hidden: bool
    over: bool
    cash: bool
    leaders: Annotated[tuple[LeaderView, ...], Meta(max_length=LEADERS)] = ()
    seats: Annotated[tuple[PlaceView, ...], Meta(max_length=MOST_TERMINALS)] = ()


class PageOrder(Message, frozen=True, forbid_unknown_fields=True, tag="page"):
    """The table's console shows this to the Director; with no page, nothing any more."""

    page: HallPage | None = None


class ReplyOrder(Message, frozen=True, forbid_unknown_fields=True, tag="reply"):
    """What became of the Director's wish of this number; no reason: it was done."""

    number: b.Count
    why: Why | None = None


Order = (
    ReserveOrder
    | StartOrder
    | EndOrder
    | HoldOrder
    | AllowOrder
    | MoveOrder
    | LeaveOrder
    | NameOrder
    | AdjustOrder
    | StandingsOrder
    | PageOrder
    | ReplyOrder
)


class OrderTable(Asked, frozen=True, tag="order-table"):
    """What the tournament wants of the table. `only_ask`: whether it would be refused; nothing is done."""

    quota: ClassVar = Rate(20, 10, "what a look at the table wants of it, one after the other")

    order: Order
    only_ask: bool = False


AskedByTournament = SeeTable | OrderTable

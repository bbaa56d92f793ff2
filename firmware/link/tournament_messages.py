"""What a tournament asks the tables that play it, and is told: how each is seen, and what it is ordered."""

from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec import Meta

from firmware.link import bounds as b
from firmware.link.cup_messages import Gap, LeaderView, PlaceView, Player
from firmware.link.message import Asked, Message, Rate
from firmware.table.core.hall_page import HallChange, HallWish, PageCount, Why
from firmware.table.core.reported import SessionHold
from firmware.table.core.session_standing import LEADERS
from firmware.table.core.setup import MOST_TERMINALS

# An answer tells of so many coups at most; what comes after them is asked for next.
COUPS_TOLD: Final = 3
Adjusts = Literal["penalty", "correction"]


class SeeTable(Asked, frozen=True, tag="see-table"):
    """Say how the table stands, and what its coups after `known` came to.

    `life`: the run of the table in which `known` was heard: a table counts anew when it starts.
    """

    quota: ClassVar = Rate(20, 10, "once a second, after each order, and for every three coups that it missed")
    only_looks: ClassVar = True

    life: b.Life = ""
    known: b.Count = 0


class SeatView(Message, frozen=True):
    """A terminal of a session: who sits there, and their points, less those that are owed."""

    ats: b.Terminal
    player: Player
    balance: b.Held
    points: b.Owed
    agreed: bool = False


class LineView(Message, frozen=True):
    """What a coup was to a player: the total wagered, and the net win."""

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
    """A table as its tournament sees it, at one time.

    `standing`, `page`, `bounds`: the marks of the standings, of the Director's page and of the round's limits that it
    shows. `wish`: what the Director asked there and has no answer to yet. `name`: as the floor knows it. `orders`: how
    many kinds of order it understands; a table of an older release does not say, or fewer. `life`,
    `known`: its coups are told up to here. `more`: there are further coups, and the rest of this view may be newer than
    the coups it tells.
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
    bounds: b.ListMark = ""
    name: b.Text = ""
    orders: b.Count = 0
    told: Annotated[tuple[SessionCoupView, ...], Meta(max_length=COUPS_TOLD)] = ()


class ReserveOrder(Message, frozen=True, forbid_unknown_fields=True, tag="reserve"):
    """The table is reserved for a tournament; with no name it is open to everybody again."""

    name: b.Text


class SeatOrder(Message, frozen=True, forbid_unknown_fields=True):
    """A player at a terminal, with their points."""

    ats: b.Terminal
    player: Player
    points: b.Held


class BetOrder(Message, frozen=True, forbid_unknown_fields=True):
    """The limits of a bet in a session (`*`: of any that is not named)."""

    bet: b.AnyBet
    minimum: b.Stake
    maximum: b.Stake
    step: b.Stake


BetOrders = Annotated[tuple[BetOrder, ...], Meta(max_length=len(b.BETS) + 1)]


class StartOrder(Message, frozen=True, forbid_unknown_fields=True, tag="start"):
    """A session starts, with its seats, the limits of its wagers, and how far it may go."""

    name: b.Text
    seats: Annotated[tuple[SeatOrder, ...], Meta(max_length=MOST_TERMINALS)]
    minimum: b.Stake
    compulsory: b.Stake
    maximum: b.Stake
    warning: b.Count
    last: b.Count
    until: b.Count
    open_wagers: bool = False
    limits: BetOrders = ()


class BoundsOrder(Message, frozen=True, forbid_unknown_fields=True, tag="bounds"):
    """The limits of the round's sessions, for the table to announce."""

    minimum: b.Stake
    limits: BetOrders = ()


class EndOrder(Message, frozen=True, forbid_unknown_fields=True, tag="end"):
    """A session ends."""

    cash: bool
    name: b.Text


class HoldOrder(Message, frozen=True, forbid_unknown_fields=True, tag="hold"):
    """The session opens no more coups for this reason; or, with no reason, it goes on."""

    why: SessionHold | Literal[""]


class AllowOrder(Message, frozen=True, forbid_unknown_fields=True, tag="allow"):
    """The session may open coups up to this one of the table, and until this time; 0: no bound."""

    last: b.Count
    until: b.Count


class MoveOrder(Message, frozen=True, forbid_unknown_fields=True, tag="move"):
    """A player goes on at another terminal."""

    ats: b.Terminal
    to: b.Terminal


class JoinOrder(Message, frozen=True, forbid_unknown_fields=True, tag="join"):
    """A player comes from another table, with so many points."""

    ats: b.Terminal
    player: Player
    points: b.Held


class LeaveOrder(Message, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """A player is out."""

    ats: b.Terminal


class NameOrder(Message, frozen=True, forbid_unknown_fields=True, tag="name"):
    """Another player has the seat."""

    ats: b.Terminal
    player: Player


class AdjustOrder(Message, frozen=True, forbid_unknown_fields=True, tag="adjust"):
    """A player gets so many points more, or fewer."""

    ats: b.Terminal
    points: b.Owed
    why: Adjusts


class StandingsOrder(Message, frozen=True, forbid_unknown_fields=True, tag="standings"):
    """The standings of the tournament, for the table to show.

    `mark`: tells these standings from others. `left`: coups still to be played; -1: it goes by minutes.
    """

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
    """What the table's console shows to the Director changes so; with no change, it shows nothing any more."""

    change: HallChange | None = None


class ReplyOrder(Message, frozen=True, forbid_unknown_fields=True, tag="reply"):
    """What became of the Director's wish of this number; no reason: it was done."""

    number: PageCount
    why: Why | None = None


class PrizeOrder(Message, frozen=True, forbid_unknown_fields=True, tag="prize"):
    """A prize or refund becomes money at a terminal, once under its number."""

    payment: b.RequestNumber
    ats: b.Terminal
    amount: b.Held


Order = (
    ReserveOrder
    | StartOrder
    | BoundsOrder
    | EndOrder
    | HoldOrder
    | AllowOrder
    | MoveOrder
    | JoinOrder
    | LeaveOrder
    | NameOrder
    | AdjustOrder
    | StandingsOrder
    | PageOrder
    | ReplyOrder
    | PrizeOrder
)


# Kinds are added, and none is taken away: a table that understands fewer is of an older release.
ORDERS: Final = len(get_args(Order))


class OrderTable(Asked, frozen=True, tag="order-table"):
    """What the tournament wants of the table. `only_ask`: only say whether it would be refused."""

    quota: ClassVar = Rate(20, 10, "what a look at the table wants of it, one after the other")

    order: Order
    only_ask: bool = False


AskedByTournament = SeeTable | OrderTable

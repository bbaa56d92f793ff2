"""What everybody at a tournament's table may know of it, and what each player is told of their place."""

from typing import Annotated, Literal

from msgspec import Meta

from firmware.link import bounds as b
from firmware.link.message import Message
from firmware.table.core.reported import SessionHold
from firmware.table.core.session_standing import LEADERS
from firmware.table.core.setup import MOST_TERMINALS

Player = b.Count
Gap = Annotated[int, Meta(ge=-1, le=10**14)]
SeatStakes = Annotated[tuple[b.Stake, ...], Meta(max_length=MOST_TERMINALS)]


class LeaderView(Message, frozen=True, forbid_unknown_fields=True):
    """One of the leaders: the place, the player's number and name, and the points."""

    place: Player
    player: Player
    name: b.ListedName
    points: b.Owed


class PlaceView(Message, frozen=True, forbid_unknown_fields=True):
    """A seat: the place of its player, and how many points the players before and behind are away; -1: not shown."""

    ats: b.Terminal
    place: Player
    before: Gap = -1
    behind: Gap = -1


class BetLimitView(Message, frozen=True):
    """What may be wagered on a bet (`*`: on any that is not named)."""

    bet: b.AnyBet
    least: b.Stake
    most: b.Stake


class NextBoundsView(Message, frozen=True):
    """A round's limits, which hold from a time on: the least of all wagers together (0: none), and of single bets."""

    at: b.Count
    minimum: b.Stake = 0
    limits: Annotated[tuple[BetLimitView, ...], Meta(max_length=len(b.BETS) + 1)] = ()


class CupView(Message, frozen=True):
    """How a tournament stands, as everybody at its table may know it: who leads, what comes next, what is wagered.

    `left`: coups here that still count; -1: it goes by minutes. `minimum`, `compulsory`, `maximum`: of all wagers of an
    account on a coup together; 0: no bound. `warning`: so many seconds before betting ends, a player who has not yet
    made the compulsory wager is warned. `hold`: why no coup opens. `may_agree`: whether players may agree to an early
    end. `wagers`: where the conditions say that wagers are open, what lies on each bet now, of each terminal from the
    first on; else nobody's. `coming`: limits that are announced, and do not hold yet.
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
    wagers: Annotated[dict[b.Bet, SeatStakes], Meta(max_length=len(b.BETS))] = {}
    coming: NextBoundsView | None = None

"""What happened to a coup's money, and at the table as a whole. Other events are in their features' files."""

from typing import Literal

from msgspec import Struct

from firmware.game.bets import Outcome
from firmware.game.events import Event
from firmware.game.hands import HandShown, Winner
from firmware.table.core.setup import Setup, Version

Reason = Literal["aggregate", "no_main_wager", "dummy", "void", "malfunction"]


class TableOpened(Event, frozen=True, tag="table_opened"):
    """The table opened."""

    setup: Setup


class Notice(Event, frozen=True, tag="notice"):
    """Something that the displays must show, and from when on it holds."""

    kind: Literal["version", "limit", "period", "closing"]
    text: str
    rule: str | None
    effective_at: int


class ReturnedLine(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A wager that is returned."""

    ats: int
    bet: str
    amount: int


class WagersReturned(Event, frozen=True, tag="wagers_returned"):
    """Wagers of the coup were returned to their accounts in full."""

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
    """The actual outcome of a settled coup, which replaces the one it was settled by first (11.11)."""

    coup: int
    winner: Winner
    player: HandShown
    banker: HandShown
    natural: bool


class CoupInvalidated(Event, frozen=True, tag="coup_invalidated"):
    """A settled coup was made void."""

    coup: int
    reason: str
    rule: str | None


class GameChanged(Event, frozen=True, tag="game_changed"):
    """From now on the table plays another version, or offers other side wagers."""

    rulebook: str
    side_wagers: dict[str, int]


class Abstained(Event, frozen=True, tag="abstained"):
    """At a full table an account has not wagered for this many coups in a row; its seat may have to be given up."""

    ats: int
    coups: int
    rule: str | None


class PlayedForPoints(Event, frozen=True, tag="played_for_points"):
    """A coup is played for points, from its opening on and for ever (reading 33); `session` counts a table's sessions.

    `players`: by terminal, who sat there, in a tournament's session.
    """

    coup: int
    session: int
    players: dict[int, int] = {}


class WagersDeclaredVoid(Event, frozen=True, tag="wagers_declared_void"):
    """A supervisor declared an account's wagers of a coup void (13.2.1)."""

    coup: int
    ats: int
    rule: str | None


class OfferNumbered(Event, frozen=True, tag="offer_numbered"):
    """The odds that this table offers, as numbers: a side wager's is the same at all tables (crown 10.1)."""

    numbers: dict[str, str]
    rule: str | None

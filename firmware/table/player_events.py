"""What happened about one player: wagers declared void, winnings held, a claim."""

from firmware.game.events import Event
from firmware.game.rulebook import Authority
from firmware.table.player_commands import Measure


class WagersDeclaredVoid(Event, frozen=True, tag="wagers_declared_void"):
    """A supervisor declared an account's wagers of a coup void (13.2.1)."""

    coup: int
    ats: int
    rule: str | None


class WinningsHeld(Event, frozen=True, tag="held"):
    """So much of an account's winnings is held pending an investigation (13.2.3).

    `ordered`: how much now stands to be held, whatever recalculations do; 0 in journals of before.
    """

    ats: int
    amount: int
    rule: str | None
    ordered: int = 0


class WinningsReleased(Event, frozen=True, tag="held_released"):
    """What was held, or a part of it, is the player's again: on the account, or owed to one who has left."""

    ats: int
    amount: int
    owed: bool
    rule: str | None


class WinningsKept(Event, frozen=True, tag="held_kept"):
    """What was held is the house's. `ordered`: how much now stands to be kept; 0 in journals of before."""

    ats: int
    amount: int
    rule: str | None
    ordered: int = 0


class MeasureRecorded(Event, frozen=True, tag="measure_recorded"):
    """A supervisor had something done about a player: a device taken, the person kept, or handed over."""

    ats: int
    measure: Measure
    rule: str | None


class AskedToVacate(Event, frozen=True, tag="asked_to_vacate"):
    """Somebody who has not wagered for so many coups was asked to give up the seat (13.8)."""

    ats: int
    coups: int
    rule: str | None
    role: Authority


class Claimed(Event, frozen=True, tag="claim"):
    """A player claims that something was wrong; by itself it moves nothing (11.12)."""

    claim: int
    ats: int
    text: str
    coup: int | None
    rule: str | None


class ClaimDecided(Event, frozen=True, tag="claim_decided"):
    """What was decided about a claim."""

    claim: int
    ats: int
    text: str
    rule: str | None

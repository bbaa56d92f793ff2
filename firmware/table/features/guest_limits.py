"""What guests set themselves while they sit at a terminal: how much they may lose, for how long they play, a pause.

The table keeps these, not a screen: they are durable, and outlast any restart. They end with the account. A limit can
be lowered at once, but raised only by sitting down again.
"""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Account, Sitting
from firmware.table.core.bounds import MOST_STAKE
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_account
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn

MINUTE: Final = 60_000
# A day: nobody sits for longer.
LONGEST: Final = 24 * 60


class GuestLimitsCode(Code):
    """Why it is refused."""

    OWN_LIMIT_OF_LOSS = auto()
    OWN_LIMIT_OF_TIME = auto()
    OWN_PAUSE = auto()
    OWN_LIMIT_RAISED = auto()
    NO_OWN_LIMITS = auto()
    NO_OWN_PAUSE = auto()


class SetOwnLimits(Command, frozen=True):
    """A guest wants to lose no more than this amount, and play no longer than this, both counted from sitting down.

    What is None stays as it is.
    """

    ats: int
    most_lost: int | None = None
    minutes: int | None = None


class TakePause(Command, frozen=True):
    """A guest wants no wagers taken for this many minutes."""

    ats: int
    minutes: int


class OwnLimitsSet(Event, frozen=True, tag="own_limits_set"):
    """A guest's own limits from now on: the most that may be lost, and when they stop playing."""

    ats: int
    most_lost: int | None
    leaves_at: int | None


class PauseTaken(Event, frozen=True, tag="pause_taken"):
    """No wagers of a guest are taken until a time; those already placed are settled."""

    ats: int
    until: int


def set_own_limits(turn: TableTurn, command: SetOwnLimits) -> None:
    """Lower what a guest may lose and how long they may play; to raise it they must sit down again."""
    account = _need_guest(turn, command.ats)
    if not turn.state.setup.safer_play.own_limits:
        raise Refused(GuestLimitsCode.NO_OWN_LIMITS)
    if not 0 <= (command.most_lost or 0) <= MOST_STAKE or not 0 <= (command.minutes or 0) <= LONGEST:
        raise Refused(TableCode.BEYOND_BOUNDS, what="limit")
    sat = account.sitting
    leaves_at = None if command.minutes is None else (sat.since or turn.at) + command.minutes * MINUTE
    most_lost = _lower(sat.most_lost, command.most_lost)
    leaves_at = _lower(sat.leaves_at, leaves_at)
    if (most_lost, leaves_at) != (sat.most_lost, sat.leaves_at):
        turn.say(OwnLimitsSet(command.ats, most_lost, leaves_at))


def _lower(held: int | None, wanted: int | None) -> int | None:
    if wanted is None or held is None:
        return held if wanted is None else wanted
    if wanted > held:
        raise Refused(GuestLimitsCode.OWN_LIMIT_RAISED)
    return wanted


def take_pause(turn: TableTurn, command: TakePause) -> None:
    """Take no wagers of a guest for as long as they want; a running pause cannot be shortened."""
    account = _need_guest(turn, command.ats)
    if command.minutes not in turn.state.setup.safer_play.pauses:
        raise Refused(GuestLimitsCode.NO_OWN_PAUSE)
    until = turn.at + command.minutes * MINUTE
    if until > account.sitting.paused_until:
        turn.say(PauseTaken(command.ats, until))


def _need_guest(turn: TableTurn, ats: int) -> Account:
    """Return the account of a guest who plays with money; tournament points are none."""
    account = need_account(turn, ats)
    if account.points:
        raise Refused(TableCode.SESSION_CREDIT, name=turn.state.session)
    return account


def need_own_leave(turn: TableTurn, account: Account, lies: int) -> None:
    """Refuse a total on the layout beyond the player's own limit; wagers can always be taken off."""
    sat = account.sitting
    if lies <= account.total or account.points:
        return
    if turn.at < sat.paused_until:
        raise Refused(GuestLimitsCode.OWN_PAUSE, minutes=-(-(sat.paused_until - turn.at) // MINUTE))
    _need_time(sat, turn.at)
    left = sat.left_to_lose
    if left is not None and lies > left:
        raise Refused(GuestLimitsCode.OWN_LIMIT_OF_LOSS, amount=max(left, 0))


def need_within_own_limits(table: Standing, ats: int, amount: int) -> None:
    """Refuse money that would put more here than the player's own limit allows to lose, or after their time is up."""
    account = table.state.accounts.get(ats)
    if account is None:
        return
    _need_time(account.sitting, table.at)
    left = account.sitting.left_to_lose
    credit = table.state.balance(ats) + account.total
    if left is not None and credit + amount > left:
        raise Refused(GuestLimitsCode.OWN_LIMIT_OF_LOSS, amount=max(left - credit, 0))


def _need_time(sat: Sitting, at: int) -> None:
    if sat.leaves_at is not None and at >= sat.leaves_at:
        raise Refused(GuestLimitsCode.OWN_LIMIT_OF_TIME)


def _fold_limits(state: TableState, event: OwnLimitsSet) -> TableState:
    account = state.accounts[event.ats]
    sat = replace(account.sitting, most_lost=event.most_lost, leaves_at=event.leaves_at)
    return with_account(state, event.ats, replace(account, sitting=sat))


def _fold_pause(state: TableState, event: PauseTaken) -> TableState:
    account = state.accounts[event.ats]
    sat = replace(account.sitting, paused_until=event.until)
    return with_account(state, event.ats, replace(account, sitting=sat))


FEATURE: Final = Feature(
    decides={SetOwnLimits: set_own_limits, TakePause: take_pause},
    folds={OwnLimitsSet: _fold_limits, PauseTaken: _fold_pause},
)

"""Credit that nobody plays with any more: it is reported after a set time, and two people take it into custody."""

from collections.abc import Iterator
from enum import auto
from typing import Final, Literal

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.ledger import BALANCE, OUT, Movement
from firmware.table.core.needs import need_account, need_terminal, need_unfrozen
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Found
from firmware.table.features.winnings import departed

NAME: Final = "left-behind"
# The account that holds it until its player comes, or the house's rules say otherwise: the house owes it.
CUSTODY: Final = "custody"
_SINCE: Final = "since "


class LeftBehindCode(Code):
    """Why it is refused."""

    STILL_PLAYED_WITH = auto()
    NOTHING_IN_CUSTODY = auto()


class ReportLeftBehind(Command, frozen=True):
    """Nothing has happened on an account since this time, which is as long as the house waits."""

    ats: int
    since: int


class TakeIntoCustody(Command, frozen=True):
    """Two people take credit that was left behind into custody; its account is closed."""

    ats: int


class PayCustody(Command, frozen=True):
    """Two people pay a terminal's credit in custody to the player who left it, over the tray or by hand."""

    ats: int
    how: Literal["dealer", "hand-pay"]


class CreditLeftBehind(Event, frozen=True, tag="credit_left_behind"):
    """Nobody has played with this credit since a time."""

    ats: int
    amount: int
    since: int


class CustodyTaken(Event, frozen=True, tag="custody_taken"):
    """Credit that was left behind is in custody.

    `next_coup`: the first that can be of whoever plays there next; 0 in journals of before.
    """

    ats: int
    amount: int
    next_coup: int = 0


class CustodyPaid(Event, frozen=True, tag="custody_paid"):
    """What was in custody was paid out."""

    ats: int
    amount: int
    how: Literal["dealer", "hand-pay"]


def left_since(state: TableState, ats: int) -> int | None:
    """Return since when nobody has played with a terminal's credit; None if this was not reported."""
    since = kept(state, NAME).get(f"{_SINCE}{ats}") if ats in state.accounts else None
    return None if since is None else int(since)


def in_custody(state: TableState, ats: int) -> int:
    """Return what was left behind at a terminal and is in custody."""
    return state.ledger.get(ats, {}).get(CUSTODY, 0)


def report(turn: TableTurn, command: ReportLeftBehind) -> None:
    """Record, once, that credit is left behind."""
    state, ats = turn.state, command.ats
    account = state.accounts.get(ats)
    if account is None or account.wagers or account.points or not state.balance(ats):
        return
    if left_since(state, ats) != command.since:
        turn.say(CreditLeftBehind(ats, state.balance(ats), command.since))


def take(turn: TableTurn, command: TakeIntoCustody) -> None:
    """Take credit into custody that was reported as left behind."""
    account = need_account(turn, command.ats)
    need_unfrozen(turn)
    if account.wagers or left_since(turn.state, command.ats) is None:
        raise Refused(LeftBehindCode.STILL_PLAYED_WITH, ats=command.ats)
    turn.say(CustodyTaken(command.ats, turn.state.balance(command.ats), turn.state.next_coup))


def pay(turn: TableTurn, command: PayCustody) -> None:
    """Pay it out."""
    need_terminal(turn, command.ats)
    need_unfrozen(turn)
    amount = in_custody(turn.state, command.ats)
    if not amount:
        raise Refused(LeftBehindCode.NOTHING_IN_CUSTODY, ats=command.ats)
    turn.say(CustodyPaid(command.ats, amount, command.how))


def _fold_left(state: TableState, event: CreditLeftBehind) -> TableState:
    return keep(state, NAME, f"{_SINCE}{event.ats}", event.since)


def _fold_taken(state: TableState, event: CustodyTaken) -> TableState:
    state = with_account(departed(state, event.ats, event.next_coup), event.ats, None)
    return keep(state, NAME, f"{_SINCE}{event.ats}", None)


def _post_taken(_: TableState, event: CustodyTaken) -> Iterator[Movement]:
    yield event.ats, BALANCE, CUSTODY, event.amount


def _post_paid(_: TableState, event: CustodyPaid) -> Iterator[Movement]:
    yield event.ats, CUSTODY, OUT[event.how], event.amount


def _way_taken(_: TableState, event: CustodyTaken) -> Found:
    return "hand_pay", event.ats, event.amount


def _way_paid(_: TableState, event: CustodyPaid) -> Found:
    return ("payout" if event.how == "dealer" else "hand_pay"), event.ats, event.amount


FEATURE: Final = Feature(
    decides={ReportLeftBehind: report, TakeIntoCustody: take, PayCustody: pay},
    folds={CreditLeftBehind: _fold_left, CustodyTaken: _fold_taken},
    moves={CustodyTaken: _post_taken, CustodyPaid: _post_paid},
    ways={CustodyTaken: _way_taken, CustodyPaid: _way_paid},
    beside={TakeIntoCustody: GAME, PayCustody: GAME},
    by_two=(TakeIntoCustody, PayCustody),
    facts=(ReportLeftBehind,),
    signed_soon=(CustodyTaken, CustodyPaid),
)

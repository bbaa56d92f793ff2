"""Cashing out: an account is paid out and closed."""

from collections.abc import Iterator
from enum import auto
from typing import Final, Literal

from msgspec.structs import replace

from firmware.books import load_book
from firmware.game.events import Event
from firmware.game.rulebook import Authorised
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Account
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.doors import need_shut
from firmware.table.core.faults import fault_name
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import BALANCE, OUT, Movement
from firmware.table.core.needs import need_account, need_unfrozen
from firmware.table.core.pockets import Told
from firmware.table.core.setup import Setup, Way
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Found
from firmware.table.features.pocket_numbers import remember
from firmware.table.features.tickets import issue
from firmware.table.features.winnings import departed


class CashingOutCode(Code):
    """Why it is refused."""

    ATS_OUT_DEALER_PAYS = auto()
    WAGERS_IN_PLAY = auto()
    SESSION_BALANCES = auto()


CashOutBy = Literal["dealer", "ticket", "hand-pay"]


class CashOut(Command, frozen=True):
    """Pay out an account's whole balance and close it."""

    ats: int
    by: CashOutBy = "dealer"


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


def cash_out(turn: TableTurn, command: CashOut, life: str = "", number: int = 0) -> None:
    """Pay out a whole account and close it. `life`, `number`: the pocket that asks, and its number there."""
    # crown 6.6, 6.6.1, 6.7, 6.7.1, 6.7.2, 6.7.2(b)
    account = need_account(turn, command.ats)
    need_unfrozen(turn)
    if account.wagers:
        raise Refused(CashingOutCode.WAGERS_IN_PLAY, ats=command.ats)
    if turn.state.session:
        raise Refused(CashingOutCode.SESSION_BALANCES, name=turn.state.session)
    if command.by == "ticket" and fault_name("ats", command.ats) in turn.state.faults:
        raise Refused(CashingOutCode.ATS_OUT_DEALER_PAYS, ats=command.ats)
    if command.by == "ticket":
        need_shut(turn, command.ats)
    amount, most = turn.state.balance(command.ats), _most_on_ticket(turn.state.setup, account)
    if command.by == "ticket" and most is not None and amount > most:
        raise Refused(TableCode.CAP_TICKET, amount=most)
    turn.say(CashedOut(command.ats, amount, command.by, life, number, turn.state.next_coup))
    if command.by == "ticket" and amount:
        issue(turn, command.ats, amount, life, number)


def _most_on_ticket(setup: Setup, account: Account) -> int | None:
    """Return above which amount no ticket is printed.

    Prizes and points that became money come of a tournament's machine, and nobody at the table approved them: what is
    above one person's amount is paid by hand, with a second person as always.
    """
    if not account.only_paid:
        return setup.caps.ticket
    return min(
        (most for most in (setup.caps.ticket, setup.approvals.over("session")) if most is not None), default=None
    )


def _fold_cashed_out(state: TableState, event: CashedOut) -> TableState:
    state = with_account(departed(state, event.ats, event.next_coup), event.ats, None)
    if event.ats in state.holds:
        state = replace(state, holds={**state.holds, event.ats: replace(state.holds[event.ats], left=True)})
    state = remember(state, event, event.cash_out, Told("cash-out", event.amount, "", "paid"))
    if event.by != "hand-pay":
        return state
    return replace(state, hand_pays={**state.hand_pays, event.ats: state.hand_pays.get(event.ats, 0) + 1})


def _post_cashed_out(_: TableState, event: CashedOut) -> Iterator[Movement]:
    yield event.ats, BALANCE, OUT[event.by], event.amount


def _way_cashed_out(_: TableState, event: CashedOut) -> Found:
    way: dict[str, Way] = {"dealer": "payout", "hand-pay": "hand_pay"}
    return way.get(event.by), event.ats, event.amount


def _who_cash_out(state: TableState, command: CashOut) -> Authorised | None:
    if command.by == "ticket":
        return None  # only its player asks for a ticket
    # crown 6.7.1, 6.7.2(b)
    return load_book(state.setup.rulebook).authority["hand-pay" if command.by == "hand-pay" else "payout"]


FEATURE: Final = Feature(
    decides={CashOut: cash_out},
    folds={CashedOut: _fold_cashed_out},
    moves={CashedOut: _post_cashed_out},
    ways={CashedOut: _way_cashed_out},
    asked={CashOut: _who_cash_out},
    signed_soon=(CashedOut,),
)

"""A tournament has a table pay a prize or a refund: it becomes money at a terminal, once, and is paid out as any is."""

from collections.abc import Iterator
from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Account
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.bounds import MOST_BALANCE
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.faults import fault_name
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.ledger import BALANCE, Movement
from firmware.table.core.needs import need_terminal, need_unfrozen
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Found

# Under which name payments are kept by their numbers, and how many at most: none is ever forgotten, or it could be
# made again. A table that has made so many leaves the next to a cash desk.
PRIZES: Final = "prizes"
REMEMBERED: Final = 10_000
LONGEST: Final = 48


class PrizesCode(Code):
    """Why it is refused."""

    PRIZE_AMOUNT = auto()
    PRIZE_DIFFERS = auto()
    PRIZE_AT_OPEN_ACCOUNT = auto()
    PRIZES_FULL = auto()


class CreditPrize(Command, frozen=True):
    """Put a payment of a tournament onto a terminal's account, from which nothing is done but pay it out."""

    payment: str
    ats: int
    amount: int


class PrizeCredited(Event, frozen=True, tag="prize_credited"):
    """A tournament's payment is money at a terminal. `payment`: its number, under which it is credited once."""

    payment: str
    ats: int
    amount: int


def credit_prize(turn: TableTurn, command: CreditPrize) -> None:
    """Credit a payment; one that was credited is not credited again, wherever it is wanted by now."""
    # crown 12.2.1(h), 12.2.1(j)
    state = turn.state
    known = kept(state, PRIZES)
    before = known.get(command.payment)
    if before is not None:
        if before != command.amount:
            raise Refused(PrizesCode.PRIZE_DIFFERS, payment=command.payment)
        return
    if len(known) >= REMEMBERED:
        raise Refused(PrizesCode.PRIZES_FULL)
    need_terminal(turn, command.ats)
    need_unfrozen(turn)
    if not 0 < command.amount <= MOST_BALANCE or not 0 < len(command.payment) <= LONGEST:
        raise Refused(PrizesCode.PRIZE_AMOUNT)
    if not state.open:
        raise Refused(TableCode.TABLE_CLOSED)
    if state.session:
        # Its accounts are points, and whoever sits at its terminals plays.
        raise Refused(TableCode.SESSION_RUNNING, name=state.session)
    if command.ats in state.accounts:
        raise Refused(PrizesCode.PRIZE_AT_OPEN_ACCOUNT, ats=command.ats)
    if fault_name("ats", command.ats) in state.faults:
        raise Refused(TableCode.ATS_OUT, ats=command.ats)
    turn.say(PrizeCredited(command.payment, command.ats, command.amount))


def _fold(state: TableState, event: PrizeCredited) -> TableState:
    state = with_account(state, event.ats, Account(only_paid=True))
    return keep(state, PRIZES, event.payment, event.amount)


def _post(_: TableState, event: PrizeCredited) -> Iterator[Movement]:
    yield event.ats, "tournament", BALANCE, event.amount


def _way(_: TableState, event: PrizeCredited) -> Found:
    return "session", event.ats, event.amount


FEATURE: Final = Feature(
    decides={CreditPrize: credit_prize},
    folds={PrizeCredited: _fold},
    moves={PrizeCredited: _post},
    ways={PrizeCredited: _way},
    beside={CreditPrize: TOURNAMENT},
    signed_soon=(PrizeCredited,),
)

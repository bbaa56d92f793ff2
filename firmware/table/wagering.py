"""Accounts and wagers: a wager placed, changed or taken off, cash-out."""

from typing import Final

from firmware.game.codes import GameCode
from firmware.game.refusal import Refused
from firmware.game.wagers import limit_of, missing_main_wager
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.bounds import MOST_BALANCE
from firmware.table.codes import TableCode
from firmware.table.standing import Standing
from firmware.table.state import Account, fault_name
from firmware.table.ticketing import issue
from firmware.table.turn import TableTurn

# crown 5.1, 13.7; reading 15: a raised minimum, and the closing of an occupied table, are shown for so long before.
NOTICE: Final = 20 * 60 * 1000


def need_terminal(table: Standing, ats: int) -> None:
    """Refuse a terminal that the table does not have."""
    last = table.state.setup.ats
    if not 1 <= ats <= last:
        raise Refused(TableCode.NO_TERMINAL, ats=ats, last=last) if last else Refused(TableCode.NO_TERMINALS)


def need_account(turn: TableTurn, ats: int) -> Account:
    """Return the open account of a terminal, or refuse."""
    need_terminal(turn, ats)
    account = turn.state.accounts.get(ats)
    if account is None:
        raise Refused(TableCode.NO_ACCOUNT, ats=ats)
    return account


def need_unfrozen(table: Standing) -> None:
    """Refuse what moves an account while all are frozen."""
    if table.state.frozen:
        raise Refused(TableCode.FROZEN, table.rules.book.irregularities.wrong_outcome.rule)


def need_room(turn: TableTurn, ats: int) -> None:
    """Refuse what could bring an account beyond what money can be."""
    if turn.state.balance(ats) > MOST_BALANCE:
        raise Refused(TableCode.ACCOUNT_FULL, ats=ats)


def cash_out(turn: TableTurn, command: c.CashOut, life: str = "", number: int = 0) -> None:
    """Pay out an account whole and close it. `life`, `number`: the pocket that asks, and its number there."""
    # crown 6.6, 6.6.1, 6.7, 6.7.1, 6.7.2, 6.7.2(b)
    account = need_account(turn, command.ats)
    need_unfrozen(turn)
    if account.wagers:
        raise Refused(TableCode.WAGERS_IN_PLAY, ats=command.ats)
    if turn.state.session:
        raise Refused(TableCode.SESSION_BALANCES, name=turn.state.session)
    if command.by == "ticket" and fault_name("ats", command.ats) in turn.state.faults:
        raise Refused(TableCode.ATS_OUT_DEALER_PAYS, ats=command.ats)
    amount, most = turn.state.balance(command.ats), turn.state.setup.caps.ticket
    if command.by == "ticket" and most is not None and amount > most:
        raise Refused(TableCode.CAP_TICKET, amount=most)
    turn.say(e.CashedOut(command.ats, amount, command.by, life, number, _next_coup(turn)))
    if command.by == "ticket" and amount:
        issue(turn, command.ats, amount, life, number)


def _next_coup(turn: TableTurn) -> int:
    """Return the first coup on which somebody can wager whose account is opened now."""
    game = turn.state.game
    return game.coups + (game.coup is None)


def wager(turn: TableTurn, command: c.Wager) -> None:
    """Set an account's wager on a bet, as far as it is permitted."""
    # crown 4.1, 4.2, 4.2.1, 4.2.2, 4.9, 4.10, 4.11.2, 5.3; mbs 3.5; rws 3.3
    _need_betting(turn, command)
    account = need_account(turn, command.ats)
    _need_right_to_wager(turn, command, account)
    need_unfrozen(turn)
    need_room(turn, command.ats)
    book = turn.rules.book
    if command.amount and (rule := missing_main_wager(book, command.bet, account.wagers)) is not None:
        raise Refused(TableCode.NO_MAIN_WAGER, rule, bet=command.bet)
    limit = limit_of(turn.state.limits, command.bet, turn.at, turn.state.game.coups)
    accepted, why = limit.permitted(command.amount) if command.amount else (0, "")
    held = account.wagers.get(command.bet, 0)
    if accepted > turn.state.balance(command.ats) + held:
        raise Refused(TableCode.BALANCE, book.numbers.balance)
    rule = getattr(book.numbers, why) if why else ""
    turn.say(e.WagerSet(command.ats, command.bet, command.amount, accepted, rule or None))
    _return_unsupported(turn, command.ats)


def _need_betting(turn: TableTurn, command: c.Wager) -> None:
    # crown 4.7, 11.8.5, 11.8.5(a), 11.8.5(b); mbs-baccarat 5.6, 5.7; mbs-no-commission 5.6, 5.7; readings 4 and 5
    need_terminal(turn, command.ats)
    if command.bet not in turn.rules.offer.names:
        raise Refused(TableCode.BET_NOT_OFFERED, bet=command.bet)
    game = turn.state.game
    coup = game.coup
    if coup is None:
        raise Refused(TableCode.BETTING_NOT_OPEN)
    if game.questions:
        raise Refused(GameCode.QUESTION_OPEN, game.questions[0].rule, kind=game.questions[0].kind)
    if not coup.betting:
        rule = turn.rules.book.numbers.betting_closed
        code = TableCode.DUMMY_NO_WAGERS if coup.dummy else GameCode.BETTING_CLOSED
        raise Refused(code, rule, coup=coup.number)


def _need_right_to_wager(turn: TableTurn, command: c.Wager, account: Account) -> None:
    state, numbers = turn.state, turn.rules.book.numbers
    if fault_name("ats", command.ats) in state.faults:
        raise Refused(TableCode.ATS_OUT, turn.treatment("ats_before").rule, ats=command.ats)
    if command.ats in state.barred:
        raise Refused(TableCode.ATS_BARRED, turn.treatment("ats_before").rule, ats=command.ats)
    if account.only_paid:
        raise Refused(TableCode.SESSION_OVER, ats=command.ats)
    if account.excluded and command.amount:
        raise Refused(TableCode.EXCLUDED, account.excluded_by or numbers.excluded, ats=command.ats)


def _return_unsupported(turn: TableTurn, ats: int) -> None:
    """Give back what stood beside a main wager that has gone (reading 10)."""
    # crown 4.11.1
    wagers = turn.state.accounts[ats].wagers
    for line in turn.lines_of(ats):
        rule = missing_main_wager(turn.rules.book, line.bet, wagers)
        if rule is not None:
            turn.give_back([line], rule, "no_main_wager")

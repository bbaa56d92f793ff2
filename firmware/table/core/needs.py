"""Conditions that many features need before they act; each refuses if it is not met."""

from typing import Final

from firmware.game.codes import GameCode
from firmware.refusal import Refused
from firmware.table.core.accounts import Account
from firmware.table.core.bounds import MOST_BALANCE
from firmware.table.core.codes import TableCode
from firmware.table.core.standing import Standing
from firmware.table.core.turn import TableTurn

# crown 5.1, 13.7; reading 15: how long a raised minimum, or the closing of an occupied table, is shown beforehand.
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


def need_answered(turn: TableTurn) -> None:
    """Refuse a wish while a question is open, or a card unread: nothing moves meanwhile (Words: Ask).

    What a book allows at any time goes on: buy-in and cash-out (6.5, 6.6.1), to leave (6.6.2), a freeze (11.11).
    """
    game = turn.state.game
    if game.questions:
        raise Refused(GameCode.QUESTION_OPEN, game.questions[0].rule, kind=game.questions[0].kind)
    if game.unread:
        raise Refused(GameCode.CARD_UNREAD)


def need_room(turn: TableTurn, ats: int) -> None:
    """Refuse what could make an account exceed the bounds of money."""
    if turn.state.balance(ats) > MOST_BALANCE:
        raise Refused(TableCode.ACCOUNT_FULL, ats=ats)

"""Wagers: placed, changed or taken off."""

from collections.abc import Sequence
from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.codes import GameCode
from firmware.game.events import Event
from firmware.game.wagers import missing_main_wager
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Account
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.doors import need_shut
from firmware.table.core.faults import fault_name
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import Movement, currency_of, post_each
from firmware.table.core.needs import need_account, need_room, need_terminal, need_unfrozen
from firmware.table.core.session_bounds import limit_held
from firmware.table.core.session_terms import terms_of
from firmware.table.core.software import need_signed
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.features.guest_limits import need_own_leave


class WagersCode(Code):
    """Why it is refused."""

    ATS_BARRED = auto()
    BETTING_NOT_OPEN = auto()
    DUMMY_NO_WAGERS = auto()
    NO_MAIN_WAGER = auto()
    BALANCE = auto()


class Wager(Command, frozen=True):
    """Set an account's wager on a bet to an amount; 0 takes it off."""

    # crown 1.4, 1.4(a), 1.4(b): a bet is what one wagers on, a wager the money on it

    ats: int
    bet: str
    amount: int


class Wagers(Command, frozen=True):
    """Set several of an account's wagers at once: all of them, or none."""

    ats: int
    stakes: dict[str, int]


class WagerSet(Event, frozen=True, tag="wager"):
    """An account's wager on a bet is now `accepted`; `rule` says why it is not what was asked."""

    ats: int
    bet: str
    asked: int
    accepted: int
    rule: str | None


def wager(turn: TableTurn, command: Wager) -> None:
    """Set an account's wager on a bet, as far as it is permitted."""
    # crown 4.1, 4.2, 4.2.1, 4.2.2, 4.9, 4.10, 4.11.2, 5.3; mbs 3.5; rws 3.3
    if command.amount < 0:
        raise Refused(TableCode.BEYOND_BOUNDS, what="amount")
    _need_betting(turn, command)
    account = need_account(turn, command.ats)
    _need_right_to_wager(turn, command, account)
    need_unfrozen(turn)
    need_shut(turn, command.ats)
    need_signed(turn, command.ats)
    need_room(turn, command.ats)
    book = turn.rules.book
    if command.amount and (rule := missing_main_wager(book, command.bet, account.wagers)) is not None:
        raise Refused(WagersCode.NO_MAIN_WAGER, rule, bet=command.bet)
    limit = limit_held(turn.state, command.bet, turn.at)
    accepted, why = limit.permitted(command.amount) if command.amount else (0, "")
    held = account.wagers.get(command.bet, 0)
    most, within = terms_of(turn.state).maximum, ""
    if most and account.total - held + accepted > most:
        # crown 12.2.1(c): the conditions bound what is wagered on a coup in all
        accepted, within = limit.permitted(most - account.total + held)[0], "12.2.1(c)"
    if accepted > turn.state.balance(command.ats) + held:
        raise Refused(WagersCode.BALANCE, book.numbers.balance)
    need_own_leave(turn, account, account.total - held + accepted)
    rule = within or (getattr(book.numbers, why) if why else "")
    turn.say(WagerSet(command.ats, command.bet, command.amount, accepted, rule or None))
    _return_unsupported(turn, command.ats)


def wagers(turn: TableTurn, command: Wagers) -> None:
    """Set several wagers, in an order that makes each possible; if one is refused, all are."""
    if not command.stakes:
        raise Refused(TableCode.BEYOND_BOUNDS, what="stakes")
    for bet in _in_order(turn, command):
        wager(turn, Wager(command.ats, bet, command.stakes[bet]))


def _in_order(turn: TableTurn, command: Wagers) -> list[str]:
    """Return the bets: lowered ones before raised ones, as they pay for these.

    A wager that needs another beside it is placed after that one, and taken off before it (crown 4.11.1).
    """
    account = turn.state.accounts.get(command.ats)
    lies = account.wagers if account is not None else {}
    beside = {bet for need in turn.rules.book.needs_main_wager for bet in need.bets}

    def place(bet: str) -> tuple[bool, bool]:
        raised = command.stakes[bet] > lies.get(bet, 0)
        return raised, raised is (bet in beside)

    return sorted(command.stakes, key=place)


def _need_betting(turn: TableTurn, command: Wager) -> None:
    # crown 4.7, 11.8.5, 11.8.5(a), 11.8.5(b); mbs-baccarat 5.6, 5.7; mbs-no-commission 5.6, 5.7; readings 4 and 5
    need_terminal(turn, command.ats)
    if command.bet not in turn.rules.offer.names:
        raise Refused(TableCode.BET_NOT_OFFERED, bet=command.bet)
    game = turn.state.game
    coup = game.coup
    if coup is None:
        raise Refused(WagersCode.BETTING_NOT_OPEN)
    if game.questions:
        raise Refused(GameCode.QUESTION_OPEN, game.questions[0].rule, kind=game.questions[0].kind)
    if not coup.betting:
        rule = turn.rules.book.numbers.betting_closed
        code = WagersCode.DUMMY_NO_WAGERS if coup.dummy else GameCode.BETTING_CLOSED
        raise Refused(code, rule, coup=coup.number)


def _need_right_to_wager(turn: TableTurn, command: Wager, account: Account) -> None:
    state, numbers = turn.state, turn.rules.book.numbers
    if fault_name("ats", command.ats) in state.faults:
        raise Refused(TableCode.ATS_OUT, turn.treatment("ats_before").rule, ats=command.ats)
    if command.ats in state.barred:
        raise Refused(WagersCode.ATS_BARRED, turn.treatment("ats_before").rule, ats=command.ats)
    if account.only_paid:
        raise Refused(TableCode.SESSION_OVER, ats=command.ats)
    if account.excluded and command.amount:
        raise Refused(TableCode.EXCLUDED, account.excluded_by or numbers.excluded, ats=command.ats)


def _return_unsupported(turn: TableTurn, ats: int) -> None:
    """Return wagers that needed a main wager which has gone (reading 10)."""
    # crown 4.11.1
    wagers = turn.state.accounts[ats].wagers
    for line in turn.lines_of(ats):
        rule = missing_main_wager(turn.rules.book, line.bet, wagers)
        if rule is not None:
            turn.give_back([line], rule, "no_main_wager")


def _fold_wager(state: TableState, event: WagerSet) -> TableState:
    account = state.accounts[event.ats]
    wagers = dict(account.wagers)
    if event.accepted:
        wagers[event.bet] = event.accepted
    else:
        wagers.pop(event.bet, None)
    return with_account(state, event.ats, replace(account, wagers=wagers))


def _post_wager(state: TableState, event: WagerSet) -> tuple[Movement]:
    before = state.accounts[event.ats].wagers.get(event.bet, 0)
    names = currency_of(state, event.ats)
    return ((event.ats, names.balance, names.in_play, event.accepted - before),)


def _fold_wagers(state: TableState, run: Sequence[WagerSet]) -> TableState:
    """Return the state after wagers in a row, copied only once; one by one, each would copy it again."""
    accounts = dict(state.accounts)
    lies: dict[int, dict[str, int]] = {}
    between: dict[int, tuple[str, str]] = {}
    moved: list[Movement] = []
    for event in run:
        ats = event.ats
        wagers = lies.get(ats)
        if wagers is None:
            wagers = lies[ats] = dict(accounts[ats].wagers)
            names = currency_of(state, ats)
            between[ats] = names.balance, names.in_play
        balance, in_play = between[ats]
        moved.append((ats, balance, in_play, event.accepted - wagers.get(event.bet, 0)))
        if event.accepted:
            wagers[event.bet] = event.accepted
        else:
            wagers.pop(event.bet, None)
    for ats, wagers in lies.items():
        accounts[ats] = replace(accounts[ats], wagers=wagers)
    return replace(state, accounts=accounts, ledger=post_each(state.ledger, moved))


FEATURE: Final = Feature(
    decides={Wager: wager, Wagers: wagers},
    folds={WagerSet: _fold_wager},
    moves={WagerSet: _post_wager},
    runs={WagerSet: _fold_wagers},
)

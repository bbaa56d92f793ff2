"""A tournament's sessions: credit is points, not money, until a session's end turns it into money (reading 33)."""

from collections.abc import Iterator
from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.bounds import MOST_STAKE
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import BALANCE, MONEY, POINTS, Movement
from firmware.table.core.needs import need_terminal, need_unfrozen
from firmware.table.core.state import Account, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import TABLE, Found


class SessionsCode(Code):
    """Why it is refused."""

    SESSION_RUNNING = auto()
    SESSION_TERMINALS = auto()
    SESSION_AMOUNT = auto()
    NO_SESSION = auto()
    SESSION_DOUBTS = auto()


class StartSession(Command, frozen=True):
    """A tournament director starts a session: each terminal named gets the same credit, and no other money counts."""

    name: str
    terminals: tuple[int, ...]
    credit: int


class EndSession(Command, frozen=True):
    """The session ends: its balances are taken off, or are the players' to cash."""

    cash: bool


class SessionStarted(Event, frozen=True, tag="session_started"):
    """A tournament session started with the same credit on each terminal named.

    `points`: the credit is no money; in older journals it stood among it.
    """

    name: str
    terminals: tuple[int, ...]
    credit: int
    points: bool = False


class SessionEnded(Event, frozen=True, tag="session_ended"):
    """A tournament session ended with these balances, now taken off or turned into money, which is paid out."""

    name: str
    balances: dict[int, int]
    cash: bool
    points: bool = False


def start_session(turn: TableTurn, command: StartSession) -> None:
    """Start a tournament session: the table is the tournament's alone, each terminal has the same credit."""
    # crown 12.1, 12.1.1, 12.2.1(b), 12.2.1(c), 12.2.2, 12.3.1, 12.3.2
    for ats in command.terminals:
        need_terminal(turn, ats)
    need_unfrozen(turn)
    _need_quiet_table(turn.state)
    if not command.terminals or len(set(command.terminals)) != len(command.terminals):
        raise Refused(SessionsCode.SESSION_TERMINALS)
    if not 0 < command.credit <= MOST_STAKE:
        raise Refused(SessionsCode.SESSION_AMOUNT, amount=MOST_STAKE)
    turn.say(SessionStarted(command.name, command.terminals, command.credit, points=True))


def _need_quiet_table(state: TableState) -> None:
    """Refuse to start a session where another, a coup, or somebody's money is under way."""
    if state.session:
        raise Refused(SessionsCode.SESSION_RUNNING, name=state.session)
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    if state.accounts:
        raise Refused(TableCode.ACCOUNTS_OPEN)
    if state.unsettled or state.note_doubts:
        raise Refused(SessionsCode.SESSION_DOUBTS)


def end_session(turn: TableTurn, command: EndSession) -> None:
    """End a tournament session, before its scheduled end as well, between coups."""
    # crown 12.2.1(b), 12.3, 12.3.5, 12.3.5(a), 12.3.5(b)
    state = turn.state
    if not state.session:
        raise Refused(SessionsCode.NO_SESSION)
    need_unfrozen(turn)
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    balances = {ats: state.balance(ats) for ats in sorted(state.accounts)}
    # One that an earlier firmware began had its credit among the money: it ends as it began.
    points = all(account.points for account in state.accounts.values())
    turn.say(SessionEnded(state.session, balances, command.cash, points=points))


def _fold_started(state: TableState, event: SessionStarted) -> TableState:
    accounts = dict.fromkeys(event.terminals, Account(points=event.points))
    return replace(state, session=event.name, sessions=state.sessions + 1, accounts=accounts)


def _fold_ended(state: TableState, event: SessionEnded) -> TableState:
    if not event.points:
        return replace(state, session="", accounts=state.accounts if event.cash else {})
    if not event.cash:
        return replace(state, session="", accounts={}, owed_points={})
    # What they have is money now, and is paid out: nobody goes on playing with it.
    accounts = dict.fromkeys(state.accounts, Account(only_paid=True))
    owed = {ats: {**state.owed.get(ats, {}), **coups} for ats, coups in state.owed_points.items()}
    return replace(
        state,
        session="",
        accounts=accounts,
        cashed=state.cashed | {state.sessions},
        owed={**state.owed, **owed},
        owed_points={},
    )


def _post_session_started(_: TableState, event: SessionStarted) -> Iterator[Movement]:
    source, target = ("points/granted", POINTS.balance) if event.points else ("tournament", BALANCE)
    for ats in event.terminals:
        yield ats, source, target, event.credit


def _post_session_ended(state: TableState, event: SessionEnded) -> Iterator[Movement]:
    if not event.points:
        for ats, balance in event.balances.items():
            if not event.cash:
                yield ats, BALANCE, "tournament", balance
        return
    for ats in sorted(event.balances.keys() | state.owed_points.keys()):
        yield from _post_points_gone(state, event, ats)


def _post_points_gone(state: TableState, event: SessionEnded, ats: int) -> Iterator[Movement]:
    """Take a terminal's points off, those that are owed too; in cash, as much money stands in their place."""
    taken = "points/cashed" if event.cash else "points/granted"
    balance, owed = event.balances.get(ats, 0), sum(state.owed_points.get(ats, {}).values())
    in_points = {POINTS.balance: balance}
    for amount in state.owed_points.get(ats, {}).values():
        name = POINTS.owed_to if amount > 0 else POINTS.owed_by
        in_points[name] = in_points.get(name, 0) + amount
    for name, amount in in_points.items():
        yield ats, name, taken, amount
    if event.cash and (balance or owed):
        yield ats, "tournament", BALANCE, balance
        for amount in state.owed_points.get(ats, {}).values():
            yield ats, "tournament", MONEY.owed_to if amount > 0 else MONEY.owed_by, amount


def _way_session(state: TableState, event: SessionEnded) -> Found:
    """Points that become money, those that are owed too."""
    owed = (abs(amount) for coups in state.owed_points.values() for amount in coups.values())
    return "session", TABLE, sum(event.balances.values()) + sum(owed) if event.cash else 0


FEATURE: Final = Feature(
    decides={StartSession: start_session, EndSession: end_session},
    folds={SessionStarted: _fold_started, SessionEnded: _fold_ended},
    moves={SessionStarted: _post_session_started, SessionEnded: _post_session_ended},
    ways={SessionEnded: _way_session},
    beside={StartSession: TOURNAMENT, EndSession: TOURNAMENT},
    signed_soon=(SessionEnded, SessionStarted),
)

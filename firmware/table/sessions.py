"""A tournament's sessions: their credit is points, and no money, until its end turns it into some (reading 33)."""

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.bounds import MOST_STAKE
from firmware.table.codes import TableCode
from firmware.table.state import TableState
from firmware.table.turn import TableTurn
from firmware.table.wagering import need_terminal, need_unfrozen


def start_session(turn: TableTurn, command: c.StartSession) -> None:
    """Start a tournament session: the table is the tournament's alone, each terminal has the same credit."""
    # crown 12.1, 12.1.1, 12.2.1(b), 12.2.1(c), 12.2.2, 12.3.1, 12.3.2
    for ats in command.terminals:
        need_terminal(turn, ats)
    need_unfrozen(turn)
    _need_quiet_table(turn.state)
    if not command.terminals or len(set(command.terminals)) != len(command.terminals):
        raise Refused(TableCode.SESSION_TERMINALS)
    if not 0 < command.credit <= MOST_STAKE:
        raise Refused(TableCode.SESSION_AMOUNT, amount=MOST_STAKE)
    turn.say(e.SessionStarted(command.name, command.terminals, command.credit, points=True))


def _need_quiet_table(state: TableState) -> None:
    """Refuse to start a session where another, a coup, or somebody's money is under way."""
    if state.session:
        raise Refused(TableCode.SESSION_RUNNING, name=state.session)
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    if state.accounts:
        raise Refused(TableCode.ACCOUNTS_OPEN)
    if state.unsettled or state.note_doubts:
        raise Refused(TableCode.SESSION_DOUBTS)


def end_session(turn: TableTurn, command: c.EndSession) -> None:
    """End a tournament session, before its scheduled end as well, between coups."""
    # crown 12.2.1(b), 12.3, 12.3.5, 12.3.5(a), 12.3.5(b)
    state = turn.state
    if not state.session:
        raise Refused(TableCode.NO_SESSION)
    need_unfrozen(turn)
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    balances = {ats: state.balance(ats) for ats in sorted(state.accounts)}
    # One that an earlier firmware began had its credit among the money: it ends as it began.
    points = all(account.points for account in state.accounts.values())
    turn.say(e.SessionEnded(state.session, balances, command.cash, points=points))

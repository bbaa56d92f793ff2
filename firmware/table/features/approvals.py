"""What second persons approve, and what was done without their approval."""

from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.table.core.cash_hour import counted
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.setup import Approvals, Way
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class SetApprovals(Command, frozen=True):
    """From now on second persons approve what the table's configuration says."""

    approvals: Approvals


class ApprovalsSet(Event, frozen=True, tag="approvals_set"):
    """From now on second persons approve this."""

    approvals: Approvals


class DoneAlone(Event, frozen=True, tag="done_alone"):
    """One person moved money that nobody approved. `ats`: at which terminal; 0, on many accounts at once."""

    staff: str
    way: Way
    ats: int
    amount: int
    at: int


def set_approvals(turn: TableTurn, command: SetApprovals) -> None:
    """Let second persons approve what the configuration says."""
    turn.say(ApprovalsSet(command.approvals))


def _fold_approvals_set(state: TableState, event: ApprovalsSet) -> TableState:
    return replace(state, setup=replace(state.setup, approvals=event.approvals))


def _fold_done_alone(state: TableState, event: DoneAlone) -> TableState:
    of_way = state.alone.get(event.way, {})
    taken = counted(of_way.get(event.ats, ()), event.at, event.amount)
    return replace(state, alone={**state.alone, event.way: {**of_way, event.ats: taken}})


FEATURE: Final = Feature(
    decides={SetApprovals: set_approvals},
    folds={ApprovalsSet: _fold_approvals_set, DoneAlone: _fold_done_alone},
)

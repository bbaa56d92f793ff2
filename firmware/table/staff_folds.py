"""The fold of what happens to people."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.table import staff_events as e
from firmware.table.cash_hour import counted
from firmware.table.state import Guard, StaffMember, TableState


def _enrolled(state: TableState, event: e.StaffEnrolled) -> TableState:
    by, approved_by, at = event.enrolled_by, event.approved_by, event.at
    before = state.staff.get(event.staff)
    if before is not None and by == event.staff:
        # Who changes their own PIN stays enrolled by whom they were.
        by, approved_by, at = before.enrolled_by, before.approved_by, before.enrolled_at
    member = StaffMember(
        event.name, event.role, event.pin_hash, event.card, enrolled_by=by, approved_by=approved_by, enrolled_at=at
    )
    return replace(state, staff={**state.staff, event.staff: member})


def _signed_on(state: TableState, event: e.StaffSignedOn) -> TableState:
    member = replace(state.staff[event.staff], failures=0, locked_until=0)
    staff = {**state.staff, event.staff: member}
    state = replace(state, staff=staff, consoles={**state.consoles, event.console: event.staff})
    guard = state.guards.get(event.console)
    if guard is None:
        return state
    # Whoever got their PIN right after all has guessed at nobody's.
    wrong = {who: count for who, count in guard.wrong.items() if who != event.staff}
    return replace(state, guards={**state.guards, event.console: replace(guard, wrong=wrong)})


def _signed_off(state: TableState, event: e.StaffSignedOff) -> TableState:
    return replace(
        state, consoles={console: who for console, who in state.consoles.items() if console != event.console}
    )


def _pin_refused(state: TableState, event: e.PinRefused) -> TableState:
    before = {} if event.count == 1 else state.guards[event.console].wrong
    wrong = {**before, event.staff: before.get(event.staff, 0) + 1}
    return replace(state, guards={**state.guards, event.console: Guard(wrong, event.at, event.until)})


def _sign_on_failed(state: TableState, event: e.SignOnFailed) -> TableState:
    member = replace(state.staff[event.staff], failures=event.failures, locked_until=event.locked_until)
    return replace(state, staff={**state.staff, event.staff: member})


def _approvals_set(state: TableState, event: e.ApprovalsSet) -> TableState:
    return replace(state, setup=replace(state.setup, approvals=event.approvals))


def _done_alone(state: TableState, event: e.DoneAlone) -> TableState:
    of_way = state.alone.get(event.way, {})
    taken = counted(of_way.get(event.ats, ()), event.at, event.amount)
    return replace(state, alone={**state.alone, event.way: {**of_way, event.ats: taken}})


STAFF: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    e.StaffEnrolled: _enrolled,
    e.StaffSignedOn: _signed_on,
    e.StaffSignedOff: _signed_off,
    e.PinRefused: _pin_refused,
    e.SignOnFailed: _sign_on_failed,
    e.ApprovalsSet: _approvals_set,
    e.DoneAlone: _done_alone,
}

"""What people ask for at a console: who may, above which amounts somebody else approves it, and who that may be."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.approval_rules import Approvals, Way
from firmware.table.authority import GAME, may
from firmware.table.codes import TableCode
from firmware.table.player_events import WinningsKept
from firmware.table.staff_commands import OfStaff
from firmware.table.state import StaffMember, TableState

# For so long nobody approves anything for whom they enrolled, nor the other way: a day has passed then, in every zone.
APART: Final = 24 * 60 * 60 * 1000
# What a supervisor approves though it is not for one to ask.
WITNESSED: Final = (c.EnrolStaff, c.EndSession)


def need_right(state: TableState, command: OfStaff) -> c.Command | s.Step:
    """Return what is to be carried out for a person. Raises Refused for one who may not ask for it."""
    if not command.staff or state.consoles.get(command.console) != command.staff:
        raise Refused(TableCode.SIGN_ON_FIRST)
    role = state.staff[command.staff].role
    if not may(state, role, command.what):
        raise Refused(TableCode.ROLE_MAY_NOT, role=role.name.lower())
    if isinstance(command.what, c.EnrolStaff):
        return replace(command.what, by=command.staff, approved_by=command.approved_by)
    return command.what


def need_second(state: TableState, command: OfStaff, happened: Iterable[g.Event], at: int) -> None:
    """Hold that a second person is there for what needs one. `state`: before it happened. Raises Refused."""
    if not _needs_second(state, command, happened):
        return
    if not command.approved_by:
        raise Refused(TableCode.APPROVAL_NEEDED)
    if command.approved_by == command.staff:
        raise Refused(TableCode.APPROVES_OWN)
    approver = state.staff[command.approved_by]
    if isinstance(command.what, c.EnrolStaff):
        if command.approved_by not in _witnesses(state, command.staff, command.what, at):
            raise Refused(TableCode.MAY_NOT_APPROVE, role=approver.role.name.lower())
        return
    if not _supervises(state, approver, command.what):
        raise Refused(TableCode.MAY_NOT_APPROVE, role=approver.role.name.lower())
    if _enrolled_lately(state, command.staff, command.approved_by, at):
        raise Refused(TableCode.ENROLLED_LATELY)


def _needs_second(state: TableState, command: OfStaff, happened: Iterable[g.Event]) -> bool:
    if isinstance(command.what, c.EnrolStaff):
        # The first two are enrolled by one person alone: there is no second before.
        return len(state.staff) > 1
    if isinstance(command.what, s.Enter):
        # The dealer names the card, a supervisor confirms it.
        return state.staff[command.staff].role not in GAME
    if type(command.what) in s.FACTS:
        return False  # what happened is recorded, whatever it comes to
    approvals = state.setup.approvals
    return any(_is_over(approvals, way, amount) for way, amount in moved(happened).items())


def _is_over(approvals: Approvals, way: Way, amount: int) -> bool:
    over = approvals.over(way)
    return over is not None and amount > over


def moved(happened: Iterable[g.Event]) -> dict[Way, int]:
    """Return how much money came or went in which way, in minor units: whatever moves it, however it was asked for."""
    sums: dict[Way, int] = {}
    for event in happened:
        of_kind = _MOVED.get(type(event))
        way, amount = of_kind(event) if of_kind is not None else (None, 0)
        if way is not None:
            sums[way] = sums.get(way, 0) + abs(amount)
    if "invalidation" in sums:
        # The accounts of a coup that is made void are moved by its correction.
        sums["invalidation"] += sums.pop("correction", 0)
    return sums


Moved = tuple[Way | None, int]


def _bought_in(event: e.BoughtIn) -> Moved:
    # A note's own credit is the terminal's affair, or follows from a doubt.
    return ("buy_in", event.amount) if event.by == "dealer" else (None, 0)


def _cashed_out(event: e.CashedOut) -> Moved:
    return ({"dealer": "payout", "hand-pay": "hand_pay"}.get(event.by), event.amount)  # type: ignore[return-value]


def _ticket(event: e.TicketResolved) -> Moved:
    return "ticket_doubt", event.amount


def _note(event: e.NoteDoubtResolved) -> Moved:
    return "note_doubt", event.amount


def _owed(event: e.OwedResolved) -> Moved:
    return "owed", event.amount


def _kept(event: WinningsKept) -> Moved:
    return "kept", event.amount


def _corrected(event: e.OutcomeCorrected | e.Adjusted | e.Owed) -> Moved:
    # Points are no money (reading 33).
    return "correction", 0 if isinstance(event, e.OutcomeCorrected) or event.points else event.amount


def _invalidated(_: e.CoupInvalidated) -> Moved:
    return "invalidation", 0


def _session(event: e.SessionEnded) -> Moved:
    return "session", sum(event.balances.values()) if event.cash else 0


_MOVED: Final[dict[type[g.Event], Callable[[Any], Moved]]] = {
    e.BoughtIn: _bought_in,
    e.CashedOut: _cashed_out,
    e.TicketResolved: _ticket,
    e.NoteDoubtResolved: _note,
    e.OwedResolved: _owed,
    WinningsKept: _kept,
    e.OutcomeCorrected: _corrected,
    e.Adjusted: _corrected,
    e.Owed: _corrected,
    e.CoupInvalidated: _invalidated,
    e.SessionEnded: _session,
}


def _supervises(state: TableState, member: StaffMember, what: c.Command | s.Step) -> bool:
    return member.role in GAME and (isinstance(what, WITNESSED) or may(state, member.role, what))


def _enrolled_lately(state: TableState, one: str, other: str, at: int) -> bool:
    """Whether one of two people enrolled the other, not a day ago: they may be one."""
    pairs = ((one, other), (other, one))
    return any(state.staff[who].enrolled_by == by and at - state.staff[who].enrolled_at < APART for who, by in pairs)


def _witnesses(state: TableState, asker: str, enrolled: c.EnrolStaff, at: int) -> set[str]:
    """Return who may approve an enrolment: supervisors whom the asker did not enrol lately; else whoever else there is.

    Somebody must be left: at a new table nobody is there but those who were enrolled that day.
    """
    others = {number for number in state.staff if number != asker}
    if enrolled.staff in others and state.staff[enrolled.staff].role != enrolled.role:
        others.remove(enrolled.staff)  # nobody raises themselves
    supervisors = {number for number in others if state.staff[number].role in GAME}
    apart = {number for number in supervisors if not _enrolled_lately(state, asker, number, at)}
    return apart or supervisors or others

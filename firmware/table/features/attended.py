"""What people ask for at a console: who may ask, above which amounts a second person approves, and who that may be."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game import steps as s
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME, confirmed_by, may, rule_of
from firmware.table.core.cash_hour import within_hour
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command, OfStaff
from firmware.table.core.decide import carry_out
from firmware.table.core.employed import away, in_service
from firmware.table.core.feature import FEATURES, Feature
from firmware.table.core.first_pins import need_own_pin
from firmware.table.core.setup import Way
from firmware.table.core.state import StaffMember, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Moved, moved
from firmware.table.features.approvals import DoneAlone
from firmware.table.features.employment import ChangePin
from firmware.table.features.staff import EnrolStaff


class AttendedCode(Code):
    """Why it is refused."""

    ROLE_MAY_NOT = auto()
    MAY_NOT_APPROVE = auto()
    ENROLLED_LATELY = auto()
    NOT_ONES_OWN = auto()


# How long nobody approves for a person whom they enrolled, nor the reverse: after this a day has passed in every zone.
APART: Final = 24 * 60 * 60 * 1000


def need_right(state: TableState, command: OfStaff) -> Command | s.Step:
    """Return what a person asks to have done. Raises Refused if they may not ask for it."""
    if not command.staff or state.consoles.get(command.console) != command.staff:
        raise Refused(TableCode.SIGN_ON_FIRST)
    role = state.staff[command.staff].role
    if not isinstance(command.what, ChangePin):
        need_own_pin(state, command.staff)
    if not may(state, role, command.what):
        raise Refused(AttendedCode.ROLE_MAY_NOT, rule_of(state, command.what), role=role.name.lower())
    if type(command.what) in FEATURES.own and getattr(command.what, "staff", "") != command.staff:
        raise Refused(AttendedCode.NOT_ONES_OWN)
    if isinstance(command.what, EnrolStaff):
        return replace(command.what, by=command.staff, approved_by=command.approved_by)
    return command.what


def need_second(turn: TableTurn, before: TableState, command: OfStaff) -> None:
    """Check that a second person approves what needs one, and count what is done without. Raises Refused."""
    # A fact is recorded, however much it moves.
    money = {} if type(command.what) in s.FACTS else moved(before, turn.events)
    if _needs_second(before, command, money, turn.at):
        _need_approver(before, command, turn.at)
    else:
        _count_alone(turn, command.staff, money)


def _need_approver(state: TableState, command: OfStaff, at: int) -> None:
    if not command.approved_by:
        raise Refused(TableCode.APPROVAL_NEEDED)
    if command.approved_by == command.staff:
        raise Refused(TableCode.APPROVES_OWN)
    need_own_pin(state, command.approved_by)
    approver = state.staff[command.approved_by]
    if isinstance(command.what, EnrolStaff):
        if command.approved_by not in _witnesses(state, command.staff, command.what, at):
            raise Refused(AttendedCode.MAY_NOT_APPROVE, role=approver.role.name.lower())
        return
    if away(state, command.approved_by):
        raise Refused(TableCode.STAFF_AWAY, staff=command.approved_by)
    if not _supervises(state, approver, command.what):
        raise Refused(AttendedCode.MAY_NOT_APPROVE, role=approver.role.name.lower())
    if _enrolled_lately(state, command.staff, command.approved_by, at):
        raise Refused(AttendedCode.ENROLLED_LATELY)


def _needs_second(state: TableState, command: OfStaff, money: Moved, at: int) -> bool:
    if isinstance(command.what, EnrolStaff):
        # The first two are enrolled by one person alone: there is no second before.
        return len(in_service(state)) > 1
    if type(command.what) in FEATURES.by_two:
        return True
    if confirmed_by(state, state.staff[command.staff].role, command.what) or _is_always_seen(state, command.what):
        return True
    return any(_is_over(state, way, ats, amount, at) for (way, ats), amount in money.items())


def _is_always_seen(state: TableState, what: Command | s.Step) -> bool:
    """Whether a second person approves this however little it is, if the operator has any for its way."""
    decides = FEATURES.seconds.get(type(what))
    way = None if decides is None else decides(state, what)
    return way is not None and state.setup.approvals.over(way) is not None


def _is_over(state: TableState, way: Way, ats: int, amount: int, at: int) -> bool:
    """Whether this is too much for one person, together with the last hour's unapproved money there."""
    over = state.setup.approvals.over(way)
    if over is None:
        return False
    before = state.alone.get(way, {}).get(ats, ()) if amount else ()
    return within_hour(before, at) + amount > over


def _count_alone(turn: TableTurn, staff: str, money: Moved) -> None:
    """Record unapproved money that somebody moved, if an amount is set for its way."""
    for (way, ats), amount in money.items():
        if amount and turn.state.setup.approvals.over(way) is not None:
            turn.say(DoneAlone(staff, way, ats, amount, turn.at))


def _supervises(state: TableState, member: StaffMember, what: Command | s.Step) -> bool:
    return member.role in GAME and (_is_witnessed(what) or may(state, member.role, what))


def _is_witnessed(what: Command | s.Step) -> bool:
    return type(what) in FEATURES.witnessed or type(what) in FEATURES.by_two


def _enrolled_lately(state: TableState, one: str, other: str, at: int) -> bool:
    """Whether two people may be one: within a day somebody enrolled both of them, or one enrolled the other."""
    return bool(_hands(state, one, at) & _hands(state, other, at))


def _called_in(state: TableState, one: str, other: str, at: int) -> bool:
    return one in _hands(state, other, at) or other in _hands(state, one, at)


def _hands(state: TableState, staff: str, at: int) -> set[str]:
    """Return who may be behind a person: they themselves, who enrolled them within a day, and who enrolled those.

    Somebody who makes up a person can sign on as them and make up the next: a day's chain is one hand.
    """
    found: set[str] = set()
    while staff in state.staff and staff not in found:
        found.add(staff)
        member = state.staff[staff]
        staff = member.enrolled_by if at - member.enrolled_at < APART else ""
    return found


def _witnesses(state: TableState, asker: str, enrolled: EnrolStaff, at: int) -> set[str]:
    """Return who may approve an enrolment: supervisors who were not lately enrolled by one hand; else anybody else.

    Somebody must be left: at a new table nobody is there but those who were enrolled that day.
    """
    others = {number for number in in_service(state) if number != asker}
    if enrolled.staff in others and state.staff[enrolled.staff].role != enrolled.role:
        others.remove(enrolled.staff)  # nobody promotes themselves
    supervisors = {number for number in others if state.staff[number].role in GAME}
    known = {number for number in supervisors if not _called_in(state, asker, number, at)}
    apart = {number for number in known if not _enrolled_lately(state, asker, number, at)}
    return apart or known or supervisors or others


def attend(turn: TableTurn, command: OfStaff) -> None:
    """Carry out what a person asks for at a console."""
    before = turn.state
    carry_out(turn, need_right(before, command))
    need_second(turn, before, command)


FEATURE: Final = Feature(
    decides={OfStaff: attend},
)

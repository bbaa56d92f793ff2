"""Staff: who may sign on, who is signed on where, and after how many failures nobody is."""

from typing import Final

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.codes import TableCode
from firmware.table.turn import TableTurn

FAILURES: Final = 5
# Milliseconds for which a person cannot sign on after so many failures.
LOCKED: Final = 15 * 60 * 1000


def enrol(turn: TableTurn, command: c.EnrolStaff) -> None:
    """Let a person sign on from now on."""
    if not (command.staff and command.name and command.pin_hash):
        raise Refused(TableCode.ENROL_INCOMPLETE)
    others = (member for number, member in turn.state.staff.items() if number != command.staff)
    if command.card and any(member.card == command.card for member in others):
        raise Refused(TableCode.CARD_TAKEN)
    turn.say(e.StaffEnrolled(command.staff, command.name, command.role, command.pin_hash, command.card))


def sign_on(turn: TableTurn, command: c.SignOn) -> None:
    """Give a console to a person; whoever had it leaves it."""
    member = turn.state.staff.get(command.staff)
    if member is None:
        raise Refused(TableCode.NOT_ENROLLED)
    if turn.at < member.locked_until:
        minutes = -(-(member.locked_until - turn.at) // 60_000)
        raise Refused(TableCode.LOCKED_OUT, minutes=minutes)
    if command.console in turn.state.consoles:
        sign_off(turn, c.SignOff(command.console, "replaced"))
    turn.say(e.StaffSignedOn(command.console, command.staff, member.role))


def fail_sign_on(turn: TableTurn, command: c.FailSignOn) -> None:
    """Count a failure, and lock out after too many."""
    member = turn.state.staff.get(command.staff)
    if member is None:
        raise Refused(TableCode.NOT_ENROLLED)
    failures = member.failures % FAILURES + 1
    until = turn.at + LOCKED if failures == FAILURES else member.locked_until
    turn.say(e.SignOnFailed(command.console, command.staff, failures, until))


def sign_off(turn: TableTurn, command: c.SignOff) -> None:
    """Leave a console."""
    staff = turn.state.consoles.get(command.console)
    if staff is None:
        raise Refused(TableCode.NOBODY_HERE)
    turn.say(e.StaffSignedOff(command.console, staff, command.why))

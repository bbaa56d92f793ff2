"""Staff: who may sign on, who is signed on where, and how long a console takes no PIN after a wrong one."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.authority import CASINO
from firmware.table.codes import TableCode
from firmware.table.staff_commands import RefusePin, SetApprovals
from firmware.table.state import Guard, StaffMember
from firmware.table.turn import TableTurn

# Milliseconds for which a console takes no PIN after the first wrong one, and at most; each further one doubles it.
WAIT: Final = 1000
LONGEST_WAIT: Final = 5 * 60 * 1000
# After so long without a wrong one they are forgotten: whoever waits for that guesses no faster.
QUIET: Final = 60 * 60 * 1000


def enrol(turn: TableTurn, command: c.EnrolStaff) -> None:
    """Let a person sign on from now on."""
    if not (command.staff and command.name and command.pin_hash):
        raise Refused(TableCode.ENROL_INCOMPLETE)
    others = [member for number, member in turn.state.staff.items() if number != command.staff]
    if command.card and any(member.card == command.card for member in others):
        raise Refused(TableCode.CARD_TAKEN)
    # Nobody is two people: neither by a card nor, by mistake or not, under a name that is there.
    if any(_plain(member.name) == _plain(command.name) for member in others):
        raise Refused(TableCode.NAME_TAKEN)
    _need_somebody_to_enrol(turn, command, others)
    turn.say(
        e.StaffEnrolled(
            command.staff, command.name, command.role, command.pin_hash, command.card,
            command.by, command.approved_by, turn.at,
        )
    )  # fmt: skip


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _need_somebody_to_enrol(turn: TableTurn, command: c.EnrolStaff, others: Iterable[StaffMember]) -> None:
    """Hold that somebody is left who enrols, where somebody was."""
    wanted = any(member.role in CASINO for member in turn.state.staff.values())
    if wanted and not ({command.role, *(member.role for member in others)} & CASINO):
        raise Refused(TableCode.LAST_SUPERVISOR)


def sign_on(turn: TableTurn, command: c.SignOn) -> None:
    """Give a console to a person; whoever had it leaves it."""
    member = turn.state.staff.get(command.staff)
    if member is None:
        raise Refused(TableCode.NOT_ENROLLED)
    if command.console in turn.state.consoles:
        sign_off(turn, c.SignOff(command.console, "replaced"))
    turn.say(e.StaffSignedOn(command.console, command.staff, member.role))


def refuse_pin(turn: TableTurn, command: RefusePin) -> None:
    """Have a console wait after a wrong PIN, longer each time; it holds back nobody elsewhere."""
    if command.staff and command.staff not in turn.state.staff:
        raise Refused(TableCode.NOT_ENROLLED)
    guard = turn.state.guards.get(command.console, Guard())
    before = 0 if turn.at - guard.last >= QUIET else sum(guard.wrong.values())
    # Far below the bound of the exponent the wait has reached its own.
    wait = min(WAIT << min(before, 30), LONGEST_WAIT)
    turn.say(e.PinRefused(command.console, command.staff, before + 1, turn.at, turn.at + wait))


def set_approvals(turn: TableTurn, command: SetApprovals) -> None:
    """Have second persons approve what the configuration says."""
    turn.say(e.ApprovalsSet(command.approvals))


def sign_off(turn: TableTurn, command: c.SignOff) -> None:
    """Leave a console."""
    staff = turn.state.consoles.get(command.console)
    if staff is None:
        raise Refused(TableCode.NOBODY_HERE)
    turn.say(e.StaffSignedOff(command.console, staff, command.why))

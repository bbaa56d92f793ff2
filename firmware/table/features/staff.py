"""Staff: who may sign on, who is signed on where, and how long a console takes no PIN after a wrong one."""

import unicodedata
from collections.abc import Iterable
from enum import auto
from typing import Final, Literal

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import CASINO
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command, Role
from firmware.table.core.employed import away
from firmware.table.core.feature import Feature
from firmware.table.core.first_pins import given
from firmware.table.core.state import Guard, StaffMember, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.waiting import Waiting, at_any_time


class StaffCode(Code):
    """Why it is refused."""

    ENROL_INCOMPLETE = auto()
    CARD_TAKEN = auto()
    NAME_TAKEN = auto()
    LAST_SUPERVISOR = auto()
    NOT_ENROLLED = auto()
    NOBODY_HERE = auto()


class EnrolStaff(Command, frozen=True):
    """A person may sign on from now on; if enrolled again, with another PIN, card or role."""

    staff: str
    name: str
    role: Role
    pin_hash: str
    card: str = ""
    by: str = ""
    approved_by: str = ""


class SignOn(Command, frozen=True):
    """A person whose PIN or card has been checked takes a console."""

    console: str
    staff: str


class SignOff(Command, frozen=True):
    """A console is left."""

    console: str
    why: Literal["asked", "idle", "replaced"] = "asked"


def left_idle(console: str) -> SignOff:
    """Return the command that signs an idle person off a console."""
    return SignOff(console, "idle")


class RefusePin(Command, frozen=True):
    """Somebody at a console named a person and entered a wrong PIN; `staff` is empty if there is no such person."""

    console: str
    staff: str = ""


class StaffEnrolled(Event, frozen=True, tag="staff_enrolled"):
    """A person may sign on. `enrolled_by`, `approved_by`: who enrolled them, and who approved it; none at set-up."""

    staff: str
    name: str
    role: Role
    pin_hash: str
    card: str
    enrolled_by: str = ""
    approved_by: str = ""
    at: int = 0


class FirstPinGiven(Event, frozen=True, tag="first_pin_given"):
    """Somebody else chose this person's PIN: it is changed before anything is asked for."""

    staff: str


class StaffSignedOn(Event, frozen=True, tag="staff_signed_on"):
    """A person took a console."""

    console: str
    staff: str
    role: Role


class StaffSignedOff(Event, frozen=True, tag="staff_signed_off"):
    """A person left a console."""

    console: str
    staff: str
    why: Literal["asked", "idle", "replaced"]


class PinRefused(Event, frozen=True, tag="pin_refused"):
    """A wrong PIN was entered at a console, the `count`th of late; it takes none before `until`.

    `staff`: the named person; nothing if nobody has that number, which may be a PIN typed in the wrong place.
    """

    console: str
    staff: str
    count: int
    at: int
    until: int


class SignOnFailed(Event, frozen=True, tag="sign_on_failed"):
    """In older journals: somebody failed to prove to be this person; after some failures nobody could, until a time."""

    console: str
    staff: str
    failures: int
    locked_until: int


# Milliseconds for which a console takes no PIN after the first wrong one, and at most; each further one doubles it.
WAIT: Final = 1000
LONGEST_WAIT: Final = 5 * 60 * 1000
# After this long without a wrong PIN they are forgotten: waiting for that makes guessing no faster.
QUIET: Final = 60 * 60 * 1000


def enrol(turn: TableTurn, command: EnrolStaff) -> None:
    """Let a person sign on from now on."""
    if not (command.staff and command.name and command.pin_hash):
        raise Refused(StaffCode.ENROL_INCOMPLETE)
    others = [member for number, member in turn.state.staff.items() if number != command.staff]
    if command.card and any(member.card == command.card for member in others):
        raise Refused(StaffCode.CARD_TAKEN)
    # No card and no name belongs to two people, by mistake or not.
    if any(_plain(member.name) == _plain(command.name) for member in others):
        raise Refused(StaffCode.NAME_TAKEN)
    _need_somebody_to_enrol(turn, command, others)
    turn.say(
        StaffEnrolled(
            command.staff, command.name, command.role, command.pin_hash, command.card,
            command.by, command.approved_by, turn.at,
        )
    )  # fmt: skip
    if turn.state.setup.own_pins and command.by not in ("", command.staff):
        turn.say(FirstPinGiven(command.staff))


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _need_somebody_to_enrol(turn: TableTurn, command: EnrolStaff, others: Iterable[StaffMember]) -> None:
    """Check that somebody who can enrol is left, if there was somebody."""
    wanted = any(member.role in CASINO for member in turn.state.staff.values())
    if wanted and not ({command.role, *(member.role for member in others)} & CASINO):
        raise Refused(StaffCode.LAST_SUPERVISOR)


def sign_on(turn: TableTurn, command: SignOn) -> None:
    """Give a console to a person; the previous one is signed off."""
    member = turn.state.staff.get(command.staff)
    if member is None:
        raise Refused(StaffCode.NOT_ENROLLED)
    if away(turn.state, command.staff):
        raise Refused(TableCode.STAFF_AWAY, staff=command.staff)
    if command.console in turn.state.consoles:
        sign_off(turn, SignOff(command.console, "replaced"))
    turn.say(StaffSignedOn(command.console, command.staff, member.role))


def refuse_pin(turn: TableTurn, command: RefusePin) -> None:
    """Make a console wait after a wrong PIN, longer each time; nobody elsewhere is affected."""
    if command.staff and command.staff not in turn.state.staff:
        raise Refused(StaffCode.NOT_ENROLLED)
    guard = turn.state.guards.get(command.console, Guard())
    before = 0 if turn.at - guard.last >= QUIET else sum(guard.wrong.values())
    # Far below the bound of the exponent the wait has reached its own.
    wait = min(WAIT << min(before, 30), LONGEST_WAIT)
    turn.say(PinRefused(command.console, command.staff, before + 1, turn.at, turn.at + wait))


def sign_off(turn: TableTurn, command: SignOff) -> None:
    """Leave a console."""
    staff = turn.state.consoles.get(command.console)
    if staff is None:
        raise Refused(StaffCode.NOBODY_HERE)
    turn.say(StaffSignedOff(command.console, staff, command.why))


def _fold_enrolled(state: TableState, event: StaffEnrolled) -> TableState:
    by, approved_by, at = event.enrolled_by, event.approved_by, event.at
    before = state.staff.get(event.staff)
    if before is not None and by == event.staff:
        # A person who changes their own PIN keeps their enroller on record.
        by, approved_by, at = before.enrolled_by, before.approved_by, before.enrolled_at
    # A number that is somebody else's from now on brings nobody's card with it.
    same = before is not None and _plain(before.name) == _plain(event.name)
    card = event.card or (before.card if before is not None and same else "")
    member = StaffMember(
        event.name, event.role, event.pin_hash, card, enrolled_by=by, approved_by=approved_by, enrolled_at=at
    )
    return replace(state, staff={**state.staff, event.staff: member})


def _fold_first_pin(state: TableState, event: FirstPinGiven) -> TableState:
    return given(state, event.staff)


def _fold_signed_on(state: TableState, event: StaffSignedOn) -> TableState:
    member = replace(state.staff[event.staff], failures=0, locked_until=0)
    staff = {**state.staff, event.staff: member}
    state = replace(state, staff=staff, consoles={**state.consoles, event.console: event.staff})
    guard = state.guards.get(event.console)
    if guard is None:
        return state
    # Somebody who got their own PIN right in the end was not guessing at another's.
    wrong = {who: count for who, count in guard.wrong.items() if who != event.staff}
    return replace(state, guards={**state.guards, event.console: replace(guard, wrong=wrong)})


def _fold_signed_off(state: TableState, event: StaffSignedOff) -> TableState:
    return replace(
        state, consoles={console: who for console, who in state.consoles.items() if console != event.console}
    )


def _fold_pin_refused(state: TableState, event: PinRefused) -> TableState:
    before = {} if event.count == 1 else state.guards[event.console].wrong
    wrong = {**before, event.staff: before.get(event.staff, 0) + 1}
    return replace(state, guards={**state.guards, event.console: Guard(wrong, event.at, event.until)})


def _fold_sign_on_failed(state: TableState, event: SignOnFailed) -> TableState:
    member = replace(state.staff[event.staff], failures=event.failures, locked_until=event.locked_until)
    return replace(state, staff={**state.staff, event.staff: member})


def _while_there_is_nobody(_: Waiting, __: int, staffed: bool) -> None:  # noqa: FBT001 - a feature's
    if staffed:
        raise Refused(TableCode.WAITS_FOR_WITNESSES)


FEATURE: Final = Feature(
    decides={EnrolStaff: enrol, SignOn: sign_on, RefusePin: refuse_pin, SignOff: sign_off},
    folds={
        StaffEnrolled: _fold_enrolled,
        FirstPinGiven: _fold_first_pin,
        StaffSignedOn: _fold_signed_on,
        StaffSignedOff: _fold_signed_off,
        PinRefused: _fold_pin_refused,
        SignOnFailed: _fold_sign_on_failed,
    },
    beside={EnrolStaff: CASINO},
    witnessed=(EnrolStaff,),
    while_closed=(SignOn, RefusePin, SignOff),
    while_waiting={
        SignOn: at_any_time,
        RefusePin: at_any_time,
        SignOff: at_any_time,
        EnrolStaff: _while_there_is_nobody,
    },
)

"""People who leave, for a while or for good, and come back; and each person's own PIN."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import CASINO
from firmware.table.core.commands import Command, Role
from firmware.table.core.employed import NAME, away, in_service
from firmware.table.core.feature import Feature
from firmware.table.core.first_pins import changed
from firmware.table.core.kept import keep
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.staff import SignOff, StaffCode, sign_off

SUSPENDED: Final = "suspended"
DISMISSED: Final = "dismissed"


class EmploymentCode(Code):
    """Why it is refused."""

    AWAY_ALREADY = auto()
    NOT_AWAY = auto()
    NO_PIN = auto()


class SuspendStaff(Command, frozen=True):
    """A person may not sign on for now, and is signed off every console at once."""

    staff: str


class DismissStaff(Command, frozen=True):
    """A person has left for good."""

    staff: str


class ReinstateStaff(Command, frozen=True):
    """A person who was away may sign on again."""

    staff: str


class ChangePin(Command, frozen=True):
    """Somebody has another PIN of their own."""

    staff: str
    pin_hash: str


class StaffSuspended(Event, frozen=True, tag="staff_suspended"):
    """A person may not sign on for now."""

    staff: str


class StaffDismissed(Event, frozen=True, tag="staff_dismissed"):
    """A person has left for good."""

    staff: str


class StaffReinstated(Event, frozen=True, tag="staff_reinstated"):
    """A person who was away may sign on again."""

    staff: str


class PinChanged(Event, frozen=True, tag="pin_changed"):
    """Somebody has another PIN of their own."""

    staff: str
    pin_hash: str


def suspend(turn: TableTurn, command: SuspendStaff) -> None:
    """Suspend somebody."""
    _send_away(turn, command.staff, SUSPENDED)
    turn.say(StaffSuspended(command.staff))


def dismiss(turn: TableTurn, command: DismissStaff) -> None:
    """Dismiss somebody; only two people together can reinstate them."""
    _send_away(turn, command.staff, DISMISSED)
    turn.say(StaffDismissed(command.staff))


def _send_away(turn: TableTurn, staff: str, how: str) -> None:
    """Check that somebody may be sent away, and sign them off every console."""
    _need_enrolled(turn, staff)
    if away(turn.state, staff) in (how, DISMISSED):
        raise Refused(EmploymentCode.AWAY_ALREADY, staff=staff)
    # Somebody must be left who can enrol and reinstate.
    left = in_service(turn.state) - {staff}
    if turn.state.staff[staff].role in CASINO and not any(turn.state.staff[one].role in CASINO for one in left):
        raise Refused(StaffCode.LAST_SUPERVISOR)
    for console in [console for console, who in turn.state.consoles.items() if who == staff]:
        sign_off(turn, SignOff(console, "replaced"))


def reinstate(turn: TableTurn, command: ReinstateStaff) -> None:
    """Let somebody sign on again."""
    _need_enrolled(turn, command.staff)
    if not away(turn.state, command.staff):
        raise Refused(EmploymentCode.NOT_AWAY, staff=command.staff)
    turn.say(StaffReinstated(command.staff))


def change_pin(turn: TableTurn, command: ChangePin) -> None:
    """Give somebody another PIN."""
    _need_enrolled(turn, command.staff)
    if not command.pin_hash:
        raise Refused(EmploymentCode.NO_PIN)
    turn.say(PinChanged(command.staff, command.pin_hash))


def _need_enrolled(turn: TableTurn, staff: str) -> None:
    if staff not in turn.state.staff:
        raise Refused(StaffCode.NOT_ENROLLED)


def _fold_suspended(state: TableState, event: StaffSuspended) -> TableState:
    return keep(state, NAME, event.staff, SUSPENDED)


def _fold_dismissed(state: TableState, event: StaffDismissed) -> TableState:
    return keep(state, NAME, event.staff, DISMISSED)


def _fold_reinstated(state: TableState, event: StaffReinstated) -> TableState:
    return keep(state, NAME, event.staff, None)


def _fold_pin_changed(state: TableState, event: PinChanged) -> TableState:
    member = replace(state.staff[event.staff], pin_hash=event.pin_hash)
    return changed(replace(state, staff={**state.staff, event.staff: member}), event.staff)


FEATURE: Final = Feature(
    decides={SuspendStaff: suspend, DismissStaff: dismiss, ReinstateStaff: reinstate, ChangePin: change_pin},
    folds={
        StaffSuspended: _fold_suspended,
        StaffDismissed: _fold_dismissed,
        StaffReinstated: _fold_reinstated,
        PinChanged: _fold_pin_changed,
    },
    beside={
        SuspendStaff: CASINO,
        DismissStaff: CASINO,
        ReinstateStaff: CASINO,
        ChangePin: frozenset(Role),
    },
    by_two=(ReinstateStaff,),
    own=(ChangePin,),
)

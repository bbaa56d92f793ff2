"""What happened to people: enrolled, signed on and off, a wrong PIN; and what second persons approve."""

from typing import Literal

from firmware.game.events import Event
from firmware.table.approval_rules import Approvals, Way
from firmware.table.commands import Role


class StaffEnrolled(Event, frozen=True, tag="staff_enrolled"):
    """A person may sign on. `enrolled_by`, `approved_by`: who called them in, and who was there; none, at set-up."""

    staff: str
    name: str
    role: Role
    pin_hash: str
    card: str
    enrolled_by: str = ""
    approved_by: str = ""
    at: int = 0


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

    `staff`: whose it was to be; nothing where nobody has that number, which may be somebody's PIN in the wrong place.
    """

    console: str
    staff: str
    count: int
    at: int
    until: int


class SignOnFailed(Event, frozen=True, tag="sign_on_failed"):
    """In older journals: somebody could not show to be this person; after so many times nobody can, until a time."""

    console: str
    staff: str
    failures: int
    locked_until: int


class ApprovalsSet(Event, frozen=True, tag="approvals_set"):
    """From here on second persons approve this."""

    approvals: Approvals


class DoneAlone(Event, frozen=True, tag="done_alone"):
    """One person moved money that nobody approved. `ats`: at which terminal; 0, on many accounts at once."""

    staff: str
    way: Way
    ats: int
    amount: int
    at: int

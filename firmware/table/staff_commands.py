"""What is asked in people's names: an act of whoever is at a console, a wrong PIN, what second persons approve."""

from firmware.game.steps import Step
from firmware.table.approval_rules import Approvals
from firmware.table.commands import Command


class OfStaff(Command, frozen=True):
    """What the person at a console asks for. `approved_by`: who was there to approve it, and showed it by their PIN."""

    console: str
    staff: str
    what: Command | Step
    approved_by: str = ""


class RefusePin(Command, frozen=True):
    """Somebody at a console named a person, and entered another PIN; `staff` is empty where there is no such person."""

    console: str
    staff: str = ""


class SetApprovals(Command, frozen=True):
    """The table keeps to its configuration: what second persons approve from here on."""

    approvals: Approvals

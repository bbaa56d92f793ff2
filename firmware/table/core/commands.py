"""What every command to a table has: what is asked, and in whose name. The commands stand with their features."""

from enum import StrEnum

from msgspec import Struct

from firmware.game.steps import Step


class Command(Struct, frozen=True):
    """Something asked of the table."""


class Role(StrEnum):
    """What a person may be at a table."""

    DEALER = "dealer"
    GAME_SUPERVISOR = "game supervisor"
    CASINO_SUPERVISOR = "casino supervisor"
    TECHNICIAN = "technician"
    TOURNAMENT_DIRECTOR = "tournament director"
    CASHIER = "cashier"


class OfStaff(Command, frozen=True):
    """What the person at a console asks for. `approved_by`: who was there to approve it, and showed it by their PIN."""

    console: str
    staff: str
    what: Command | Step
    approved_by: str = ""

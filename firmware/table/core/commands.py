"""What all commands to a table have in common: what is asked, in whose name. Each is in its feature's file."""

from enum import StrEnum

from msgspec import Struct

from firmware.game.steps import Step


class Command(Struct, frozen=True):
    """Something asked of the table."""


class Role(StrEnum):
    """The roles of people at a table."""

    DEALER = "dealer"
    GAME_SUPERVISOR = "game supervisor"
    CASINO_SUPERVISOR = "casino supervisor"
    TECHNICIAN = "technician"
    TOURNAMENT_DIRECTOR = "tournament director"
    CASHIER = "cashier"


class OfStaff(Command, frozen=True):
    """What the person at a console asks for. `approved_by`: who approved it, proven by their PIN."""

    console: str
    staff: str
    what: Command | Step
    approved_by: str = ""

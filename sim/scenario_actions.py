"""What a line of a scenario asks for: of the table, of a tournament, or of the scenario itself."""

from msgspec import Struct

from firmware.game import steps as s
from firmware.table.core.commands import Command


class Wait(Struct, frozen=True):
    """Virtual time passes."""

    seconds: float


class ChooseBook(Struct, frozen=True):
    """The rule book that the scenario is played by."""

    rulebook: str


class SetTable(Struct, frozen=True):
    """The table that the scenario is played on."""

    ats: int = 2
    decks: int = 8
    period: float = 30
    side_wagers: dict[str, int] = {}
    aggregate_minimum: int = 0


Action = Command | s.Step | Wait | ChooseBook | SetTable

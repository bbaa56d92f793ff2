"""The doors of terminals: which of them stop a terminal while they are open, and which stand open."""

from typing import Final

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.kept import kept
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState

NAME: Final = "doors"
# Of each door that takes its terminal out of play: whether it stays out, once it is shut, until people say otherwise.
STOPS: Final[dict[str, bool]] = {"cabinet_door": False, "cash_box_door": False, "logic_door": True}
# What is kept of one: it stands open, or it was shut again and its terminal is not cleared yet.
OPEN: Final = "open"
SHUT: Final = "shut"


def key_of(ats: int, door: str) -> str:
    """Return under which key a door is kept."""
    return f"{ats} {door}"


def standing(state: TableState, ats: int) -> tuple[str, ...]:
    """Return the doors for which a terminal is out of play."""
    doors = kept(state, NAME)
    return tuple(door for door in STOPS if key_of(ats, door) in doors) if doors else ()


def stopped(state: TableState) -> tuple[int, ...]:
    """Return the terminals that are out of play for a door."""
    return tuple(sorted({int(key.partition(" ")[0]) for key in kept(state, NAME)}))


def need_shut(table: Standing, ats: int) -> None:
    """Refuse what a terminal does not do with a door open: take anything new, or print a ticket."""
    if standing(table.state, ats):
        raise Refused(TableCode.DOOR_OPEN, ats=ats)

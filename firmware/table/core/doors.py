"""The doors of terminals: which of them stop a terminal while they are open, and which are open."""

from typing import Final

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.kept import kept
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState

NAME: Final = "doors"
# Doors that take their terminal out of play, and whether it stays out, once shut, until people clear it.
STOPS: Final[dict[str, bool]] = {"cabinet_door": False, "cash_box_door": False, "logic_door": True}
# What is kept about a door: it is open, or it was shut again and its terminal is not cleared yet.
OPEN: Final = "open"
SHUT: Final = "shut"


def key_of(ats: int, door: str) -> str:
    """Return a door's key."""
    return f"{ats} {door}"


def standing(state: TableState, ats: int) -> tuple[str, ...]:
    """Return the doors that keep a terminal out of play."""
    doors = kept(state, NAME)
    return tuple(door for door in STOPS if key_of(ats, door) in doors) if doors else ()


def found(state: TableState, ats: int) -> dict[str, str]:
    """Return the doors that keep a terminal out of play, and of each whether it is open, or shut and not cleared."""
    return {door: str(kept(state, NAME)[key_of(ats, door)]) for door in standing(state, ats)}


def stopped(state: TableState) -> tuple[int, ...]:
    """Return the terminals that are out of play because of a door."""
    return tuple(sorted({int(key.partition(" ")[0]) for key in kept(state, NAME)}))


def need_shut(table: Standing, ats: int) -> None:
    """Refuse what a terminal with an open door does not do: take anything new, or print a ticket."""
    if standing(table.state, ats):
        raise Refused(TableCode.DOOR_OPEN, ats=ats)

"""Who still has a PIN that somebody else chose for them: they must change it before they ask for anything else."""

from typing import Final

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.kept import keep, kept
from firmware.table.core.state import TableState

NAME: Final = "first-pins"


def has_first_pin(state: TableState, staff: str) -> bool:
    """Whether somebody else knows a person's PIN, and the house wants it changed."""
    return staff in kept(state, NAME)


def need_own_pin(state: TableState, staff: str) -> None:
    """Refuse a person who has not chosen a PIN of their own yet."""
    if has_first_pin(state, staff):
        raise Refused(TableCode.FIRST_PIN, staff=staff)


def given(state: TableState, staff: str) -> TableState:
    """Remember that somebody else chose a person's PIN."""
    return keep(state, NAME, staff, 1)


def changed(state: TableState, staff: str) -> TableState:
    """Forget it: the person chose one."""
    return keep(state, NAME, staff, None) if has_first_pin(state, staff) else state

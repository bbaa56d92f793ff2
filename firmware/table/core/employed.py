"""Who is enrolled but may not sign on: suspended for a while, or dismissed."""

from typing import Final

from firmware.table.core.kept import kept
from firmware.table.core.state import TableState

NAME: Final = "employment"


def away(state: TableState, staff: str) -> str:
    """Return why a person may not sign on; nothing if they may."""
    return str(kept(state, NAME).get(staff, ""))


def in_service(state: TableState) -> frozenset[str]:
    """Return who may sign on."""
    return frozenset(state.staff) - kept(state, NAME).keys()

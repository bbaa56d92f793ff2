"""Updates of boards' software: which restarts are allowed, and what a table's own waits for."""

from typing import Final

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.kept import kept
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState

NAME: Final = "update"
TABLE: Final = "table"
# The part that boards report, and the fault that says that an update waits.
PART: Final = "update"
READY: Final = "update_ready"


def allowed(state: TableState, board: str) -> str:
    """Return which version a board may start; nothing for none."""
    return str(kept(state, NAME).get(board, ""))


def waits_at(state: TableState, ats: int) -> bool:
    """Whether software at a terminal waits for permission."""
    return READY in state.troubles.get(f"ats-{ats} {PART}", ())


def board_of(device: str) -> str:
    """Return whose update a report is about: the table's, or a terminal's; nothing if it is about none.

    >>> board_of("update"), board_of("ats-3 update"), board_of("ats-3 panel")
    ('table', 'ats-3', '')
    """
    board, _, part = device.rpartition(" ")
    return "" if part != PART else board or TABLE


def need_no_restart(table: Standing) -> None:
    """Refuse to begin what an allowed restart would cut off."""
    if allowed(table.state, TABLE):
        raise Refused(TableCode.RESTART_DUE)


def busy(state: TableState) -> str:
    """Return, as a word, what must end before a table's board restarts; nothing if nothing must.

    Money in doubt does not block: doubt survives restarts.
    """
    if state.game.coup is not None:
        return "coup"
    if any(state.tickets[number].fate in ("printing", "reprinting") for number in state.unsettled):
        return "ticket"
    return ""

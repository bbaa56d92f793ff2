"""The lamps of the table's panel: open for wagers, somebody is needed, all is well."""

from firmware.table.core.software import out
from firmware.table.core.state import TableState
from hal.panel import Panel


def lamps_of(state: TableState) -> dict[str, bool]:
    """Return which lamps are lit."""
    coup = state.game.coup
    needed = bool(state.faults) or bool(out(state)) or state.game.blocked or state.frozen
    return {
        "lamp_betting": coup is not None and coup.betting,
        "lamp_fault": needed,
        "lamp_ready": state.open and not needed,
    }


def light(panel: Panel, state: TableState) -> None:
    """Light them."""
    for lamp, on in lamps_of(state).items():
        panel.set(lamp, on=on)

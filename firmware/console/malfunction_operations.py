"""Operations about malfunctions: a terminal's begins or ends; the system's or the display's ends."""

from typing import Final

from firmware.console.operations import Operation, ats, nothing
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction

OPERATIONS: Final = {
    "ats-fault": Operation(Malfunction("ats", 1), lambda _, a: Malfunction("ats", ats(a)), nothing, ("ats",)),
    "ats-clear": Operation(ClearMalfunction("ats", 1), lambda _, a: ClearMalfunction("ats", ats(a)), nothing, ("ats",)),
    "clear-fault": Operation(ClearMalfunction("system"), lambda _, a: ClearMalfunction(a["what"]), nothing, ("what",)),  # type: ignore[arg-type]
}

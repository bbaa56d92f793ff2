"""Operations about boards' software: what is out of play for it is seen to, and a restart is allowed."""

from typing import Final

from firmware.console.operations import Operation, nothing
from firmware.table.features.software import ClearSoftware, ClearTableSoftware
from firmware.table.features.updates import AllowRestart, AllowTerminalRestart

OPERATIONS: Final = {
    "clear-table-software": Operation(lambda _, __: ClearTableSoftware(), nothing),
    "clear-software": Operation(lambda _, a: ClearSoftware(int(a["ats"])), nothing, ("ats",)),
    "allow-terminal-restart": Operation(lambda _, a: AllowTerminalRestart(int(a["ats"])), nothing, ("ats",)),
    "allow-restart": Operation(lambda _, a: AllowRestart(a["version"]), nothing, ("version",)),
}

"""Operations about boards' software: putting a board back into play after a failed proof, and allowing a restart."""

from typing import Final

from firmware.console.operations import at_once, named, of_terminal
from firmware.table.features.software import ClearSoftware, ClearTableSoftware
from firmware.table.features.updates import AllowRestart, AllowTerminalRestart

OPERATIONS: Final = {
    "clear-table-software": at_once(ClearTableSoftware()),
    "clear-software": of_terminal(ClearSoftware),
    "allow-terminal-restart": of_terminal(AllowTerminalRestart),
    "allow-restart": named("version", AllowRestart),
}

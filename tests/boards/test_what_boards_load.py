"""What a board's process loads: a small board that starts pays for each module, so that it loads what it needs."""

import subprocess
import sys

import pytest

LOADED = "import sys, firmware.cli.run, firmware.cli.role, {module}; print(*sorted(sys.modules), sep='\\n')"
# What only a table needs: how it decides, folds and keeps its journal.
OF_A_TABLE = (
    "firmware.table.features",
    "firmware.table.core.codec",
    "firmware.table.core.decide",
    "firmware.table.core.evolve",
    "firmware.table.core.service",
    "firmware.table.core.state",
    "firmware.table.core.turn",
    "firmware.table.journal.file",
    "firmware.table.journal.sqlite_journal",
    "firmware.table.people",
    "firmware.table_board",
    "firmware.game.transitions",
)


@pytest.mark.outside
@pytest.mark.parametrize("module", ["firmware.terminal.board", "firmware.display.board"])
def test_a_board_that_is_no_table_loads_nothing_of_one(module: str) -> None:
    program = [sys.executable, "-c", LOADED.format(module=module)]
    loaded = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60).stdout.split()
    assert module in loaded
    assert [name for name in loaded if name.startswith(OF_A_TABLE)] == []

"""Figures of a process: how long the table's modules take to import."""

import subprocess
import sys
from typing import Final

from firmware.measures import Figure

_IMPORT: Final = "from timeit import timeit; print(timeit('import firmware.table.service', number=1))"


def import_table_ms() -> Figure:
    """The import of the table's service, in a fresh process."""
    runs = (
        subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True) for _ in range(5)
    )
    return Figure(round(min(float(run.stdout) for run in runs) * 1000, 1), "ms")

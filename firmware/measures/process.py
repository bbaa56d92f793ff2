"""Figures of a process: how long the table's modules take to import."""

import subprocess
import sys
from typing import Final

from firmware.measures import Figure

_IMPORT: Final = (
    "import time; start = time.perf_counter(); import firmware.table.service; print(time.perf_counter() - start)"
)


def import_table_ms() -> Figure:
    """The import of the table's service, in a fresh process."""
    runs = (
        subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True)  # noqa: S603
        for _ in range(5)
    )
    return Figure(round(min(float(run.stdout) for run in runs) * 1000, 1), "ms")

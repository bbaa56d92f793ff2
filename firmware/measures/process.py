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


_MEMORY: Final = """
from pathlib import Path
from firmware.measures.journal import play_long_shoe
play_long_shoe()
lines = Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM:")))
"""


def table_rss_mb() -> Figure:
    """The most memory that a table's process takes, with 50 terminals, through a long shoe on a real journal."""
    run = subprocess.run([sys.executable, "-c", _MEMORY], capture_output=True, text=True, check=True)
    return Figure(round(int(run.stdout) / 1024, 1), "MB")

"""Figures of a process: how long the table's modules take to import."""

import os
import subprocess
import sys
import tempfile
from typing import Final

from firmware.measures import Figure

_IMPORT: Final = "from timeit import timeit; print(timeit('import firmware.table.core.service', number=1))"


def import_table_ms() -> Figure:
    """The import of the table's service, in a fresh process, of modules that are compiled, as pip installs them."""
    # In an environment that keeps no bytecode, more than half of the time would be the compiler's.
    with tempfile.TemporaryDirectory() as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        _, *taken = (_import_s(environment) for _ in range(6))
    return Figure(round(min(taken) * 1000, 1), "ms")


def _import_s(environment: dict[str, str]) -> float:
    run = subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True, env=environment)
    return float(run.stdout)


_MEMORY: Final = """
from pathlib import Path
from firmware.measures.recovery import play_long_shoe
play_long_shoe()
lines = Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM:")))
"""


def table_rss_mb() -> Figure:
    """The most memory that a table's process takes, with 50 terminals, through a long shoe on a real journal."""
    run = subprocess.run([sys.executable, "-c", _MEMORY], capture_output=True, text=True, check=True)
    return Figure(round(int(run.stdout) / 1024, 1), "MB")

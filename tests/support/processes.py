"""Programs that a test starts beside itself, and that are gone when it ends."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RAPID_TABLE = (sys.executable, "-m", "firmware.cli.main")


@contextmanager
def started(folder: Path, *command: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, **environment},
    )  # fmt: skip
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()

"""Emulated devices, each a process of its own on a pseudo-terminal."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

WAITED_S: Final = 30.0


class Device:
    """One device: what happens to it is told, and what it says is kept."""

    def __init__(self, kind: str, folder: Path, *options: str) -> None:
        self.link = folder / kind
        self.link.unlink(missing_ok=True)
        self._log = folder / f"{kind}.jsonl"
        command = [sys.executable, "-m", "firmware.cli.main", "emulate", kind, "--link", str(self.link), *options]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log)
        ends = time.monotonic() + WAITED_S
        while not self.link.is_symlink():
            if self._process.poll() is not None or time.monotonic() > ends:
                raise AssertionError(f"{kind}: the emulator has not started: {self._log.read_text()}")
            time.sleep(0.1)

    def tell(self, line: str) -> None:
        """Have something happen to it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def heard(self) -> list[dict[str, object]]:
        """Return what it said."""
        return [json.loads(line) for line in self._log.read_text().splitlines()]

    def end(self) -> None:
        """End it: its standard input, and so itself."""
        assert self._process.stdin is not None
        if self._process.returncode is not None:
            return
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait()

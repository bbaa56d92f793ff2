"""A bench for programs, as a program has it: a process, lines to it, objects from it."""

import json
import os
import queue
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from processes import RAPID_TABLE
from tools_needed import need

# How long something may take on a machine that is busy.
PATIENCE_S = 30.0


class Bench:
    """A bench that runs. `ready` is what it said first, `said` all that it has said."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.said: list[dict[str, Any]] = []
        self._new: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.ready = self.until("ready")

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._new.put(line)
        self._new.put("")

    def tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Read on until something is said, and return it."""
        while True:
            line = self._new.get(timeout=PATIENCE_S)
            assert line, f"it ended before it said {kind} {fields}: {self.said[-20:]}"
            said = json.loads(line)
            self.said.append(said)
            if said["event"] == kind and all(said.get(name) == value for name, value in fields.items()):
                return said

    def do(self, line: str) -> list[dict[str, Any]]:
        """Have a line done, and return what it caused, with what became of it last."""
        before = len(self.said)
        self.tell(line)
        while not self.said[before:] or self.said[-1]["event"] not in ("done", "refused", "error"):
            said = self._new.get(timeout=PATIENCE_S)
            assert said, self.said[-20:]
            self.said.append(json.loads(said))
        return self.said[before:]

    def end(self) -> int:
        """End its input; return its status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE_S)


@contextmanager
def headless(*words: str, **environment: str) -> Iterator[Bench]:
    if "--network" in words:
        need("nats-server")
    process = subprocess.Popen(
        [*RAPID_TABLE, "bench", "--headless", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, **environment},
    )  # fmt: skip
    try:
        yield Bench(process)
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None and not pipe.closed:
                pipe.close()

"""`probe` and `emulate` as other people's programs have them: processes, lines to them, JSON from them."""

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

PATIENCE_S = 60


def _is(said: dict[str, Any], what: str, fields: dict[str, Any]) -> bool:
    return said["event"] == what and all(said.get(name) == value for name, value in fields.items())


class Running:
    """A command that runs: it is told lines, and what it prints is waited for."""

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "firmware.cli.main", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lines: Queue[str] = Queue()
        self.printed: list[dict[str, Any]] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)

    def tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _next(self, wanted: str) -> dict[str, Any]:
        try:
            said: dict[str, Any] = json.loads(self._lines.get(timeout=PATIENCE_S))
        except Empty:
            raise AssertionError(f"no {wanted} in {self.printed}") from None
        self.printed.append(said)
        return said

    def event(self, what: str, /, **fields: Any) -> dict[str, Any]:
        """Return the next thing printed that is this."""
        while not _is(said := self._next(f"{what} {fields}"), what, fields):
            pass
        return said

    def ever(self, what: str, /, **fields: Any) -> dict[str, Any]:
        """Return the first thing printed that is this, also if it was printed before."""
        return next((said for said in self.printed if _is(said, what, fields)), None) or self.event(what, **fields)

    def settle(self) -> None:
        """Read on until nothing more is printed for a while."""
        with contextlib.suppress(Empty):
            while True:
                self.printed.append(json.loads(self._lines.get(timeout=1.5)))

    def end(self) -> int:
        assert self._process.stdin is not None
        self._process.stdin.close()
        # What others rely on is 4 s; here others use the processors, too.
        return self._process.wait(timeout=40)

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()


@contextmanager
def running(*words: str) -> Iterator[Running]:
    process = Running(*words)
    try:
        yield process
    finally:
        process.kill()


@contextmanager
def both(
    kind: str, link: Path, *, protocol: tuple[str, ...] = (), more: tuple[str, ...] = (), probe: tuple[str, ...] = ()
) -> Iterator[tuple[Running, Running]]:
    with running("emulate", kind, "--link", str(link), "--pace", "0.4", *protocol, *more) as device:
        device.event("device", link=str(link))
        with running("probe", kind, "--port", str(link), *protocol, *probe) as host:
            host.event("device", stage="ready")
            yield device, host
            assert host.end() == 0
        assert device.end() == 0
        assert not link.is_symlink()

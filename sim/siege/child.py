"""A process of the siege: started, killed, frozen, given orders; started again when it ends, as systemd would."""

import asyncio
import itertools
import json
import shutil
import signal
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from hal.clock import ticks_s
from sim.siege.patience import ended

# A line of a child's output; the state of a table with many tickets is long.
LONGEST: Final = 4 * 1024 * 1024
# What it waits for a processor not counted.
ENDS_S: Final = 10.0
STORY: Final = 100
_WITH_US: Final = ("setpriv", "--pdeathsig", "KILL", "--")


class Child:
    """A program in a process of its own, which ends with ours.

    `ended`: how it ended by itself, each time. `hears`: whether it has said since it was started last that it ends with
    status 0 when it is told to.
    """

    def __init__(self, name: str, folder: Path, *command: str) -> None:
        self.name: Final = name
        self.ended: list[str] = []
        self.starts = 0
        # When it was started and ended lately.
        self.story: deque[str] = deque(maxlen=STORY)
        self._folder = folder
        self._command = (*(_WITH_US if shutil.which("setpriv") else ()), *command)
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._numbers = itertools.count(1)
        self._wanted = False
        self._turn = asyncio.Lock()
        self.hears = False

    @property
    def log(self) -> Path:
        """Where what it says on standard error goes."""
        return self._folder / f"{self.name}.log"

    @property
    def on(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """Its number; 0 when it does not run."""
        return self._process.pid if self._process is not None and self.on else 0

    async def start(self, wanted: Callable[[], bool] = lambda: True) -> None:
        """Start it, unless it runs, or is not wanted any more when it is its turn."""
        async with self._turn:
            if self.on or not wanted():
                return
            with self.log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, cwd=self._folder, stdin=PIPE, stdout=PIPE, stderr=log, limit=LONGEST
                )
            self.starts += 1
            self.hears = False
            self.story.append(f"{ticks_s():.2f} {self.name} starts")
            self._wanted = True
            self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            said = json.loads(line)
            self.hears = self.hears or "hears" in said
            answer = self._answers.pop(said.get("id", 0), None)
            if answer is not None and not answer.done():
                answer.set_result(said)
        status = await process.wait()
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()
        if self._wanted:
            self._wanted = False
            self.ended.append(f"{self.name} ended by itself with status {status}: {self.last_words()}")

    def last_words(self) -> str:
        """Return the last that it said on standard error."""
        said = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return said[-1] if said else ""

    async def order(self, seconds: float = 5.0, **order: Any) -> dict[str, Any] | None:
        """Give an order, and return what came of it; None when nobody answers, as one that is dead or frozen."""
        process = self._process
        if process is None or process.stdin is None or not self.on:
            return None
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        try:
            process.stdin.write(json.dumps({"id": number, **order}).encode() + b"\n")
            async with asyncio.timeout(seconds):
                await process.stdin.drain()
                said: dict[str, Any] = await answer
                return said
        except (TimeoutError, ConnectionError, asyncio.CancelledError):
            if answer.cancelled() or not answer.done():
                self._answers.pop(number, None)
            current = asyncio.current_task()
            if current is not None and current.cancelling():
                raise
            return None

    def freeze(self) -> None:
        """Have it stand still."""
        self._signal(signal.SIGSTOP)

    def reload(self) -> None:
        """Have it read its configuration anew."""
        self._signal(signal.SIGHUP)

    def thaw(self) -> None:
        """Have it go on."""
        self._signal(signal.SIGCONT)

    async def kill(self) -> None:
        """End it at once, whatever it is doing."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> bool:
        """Tell it to end; whether it does, in time and with status 0.

        One whose code had not begun yet, as by its not having said that it hears, is just gone.
        """
        process = self._process
        await self._end(signal.SIGTERM)
        gone = process is not None and process.returncode == -signal.SIGTERM and not self.hears
        return process is not None and (process.returncode == 0 or gone)

    async def _end(self, how: signal.Signals) -> None:
        async with self._turn:
            self._wanted = False
            if self._process is None or not self.on:
                return
            self.story.append(f"{ticks_s():.2f} {self.name} {how.name}")
            self._signal(signal.SIGCONT)
            self._signal(how)
            if not await ended(self._process, ENDS_S):
                self.ended.append(f"{self.name} does not end within {ENDS_S:g} s of {how.name}")
                self._process.kill()
                await self._process.wait()
            if self._reading is not None:
                await self._reading

    def _signal(self, how: signal.Signals) -> None:
        if self._process is not None and self.on:
            self._process.send_signal(how)

    def memory_kb(self) -> int:
        """Return how much memory it has now; 0 when it does not run."""
        status = Path(f"/proc/{self.pid}/status")
        if not self.pid or not status.exists():
            return 0
        return next((int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS:")), 0)

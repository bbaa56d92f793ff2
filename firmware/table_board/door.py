"""The table's door: each device's requests are answered in order, those of different devices side by side.

Each has its own queue and its own quota, so that none can fill the table's memory, nor keep others waiting. Requests of
different devices that come together are decided together, and share a commit.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from firmware.link.bus import Reply, Unanswered
from firmware.link.message import Asked
from firmware.table_board.conduct import Conduct, Reception
from firmware.table_board.session_answers import TOURNAMENT

# Carries out a request and returns its answer. Raises Unanswered if it gets none.
Serve = Callable[[str, bytes], Awaitable[bytes]]
Mute = Callable[[str, float], None]


class _Line:
    """One device's waiting requests, and the task that carries them out one after another."""

    def __init__(self) -> None:
        self.conduct = Conduct()
        self.waiting: deque[tuple[bytes, Reply]] = deque()
        self.task: asyncio.Task[None] | None = None


class Door:
    """Admits what devices ask. `later` is the answer to what exceeds a quota."""

    def __init__(self, serve: Serve, mute: Mute, later: bytes) -> None:
        self._serve = serve
        self._mute = mute
        self._later: Final = later
        self._lines: dict[str, _Line] = {}
        self._broken = asyncio.Event()
        self._error: BaseException | None = None

    @property
    def conducts(self) -> dict[str, Conduct]:
        """The conduct of each device that has been heard."""
        return {device: line.conduct for device, line in self._lines.items()}

    def flooded(self, device: str) -> None:
        """Note that a device flooded just now."""
        self._line(device).conduct.has_flooded(_now())

    def came(self, device: str, data: bytes, reply: Reply | None) -> None:
        """Queue a request, or refuse it at once."""
        line = self._line(device)
        orders, waits = device.startswith(TOURNAMENT), len(line.waiting)
        verdict = line.conduct.request(_now(), len(data), waits, to_itself=reply is not None, orders=orders)
        if verdict is Reception.HEAR and reply is not None:
            line.waiting.append((data, reply))
            if line.task is None:
                line.task = asyncio.create_task(self._carry_out(device, line))
                line.task.add_done_callback(self._ended)
        elif verdict is Reception.REFUSE and reply is not None:
            reply(self._later)
        self._act(device, line, verdict)

    def beat(self, device: str, *, readable: bool) -> bool:
        """Take a beat, and return whether it counts."""
        line = self._line(device)
        return self._act(device, line, line.conduct.beat(_now(), readable=readable))

    def allows(self, device: str, kind: type[Asked]) -> bool:
        """Count one more request of a kind, and return whether the device may make it."""
        line = self._line(device)
        return self._act(device, line, line.conduct.kind(_now(), kind))

    def unreadable(self, device: str) -> None:
        """Count against its sender what could not be read or went wrong."""
        line = self._line(device)
        self._act(device, line, line.conduct.over(_now()))

    def _act(self, device: str, line: _Line, verdict: Reception) -> bool:
        """Stop listening to a device that has just exceeded its limits; return whether it is still heard."""
        if verdict is Reception.MUTE:
            self._mute(device, line.conduct.muted_until - _now())
        return verdict is Reception.HEAR

    async def watch(self) -> None:
        """Wait for what must never happen: that carrying out a request fails without an answer."""
        await self._broken.wait()
        assert self._error is not None
        raise self._error

    def close(self) -> None:
        """Drop what waits."""
        for line in self._lines.values():
            line.waiting.clear()
            if line.task is not None:
                line.task.cancel()

    def _line(self, device: str) -> _Line:
        line = self._lines.get(device)
        if line is None:
            line = self._lines[device] = _Line()
        return line

    async def _carry_out(self, device: str, line: _Line) -> None:
        try:
            while line.waiting:
                data, reply = line.waiting.popleft()
                with contextlib.suppress(Unanswered):
                    reply(await self._serve(device, data))
        finally:
            # Now, not when the loop gets round to the callback: the next request must find no task at work.
            line.task = None

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._error = error
            self._broken.set()


def _now() -> float:
    return asyncio.get_running_loop().time()

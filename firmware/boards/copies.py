"""The second copies of a table's journal: on a stick at its own board, and on other boards that ask for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.service import TableService
from firmware.table.core.state import Branch
from firmware.table.features.devices import ReportDevice
from firmware.table.journal.copy_frame import LONGEST, Misfit
from firmware.table.journal.copy_source import Ahead, CopySource
from firmware.table.journal.copy_store import CopyReach, CopyStore

Done = TypeVar("Done")
# How often to look for new rows.
LOOK_S: Final = 0.5
# When to try again a stick that is missing or cannot be written.
AGAIN_S: Final = 5.0
# A copy that has been behind for this long is a fault.
BEHIND_S: Final = 60.0
STICK: Final = "stick"
BEHIND: Final = "copy_behind"
AHEAD: Final = "copy_ahead"
SAME_MEDIUM: Final = "copy_same_medium"
# The most that one answer carries.
MOST_BYTES: Final = 2 * LONGEST
BY: Final = "table"


class Growing(Protocol):
    """The journal, as its copies see it."""

    path: Path
    sequence: int
    branches: tuple[Branch, ...]


class CopySeen(Struct, frozen=True):
    """How a copy stands: who keeps it, up to which row, how many rows it lacks, and what is wrong with it."""

    name: str
    row: int
    behind: int
    fault: str = ""


class _Copy:
    """One copy, as the table knows it."""

    def __init__(self, name: str, now: float) -> None:
        self.name = name
        self.row = 0
        self.whole_at = now
        self.trouble = ""
        self.reported = ""

    def acknowledged(self, kept: CopyReach, era: int, last: int, now: float) -> None:
        """Note how far it has got, durably."""
        self.row = kept.row if kept.era == era else 0
        if self.row >= last:
            self.whole_at = now

    def fault(self, now: float) -> str:
        """Return what is wrong with it, if anything is."""
        return self.trouble or (BEHIND if now - self.whole_at > BEHIND_S else "")


class Copies:
    """Serves the copies of one journal. `boards`: those that keep one; `stick`: a folder on another medium."""

    def __init__(self, source: CopySource, journal: Growing, boards: tuple[str, ...]) -> None:
        now = asyncio.get_running_loop().time()
        self._source = source
        self._journal = journal
        self._copies = {name: _Copy(name, now) for name in boards}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="copies")
        self._sealed: dict[str, tuple[CopyReach, list[bytes]]] = {}

    def seen(self) -> tuple[CopySeen, ...]:
        """Return how the copies stand."""
        now, last = _now(), self._journal.sequence
        return tuple(
            CopySeen(copy.name, copy.row, max(0, last - copy.row), copy.fault(now)) for copy in self._copies.values()
        )

    # Copies on other boards.

    async def fetch(self, device: str, kept: CopyReach, parts: int) -> bytes:
        """Return the next frames for a board that keeps this much, and has this many parts of the next piece."""
        copy = self._copies.get(device)
        if copy is None or device == STICK:
            raise Refused(TableCode.KEEPS_NO_COPY)
        frames = await self._next(copy, kept)
        some = b""
        for frame in frames[parts:] or frames:
            if len(some) + len(frame) > MOST_BYTES:
                break
            some += frame
        return some

    async def _next(self, copy: _Copy, kept: CopyReach) -> list[bytes]:
        branches, last = self._journal.branches, self._journal.sequence
        copy.acknowledged(kept, branches[-1].era if branches else 0, last, _now())
        before = self._sealed.get(copy.name)
        if before is not None and before[0] == kept and before[1]:
            return before[1]  # asked for the next part of a piece that is already sealed
        try:
            frames = await self._do(self._source.after, kept, branches, last)
        except Ahead:
            copy.trouble = AHEAD
            raise Refused(TableCode.COPY_AHEAD) from None
        copy.trouble = ""
        self._sealed[copy.name] = (kept, frames)
        return frames

    # The copy on a stick.

    async def keep_on_stick(self, folder: Path, limit_mb: int) -> None:
        """Keep a copy in a folder of another medium, whenever that is there, until cancelled."""
        copy = self._copies[STICK] = _Copy(STICK, _now())
        while True:
            try:
                await self._stick(copy, folder, limit_mb)
            except (OSError, Misfit):
                self._sealed.pop(STICK, None)
            except Refused:
                pass  # the copy is ahead of the journal: a person has to look
            await asyncio.sleep(AGAIN_S)

    async def _stick(self, copy: _Copy, folder: Path, limit_mb: int) -> None:
        if not await self._do(is_apart, folder, self._journal.path):
            copy.trouble = SAME_MEDIUM
            return
        store = await self._do(CopyStore, folder, limit_mb)
        while True:
            frames = await self._next(copy, store.kept)
            if not frames:
                await asyncio.sleep(LOOK_S)
                continue
            await self._do(store.append, b"".join(frames))

    async def _do(self, work: Callable[..., Done], *given: object) -> Done:
        """Do work that waits for a disk, in the one thread that may use the journal's connection."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    async def report(self, table: TableService) -> None:
        """Record which copies have a fault, whenever that changes, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            if table.opening is not None:
                continue
            for copy in self._copies.values():
                fault = copy.fault(_now())
                if fault != copy.reported:
                    for word, code in (("cleared", copy.reported), ("fault", fault)):
                        if code:
                            await table.submit(ReportDevice(f"copy {copy.name}", f"{word} {code}"), by=BY)
                    copy.reported = fault

    def close(self) -> None:
        """Finish."""
        self._thread.shutdown()
        self._source.close()


def is_apart(folder: Path, journal: Path) -> bool:
    """Whether a folder (or the one it would be made in) is on another medium than the journal."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    return there.stat().st_dev != journal.resolve().parent.stat().st_dev


def _now() -> float:
    return asyncio.get_running_loop().time()

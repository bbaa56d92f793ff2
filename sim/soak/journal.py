"""A journal on a slow card that can be full, with the snapshots by which a table that was killed comes back."""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Final

from firmware.table.codec import write_event
from firmware.table.evolve import fold
from firmware.table.journal import Batch, JournalError, MemoryJournal
from firmware.table.state import TableState

SYNC_S: Final = 0.01


class SoakJournal(MemoryJournal):
    """The journal of a soak."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False
        self._kept = (0, TableState.unopened())

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        """Keep events, after as long as a card takes; while it is full, nothing is kept."""
        await asyncio.sleep(SYNC_S)
        if self.full:
            raise JournalError("the storage is full")
        await super().append(at, batches)
        if snapshot is not None:
            self._kept = (len(self.entries), snapshot)

    def recover(self) -> TableState:
        """Return the state: the last snapshot, and what happened since."""
        count, state = self._kept
        return fold(state, (entry.event for entry in self.entries[count:]))

    def last_at(self) -> int:
        """Return the time of the last entry."""
        return self.entries[-1].at if self.entries else 0

    def digest(self) -> str:
        """Return the hash of all of it: the same seed gives the same journal, byte for byte."""
        chain = hashlib.sha256()
        for entry in self.entries:
            chain.update(f"{entry.sequence} {entry.at} {entry.by} {entry.command} ".encode())
            chain.update(write_event(entry.event))
        return chain.hexdigest()

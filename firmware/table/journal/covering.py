"""Signs rows that moved money soon: until then somebody with the card but not the key could change them.

A coup's end is signed in its own commit. Notes, buy-ins, payouts, tickets and doubts come between: for them the head is
signed in a commit of its own once the table is quiet for a moment, so that nobody who asks waits for a signature.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final, Protocol

from firmware.table.core.feature import FEATURES
from firmware.table.core.service import Happened, TableService

# The table is quiet when nothing has happened for this long.
QUIET_S: Final = 0.1
# No row of money waits longer than this, and signatures are at least this far apart.
LATEST_S: Final = 0.9
APART_S: Final = 1.0


class Signed(Protocol):
    """The journal, as far as its signatures go."""

    @property
    def covered(self) -> bool:
        """Whether the last signature covers all rows."""
        ...

    async def cover(self, at: int) -> None:
        """Sign the rows so far, in a row of its own."""
        ...


class Covering:
    """Signs the head of one table's journal when money has moved, and then calls `signed`."""

    def __init__(self, service: TableService, journal: Signed, signed: Callable[[], None]) -> None:
        self._service = service
        self._journal = journal
        self._signed = signed
        self._due = asyncio.Event()
        self._again = asyncio.Event()

    def follow(self, happened: Happened) -> None:
        """Note whether money has moved."""
        self._again.set()
        if any(isinstance(event, FEATURES.signed_soon) for event in happened.events):
            self._due.set()

    async def run(self) -> None:
        """Sign what is due, until cancelled; at once, what the last run left unsigned."""
        loop = asyncio.get_running_loop()
        if not self._journal.covered:
            await self.cover()
        while True:
            last = loop.time()
            await self._due.wait()
            latest = loop.time() + LATEST_S
            await asyncio.sleep(last + APART_S - loop.time())
            await self._quiet(latest)
            await self.cover()

    async def _quiet(self, latest: float) -> None:
        """Wait until nothing happens for a moment, but not beyond a time."""
        loop = asyncio.get_running_loop()
        self._again.set()
        while self._again.is_set() and loop.time() < latest:
            self._again.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(QUIET_S, latest - loop.time())):
                    await self._again.wait()

    async def cover(self) -> None:
        """Sign the rows so far, between two commits; if the journal cannot be written, the table stops."""
        self._due.clear()
        await self._service.between(self._write)
        self._signed()

    async def _write(self) -> None:
        await self._journal.cover(self._service.now_ms())

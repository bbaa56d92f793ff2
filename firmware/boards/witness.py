"""A board as a witness: it keeps the newest head of the table's journal that it has heard, and shows it when asked.

It believes signatures of one key alone: the one that it was provisioned with (`table.pub`, beside its certificate), or
else the first that it heard. Whoever rewrites the journal on the table's card cannot reach what is kept here.
"""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import msgspec

from firmware.link.bus import HEAD, WHO_REMEMBERS, Bus, Unanswered
from firmware.link.journal_messages import HeadView
from firmware.private import write_whole
from firmware.refusal import Refused
from firmware.table.core.head import SignedHead, order
from firmware.table.core.journal import JournalError
from firmware.table.journal.signing import PUBLIC, is_signed, read_public
from firmware.table.journal.testimony import HeadMemory, read_memory

AGAIN_S: Final = 0.5
_read_head: Final = msgspec.json.Decoder(HeadView).decode


class WitnessedTable(Protocol):
    """The table, as a witness sees it."""

    @property
    def bus(self) -> Bus:
        """The network that it is on."""
        ...

    async def show_head(self, head: HeadView | None) -> HeadView | None:
        """Say what this board remembers, and return what is newer. Raises Refused, Unanswered."""
        ...


class Witness:
    """Keeps a head in a file or, on a board without a place for it, in memory.

    `fault` is told, once, that the table signs with a key that this board does not believe, or its file is damaged.
    """

    def __init__(self, file: Path | None, certificates: Path, fault: Callable[[str, str], None]) -> None:
        self._file = file
        self._fault = fault
        self._told: set[str] = set()
        self._new = asyncio.Event()
        self._asked = asyncio.Event()
        self._there = False
        self.memory = self._remembered(certificates / PUBLIC)

    def _remembered(self, provisioned: Path) -> HeadMemory | None:
        known = None
        try:
            if self._file is not None and self._file.exists():
                known = read_memory(self._file)
        except JournalError as error:
            self._tell("witness_damaged", str(error))
        if not provisioned.exists():
            return known
        key = read_public(provisioned)
        return known if known is not None and known.key == key else HeadMemory(key)

    def _tell(self, code: str, detail: str) -> None:
        if code not in self._told:
            self._told.add(code)
            self._fault(code, detail)

    async def run(self, table: WitnessedTable) -> None:
        """Listen, keep and answer until cancelled."""
        await table.bus.hear(HEAD, self.heard)
        await table.bus.hear(WHO_REMEMBERS, lambda _: self._asked.set())
        await asyncio.gather(self._keep(), self._show(table))

    def follow(self, *, there: bool) -> None:
        """Note whether the table is there; one that comes back is shown what this board remembers."""
        if there and not self._there:
            self._asked.set()
        self._there = there

    def heard(self, data: bytes) -> None:
        """Take a head that was published."""
        with contextlib.suppress(msgspec.DecodeError):
            self._take(_read_head(data))

    def _take(self, view: HeadView) -> None:
        """Keep a head. What is not newer, or not signed by the table, changes nothing."""
        head = msgspec.convert(view, SignedHead, from_attributes=True)
        known = self.memory
        if known is not None and head.key != known.key:
            self._tell("head_not_believed", f"key {head.key[:16]}")
            return
        newer = known is None or known.head is None or order(head) > order(known.head)
        if newer and is_signed(head):
            self.memory = HeadMemory(head.key, head)
            self._new.set()

    async def _keep(self) -> None:
        """Write what is new to the disk, but not on the loop, as a card may be slow."""
        while True:
            await self._new.wait()
            self._new.clear()
            if self._file is None or self.memory is None:
                continue
            try:
                await asyncio.to_thread(write_whole, self._file, msgspec.json.encode(self.memory))
            except OSError as error:
                self._tell("witness_damaged", f"{self._file.name}: {error.strerror}")

    async def _show(self, table: WitnessedTable) -> None:
        while True:
            await self._asked.wait()
            self._asked.clear()
            head = self.memory.head if self.memory is not None else None
            shown = None if head is None else HeadView(*msgspec.structs.astuple(head))
            try:
                newer = await table.show_head(shown)
                if newer is not None:
                    self._take(newer)
            except (Unanswered, Refused):
                await asyncio.sleep(AGAIN_S)
                if self._there:  # a table that is away will ask when it comes back
                    self._asked.set()

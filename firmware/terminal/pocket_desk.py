"""How a terminal's board starts: it shows its pocket to the table before it touches any money."""

import asyncio
from typing import Final

from firmware.link.table_link import TableLink
from firmware.refusal import Refused
from firmware.terminal.pocket import NOTE, NOWHERE, TICKET, Held, Pocket

# How often to look whether a supervisor has let this board in. That only reads what the table has said already, and
# asks nothing of it; and somebody stands at the console and waits.
AGAIN_S: Final = 1.0
# When to show a refused pocket again: no more often than the table's quota allows.
SHOWN_AGAIN_S: Final = 2.5


class PocketDesk:
    """The pocket of one board. What it has in its hands is settled once the table knows whose it is.

    `ats`: the terminal where this board is now.
    """

    def __init__(self, ats: int, table: TableLink, pocket: Pocket) -> None:
        self._ats: Final = ats
        self._table = table
        self._pocket = pocket
        self._shown = asyncio.Event()
        self._back = asyncio.Event()
        self._there = False
        self._serves = True

    @property
    def remembers(self) -> bool:
        """Whether, as far as can be seen, it remembers every ticket that it was told of here."""
        return self._is_here(TICKET)

    def _is_here(self, what: Held) -> bool:
        return self._pocket.place(what) in (None, self._ats)

    async def run(self) -> None:
        """Show the pocket, and again whenever the table comes back, as a restored table may know less.

        Show it also when this board is let in again: so the table can tell what it has now from what it takes next.
        """
        await self.show()
        while True:
            await self._back.wait()
            self._back.clear()
            if self._pocket.count and (last := await self._tell()) is not None:
                self._go_on_from(last, knows=True)

    def follow(self, *, there: bool, serves: bool) -> None:
        """Note whether the table is there, and whether this board is the terminal."""
        comes_back = (there and not self._there) or (serves and not self._serves)
        if comes_back and self._shown.is_set():
            self._back.set()
        self._there, self._serves = there, serves

    async def show(self) -> None:
        """Show the pocket, if it was ever used, and go on above all numbers that the table knows of it.

        Waits while another board is the terminal. A board that had to wait, or that a power cut set back, does not know
        what the acceptor holds: it forgets what it remembers of it, and the table has that in doubt. So does a board
        that was last settled at another terminal: it had to wait here, perhaps before its power failed.
        """
        knows = self._is_here(NOTE)
        while (last := await self._tell()) is None:
            knows = False
            await asyncio.sleep(SHOWN_AGAIN_S)
            while not self._table.serves():
                await asyncio.sleep(AGAIN_S)
        self._go_on_from(last, knows=knows)
        self._shown.set()

    async def _tell(self) -> int | None:
        """Return the last number that the table knows; None while this board is not the terminal.

        A pocket that was never used is first shown with its first note or ticket. If the table knows one that seems
        unused, it was set back.
        """
        try:
            if self._pocket.count or await self._table.in_use():
                return await self._table.show_pocket(self._pocket.count, self._pocket.printed())
        except Refused:
            return None
        return 0

    def _go_on_from(self, last: int, *, knows: bool) -> None:
        if not knows or self._pocket.count < last:
            # In this order: if the power fails between these writes, the board comes back knowing too little at most.
            self._pocket.settle(TICKET, NOWHERE)
            self._pocket.keep(None)
            self._pocket.go_on_from(last)
        self._pocket.settle(NOTE, self._ats)
        self._pocket.acknowledge(last)

    async def shown(self) -> None:
        """Wait until the pocket was shown."""
        await self._shown.wait()

"""How a terminal's board starts: it shows its pocket to the table before it touches any money."""

import asyncio
from typing import Final

from firmware.link.table_link import TableLink
from firmware.refusal import Refused
from firmware.terminal.pocket import NOTE, NOWHERE, TICKET, Held, Pocket

# How soon it is looked again whether a supervisor has let this board in. It looks at what the table has said already,
# and so asks nothing of it; somebody stands at the console and waits.
AGAIN_S: Final = 1.0
# How soon a pocket is shown again that was refused: no oftener than the table takes it (quota.py).
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
        """Whether it knows of all tickets here that it was told, as far as can be seen."""
        return self._is_here(TICKET)

    def _is_here(self, what: Held) -> bool:
        return self._pocket.place(what) in (None, self._ats)

    async def run(self) -> None:
        """Show the pocket, and again whenever the table comes back: it may have been restored, and know less.

        Also when this board is let in again, so that the table tells what it has in its hands from what it takes next.
        """
        await self.show()
        while True:
            await self._back.wait()
            self._back.clear()
            if self._pocket.count and (last := await self._tell()) is not None:
                self._go_on_from(last, knows=True)

    def follow(self, *, there: bool, serves: bool) -> None:
        """Take it that the table is there, or is not; and that this board is the terminal, or another is."""
        comes_back = (there and not self._there) or (serves and not self._serves)
        if comes_back and self._shown.is_set():
            self._back.set()
        self._there, self._serves = there, serves

    async def show(self) -> None:
        """Show the pocket, if it was ever used, and go on above all numbers that the table knows of it.

        Waits while another board is the terminal. One that had to wait, or that a power cut set back, does not know
        what the acceptor has in its hands: it forgets what it thinks it has, and the table has that in doubt. So does
        one that was settled at another terminal last: it had to wait here, perhaps before its power failed.
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

        A pocket that was never used shows itself with its first note or ticket. One that seems so, and that the table
        knows, was set back.
        """
        try:
            if self._pocket.count or await self._table.in_use():
                return await self._table.show_pocket(self._pocket.count, self._pocket.printed())
        except Refused:
            return None
        return 0

    def _go_on_from(self, last: int, *, knows: bool) -> None:
        if not knows or self._pocket.count < last:
            # In this order: whatever is written last, a board whose power fails here comes back knowing no more.
            self._pocket.settle(TICKET, NOWHERE)
            self._pocket.keep(None)
            self._pocket.go_on_from(last)
        self._pocket.settle(NOTE, self._ats)
        self._pocket.acknowledge(last)

    async def shown(self) -> None:
        """Wait until the pocket was shown."""
        await self._shown.wait()

"""Where a board's power goes away: at any await after it has done something, or around what it writes to its card."""

import asyncio
import random
from collections import deque
from typing import ClassVar, Final, Literal, NamedTuple

from firmware.terminal.pocket import Held
from hal.note_way import NoteInFlight
from sim.memory_pocket import MemoryPocket

# How many rounds of the loop after something has begun: most work is over after fewer.
AWAITS: Final = 40
# A board that does nothing for so long loses its power all the same.
LONGEST_S: Final = 20.0
# So many writes a card may forget that said that it had kept them.
SET_BACK: Final = 12
Around = Literal["before", "after"]


class Moment:
    """The next time that something happens. Whoever takes the power waits for it."""

    def __init__(self) -> None:
        self._waiting: asyncio.Future[None] | None = None

    def passes(self) -> None:
        """It happens."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self) -> bool:
        """Wait for it; whether it came."""
        self._waiting = asyncio.get_running_loop().create_future()
        done, _ = await asyncio.wait({self._waiting}, timeout=LONGEST_S)
        self._waiting = None
        return bool(done)

    async def any_await_after(self, chance: random.Random) -> None:
        """Wait for it, and then for one of the awaits that follow."""
        await self.wait()
        for _ in range(chance.randrange(AWAITS)):
            await asyncio.sleep(0)


class PowerCut:
    """A cut around the next thing that is written."""

    def __init__(self) -> None:
        self.reached = Moment()
        self._armed: Around | None = None

    async def next(self, around: Around) -> None:
        """Wait until the board has written, or was about to, and has got no further."""
        self._armed = around
        await self.reached.wait()
        self._armed = None

    def here(self, around: Around) -> bool:
        """Whether the power is gone here."""
        if self._armed != around:
            return False
        self._armed = None
        self.reached.passes()
        return True


class _Kept(NamedTuple):
    """What a pocket held."""

    note: NoteInFlight | None
    ticket: str
    number: int


class CutPocket(MemoryPocket):
    """A terminal's pocket; the power may go away just before, or just after, it is written to.

    `kept` counts how often any of them has come to hold another note.
    """

    kept: ClassVar[int] = 0

    def __init__(self, life: str = "") -> None:
        super().__init__(life)
        CutPocket.kept += 1
        self.cut = PowerCut()
        self._before: deque[_Kept] = deque(maxlen=SET_BACK)

    def _power(self, around: Around) -> None:
        if self.cut.here(around):
            raise asyncio.CancelledError  # whoever writes gets no further; the others follow at once

    def set_back(self, last: int, chance: random.Random) -> bool:
        """Lose what was written lately: numbers up to this one were told. Whether there is anything to go back to."""
        earlier = [kept for kept in self._before if kept.number < last]
        if not earlier:
            return False
        kept = chance.choice(earlier)
        super().keep(kept.note)
        CutPocket.kept += 1
        super().keep_ticket(kept.ticket)
        self._count = kept.number
        return True

    def keep(self, note: NoteInFlight | None) -> None:
        """Remember the note in flight."""
        self._power("before")
        self._before.append(_Kept(self.in_flight(), self.ticket(), self.count))
        super().keep(note)
        CutPocket.kept += 1
        self._power("after")

    def keep_ticket(self, number: str, amount: int = 0) -> None:
        """Remember the ticket that is printed."""
        self._power("before")
        super().keep_ticket(number, amount)
        self._power("after")

    def settle(self, what: Held, ats: int) -> None:
        """Remember at which terminal it lies from here on."""
        if self.place(what) == ats:
            return
        self._power("before")
        super().settle(what, ats)
        self._power("after")

    def next_number(self) -> int:
        """Return a number that was never returned before."""
        self._power("before")
        number = super().next_number()
        self._power("after")
        return number

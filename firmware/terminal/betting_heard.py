"""The sounds of betting: its opening and close and, if somebody sits there, a tick for each of its last seconds."""

import asyncio
from collections.abc import Callable
from typing import Final

from firmware.errands import Errands
from firmware.game.state import Phase
from firmware.link.remote_table import RemoteTable
from firmware.pictures.table_items import LAST_S
from firmware.terminal.beside import AtsBeside

TICK: Final = "count"
# The sounds when betting opens, and when it closes.
SOUNDS: Final[dict[Phase | None, str]] = {Phase.BETTING: "open", Phase.CLOSED: "closed"}


class BettingHeard:
    """The sounds of betting at one terminal. `beside`: what plays them."""

    def __init__(self, table: RemoteTable, errands: Errands, beside: Callable[[], AtsBeside]) -> None:
        self._table = table
        self._errands = errands
        self._beside = beside
        self._was: Phase | None = None
        self._closes_at: int | None = None
        self._counting: asyncio.Task[None] | None = None

    def follow(self) -> None:
        """Follow the table: stop ticking towards a close that has moved."""
        public = self._table.public
        phase = public.phase if public is not None and self._table.there else None
        if phase is not self._was:
            self._beside().sound(SOUNDS.get(phase, ""))
            self._was = phase
        closes_at = public.closes_at if public is not None and phase is Phase.BETTING else None
        if closes_at == self._closes_at:
            return
        self._closes_at = closes_at
        if self._counting is not None:
            self._counting.cancel()
        self._counting = self._errands.begin(self._count(closes_at)) if closes_at is not None else None

    async def _count(self, closes_at: int) -> None:
        """Tick when this many seconds are left; skip those that are over already."""
        for left in range(LAST_S, 0, -1):
            rest = closes_at - left * 1000 - self._table.now_ms()
            if rest < 0:
                continue
            await asyncio.sleep(rest / 1000)
            account = self._table.account
            if account is not None and account.open:
                self._beside().sound(TICK)

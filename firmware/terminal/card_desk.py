"""A player's card before a terminal's reader: its holder has a name there until the cash-out. No house needs one."""

import asyncio
import re
from collections.abc import Callable
from typing import Final

from firmware.errands import Errands
from firmware.link.bus import Unanswered
from firmware.link.remote_table import RemoteTable
from firmware.link.wager_messages import ShowCard
from firmware.refusal import Refused
from firmware.terminal.player import SaidToPlayer
from hal.device import DeviceEvent
from hal.ticket_scanner import NotScanned, Scanned

# With this a player's card begins, or whatever reads cards is set to say it first: no other barcode names anybody.
CARD: Final = re.compile(r"PLAYER([0-9A-Z-]{1,24})")
# How long a card that was shown at an empty terminal waits for its holder's money.
WAITS_S: Final = 60.0
AGAIN_S: Final = 2.0


class CardDesk:
    """The cards of one terminal. `say`: tells its player something."""

    def __init__(self, table: RemoteTable, say: Callable[[SaidToPlayer], None]) -> None:
        self._table = table
        self._say = say
        self._errands = Errands()
        self._shown = ""
        # Whether the account that is open here has its holder's name.
        self._named = False
        self._waiting: asyncio.Task[None] | None = None

    def heard(self, event: DeviceEvent) -> None:
        """Take what the reader says."""
        match event:
            case Scanned(text) if (card := CARD.fullmatch(text)) is not None:
                self._errands.begin(self._show(card[1]))
            case Scanned() | NotScanned():
                self._say(SaidToPlayer("card.not_read"))

    def follow(self) -> None:
        """An account that opens takes its holder's name; with it the name goes."""
        is_open = self._table.account is not None and self._table.account.open
        if is_open and self._shown and not self._named:
            self._named = True
            self._errands.begin(self._name(self._shown))
        elif not is_open and self._named:
            self._shown, self._named = "", False

    async def begin(self) -> None:
        """Forget a card that was shown before this start: nobody knows who stands here now."""
        while self._table.account is None:
            await asyncio.sleep(AGAIN_S)
        if not self._table.account.open and not self._shown:
            await self._tell("")

    async def _show(self, patron: str) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._shown = patron
        self._named = self._table.account is not None and self._table.account.open
        if await self._tell(patron):
            self._say(SaidToPlayer("card.read"))
        if not self._named:
            self._waiting = self._errands.begin(self._wait())

    async def _name(self, patron: str) -> None:
        await self._tell(patron)

    async def _wait(self) -> None:
        """Give up a card whose holder brings no money: the next guest is somebody else."""
        await asyncio.sleep(WAITS_S)
        if not self._named:
            self._shown = ""
            await self._tell("")

    async def _tell(self, patron: str) -> bool:
        while True:
            try:
                await self._table.ask_for_player(ShowCard(patron))
            except Unanswered:
                await asyncio.sleep(AGAIN_S)
            except Refused as refusal:
                self._say(SaidToPlayer("why.refused", refusal=refusal))
                return False
            else:
                return True

"""A tournament's table across the network, asked and ordered; the next look mends what was not answered."""

import asyncio
from collections.abc import Sequence
from typing import Final

from firmware.link import messages as m
from firmware.link.bus import Unanswered
from firmware.link.remote_table import RemoteTable
from firmware.link.session_orders import order_of, read_coup, read_seen
from firmware.link.tournament_messages import ORDERS, OrderTable, SeeTable
from firmware.refusal import Refused
from firmware.table.core.commands import Command
from firmware.table.shown.session_coups import SessionCoup
from firmware.table.shown.session_table import TableSeen
from firmware.tournament.codes import TournamentCode

# A table hears twenty requests a second of a device in the long run: fifty seats can need one each.
APART_S: Final = 0.06


class TableAcross:
    """A table of another board."""

    def __init__(self, number: int, table: RemoteTable) -> None:
        self._number: Final = number
        self._table: Final = table
        self._life = ""
        self._known = 0
        self._fresh: dict[int, SessionCoup] = {}
        self._seen: TableSeen | None = None
        self._old = False

    def changed(self) -> bool:
        """Whether anything is known to have happened: it is asked as often as somebody looks."""
        return False

    async def refresh(self) -> None:
        """Ask how it stands, and for all coups that came since. Raises Refused where it is not reached."""
        while True:
            view = (await self._ask(SeeTable(self._life, self._known))).hall
            assert view is not None
            self._old = view.orders < ORDERS
            self._need_new()
            self._fresh |= {coup.coup: read_coup(coup) for coup in view.told}
            self._life, self._known = view.life, view.known
            if not view.more:
                break
        # Of the same moment as the last of its coups: how many are left is counted from both.
        self._seen = read_seen(view)

    def seen(self) -> TableSeen:
        """Return how it stood when it was looked at. Raises Refused where it never was."""
        if self._seen is None:
            raise self._away()
        return self._seen

    def coups(self) -> Sequence[SessionCoup]:
        """Return what coups came to."""
        fresh, self._fresh = self._fresh, {}
        return [fresh[coup] for coup in sorted(fresh)]

    async def would(self, order: Command) -> None:
        """Raise Refused if the table would not do it, or is not reached."""
        self._need_new()
        await self._ask(OrderTable(order_of(order), only_ask=True))

    async def order(self, order: Command) -> None:
        """Have it done. Raises Refused; where the table is not reached nobody knows, and looks again."""
        self._need_new()
        await self._ask(OrderTable(order_of(order)))

    async def _ask(self, what: SeeTable | OrderTable) -> m.Answer:
        if not self._table.there:
            raise self._away()
        await asyncio.sleep(APART_S)
        try:
            return await self._table.ask_once(what)
        except Unanswered:
            raise self._away() from None

    def _need_new(self) -> None:
        """Refuse a table of an older release: it would bar who asks what it cannot read again and again."""
        if self._old:
            raise Refused(TournamentCode.TABLE_OLD, table=self._number)

    def _away(self) -> Refused:
        return Refused(TournamentCode.TABLE_AWAY, table=self._number)

"""What the table tells its boards: what everybody may know, each terminal its own account, and that it is there."""

import asyncio
import itertools
import logging
from collections import deque
from typing import Final

import msgspec

from firmware.link import messages as m
from firmware.link.besides_play import BesidesPlay
from firmware.link.bus import ACCOUNT, BEAT, PUBLIC, Bus
from firmware.link.message import Message
from firmware.link.views import Recall, account_view, public_view
from firmware.table.core.service import Happened, TableService
from firmware.table.core.state import TableState
from firmware.table_board.attendance import TERMINAL, Attendance
from firmware.table_board.touched import NOBODY, touched_by

BEAT_S: Final = 1.0
# A view that nothing has touched is checked once in this many beats.
LOOKED_AT_EVERY: Final = 5
# A beat may have been on its way when an account was told: only one that comes later shows that it was missed.
UNDER_WAY_S: Final = 0.25
# How many messages may wait for the network; beyond that the oldest is lost.
WAITING_OUT: Final = 4096
_log: Final = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder().encode


class Telling:
    """Tells the boards of one table what happened, in order; a board notices what it missed, and asks."""

    def __init__(self, service: TableService, bus: Bus, attendance: Attendance) -> None:
        self._service = service
        self._bus = bus
        self._attendance = attendance
        # Counted from the time of day, so that after a restart no number comes again that a board has seen.
        self._moment = service.now_ms()
        self._public = m.PublicView(self._moment, 0)
        self._told: dict[int, m.AccountView] = {}
        self._told_at: dict[int, float] = {}
        self._untold: set[int] = set()
        self._happened: Happened | None = None
        self._touched = NOBODY
        self._recall = Recall()
        self._besides_play = BesidesPlay()
        # A board notices by the next number what was lost on the way, and asks.
        self._out: deque[tuple[str, bytes]] = deque(maxlen=WAITING_OUT)
        self._more = asyncio.Event()

    def follow(self, happened: Happened) -> None:
        """Tell what has changed, once for everything that was committed together."""
        if self._service.opening is not None:
            return
        self._moment += 1
        if self._happened is None:
            asyncio.get_running_loop().call_soon(self._tell_touched)
        self._happened = happened
        self._touched = self._touched.both(touched_by(happened.events))

    def _tell_touched(self) -> None:
        """Tell everybody the public view, and each terminal its own, where an event touched them."""
        happened, self._happened = self._happened, None
        touched, self._touched = self._touched, NOBODY
        assert happened is not None
        state = happened.state
        if touched.public and self._look(state, happened.at):
            self._put(PUBLIC, self._public)
        there = self._told.keys() | state.accounts.keys() | self._attendance.heard_at.keys()
        for ats in sorted(there if touched.terminals is None else touched.terminals):
            self._tell(state, ats, happened.at, again=False)

    def _tell(self, state: TableState, ats: int, at: int, *, again: bool) -> None:
        """Tell a terminal its account, if that changed or the terminal may have missed it."""
        try:
            view = self.account(state, ats, at)
            told = self._told.get(ats)
            if again or told is None or msgspec.structs.replace(view, number=told.number) != told:
                self._told[ats] = view
                self._told_at[ats] = asyncio.get_running_loop().time()
                said = msgspec.structs.replace(view, recent=self._recall.written(state, ats))
                self._put(f"{ACCOUNT}.{TERMINAL}{ats}", said if view.recent else view)
        except Exception:  # noqa: BLE001 - one terminal's view ends nothing else
            if ats not in self._untold:
                self._untold.add(ats)
                _log.exception("the view of ATS %d", ats)

    def _look(self, state: TableState, at: int) -> bool:
        """Make the public view again; return whether it changed. Other boards do not see a terminal's wagers."""
        known = self._public
        view = public_view(state, known.number, at)
        if msgspec.structs.replace(view, at=known.at) == known:
            return False
        self._public = msgspec.structs.replace(view, number=known.number + 1)
        return True

    def account(self, state: TableState, ats: int, at: int) -> m.AccountView:
        """Return what a terminal may know of its own account."""
        return account_view(state, ats, self._moment, at, self._recall, self._besides_play)

    def public(self, state: TableState, at: int) -> m.PublicView:
        """Return what everybody may know now."""
        self._look(state, at)
        return msgspec.structs.replace(self._public, at=at)

    def _put(self, subject: str, message: Message) -> None:
        self._out.append((subject, _encode(message)))
        self._more.set()

    async def send(self) -> None:
        """Send what waits, until cancelled."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self._out:
                subject, data = self._out.popleft()
                await self._bus.publish(subject, data)

    async def beat(self) -> None:
        """Say every second that the table is there, and repeat what may have been missed, until cancelled."""
        for beats in itertools.count():
            if self._service.opening is not None:
                await asyncio.sleep(BEAT_S)
                continue
            self._put(f"{BEAT}.table", m.Beat(self._service.now_ms(), self._public.number))
            # An announced limit comes into force without any event.
            if self._look(self._service.state, self._service.now_ms()):
                self._put(PUBLIC, self._public)
            self._tell_again(beats)
            await self._attendance.look()
            await asyncio.sleep(BEAT_S)

    def _tell_again(self, beats: int) -> None:
        """Tell its account to each terminal that has not been told, and look at some of the others.

        A view can change by time alone, as the caps of an hour do, so each beat checks some of them.
        """
        state, at = self._service.state, self._service.now_ms()
        for ats in self._attendance.heard_at:
            if (untold := ats not in self._told) or (ats + beats) % LOOKED_AT_EVERY == 0:
                self._tell(state, ats, at, again=untold)

    def beaten(self, ats: int) -> None:
        """Tell a terminal its account once more if its beat shows that it missed it: no gap in numbers shows that."""
        told = self._told.get(ats)
        if told is None or self._attendance.knows[ats] >= told.number or self._service.opening is not None:
            return
        if asyncio.get_running_loop().time() - self._told_at[ats] >= UNDER_WAY_S:
            self._tell(self._service.state, ats, self._service.now_ms(), again=True)

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return len(self._out)

"""Keeps the table's clock in step with the time of day while the table runs, and reports a difference."""

import asyncio
from typing import Final

from firmware.boards.own_faults import OwnFaults
from firmware.kit.words import words_of
from firmware.table.core.service import Happened, TableService
from firmware.table.features.clock import ReportClock, ReportSkip, TimeTaken, ahead_by
from firmware.table.features.time_back import TimeTurnedBack
from hal.clock import FollowingClock, is_far

EVERY_S: Final = 5.0
# A larger difference is a step and goes on record; a smaller one is corrected gradually.
STEP_MS: Final = 2_000
# A larger difference raises an alarm.
ALARM_MS: Final = 60_000
PART: Final = "clock"


class ClockWatch:
    """Watches one clock. `known_ms`: the last time on record before this start; 0 for a new table."""

    def __init__(self, service: TableService, clock: FollowingClock, faults: OwnFaults, known_ms: int = 0) -> None:
        self._known_ms = known_ms
        self._service = service
        self._clock = clock
        self._faults = faults
        # The difference when it was last reported.
        self._told = 0

    def follow(self, happened: Happened) -> None:
        """Take a far time of day, or go back to it, once two people confirm it."""
        for event in happened.events:
            if isinstance(event, TimeTaken):
                self._clock.take()
            elif isinstance(event, TimeTurnedBack):
                self._clock.turn_back(event.before - event.after)
            else:
                continue
            self._told = 0

    async def run(self) -> None:
        """Look every few seconds."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY_S)

    async def look(self) -> None:
        """Compare the clock with the time of day, and follow it."""
        await self._tell_skip()
        behind = self._clock.behind_ms()
        far = is_far(behind)
        self._alarm(behind, far=far)
        if abs(behind) <= STEP_MS:
            self._clock.slew()
            self._told = 0
            if ahead_by(self._service.state):  # the time of day has caught up
                await self._service.submit(ReportClock(self._clock.now_ms()), by="table")
            return
        if behind > 0 and not far and self._service.state.game.coup is not None:
            return  # an open coup keeps its time; the clock is set right after it
        if abs(behind - self._told) > STEP_MS:
            self._told = behind
            await self._service.submit(ReportClock(self._clock.now_ms() + behind, far), by="table")
        if behind > 0 and not far:
            self._clock.take()
            self._told = 0

    async def _tell_skip(self) -> None:
        """Put on record, once, for how long the table was off by its clock: that may have been wrong."""
        since, self._known_ms = self._known_ms, 0
        if since:
            await self._service.submit(ReportSkip(since), by="table")

    def _alarm(self, behind: int, *, far: bool) -> None:
        """Report what needs attention; that the clock was put forward stays reported until the next start."""
        words = words_of("en", zone=self._service.state.setup.day.venue)
        says = f"it is {words.moment(self._clock.now_ms() + behind)} by the time of day"
        self._faults.hold(PART, "clock_far", says if far else "")
        self._faults.hold(PART, "clock_ahead", says if behind < -ALARM_MS else "")
        if not far and behind > ALARM_MS:
            self._faults.hold(PART, "clock_stepped", says)

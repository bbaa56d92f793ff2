"""Two people turn the table's time back, by touch."""

from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor

from firmware.table.core.commands import Role
from firmware.table.features.clock import ReportClock
from firmware.table.features.time_back import TimeTurnedBack


@pytest.mark.lab(68)
def test_a_supervisor_turns_the_time_back_and_a_second_person_approves_it(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.long_known("303", "IDA", Role.CASINO_SUPERVISOR, "6184")
        now = floor.table.service.now_ms()
        await floor.table.service.submit(ReportClock(now - 10_000_000), by="table")
        await floor.dealer("tab game", "turn 1", "turn 2", "op time-back", "key 303")
        assert not floor.of(TimeTurnedBack)
        await floor.keys("6184")
        (turned,) = floor.of(TimeTurnedBack)
        assert turned.before - turned.after == pytest.approx(10_000_000, abs=1_000)
        (by,) = [entry.by for entry in floor.journal.entries if isinstance(entry.event, TimeTurnedBack)]
        assert by == "700 casino supervisor, approved by 303 casino supervisor"

    on_a_floor(tmp_path, story)

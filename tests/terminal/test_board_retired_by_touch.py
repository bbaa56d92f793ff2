"""Two people at the console end a terminal's board by touch; the board hears of it, and remembers it."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor

from firmware.table.core.commands import Role
from firmware.table.features.board_retiring import BoardRetired


@pytest.mark.lab(22)
def test_a_terminals_board_is_ended_by_two_people_and_knows_it(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.long_known("303", "IDA", Role.CASINO_SUPERVISOR, "6184")
        seat = floor.table.seats[1]
        seat.devices["note_acceptor"].model.do("insert 20")
        await asyncio.sleep(3)
        await floor.player(1, "cash-out", "pay")
        await asyncio.sleep(8)
        pages = ("", "turn 1", "turn 2", "turn 3")
        await floor.dealer("tab terminals", "terminal 1")
        assert floor.table.sgc is not None
        for page in pages:
            if page:
                await floor.dealer(page)
            if ("op", "board-retire", "1") in floor.table.sgc.actions():
                break
        await floor.dealer("op board-retire 1", "key 303")
        assert not floor.of(BoardRetired)
        assert not seat.pocket.is_retired  # type: ignore[attr-defined]
        await floor.keys("6184")
        assert floor.of(BoardRetired) == [BoardRetired(1, seat.pocket.life)]
        (by,) = [entry.by for entry in floor.journal.entries if isinstance(entry.event, BoardRetired)]
        assert by == "700 casino supervisor, approved by 303 casino supervisor"
        assert seat.pocket.is_retired  # type: ignore[attr-defined]
        seat.devices["note_acceptor"].model.do("insert 20")
        await asyncio.sleep(3)
        assert 1 not in floor.table.state.accounts

    on_a_floor(tmp_path, story)

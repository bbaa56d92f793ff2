"""A reality check is read by whoever sits there: a terminal that was without power shows it once more."""

import asyncio
from pathlib import Path

from by_touch import Floor, on_a_floor, view

from firmware.game import steps as s
from firmware.table.features.buying_in import BuyIn
from sim.profiles import SAFER


def test_it_is_there_again_when_the_terminal_is(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        for command in (s.NewShoe(8), BuyIn(1, 500_00)):
            await floor.table.service.submit(command)
        await asyncio.sleep(121)
        assert view(floor).reads == "check"
        seat = floor.table.seats[1]
        for answered in (False, True):  # nobody but the board knew that it was read
            if answered:
                await floor.player(1, "checked")
                assert view(floor).guest.check is None
            await seat.stop()
            seat.start()
            await asyncio.sleep(3)
            check = view(floor).guest.check
            assert check is not None
            assert (check.minutes, view(floor).reads) == (2, "check")
            assert seat.seen is not None
            assert ("checked",) in seat.seen.actions()
        await floor.player(1, "checked")
        assert view(floor).guest.check is None

    often = SAFER.replace("reality_check = 60", "reality_check = 2")
    on_a_floor(tmp_path, story, safer=often, period=3600)

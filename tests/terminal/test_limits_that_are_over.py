"""A limit of a guest's own after which no wager would be taken says so before it is set."""

import asyncio
from pathlib import Path

from by_touch import Floor, on_a_floor

from firmware.game import steps as s
from firmware.kit.items import Text
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from hal.cards import Card
from sim.profiles import SAFER

LOST = "You have already lost $125 since you sat down: with this limit no more wagers are taken."
SAT = "You have already sat here for longer: with this limit no more wagers are taken."


def reads(floor: Floor, text: str) -> bool:
    seen = floor.table.seats[1].seen
    assert seen is not None
    assert seen.stage is not None
    return any(isinstance(item, Text) and item.text == text for item in seen.stage.scene.items)


async def lost_125(floor: Floor) -> None:
    for command in (s.NewShoe(8), BuyIn(1, 500_00), s.OpenBets(), Wager(1, "banker", 125_00), s.CloseBets()):
        await floor.table.service.submit(command)
    # Player wins with 7 to 6 (8.3.3).
    for code in ("7S", "6S", "KS", "KD"):
        await floor.table.service.submit(s.CardDrawn(Card(code)))
    await floor.table.service.submit(s.Confirm())
    await asyncio.sleep(0.3)


def test_a_loss_that_is_already_exceeded_is_said_before_the_limit_is_set(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await lost_125(floor)
        await floor.player(1, "yours", "own-page safer", "own loss 10000")
        assert reads(floor, LOST)
        # 250 leave 125 to lose: nothing is over yet.
        await floor.player(1, "own-page safer", "own loss 25000")
        assert not reads(floor, LOST)

    on_a_floor(tmp_path, story, safer=SAFER)


def test_a_time_that_is_already_over_is_said_too(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await lost_125(floor)
        await asyncio.sleep(20 * 60)
        await floor.player(1, "yours", "own-page safer", "own time 15")
        assert reads(floor, SAT)
        await floor.player(1, "own-page safer", "own time 30")
        assert not reads(floor, SAT)

    on_a_floor(tmp_path, story, safer=SAFER)

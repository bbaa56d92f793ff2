"""What any shoe must do, wherever it is."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hal.device import FaultBegan
from hal.shoe import ShoeBurn, ShoeCard, ShoeLocked

pytestmark = pytest.mark.outside

KIND = "shoe"


def test_cards_are_reported_once_each_in_their_order(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        for count, code in enumerate(("8S", "5C", "TH"), 1):
            await rig.do(f"card {code} player {count}", f"Draw card {count} of three.")
            for _ in range(round(rig.patience / 0.05)):
                if len(rig.of(ShoeCard)) == count:
                    break
                await asyncio.sleep(0.05)
        cards = [event.card for event in rig.of(ShoeCard)]
        assert cards == ["8S", "5C", "TH"] or (rig.where == "desk" and len(cards) == 3)

    place.run(story, tmp_path)


def test_a_burn_is_reported_as_such(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        await rig.do("burn 2D", "Burn a card as the shoe's manual says.")
        await rig.until(ShoeBurn, rig.patience)

    place.run(story, tmp_path)


def test_a_card_that_cannot_be_read_is_a_fault(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        await rig.do("unreadable", "Draw a card that cannot be read, such as a plain one.")
        await rig.until(FaultBegan, rig.patience, code="unreadable")

    place.run(story, tmp_path)


def test_a_shoe_that_has_a_lock_locks_and_says_so(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        locks = rig.device.abilities.locks
        assert await rig.device.lock(locked=True) is locks
        if locks:
            await rig.until(ShoeLocked, rig.patience, locked=True)
            assert await rig.device.lock(locked=False)
            await rig.until(ShoeLocked, rig.patience, locked=False)

    place.run(story, tmp_path)

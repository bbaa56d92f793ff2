"""A form that speaks of a card ends when another card leaves the shoe: it never follows to that one."""

import asyncio
from pathlib import Path

from by_touch import Floor, on_a_floor

from firmware.game import events as g


def test_a_burn_that_the_shoe_reports_is_not_put_on_record_by_hand_as_well(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.dealer("op new-shoe", "yes", "op burn", "key AS")
        floor.table.devices["shoe"].model.do("burn AH")
        await asyncio.sleep(2)
        assert floor.table.sgc is not None
        assert ("key", "no") not in floor.table.sgc.actions()
        assert [event.card for event in floor.of(g.Burned)] == ["AH"]
        # And nothing of it is left that could be confirmed.
        assert ("yes",) not in floor.table.sgc.actions()

    on_a_floor(tmp_path, story)


def test_a_card_that_lies_wrong_is_named_and_the_next_one_is_not_taken_for_it(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        await floor.dealer("op open")
        await floor.deal("7S 4H")
        await floor.dealer("op seen")
        assert floor.table.sgc is not None
        assert ("key", "player") in floor.table.sgc.actions()
        await floor.deal("5H")
        assert ("key", "player") not in floor.table.sgc.actions()
        assert [event.card for event in floor.of(g.Irregularity) if event.card] == []
        await floor.dealer("op seen", "key banker", "yes")
        assert [event.card for event in floor.of(g.Irregularity) if event.card] == ["5H"]

    on_a_floor(tmp_path, story)


def test_one_tap_too_many_on_the_cutting_card_does_not_end_the_shoe(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        await floor.dealer("op open")
        await floor.deal("7S")
        seen = floor.table.sgc
        assert seen is not None
        assert seen.stage is not None
        scene = seen.stage.scene
        middle = next(item.box.middle for item in scene.items if item.action == ("op", "cut"))
        seen.fingers.tap(*middle)
        await asyncio.sleep(0.15)
        seen.fingers.tap(*middle)
        await asyncio.sleep(2)
        assert floor.of(g.CuttingCard) == []
        assert ("yes",) in seen.actions()

    on_a_floor(tmp_path, story)

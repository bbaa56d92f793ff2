"""What people who had never seen the console ran into."""

from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor


@pytest.mark.parametrize("weak", ["1111", "1234", "202"])
def test_a_pin_that_cannot_be_is_asked_for_again_at_once(tmp_path: Path, weak: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.dealer("tab staff", "op enrol")
        await floor.keys("202")
        await floor.keys("ANA")
        await floor.dealer("key dealer", *(f"key {key}" for key in weak))
        assert floor.table.sgc is not None
        if len(weak) >= 4:
            await floor.dealer("yes")
        else:
            await floor.dealer("erase all")
        # Nothing else that was answered is lost.
        await floor.keys("5093")
        await floor.dealer("yes")
        assert floor.table.state.staff["202"].name == "ANA"

    on_a_floor(tmp_path, story)


@pytest.mark.rule("crown 11.2")
def test_a_card_that_was_carried_into_a_coup_is_shown_in_it(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        await floor.dealer("op open")
        await floor.deal("7S 6H KD KC 4H")  # neither hand draws
        await floor.dealer("op confirm")
        await floor.dealer("op open")
        assert floor.table.sgc is not None
        assert floor.table.sgc.stage is not None
        texts = [str(getattr(item, "text", "")) for item in floor.table.sgc.stage.scene.items]
        assert any("4♥" in text for text in texts), texts

    on_a_floor(tmp_path, story)

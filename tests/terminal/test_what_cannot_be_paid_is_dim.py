"""*Double* and *Repeat* are dim if the balance covers none of what they would place."""

from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor, tell, view

from firmware.game import steps as s
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from hal.cards import Card

# With 10 on Player and 25 on Tie: what is left, and what Double makes of it.
CASES = [(5_00, None), (10_00, {"player": 20_00, "tie": 25_00}), (35_00, {"player": 20_00, "tie": 50_00})]


@pytest.mark.parametrize(("left", "doubled"), CASES)
def test_double_is_lit_if_the_balance_covers_one_more_of_any_wager(
    tmp_path: Path, left: int, doubled: dict[str, int] | None
) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8), BuyIn(1, 35_00 + left), s.OpenBets())
        await tell(floor, Wager(1, "player", 10_00), Wager(1, "tie", 25_00))
        assert view(floor).balance == left
        assert ("double" in view(floor).may) is (doubled is not None)
        if doubled is not None:
            await floor.player(1, "double")
            assert floor.table.state.accounts[1].wagers == doubled

    on_a_floor(tmp_path, story)


def test_repeat_is_dim_if_nothing_of_it_is_covered(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8), BuyIn(1, 15_00), s.OpenBets(), Wager(1, "banker", 10_00), s.CloseBets())
        # Player wins with 7 to 6 (8.3.3): 5 are left.
        await tell(floor, *(s.CardDrawn(Card(code)) for code in ("7S", "6S", "KS", "KD")), s.Confirm(), s.OpenBets())
        assert "repeat" not in view(floor).may
        await tell(floor, BuyIn(1, 5_00))
        assert "repeat" in view(floor).may

    on_a_floor(tmp_path, story)

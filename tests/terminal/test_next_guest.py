"""Whoever sits down after another finds nothing of theirs: no stake, no balance, nothing to repeat or take back."""

from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor, tell, view

from firmware.game import steps as s
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.left_behind import ReportLeftBehind, TakeIntoCustody
from firmware.table.features.sessions import EndSession, StartSession
from firmware.table.features.wagers import Wager
from hal.cards import Card

WAYS = {
    "paid": (CashOut(1),),
    "ticket": (CashOut(1, "ticket"),),
    "custody": (ReportLeftBehind(1, 5), TakeIntoCustody(1)),
}


async def coup(floor: Floor, *wagers: Wager) -> None:
    """Play a coup that Player wins with 7 to 6 (8.3.3)."""
    await tell(floor, s.OpenBets(), *wagers, s.CloseBets())
    await tell(floor, *(s.CardDrawn(Card(code)) for code in ("7S", "6S", "KS", "KD")), s.Confirm())


def shows_nothing_of_a_former_player(floor: Floor, coups: list[int]) -> None:
    shown = view(floor)
    assert [one.coup for one in shown.recalled] == coups  # what was dealt, everybody saw
    assert {(one.bets, one.balance) for one in shown.recalled} == {((), None)}
    assert shown.net is None
    assert not {bet.name: (bet.stake, bet.net) for bet in shown.bets if bet.stake or bet.net is not None}
    assert not shown.may & {"repeat", "undo"}


@pytest.mark.lab(14, 15)
@pytest.mark.parametrize("left", WAYS, ids=str)
def test_the_next_player_sees_nothing_of_the_former_ones_coups_and_staff_see_all(tmp_path: Path, left: str) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8), BuyIn(1, 100_00))
        await coup(floor, Wager(1, "player", 10_00), Wager(1, "tie", 25_00))
        assert view(floor).net == -15_00
        await tell(floor, *WAYS[left])
        await floor.player(1, *["close"] * (left == "ticket" and view(floor).dialogue is not None), "recall")
        shows_nothing_of_a_former_player(floor, [1])
        await tell(floor, BuyIn(1, 100_00), s.OpenBets())
        shows_nothing_of_a_former_player(floor, [1])
        assert floor.table.state.recent[0].balances == {1: 85_00}
        # From here on it is their own.
        await tell(floor, Wager(1, "player", 10_00), s.CloseBets())
        await tell(floor, *(s.CardDrawn(Card(code)) for code in ("7H", "6H", "KH", "KC")), s.Confirm(), s.OpenBets())
        assert [(one.coup, one.balance) for one in view(floor).recalled] == [(2, 110_00), (1, None)]
        assert "repeat" in view(floor).may

    on_a_floor(tmp_path, story)


def test_nobody_takes_back_what_a_former_player_did_in_the_same_betting(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8), BuyIn(1, 100_00), s.OpenBets())
        await floor.player(1, "bet player", "bet player", "clear")
        assert "undo" in view(floor).may
        await tell(floor, CashOut(1), BuyIn(1, 100_00))
        assert "undo" not in view(floor).may

    on_a_floor(tmp_path, story)


def test_points_of_a_session_that_is_over_are_nobodys_to_see(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, StartSession("cup", (1, 2), 1000_00), s.NewShoe(8))
        await coup(floor, Wager(1, "player", 10_00))
        await tell(floor, EndSession(cash=False), BuyIn(1, 100_00))
        await floor.player(1, "recall")
        shows_nothing_of_a_former_player(floor, [1])

    on_a_floor(tmp_path, story)

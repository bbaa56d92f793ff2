"""What guests choose at a terminal, by touch: how it looks and sounds, limits of their own, and the reality check."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from by_touch import Floor, on_a_floor

from firmware.game import steps as s
from firmware.kit.box import Box
from firmware.kit.scene import Scene
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.wagers import Wager
from firmware.terminal.desk import AtsDesk
from firmware.terminal.view import AtsView
from hal.cards import Card
from sim.profiles import SAFER

# As SAFER, with a reality check after every two minutes: an hour of looking at a screen is dear.
OFTEN = SAFER.replace("reality_check = 60", "reality_check = 2")
LOSES = ("7S", "6H", "KD", "KC")  # Player 7, Banker 6


def desk(floor: Floor, ats: int = 1) -> AtsDesk:
    terminal = floor.table.seats[ats].terminal
    assert terminal is not None
    return terminal.desk


def view(floor: Floor, ats: int = 1) -> AtsView:
    return desk(floor, ats).view()


def scene(floor: Floor, ats: int = 1) -> Scene:
    seen = floor.table.seats[ats].seen
    assert seen is not None
    assert seen.stage is not None
    return seen.stage.scene


def reads(floor: Floor) -> set[str]:
    return {what.text for item in scene(floor).items for what in item.lettering()}


def can_touch(floor: Floor) -> set[tuple[str, ...]]:
    return {item.action for item in scene(floor).items[scene(floor).above :] if item.action}


def places_of(floor: Floor) -> dict[tuple[str, ...], Box]:
    return {item.stands[0]: item.box for item in scene(floor).items if item.stands is not None}


async def tell(floor: Floor, *commands: Any) -> None:
    for command in commands:
        await floor.table.service.submit(command)
    await asyncio.sleep(0.3)


async def seated(floor: Floor) -> None:
    await tell(floor, s.NewShoe(8), BuyIn(1, 500_00))


async def betting(floor: Floor) -> None:
    await seated(floor)
    await tell(floor, s.OpenBets())


def safely(tmp_path: Path, story: Any, **chosen: Any) -> None:
    on_a_floor(tmp_path, story, **{"safer": OFTEN, "period": 3600, **chosen})


def test_a_guest_sets_a_limit_of_loss_by_four_touches(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.player(1, "yours", "own-page safer", "own loss 5000", "own-yes loss 5000")
        assert floor.table.service.state.accounts[1].sitting.most_lost == 50_00
        assert "$50 at most since you sat down" in reads(floor)
        # Lower at once; nothing that is higher can be touched.
        assert {action for action in can_touch(floor) if action[:2] == ("own", "loss")} == set()
        await floor.player(1, "close", "chip 2500", "bet player", "bet player", "bet player")
        assert view(floor).toast == "Not accepted: Your own limit leaves $50."
        assert floor.table.service.state.accounts[1].wagers == {"player": 50_00}

    safely(tmp_path, story)


def test_a_limit_that_nobody_confirms_is_none(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.player(1, "yours", "own-page safer", "own time 30", "own-page safer", "close")
        assert floor.table.service.state.accounts[1].sitting.leaves_at is None
        assert view(floor).dialogue is None

    safely(tmp_path, story)


def test_a_guest_takes_a_pause_and_is_told_until_when(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.player(1, "chip 2500", "bet player", "yours", "own-page safer", "own pause 5", "own-yes pause 5")
        await floor.player(1, "close", "bet player")
        assert view(floor).toast == "Not accepted: You are taking a pause for 5 more minutes."
        assert view(floor).notices[0].startswith("You are taking a pause until ")
        await tell(floor, s.CloseBets(), *(s.CardDrawn(Card(code)) for code in LOSES), s.Confirm(), s.OpenBets())
        assert view(floor).balance == 525_00
        await asyncio.sleep(300)
        assert not any("pause" in notice for notice in view(floor).notices)
        await floor.player(1, "bet player")
        assert floor.table.service.state.accounts[1].wagers == {"player": 25_00}

    safely(tmp_path, story, safer=SAFER)


def test_time_that_is_up_is_said_and_the_money_can_be_had(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.player(1, "yours", "own-page safer", "own time 15", "own-yes time 15", "close")
        await asyncio.sleep(15 * 60)
        assert view(floor).notices[0] == "The time that you set yourself is up."
        await floor.player(1, "bet player")
        assert view(floor).toast == "Not accepted: The time that you set yourself is up."
        await floor.player(1, "cash-out", "pay")
        assert 1 not in floor.table.service.state.accounts

    safely(tmp_path, story, safer=SAFER)


def test_a_note_beyond_a_limit_is_given_back(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await tell(floor, s.NewShoe(8), BuyIn(1, 50_00))
        await floor.player(1, "yours", "own-page safer", "own loss 10000", "own-yes loss 10000", "close")
        acceptor = floor.table.seats[1].devices["note_acceptor"].model
        acceptor.do("insert 100")
        await asyncio.sleep(15)
        assert floor.table.service.state.balance(1) == 50_00
        acceptor.do("insert 50")
        await asyncio.sleep(15)
        assert floor.table.service.state.balance(1) == 100_00

    safely(tmp_path, story)


def test_a_reality_check_waits_for_the_guest_and_covers_no_money_and_no_alarm(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await tell(floor, Wager(1, "banker", 60_00), s.CloseBets())
        await tell(floor, *(s.CardDrawn(Card(code)) for code in LOSES), s.Confirm())
        await asyncio.sleep(60)
        assert view(floor).guest.check is None
        await tell(floor, s.OpenBets(), Wager(1, "player", 25_00))
        await asyncio.sleep(60)
        # Wagered 60 and lost it; the 25 that lie are no loss yet.
        assert {"You have been here for 2 min", "$60", "$0", "\u2212$60"} <= reads(floor)
        assert {"Wagered", "Won", "Lost", "In all"} <= reads(floor)
        assert floor.table.service.state.accounts[1].wagers == {"player": 25_00}
        assert not {("bet", "player"), ("help",), ("recall",), ("yours",)} & can_touch(floor)
        assert {("checked",), ("language",), ("call",)} <= can_touch(floor)
        # What is announced, and what goes wrong, is read above it.
        await tell(floor, Malfunction("ats", 1))
        assert view(floor).headline in reads(floor)
        assert view(floor).look == "alarm"
        await floor.player(1, "checked")
        assert view(floor).reads == ""

    safely(tmp_path, story)


@pytest.mark.lab(87)
def test_a_reality_check_comes_again_after_as_long(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await seated(floor)
        for _ in range(2):
            await asyncio.sleep(60)
            assert view(floor).reads == ""
            await asyncio.sleep(60)
            await floor.player(1, "checked")
            assert view(floor).reads == ""

    safely(tmp_path, story)


def test_a_reality_check_lets_cards_fall_first_and_the_money_go(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await asyncio.sleep(60)
        await tell(floor, Wager(1, "banker", 60_00), s.CloseBets(), s.CardDrawn(Card("7S")))
        await asyncio.sleep(120)
        assert view(floor).reads == ""
        await tell(floor, *(s.CardDrawn(Card(code)) for code in LOSES[1:]), s.Confirm())
        assert view(floor).reads == "check"
        await floor.player(1, "cash-out", "pay")
        assert 1 not in floor.table.service.state.accounts
        await tell(floor, BuyIn(1, 500_00))
        assert view(floor).guest.check is None

    safely(tmp_path, story)


def test_my_limits_are_reached_from_a_reality_check(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await seated(floor)
        await asyncio.sleep(120)
        await floor.player(1, "own-page safer")
        assert view(floor).reads == "yours"
        assert "Help with gambling, free: 1800 000 000" in reads(floor)
        await floor.player(1, "close")
        assert view(floor).reads == ""

    safely(tmp_path, story)


def test_a_terminal_that_restarts_asks_again_what_may_not_have_been_read(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await seated(floor)
        await floor.player(1, "yours", "own-page safer", "own loss 5000", "own-yes loss 5000", "close")
        await asyncio.sleep(120)
        seat = floor.table.seats[1]
        await seat.stop()
        seat.start()
        await asyncio.sleep(3)
        assert view(floor).reads == "check"
        assert view(floor).guest.limits[0].stands == "$50 at most since you sat down"

    safely(tmp_path, story)


@pytest.mark.lab(87)
def test_the_time_of_day_is_told_again_after_ten_minutes_where_the_house_says_so(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await seated(floor)
        await asyncio.sleep(9 * 60 + 50)
        assert view(floor).reads == ""
        await asyncio.sleep(10)
        assert {"You have been here for 10 min", f"{view(floor).guest.clock} · here for 10 min"} <= reads(floor)

    safely(tmp_path, story, safer=SAFER.replace("reality_check = 60", "reality_check = 10"))


@pytest.mark.lab(87)
def test_the_clock_goes_on_while_nothing_happens(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        before = view(floor).guest
        await asyncio.sleep(61)
        after = view(floor).guest
        assert before.clock != after.clock
        assert after.seated == "here for 1 min"
        assert any(f"{after.clock} · here for 1 min" == text for text in reads(floor))

    safely(tmp_path, story)


def test_what_a_guest_chose_to_see_and_hear_ends_with_the_cash_out(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        await floor.player(1, "yours", "switch large", "switch left", "switch contrast", "close")
        seen = floor.table.seats[1].seen
        assert seen is not None
        assert seen.stage is not None
        boxes = places_of(floor)
        # Left: what is touched most stands on the left. Large: the tray is higher than it was.
        assert boxes["cash-out",].x < boxes["help",].x
        assert boxes["undo",].x < boxes["chip", "2500"].x
        worn = seen.off.surface.copy()
        await tell(floor, CashOut(1))
        assert view(floor).guest.chosen == frozenset()
        await tell(floor, BuyIn(1, 500_00))
        boxes_after = places_of(floor)
        assert boxes_after["cash-out",].x > boxes_after["help",].x
        assert boxes_after["chip", "2500"].h < boxes["chip", "2500"].h
        ground = worn.get_at((2, 2)), seen.off.surface.get_at((2, 2))
        assert ground[0] != ground[1]

    safely(tmp_path, story)


def test_a_house_that_gives_nothing_shows_no_button_for_it(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        assert view(floor).guest.limits == ()
        assert view(floor).guest.topics == ("access",)
        await asyncio.sleep(180)
        assert view(floor).reads == ""

    on_a_floor(tmp_path, story, period=3600)

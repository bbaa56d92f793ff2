"""The winning number display at a table: a real driver, a model of a sign, a table."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from device_under_test import run

from drivers.alpha.driver import AlphaSign, Options
from firmware.display.text import text_of
from firmware.game import events as g
from firmware.game import steps as s
from firmware.link.views import public_view
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.display_desk import WndDesk
from hal.cards import Card
from hal.clock import LoopClock
from hal.device import DeviceEvent, StageChanged
from hal.life import Stage
from sim.devices.alpha import AlphaModel
from sim.devices.wire import Wire

pytestmark = pytest.mark.lab(57)


class Hall:
    def __init__(self) -> None:
        self.model = AlphaModel()
        self.wire = Wire(self.model, Options("").line)
        self.said: list[g.Event] = []
        self.service = TableService(
            Setup("crown-baccarat"), MemoryJournal(), LoopClock(asyncio.get_running_loop()), self._hear
        )
        self.sign = AlphaSign("wnd", self.wire, self._reported, Options(""))
        self.desk = WndDesk(self.service)
        self.desk.serve(self.sign)
        self.life = asyncio.create_task(self.sign.run())

    def _reported(self, event: DeviceEvent) -> None:
        self.desk.heard(event)

    def _hear(self, happened: Happened) -> None:
        self.said += happened.events
        self.desk.follow(happened)

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command)
        await asyncio.sleep(1)

    async def coup(self) -> None:
        await self.tell(s.OpenBets())
        assert self.model.text == f"COUP {self.service.state.game.coups}  PLACE YOUR BETS"
        await self.tell(BuyIn(1, 100_00), Wager(1, "player", 5_00), s.CloseBets())
        assert self.model.text == f"COUP {self.service.state.game.coups}  NO MORE BETS"
        await self.tell(*(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm())


def in_the_hall(story: Callable[[Hall], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        hall = Hall()
        await hall.service.start()
        await hall.tell(s.NewShoe(8))
        while hall.sign.stage is not Stage.READY:
            await asyncio.sleep(0.1)
        await story(hall)
        hall.life.cancel()
        await asyncio.gather(hall.life, return_exceptions=True)

    run(whole)


def test_the_display_follows_the_coup() -> None:
    async def story(hall: Hall) -> None:
        await hall.coup()
        assert hall.model.text == "COUP 1  PLAYER  7-6"

    in_the_hall(story)


@pytest.mark.rule("crown 11.13")
def test_a_display_that_shows_something_else_is_disregarded_and_written_anew() -> None:
    async def story(hall: Hall) -> None:
        await hall.coup()
        hall.said.clear()
        hall.model.do("garble COUP 1 BANKER")
        await asyncio.sleep(12)
        assert [event.kind for event in hall.said if isinstance(event, g.Irregularity)] == ["wnd_mismatch"]
        assert [event.action for event in hall.said if isinstance(event, g.Ruling)] == ["disregard-display"]
        assert hall.model.text == "COUP 1  PLAYER  7-6"
        assert "wnd" not in hall.service.state.faults

    in_the_hall(story)


def test_a_display_that_is_stuck_stays_a_malfunction_and_play_goes_on() -> None:
    async def story(hall: Hall) -> None:
        hall.model.do("stick")
        await hall.tell(s.OpenBets())
        await asyncio.sleep(5)
        assert "wnd" in hall.service.state.faults
        hall.model.do("clear")
        await hall.tell(BuyIn(1, 100_00), Wager(1, "player", 5_00), s.CloseBets())
        await asyncio.sleep(5)
        assert "wnd" not in hall.service.state.faults

    in_the_hall(story)


def test_a_display_that_is_gone_holds_nothing_up() -> None:
    async def story(hall: Hall) -> None:
        hall.wire.unplug()
        await asyncio.sleep(0.5)
        await hall.tell(s.OpenBets(), s.CloseBets())
        hall.wire.plug()
        await asyncio.sleep(8)
        assert hall.model.text == "COUP 1  NO MORE BETS"

    in_the_hall(story)


def test_voids_and_dummy_coups_are_shown_as_such() -> None:
    async def story(hall: Hall) -> None:
        assert text_of(public_view(hall.service.state, 0, 0)) == "WELCOME"
        assert text_of(None) == "PLEASE WAIT"
        await hall.tell(s.OpenBets(), s.Invalidate("spill"))
        assert hall.model.text == "COUP 1  VOID"
        await hall.tell(s.OpenBets(), s.CloseBets(), s.CardDrawn(Card("7S")))  # without wagers (11.5)
        assert hall.model.text == "COUP 2  DUMMY COUP"
        await hall.tell(*(s.CardDrawn(Card(code)) for code in ("6H", "KD", "KC")), s.Confirm())
        assert hall.model.text == "COUP 2  DUMMY PLAYER  7-6"

    in_the_hall(story)


@pytest.mark.lab(43)
@pytest.mark.parametrize(
    ("options", "sign", "says"),
    [
        (Options(""), "says", "Alpha sign, version 44011010C of 03/06, serial not told"),
        (Options("", version="7", serial="A-12"), "says", "Alpha sign, version 44011010C of 03/06, serial A-12"),
        (Options("", version="7", serial="A-12"), "simple", "Alpha sign, version 7, serial A-12"),
        (Options(""), "simple", "Alpha sign, version not told, serial not told"),
    ],
)
def test_a_sign_says_its_version_or_its_plate_does_or_nobody_told(options: Options, sign: str, says: str) -> None:
    async def story() -> None:
        heard: list[DeviceEvent] = []
        driven = AlphaSign("wnd", Wire(AlphaModel(says_what=sign == "says"), options.line), heard.append, options)
        life = asyncio.create_task(driven.run())
        await asyncio.sleep(5)
        assert [event.detail for event in heard if isinstance(event, StageChanged) and event.stage is Stage.READY] == [
            says
        ]
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)

    run(story)

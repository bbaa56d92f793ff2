"""What people who had never seen the console ran into."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from by_touch import Floor, on_a_floor
from sgc_table import Console

from firmware.console.coup_page import coup_view
from firmware.console.known import Known
from firmware.console.view import SgcView
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.table.features.clock import ReportClock
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.wagers import Wager
from hal.cards import Card
from sim.virtual_time import VirtualTimeLoop


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


def on_console(story: Callable[[Console], Awaitable[None]], **setup: Any) -> None:
    async def whole() -> None:
        console = Console("en", **setup)
        await console.open()
        await console.seat()
        await console.tell(s.Burn(Card("9D")))
        await story(console)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def view(console: Console) -> SgcView:
    assert console.desk is not None
    return console.desk.view()


@pytest.mark.rule("crown 11.3")
@pytest.mark.parametrize("book", ["crown-baccarat", "mbs-baccarat", "rws-non-commission"])
def test_a_dealer_is_told_where_a_card_that_lies_wrong_goes(book: str) -> None:
    async def story(console: Console) -> None:
        await console.tell(s.OpenBets(), Wager(1, "player", 100_00), s.CloseBets())
        await console.deal("6S 9H")
        assert "Move" not in view(console).line
        await console.tell(s.CardDrawn(Card("KD"), to=Side.BANKER))
        if console.service.state.game.questions:
            await console.tell(s.Decide("reconstruct"))
        assert view(console).line == "Move the K♦ to PLAYER. Deal the second card to BANKER"
        await console.tell(s.CardDrawn(Card("TC"), to=Side.PLAYER))
        if console.service.state.game.questions:
            await console.tell(s.Decide("reconstruct"))
        assert view(console).line.startswith("Move the 10♣ to BANKER. ")
        assert view(console).line.endswith(": confirm")
        await console.tell(s.Confirm())
        assert "Move" not in view(console).line

    on_console(story, rulebook=book, side_wagers={})


def test_the_coups_page_says_which_terminal_is_out_and_when_none_is() -> None:
    async def story(console: Console) -> None:
        await console.wager()
        await console.tell(Malfunction("ats", 2), Malfunction("ats", 7))
        rows = [row for row in coup_view(known(console)).happened if "malfunction" in row.label]
        assert [row.label for row in rows] == ["Terminals with a malfunction: 2, 7"]
        await console.tell(ClearMalfunction("ats", 2))
        rows = [row for row in coup_view(known(console)).happened if "malfunction" in row.label]
        assert [row.label for row in rows] == ["Terminals with a malfunction: 7"]
        await console.tell(ClearMalfunction("ats", 7))
        rows = [row for row in coup_view(known(console)).happened if "malfunction" in row.label]
        assert [(row.label, row.detail, row.look) for row in rows] == [
            ("A terminal had a malfunction", "All terminals are back in order", "good")
        ]

    on_console(story)


def known(console: Console) -> Known:
    assert console.desk is not None
    return console.desk.known()


def test_a_terminals_page_leads_to_its_meters() -> None:
    async def story(console: Console) -> None:
        console.touch("terminal 2")
        page = view(console).page
        assert page is not None
        assert ("tab", "meters") in [choice.action for row in page.rows for choice in row.choices]

    on_console(story)


def test_what_would_come_to_nothing_is_not_lit_and_what_is_due_is_asked_about() -> None:
    async def story(console: Console) -> None:
        def offered(*, lit: bool) -> set[str]:
            console.touch("tab game")
            page = view(console).page
            assert page is not None
            return {c.action[1] for row in page.rows for c in row.choices if c.action[:1] == ("op",) and c.on is lit}

        assert {"take-time", "time-back", "settings-adopt", "settings-keep"} <= offered(lit=False)
        await console.tell(ReportClock(10**12, far=True))
        assert "take-time" in offered(lit=True)
        console.touch("op take-time")
        assert view(console).form is not None

    on_console(story)

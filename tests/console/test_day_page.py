"""The console's pages of the gaming day and of the meters: what they say, and what they ask for."""

import asyncio

import pytest
from sgc_states import STATES
from sgc_table import Console

from firmware.console.flow import Flow
from firmware.console.view import Row
from firmware.table.core.commands import Command
from firmware.table.features.box_counts import CountBox
from firmware.table.features.days import CloseDay
from firmware.table.features.tray import CountDrop, CountTray, CreditTray, FillTray
from sim.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.lab(8)


def rows_of(state: str) -> tuple[tuple[Row, ...], dict[str, str]]:
    """The rows of a page, and the looks of its tabs."""

    async def whole() -> tuple[tuple[Row, ...], dict[str, str]]:
        story, setup = STATES[state]
        table = Console("en", **setup)
        await story(table)
        assert table.desk is not None
        view = table.desk.view()
        assert view.page is not None
        return view.page.rows, {tab.action[1]: tab.look for tab in view.tabs}

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())


def said(rows: tuple[Row, ...], label: str) -> tuple[str, str]:
    return next((row.detail, row.value) for row in rows if row.label == label)


def test_the_day_says_what_came_what_is_owed_and_what_is_to_be_counted() -> None:
    rows, tabs = rows_of("day")
    assert said(rows, "Money")[0].startswith("In $25,000, out $0")
    assert said(rows, "Tray") == ("Counted: $24,900", "$25,000")
    # Terminal 1 was counted; the notes of terminal 2 were not.
    assert [row.label for row in rows if row.label.startswith("Cash box")] == ["Cash box of terminal 2"]
    assert said(rows, "Cash box of terminal 2") == ("Taken out, not counted yet", "$5,000")
    assert said(rows, "Meter reading")[0] == "Last: before the fair"
    assert tabs["day"] == "chosen"


def test_a_day_that_is_over_calls_for_its_close() -> None:
    rows, _ = rows_of("day-over")
    assert (rows[0].look, rows[0].detail) == ("alarm", "The day is over: count, and close it.")


def test_the_meters_stand_behind_the_day_for_life_and_since_the_reading() -> None:
    rows, tabs = rows_of("meters")
    assert tabs["day"] == "chosen"
    assert (rows[0].label, rows[0].value) == ("Coups", "8")
    whole, lately = rows[1], rows[2]
    assert (whole.label, lately.label) == ("Table", "since before the fair")
    # In each coup 850.00 are wagered: 100 + 250 + 25 + 50 + 400 + 25.
    assert "wagered $6,800" in whole.detail
    assert "wagered $1,700" in lately.detail
    assert "In $0" in lately.detail


@pytest.mark.parametrize(
    ("key", "given", "command"),
    [
        ("close-day", (), CloseDay()),
        ("count-box", ("2",), CountBox(2, 45_00)),
        ("fill-tray", (), FillTray(45_00)),
        ("credit-tray", (), CreditTray(45_00)),
        ("count-tray", (), CountTray(45_00)),
        ("count-drop", (), CountDrop(45_00)),
    ],
)
def test_what_is_asked_for(key: str, given: tuple[str, ...], command: Command) -> None:
    async def whole() -> None:
        table = Console("en")
        await table.open()
        assert table.desk is not None
        known, flow = table.desk.known(), Flow(key, given)
        while flow.ask(known) is not None:
            for figure in "45":
                flow.enter(figure, known)
            flow.next(known)
        assert flow.command(known) == command

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())

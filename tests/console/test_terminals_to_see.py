"""Among the terminals, one with something open between it and the house asks to be looked at."""

import asyncio
from typing import Any

import pytest
from sgc_states import STATES
from sgc_table import Console

from firmware.table.features.claims import RecordClaim
from firmware.table.features.devices import ReportDevice
from firmware.table.features.malfunctions import DoubtRecords
from firmware.table.features.winnings import HoldWinnings, KeepWinnings, ReleaseWinnings
from sim.virtual_time import VirtualTimeLoop


def tiles(state: str, *commands: Any) -> dict[str, str]:
    async def whole() -> dict[str, str]:
        t = Console("en")
        await STATES[state][0](t)
        await t.tell(*commands)
        t.touch("tab terminals")
        assert t.desk is not None
        page = t.desk.view().page
        assert page is not None
        return {tile.label: tile.value for tile in page.tiles}

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())


@pytest.mark.parametrize(
    ("state", "command", "ats"),
    [
        pytest.param("settled", HoldWinnings(7, 5_00), "7", marks=pytest.mark.rule("crown 13.2.3")),
        pytest.param("settled", RecordClaim(3, "more"), "3", marks=pytest.mark.rule("crown 11.12")),
        pytest.param("closed", DoubtRecords(2), "2", marks=pytest.mark.rule("crown 11.16")),
    ],
)
def test_what_is_held_claimed_or_unproven_is_seen_until_it_is_settled(state: str, command: Any, ats: str) -> None:
    before, after = tiles(state), tiles(state, command)
    assert (before[ats] == "See", after[ats]) == (False, "See")
    assert {label: value for label, value in after.items() if label != ats} == {
        label: value for label, value in before.items() if label != ats
    }


def test_an_open_door_is_seen_until_it_is_shut() -> None:
    opened = ReportDevice("ats-3 panel", "cabinet_door on")
    assert tiles("settled", opened)["3"] == "Door"
    assert tiles("settled", opened, ReportDevice("ats-3 panel", "cabinet_door off"))["3"] != "Door"


@pytest.mark.rule("crown 13.2.3")
def test_what_was_released_or_kept_is_seen_no_more() -> None:
    for done in (ReleaseWinnings(7), KeepWinnings(7)):
        assert tiles("settled", HoldWinnings(7, 5_00), done)["7"] != "See"

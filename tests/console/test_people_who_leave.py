"""At the console: somebody is suspended, dismissed and reinstated there, and people change their own PIN."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sgc_table import Console

from firmware.console.desk import CONSOLE
from firmware.table.core.commands import Role
from firmware.table.core.employed import away
from firmware.table.features.employment import ChangePin
from firmware.table.features.staff import SignOn
from sim.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.lab(79)


def at_the_console(story: Callable[[Console], Awaitable[None]]) -> None:
    async def whole() -> None:
        t = Console("en")
        await t.open(Role.CASINO_SUPERVISOR)
        await story(t)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def keys(figures: str) -> list[str]:
    return [*(f"key {figure}" for figure in figures), "yes"]


def rows(t: Console) -> dict[str, list[str]]:
    assert t.desk is not None
    t.touch("tab staff")
    page = t.desk.view().page
    assert page is not None
    return {row.label: [choice.label for choice in row.choices] for row in page.rows}


def test_a_person_is_suspended_and_comes_back_with_a_second_person() -> None:
    async def story(t: Console) -> None:
        assert rows(t)["101 Mei Chan"] == ["Suspend", "Dismiss"]
        t.touch("op suspend 101", "yes")
        await asyncio.sleep(0.2)
        assert away(t.service.state, "101") == "suspended"
        assert rows(t)["101 Mei Chan"] == ["Reinstate"]
        await t.tell(ChangePin("202", await t.staff.hash_pin("70482", "202")))
        # They were enrolled today, by the one who asks: that one may not approve it yet.
        await asyncio.sleep(48 * 60 * 60)
        await t.tell(SignOn(CONSOLE, "303"))
        t.touch("op reinstate 101", "key 202", *keys("70482"))
        await asyncio.sleep(0.5)
        assert away(t.service.state, "101") == ""

    at_the_console(story)


def test_a_person_is_dismissed() -> None:
    async def story(t: Console) -> None:
        t.touch("op dismiss 202", "yes")
        await asyncio.sleep(0.2)
        assert away(t.service.state, "202") == "dismissed"

    at_the_console(story)


def test_ones_own_pin_is_changed_by_the_one_of_before_and_the_new_one_twice() -> None:
    async def story(t: Console) -> None:
        assert t.desk is not None
        await t.tell(ChangePin("303", await t.staff.hash_pin("70482", "303")))
        t.touch("op change-pin", *keys("70482"), *keys("94072"), *keys("94073"))
        await asyncio.sleep(0.5)
        assert t.desk.view().toast == "The two new PINs are not the same."
        t.touch("op change-pin", *keys("70482"), *keys("94072"), *keys("94072"))
        await asyncio.sleep(0.5)
        await t.staff.sign_on(CONSOLE, "303", "94072")

    at_the_console(story)

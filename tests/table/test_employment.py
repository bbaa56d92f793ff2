"""People who are suspended or dismissed, come back by two people's word, and change their own PIN."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from staffed_table import CASINO, DEALER, GAME, HOUR, Floor, on_a_floor

from firmware.refusal import Refused
from firmware.table.core.setup import Approvals
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.employment import (
    ChangePin,
    DismissStaff,
    PinChanged,
    ReinstateStaff,
    StaffDismissed,
    StaffReinstated,
    StaffSuspended,
    SuspendStaff,
)
from firmware.table.features.staff import SignOn
from firmware.table.people.staff_desk import StaffDesk

pytestmark = pytest.mark.lab(79)


async def staffed(floor: Floor) -> None:
    await floor.enrol("1", "2", DEALER)
    await floor.enrol("1", "3", GAME, "2")
    await floor.enrol("1", "4", CASINO, "3")
    await asyncio.sleep(48 * HOUR)


@pytest.mark.parametrize(("send", "said"), [(SuspendStaff, StaffSuspended), (DismissStaff, StaffDismissed)])
def test_who_is_sent_away_leaves_at_once_and_comes_back_by_two(send: Callable[[str], Any], said: type[Any]) -> None:
    async def story(floor: Floor) -> None:
        await staffed(floor)
        await floor.ask("2", BuyIn(1, 5_00))
        await floor.ask("1", send("2"))
        assert floor.of(said) == [said("2")]
        assert "2" not in floor.service.state.consoles.values()
        assert (await floor.refuse(SignOn("2", "2"))).code == "staff_away"
        assert await floor.refused(floor.ask("1", send("2"))) == "away_already"
        assert await floor.refused(floor.ask("3", ReinstateStaff("2"))) == "role_may_not"
        assert await floor.refused(floor.ask("1", ReinstateStaff("2"))) == "approval_needed"
        await floor.ask("1", ReinstateStaff("2"), "3")
        assert floor.of(StaffReinstated) == [StaffReinstated("2")]
        await floor.ask("2", BuyIn(1, 5_00))
        assert await floor.refused(floor.ask("1", ReinstateStaff("2"), "3")) == "not_away"

    on_a_floor(story)


def test_a_suspended_person_can_be_dismissed_and_a_dismissed_one_not_suspended() -> None:
    async def story(floor: Floor) -> None:
        await staffed(floor)
        await floor.ask("1", SuspendStaff("2"))
        await floor.ask("1", DismissStaff("2"))
        assert await floor.refused(floor.ask("1", SuspendStaff("2"))) == "away_already"
        assert await floor.refused(floor.ask("1", SuspendStaff("99"))) == "not_enrolled"

    on_a_floor(story)


def test_whoever_is_away_approves_nothing_and_the_last_casino_supervisor_stays() -> None:
    async def story(floor: Floor) -> None:
        await staffed(floor)
        await floor.ask("1", SuspendStaff("4"))
        assert await floor.refused(floor.ask("1", BuyIn(1, 500_00), "4")) == "staff_away"
        assert await floor.refused(floor.enrol("1", "5", DEALER, "4")) == "may_not_approve"
        assert await floor.refused(floor.ask("1", SuspendStaff("1"))) == "last_supervisor"
        await floor.ask("1", BuyIn(1, 500_00), "3")
        # Whoever is left alone enrols alone, as at a new table.
        await floor.ask("1", SuspendStaff("3"))
        await floor.ask("1", SuspendStaff("2"))
        await floor.enrol("1", "5", GAME)

    on_a_floor(story, approvals=Approvals(buy_in_over=100_00))


def test_a_pin_is_changed_by_its_person_alone() -> None:
    async def story(floor: Floor) -> None:
        await staffed(floor)
        assert await floor.refused(floor.ask("1", ChangePin("2", "another"))) == "not_ones_own"
        assert await floor.refused(floor.ask("2", ChangePin("2", ""))) == "no_pin"
        await floor.ask("2", ChangePin("2", "another"))
        assert floor.of(PinChanged) == [PinChanged("2", "another")]
        assert (floor.member("2").pin_hash, floor.member("2").enrolled_by) == ("another", "1")

    on_a_floor(story)


def test_the_desk_asks_for_the_pin_of_before() -> None:

    async def story(floor: Floor) -> None:
        desk = StaffDesk(floor.service, b"a secret of this table")
        await floor.ask("1", BuyIn(1, 5_00))
        kept = await desk.hash_pin("70482", "1")
        await floor.ask("1", ChangePin("1", kept))
        for before, new, code in (
            ("70483", "94072", "wrong_pin"), ("70482", "1234", "pin_common"), ("70482", "70482", "pin_as_before"),
        ):  # fmt: skip
            with pytest.raises(Refused) as refusal:
                await desk.change_pin("1", before, new)
            assert refusal.value.code == code
            await asyncio.sleep(2)
        await desk.change_pin("1", "70482", "94072")
        await desk.sign_on("sgc", "1", "94072")
        await desk.sign_off("1")
        with pytest.raises(Refused):
            await desk.change_pin("1", "94072", "70482")

    on_a_floor(story)

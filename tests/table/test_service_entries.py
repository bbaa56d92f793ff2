"""Technicians at work: why, what was opened, and the meters before and after; and PINs that somebody else chose."""

import pytest
from staffed_table import CASINO, GAME, TECHNICIAN, on_a_floor
from staffed_table import Floor as Staffed
from table_under_test import Table

from firmware.table.core.first_pins import has_first_pin
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.employment import ChangePin
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.limits import SetPeriod
from firmware.table.features.readings import MetersRead
from firmware.table.features.service_entries import BeginService, EndService, ServiceBegan, ServiceEnded, under_way
from firmware.table.features.staff import FirstPinGiven

pytestmark = pytest.mark.lab(69, 78)


def test_the_meters_are_read_before_and_after_a_service() -> None:
    async def story(table: Table) -> None:
        await table.tell(BeginService(1, " new acceptor ", "cash box"), BuyIn(1, 50_00))
        assert under_way(table.service.state, 1) == "new acceptor"
        assert (await table.refuse(BeginService(1, "again", ""))).code == "service_under_way"
        await table.tell(EndService(1))
        assert (await table.refuse(EndService(1))).code == "no_service"
        assert table.of(ServiceBegan) == [ServiceBegan(1, "new acceptor", "cash box")]
        assert table.of(ServiceEnded) == [ServiceEnded(1)]
        before, after = table.of(MetersRead)
        assert (before.why, after.why) == ("before service", "after service")
        assert (before.accounts, after.accounts) == ({}, {"balance": 50_00, "in/cash": -50_00})

    Table(ats=1).run(story)


def test_a_service_has_a_reason_and_a_board() -> None:
    async def story(table: Table) -> None:
        assert (await table.refuse(BeginService(1, "  ", ""))).code == "service_why"
        assert (await table.refuse(BeginService(2, "fan", ""))).code == "no_terminal"
        await table.tell(BeginService(0, "fan", "lid"), EndService(0))

    Table(ats=1).run(story)


def test_technicians_and_supervisors_make_service_entries() -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", TECHNICIAN)
        await floor.ask("2", BeginService(1, "fan", "lid"))
        await floor.ask("1", EndService(1))

    on_a_floor(story)


def test_a_pin_that_somebody_else_chose_is_changed_first() -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", GAME)
        assert floor.of(FirstPinGiven) == [FirstPinGiven("2")]
        assert await floor.refused(floor.ask("2", FreezeAccounts())) == "first_pin"
        # Nor do they approve anything with it.
        await floor.tell(SetPeriod(20))
        await floor.ask("2", ChangePin("2", "own"))
        assert not has_first_pin(floor.service.state, "2")
        await floor.ask("2", FreezeAccounts())
        # The first of all chose their own.
        assert not has_first_pin(floor.service.state, "1")
        await floor.ask("1", ChangePin("1", "other"))

    on_a_floor(story, own_pins=True)


def test_who_has_a_first_pin_approves_nothing() -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", CASINO)
        assert await floor.refused(floor.enrol("1", "3", GAME, approved_by="2")) != ""
        await floor.tell(ChangePin("2", "own"))
        await floor.enrol("1", "3", GAME, approved_by="2")

    on_a_floor(story, own_pins=True)


@pytest.mark.parametrize("own_pins", [False])
def test_a_house_may_do_without(own_pins: bool) -> None:  # noqa: FBT001
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", GAME)
        await floor.ask("2", FreezeAccounts())
        assert floor.of(FirstPinGiven) == []

    on_a_floor(story, own_pins=own_pins)

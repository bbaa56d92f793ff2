"""Fingers on a whole table: people are suspended, dismissed and reinstated, and change their own PINs."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor

from firmware.link.desk_messages import ShowTicket
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from firmware.table.core.commands import Role
from firmware.table.core.employed import away
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.employment import PinChanged

OWN_PINS = "own_pins = true"


async def sign_on(floor: Floor, number: str, pin: str) -> None:
    await floor.dealer("tab staff", "op sign-on")
    await floor.keys(number)
    await floor.keys(pin)


def at_the_console(floor: Floor) -> str:
    return next(iter(floor.table.state.consoles.values()), "")


@pytest.mark.lab(79)
def test_somebody_is_suspended_reinstated_by_two_and_dismissed(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.long_known("303", "IDA", Role.CASINO_SUPERVISOR, "6184")
        await floor.long_known("101", "LEO", Role.DEALER, "8264")
        await floor.dealer("tab staff", "op suspend 101", "yes")
        assert away(floor.table.state, "101") == "suspended"
        await sign_on(floor, "101", "8264")
        assert at_the_console(floor) == "700"
        await floor.dealer("tab staff", "op reinstate 101", "key 303")
        assert away(floor.table.state, "101") == "suspended"
        await floor.keys("6184")
        assert away(floor.table.state, "101") == ""
        await sign_on(floor, "101", "8264")
        assert at_the_console(floor) == "101"
        await sign_on(floor, "303", "6184")
        await floor.dealer("tab staff", "op dismiss 101", "yes")
        assert away(floor.table.state, "101") == "dismissed"

    on_a_floor(tmp_path, story)


@pytest.mark.lab(79)
def test_a_first_pin_that_somebody_else_chose_is_changed_before_anything_else(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.enrol_other("303", "IDA", "casino_supervisor", "8264")
        assert at_the_console(floor) == "303"
        await floor.dealer("op new-shoe")
        assert not floor.table.state.game.shoes
        await floor.dealer("tab staff", "op change-pin")
        for pin in ("8264", "5093", "5093"):
            await floor.keys(pin)
        assert floor.of(PinChanged)
        await floor.dealer("tab coup")
        await floor.new_shoe()
        assert floor.table.state.game.shoes
        await sign_on(floor, "700", "4711")
        await sign_on(floor, "303", "8264")
        assert at_the_console(floor) == "700"

    on_a_floor(tmp_path, story, safer=OWN_PINS)


@pytest.mark.lab(51)
def test_a_cashier_who_was_enrolled_by_touch_pays_by_number_and_pin_and_stands_on_the_ticket(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.long_known("303", "IDA", Role.CASINO_SUPERVISOR, "6184")
        await floor.enrol_other("21", "CY", "cashier", "4092", "303", "6184")
        floor.table.seats[1].devices["note_acceptor"].model.do("insert 20")
        await asyncio.sleep(3)
        await floor.player(1, "cash-out", "pay")
        await asyncio.sleep(8)
        (ticket,) = floor.table.state.tickets
        desk = RemoteTable(floor.table.network.board("cage-1"), lambda: None)

        async def pay(pin: str) -> str:
            await asyncio.sleep(5)  # after a wrong PIN none is taken for a moment
            try:
                await desk.show_ticket(ShowTicket(ticket, pay=True, staff="21", pin=pin))
            except Refused as refusal:
                return str(refusal.code)
            return "answered"

        assert await pay("4093") == "wrong_pin"
        assert await pay("4092") == "first_pin"
        await floor.dealer("tab staff", "op change-pin")
        for pin in ("4092", "5817", "5817"):
            await floor.keys(pin)
        assert await pay("5817") == "answered"
        (paid,) = [shown for shown in floor.of(TicketShown) if shown.answer == "paid"]
        assert (paid.cashier, paid.number, paid.amount) == ("21", ticket, 20_00)

    on_a_floor(tmp_path, story, safer=f"{OWN_PINS}\ncashiers = true")

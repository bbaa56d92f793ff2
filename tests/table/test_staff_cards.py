"""Staff cards: each person registers their own; it signs them on and approves, and can be taken away."""

from pathlib import Path

import pytest
from people_at_a_table import PINS, hands, people_at, refuse

from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.commands import OfStaff, Role
from firmware.table.core.service import TableService
from firmware.table.features.employment import SuspendStaff
from firmware.table.features.staff import EnrolStaff
from firmware.table.features.staff_cards import GiveCard, TakeCard
from firmware.table.people.staff_desk import Approval, StaffDesk
from hal.cards import Card

pytestmark = pytest.mark.lab(76)


async def to_an_unread_card(desk: StaffDesk, service: TableService) -> None:
    await service.submit(s.NewShoe(8))
    await desk.sign_on_by_card("sgc", "card-7")
    for command in (s.OpenBets(), s.CloseBets(), s.Unreadable()):
        await desk.ask("sgc", command)


def test_a_card_approves_in_place_of_number_and_pin(tmp_path: Path) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await to_an_unread_card(desk, service)
        enter = s.Enter(Card("7S"))
        # Neither one's own, nor another's than was said, nor a dealer's.
        assert await refuse(desk.ask("sgc", enter, Approval("7", "", "card-7"))) == "approves_own"
        assert await refuse(desk.ask("sgc", enter, Approval("70", "", "card-8"))) == "unknown_card"
        assert await refuse(desk.ask("sgc", enter, Approval("8", "", "card-8"))) == "may_not_approve"
        assert await desk.ask("sgc", enter, Approval("70", "", "card-70"))

    people_at(tmp_path / "table.journal")(story)


def test_a_card_that_nobody_has_is_a_guess(tmp_path: Path) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await to_an_unread_card(desk, service)
        enter = s.Enter(Card("7S"))
        assert await refuse(desk.ask("sgc", enter, Approval("70", "", "card-77"))) == "unknown_card"
        assert await refuse(desk.ask("sgc", enter, Approval("70", "", "card-70"))) == "pin_wait"
        hands(service).at += 1000
        assert await desk.ask("sgc", enter, Approval("70", "", "card-70"))

    people_at(tmp_path / "table.journal")(story)


def test_a_card_is_one_persons_and_the_last_one_that_they_registered(tmp_path: Path) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await desk.sign_on("sgc", "7", PINS["7"])
        assert await refuse(desk.take_own_card("sgc", PINS["7"], "card-70")) == "card_taken"
        assert await refuse(desk.take_own_card("sgc", "0246", "another")) == "wrong_pin"
        hands(service).at += 1000
        await desk.take_own_card("sgc", PINS["7"], "another")
        await desk.sign_off("sgc")
        assert await refuse(desk.sign_on_by_card("sgc", "card-7")) == "unknown_card"
        hands(service).at += 2000
        await desk.sign_on_by_card("sgc", "another")
        assert service.state.consoles["sgc"] == "7"
        await desk.sign_off("sgc")
        assert await refuse(desk.take_own_card("sgc", PINS["7"], "card-7")) == "sign_on_first"

    people_at(tmp_path / "table.journal")(story)


def test_nobody_registers_a_card_for_somebody_else(tmp_path: Path) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        kept = service.state.staff["70"].card
        for number, pin in PINS.items():
            await desk.sign_on("sgc", number, pin)
            for other in PINS:
                if other != number:
                    assert await refuse(desk.ask("sgc", GiveCard(other, "00"))) == "not_ones_own"
        assert await refuse(service.submit(OfStaff("sgc", "9", GiveCard("70", "00"), "700"))) == "not_ones_own"
        assert service.state.staff["70"].card == kept

    people_at(tmp_path / "table.journal")(story)


def test_a_lost_card_is_taken_away_by_a_casino_supervisor(tmp_path: Path) -> None:
    async def story(desk: StaffDesk, _: TableService) -> None:
        await desk.sign_on("sgc", "70", PINS["70"])
        assert await refuse(desk.ask("sgc", TakeCard("7"))) == "role_may_not"
        await desk.sign_on("sgc", "700", PINS["700"])
        await desk.ask("sgc", TakeCard("7"))
        assert await refuse(desk.ask("sgc", TakeCard("7"))) == "no_card"
        assert await refuse(desk.ask("sgc", TakeCard("77"))) == "not_enrolled"
        await desk.sign_off("sgc")
        assert await refuse(desk.sign_on_by_card("sgc", "card-7")) == "unknown_card"
        await desk.sign_on("office", "7", PINS["7"])

    people_at(tmp_path / "table.journal")(story)


def test_who_is_suspended_gets_on_by_no_card_and_a_new_pin_leaves_it(tmp_path: Path) -> None:
    async def story(desk: StaffDesk, _: TableService) -> None:
        again = EnrolStaff("7", "person 7", Role.DEALER, await desk.hash_pin("6150", "7"))
        await desk.ask("office", again, Approval("70", PINS["70"]))
        await desk.sign_on_by_card("sgc", "card-7")
        await desk.sign_off("sgc")
        await desk.ask("office", SuspendStaff("7"))
        with pytest.raises(Refused, match="staff_away"):
            await desk.sign_on_by_card("sgc", "card-7")

    people_at(tmp_path / "table.journal")(story)


def test_no_file_of_the_table_has_what_is_on_a_card(tmp_path: Path) -> None:
    async def story(desk: StaffDesk, _: TableService) -> None:
        await desk.sign_on_by_card("sgc", "card-70")

    path = people_at(tmp_path / "table.journal")(story)
    assert b"card-70" not in b"".join(file.read_bytes() for file in path.parent.iterdir())


def test_a_number_that_is_given_to_somebody_else_brings_no_card_with_it(tmp_path: Path) -> None:
    """Whoever had the number before would sign on as its new owner, and approve in their name."""

    async def story(desk: StaffDesk, service: TableService) -> None:
        other = EnrolStaff("7", "Somebody New", Role.DEALER, await desk.hash_pin("6150", "7"))
        await desk.ask("office", other, Approval("70", PINS["70"]))
        assert service.state.staff["7"].card == ""
        assert await refuse(desk.sign_on_by_card("sgc", "card-7")) == "unknown_card"

    people_at(tmp_path / "table.journal")(story)

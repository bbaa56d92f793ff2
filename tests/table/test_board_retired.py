"""A terminal's board is ended by two people at the table; it takes nothing more, and the next has another life."""

import asyncio

import pytest
from staffed_table import CASINO, DEALER, GAME, HOUR, Floor, on_a_floor

from firmware.link.besides_play import BesidesPlay
from firmware.link.views import Recall, account_view
from firmware.table.features.board_retiring import BoardRetired, RetireBoard
from firmware.table.features.boards import ChangeBoard, ShowPocket
from firmware.table.features.buying_in import AskNote, BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.readings import MetersRead
from firmware.table.features.tickets import ReportTicket

pytestmark = pytest.mark.lab(22)
OLD, NEW = "4f2a90c1d3e5b780", "00112233445566aa"


async def staffed(floor: Floor) -> None:
    await floor.enrol("1", "2", CASINO)
    for number, role in (("3", GAME), ("4", DEALER)):
        await floor.enrol("1", number, role, "2")
    await asyncio.sleep(25 * HOUR)
    await floor.tell(ShowPocket(1, OLD, 1))


def told(floor: Floor) -> str:
    return account_view(floor.service.state, 1, 1, 0, Recall(), BesidesPlay()).retired


def test_it_takes_a_casino_supervisor_and_a_second_person() -> None:
    async def story(floor: Floor) -> None:
        await staffed(floor)
        assert await floor.refused(floor.ask("1", RetireBoard(1))) == "approval_needed"
        assert await floor.refused(floor.ask("3", RetireBoard(1), "2")) == "role_may_not"
        assert not floor.of(BoardRetired)
        await floor.ask("1", RetireBoard(1), "2")
        assert floor.of(BoardRetired) == [BoardRetired(1, OLD)]
        assert [event.name for event in floor.of(MetersRead)] == ["terminal 1 retired"]
        assert told(floor) == OLD

    on_a_floor(story)


def test_a_board_that_was_ended_takes_nothing_until_another_takes_its_place() -> None:
    async def story(floor: Floor) -> None:
        await staffed(floor)
        await floor.ask("1", RetireBoard(1), "2")
        for command in (AskNote(1, 20_00, "USD"), BuyIn(1, 20_00, "note"), BuyIn(1, 20_00)):
            assert (await floor.refuse(command)).code == "board_retired"
        view = account_view(floor.service.state, 1, 1, 0, Recall(), BesidesPlay())
        assert view.no_notes is not None
        assert view.no_notes.code == "board_retired"
        assert await floor.refused(floor.ask("1", RetireBoard(1), "2")) == "board_retired"
        await floor.tell(BuyIn(2, 20_00))  # the others play on
        await floor.tell(ShowPocket(1, NEW, 1))
        await floor.ask("3", ChangeBoard(1, NEW))
        assert told(floor) == ""
        await floor.tell(AskNote(1, 20_00, "USD"), BuyIn(1, 20_00))

    on_a_floor(story)


def test_nobodys_money_goes_with_it() -> None:
    async def story(floor: Floor) -> None:
        await staffed(floor)
        both = RetireBoard(1)
        await floor.tell(BuyIn(1, 20_00))
        assert await floor.refused(floor.ask("1", both, "2")) == "account_open"
        await floor.tell(CashOut(1, "ticket"))
        assert await floor.refused(floor.ask("1", both, "2")) == "board_prints"
        (ticket,) = floor.service.state.tickets
        await floor.tell(ReportTicket(ticket, "printed"))
        await floor.ask("1", both, "2")

    on_a_floor(story)


def test_where_no_board_serves_there_is_none_to_end() -> None:
    async def story(floor: Floor) -> None:
        await staffed(floor)
        assert await floor.refused(floor.ask("1", RetireBoard(2), "2")) == "no_board_to_retire"
        assert await floor.refused(floor.ask("1", RetireBoard(9), "2")) == "no_terminal"

    on_a_floor(story)

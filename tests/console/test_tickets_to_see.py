"""A ticket that is under way is seen at its terminal, with what can be done about it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sgc_states import STATES
from sgc_table import Console

from firmware.console.view import Page
from firmware.table.features.boards import MeetBoard
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.notes_credited import CreditNote
from firmware.table.features.tickets import ReportTicket, ResolveTicket
from sim.virtual_time import VirtualTimeLoop

Story = Callable[[Console], Awaitable[None]]


def on_console(story: Story) -> None:
    async def whole() -> None:
        console = Console("en")
        await STATES["settled"][0](console)
        console.touch("terminal 5")
        await story(console)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def page_of(console: Console) -> Page:
    assert console.desk is not None
    page = console.desk.view().page
    assert page is not None
    return page


def printing(console: Console) -> tuple[str, list[bool]]:
    """Return what is said of the ticket that is under way, and whether each of its buttons is on."""
    (row,) = (row for row in page_of(console).rows if row.label == "Ticket being printed")
    return row.detail, [choice.on for choice in row.choices]


def answers(console: Console, number: str) -> list[str]:
    """Return which answers are offered about a ticket."""
    console.touch(f"op ticket {number}")
    assert console.desk is not None
    form = console.desk.view().form
    assert form is not None
    return [choice.action[1] for choice in form.choices]


@pytest.mark.parametrize("reprint", [False, True])
def test_a_ticket_under_way_is_resolved_once_its_terminal_is_out_of_service(reprint: bool) -> None:  # noqa: FBT001
    async def story(console: Console) -> None:
        await console.tell(CashOut(5, "ticket"))
        (number,) = console.service.state.tickets
        if reprint:
            await console.tell(ReportTicket(number, "in_doubt", "cut"), ResolveTicket(number, "reprint"))
        said, on = printing(console)
        assert number in said
        assert "wait" in said
        assert on == [False]
        await console.tell(Malfunction("ats", 5))
        said, on = printing(console)
        assert "out of service" in said
        assert on == [True]
        assert answers(console, number) == ["printed", "credit", "hand-pay"]
        await console.tell(ResolveTicket(number, "printed"))
        assert "Ticket being printed" not in [row.label for row in page_of(console).rows]

    on_console(story)


def test_a_ticket_in_doubt_can_be_printed_once_more() -> None:
    async def story(console: Console) -> None:
        await console.tell(CashOut(5, "ticket"))
        (number,) = console.service.state.tickets
        await console.tell(ReportTicket(number, "in_doubt", "cut"))
        assert answers(console, number) == ["printed", "credit", "hand-pay", "reprint"]

    on_console(story)


def test_a_board_that_another_terminal_knows_is_said_to_be_known_there() -> None:
    async def story(console: Console) -> None:
        await console.tell(CreditNote(2, "4f2a" * 4, 1, 50_00, "USD"), MeetBoard(5, "4f2a" * 4))
        (row,) = (row for row in page_of(console).rows if row.label == "Board")
        assert "4F2A" in row.detail
        assert "terminal 2" in row.detail

    on_console(story)

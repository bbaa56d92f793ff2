"""A terminal prints its own meters when staff order that at the table: once, between tickets, and told truly."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import pytest
from emulated_printer import Emulated, play
from network_under_test import Net

from firmware.boards.reports import Reports
from firmware.game import steps as s
from firmware.kit.words import words_of
from firmware.refusal import Refused
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.papers import PaperEnded, PrintPaper
from firmware.table.journal.memory import MemoryJournal
from firmware.terminal.paper_desk import PaperDesk
from firmware.terminal.ticket_desk import TicketDesk
from firmware.terminal.ticket_page import TicketPage
from firmware.ticket_config import TicketSettings
from sim.memory_pocket import MemoryPocket

pytestmark = [pytest.mark.lab(8), pytest.mark.lab(11)]
EN: Final = words_of("en")
LINES_OF_1: Final = ("terminal 1", "  received: cash                  50.00")


# A terminal's printer.


Before = Callable[[Net], Awaitable[None]]


class At1:
    """Terminal 1 with an emulated printer, at a table across the network."""

    def __init__(self, net: Net) -> None:
        self.net = net

    async def on(self) -> None:
        remote = self.remote = await self.net.terminal("ats-1")
        reports = Reports(remote)
        emulated = self.emulated = Emulated(lambda event: reports.heard("ticket_printer", event))
        tickets = self.tickets = TicketDesk(
            1, remote, MemoryPocket(remote.life), emulated.device, TicketPage(1, "Table 7", TicketSettings())
        )
        papers = PaperDesk(remote, emulated.device, tickets, reports, EN, "Table 7, terminal 1")
        self.net.changed = papers.follow
        for name, run in (("printer", emulated.device.run()), ("papers", papers.run()), ("reports", reports.run())):
            self.net.tasks[name] = asyncio.create_task(run)
        await asyncio.sleep(3)
        await remote.show_pocket(0)
        await tickets.come_back()
        papers.follow()
        await asyncio.sleep(1)


def at_a_terminal(
    story: Callable[[At1], Awaitable[None]], before: Callable[[Net], Awaitable[None]] | None = None
) -> None:
    async def whole() -> None:
        net = Net(2, MemoryJournal())
        await asyncio.sleep(0.01)
        await net.start()
        if before is not None:
            await before(net)
        at = At1(net)
        await at.on()
        await story(at)

    play(whole)


def fates(net: Net) -> list[str]:
    return [event.fate for event in net.said if isinstance(event, PaperEnded)]


def test_a_terminal_prints_its_own_meters_once() -> None:
    async def story(at: At1) -> None:
        await at.net.tell(PrintPaper(1, "meters", LINES_OF_1))
        await asyncio.sleep(20)
        assert fates(at.net) == ["printed"]
        await at.net.kill("ats-1")  # the table comes and goes; what is printed stays printed
        await at.net.terminal("ats-1", at.remote.life)
        await asyncio.sleep(20)
        assert len(at.emulated.pages) == 1

    at_a_terminal(story)


def test_what_was_ordered_before_its_start_is_in_doubt_and_what_hangs_there_is_cut_off() -> None:
    async def order(net: Net) -> None:
        await net.tell(PrintPaper(1, "meters", LINES_OF_1))

    async def story(at: At1) -> None:
        await asyncio.sleep(20)
        assert fates(at.net) == ["in_doubt"]
        assert not at.emulated.pages
        await at.net.tell(PrintPaper(1, "meters", LINES_OF_1))
        await asyncio.sleep(20)
        assert fates(at.net) == ["in_doubt", "printed"]
        assert len(at.emulated.pages) == 2  # the first says VOID

    at_a_terminal(story, order)


def test_a_guests_ticket_and_a_paper_come_one_after_the_other() -> None:
    async def story(at: At1) -> None:
        await at.net.tell(BuyIn(1, 50_00))
        await at.net.tell(PrintPaper(1, "meters", LINES_OF_1))
        result = await at.tickets.cash_out()
        await asyncio.sleep(20)
        assert result.outcome == "printed"
        assert fates(at.net) == ["printed"]
        assert len(at.emulated.pages) == 2
        assert [ticket.fate for ticket in at.net.service.state.tickets.values()] == ["printed"]

    at_a_terminal(story)


def test_a_cover_that_is_open_fails_the_paper() -> None:
    async def story(at: At1) -> None:
        at.emulated.model.do("cover open")
        await asyncio.sleep(3)
        await at.net.tell(PrintPaper(1, "meters", LINES_OF_1))
        await asyncio.sleep(20)
        assert fates(at.net) == ["failed"]
        assert "cover_open" in at.net.service.state.troubles["ats-1 ticket_printer"]

    at_a_terminal(story)


def test_a_second_order_waits_for_the_first_and_a_coup_hinders_neither() -> None:
    async def story(at: At1) -> None:
        await at.net.service.submit(PrintPaper(1, "meters", LINES_OF_1))
        with pytest.raises(Refused, match="paper_waits"):
            await at.net.tell(PrintPaper(1, "meters", LINES_OF_1))
        await at.net.tell(s.OpenBets())
        await asyncio.sleep(20)
        assert fates(at.net) == ["printed"]

    at_a_terminal(story)

"""A ticket's time is that of the screens beside it: of the venue's zone, which the table names."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from by_touch import Floor, on_a_floor
from reference import in_greenwich

from firmware.link.table_link import Issued
from firmware.table.features.buying_in import BuyIn
from firmware.terminal.ticket_page import TicketPage
from firmware.ticket_config import TicketSettings
from hal.ticket_printer import TicketLine
from sim.profiles import SAFER

pytestmark = pytest.mark.lab(45, 67)

# 2026-11-18 09:15:31 in Greenwich: eleven hours later in Melbourne's summer, nine in Tokyo.
AT = 1_794_993_331_000


def issued_at(settings: TicketSettings, venue: str) -> str:
    page = TicketPage(1, "Table 7", settings, lambda: venue)
    lines = page.ticket(Issued("006429188185446104", 5, issued_at=AT), 576).lines
    return next(line.text for line in lines if isinstance(line, TicketLine) and line.text.startswith("Issued"))


def test_the_tables_zone_comes_before_the_terminals_own() -> None:
    in_greenwich()
    own = TicketSettings(zone="Australia/Melbourne")
    assert issued_at(own, "Asia/Tokyo") == "Issued 2026-11-18 18:15:31 JST"
    assert issued_at(own, "") == "Issued 2026-11-18 20:15:31 AEDT"
    # Nobody names one: the machine's own, which its screens show too.
    assert issued_at(TicketSettings(), "") == "Issued 2026-11-18 09:15:31 UTC"


@pytest.mark.parametrize(("zone", "shown"), [("", "11:0"), ('[table.day]\nzone = "Asia/Tokyo"\n', "20:0")])
def test_the_ticket_that_a_terminal_prints_has_the_time_that_its_screen_shows(
    tmp_path: Path, zone: str, shown: str
) -> None:
    in_greenwich()
    pages: list[Any] = []

    async def story(floor: Floor) -> None:
        model = floor.table.seats[1].devices["ticket_printer"].model
        model.show_pages(pages.append)
        await floor.table.service.submit(BuyIn(1, 25_00))
        await asyncio.sleep(0.3)
        await floor.player(1, "cash-out", "pay")
        await asyncio.sleep(10)
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        assert terminal.desk.view().guest.clock.startswith(f"1 Jan 1970 {shown}")

    on_a_floor(tmp_path, story, safer=SAFER + zone)
    texts = [page.info["text"] for page in pages if "CASH-OUT" in page.info["text"]]
    assert [f"Issued 1970-01-01 {shown}" in text for text in texts] == [True]

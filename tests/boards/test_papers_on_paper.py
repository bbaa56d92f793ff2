"""Papers come out of printers: the table's own, and a terminal's; never like a ticket, once, and told truly."""

import asyncio
from typing import Any, Final

import pytest
from emulated_printer import Emulated, play
from sgc_table import Console

from firmware.boards.paper_page import LINES, carried, fitted, pages
from firmware.boards.paper_printer import PaperPrinter, Tell
from firmware.console.beside import SgcBeside
from firmware.console.desk import SgcDesk
from firmware.console.pages import meters, terminal
from firmware.kit.words import words_of
from firmware.table.core.commands import Role
from firmware.table.core.paper_bounds import LONGEST_LINE, MOST_LINES
from firmware.table.features.devices import DeviceReported, ReportDevice
from firmware.table.features.papers import PaperEnded, PaperOrdered, PrintPaper

pytestmark = [pytest.mark.lab(8), pytest.mark.lab(11)]
EN: Final = words_of("en")
LINES_OF_1: Final = ("terminal 1", "  received: cash                  50.00")


# What a page says.


def test_a_paper_says_what_it_is_and_has_no_barcode() -> None:
    (page,) = pages(EN, "meters", "Table 7, terminal 1", LINES_OF_1, 576)
    assert page.title == "METERS"
    assert page.number == page.amount == ""
    texts = [line.text for line in page.lines if not isinstance(line, str)]
    assert texts[:2] == ["This is no ticket and has no value.", "Table 7, terminal 1"]
    assert page.title != EN("paper.title")
    assert texts[4] == "  received: cash" + "50.00".rjust(47 - 16)


def test_a_paper_in_chinese_is_drawn() -> None:
    (page,) = pages(words_of("zh-Hans"), "day", "Table 7", (), 384)
    assert not page.title
    assert all(line.picture is not None for line in page.lines[:2] if not isinstance(line, str))


def test_a_long_paper_is_several_pages() -> None:
    found = pages(EN, "day", "Table 7", [f"line {number}" for number in range(2 * LINES + 1)], 576)
    said = [[line.text.rstrip() for line in page.lines if not isinstance(line, str)] for page in found]
    assert [page[2] for page in said] == ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"]
    assert [line for page in said for line in page if line.startswith("line ")] == [
        f"line {number}" for number in range(2 * LINES + 1)
    ]


def test_a_terminal_is_told_no_more_than_a_message_carries() -> None:
    found = carried([f'{number} "百" \\ \x1b {"x" * 90}' for number in range(200)])
    assert len(found) == MOST_LINES
    assert found[0].startswith("0 '?' / ? xxx")
    assert max(map(len, found)) == LONGEST_LINE
    assert found[-1] == "... more by rapid-table journal meters"
    assert fitted("  name   1", 40) == "  name" + "1".rjust(34)


# The table's own printer.


class Lines:
    """Papers of which the lines are known."""

    saves = False

    async def lines(self, paper: str, ats: int = 0) -> list[str]:
        return ["2026-11-20 23:05:07", f"{paper} of {ats}", "  received: cash                  50.00"]


def told(t: Console) -> Tell:
    async def tell(what: str, why: str) -> None:
        await t.tell(ReportDevice("ticket_printer", what, why))

    return tell


async def at_the_console(role: Role = Role.CASINO_SUPERVISOR) -> tuple[Console, Emulated]:
    t = Console("en")
    await t.open(role)
    own = PaperPrinter(t.service, told(t), EN, "Table 7")
    emulated = Emulated(own.heard)
    t.own = asyncio.create_task(own.run(emulated.device))  # type: ignore[attr-defined]
    beside = SgcBeside(papers=Lines(), printer=own)  # type: ignore[arg-type]
    t.desk = SgcDesk(t.service, t.staff, "en", "Table 7", lambda: None, beside)
    await asyncio.sleep(5)
    return t, emulated


def rows_of(t: Console, kind: type) -> list[Any]:
    return [entry for entry in t.journal.entries if isinstance(entry.event, kind)]


def test_meters_are_printed_at_the_console_and_who_ordered_them_is_on_record() -> None:
    async def story() -> None:
        t, emulated = await at_the_console()
        t.touch("op print-meters", "yes")
        await asyncio.sleep(20)
        assert t.desk is not None
        assert t.desk.view().toast == "Printed: Print meters"
        assert len(emulated.pages) == 1
        (ordered,), (ended,) = rows_of(t, PaperOrdered), rows_of(t, PaperEnded)
        assert (ordered.event.ats, ordered.event.paper, ordered.event.lines) == (0, "meters", ())
        assert ordered.by.startswith("303 casino supervisor")
        assert ended.event.fate == "printed"
        assert "METERS: printed" in [row.detail for row in meters.page(t.desk.known()).rows]

    play(story)


def test_a_jam_is_a_fault_and_the_paper_is_not_said_to_be_printed() -> None:
    async def story() -> None:
        t, emulated = await at_the_console()
        emulated.model.do("cutter jam")
        await asyncio.sleep(3)
        t.touch("op print-day", "yes")
        await asyncio.sleep(30)
        assert t.desk is not None
        assert "not printed whole" in t.desk.view().toast
        (ended,) = rows_of(t, PaperEnded)
        assert ended.event.fate == "failed"
        assert "cutter" in ended.event.why
        assert "fault cutter" in [entry.event.what for entry in rows_of(t, DeviceReported)]
        assert not emulated.pages

    play(story)


def test_a_jam_amid_a_paper_leaves_it_in_doubt_and_the_next_is_whole() -> None:
    async def story() -> None:
        t, emulated = await at_the_console()
        t.touch("op print-day", "yes")
        await asyncio.sleep(0.05)
        emulated.model.do("cutter jam")
        await asyncio.sleep(30)
        (ended,) = rows_of(t, PaperEnded)
        assert ended.event.fate == "in_doubt"
        emulated.model.do("clear")
        await asyncio.sleep(3)
        t.touch("op print-day", "yes")
        await asyncio.sleep(30)
        assert [entry.event.fate for entry in rows_of(t, PaperEnded)] == ["in_doubt", "printed"]

    play(story)


def test_what_was_ordered_before_a_start_is_in_doubt_and_not_printed_again() -> None:
    async def story() -> None:
        t = Console("en")
        await t.open()
        await t.tell(PrintPaper(0, "day"))
        own = PaperPrinter(t.service, told(t), EN, "Table 7")
        emulated = Emulated(own.heard)
        t.own = asyncio.create_task(own.run(emulated.device))  # type: ignore[attr-defined]
        await asyncio.sleep(20)
        (ended,) = rows_of(t, PaperEnded)
        assert (ended.event.fate, ended.event.why) == ("in_doubt", "the board was started meanwhile")
        assert not emulated.pages

    play(story)


def test_without_a_printer_the_console_says_so_and_offers_none() -> None:
    async def story() -> None:
        t = Console("en")
        await t.open(Role.CASINO_SUPERVISOR)
        assert t.desk is not None
        t.desk = SgcDesk(t.service, t.staff, "en", "T", lambda: None, SgcBeside(papers=Lines()))  # type: ignore[arg-type]
        page = meters.page(t.desk.known())
        assert "None at this table, and no folder to save files in" in [row.detail for row in page.rows]
        assert "Print meters" not in [choice.label for row in page.rows for choice in row.choices]
        t.touch("terminal 1")
        (row,) = [row for row in terminal.page(t.desk.known()).rows if row.label == "Meters on paper"]
        assert row.detail == "This terminal has reported no printer"
        assert not row.choices[0].on
        t.touch("op print-meters", "yes")
        await asyncio.sleep(1)
        assert "This table has no printer for papers" in t.desk.view().toast
        assert not rows_of(t, PaperOrdered)

    play(story)

"""When a siege is over its books are compared: what they find where a table kept them badly."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from besieged_day import LIFE, Day

from firmware.table.core.journal import Batch
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import RedeemTicket, TicketShown
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.tickets import ReportTicket
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.terminal.ticket_page import money
from sim.siege.devices import PrintedPage
from sim.siege.forgery import change

NUMBER = "123456789012345678"


@pytest.fixture
def day(tmp_path: Path) -> Day:
    return Day(tmp_path / "table.journal").play()


def test_a_day_on_which_all_is_well(day: Day) -> None:
    assert day.books.wrong() == []
    assert day.books.notes == {1: 70_00}
    assert (day.books.tickets, day.books.doubts) == (1, 0)
    assert day.books.rows > 6


def a_note_more_in_the_box(day: Day) -> str:
    day.boxes += 5_00
    return "ats-1: 7500 in its boxes, 7000 credited, in doubt []"


def a_note_less_in_the_box(day: Day) -> str:
    day.boxes -= 20_00
    return "ats-1: 5000 in its boxes, 7000 credited, in doubt []"


def a_doubt_about_a_note_of_which_all_is_known(day: Day) -> str:
    day.tell(ReportNoteDoubt(1, LIFE, 4, 5_00, "why", "AUD"))
    return "ats-1: 1 notes were in doubt, and its acceptor knew of each: ['why']"


def a_note_that_is_still_on_its_way(day: Day) -> str:
    day.moving = 1
    return "ats-1: a note is neither in a box nor with its player"


def a_page_that_was_never_issued(day: Day) -> str:
    day.pages[1].append(PrintedPage(money(5_00, "AUD"), (NUMBER,)))
    return f"ticket {NUMBER} is on paper, and was never issued"


def a_page_twice(day: Day) -> str:
    day.pages[1] *= 2
    return f"ticket {day.number} is on 2 pages"


def a_page_with_another_amount(day: Day) -> str:
    day.pages[1][0] = PrintedPage(money(700_00, "AUD"), (day.number,))
    return f"{day.ticket} is on a page of ats-1: {money(700_00, 'AUD')!r}"


def a_page_of_another_terminal(day: Day) -> str:
    day.pages[2].append(day.pages[1].pop())
    return f"{day.ticket} is on a page of ats-2: {money(70_00, 'AUD')!r}"


def no_page(day: Day) -> str:
    day.pages[1].clear()
    return f"ticket {day.number} is said to be printed, and is on no page"


def a_ticket_that_was_given_up(day: Day) -> str:
    day.tell(CreditNote(1, LIFE, 4, 5_00, "AUD"), PayByTicket(1, LIFE, 5))
    day.boxes += 5_00
    day.tell(ReportTicket(day.number, "failed"))
    day.pages[1].append(PrintedPage(money(5_00, "AUD"), (day.number,)))
    return f"ticket {day.number} is said to have failed, and is on paper"


def a_ticket_that_is_never_done(day: Day) -> str:
    day.tell(CreditNote(1, LIFE, 4, 5_00, "AUD"), PayByTicket(1, LIFE, 5))
    day.boxes += 5_00
    return f"ticket {day.number} of ats-1 is being printed for ever"


def money_handed_over_for_nothing(day: Day) -> str:
    day.handed["42"] = 5_00
    return "ticket 42: 500 was handed over, and None is on record"


def more_money_handed_over_than_is_on_record(day: Day) -> str:
    day.handed[day.number] = 80_00
    return f"ticket {day.number}: 8000 was handed over, and 7000 is on record"


def a_ticket_that_is_paid_twice(day: Day) -> str:
    async def again() -> None:
        journal = SqliteJournal(day.path)
        paid = TicketShown("cage-2", day.number, "paid", 70_00, 1, "another")
        await journal.append(journal.last_at, [Batch((paid,), "cage-2", None)])
        journal.close()

    asyncio.run(again())
    return "the journal is not whole: "


def another_terminal_that_moves_its_money(day: Day) -> str:
    rows = day.books.rows or len(day.books.wrong()) or day.books.rows
    day.tell(BuyIn(2, 5_00), by="ATS 3")
    day.books.wrong()
    assert day.books.rows > rows
    return f"row {day.books.rows}: ATS 3 moved ats-2: "


def a_row_that_was_changed(day: Day) -> str:
    assert change(day.path, "bought_in")
    return "the journal is not whole: "


@pytest.mark.parametrize(
    "goes_wrong",
    [
        a_note_more_in_the_box, a_note_less_in_the_box, a_doubt_about_a_note_of_which_all_is_known,
        a_note_that_is_still_on_its_way, a_page_that_was_never_issued, a_page_twice, a_page_with_another_amount,
        a_page_of_another_terminal, no_page, a_ticket_that_was_given_up, a_ticket_that_is_never_done,
        money_handed_over_for_nothing, more_money_handed_over_than_is_on_record, a_ticket_that_is_paid_twice,
        another_terminal_that_moves_its_money, a_row_that_was_changed,
    ],
)  # fmt: skip
def test_what_does_not_agree_is_found(goes_wrong: Callable[[Day], str], day: Day) -> None:
    said = goes_wrong(day)
    found = day.books.wrong()
    assert any(one.startswith(said) for one in found), (said, found)


@pytest.mark.parametrize("whose", ["disturbed", "tampered"])
def test_a_doubt_where_the_story_is_not_whole_is_right_and_so_is_its_note(whose: str, day: Day) -> None:
    a_doubt_about_a_note_of_which_all_is_known(day)
    (day.disturbed if whose == "disturbed" else day.books.tampered).add(1)
    assert day.books.wrong() == []
    day.boxes += 5_00
    assert day.books.wrong() == []
    day.boxes += 5_00
    assert len(day.books.wrong()) == 1


def test_a_doubt_of_which_nobody_knows_the_value_may_be_any_note_but_no_note_less(day: Day) -> None:
    day.tell(ReportNoteDoubt(1, LIFE, 4, 0, "why", ""))
    day.disturbed.add(1)
    for over, wrong in ((0, 0), (50_00, 0), (-20_00, 1)):
        day.boxes = 70_00 + over
        assert len(day.books.wrong()) == wrong, over


def test_a_desk_that_is_told_again_what_it_was_told_is_paid_once(day: Day) -> None:
    day.tell(CreditNote(1, LIFE, 4, 5_00, "AUD"), PayByTicket(1, LIFE, 5))
    asked = RedeemTicket("cage-1", day.number, pay=True, request="clerk 9")
    day.tell(ReportTicket(day.number, "printed"), asked, asked)
    day.boxes += 5_00
    day.pages[1].append(PrintedPage(money(5_00, "AUD"), (day.number,)))
    day.handed[day.number] = 5_00
    assert day.books.wrong() == []


def test_what_is_counted_is_counted_anew_each_time(day: Day) -> None:
    day.books.wrong()
    day.books.wrong()
    assert day.books.notes == Counter({1: 70_00})

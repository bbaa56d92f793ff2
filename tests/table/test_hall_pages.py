"""The Director's page at a table: what is shown, what may be asked of it, and the answer, all on record."""

import asyncio

from msgspec.structs import replace
from table_under_test import Table

from firmware.table.core.hall_change import change_to, marked
from firmware.table.core.hall_page import (
    ASKED_MS,
    HallAsk,
    HallChoice,
    HallPage,
    HallTable,
    Why,
    hall_page,
    hall_said,
    hall_wish,
)
from firmware.table.features.hall_pages import AnswerHall, AskHall, HallAnswered, HallAsked, HallShown, ShowHall

START = HallAsk("start", (HallChoice("start", "session start"),), count=1, at=60_000)
PAGE = HallPage(
    "0a", "Spring Cup", "ready", "Ada Reyes", present=True, round="heats", sessions=2, players=6,
    tables=(HallTable(1, players=3), HallTable(2, why=Why("table_away", values={"table": 2}))), asks=(START,),
)  # fmt: skip
CHANGE = change_to(PAGE)
SHOWN = ShowHall(CHANGE)
ASK = AskHall("start", "session start", "Ada Reyes")


def test_what_is_shown_is_kept_until_it_is_something_else() -> None:
    async def story(table: Table) -> None:
        assert hall_page(table.service.state) is None
        await table.tell(SHOWN, SHOWN)
        assert hall_page(table.service.state) == marked(PAGE)
        await table.tell(ShowHall(None))
        assert hall_page(table.service.state) is None
        assert [event.change for event in table.of(HallShown)] == [SHOWN.change, None]

    Table(ats=2).run(story)


def test_only_what_the_page_offers_is_asked_one_thing_at_a_time() -> None:
    async def story(table: Table) -> None:
        assert (await table.refuse(ASK)).code == "hall_silent"
        await table.tell(SHOWN)
        assert (await table.refuse(replace(ASK, step="prizes 1"))).code == "hall_otherwise"
        assert (await table.refuse(replace(ASK, do="award"))).code == "hall_otherwise"
        await table.tell(ASK)
        assert (await table.refuse(ASK)).code == "hall_waits"
        first = hall_wish(table.service.state)
        assert first is not None
        assert (first.number, first.do, first.step, first.by) == (1, "start", "session start", "Ada Reyes")
        await table.tell(AnswerHall(1, Why("not_briefed", "12.2.3", {"player": 4})))
        said = hall_said(table.service.state)
        assert said is not None
        assert (said.wish, said.why) == (first, Why("not_briefed", "12.2.3", {"player": 4}))
        assert hall_wish(table.service.state) is None
        # The next has the next number; an answer to one that was answered changes nothing.
        await table.tell(ASK, AnswerHall(1, None))
        second = hall_wish(table.service.state)
        assert second is not None
        assert second.number == 2
        await table.tell(AnswerHall(2, None))
        assert [event.said.why for event in table.of(HallAnswered)] == [said.why, None]

    Table(ats=2).run(story)


def test_one_that_nobody_answered_for_a_minute_gives_way_to_another() -> None:
    async def story(table: Table) -> None:
        await table.tell(SHOWN, ASK)
        await asyncio.sleep(ASKED_MS / 1000 - 1)
        assert (await table.refuse(ASK)).code == "hall_waits"
        await asyncio.sleep(1)
        await table.tell(ASK)
        assert [event.wish.number for event in table.of(HallAsked)] == [1, 2]
        # The late answer to the first is none to the second.
        await table.tell(AnswerHall(1, None))
        assert hall_wish(table.service.state) is not None

    Table(ats=2).run(story)


def test_what_no_message_could_carry_is_not_shown() -> None:
    async def story(table: Table) -> None:
        odd = (
            replace(CHANGE, name="x" * 25), replace(CHANGE, name="\n"), replace(CHANGE, name="\ud800"),
            replace(CHANGE, after="no mark"), replace(CHANGE, players=2**64),
            replace(CHANGE, tables=tuple(map(HallTable, range(13)))),
            replace(CHANGE, asks=(START,) * 9), replace(CHANGE, asks=(replace(START, ats=51),)),
        )  # fmt: skip
        for change in odd:
            assert (await table.refuse(ShowHall(change))).code == "beyond_bounds"
        await table.tell(SHOWN)
        assert (await table.refuse(replace(ASK, by="\ud800"))).code == "beyond_bounds"
        await table.tell(ASK)
        assert (await table.refuse(AnswerHall(1, Why("Not a code")))).code == "beyond_bounds"

    Table(ats=2).run(story)

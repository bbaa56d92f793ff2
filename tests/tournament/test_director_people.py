"""What the Director's page calls tables and people: by their names, also those who have no seat."""

import asyncio
from pathlib import Path

import pytest
from directors_evening import Evening, at_the_console
from held_tournament import HEATS, Held, conditions
from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.table.core.hall_page import hall_page
from firmware.table_board.answers import HouseSystems
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament_board.director_page import director_page

NAMED = HouseSystems(name="Salon Privé")
GROUND = "A prohibited device."


def test_a_table_is_called_what_it_says_it_is_called(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        assert [row.label for row in one.rows() if row.label.startswith("Salon")] == ["Salon Privé"]
        for label in ("I am here", "Open round", "Draw seats"):
            await one.do(label)
        one.desk.act(one.button("Seats").action)
        assert one.rows()[0].label == "Salon Privé"

    at_the_console(story, tmp_path, house=NAMED)


def test_a_refusal_names_the_table(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        for label in ("I am here", "Open round", "Draw seats", "All briefed", "Now", "Start session"):
            await one.do(label)
        one.hall.waiting[1] = Refused("table_away", table=1)
        await one.hall._show(1, one.hall._tables[1])  # noqa: SLF001
        (row,) = (row for row in one.rows() if row.label == "Salon Privé")
        assert row.detail == "Salon Privé does not answer: look at its board and network."

    at_the_console(story, tmp_path, house=NAMED)


def test_tables_that_share_a_name_or_have_none_have_their_numbers() -> None:
    held = Held(conditions(replace(HEATS, tables=3)))
    found = director_page(
        held.state, {1: 3, 2: 3, 3: 3, 4: 3}, {}, 0, {1: "Rapid Table", 2: "Rapid Table", 3: "Window"}
    )
    assert found is not None
    assert [(one.table, one.name) for one in found.tables] == [(1, ""), (2, ""), (3, "Window"), (4, "")]


@pytest.mark.rule("crown 12.2.1(h)")
def test_who_has_no_seat_is_disqualified_by_name_or_by_number(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await one.do("I am here")
        one.desk.act(one.button("Show").action)
        rows = one.rows()
        assert [(row.label, row.detail) for row in rows] == [
            ("Players without a seat", ""), ("1 Bo", "In the tournament"), ("2 Cy", "In the tournament"),
        ]  # fmt: skip
        # A number that nobody has is asked for again.
        one.desk.act(one.button("Disqualify by number").action)
        for key in ("9", "OK"):
            one.desk.act(("yes",) if key == "OK" else ("key", key))
        assert one.desk.view().toast == "No player in the tournament has the number 9: enter it again."
        assert (await one.answer("2", "OK", GROUND))[1:] == ("2 Cy", GROUND)
        (out,) = [row.event for row in one.journal.kept if isinstance(row.event, e.PlayerOut)]
        assert (out.player, out.ground) == (2, 2)
        assert [row.label for row in one.rows()] == ["Players without a seat", "1 Bo"]
        one.desk.act(one.button("Disqualify").action)
        assert (await one.answer(GROUND))[1:] == ("1 Bo", GROUND)
        one.desk.act(("tab", "director"))
        assert [row.label for row in one.rows() if row.label == "Players without a seat"] == []

    at_the_console(story, tmp_path)


def test_a_directors_page_comes_anew_after_the_tournament_was_started_anew(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await one.do("I am here")
        before = hall_page(one.net.service.state)
        one.wake()
        one.service.tell(c.SignOff("Ada Reyes"))
        await one.look()
        after = hall_page(one.net.service.state)
        assert before is not None
        assert after is not None
        assert (after.present, after.seats) == (False, before.seats)
        await asyncio.sleep(0)

    at_the_console(story, tmp_path)

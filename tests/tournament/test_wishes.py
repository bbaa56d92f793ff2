"""What the Director asks at a table's console: by touch, across the network, once, by name, and answered there."""

import asyncio
from pathlib import Path

import pytest
from directors_evening import NAME, Evening, at_the_console, small_cup
from network_under_test import Net, on_a_network

from firmware.console.desk import CONSOLE
from firmware.refusal import Refused
from firmware.table.core.hall_page import HallWish, hall_page, hall_said, hall_wish
from firmware.table.core.session_terms import hold_of
from firmware.table.features.hall_pages import HallAsked
from firmware.table.features.staff import SignOff, SignOn
from firmware.tournament.events import SeatsDrawn
from firmware.tournament_board.wishes import DirectorWishes


@pytest.mark.rule("crown 12.1.2, 12.2.5")
def test_the_director_begins_a_session_by_touch(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        assert one.rows()[0].detail == "Between rounds"
        for label in ("I am here", "Open round", "Draw seats", "All briefed", "Now", "Start session"):
            await one.do(label)
            assert one.rows()[1].label == f"{label}: done"
        assert one.net.service.state.session == "final 1"
        assert one.rows()[0].detail == "Round final: session 1 of 1"
        assert [row.detail for row in one.rows() if row.label == "Table 1"] == ["Players: 2 · coups: 0 · to come: 2"]
        # Presence is the Director's own word, and holds the session: whoever else signs on there changes nothing.
        await one.do("I leave")
        assert hold_of(one.net.service.state) == "director-away"
        # Who asked, and where, is in the tournament's journal.
        assert {row.by for row in one.journal.kept if row.by.startswith("Ada")} == {"Ada Reyes at table 1"}

    at_the_console(story, tmp_path)


def test_a_draw_has_a_seed_that_no_page_showed(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        seeds = set()
        await one.do("I am here")
        await one.do("Open round")
        page = hall_page(one.net.service.state)
        assert page is not None
        assert [choice.step for ask in page.asks if ask.what == "seats" for choice in ask.choices] == ["seat SEED"]
        await one.do("Draw seats")
        seeds |= {row.event.seed for row in one.journal.kept if isinstance(row.event, SeatsDrawn)}
        assert len(seeds) == 1

    at_the_console(story, tmp_path)


def test_what_is_refused_is_said_with_its_rule_and_changes_nothing(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await one.do("I am here")
        await one.do("Open round")
        await one.do("Draw seats")
        await one.do("Now")
        await one.do("Start session")
        row = one.rows()[1]
        assert (row.label, row.value, row.look) == ("Start session: refused", "rule 12.2.3", "alarm")
        assert "brief" in row.detail.lower()
        assert not one.net.service.state.session

    at_the_console(story, tmp_path)


@pytest.mark.rule("crown 12.1.2")
def test_another_director_than_the_appointed_one_decides_nothing(tmp_path: Path) -> None:
    async def whole(net: Net) -> None:
        one = Evening(net, small_cup(tmp_path))
        await one.begin("Mary Shelley")
        await one.look()
        await one.do("I am here")
        assert one.rows()[1].label == "I am here: refused"
        assert not one.service.state.present

    on_a_network(whole)


def test_who_is_no_director_touches_nothing_there(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await one.net.tell(SignOff(CONSOLE), SignOn(CONSOLE, "303"))
        one.desk.act(("tab", "director"))
        button = one.button("I am here")
        assert (button.on, button.note) == (False, "Director")

    at_the_console(story, tmp_path)


def test_a_wish_waits_for_a_tournament_that_is_off_but_not_for_long(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await one.touch("I am here")
        assert one.rows()[1].label == "I am here: the tournament has not answered yet"
        one.wake()
        await one.look()
        assert one.service.state.present
        await one.touch("I leave")
        await asyncio.sleep(61)
        one.wake()
        await one.look()
        assert one.service.state.present
        assert one.rows()[1].label == "I leave: refused"

    at_the_console(story, tmp_path)


def test_what_was_done_is_not_done_again_when_its_answer_was_lost(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await one.do("I am here")
        await one.do("Open round")
        await one.touch("Draw seats")
        lost = False

        def carry(subject: str) -> tuple[float, ...]:
            nonlocal lost
            drawn = any(isinstance(row.event, SeatsDrawn) for row in one.journal.kept)
            lost = lost or (drawn and subject == f"ask.{NAME}")
            return () if drawn and subject == f"ask.{NAME}" else (0.0,)

        one.net.memory.carry = carry
        await one.look()
        assert lost
        assert hall_wish(one.net.service.state) is not None
        # It is killed, and is back after a time in which it would take no new wish: what was done is answered so.
        await asyncio.sleep(61)
        one.net.memory.carry = lambda _: (0.0,)
        one.wake()
        for _ in range(3):
            await one.look()
        said = hall_said(one.net.service.state)
        assert said is not None
        assert (said.wish.do, said.why) == ("draw", None)
        assert sum(isinstance(row.event, SeatsDrawn) for row in one.journal.kept) == 1
        assert len([event for event in one.net.said if isinstance(event, HallAsked) and event.wish.do == "draw"]) == 1

    at_the_console(story, tmp_path)


@pytest.mark.parametrize("step", ["dance", "arrive nobody", "session"])
def test_a_step_that_this_release_cannot_read_is_refused(step: str, tmp_path: Path) -> None:
    """A table shows what a tournament of another release offered."""

    async def story(one: Evening) -> None:
        wishes = DirectorWishes(one.service, one.hall._tell)  # noqa: SLF001
        rows = len(one.journal.kept)
        with pytest.raises(Refused) as refusal:
            await wishes.take(1, HallWish(1, "start", step, "Ada Reyes", 0), 0)
        assert refusal.value.code == "hall_otherwise"
        assert len(one.journal.kept) == rows

    at_the_console(story, tmp_path)


@pytest.mark.parametrize(
    "step", ["pay-out 1 S-1", "pay-at 1 1 2", "enter Mallory 100", "call-off rain", "appoint Mallory"]
)
def test_a_table_asks_for_nothing_that_no_page_offers(step: str, tmp_path: Path) -> None:
    """A table's board that somebody rebuilt says whose wish it is, and what: money is the desk's alone."""

    async def story(one: Evening) -> None:
        wishes = DirectorWishes(one.service, one.hall._tell)  # noqa: SLF001
        rows = len(one.journal.kept)
        with pytest.raises(Refused) as refusal:
            await wishes.take(1, HallWish(1, "start", step, "Ada Reyes", 0), 0)
        assert refusal.value.code == "hall_otherwise"
        assert len(one.journal.kept) == rows

    at_the_console(story, tmp_path)

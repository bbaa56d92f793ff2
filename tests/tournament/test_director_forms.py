"""What the Director fills in at a console: who is late, who is disqualified on what ground, play-off points."""

import asyncio
from pathlib import Path

import pytest
from cup_at_tables import cup, round_of
from directors_evening import Evening, at_the_console

from firmware.console.desk import CONSOLE
from firmware.refusal import Refused
from firmware.table.core.hall_page import hall_page
from firmware.table.features.hall_pages import AskHall
from firmware.table.features.staff import SignOn
from firmware.tournament import commands as c
from firmware.tournament import events as e

UP_TO_START = ("I am here", "Open round", "Draw seats", "All briefed", "Now")
GROUND = "A prohibited device."


async def up_to_the_start(one: Evening) -> None:
    for label in UP_TO_START:
        await one.do(label)


def names(one: Evening) -> list[str]:
    return [f"{player.number} {player.name}" for player in one.service.state.players.values()]


@pytest.mark.rule("crown 12.2.1(i)")
def test_a_session_starts_without_those_who_are_late(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await up_to_the_start(one)
        one.desk.act(one.button("Start without").action)
        assert await one.answer("2", "OK") == ("The tournament is asked: Start without", names(one)[1])
        assert one.rows()[1].label == "Start without: done"
        started = [row.event for row in one.journal.kept if isinstance(row.event, e.SessionStarted)]
        assert [event.absent for event in started] == [(2,)]
        # The player has the grace period of the conditions, and then can be ruled absent.
        assert next(row.label for row in one.rows() if "is late" in row.label).startswith("Cy is late")
        assert [choice.label for row in one.rows() for choice in row.choices if "late" in row.label] == ["Is here"]
        await asyncio.sleep(60 * one.service.state.rules.attendance.grace_minutes)
        # In that time the console has signed the Director off.
        await one.net.tell(SignOn(CONSOLE, "404"))
        one.desk.act(("tab", "director"))
        await one.look()
        await one.do("Absent")
        assert one.rows()[1].label == "Absent: done"

    at_the_console(story, tmp_path)


def test_a_number_that_nobody_has_is_asked_for_again(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await up_to_the_start(one)
        one.desk.act(one.button("Start without").action)
        for number, why in (("9", "Player 9 has no seat"), (".", "Enter from one to 12 numbers")):
            one.desk.act(("key", number))
            one.desk.act(("yes",))
            assert one.desk.view().toast.startswith(why)
            form = one.desk.view().form
            assert form is not None
            assert (form.kind, form.entry) == ("keypad", "")
        assert (await one.answer("2", ".", "1", ".", "1", "OK"))[1:] == tuple(names(one))

    at_the_console(story, tmp_path)


@pytest.mark.rule("crown 12.2.1(h)")
def test_a_player_is_disqualified_at_their_seat_on_a_ground_of_the_conditions(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await up_to_the_start(one)
        await one.do("Start session")
        one.desk.act(one.button("Seats").action)
        seats = one.service.state.rounds["final"].seats
        rows = {row.label: row for row in one.rows()[1:]}
        assert {label: row.detail for label, row in rows.items()} == {
            who: f"Terminal {seats[number].ats}" for number, who in enumerate(names(one), 1)
        }
        assert {row.value for row in rows.values()} == {"1,000"}
        one.desk.act(rows[names(one)[1]].choices[0].action)
        form = one.desk.view().form
        assert form is not None
        assert [choice.label for choice in form.choices] == list(one.conditions.departures.grounds)
        said = await one.answer(GROUND)
        assert said == ("The tournament is asked: Disqualify", names(one)[1], GROUND)
        (out,) = [row.event for row in one.journal.kept if isinstance(row.event, e.PlayerOut)]
        assert (out.player, out.why, out.ground) == (2, "disqualified", 2)
        assert [row.label for row in one.rows()[1:]] == names(one)[:1]
        one.desk.act(("tab", "director"))
        assert one.rows()[1].label == "Disqualify: done"

    at_the_console(story, tmp_path)


@pytest.mark.rule("crown 12.1.2, 12.2.5")
def test_a_director_who_has_left_disqualifies_nobody(tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await up_to_the_start(one)
        await one.do("I leave")
        one.desk.act(one.button("Seats").action)
        one.desk.act(one.button("Disqualify").action)
        await one.answer(GROUND)
        one.desk.act(("tab", "director"))
        row = one.rows()[1]
        assert (row.label, row.value, row.look) == ("Disqualify: refused", "rule 12.2.5", "alarm")
        assert all(player.status == "in" for player in one.service.state.players.values())

    at_the_console(story, tmp_path)


@pytest.mark.rule("crown 12.2.1(d)")
def test_the_points_of_a_play_off_coup_are_entered_player_by_player(tmp_path: Path) -> None:
    heats = round_of("heats", "entry", seats=2, coups=1, best_overall=1)
    conditions = cup(
        tmp_path, heats, round_of("final", "heats:progressed", seats=2), most=2, tie_breaks='["play-off", "lot"]'
    )

    async def story(one: Evening) -> None:
        await up_to_the_start(one)
        await one.do("Start session")
        equal = tuple(e.Line(player, 0, 0) for player in (1, 2))
        for told in (c.ReportOpened(1), c.ReportCoup(1, 1, "played", equal)):
            one.service.tell(told)
        await one.look()
        await one.do("Announce")
        first, second = names(one)
        one.desk.act(one.button("Enter points").action)
        form = one.desk.view().form
        assert form is not None
        assert form.prompt == f"{first}: what came of the play-off coup?"
        # What is no amount is asked for again, and what was entered before it stands.
        for touch in (("key", "lost"), ("key", "1"), ("key", "."), ("key", "5"), ("yes",)):
            one.desk.act(touch)
        assert one.desk.view().toast.startswith("1.5 is no number of points")
        said = await one.answer("1", "00", ".", "5", "0", "OK", "Won", "2", "5", "OK")
        assert said == ("The tournament is asked: Enter points", f"{first}: -100.50", f"{second}: 25.00")
        (played,) = [row.event for row in one.journal.kept if isinstance(row.event, e.PlayOffPlayed)]
        assert [(line.player, line.won) for line in played.lines] == [(1, -100_50), (2, 25_00)]
        await one.do("Announce")
        assert one.service.state.rounds["heats"].through == (2,)

    at_the_console(story, tmp_path, conditions)


@pytest.mark.parametrize(
    "step",
    ["session start late=PLAYERS", "session start late=1,x", "session start late=1 ", "disqualify 1 1 1", "retire 1"],
)
def test_only_numbers_are_filled_in(step: str, tmp_path: Path) -> None:
    async def story(one: Evening) -> None:
        await up_to_the_start(one)
        page = hall_page(one.net.service.state)
        assert page is not None
        do = "disqualify" if step.startswith("dis") else "start-without"
        assert not page.offers(do, step)
        with pytest.raises(Refused) as refusal:
            await one.net.tell(AskHall(do, step, "Ada Reyes"))
        assert refusal.value.code == "hall_otherwise"

    at_the_console(story, tmp_path)

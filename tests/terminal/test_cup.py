"""What a player of a tournament sees on their terminal, and what they can do there."""

import asyncio
from pathlib import Path

from ats_cup_states import CUP, SEATED
from by_touch import Floor, on_a_floor, view
from msgspec.structs import replace

from firmware.game import steps as s
from firmware.kit.words import words_of
from firmware.pictures.cup_words import cup_lines, cup_notices, leaders, place_notice, points
from firmware.table.core.session_standing import Leader, SeatStanding, SessionStanding
from firmware.table.core.session_terms import SessionTerms
from firmware.table.features.session_standings import PostStandings
from firmware.table.features.sessions import SessionSeat, StartSession
from firmware.table.features.tournament_tables import EndAgreed, HoldSession, ReserveTable
from firmware.table.features.wagers import Wager

WORDS = words_of("en")
STANDING = SessionStanding(
    "1", "Final 1", 50, 12, hidden=False, over=False, cash=True,
    leaders=(Leader(1, 9, "Ada", 1400_00),), seats=(SeatStanding(1, 3, 150_00, -1),),
)  # fmt: skip


async def in_a_session(floor: Floor, terms: SessionTerms) -> None:
    seats = (SessionSeat(1, 7, 1000_00), SessionSeat(2, 9, 1000_00))
    for command in (
        s.NewShoe(8), ReserveTable("Cup"), StartSession("Final 1", (1, 2), 0, seats, terms), PostStandings(STANDING),
    ):  # fmt: skip
        await floor.table.service.submit(command)
    await asyncio.sleep(0.3)


def test_points_are_no_money() -> None:
    assert (points(1250_50, WORDS), WORDS.money(1250_50)) == ("1,250.50", "$1,250.50")


def test_what_can_be_read_of_a_tournament() -> None:
    said = dict(cup_lines(CUP, SEATED, WORDS))
    assert said["Your place"] == "Place 3 of 50 · 150 behind the next · 1,250 ahead of the next"
    assert said["Wagers"] == (
        "Wager at least 250 in all on each coup. Wagers below 50 in all are returned. "
        "No more than 5,000 in all on a coup."
    )
    assert said["Leaders"].startswith("1. Wilhelmina")
    # Nobody is shown who stands where near the end of a session, not even on another page.
    hidden = replace(CUP, hidden=True, leaders=())
    assert dict(cup_lines(hidden, replace(SEATED, place=None), WORDS)).keys() == {
        "Round Second semi-final 2", "Wagers", "Your place",
    }  # fmt: skip
    assert place_notice(hidden, SEATED, WORDS) == ("Standings are hidden",)
    assert cup_notices(replace(CUP, hold="director-away", left=1), WORDS) == (
        "Waiting for the Tournament Director", "Last coup of the session",
    )  # fmt: skip
    assert leaders(replace(CUP, leaders=()), WORDS) == ()
    no_bounds = replace(CUP, minimum=0, compulsory=0, maximum=0)
    assert dict(cup_lines(no_bounds, None, WORDS))["Wagers"] == "Within the limits on the layout, as you like."


def test_a_player_sees_the_place_the_coups_left_and_why_nothing_goes_on(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await in_a_session(floor, SessionTerms())
        assert view(floor).notices[:2] == ("Place 3 of 50", "Tournament session Final 1")
        assert "12 coups left" in view(floor).notices
        await floor.table.service.submit(HoldSession("director-away"))
        await asyncio.sleep(0.2)
        assert "Waiting for the Tournament Director" in view(floor).notices
        await floor.player(1, "help", "topic cup")
        assert [line.title for line in view(floor).info.lines] == ["Round Final 1", "Wagers", "Your place", "Leaders"]
        await floor.player(1, "topic game")
        assert view(floor).info.topics[-1] == "cup"

    on_a_floor(tmp_path, story)


def test_who_owes_the_compulsory_wager_is_warned_before_the_last_seconds(tmp_path: Path) -> None:
    # crown 12.2.1(c)
    async def story(floor: Floor) -> None:
        await in_a_session(floor, SessionTerms(compulsory=250_00, warning=10))
        assert view(floor).warning == ""
        await floor.table.service.submit(s.OpenBets())
        await asyncio.sleep(0.2)
        opened = view(floor)
        assert opened.closes_at is not None
        assert opened.warn_from == opened.closes_at - 10_000
        assert opened.says(opened.warn_from - 1) == ""
        assert opened.says(opened.warn_from) == "Wager 250 more: it is compulsory on each coup."
        await floor.table.service.submit(Wager(1, "banker", 100_00))
        await asyncio.sleep(0.2)
        assert view(floor).says(opened.warn_from) == "Wager 150 more: it is compulsory on each coup."
        await floor.table.service.submit(Wager(1, "player", 150_00))
        await asyncio.sleep(0.2)
        assert view(floor).says(opened.warn_from) == ""
        await floor.table.service.submit(s.CloseBets())
        await asyncio.sleep(0.2)
        assert view(floor).warning == ""

    on_a_floor(tmp_path, story)


def test_a_player_agrees_to_an_early_end_by_touch_and_once(tmp_path: Path) -> None:
    # crown 12.3.5(b)
    async def story(floor: Floor) -> None:
        await in_a_session(floor, SessionTerms())
        assert "agree" in view(floor).may
        assert "cash-out" not in view(floor).may
        await floor.player(1, "agree", "close")
        assert not floor.of(EndAgreed)
        await floor.player(1, "agree", "agree-to-end")
        assert [(event.ats, event.player) for event in floor.of(EndAgreed)] == [(1, 7)]
        assert "agree" not in view(floor).may
        assert "You agreed to end the session early." in view(floor).notices

    on_a_floor(tmp_path, story)


def test_nobody_agrees_where_balances_are_no_cash(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await in_a_session(floor, SessionTerms())
        await floor.table.service.submit(PostStandings(replace(STANDING, mark="2", cash=False)))
        await asyncio.sleep(0.2)
        assert "agree" not in view(floor).may

    on_a_floor(tmp_path, story)

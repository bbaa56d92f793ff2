"""A round's limits at its tables: announced, shown, and held; a higher minimum is shown for twenty minutes before."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from table_under_test import Table

from firmware.game import steps as s
from firmware.link.cup_messages import BetLimitView, NextBoundsView
from firmware.link.views import public_view
from firmware.table.core.bet_bounds import BetBounds
from firmware.table.core.events import Notice
from firmware.table.core.session_bounds import RoundBounds, bounds_now
from firmware.table.core.session_standing import SessionStanding
from firmware.table.core.session_terms import SessionTerms
from firmware.table.features.limits import SetLimit
from firmware.table.features.session_notices import AnnounceBounds, BoundsAnnounced
from firmware.table.features.session_standings import PostStandings
from firmware.table.features.sessions import EndSession, SessionSeat, StartSession
from firmware.table.features.tournament_tables import ReserveTable
from firmware.table.features.wagers import Wager, WagerSet

CUP = ReserveTable("Spring Cup")
SEATS = (SessionSeat(1, 7, 1000_00), SessionSeat(3, 9, 1000_00))
END = EndSession(cash=False, name="heats 1")
LIMITS = (BetBounds("*", 10_00, 200_00, 10_00), BetBounds("tie", 5_00, 50_00, 5_00))
MINUTES_20 = 20 * 60
STANDING = SessionStanding("1", "heats 1", 2, 3, hidden=False, over=False, cash=False)


def start(**terms: Any) -> StartSession:
    return StartSession("heats 1", (1, 3), 0, SEATS, SessionTerms(**terms))


def why(refusal: Any) -> tuple[str, str | None, Any]:
    return str(refusal.code), refusal.rule, refusal.values.get("minutes")


def public(table: Table) -> Any:
    return public_view(table.service.state, 1, table.service.now_ms())


@pytest.mark.rule("crown 5.1")
@pytest.mark.parametrize(
    "bounds", [RoundBounds(0, (BetBounds("tie", 10_00, 50_00, 5_00),)), RoundBounds(10_00), RoundBounds(0, LIMITS)]
)
def test_a_rounds_higher_minimum_is_shown_for_twenty_minutes_before_a_session_starts(bounds: RoundBounds) -> None:
    async def story(table: Table) -> None:
        await table.coup()
        begins = start(minimum=bounds.minimum, limits=bounds.limits)
        await table.tell(CUP)
        assert why(await table.refuse(begins)) == ("session_notice", "5.1", 20)
        await table.tell(AnnounceBounds(bounds), PostStandings(STANDING))
        said = table.of(Notice)[-1]
        assert (said.kind, said.rule, said.effective_at) == ("limit", "5.1", table.service.now_ms() + MINUTES_20 * 1000)
        shown = tuple(BetLimitView(one.bet, one.minimum, one.maximum) for one in bounds.limits)
        assert public(table).cup.coming == NextBoundsView(said.effective_at, bounds.minimum, shown)
        await asyncio.sleep(MINUTES_20 - 61)
        assert why(await table.refuse(begins)) == ("session_notice", "5.1", 2)
        await asyncio.sleep(60)
        assert why(await table.refuse(begins)) == ("session_notice", "5.1", 1)
        # Until then the table's own minimum is on the sign.
        assert public(table).limits["player"].least == 5_00
        await asyncio.sleep(1)
        assert public(table).cup.coming is None
        # Another session of the round, and what raises nothing, wait for nothing.
        await table.tell(begins, END, begins, END)
        # More than was announced is another notice.
        more = replace(begins, terms=replace(begins.terms, minimum=15_00))
        assert why(await table.refuse(more)) == ("session_notice", "5.1", 20)

    Table(ats=3).run(story)


@pytest.mark.rule("crown 5.1")
def test_what_raises_nothing_holds_at_once_and_is_announced_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(CUP, AnnounceBounds(RoundBounds(50_00)), ReserveTable(""))
        assert table.of(BoundsAnnounced)[-1].effective_at == table.service.now_ms()  # nobody has played here yet
        await table.tell(ReserveTable("Autumn Cup"), ReserveTable(""))
        await table.coup()
        await table.tell(SetLimit("*", 25_00, 500_00, 5_00, next_coup=False))
        await asyncio.sleep(MINUTES_20)
        lower = RoundBounds(0, (BetBounds("*", 20_00, 100_00, 5_00),))
        await table.tell(CUP, AnnounceBounds(lower), AnnounceBounds(lower))
        assert len(table.of(BoundsAnnounced)) == 2
        assert bounds_now(table.service.state, table.service.now_ms()) == lower
        assert public(table).limits["player"].least == 20_00
        # The tournament's players saw 20 here: 25, which the table itself asks, is more than that.
        assert why(await table.refuse(start(minimum=25_00))) == ("session_notice", "5.1", 20)
        await table.tell(ReserveTable(""))
        assert public(table).limits["player"].least == 25_00

    Table(ats=3).run(story)


def test_limits_that_cannot_be_are_refused() -> None:
    async def story(table: Table) -> None:
        assert (await table.refuse(AnnounceBounds(RoundBounds(5_00)))).code == "bounds_of_nobody"
        await table.tell(CUP)
        good = LIMITS[0]
        for wrong in (
            (good, good), (replace(good, bet="dragon"),), (replace(good, minimum=0),), (replace(good, minimum=300_00),),
            (replace(good, step=0),), (replace(good, maximum=10**15),),
        ):  # fmt: skip
            assert (await table.refuse(AnnounceBounds(RoundBounds(0, wrong)))).code == "session_limits"
            assert (await table.refuse(start(limits=wrong))).code == "session_limits"
        assert (await table.refuse(AnnounceBounds(RoundBounds(-1)))).code == "session_limits"
        await table.tell(start())
        assert (await table.refuse(AnnounceBounds(RoundBounds(5_00)))).code == "session_running"

    Table(ats=3).run(story)


@pytest.mark.rule("crown 12.2.1(c)")
def test_the_rounds_limits_of_single_bets_hold_in_its_sessions_and_nowhere_else() -> None:
    async def story(table: Table) -> None:
        await table.tell(CUP, AnnounceBounds(RoundBounds(0, LIMITS)), start(limits=LIMITS), s.OpenBets())
        shown = {bet: (one.least, one.most, one.step) for bet, one in public(table).limits.items()}
        assert (shown["player"], shown["tie"]) == ((10_00, 200_00, 10_00), (5_00, 50_00, 5_00))
        asked = (("player", 5_00), ("player", 15_00), ("banker", 300_00), ("tie", 70_00), ("tie", 7_00))
        for bet, amount in asked:
            await table.tell(Wager(1, bet, amount))
        # Below the minimum nothing, between steps and above the maximum the next lowest (5.3.1, 5.3.2).
        assert [(one.accepted, one.rule) for one in table.of(WagerSet)] == [
            (0, "5.3.1"), (10_00, "5.3.2(a)"), (200_00, "5.3.2(b)"), (50_00, "5.3.2(b)"), (5_00, "5.3.2(a)"),
        ]  # fmt: skip
        await table.tell(s.Invalidate(), END, ReserveTable(""))
        assert public(table).limits["player"].most == 5000_00

    Table(ats=3).run(story)

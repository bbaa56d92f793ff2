"""Credit that nobody plays with any more: told after a set time, taken into custody by two, and paid from there."""

import asyncio

import pytest
from staffed_table import GAME, HOUR, on_a_floor
from staffed_table import Floor as Staffed
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.ledger import total
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.days import figures_now
from firmware.table.features.left_behind import (
    CreditLeftBehind,
    CustodyPaid,
    PayCustody,
    ReportLeftBehind,
    TakeIntoCustody,
    in_custody,
    left_since,
)
from firmware.table.features.wagers import Wager
from firmware.table_board.left_behind_watch import LeftBehindWatch

pytestmark = pytest.mark.lab(63)


def test_credit_is_told_once_after_the_set_time_and_not_while_somebody_plays() -> None:
    async def story(table: Table) -> None:
        watch = LeftBehindWatch(table.service, 30)
        table.service._publish = lambda happened: (table._hear(happened), watch.follow(happened))  # type: ignore[assignment] # noqa: SLF001
        await table.tell(BuyIn(1, 50_00), BuyIn(2, 60_00))
        running = asyncio.ensure_future(watch.run())
        await asyncio.sleep(29 * 60)
        await table.tell(BuyIn(2, 10_00))
        await asyncio.sleep(5 * 60)
        assert [(event.ats, event.amount) for event in table.of(CreditLeftBehind)] == [(1, 50_00)]
        assert left_since(table.service.state, 2) is None
        await asyncio.sleep(3 * HOUR)
        assert [event.ats for event in table.of(CreditLeftBehind)] == [1, 2]
        running.cancel()
        await LeftBehindWatch(table.service, 0).run()

    Table(ats=3).run(story)


def test_what_is_in_custody_is_owed_until_it_is_paid() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 50_00))
        assert (await table.refuse(TakeIntoCustody(1))).code == "still_played_with"
        assert (await table.refuse(PayCustody(1, "dealer"))).code == "nothing_in_custody"
        await table.tell(ReportLeftBehind(1, 5), TakeIntoCustody(1))
        state = table.service.state
        assert (in_custody(state, 1), state.balance(1), 1 in state.accounts) == (50_00, 0, False)
        assert (figures_now(state).liable["custody"], figures_now(state).agrees) == (50_00, True)
        # Whoever sits down there next has an account of their own.
        await table.tell(BuyIn(1, 20_00))
        assert left_since(table.service.state, 1) is None
        await table.tell(PayCustody(1, "hand-pay"))
        assert table.of(CustodyPaid) == [CustodyPaid(1, 50_00, "hand-pay")]
        assert (table.service.state.balance(1), in_custody(table.service.state, 1)) == (20_00, 0)
        assert total(table.service.state.ledger) == 0

    Table(ats=2).run(story)


def test_nothing_is_left_behind_where_wagers_lie_or_nothing_is() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 50_00), s.OpenBets(), Wager(1, "player", 50_00))
        await table.tell(ReportLeftBehind(1, 5), ReportLeftBehind(2, 5))
        assert table.of(CreditLeftBehind) == []

    Table(ats=2).run(story)


def test_one_person_takes_nothing_into_custody() -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", GAME)
        await asyncio.sleep(25 * HOUR)
        await floor.tell(BuyIn(1, 5_00), ReportLeftBehind(1, 5))
        assert await floor.refused(floor.ask("1", TakeIntoCustody(1))) == "approval_needed"
        await floor.ask("1", TakeIntoCustody(1), "2")
        assert await floor.refused(floor.ask("1", PayCustody(1, "dealer"))) == "approval_needed"
        await floor.ask("1", PayCustody(1, "dealer"), "2")

    on_a_floor(story, ats=2)

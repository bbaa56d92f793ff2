"""Who abstains for three coups at a full table may be asked to give up the seat (13.8)."""

from typing import Any

import pytest
from floor import ALL, CROWN
from table_under_test import Table

from firmware.table.core.codes import TableCode
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.exclusions import AskedToVacate, AskToVacate, ExclusionsCode
from firmware.table.features.wagers import Wager

books = pytest.mark.parametrize("book", ALL)


async def coups(table: Table, *wagers: Wager, count: int = 3) -> None:
    for _ in range(count):
        await table.coup(*wagers)


@books
@pytest.mark.rule("crown 13.8")
def test_the_dealer_asks_who_has_abstained_for_three_coups(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), BuyIn(2, 100_00))
        await coups(table, Wager(1, "player", 5_00), count=2)
        refusal = await table.refuse(AskToVacate(2))
        assert (refusal.code, refusal.values) == (ExclusionsCode.NOT_ABSTAINING, {"ats": 2, "coups": 3})
        await coups(table, Wager(1, "player", 5_00), count=1)
        await table.tell(AskToVacate(2))
        rule = "13.8" if book in CROWN else None
        assert table.of(AskedToVacate) == [AskedToVacate(2, 3, rule, "dealer")]
        assert (await table.refuse(AskToVacate(1))).rule == rule
        # By itself it takes nothing from anybody: the player may still wager, and is paid out on leaving.
        await coups(table, Wager(2, "player", 5_00), count=1)
        await table.refuse(AskToVacate(2))
        await table.tell(CashOut(2))

    Table(rulebook=book).run(story)


@books
@pytest.mark.rule("crown 13.8")
@pytest.mark.parametrize(
    ("setup", "seated"),
    [({"ats": 3}, (1, 2)), ({"ats": 2}, (1,))],
)
def test_nobody_is_asked_at_a_table_that_has_room(book: str, setup: dict[str, Any], seated: tuple[int, ...]) -> None:
    async def story(table: Table) -> None:
        await table.tell(*(BuyIn(ats, 100_00) for ats in seated))
        await coups(table)
        await table.refuse(AskToVacate(1))
        assert (await table.refuse(AskToVacate(9))).code == TableCode.NO_TERMINAL

    Table(rulebook=book, **setup).run(story)


@books
def test_a_seat_that_became_free_since_frees_the_others(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), BuyIn(2, 100_00))
        await coups(table)
        await table.tell(CashOut(1))
        assert (await table.refuse(AskToVacate(2))).code == ExclusionsCode.NOT_ABSTAINING

    Table(rulebook=book).run(story)

"""A debt that a correction left and that was waived is no payment (reading 13)."""

from typing import Any

import pytest
from floor import ALL, of_banker
from table_under_test import Table

from firmware.table.core.ledger import total
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.owed import Owed, ResolveOwed, WaiverCancelled
from firmware.table.features.wagers import Wager
from hal.cards import Card

books = pytest.mark.parametrize("book", ALL)
LOST_COMMAND = CorrectOutcome(1, (Card("6S"), Card("KD")), (Card("9H"), Card("KC")))
BACK_COMMAND = CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("6H"), Card("KC")))


async def _left(table: Table, bet: str) -> None:
    await table.tell(BuyIn(1, 100_00))
    await table.coup(Wager(1, bet, 100_00))
    await table.tell(CashOut(1))


def _owed(table: Table) -> list[tuple[int, str]]:
    return [(owed.amount, owed.by) for owed in table.said if isinstance(owed, Owed)]


@books
@pytest.mark.rule("crown 11.11")
def test_a_debt_that_was_waived_is_no_claim_when_the_outcome_was_right_after_all(book: str) -> None:
    async def story(table: Table) -> None:
        await _left(table, "player")
        await table.tell(LOST_COMMAND, ResolveOwed(1, 1, "waived"), BACK_COMMAND)
        state = table.service.state
        assert _owed(table) == [(200_00, "player")]
        assert state.owed_for(1, 1) == 0
        assert {name: state.ledger[1][name] for name in ("adjusted", "waived", "owed-by")} == {
            "adjusted": 0, "waived": 0, "owed-by": 0,
        }  # fmt: skip

    Table(rulebook=book).run(story)


@books
def test_what_was_waived_stays_waived_while_the_debt_is_the_same(book: str) -> None:
    async def story(table: Table) -> None:
        await _left(table, "player")
        # To another loss, and to a tie, by which half of the debt was none.
        other = CorrectOutcome(1, (Card("6S"), Card("KD")), (Card("8H"), Card("KC")))
        tie = CorrectOutcome(1, (Card("6S"), Card("KD")), (Card("6H"), Card("KC")))
        await table.tell(LOST_COMMAND, ResolveOwed(1, 1, "waived"), other)
        assert _owed(table) == [(200_00, "player")]
        await table.tell(tie)
        assert [event.amount for event in table.of(WaiverCancelled)] == [-100_00]
        await table.tell(LOST_COMMAND)
        # 100.00 are waived still; what was cancelled is a debt again.
        assert _owed(table) == [(200_00, "player"), (100_00, "player")]
        assert total(table.service.state.ledger) == 0

    Table(rulebook=book).run(story)


@books
def test_what_the_house_had_waived_of_its_debt_is_not_claimed_back(book: str) -> None:
    async def story(table: Table) -> None:
        await _left(table, "banker")
        lost = CorrectOutcome(1, (Card("9S"), Card("KD")), (Card("6H"), Card("KC")))
        await table.tell(LOST_COMMAND, ResolveOwed(1, 1, "waived"), lost)
        assert _owed(table) == [(of_banker(book, 100_00), "house")]
        assert table.service.state.ledger[1]["waived"] == 0

    Table(rulebook=book).run(story)


@books
@pytest.mark.parametrize(("how", "claims"), [("collected", [(200_00, "player"), (200_00, "house")])])
def test_a_debt_that_was_collected_is_given_back(book: str, how: Any, claims: list[tuple[int, str]]) -> None:
    async def story(table: Table) -> None:
        await _left(table, "player")
        await table.tell(LOST_COMMAND, ResolveOwed(1, 1, how), BACK_COMMAND)
        assert _owed(table) == claims

    Table(rulebook=book).run(story)

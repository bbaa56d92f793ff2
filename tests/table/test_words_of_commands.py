"""Words in commands: one that is none of its kind is refused, and nothing is done."""

from typing import Any

import pytest
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.bounds import words_of
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import OfStaff
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.tickets import ReportTicket, ResolveTicket, TicketResolved
from firmware.table.features.wagers import Wager


async def nothing(table: Table, how: Any) -> Any:
    await table.tell(BuyIn(1, 25_00))
    return BuyIn(1, 25_00, "dealer", how)


async def ticket(table: Table, how: Any) -> Any:
    await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"))
    (number,) = table.service.state.tickets
    await table.tell(ReportTicket(number, "in_doubt"))
    return ResolveTicket(number, how)


async def owed(table: Table, how: Any) -> Any:
    await table.tell(BuyIn(1, 100_00))
    await table.coup(Wager(1, "player", 100_00))
    corrected = CorrectOutcome(1, tuple(table.cards("6S KD")), tuple(table.cards("7H KC")))
    await table.tell(CashOut(1), corrected)
    return ResolveOwed(1, 1, how)


@pytest.mark.parametrize("ready", [nothing, ticket, owed])
@pytest.mark.parametrize("word", ["zzz", "", "PAID"])
def test_a_word_that_is_no_answer_is_refused_and_nothing_is_done(ready: Any, word: str) -> None:
    async def story(table: Table) -> None:
        command = await ready(table, word)
        before, said = table.service.state, len(table.said)
        refused = await table.refuse(command)
        assert refused.code == TableCode.BEYOND_BOUNDS
        assert refused.values["what"] in ("how", "tender")
        assert (table.service.state, len(table.said)) == (before, said)
        assert not table.of(TicketResolved)

    Table().run(story)


def test_the_words_are_those_of_the_type() -> None:
    assert words_of(ResolveTicket) == {"how": frozenset({"printed", "credit", "hand-pay", "reprint"})}
    # Words of several kinds in one field are all its words.
    assert words_of(s.NewShoe)["cut_by"] == frozenset({"player", "dealer", "supervisor", ""})
    assert words_of(OfStaff) == {}

"""Words in commands: one that is none of its kind is refused, and nothing is done."""

from typing import Any

import pytest
from table_under_test import Table

from firmware.game import steps as s
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import staff_commands as sc
from firmware.table.bounds import words_of
from firmware.table.codes import TableCode


async def nothing(table: Table, how: Any) -> Any:
    await table.tell(c.BuyIn(1, 25_00))
    return c.BuyIn(1, 25_00, "dealer", how)


async def ticket(table: Table, how: Any) -> Any:
    await table.tell(c.BuyIn(1, 25_00), c.CashOut(1, "ticket"))
    (number,) = table.service.state.tickets
    await table.tell(c.ReportTicket(number, "in_doubt"))
    return c.ResolveTicket(number, how)


async def owed(table: Table, how: Any) -> Any:
    await table.tell(c.BuyIn(1, 100_00))
    await table.coup(c.Wager(1, "player", 100_00))
    corrected = c.CorrectOutcome(1, tuple(table.cards("6S KD")), tuple(table.cards("7H KC")))
    await table.tell(c.CashOut(1), corrected)
    return c.ResolveOwed(1, 1, how)


@pytest.mark.parametrize("ready", [nothing, ticket, owed])
@pytest.mark.parametrize("word", ["zzz", "", "PAID"])
def test_a_word_that_is_no_answer_is_refused_and_nothing_is_done(ready: Any, word: str) -> None:
    async def story(table: Table) -> None:
        command = await ready(table, word)
        before, said = table.service.state, len(table.said)
        refused = await table.refuse(command)
        assert refused.code is TableCode.BEYOND_BOUNDS
        assert refused.values["what"] in ("how", "tender")
        assert (table.service.state, len(table.said)) == (before, said)
        assert not table.of(e.TicketResolved)

    Table().run(story)


def test_the_words_are_those_of_the_type() -> None:
    assert words_of(c.ResolveTicket) == {"how": frozenset({"printed", "credit", "hand-pay", "reprint"})}
    # Words of several kinds in one field are all its words.
    assert words_of(s.NewShoe)["cut_by"] == frozenset({"player", "dealer", "supervisor", ""})
    assert words_of(sc.OfStaff) == {}

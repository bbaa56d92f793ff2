"""A table is closed while a ticket is printed: what becomes of it is said there, and nobody's account is opened."""

import pytest
from table_under_test import Table

from firmware.table.core.codes import TableCode
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.closing import CloseTable
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.tickets import ReportTicket, ResolveTicket


async def closed(table: Table) -> str:
    """Close a table whose last ticket is being printed, and return its number."""
    await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"), CloseTable())
    (number,) = table.service.state.tickets
    assert not table.service.state.open
    return number


def owes(table: Table) -> int:
    return table.service.state.ledger[1].get("tickets", 0)


@pytest.mark.parametrize("how", ["printed", "hand-pay"])
def test_a_supervisor_says_what_became_of_it(how: str) -> None:
    async def story(table: Table) -> None:
        number = await closed(table)
        # Its terminal says nothing more: it is out of service.
        await table.tell(Malfunction("ats", 1), ResolveTicket(number, how))  # type: ignore[arg-type]
        assert not table.service.state.unsettled
        assert owes(table) == (25_00 if how == "printed" else 0)

    Table().run(story)


def test_nothing_is_credited_as_nobody_could_pay_it_out() -> None:
    async def story(table: Table) -> None:
        number = await closed(table)
        await table.tell(ReportTicket(number, "failed"))
        assert table.service.state.tickets[number].fate == "failed"
        assert not table.service.state.accounts
        assert (await table.refuse(ResolveTicket(number, "credit"))).code == TableCode.TABLE_CLOSED
        await table.tell(ResolveTicket(number, "hand-pay"))
        assert owes(table) == 0

    Table().run(story)

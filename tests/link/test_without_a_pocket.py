"""Money that a board tells of without a pocket: what docs/terminal.md says of it is what comes of it."""

import re
from pathlib import Path

import pytest
from table_under_test import Table

from firmware.link.local_table import LocalTable
from firmware.refusal import Refused
from firmware.table.features.buying_in import BuyIn
from hal.currency import Note
from hal.note_way import NoteInFlight
from sim.notes import ALL

PAPER = (Path(__file__).parents[2] / "docs/terminal.md").read_text()
SAID = re.search(
    r"what lies in escrow is refused as `(\w+)`, a cash-out as `(\w+)`; what is past escrow is in doubt", PAPER
)


def test_without_a_pocket_nothing_is_credited_or_paid_as_the_paper_says() -> None:
    async def story(table: Table) -> None:
        assert SAID is not None
        await table.tell(BuyIn(2, 25_00))
        board = LocalTable(2, table.service, "")
        why = await board.why_not(Note("USD", 20_00))
        assert why is not None
        assert str(why.code) == SAID[1]
        with pytest.raises(Refused) as refused:
            await board.pay_by_ticket(2)
        assert str(refused.value.code) == SAID[2]
        assert not await board.credit(NoteInFlight(1, 20_00, currency="USD"))
        (doubt,) = table.service.state.note_doubts.values()
        assert doubt.amount == 20_00
        assert table.service.state.balance(2) == 25_00

    Table(notes=ALL).run(story)

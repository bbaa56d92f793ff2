"""What a table puts on record when it begins: its drivers, its limits, and what is said of cash and people."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from table_under_test import Table

from firmware.config import ConfigError
from firmware.game.wagers import Limit
from firmware.table.core.setup import Approvals, Caps, NoteList
from firmware.table.features.approvals import ApprovalsSet
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import DeviceReported
from firmware.table.features.limits import LimitSet
from firmware.table.features.notes import CashSet
from firmware.table_board.board import _begin

AUSTRALIAN = NoteList("AUD", (5_00, 10_00, 20_00))
LIMIT = Limit("tie", 10_00, 100_00, 10_00)


def board(table: Table, **setup: Any) -> Any:
    """Return a board whose configuration says something else than the table was opened with."""
    devices = {"shoe": SimpleNamespace(driver="drivers.angel_eye"), "panel": SimpleNamespace(driver="drivers.panel")}
    config = SimpleNamespace(table=SimpleNamespace(asset="A-7", serial=""))
    return SimpleNamespace(config=config, setup=replace(table.setup, **setup), devices=devices, limits=(LIMIT,))


def test_the_drivers_are_on_record_and_a_new_table_has_its_limits() -> None:
    async def story(table: Table) -> None:
        await _begin(board(table), table.service, fresh=True)
        assert [(one.device, one.what) for one in table.of(DeviceReported)] == [
            ("shoe", "driver drivers.angel_eye"),
            ("panel", "driver drivers.panel"),
        ]
        (limit,) = table.of(LimitSet)
        assert (limit.limit.bet, limit.limit.minimum, limit.limit.maximum) == ("tie", 10_00, 100_00)

    Table().run(story)


def test_a_table_that_comes_back_keeps_its_limits_and_takes_up_what_is_said_of_cash_and_people() -> None:
    async def story(table: Table) -> None:
        caps, approvals = Caps(account_cash=500_00), Approvals(payout_over=1_00)
        changed = board(table, notes=AUSTRALIAN, caps=caps, approvals=approvals)
        await _begin(changed, table.service, fresh=False)
        assert not table.of(LimitSet)
        assert [(one.notes, one.caps) for one in table.of(CashSet)] == [(AUSTRALIAN, caps)]
        assert table.service.state.setup.approvals == approvals
        await _begin(changed, table.service, fresh=False)
        assert len(table.of(CashSet)) == len(table.of(ApprovalsSet)) == 1  # said once, while it stays so

    Table().run(story)


def test_a_table_whose_money_is_counted_takes_no_other_currency() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        with pytest.raises(ConfigError, match=r"notes\.currency: "):
            await _begin(board(table, notes=AUSTRALIAN), table.service, fresh=False)

    Table().run(story)

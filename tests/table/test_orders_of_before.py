"""Journals that were begun before orders about winnings were on record (13.2.3)."""

from msgspec.structs import replace

from firmware.table.core.accounts import NO_ORDERS
from firmware.table.core.evolve import fold
from firmware.table.core.ledger import total
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.recalculating import Adjusted
from firmware.table.features.winnings import Winnings, WinningsHeld, WinningsKept, WinningsReleased, shares, winnings_of

OPENED = (BoughtIn(1, 200_00, "dealer", "cash"), Adjusted(1, 1, 0, won=100_00))
OLD_HOLD = (*OPENED, WinningsHeld(1, 80_00, None))


def test_a_journal_of_before_knows_no_orders_and_no_earlier_players() -> None:
    part = WinningsReleased(1, 30_00, owed=False, rule=None)
    state = fold(TableState.unopened(), (*OLD_HOLD, part))
    assert (state.holds[1].amount, state.accounts[1].won) == (50_00, 50_00)
    state = fold(state, (CashedOut(1, 150_00, "dealer"), BoughtIn(1, 10_00, "dealer", "cash")))
    assert state.holds[1].left
    kept, released = WinningsKept(1, 50_00, None), WinningsReleased(1, 50_00, owed=True, rule=None)
    assert fold(state, [kept]).ledger[1]["kept"] == 50_00
    assert fold(state, [released]).owed == {1: {0: 50_00}}
    for after in (fold(state, [kept]), fold(state, [released])):
        assert (after.departed, after.first_coups, after.holds) == ({}, {}, {})
        assert after.accounts[1].orders == NO_ORDERS
        assert total(after.ledger) == 0


def test_a_hold_of_before_the_update_is_an_order_from_the_next_recalculation_or_cash_out_on() -> None:
    state = fold(TableState.unopened(), OLD_HOLD)
    assert shares(winnings_of(state, 1, 1) or Winnings(0, 0, NO_ORDERS), -100_00, 0) == (-80_00, 0)
    taken = fold(state, [Adjusted(1, 1, -20_00, won=-100_00, held=-80_00)])
    assert (taken.holds, taken.accounts[1].orders.to_hold) == ({}, 80_00)
    left = fold(state, [CashedOut(1, 120_00, "dealer", next_coup=2)])
    assert [one.orders.to_hold for one in left.departed[1]] == [80_00]
    assert left.first_coups == {1: 2}


def test_a_hold_that_outlived_its_account_in_a_session_is_owed() -> None:
    state = replace(fold(TableState.unopened(), OLD_HOLD), accounts={})
    assert fold(state, [WinningsReleased(1, 80_00, owed=True, rule=None)]).owed == {1: {0: 80_00}}
    assert fold(state, [WinningsKept(1, 80_00, None, ordered=80_00)]).ledger[1]["kept"] == 80_00

"""A payment of a tournament is credited once, however many others were made since."""

import pytest
from table_under_test import Table

from firmware.refusal import Refused
from firmware.table.features import prizes
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.prizes import CreditPrize, PrizeCredited


def test_a_payment_that_is_asked_again_after_all_that_are_kept_is_not_credited_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prizes, "REMEMBERED", 3)
    table = Table()

    async def story(_: Table) -> None:
        for number in range(3):
            await table.tell(CreditPrize(f"cup-{number}", 1, 100_00), CashOut(1))
        # No payment is forgotten to make room for another: this one is the cash desk's.
        with pytest.raises(Refused, match="prizes_full"):
            await table.tell(CreditPrize("cup-3", 1, 100_00))
        await table.tell(CreditPrize("cup-0", 1, 100_00))
        assert 1 not in table.service.state.accounts

    table.run(story)
    credited = [event.payment for event in table.said if isinstance(event, PrizeCredited)]
    assert credited == ["cup-0", "cup-1", "cup-2"]

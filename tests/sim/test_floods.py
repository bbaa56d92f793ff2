"""A flood, in short: what it must not cost the others, nor the table. `make floods` floods for a minute."""

import pytest
from tools_needed import need

from sim.floods.__main__ import page
from sim.floods.measure import JOURNAL_BYTES, MEMORY_KB, WAGER_P99_MS, Flooded, flood

# The machine that the suite runs on does other things at the same time.
GENEROUS_MS = 1000.0


@pytest.mark.outside
@pytest.mark.parametrize("attackers", [1, 10])
def test_terminals_that_send_all_they_can_cost_the_others_and_the_table_little(attackers: int) -> None:
    need("nats-server")
    # On a busy machine the attackers, who are niced, get too little of it at times to be cut off for it.
    for seconds in (6, 12, 24):
        found = flood(attackers, seconds=seconds, seed=attackers, terminals=20)
        if found.cut_off >= attackers:
            break
    assert found.wagers > 5 * (20 - attackers)
    assert found.lost == 0
    assert found.p99_ms < GENEROUS_MS
    assert found.grown() == []
    assert found.sent_kb > 100
    assert found.cut_off >= attackers
    assert found.journal_rows >= attackers


def test_what_does_not_hold_is_said() -> None:
    held = Flooded(1, 60, 100, 0, 1.0, WAGER_P99_MS, 20.0, 1.0, MEMORY_KB, 10, JOURNAL_BYTES, 1000, 2)
    assert held.wrong() == []
    broken = Flooded(1, 60, 100, 3, 1.0, 12.1, 20.0, 1.0, MEMORY_KB + 1, 10, JOURNAL_BYTES + 1, 1000, 2)
    assert len(broken.wrong()) == 4
    written = page([held, broken])
    assert "What did not hold: 4." in written
    assert "| 1 | 1,000 | 2 | 100 | 3 | 1.0 | 12.1 | 20.0 | 1.0 | 10,241 | 10 | 100,001 |" in written

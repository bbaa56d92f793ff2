"""The journal of a table that has played is made on the host, for a card on which money lies."""

from pathlib import Path

import pytest
from image.trial.books import Books, rows_of
from image.trial.played import play

from hal.clock import FAR_MS, wall_s


@pytest.mark.outside
def test_its_money_is_on_record_and_its_clock_is_right(tmp_path: Path) -> None:
    journal = play(tmp_path)
    # Notes of 50 and 100.
    assert Books(journal).ledger == {"1": {"cash-box/5000": -50_00, "cash-box/10000": -100_00, "balance": 150_00}}
    # Seen on a board: a last row of 1970 had it ask two people about its clock, and the page of devices was longer.
    last = rows_of(journal, "head_signed")[-1]
    assert 0 < wall_s() * 1000 - last["at"] < FAR_MS

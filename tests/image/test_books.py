"""What a trial reads out of a table's journal: its money, and which versions were given up, and why."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from image.trial.books import Books, given_up_in, notations_in
from signed_table import coup, on_journal, tell

from firmware.game import steps as s
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import ReportDevice
from firmware.table.journal.signing import table_signer


@pytest.mark.outside
def test_a_journal_says_whose_money_is_where_and_which_versions_were_given_up(tmp_path: Path) -> None:
    journal = tmp_path / "table.journal"
    given_up = ReportDevice("update", "fault update_rolled_back", "9.9.9: it did not come up")
    others = (ReportDevice("update", "fault update_ready", "9.9.9"), ReportDevice("shoe", "fault absent", ""))
    story = tell(s.NewShoe(8), BuyIn(1, 100_00), *coup(10_00), given_up, *others)
    on_journal(journal, table_signer(tmp_path / "journal.key"), story)
    books = Books(journal)
    # 100 tendered, 10 staked on Player, which wins at 1 to 1.
    assert books.ledger == {"1": {"in/cash": -100_00, "balance": 110_00, "wagered/player": 10_00, "won/player": -20_00}}
    assert given_up_in(journal) == ["9.9.9: it did not come up"]
    # The coup that `signed_table` deals.
    assert notations_in(journal) == ["P 7S KD | B 6H KC = P7"]


@pytest.mark.outside
def test_a_journal_that_does_not_hold_has_no_books(tmp_path: Path) -> None:
    journal = tmp_path / "table.journal"
    on_journal(journal, table_signer(tmp_path / "journal.key"), tell(s.NewShoe(8), BuyIn(1, 100_00)))
    with contextlib.closing(sqlite3.connect(journal)) as opened, opened:
        assert opened.execute("UPDATE entries SET by='somebody else' WHERE kind='bought_in'").rowcount == 1
    with pytest.raises(AssertionError, match="journal verify"):
        Books(journal)

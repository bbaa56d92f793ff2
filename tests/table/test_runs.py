"""Events that are folded many at a time give what each by itself gives, and one that does not follow is named."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from signed_table import new_journal_at

from firmware.game.events import Event
from firmware.table.core.accounts import Account
from firmware.table.core.codec import write_event, write_state
from firmware.table.core.evolve import fold
from firmware.table.core.feature import FEATURES
from firmware.table.core.journal import JournalError
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.wagers import WagerSet
from firmware.table.journal.beginning import Beginning
from firmware.table.journal.file import connect_to_read
from firmware.table.journal.replay import replayed, replayed_in_runs

CREDIT = 100
BETS = ("player", "banker", "tie")
# Two terminals that play for money and one that plays for points, with what the ledger says of them.
STATE = replace(
    TableState.unopened(),
    accounts={1: Account(), 2: Account(wagers={"tie": 10}), 3: Account(points=True)},
    ledger={
        1: {"balance": CREDIT, "in/cash": -CREDIT},
        2: {"balance": CREDIT - 10, "in-play": 10, "in/cash": -CREDIT},
        3: {"points/balance": CREDIT, "points/granted": -CREDIT},
    },
)
# 0 takes a wager off; three of 50 are more than an account has.
WAGERS = st.builds(
    WagerSet, st.sampled_from((1, 2, 3)), st.sampled_from(BETS), st.just(0), st.sampled_from((0, 5, 50)), st.none()
)


def outcome(state: TableState, run: Sequence[Event], *, together: bool) -> TableState | str:
    try:
        return FEATURES.runs[WagerSet](state, run) if together else fold(state, run)
    except AssertionError as error:
        return str(error)


@given(st.lists(WAGERS, min_size=1, max_size=12))
def test_wagers_in_a_row_come_to_what_each_alone_does(run: list[WagerSet]) -> None:
    together, alone = outcome(STATE, run, together=True), outcome(STATE, run, together=False)
    assert together == alone
    if isinstance(together, TableState) and isinstance(alone, TableState):
        assert write_state(together) == write_state(alone)


def test_a_balance_that_is_below_zero_for_one_event_does_not_pass() -> None:
    over = [WagerSet(1, "player", 0, CREDIT + 5, None), WagerSet(1, "player", 0, CREDIT, None)]
    with pytest.raises(AssertionError, match="balance of ATS 1 would be below zero"):
        FEATURES.runs[WagerSet](STATE, over)


def journal(path: Path, *events: Event) -> tuple[sqlite3.Connection, Beginning]:
    """Make a journal that begins at row 10 with that state."""
    head, _ = new_journal_at(path, 10, write_state(STATE), *events)
    return connect_to_read(path), Beginning(STATE, 10, head)


def wager(ats: int, stake: int) -> WagerSet:
    return WagerSet(ats, "player", stake, stake, None)


BOUGHT = BoughtIn(1, 5, "dealer", "cash")


@pytest.mark.parametrize("longest", [1, 2, 1000])
def test_only_the_last_of_a_run_is_told_of_with_its_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, longest: int
) -> None:
    monkeypatch.setattr("firmware.table.journal.replay.LONGEST", longest)
    events = (wager(1, 5), wager(2, 5), BOUGHT, wager(1, 10), wager(1, 15), wager(1, 20), wager(2, 0))
    db, begins = journal(tmp_path / "table.journal", *events)
    with closing(db):
        each = list(replayed(db, tmp_path, *begins))
        found = list(replayed_in_runs(db, tmp_path, begins, ends={15}))
    rows = [entry.sequence for entry, _ in found]
    assert rows == {1: list(range(11, 18)), 2: [12, 13, 15, 17], 1000: [12, 13, 15, 17]}[longest]
    assert found == [one for one in each if one[0].sequence in rows]


@pytest.mark.parametrize("after", [(), (BOUGHT,), (wager(1, 0), wager(2, 0))])
def test_the_first_of_a_run_that_does_not_follow_is_named(tmp_path: Path, after: tuple[Event, ...]) -> None:
    db, begins = journal(tmp_path / "table.journal", BOUGHT, wager(1, 5), wager(1, CREDIT * 2), *after)
    with closing(db), pytest.raises(JournalError, match="row 13 does not follow from those before it"):
        list(replayed_in_runs(db, tmp_path, begins))


def test_it_is_named_before_a_later_row_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    journal(path, wager(1, CREDIT * 2), wager(1, 0))[0].close()
    change(path, "UPDATE entries SET event=? WHERE sequence=12", write_event(BOUGHT))
    db, begins = connect_to_read(path), journal_begins(path)
    with closing(db), pytest.raises(JournalError, match="row 11 does not follow"):
        list(replayed_in_runs(db, tmp_path, begins))


def test_a_row_that_cannot_be_read_is_named_where_all_before_it_follow(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    journal(path, wager(1, 5), wager(1, 0))[0].close()
    change(path, "UPDATE entries SET event=? WHERE sequence=12", write_event(BOUGHT))
    db, begins = connect_to_read(path), journal_begins(path)
    with closing(db), pytest.raises(JournalError, match="row 12 is not what was written there"):
        list(replayed_in_runs(db, tmp_path, begins))


def change(path: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement, values)
        db.commit()


def journal_begins(path: Path) -> Beginning:
    with closing(sqlite3.connect(path)) as db:
        (head,) = db.execute("SELECT hash FROM entries WHERE sequence=10").fetchone()
    return Beginning(STATE, 10, head)

"""The suite fails where a test leaves a database open, on each Python: from 3.13 on Python says so by itself."""

import gc
import sqlite3
from pathlib import Path

import pytest


def let_go(of: list[sqlite3.Connection]) -> None:
    of.clear()
    gc.collect()


def test_a_database_that_nobody_closed_is_said_and_one_that_was_is_not(tmp_path: Path) -> None:
    closed = sqlite3.connect(tmp_path / "closed")
    closed.close()
    del closed
    gc.collect()
    left = [sqlite3.connect(tmp_path / "left")]
    with pytest.warns(ResourceWarning, match="left|unclosed database") as said:
        let_go(left)
    assert len(said) == 1


def test_one_that_could_not_be_opened_is_not_said(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        sqlite3.connect(tmp_path / "nowhere" / "at all")
    gc.collect()

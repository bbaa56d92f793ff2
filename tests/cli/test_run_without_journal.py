"""A table with a key and no journal, or no mark beside it, waits for a supervisor; a new one asks nothing."""

from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from processes import RAPID_TABLE, started

from firmware.table.journal.check import verify

# So soon as nobody can be there to give the word, it says that it waits.
TABLE: Final = """
role = "table"
[table]
rulebook = "crown-baccarat"
machine = 0x654300
[limits."*"]
min = 10
[journal]
path = "table.journal"
witness_wait = 0.1
pin_secret = "pin"
ticket_secret = "ticket"
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
"""


def said(folder: Path, *texts: str) -> str:
    """Return which of some things the table says first."""
    with ExitStack() as stack:
        table = stack.enter_context(started(folder, *RAPID_TABLE, "run", "--role", "table", "--config", "table.toml"))
        assert table.stdout is not None
        lines = []
        for line in table.stdout:
            lines.append(line)
            found = next((text for text in texts if text in line), None)
            if found is not None:
                return found
    raise AssertionError(f"it ended and said none of {texts}, but {lines}")


pytestmark = pytest.mark.outside
OPEN, WAITS = "table open, crown-baccarat", "a supervisor signs on and gives the word"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(TABLE)
    assert said(tmp_path, OPEN, WAITS) == OPEN  # the first start of all
    assert said(tmp_path, OPEN, WAITS) == OPEN
    return tmp_path


def test_a_table_whose_journal_was_deleted_does_not_open_as_a_new_one_by_itself(folder: Path) -> None:
    for file in folder.glob("table.journal*"):
        file.unlink()
    for _ in range(2):  # nor the next time, when there is a file without rows
        assert said(folder, OPEN, WAITS) == WAITS
    assert verify(folder / "table.journal").rows == 0
    for file in (*folder.glob("table.journal*"), folder / "journal.key"):
        file.unlink()
    assert said(folder, OPEN, WAITS) == OPEN  # with its key gone as well, nobody can know that it ever was


@pytest.mark.parametrize("emptied", [False, True])
def test_a_table_whose_mark_is_gone_waits(folder: Path, *, emptied: bool) -> None:
    mark = folder / "table.journal.head"
    mark.unlink()
    if emptied:
        mark.touch()
    for _ in range(2):
        assert said(folder, OPEN, WAITS) == WAITS

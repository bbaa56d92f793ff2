"""What a soak's own watcher does, in counts: it looks where something moved, and reads each row once."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from firmware.table.core.journal import Batch
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.devices import DeviceReported
from sim.soak import journal as soak_journal
from sim.soak.journal import LATELY, SoakJournal
from sim.soak.run import soak
from sim.soak.steps import Steps

BUYS = BoughtIn(1, 5_00, "dealer", "cash")
REPORT = DeviceReported("ats-1 note_acceptor", "fault failure", "")


def test_in_most_turns_of_the_loop_no_terminal_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: Counter[str] = Counter()

    def count(name: str) -> None:
        plain = getattr(Steps, name)

        def counted(self: Steps, *what: Any) -> None:
            counts[name] += 1
            plain(self, *what)

        monkeypatch.setattr(Steps, name, counted)

    for name in ("look", "_happened", "_look_at", "_notes_moved", "_once_a_second"):
        count(name)
    found = soak(1, 0.03, 3, ("terminal-power", "acceptor-trouble"))
    assert found.wrong == ()
    assert counts["look"] > 10_000
    assert counts["_look_at"] < counts["look"] / 4
    assert 0 < counts["_notes_moved"] < counts["look"] / 50
    assert counts["_happened"] < counts["look"] / 10


def test_each_row_is_read_once_however_often_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, read = soak_journal.rows_of, []

    def counted(*where: Any) -> Any:
        for row in plain(*where):
            read.append(row.sequence)
            yield row

    monkeypatch.setattr(soak_journal, "rows_of", counted)
    journal = SoakJournal(tmp_path / "table.journal")
    for number in range(LATELY):
        journal._open.commit(1, [Batch((BUYS, REPORT), "", f"command {number}")])  # noqa: SLF001
        for _ in range(3):
            assert journal.lately(f"command {number}") == [BUYS, REPORT]
            assert len(journal.every(DeviceReported)) == number + 1
    assert read == list(range(1, 2 * LATELY + 1))
    assert journal.lately() == [BUYS, REPORT] * (LATELY // 2)
    assert journal.lately("command 0") == [BUYS, REPORT]
    journal._open.commit(1, [Batch((BUYS,), "", "one more")])  # noqa: SLF001
    assert journal.lately("command 0") == (), "it is the journal itself that is asked for older ones"
    assert journal.of_command("command 0") == (BUYS, REPORT)
    journal.close()

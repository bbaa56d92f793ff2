"""Journals that earlier firmware wrote, read to the state that their notes reckon by hand (tests/journals)."""

import shutil
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.table.core.ledger import total
from firmware.table.core.state import TableState
from firmware.table.journal.check import verify
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.shown.meters import meters_of

JOURNALS = Path(__file__).parent.parent / "journals"


def told(state: TableState) -> dict[str, Any]:
    """What a note may name of a state."""
    meters = meters_of(state)
    return {
        "coups": meters.coups,
        "voids": meters.voids,
        "phase": state.game.phase.value,
        "balances": {str(ats): state.balance(ats) for ats in state.accounts},
        "unsettled": len(state.unsettled),
        "doubts": {doubt: found.amount for doubt, found in state.note_doubts.items()},
        "meters": msgspec.to_builtins(meters.table),
    }


@pytest.mark.parametrize("note", sorted(JOURNALS.glob("*.toml")), ids=lambda note: note.stem)
def test_a_journal_of_earlier_firmware_is_read_to_the_state_that_its_note_reckons(note: Path, tmp_path: Path) -> None:
    for file in JOURNALS.glob(f"{note.stem}.journal*"):
        shutil.copy(file, tmp_path)
    path = tmp_path / f"{note.stem}.journal"
    wanted = tomllib.loads(note.read_text(encoding="utf-8"))
    rows, snapshots, meters = wanted.pop("rows"), wanted.pop("snapshots"), wanted.pop("meters")

    checked = verify(path)  # from the first event on
    assert (checked.rows, checked.snapshots) == (rows, snapshots)
    journal = SqliteJournal(path)
    recovered = journal.recover()  # from the last snapshot on
    journal.close()
    for state in (checked.state, recovered):
        found = told(state)
        assert {name: found["meters"][name] for name in meters} == meters
        assert {name: found[name] for name in wanted} == wanted
        assert total(state.ledger) == 0

"""What a table's journal says once its board has been through something: verified, and its money counted."""

import json
from pathlib import Path
from typing import Any

from firmware.boards.update_watch import ROLLED_BACK
from firmware.table.core.reported import fault_began
from image.trial.given import rapid_table


class Books:
    """A journal, verified from its first row to its last. Raises AssertionError where it does not hold."""

    def __init__(self, journal: Path) -> None:
        rapid_table("journal", "verify", journal)
        self.rows = len(rapid_table("journal", "show", journal, "--json").splitlines())
        state = json.loads(rapid_table("journal", "replay", journal, "--json"))["state"]
        #: By terminal, its accounts that are not empty.
        self.ledger = {
            ats: {name: amount for name, amount in accounts.items() if amount}
            for ats, accounts in state["ledger"].items()
        }
        for ats, accounts in self.ledger.items():
            assert not sum(accounts.values()), f"the accounts of terminal {ats} do not sum to zero: {accounts}"

    def __str__(self) -> str:
        return json.dumps(self.ledger)


def rows_of(journal: Path, kind: str) -> list[dict[str, Any]]:
    """Return a journal's rows of one kind, in their order."""
    said = rapid_table("journal", "show", journal, "--kind", kind, "--json")
    return [json.loads(row) for row in said.splitlines()]


def given_up_in(journal: Path) -> list[str]:
    """Return what is on record of versions that were given up: each with its reason, in their order."""
    return [one["detail"] for one in rows_of(journal, "device_reported") if one["what"] == fault_began(ROLLED_BACK)]


def notations_in(journal: Path) -> list[str]:
    """Return the coups that are on record, in the journal's notation."""
    return [one["notation"] for one in rows_of(journal, "result")]

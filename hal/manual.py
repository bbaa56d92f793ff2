"""Writes the operator's page of faults from the list of faults: `python -m hal.manual docs/faults.md`."""

import sys
from pathlib import Path

from hal.faults import FAULTS


def page() -> str:
    """Return the page."""
    lines = [
        "# Faults of devices, and what to do",
        "",
        "Consoles, terminals and `rapid-table probe` show these; the journal keeps them by their codes.",
        "This page is written from `hal/faults.py` by `make manual`.",
        "",
        "| code | what happened | what to do |",
        "|---|---|---|",
    ]
    lines += [f"| `{code}` | {advice.happened} | {advice.remedy} |" for code, advice in FAULTS.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())

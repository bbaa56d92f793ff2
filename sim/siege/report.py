"""Writes down what sieges found: `python -m sim.siege.report build/siege/*.json`."""

import json
import sys
from pathlib import Path
from typing import Any, Final

CENTS: Final = 100


def page(found: dict[str, Any]) -> str:
    """Return a siege, or a million messages, as it stands in docs/reports."""
    return "\n".join(_messages(found) if "messages" in found else _siege(found)) + "\n"


def _siege(found: dict[str, Any]) -> list[str]:
    notes, credited = sum(found["notes"].values()), sum(found["credited"].values())
    least, most = found["table_mb"]
    return [
        (
            f"Seed {found['seed']}, {found['seconds']:.0f} s, {found['kills']} kills, {found['coups']} coups, "
            f"{found['rows']:,} rows, {found['counts'].get('messages', 0):,} messages of attackers."
        ),
        (
            f"Notes in boxes {notes / CENTS:,.2f}, credited {credited / CENTS:,.2f}, {found['doubts']} notes in doubt; "
            f"{found['tickets']} tickets issued, {found['handed'] / CENTS:,.2f} handed over."
        ),
        f"The table's memory was {least} to {most} MB, its journal {found['journal_kb']:,} KB at the end.",
        *_wrong(found),
        "",
        *_table("Done to it", found["acts"]),
        *_table("Counted", found["counts"]),
        *_table("Starts of a process", found["starts"]),
    ]


def _messages(found: dict[str, Any]) -> list[str]:
    return [
        (
            f"Seed {found['seed']}: {found['messages']:,} requests in {found['seconds']:.0f} s; the journal has "
            f"{found['rows']:,} rows, and memory grew by {found['grown_mb']} MB after the first third."
        ),
        *_wrong(found),
        "",
        *_table("Kind", found["kinds"]),
        *_table("What became of them", found["outcomes"]),
    ]


def _wrong(found: dict[str, Any]) -> list[str]:
    return ["", f"What did not hold: {len(found['wrong'])}.", *(f"- {one}" for one in found["wrong"])]


def _table(title: str, counts: dict[str, int]) -> list[str]:
    return [f"| {title} | times |", "|---|---|", *(f"| {name} | {count:,} |" for name, count in counts.items()), ""]


def main() -> int:
    """Print them; exit status 1 when something did not hold."""
    found = [json.loads(Path(name).read_text()) for name in sys.argv[1:]]
    sys.stdout.write("\n".join(page(one) for one in found))
    return int(any(one["wrong"] for one in found))


if __name__ == "__main__":
    sys.exit(main())

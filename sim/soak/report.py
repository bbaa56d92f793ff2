"""Adds up what soaks printed as JSON: `python -m sim.soak.report build/night/*.json`."""

import json
import sys
from pathlib import Path

import msgspec

from sim.soak.coverage import Coverage, coverage
from sim.soak.run import SoakFound


def read(paths: list[Path]) -> list[SoakFound]:
    """Return the soaks of files; the lines that add up are left out."""
    lines = [json.loads(line) for path in paths for line in path.read_text().splitlines()]
    return [msgspec.convert(line, SoakFound) for line in lines if "seed" in line]


def page(whole: Coverage, found: list[SoakFound]) -> str:
    """Return the report, as it stands in docs/reports."""
    failed = [one for one in found if one.wrong]
    lines = [
        f"{whole.soaks} soaks, {whole.hours:,} simulated hours, {whole.coups:,} coups, {whole.events:,} events.",
        f"{whole.acknowledged:,} acknowledgements were held against the journal.",
        f"{whole.together:,} of {sum(whole.faults.values()):,} faults began while another lasted.",
        "",
        f"What did not hold: {len(failed)} of {whole.soaks}.",
        *(f"- seed {one.seed}, {one.rulebook}, at {one.at:.0f} s: {one.wrong[0]}" for one in failed),
        "",
        f"Never visited: {', '.join(whole.never) or 'nothing'}.",
    ]
    for title, counts in (
        ("Rule books", whole.rulebooks), ("Faults", whole.faults), ("Rows of the rulings", whole.rows),
        ("States of the coup", whole.phases), ("What was ruled", whole.actions),
        ("Answers at the cash desks", whole.cash_desk), ("Tournaments", whole.tournaments),
        ("Tickets put into terminals", whole.tickets_in),
    ):  # fmt: skip
        lines += [
            "",
            f"| {title} | times |",
            "|---|---|",
            *(f"| {name} | {count:,} |" for name, count in counts.items()),
        ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print the report; exit status 1 when something did not hold, or was never visited."""
    found = read([Path(name) for name in sys.argv[1:]])
    whole = coverage(found)
    sys.stdout.write(page(whole, found))
    return int(any(one.wrong for one in found) or bool(whole.never))


if __name__ == "__main__":
    sys.exit(main())

"""Floods a table with one terminal and with ten, for a minute each, and writes down what it cost: `make floods`."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from sim.floods.measure import JOURNAL_BYTES, MEMORY_KB, WAGER_P99_MS, Flooded, flood

COLUMNS: Final = {
    "attackers": "attackers",
    "they sent, KB": "sent_kb",
    "cut off": "cut_off",
    "others' wagers": "wagers",
    "lost": "lost",
    "p50 ms": "p50_ms",
    f"p99 ms (at most {WAGER_P99_MS:g})": "p99_ms",
    "worst ms": "worst_ms",
    "p99 ms before": "calm_p99_ms",
    f"memory, kB more (at most {MEMORY_KB:,})": "memory_kb",
    "journal, rows more": "journal_rows",
    f"journal, bytes more (at most {JOURNAL_BYTES:,})": "journal_bytes",
    "table's processor, µs a wager": "cpu_us",
    "before": "calm_cpu_us",
    "server's processor, µs a wager": "server_cpu_us",
    "before ": "calm_server_cpu_us",
}


def page(found: Sequence[Flooded]) -> str:
    """Return what floods cost, a line each, and what did not hold."""
    head = [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    rows = [f"| {' | '.join(f'{getattr(one, name):,}' for name in COLUMNS.values())} |" for one in found]
    wrong = [f"- {one.attackers} attackers: {what}" for one in found for what in one.wrong()]
    return "\n".join([*head, *rows, "", f"What did not hold: {len(wrong)}.", *wrong, ""])


def main() -> int:
    """Flood, and print what was found; exit status 1 when something did not hold."""
    parser = argparse.ArgumentParser(prog="python -m sim.floods", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="how long each flood lasts (default: 60)")
    parser.add_argument("--terminals", type=int, default=50, help="of the table, attackers among them (default: 50)")
    parser.add_argument("--seed", type=int, default=1, help="of what attackers say (default: 1)")
    arguments = parser.parse_args()
    found = [flood(attackers, arguments.seconds, arguments.seed, arguments.terminals) for attackers in (1, 10)]
    sys.stdout.write(page(found))
    return int(any(one.wrong() for one in found))


if __name__ == "__main__":
    sys.exit(main())

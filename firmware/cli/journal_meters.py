"""`rapid-table journal meters`: the meters of a table and its terminals, from the first row on."""

import argparse
from collections.abc import Iterator

from msgspec import to_builtins

from firmware.amounts import write_amount
from firmware.cli.say import say, say_json
from firmware.table.journal.check import verify
from firmware.table.journal.query import Wanted, find
from firmware.table.shown.counted import TABLE, Counting, CountMeters
from firmware.table.shown.meters import Meters, meters_of


def run(arguments: argparse.Namespace) -> int:
    """Print them."""
    meters = meters_of(verify(arguments.file).state)
    counting = Counting()
    for entry, _ in find(arguments.file, Wanted()):
        counting.count((entry.event,))
    terminals = sorted(meters.terminals.keys() | counting.all().keys() - {TABLE})
    if arguments.json:
        say_json({
            "coups": meters.coups, "voids": meters.voids, "dummies": meters.dummies,
            "table": {"money": to_builtins(meters.table), "counts": _counts(counting.of(TABLE))},
            "terminals": {
                str(ats): {
                    "money": to_builtins(meters.terminals[ats]) if ats in meters.terminals else None,
                    "counts": _counts(counting.of(ats)),
                }
                for ats in terminals
            },
        })  # fmt: skip
        return 0
    say(f"table: {meters.coups} coups, {meters.voids} of them void, {meters.dummies} Dummy Coups")
    _print(meters.table, counting.of(TABLE))
    for ats in terminals:
        say(f"terminal {ats}")
        _print(meters.terminals.get(ats), counting.of(ats))
    return 0


def _counts(counts: CountMeters) -> dict[str, object]:
    found: dict[str, object] = to_builtins(counts, str_keys=True)
    return found


def _print(meters: Meters | None, counts: CountMeters) -> None:
    money = {} if meters is None else to_builtins(meters)
    # How many hand-pays there were is counted below.
    for name, amount in _figures({name: value for name, value in money.items() if name != "hand_pays"}):
        say(f"  {name:32}{write_amount(amount):>16}")
    for name, count in _figures(_counts(counts)):
        say(f"  {name:32}{count:>16}")


def _figures(groups: dict[str, object]) -> Iterator[tuple[str, int]]:
    """Return the figures of some groups that are not zero, each by its name."""
    for name, value in groups.items():
        words = name.replace("_", " ")
        if isinstance(value, dict):
            yield from ((f"{words}: {part}", amount) for part, amount in value.items() if amount)
        elif isinstance(value, int) and value:
            yield words, value

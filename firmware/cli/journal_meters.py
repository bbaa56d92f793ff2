"""`rapid-table journal meters`: the meters of a table and its terminals, from the first row or a reading on."""

import argparse
from collections.abc import Iterator

from msgspec import to_builtins
from msgspec.structs import replace

from firmware.amounts import write_amount
from firmware.cli.errors import BadInput
from firmware.cli.say import say, say_json
from firmware.table.core.state import TableState
from firmware.table.features.readings import MetersRead
from firmware.table.journal.beginning import beginning
from firmware.table.journal.check import verify
from firmware.table.journal.query import opened
from firmware.table.journal.replay import replayed
from firmware.table.shown.counted import TABLE, Counting, CountMeters
from firmware.table.shown.meters import Meters, meters_of, since


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    meters = parser.add_argument_group("meters")
    meters.add_argument("--reading", metavar="NAME", help="since this reading of the meters, by its name or number")


def run(arguments: argparse.Namespace) -> int:
    """Print them."""
    verify(arguments.file)
    state, counting = _counted(arguments)
    meters = meters_of(state)
    terminals = sorted(meters.terminals.keys() | counting.all().keys() - {TABLE})
    if arguments.ats is not None:
        terminals = [arguments.ats]
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
    if arguments.ats is None:
        say(f"table: {meters.coups} coups, {meters.voids} of them void, {meters.dummies} Dummy Coups")
        _print(meters.table, counting.of(TABLE))
    for ats in terminals:
        say(f"terminal {ats}")
        _print(meters.terminals.get(ats), counting.of(ats))
    return 0


def _counted(arguments: argparse.Namespace) -> tuple[TableState, Counting]:
    """Return the state and the counts at the end; with a reading, what its accounts moved since, and what happened."""
    wanted, counting, then = arguments.reading, Counting(), None
    with opened(arguments.file) as db:
        begins = beginning(db, arguments.file)
        state = begins.state
        for entry, now in replayed(db, arguments.file, begins.state, begins.row, begins.head):
            counting.count((entry.event,))
            state, event = now, entry.event
            if isinstance(event, MetersRead) and wanted in (event.name, str(event.number)):
                counting, then = Counting(), state
    if wanted is None:
        return state, counting
    if then is None:
        raise BadInput(f"--reading: {arguments.file} has no reading {wanted!r}")
    counts = {"voids": state.voids - then.voids, "dummies": state.dummies - then.dummies}
    game = replace(state.game, coups=state.game.coups - then.game.coups)
    pays = {ats: many - then.hand_pays.get(ats, 0) for ats, many in state.hand_pays.items()}
    return replace(since(state, then.ledger), game=game, hand_pays=pays, **counts), counting


def _counts(counts: CountMeters) -> dict[str, object]:
    found: dict[str, object] = to_builtins(counts, str_keys=True)
    return found


def _print(meters: Meters | None, counts: CountMeters) -> None:
    money = {} if meters is None else to_builtins(meters)
    # How many hand-pays there were is counted below.
    for name, amount in _figures({name: value for name, value in money.items() if name != "hand_pays"}):
        say(f"  {name:32}{write_amount(amount):>16}")
    notes = {write_amount(value): many for value, many in counts.notes.items()}
    for name, count in _figures({**_counts(counts), "notes": notes}):
        say(f"  {name:32}{count:>16}")


def _figures(groups: dict[str, object]) -> Iterator[tuple[str, int]]:
    """Return the figures of some groups that are not zero, each by its name."""
    for name, value in groups.items():
        words = name.replace("_", " ")
        if isinstance(value, dict):
            yield from ((f"{words}: {part}", amount) for part, amount in value.items() if amount)
        elif isinstance(value, int) and value:
            yield words, value

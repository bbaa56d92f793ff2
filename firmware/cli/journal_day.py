"""`rapid-table journal day`: a gaming day's report, reckoned from the rows of the journal."""

import argparse

from msgspec import to_builtins

from firmware.cli.arguments import whole
from firmware.cli.errors import BadInput
from firmware.cli.say import say, say_json, warn
from firmware.table.journal.beginning import beginning
from firmware.table.journal.check import verify
from firmware.table.journal.query import opened
from firmware.table.journal.replay import replayed
from firmware.table.shown.day_book import DayBook, days_of, lines_of_day

MOST_DAYS = 10**6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    day = parser.add_argument_group("day")
    day.add_argument(
        "--day", type=whole(1, MOST_DAYS), metavar="N", help="which gaming day; without it the last closed"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a day; exit status 1 when its figures are not what the rows before it come to."""
    signed = verify(arguments.file).signed
    day = _chosen(arguments)
    covered = signed is not None and 0 < day.row <= signed.row
    if arguments.json:
        assert day.figures is not None
        hold = {"hold": day.figures.hold, "tray_over": day.figures.tray.over}
        say_json({**to_builtins(day), **hold, "signed_by": signed.key if covered and signed is not None else None})
    else:
        for line in lines_of_day(day):
            say(line)
        if day.row:
            say(f"Signed by {signed.key} up to row {signed.row}." if covered and signed else "Not signed yet.")
        else:
            say("The day is open: these figures are not its last.")
    if not day.agrees:
        warn(f"{arguments.file}: day {day.number}: its row says something else than the rows before it come to")
    return 0 if day.agrees else 1


def _chosen(arguments: argparse.Namespace) -> DayBook:
    with opened(arguments.file) as db:
        begins = beginning(db, arguments.file)
        rows = replayed(db, arguments.file, begins.state, begins.row, begins.head)
        if arguments.day is None:
            days = list(days_of(rows, begins.state))
            found: DayBook | None = days[-2] if len(days) > 1 else days[-1]
        else:
            found = next((day for day in days_of(rows, begins.state) if day.number == arguments.day), None)
    if found is None:
        raise BadInput(f"--day: {arguments.file} has no gaming day {arguments.day}")
    return found

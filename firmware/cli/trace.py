"""`rapid-table trace`: one coup with the times of all its steps, from its table's journal and a board's log."""

import argparse
from pathlib import Path
from typing import Final

from firmware.cli.arguments import path, whole
from firmware.cli.errors import BadInput
from firmware.cli.journal import MOST, carried_out, when
from firmware.cli.play_log import readable
from firmware.cli.say import say, say_json, warn
from firmware.files import NotReadable, read_file
from firmware.log_lines import Logged, read_log
from firmware.table.core.journal import Entry
from firmware.table.journal.query import Wanted, find
from firmware.table.journal.trace import TracedStep, parts_of, steps_of
from firmware.table.shown.printed import Fields, lines_of
from hal.visible import visible

EXAMPLES: Final = """\
  rapid-table trace 42 table.journal                    each step of coup 42, and how long after the one before it
  rapid-table trace 42 table.journal --log table.log    with what a board logged meanwhile
  journalctl -o json -u rapid-table-table > table.log   such a log, of a board that systemd runs
  rapid-table trace 42 table.journal --json

Times are the table's own, in UTC; rows of one commit have the same. A log has the time of its board's clock.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("coup", type=whole(1, MOST), metavar="COUP", help="the coup's number")
    parser.add_argument("file", type=path, metavar="FILE", help="the journal")
    parser.add_argument(
        "--log", type=path, action="append", default=[], metavar="FILE", help="a board's log, for its times"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object for each step, and one for all")


def run(arguments: argparse.Namespace) -> int:
    """Print the steps; exit status 1 when the journal does not hold, 2 when it has no such coup."""
    return carried_out(_trace, arguments)


def _trace(arguments: argparse.Namespace) -> int:
    found = list(find(arguments.file, Wanted(coup=arguments.coup)))
    if not found:
        raise BadInput(f"COUP: {arguments.file} has no coup {arguments.coup}; rapid-table journal show lists its coups")
    logged = [one for file in arguments.log for one in _logged(file)]
    parts = parts_of(found)
    if not arguments.json:
        say(f"coup {arguments.coup}, opened {when(found[0][0].at)} UTC; seconds since then, and since the step before")
    count = 0
    for step in steps_of(found, logged):
        count += 1
        (_print_json if arguments.json else _print)(step)
    if arguments.json:
        say_json(
            {
                "event": "traced",
                "coup": arguments.coup,
                "steps": count,
                **{f"{part}_ms": ms for part, ms in parts.items()},
            }
        )
    else:
        say("; ".join([f"{count} steps", *(f"{part} {ms / 1000:.3f} s" for part, ms in parts.items())]))
    return 0


def _logged(file: Path) -> list[Logged]:
    """Return what a file says; a file of which no line has a time is no log."""
    try:
        text = read_file(file).decode(errors="replace")
    except NotReadable as error:
        raise BadInput(str(error)) from None
    heard = list(read_log(text.removesuffix("\n").split("\n"))) if text else []
    known = [one for one in heard if one is not None]
    if heard and not known:
        raise BadInput(f"{file}: no line has a time; give a log that `run` wrote, or the output of journalctl -o json")
    if len(known) < len(heard):
        warn(f"{file}: {len(heard) - len(known)} lines without a time of their own are left out")
    return known


def _print_json(step: TracedStep) -> None:
    times = {"at": step.at, "since_open_ms": step.since_open_ms, "since_last_ms": step.since_last_ms}
    match step.what:
        case Logged(_, level, by, text):
            say_json({"event": "logged", **times, "level": level, "by": by, "text": text})
        case Entry() as entry:
            for kind, fields in lines_of(entry.event):
                say_json(
                    {
                        "event": kind,
                        "sequence": entry.sequence,
                        **times,
                        "by": entry.by,
                        "command": entry.command,
                        **fields,
                    }
                )


def _print(step: TracedStep) -> None:
    times = f"{step.since_open_ms / 1000:>12.3f} {step.since_last_ms / 1000:>+11.3f}"
    match step.what:
        case Logged(_, level, by, text):
            say(f"{'log':>8} {times}  {by.rpartition('.')[2]:26}  {level}: {text}")
        case Entry() as entry:
            for kind, fields in lines_of(entry.event):
                say(f"{entry.sequence:>8} {times}  {visible(entry.by):26}  {_readable(kind, fields)}")


def _readable(kind: str, fields: Fields) -> str:
    return (readable({"event": kind, **fields, "at": 0}) or "")[10:]

"""`rapid-table journal`: shows, checks, replays and exports a table's journal."""

import argparse
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from firmware.cli.errors import BadInput
from firmware.cli.play_log import money, readable
from firmware.table.journal import Entry, JournalError
from firmware.table.journal_check import verify
from firmware.table.journal_query import Wanted, balances_after, find
from firmware.table.ledger import total
from firmware.table.meters import Meters, meters_of
from firmware.table.printed import lines_of

EXAMPLES: Final = """\
  rapid-table journal show table.journal --last 10         the last ten coups
  rapid-table journal show table.journal --coup 42         everything about a coup, on one page
  rapid-table journal show table.journal --ats 7 --kind wager --json
  rapid-table journal verify table.journal                 exit status 1, and the first row that does not fit
  rapid-table journal replay table.journal --json          the state, rebuilt from the first event on
  rapid-table journal export table.journal --make-key table.key
  rapid-table journal export table.journal --key table.key > journal.jsonl
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("what", choices=sorted(_WHAT), help="what to do")
    parser.add_argument("file", type=Path, metavar="FILE", help="the journal")
    parser.add_argument("--json", action="store_true", help="print JSON")
    show = parser.add_argument_group("show")
    show.add_argument("--coup", type=int, metavar="N")
    show.add_argument("--ats", type=int, metavar="N", help="what touches a terminal")
    show.add_argument("--shoe", type=int, metavar="N")
    show.add_argument("--kind", metavar="KIND", help="such as wager, irregularity, result")
    show.add_argument("--since", type=_time, metavar="TIME", help="such as 2026-11-18T20:15, in UTC")
    show.add_argument("--until", type=_time, metavar="TIME")
    show.add_argument("--last", type=int, metavar="N", help="the last N coups")
    export = parser.add_argument_group("export")
    export.add_argument("--key", type=Path, metavar="FILE", help="the table's private key, in PEM")
    export.add_argument("--make-key", type=Path, metavar="FILE", help="make such a key, and do nothing else")


def _time(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def run(arguments: argparse.Namespace) -> int:
    """Do it; exit status 1 when the journal does not hold, 2 when there is none."""
    if not arguments.file.is_file():
        raise BadInput(f"{arguments.file}: there is no such journal")
    try:
        return _WHAT[arguments.what](arguments)
    except JournalError as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _show(arguments: argparse.Namespace) -> int:
    wanted = Wanted(arguments.coup, arguments.ats, arguments.shoe, arguments.kind, arguments.since, arguments.until)
    found = find(arguments.file, wanted)
    if arguments.last is not None:
        coups = [fields["coup"] for _, fields in found if fields["event"] == "coup_opened"][-arguments.last :]
        start = next((entry.sequence for entry, fields in found if coups and fields.get("coup") == coups[0]), 0)
        found = [(entry, fields) for entry, fields in found if coups and entry.sequence >= start]
    for entry, _ in found:
        for line in _lines(entry, as_json=arguments.json):
            sys.stdout.write(line + "\n")
    if arguments.coup is not None:
        for ats, balance in balances_after(arguments.file, arguments.coup).items():
            as_json = json.dumps({"event": "balance", "coup": arguments.coup, "ats": ats, "balance": balance})
            text = f"{'':47}ATS {ats} balance after it {money(balance)}"
            sys.stdout.write((as_json if arguments.json else text) + "\n")
    return 0


def _lines(entry: Entry, *, as_json: bool) -> list[str]:
    when = datetime.fromtimestamp(entry.at / 1000, UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")
    printed = []
    for kind, fields in lines_of(entry.event):
        event: dict[str, Any] = {"event": kind, "sequence": entry.sequence, "at": entry.at, "by": entry.by, **fields}
        if as_json:
            printed.append(json.dumps({**event, "command": entry.command}))
        else:
            text = readable({**event, "at": 0}) or ""
            printed.append(f"{entry.sequence:>8}  {when}  {entry.by:12.12}  {text[10:] if text else ''}")
    return printed


def _verify(arguments: argparse.Namespace) -> int:
    found = verify(arguments.file)
    if arguments.json:
        report = {"rows": found.rows, "head": found.head, "snapshots": found.snapshots, "whole": True}
        sys.stdout.write(json.dumps(report) + "\n")
    else:
        sys.stdout.write(f"{found.rows} rows, {found.snapshots} snapshots: whole; head {found.head}\n")
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    state = verify(arguments.file).state
    meters = meters_of(state)
    if arguments.json:
        found = {"state": to_builtins(state, str_keys=True), "meters": to_builtins(meters, str_keys=True)}
        sys.stdout.write(json.dumps(found) + "\n")
        return 0
    coups = f"{meters.coups} coups, {meters.voids} of them void, {meters.dummies} Dummy Coups"
    sys.stdout.write(f"{state.setup.rulebook}: {coups}; phase: {state.game.phase}\n")
    for name, value in _figures(meters.table):
        sys.stdout.write(f"  {name:28}{value / 100:>16,.2f}\n")
    sys.stdout.write(f"  {'sum of the ledger':28}{total(state.ledger) / 100:>16,.2f}\n")
    return 0


def _figures(meters: Meters) -> Iterator[tuple[str, int]]:
    """Return the figures of some meters, groups by their parts."""
    for name, value in to_builtins(meters).items():
        words = name.replace("_", " ")
        if isinstance(value, dict):
            yield from ((f"{words}: {part}", amount) for part, amount in value.items())
        elif name != "hand_pays":
            yield words, value


def _export(arguments: argparse.Namespace) -> int:
    # Signing is the one thing here that needs the cryptography package.
    from firmware.table import journal_export  # noqa: PLC0415

    if arguments.make_key is not None:
        journal_export.make_key(arguments.make_key)
        return 0
    if arguments.key is None:
        raise BadInput("export: which key signs it? give --key FILE, or --make-key FILE to make one")
    key = journal_export.read_key(arguments.key)
    rows = journal_export.export(arguments.file, key, sys.stdout.buffer)
    sys.stderr.write(f"{rows} rows exported and signed\n")
    return 0


_WHAT: Final = {"show": _show, "verify": _verify, "replay": _replay, "export": _export}

"""`rapid-table journal`: shows, checks, replays, meters and exports a table's journal."""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from firmware.amounts import write_amount
from firmware.cli import journal_day, journal_meters, journal_restore, journal_verify
from firmware.cli.arguments import path, short, time, whole
from firmware.cli.errors import BadInput, shortened
from firmware.cli.owner import need_owner
from firmware.cli.play_log import readable
from firmware.cli.say import say, say_json, warn
from firmware.table.core.codec import KINDS
from firmware.table.core.journal import Entry, JournalError
from firmware.table.core.ledger import total
from firmware.table.journal.balances import balances_after
from firmware.table.journal.check import verify
from firmware.table.journal.converting import convert
from firmware.table.journal.export import export as export_export
from firmware.table.journal.query import Wanted, find
from firmware.table.journal.signing import NoKey, make_key, read_key
from firmware.table.shown.meters import Meters, meters_of
from firmware.table.shown.printed import lines_of
from hal.visible import visible

EXAMPLES: Final = """\
  rapid-table journal show table.journal --last 10         the last ten coups
  rapid-table journal show table.journal --coup 42         everything about a coup, on one page
  rapid-table journal show table.journal --ats 7 --kind wager --json
  rapid-table journal verify table.journal                 exit status 1, and the first row that does not fit
  rapid-table journal verify table.journal --public table.pub --witness /mnt/ats-1/witness
  rapid-table journal restore table.journal --from /media/stick/copy --copy-key copy.key --witness ats-1/pocket.witness
  rapid-table journal convert table.journal                writes one of earlier firmware in today's form
  rapid-table journal replay table.journal --json          the state, rebuilt from the first event on
  rapid-table journal meters table.journal                 money, coups, notes, doors, faults of each terminal
  rapid-table journal day table.journal --day 12           the report of a gaming day, for the printer
  rapid-table journal export table.journal --make-key table.key
  rapid-table journal export table.journal --key table.key > journal.jsonl
"""
# A ticket's number stands alone, or in the name of what is about it.
TICKET: Final = re.compile(r"(?<![0-9])[0-9]{18}(?![0-9])")
# What a journal begins with.
SQLITE: Final = b"SQLite format 3\0"
# More coups than a table plays in a thousand years.
MOST: Final = 10**9
# An earlier firmware took amounts of 4,300 digits, the most that Python writes; their sums have more.
DIGITS: Final = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("what", choices=sorted(_WHAT), help="what to do")
    parser.add_argument("file", type=path, metavar="FILE", help="the journal")
    parser.add_argument("--json", action="store_true", help="print JSON")
    show = parser.add_argument_group("show")
    show.add_argument("--coup", type=whole(1, MOST), metavar="N")
    show.add_argument(
        "--ats", type=whole(1, 50), metavar="N", help="only events of this terminal; with meters, only its own"
    )
    show.add_argument("--shoe", type=whole(1, MOST), metavar="N")
    show.add_argument("--kind", metavar="KIND", help="only events of this kind, such as wager, irregularity, result")
    show.add_argument("--since", type=time, metavar="TIME", help="such as 2026-11-18T20:15, in UTC")
    show.add_argument("--until", type=time, metavar="TIME")
    show.add_argument("--last", type=whole(1, MOST), metavar="N", help="the last N coups")
    show.add_argument("--numbers", action="store_true", help="ticket numbers whole, as a cash desk needs them")
    journal_day.add_arguments(parser)
    journal_meters.add_arguments(parser)
    journal_verify.add_arguments(parser)
    journal_restore.add_arguments(parser)
    export = parser.add_argument_group("export")
    export.add_argument("--key", type=path, metavar="FILE", help="the table's private key, in PEM")
    export.add_argument("--make-key", type=path, metavar="FILE", help="make such a key and do nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Do it; exit status 1 when the journal does not hold, 2 when there is none."""
    return carried_out(_WHAT[arguments.what], arguments, made=arguments.what == "restore")


def carried_out(do: Callable[[argparse.Namespace], int], arguments: argparse.Namespace, *, made: bool = False) -> int:
    """Do something with a journal that is there, or is to be made; say in one line why it could not be done."""
    if not made and not arguments.file.is_file():
        raise BadInput(f"{arguments.file}: no such journal")
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(DIGITS)
    try:
        if not made:
            _need_journal(arguments.file)
        return do(arguments)
    except OSError as error:
        raise BadInput(f"{error.filename or arguments.file}: cannot be used: {error.strerror}") from None
    except NoKey as error:
        raise BadInput(str(error)) from None
    except JournalError as error:
        warn(shortened(str(error)))
        return 1
    finally:
        sys.set_int_max_str_digits(usual)


def _need_journal(file: Path) -> None:
    """Hold that a file is a journal, if perhaps a damaged one: that has a mark beside it. Raises BadInput."""
    with file.open("rb") as opened:
        begins = opened.read(len(SQLITE))
    if begins not in (b"", SQLITE) and not Path(f"{file}.head").exists():
        raise BadInput(f"{file}: is no journal; a table writes one where [journal] path says, a SQLite file")


def _show(arguments: argparse.Namespace) -> int:
    wanted = Wanted(
        arguments.coup,
        arguments.ats,
        arguments.shoe,
        arguments.kind,
        arguments.since,
        arguments.until,
        arguments.last,
    )
    if arguments.kind is not None and arguments.kind not in KINDS:
        near = get_close_matches(arguments.kind, KINDS, 3) or ("wager", "irregularity", "result")
        raise BadInput(f"--kind: there is no kind {short(arguments.kind)!r}; there are {', '.join(near)} and others")
    # A coup is held whole before any of it is shown; more than that is shown as it is read.
    found = find(arguments.file, wanted)
    shown = 0
    for entry, _ in list(found) if arguments.coup is not None else found:
        _print(entry, as_json=arguments.json, whole_numbers=arguments.numbers)
        shown += 1
    if arguments.coup is not None and not shown:
        raise BadInput(f"--coup: {_nothing(arguments)}; rapid-table journal show {arguments.file} lists its coups")
    if not shown and (arguments.kind is not None or arguments.shoe is not None):
        warn(_nothing(arguments))
    if arguments.coup is not None:
        for ats, balance in balances_after(arguments.file, arguments.coup).items():
            if arguments.json:
                say_json({"event": "balance", "coup": arguments.coup, "ats": ats, "balance": balance})
            else:
                say(f"{'':61}ATS {ats} balance after it {write_amount(balance)}")
    return 0


def _nothing(arguments: argparse.Namespace) -> str:
    """Say that nothing in a journal is what somebody wants to see."""
    names = ("coup", "shoe", "ats", "kind")
    asked = [f"{name} {getattr(arguments, name)}" for name in names if getattr(arguments, name) is not None]
    return f"{arguments.file}: has no rows of {', '.join(asked)}"


def _print(entry: Entry, *, as_json: bool, whole_numbers: bool) -> None:
    for kind, found in lines_of(entry.event):
        fields = found if whole_numbers else {name: masked(value) for name, value in found.items()}
        if as_json:
            # `by` is the event's own where it has one: a part that was played, and no person.
            row = {"sequence": entry.sequence, "at": entry.at, "by": entry.by, "person": entry.by}
            say_json({"event": kind, **row, **fields, "command": entry.command})
        else:
            text = (readable({"event": kind, **fields, "at": 0}) or "")[10:]
            # In a dispute it matters who did it, and as much who approved it, by which rule.
            who, _, more = visible(entry.by).partition(", ")
            beside = f"  [{more}]" if more and not text.endswith(f"[{more}]") else ""
            say(f"{entry.sequence:>8}  {when(entry.at)}  {who:23}  {text}{beside}".rstrip())


def masked(value: Any) -> Any:
    """Return what a field says, without the numbers of tickets: whoever reads one could have it paid.

    >>> masked("123456789012345678"), masked({"tickets": [{"number": "123456789012345678"}]}), masked(12)
    ('**************5678', {'tickets': [{'number': '**************5678'}]}, 12)
    """
    if isinstance(value, str):
        return TICKET.sub(lambda number: "*" * 14 + number[0][-4:], value)
    if isinstance(value, list | tuple):
        return [masked(one) for one in value]
    if isinstance(value, dict):
        return {masked(key): masked(one) for key, one in value.items()}
    return value


def when(at: int) -> str:
    """Return a time of a row as people read it, in UTC."""
    try:
        return datetime.fromtimestamp(at / 1000, UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")
    except (ValueError, OverflowError, OSError):
        return f"{at} ms"  # no time of any calendar: a row that no clock wrote


def _replay(arguments: argparse.Namespace) -> int:
    state = verify(arguments.file).state
    meters = meters_of(state)
    if arguments.json:
        found = {"state": to_builtins(state, str_keys=True), "meters": to_builtins(meters, str_keys=True)}
        say_json(found)
        return 0
    coups = f"{meters.coups} coups, {meters.voids} of them void, {meters.dummies} Dummy Coups"
    say(f"{state.setup.rulebook}: {coups}; phase: {state.game.phase}")
    for name, value in _figures(meters.table):
        say(f"  {name:28}{write_amount(value):>16}")
    say(f"  {'sum of the ledger':28}{write_amount(total(state.ledger)):>16}")
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
    if arguments.make_key is not None:
        make_key(arguments.make_key)
        return 0
    if arguments.key is None:
        raise BadInput("export: needs a key to sign with; give --key FILE, or make one with --make-key FILE")
    key = read_key(arguments.key)
    rows = export_export(arguments.file, key, sys.stdout.buffer)
    warn(f"{rows} rows exported and signed")
    return 0


def _convert(arguments: argparse.Namespace) -> int:
    need_owner(arguments.file)
    found = convert(arguments.file)
    if arguments.json:
        say_json({"rows": found.rows, "before": found.before, "after": found.after})
    elif found.before == found.after:
        say(f"{found.rows} rows; of today's form already")
    else:
        say(f"{found.rows} rows converted: {found.after} bytes, {found.before} before")
    return 0


_WHAT: Final = {
    "convert": _convert,
    "day": journal_day.run,
    "meters": journal_meters.run,
    "show": _show,
    "verify": journal_verify.run,
    "replay": _replay,
    "export": _export,
    "restore": journal_restore.run,
}

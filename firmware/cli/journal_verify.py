"""`rapid-table journal verify`: whether a journal is what its table wrote, and what other boards remember of it."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.cli.arguments import path
from firmware.cli.errors import BadInput
from firmware.cli.say import say, say_json, warn
from firmware.table.core.head import Verdict
from firmware.table.core.journal import JournalError
from firmware.table.journal.check import Checked, hold_against, need_signed_by, verify
from firmware.table.journal.parts import on_all_cores
from firmware.table.journal.signing import read_public
from firmware.table.journal.testimony import HeadMemory, read_memory

WORDS: Final[dict[Verdict, str]] = {
    "agrees": "agrees",
    "later": "does not agree: it remembers a later row, so that rows are missing at the end",
    "other": "does not agree: another row stands there",
    "lost": "remembers a row that was lost before the journal was restored from a copy",
    "foreign": "says nothing: what it remembers was signed by another key, or not signed",
}
# What a witness may say of a journal that is whole.
SOUND: Final = ("agrees", "lost")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    verifying = parser.add_argument_group("verify")
    verifying.add_argument(
        "--public", type=path, metavar="FILE", help="the public key that must verify its signatures, in PEM"
    )
    verifying.add_argument(
        "--witness",
        type=path,
        action="append",
        default=[],
        metavar="FILE",
        help="a board's record of the journal's head",
    )


def run(arguments: argparse.Namespace) -> int:
    """Check it; exit status 1 where it does not hold."""
    memories = memories_in(arguments.witness)
    with on_all_cores(arguments.file) as across:
        found = verify(arguments.file, across)
    if arguments.public is not None:
        need_signed_by(arguments.file, found, read_public(arguments.public))
    verdicts = [(file, memory, hold_against(arguments.file, found, memory)) for file, memory in memories]
    if arguments.json:
        _say_json(found, verdicts)
    else:
        begins = f", begins after row {found.begins} with the state there" if found.begins else ""
        say(f"{found.rows} rows{begins}, {found.snapshots} snapshots: whole; head {found.head}")
        say(_coverage(found))
    sound = _is_marked(arguments.file, found)
    for file, memory, verdict in verdicts:
        row = f"row {memory.head.row}" if memory.head is not None else "no row yet"
        if verdict not in SOUND:
            sound = False
            warn(f"{file}: {row}: {WORDS[verdict]}")
        elif not arguments.json:
            say(f"{file}: {row}: {WORDS[verdict]}")
    return 0 if sound else 1


def _is_marked(journal: Path, found: Checked) -> bool:
    """Whether the mark beside a journal is there; without it nobody can see that rows at the end are gone."""
    if found.mark == "holds" or not found.rows:
        return True
    what = "is missing" if found.mark == "missing" else "names no row"
    warn(f"{journal}.head: {what}: it says how far the journal had got; rows may be missing at the end")
    return False


def memories_in(files: Sequence[Path]) -> list[tuple[str, HeadMemory]]:
    """Return what boards remember, from the files named on a command line."""
    try:
        return [(str(file), read_memory(file)) for file in files]
    except JournalError as error:
        raise BadInput(str(error)) from None


def _say_json(found: Checked, verdicts: list[tuple[str, HeadMemory, Verdict]]) -> None:
    signed = None if found.signed is None else {"row": found.signed.row, "key": found.signed.key}
    witnesses = [
        {"file": file, "row": 0 if memory.head is None else memory.head.row, "verdict": verdict}
        for file, memory, verdict in verdicts
    ]
    report = {"rows": found.rows, "head": found.head, "snapshots": found.snapshots, "whole": True, "mark": found.mark}
    say_json({**report, "begins": found.begins, "signed": signed, "witnesses": witnesses})


def _coverage(found: Checked) -> str:
    """Say how far signatures cover the rows."""
    if found.signed is None:
        return "not signed: all rows are covered by the chain alone"
    signed = f"signed up to row {found.signed.row} by the key {found.signed.key}"
    # The row after the signed one holds its signature.
    first = found.signed.row + 2
    if first > found.rows:
        return signed
    return f"{signed}; from row {first} on covered by the chain alone"

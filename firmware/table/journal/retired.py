"""A retired journal on the disk: what is exported and signed of it, and how the next one takes its place."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import to_builtins

from firmware.table.core.state import TableState
from firmware.table.features.readings import last_number
from firmware.table.journal.export import export
from firmware.table.journal.file import ALL
from firmware.table.journal.signing import Signer
from firmware.table.shown.day_book import DayBook, lines_of_day
from firmware.table.shown.meters import meters_of

JOURNAL: Final = "journal.jsonl"
FINAL: Final = "final.jsonl"
PAPER: Final = "final.txt"
COMING: Final = ".coming"


def write_out(folder: Path, path: Path, state: TableState, day: DayBook, signer: Signer) -> None:
    """Write a retired journal, its final meters and all open matters into a folder, each signed."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / JOURNAL).open("wb") as out:
        export(path, signer, out)
    final = msgspec.json.encode(to_builtins(what_is_open(state), str_keys=True))
    signature = {"signature": signer.sign(final).hex(), "public_key": signer.public_pem()}
    (folder / FINAL).write_bytes(final + b"\n" + msgspec.json.encode(signature) + b"\n")
    (folder / PAPER).write_text("\n".join((*lines_of_day(day), "", *_open_lines(state))) + "\n", encoding="utf-8")


def what_is_open(state: TableState) -> dict[str, object]:
    """Return the final meters, and everything that is open between the house and anybody."""
    return {
        "meters": meters_of(state),
        "readings": last_number(state),
        "tickets": {number: ticket for number, ticket in state.tickets.items() if ticket.fate != "paid"},
        "note_doubts": state.note_doubts,
        "lost_tickets": state.lost_tickets,
        "owed": state.owed,
        "held": state.holds,
        "ticket_counts": state.ticket_counts,
    }


def _open_lines(state: TableState) -> Iterator[str]:
    whole = meters_of(state)
    terminals = ((f"terminal {ats}", meters) for ats, meters in whole.terminals.items())
    for name, meters in (("table", whole.table), *terminals):
        yield f"FINAL METERS, {name}"
        figures = {
            "received": sum(meters.received.values()), "paid out": sum(meters.paid.values()),
            "wagered": sum(meters.wagered.values()), "won": sum(meters.won.values()), "balance": meters.balance,
        }  # fmt: skip
        yield from (f"  {what:32}{amount / 100:>16,.2f}" for what, amount in figures.items())
        yield f"  {'hand-pays':32}{meters.hand_pays:>16}"
    yield "OUTSTANDING TICKETS (paid from this list, by a supervisor)"
    for number, ticket in state.tickets.items():
        if ticket.fate != "paid":
            yield f"  {number}  terminal {ticket.ats:2}  {ticket.amount / 100:>14,.2f}  {ticket.fate}"
    yield "NOTES IN DOUBT"
    for doubt in state.note_doubts.values():
        yield f"  terminal {doubt.ats:2}  {doubt.amount / 100:>14,.2f}  {doubt.why}"
    yield "OWED (below zero: by the player)"
    for ats, coups in state.owed.items():
        yield from (f"  terminal {ats:2}  coup {coup}  {amount / 100:>14,.2f}" for coup, amount in coups.items())


def coming(path: Path) -> Path:
    """Return where the next journal is put together."""
    return Path(f"{path}{COMING}")


def change(path: Path) -> Path | None:
    """Put the next journal in place of the retired one, which is kept; return where that is.

    If this is cut off anywhere, the next call finishes it: the next journal is whole before this one is renamed.
    """
    kept = None
    if path.exists():
        kept = next(one for one in _names(path) if not one.exists())
        for end in ALL:  # the file itself last: while it is there, the name is its
            if Path(f"{path}{end}").exists():
                Path(f"{path}{end}").rename(f"{kept}{end}")
    for end in ALL:
        if Path(f"{coming(path)}{end}").exists():
            Path(f"{coming(path)}{end}").rename(f"{path}{end}")
    return kept


def _names(path: Path) -> Iterator[Path]:
    number = 1
    while True:
        yield Path(f"{path}.retired-{number}")
        number += 1

"""Hands out machine numbers to a house's tables, and keeps the list of them."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from firmware.known_tables import LONGEST, KnownTable, KnownTables, clashing, read_tables
from firmware.table.core.numbering import RANGE
from firmware.table.core.setup import MOST_MACHINES

NAME: Final = "tables.json"
# Ranges begin at multiples of 64, so that a person who reads hexadecimal sees where one ends.
STEP: Final = 0x40
PLACES: Final = MOST_MACHINES // STEP


def hand_out(path: Path, name: str, machine: int | None = None) -> KnownTable:
    """Give a table its range: a free one, or the one that begins here. It is that table's for good.

    Raises a ValueError that says what is wrong.
    """
    with _alone(path):
        known = read_tables(path) if path.exists() else ()
        mine = next((one for one in known if one.name == name), None)
        if mine is not None and machine in (None, mine.machine):
            return mine
        if mine is not None:
            raise ValueError(f"{path}: {name} has machine number {mine.machine:#08x} already, and keeps it")
        found = KnownTable(name, _free(known) if machine is None else machine)
        _check(path, found, known)
        _write(path, KnownTables((*known, found)))
        return found


def _free(known: tuple[KnownTable, ...]) -> int:
    """Return where a free range begins: after the last one; a new list begins at a random place.

    So two lists that were begun by mistake hardly ever hand out the same numbers.
    """
    first = known[-1].machine // STEP if known else secrets.randbelow(PLACES)
    bases = ((1 + (first + more) % PLACES) * STEP for more in range(PLACES))
    return next((base for base in bases if clashing(base, known) is None), 0)


def _check(path: Path, found: KnownTable, known: tuple[KnownTable, ...]) -> None:
    if not 1 <= len(found.name) <= LONGEST:
        raise ValueError(f"a table's name has 1 to {LONGEST} characters, not {len(found.name)}; --name gives it")
    if not 1 <= found.machine <= MOST_MACHINES:
        raise ValueError(f"machine number {found.machine:#x}: must be 0x1 to {MOST_MACHINES:#x}")
    clash = clashing(found.machine, known)
    if clash is not None:
        raise ValueError(
            f"{path}: machine number {found.machine:#08x} overlaps {clash.name}, which has {clash.machine:#08x} and "
            f"the {RANGE} after it; without --machine a free one is handed out"
        )


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Stop two people who provision at the same time from handing out the same range."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path.with_name(f".{path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _write(path: Path, tables: KnownTables) -> None:
    """Put the new list in the old one's place, whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(tables)) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)

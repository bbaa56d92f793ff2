#!/usr/bin/python3 -ISB
"""Grows the last partition of the card to the card's end: at the first start, and harmlessly at each.

A power cut at any point leaves one whole copy of the table: the one at the card's end is complete before the one at its
beginning changes. Where the first is damaged the other is read, and the first written anew.
"""

import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Final, NamedTuple

SECTOR: Final = 512
HEADER: Final = struct.Struct("<8sIIIIQQQQ16sQIII")
ENTRY: Final = 128
COUNT: Final = 128
TABLE: Final = ENTRY * COUNT
BEHIND: Final = TABLE // SECTOR + 1
# A card is cut at a whole MiB.
ALIGNED: Final = 2048


class NoTable(ValueError):
    """The card has no table that can be grown; says why."""


class Grown(NamedTuple):
    """What is written, in this order: each is where it goes, and what."""

    partition: int
    writes: tuple[tuple[int, bytes], ...]


def grown(head: bytes, entries: bytes, sectors: int, *, both: bool = True) -> Grown | None:
    """Return how a card's table grows to so many sectors; None where it is grown already, and both copies are whole.

    Raises NoTable.
    """
    fields = HEADER.unpack_from(head)
    if fields[0] != b"EFI PART" or (fields[11], fields[12]) != (COUNT, ENTRY):
        raise NoTable("it has no table of ours")
    if fields[3] != zlib.crc32(HEADER.pack(*fields[:3], 0, *fields[4:])) or fields[13] != zlib.crc32(entries):
        raise NoTable("its table is damaged")
    table = bytearray(entries)
    last = max(number for number in range(COUNT) if any(table[number * ENTRY : number * ENTRY + 16]))
    (ends,) = struct.unpack_from("<Q", table, last * ENTRY + 40)
    goes_to = (sectors - BEHIND) // ALIGNED * ALIGNED - 1
    if goes_to <= ends and both:
        return None
    struct.pack_into("<Q", table, last * ENTRY + 40, max(ends, goes_to))
    behind = _header(fields, bytes(table), sectors, at=sectors - 1, other=1, table=sectors - BEHIND)
    before = _header(fields, bytes(table), sectors, at=1, other=sectors - 1, table=2)
    behind_at = (sectors - BEHIND) * SECTOR
    return Grown(
        last + 1,
        ((behind_at, bytes(table)), (behind_at + TABLE, behind), (2 * SECTOR, bytes(table)), (SECTOR, before)),
    )


def _header(fields: tuple[int, ...], entries: bytes, sectors: int, *, at: int, other: int, table: int) -> bytes:
    head = (
        *fields[:3],
        0,
        0,
        at,
        other,
        fields[7],
        sectors - BEHIND - 1,
        fields[9],
        table,
        COUNT,
        ENTRY,
        zlib.crc32(entries),
    )
    return HEADER.pack(*head[:3], zlib.crc32(HEADER.pack(*head)), *head[4:]).ljust(SECTOR, b"\0")


def change_of(card: int, sectors: int) -> Grown | None:
    """Return what is to be written to a card that is open. Raises OSError, NoTable."""
    try:
        return grown(os.pread(card, SECTOR, SECTOR), os.pread(card, TABLE, 2 * SECTOR), sectors)
    except NoTable:
        behind = (sectors - BEHIND) * SECTOR
        return grown(os.pread(card, SECTOR, behind + TABLE), os.pread(card, TABLE, behind), sectors, both=False)


def grow(card: Path) -> int | None:
    """Grow a card's last partition, durable; return its number, or None if nothing is to do. Raises NoTable."""
    opened = os.open(card, os.O_RDWR | os.O_SYNC)
    try:
        change = change_of(opened, os.lseek(opened, 0, os.SEEK_END) // SECTOR)
        for place, contents in () if change is None else change.writes:
            os.pwrite(opened, contents, place)
            os.fsync(opened)
        return None if change is None else change.partition
    finally:
        os.close(opened)


def main(partition: Path = Path("/dev/rapid-table/card-data")) -> int:
    """Grow the card that the board's data lies on, and tell the kernel."""
    device = Path("/dev", Path("/sys/class/block", partition.resolve().name).resolve().parent.name)
    try:
        number = grow(device)
    except (OSError, NoTable) as why:
        sys.stderr.write(f"grow: {device}: {why}\n")
        return 1
    if number is not None:
        subprocess.run(["/usr/bin/partx", "--update", "--nr", str(number), str(device)], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

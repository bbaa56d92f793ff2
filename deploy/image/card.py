"""Puts partitions together to a card: a GPT of them all, and in front of it the one entry that old boot ROMs read."""

import os
import struct
import zlib
from pathlib import Path
from typing import BinaryIO, Final
from uuid import UUID

from msgspec import Struct

from image.filesystems import MIB, Stamp
from image.recipe import Sizes

SECTOR: Final = 512
FIRST: Final = 2048
ENTRIES: Final = 128
ENTRY: Final = struct.Struct("<16s16sQQQ72s")
HEADER: Final = struct.Struct("<8sIIIIQQQQ16sQIII")
FAT: Final = UUID("ebd0a0a2-b9e5-4433-87c0-68b6b72699c7")
LINUX: Final = UUID("0fc63daf-8483-4772-8e79-3d69d8477de4")


class Partition(Struct, frozen=True):
    """A partition: its name, its size in MiB, what it is, and the file that is written to its beginning."""

    name: str
    mib: int
    kind: UUID = LINUX
    file: Path | None = None


class Placed(Struct, frozen=True):
    """Where a partition lies: its first sector and how many it has."""

    partition: Partition
    start: int
    sectors: int


def partitions(sizes: Sizes, work: Path) -> list[Partition]:
    """Return the card's partitions, with the files that are written to them. Slot b is empty until the first update."""
    return [
        Partition("firmware", sizes.firmware, FAT, work / "firmware.img"),
        Partition("board", sizes.board, FAT, work / "board.img"),
        Partition("state", sizes.state),
        Partition("boot-a", sizes.boot, file=work / "boot.img"),
        Partition("root-a", sizes.root, file=work / "root.img"),
        Partition("boot-b", sizes.boot),
        Partition("root-b", sizes.root),
        Partition("data", sizes.data, file=work / "data.img"),
    ]


def place(wanted: list[Partition]) -> list[Placed]:
    """Lay them one behind the other, each at a whole MiB."""
    placed, start = [], FIRST
    for partition in wanted:
        sectors = partition.mib * MIB // SECTOR
        placed.append(Placed(partition, start, sectors))
        start += sectors
    return placed


def write_card(file: Path, wanted: list[Partition], stamp: Stamp) -> list[Placed]:
    """Write the card's image, with holes where nothing lies, and return where everything is."""
    placed = place(wanted)
    total = placed[-1].start + placed[-1].sectors + FIRST
    file.unlink(missing_ok=True)
    with file.open("wb") as card:
        os.truncate(card.fileno(), total * SECTOR)
        for one in placed:
            if one.partition.file is not None:
                card.seek(one.start * SECTOR)
                with one.partition.file.open("rb") as contents:
                    _copy_with_holes(contents, card)
        _write_tables(card, placed, total, stamp)
    return placed


def _copy_with_holes(contents: BinaryIO, card: BinaryIO) -> None:
    while chunk := contents.read(MIB):
        if chunk.count(0) == len(chunk):
            card.seek(len(chunk), os.SEEK_CUR)
        else:
            card.write(chunk)


def _write_tables(card: BinaryIO, placed: list[Placed], total: int, stamp: Stamp) -> None:
    entries = b"".join(
        ENTRY.pack(
            one.partition.kind.bytes_le, UUID(stamp.uuid(one.partition.name)).bytes_le, one.start,
            one.start + one.sectors - 1, 0, one.partition.name.encode("utf-16-le"),
        )
        for one in placed
    ).ljust(ENTRIES * ENTRY.size, b"\0")  # fmt: skip
    disk = UUID(stamp.uuid("card")).bytes_le
    card.seek(0)
    card.write(_mbr(placed[0]) + _header(entries, disk, total, at=1, other=total - 1, entries_at=2) + entries)
    card.seek((total - 33) * SECTOR)
    card.write(entries + _header(entries, disk, total, at=total - 1, other=1, entries_at=total - 33))


def _header(entries: bytes, disk: bytes, total: int, *, at: int, other: int, entries_at: int) -> bytes:
    """Return a GPT header for one of its two places."""
    sums = zlib.crc32(entries)
    fields = (
        b"EFI PART",
        0x10000,
        HEADER.size,
        0,
        0,
        at,
        other,
        34,
        total - 34,
        disk,
        entries_at,
        ENTRIES,
        ENTRY.size,
        sums,
    )
    whole = zlib.crc32(HEADER.pack(*fields))
    return HEADER.pack(*fields[:3], whole, *fields[4:]).ljust(SECTOR, b"\0")


def _mbr(firmware: Placed) -> bytes:
    """Return the first sector: the firmware's FAT for boot ROMs that know no GPT (Pi 3), and the GPT's own mark."""
    entry = struct.Struct("<B3sB3sII")
    nowhere = b"\xfe\xff\xff"
    for_old = entry.pack(0x80, nowhere, 0x0C, nowhere, firmware.start, firmware.sectors)
    for_gpt = entry.pack(0, nowhere, 0xEE, nowhere, 1, FIRST - 1)
    return b"\0" * 446 + for_old + for_gpt + b"\0" * 32 + b"\x55\xaa"

"""What a card holds whose power was cut: every write up to the last flush, and none after it.

QEMU is killed, and what it wrote lies in this machine's memory as if it had reached the card. So QEMU keeps a log of
writes and flushes beside (blklogwrites, in the form of dm-log-writes), and the card is put together anew from it.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

SUPER: Final = struct.Struct("<QQQI")
ENTRY: Final = struct.Struct("<QQQQ")
MAGIC: Final = 0x6A736677736872
SECTOR: Final = 512
FLUSH, FUA, DISCARD = 1, 2, 4


class Written(Struct, frozen=True):
    """An entry of the log: where, what, and whether all before it is on the card for good."""

    sector: int
    sectors: int
    flags: int
    data: bytes


def entries(log: Path) -> Iterator[Written]:
    """Go over a log, up to where it was cut."""
    with log.open("rb") as opened:
        magic, _, _, size = SUPER.unpack(opened.read(SUPER.size))
        # QEMU writes the head of its log late: one that was killed early has left none.
        if magic == 0:
            size = SECTOR
        elif magic != MAGIC:
            raise ValueError(f"{log}: is no log of writes")
        opened.seek(size)
        while len(head := opened.read(size)) == size:
            sector, sectors, flags, _ = ENTRY.unpack_from(head)
            if not (sector or sectors or flags):
                return
            length = 0 if flags & DISCARD else sectors * size
            data = opened.read(length)
            if len(data) < length:
                return
            yield Written(sector, sectors, flags, data)


def as_flushed(log: Path, card: Path, sector: int = SECTOR) -> tuple[int, int]:
    """Make a copy of before what the card was at its last flush; return how many entries it has, and how many not."""
    every = list(entries(log))
    last = max((number for number, entry in enumerate(every) if entry.flags & (FLUSH | FUA)), default=-1)
    with card.open("r+b") as opened:
        for entry in every[: last + 1]:
            opened.seek(entry.sector * sector)
            opened.write(bytes(entry.sectors * sector) if entry.flags & DISCARD else entry.data)
    return last + 1, len(every) - last - 1

"""Holds a card, or an image of one, against a manifest on another machine: nothing on the card is run."""

import hashlib
import os
import struct
from pathlib import Path
from typing import BinaryIO, Final

from firmware.software.manifest import Manifest, PartListed
from firmware.software.verify import CHUNK, Found, Kind, Wrong

SECTOR: Final = 512
# Of a table of partitions no more than this is read: 128 entries are usual.
MOST_ENTRIES: Final = 256
ENTRY: Final = struct.Struct("<16s16sQQQ72s")
HEADER: Final = struct.Struct("<8sIIIIQQQQ16sQIII")


class NoCard(ValueError):
    """What was given has no partitions that can be read; says why."""


def verify_card(manifest: Manifest, image: Path) -> Found:
    """Hold the partitions that are never written against the manifest. Raises NoCard."""
    if not manifest.parts:
        raise NoCard("the manifest lists no partitions: it is not an image's")
    try:
        with image.open("rb") as card:
            starts = _starts(card)
            wrong = [Wrong(name, what) for name, part in manifest.parts.items() if (what := _held(card, starts, part))]
    except OSError as error:
        raise NoCard(f"{image}: cannot be read: {error.strerror}") from None
    return Found(len(manifest.parts), tuple(wrong))


def _held(card: BinaryIO, starts: dict[int, int], part: PartListed) -> Kind | None:
    if part.number not in starts:
        return "missing"
    card.seek(starts[part.number])
    digest, left = hashlib.sha256(), part.size
    while left and (chunk := card.read(min(left, CHUNK))):
        digest.update(chunk)
        left -= len(chunk)
    return "changed" if left or digest.hexdigest() != part.sha256 else None


def _starts(card: BinaryIO) -> dict[int, int]:
    """Return where each partition begins, in bytes, by its number: by GPT where there is one, else by MBR."""
    card.seek(0, os.SEEK_SET)
    first, second = card.read(SECTOR), card.read(SECTOR)
    if len(first) < SECTOR or first[510:] != b"\x55\xaa":
        raise NoCard("it has no table of partitions")
    if second[:8] != b"EFI PART":
        entries = [first[446 + 16 * n : 462 + 16 * n] for n in range(4)]
        return {n: struct.unpack_from("<I", entry, 8)[0] * SECTOR for n, entry in enumerate(entries, 1) if entry[4]}
    header = HEADER.unpack_from(second)
    at, count, size = header[10], header[11], header[12]
    if count > MOST_ENTRIES or size < ENTRY.size or size > SECTOR:
        raise NoCard("its table of partitions is out of shape")
    card.seek(at * SECTOR)
    table = card.read(count * size)
    found = {}
    for number in range(len(table) // size):
        kind, _, start, _, _, _ = ENTRY.unpack_from(table, number * size)
        if any(kind):
            found[number + 1] = start * SECTOR
    return found

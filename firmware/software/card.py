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
            found = {name: _found(card, starts, part) for name, part in manifest.parts.items()}
    except OSError as error:
        raise NoCard(f"{image}: cannot be read: {error.strerror}") from None
    wrong = tuple(Wrong(name, what) for name, what in found.items() if isinstance(what, str))
    places = {name: place for name, place in found.items() if isinstance(place, int)}
    return Found(len(manifest.parts), wrong, places=places)


def _found(card: BinaryIO, starts: dict[int, int], part: PartListed) -> Kind | int:
    """Return in which partition a part lies, of one slot or the other; or what is wrong with it."""
    there = [number for number in (part.number, part.other) if number in starts]
    if not there:
        return "missing"
    return next((number for number in there if _lies(card, starts[number], part)), "changed")


def _lies(card: BinaryIO, start: int, part: PartListed) -> bool:
    card.seek(start)
    digest, left = hashlib.sha256(), part.size
    while left and (chunk := card.read(min(left, CHUNK))):
        digest.update(chunk)
        left -= len(chunk)
    return not left and digest.hexdigest() == part.sha256


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

"""A bundle: one signed file with a slot's software. What it says is checked against the board before it is written."""

import hashlib
import os
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import msgspec
from msgspec import Meta, Struct

from firmware.signed import read_signed, signed_line
from firmware.updating.floor import order

# What is signed says what it is: no signature of ours over something else is one of a bundle.
NAMED: Final = b"rapid-table bundle 1\n"
ENDS: Final = ".rtbundle"
MOST_HEAD: Final = 1024 * 1024
CHUNK: Final = 1024 * 1024
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
PartName = Annotated[str, Meta(pattern=r"\A[a-z]{1,16}\Z")]


class WhyNotUpdated(StrEnum):
    """Why a board does not take software: a code, shown and logged."""

    UNREADABLE = "update_unreadable"
    UNSIGNED = "update_unsigned"
    WRONG_SIGNER = "update_wrong_signer"
    OTHER_ROLE = "update_other_role"
    TOO_OLD = "update_too_old"
    SAME = "update_same"
    HALF = "update_half"
    CHANGED = "update_changed"
    NO_ROOM = "update_no_room"
    JOURNAL = "update_journal"
    NO_WAY_BACK = "update_no_way_back"
    NO_SLOT = "update_no_slot"
    TWO_FILES = "update_two_files"
    UNDER_WAY = "update_under_way"
    NOT_READY = "update_not_ready"
    CANCELLED = "update_cancelled"


WORDS: Final = {
    WhyNotUpdated.UNREADABLE: "this is not a bundle, or it cannot be read",
    WhyNotUpdated.UNSIGNED: "the bundle's signature is missing or wrong",
    WhyNotUpdated.WRONG_SIGNER: "the bundle was signed with a key that this software does not trust",
    WhyNotUpdated.OTHER_ROLE: "the bundle is for another role than this board's",
    WhyNotUpdated.TOO_OLD: "the bundle is older than a version that was healthy on this board",
    WhyNotUpdated.SAME: "this board runs the bundle's version already",
    WhyNotUpdated.HALF: "the bundle is incomplete: copy it again",
    WhyNotUpdated.CHANGED: "the bundle is not what was signed: copy it again",
    WhyNotUpdated.NO_ROOM: "the card is too small for this software",
    WhyNotUpdated.JOURNAL: "the new software could not read this table's journal",
    WhyNotUpdated.NO_WAY_BACK: "this software could not read the journal again after the new one has written in it",
    WhyNotUpdated.NO_SLOT: "this board has no second slot: set it up anew, with deploy/install or another card",
    WhyNotUpdated.TWO_FILES: "there is no bundle, or there are several: leave only the right one",
    WhyNotUpdated.UNDER_WAY: "an update is under way already",
    WhyNotUpdated.NOT_READY: "no update is ready to be started",
    WhyNotUpdated.CANCELLED: "the update was cancelled",
}


class NotUpdated(Exception):
    """Software is refused, and the slot that runs is as it was."""

    def __init__(self, why: WhyNotUpdated, detail: str = "") -> None:
        super().__init__(f"{why}: {WORDS[why]}{f' ({detail})' if detail else ''}")
        self.why = why


class PartPacked(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a slot: so many bytes, and their digest. Parts follow each other in the order of the head."""

    name: PartName
    size: Annotated[int, Meta(ge=1)]
    sha256: Digest


class Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bundle says of itself. `journal`: the shape of the journal that it writes; nothing where it has none."""

    version: str
    role: str
    parts: tuple[PartPacked, ...]
    journal: msgspec.Raw = msgspec.Raw(b"null")


class Reached(Struct, frozen=True):
    """How far it has got: of all bytes, so many are written."""

    done: int
    of: int


def write_bundle(file: Path, bundle: Bundle, parts: Mapping[str, Path], seed: bytes) -> None:
    """Write a bundle. Raises OSError."""
    with file.open("wb") as out:
        out.write(NAMED + signed_line("bundle", msgspec.json.encode(bundle), NAMED, seed))
        for part in bundle.parts:
            with parts[part.name].open("rb") as contents:
                while chunk := contents.read(CHUNK):
                    out.write(chunk)


def packed(name: str, file: Path) -> PartPacked:
    """Return how a part is named in a bundle. Raises OSError."""
    with file.open("rb") as contents:
        return PartPacked(name, file.stat().st_size, hashlib.file_digest(contents, "sha256").hexdigest())


def read_head(file: BinaryIO, pinned: bytes) -> Bundle:
    """Return what a bundle says of itself, once the pinned key has signed it; the parts follow. Raises NotUpdated."""
    if file.read(len(NAMED)) != NAMED:
        raise NotUpdated(WhyNotUpdated.UNREADABLE)
    line = file.readline(MOST_HEAD)
    if not line.endswith(b"\n"):
        raise NotUpdated(WhyNotUpdated.HALF if len(line) < MOST_HEAD else WhyNotUpdated.UNREADABLE)
    try:
        signed = read_signed(line, "bundle", NAMED)
        bundle = msgspec.json.decode(signed.body, type=Bundle)
        order(bundle.version)
    except (ValueError, msgspec.MsgspecError) as error:
        raise NotUpdated(WhyNotUpdated.UNREADABLE, str(error)) from None
    if not signed.sound:
        raise NotUpdated(WhyNotUpdated.UNSIGNED)
    if signed.signer != pinned:
        raise NotUpdated(WhyNotUpdated.WRONG_SIGNER, f"signed by {signed.signer.hex()[:16]}…")
    return bundle


def need_whole(file: BinaryIO, bundle: Bundle) -> None:
    """Refuse a file that is shorter than its parts, or longer. Raises NotUpdated, OSError."""
    rest = os.fstat(file.fileno()).st_size - file.tell()
    if rest != sum(part.size for part in bundle.parts):
        raise NotUpdated(WhyNotUpdated.HALF)


def need_fits(bundle: Bundle, slot: Mapping[str, str]) -> None:
    """Refuse what the other slot of this card has no room for. Raises NotUpdated, OSError."""
    if {part.name for part in bundle.parts} != slot.keys():
        raise NotUpdated(WhyNotUpdated.NO_ROOM, f"this card's slot has {', '.join(sorted(slot)) or 'no parts'}")
    for part in bundle.parts:
        with Path(slot[part.name]).open("rb") as device:
            room = device.seek(0, os.SEEK_END)
        if part.size > room:
            raise NotUpdated(WhyNotUpdated.NO_ROOM, f"{part.name} has {part.size:,} bytes, and {room:,} are there")


def write_slot(file: BinaryIO, bundle: Bundle, slot: Mapping[str, str], reached: Callable[[Reached], None]) -> None:
    """Write the parts to the other slot, each chunk durable, and read them again from there.

    `reached` is told after each chunk, and may wait, or raise. Raises NotUpdated, OSError.
    """
    total, done = sum(part.size for part in bundle.parts), 0
    for part in bundle.parts:
        left, digest = part.size, hashlib.sha256()
        with Path(slot[part.name]).open("r+b", buffering=0) as device:
            while left and (chunk := file.read(min(left, CHUNK))):
                device.write(chunk)
                os.fdatasync(device.fileno())
                digest.update(chunk)
                left -= len(chunk)
                done += len(chunk)
                reached(Reached(done, total))
        if left or digest.hexdigest() != part.sha256 or _read_again(slot[part.name], part.size) != part.sha256:
            raise NotUpdated(WhyNotUpdated.CHANGED, part.name)


def _read_again(place: str, size: int) -> str:
    """Return the digest of what lies there now, by the card and not by what memory still has of it."""
    digest = hashlib.sha256()
    with Path(place).open("rb", buffering=0) as device:
        os.posix_fadvise(device.fileno(), 0, size, os.POSIX_FADV_DONTNEED)
        while size and (chunk := device.read(min(size, CHUNK))):
            digest.update(chunk)
            size -= len(chunk)
    return digest.hexdigest()

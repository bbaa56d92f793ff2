"""What a second copy of the journal is made of: frames, each sealed by itself, in the order of their rows.

    RTC1 | kind | era | first row | last row | part | parts | bytes      in plain text, and authenticated
    nonce (12 bytes) | what it holds, deflated and sealed by ChaCha20-Poly1305

Frames hold some rows, or a base: the state that was kept at a row, with that row, from which a copy can begin whose
earlier rows are elsewhere or gone. Whoever keeps frames sees which rows they hold, and nothing of what is in them.
"""

import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from typing import BinaryIO, Final, NamedTuple

import msgspec
from msgspec import Struct

from firmware import openssl
from firmware.table.journal.stored_row import StoredRow

MAGIC: Final = b"RTC1"
ROWS: Final = 1
BASE: Final = 2
_HEADER: Final = struct.Struct(">4sBHQQHHI")
# The most that a part holds, so that its frame fits into a message.
PART_BYTES: Final = 8 * 1024
MOST_BYTES: Final = PART_BYTES + openssl.TAG
# The most bytes of a frame, with everything before its sealed part.
LONGEST: Final = _HEADER.size + openssl.NONCE + MOST_BYTES
# What is deflated may not become more than this: a state of a table is far smaller.
MOST_INFLATED: Final = 64 * 1024 * 1024
_ROWS = list[tuple[int, int, str, str | None, str, int | None, int, bytes, bytes]]


class Misfit(ValueError):
    """Bytes that are no frame, or a frame in the wrong place."""


class CopyFrame(NamedTuple):
    """A frame as its keeper sees it. In a base, `first` and `last` are both its row."""

    kind: int
    era: int
    first: int
    last: int
    part: int
    parts: int
    data: bytes

    @property
    def ends(self) -> bool:
        """Whether it completes the whole of which it is a part."""
        return self.part == self.parts


class Base(Struct, frozen=True, array_like=True):
    """A state that was kept, what seals it, and the row at which it was."""

    row: tuple[int, int, str, str | None, str, int | None, int, bytes, bytes]
    state: bytes
    digest: bytes


class CopyKey:
    """The key of a table's copies, which exists at the table and in a safe place, and nowhere else."""

    def __init__(self, secret: bytes) -> None:
        self._key = sha256(b"rapid-table copy\0" + secret).digest()

    def seal_rows(self, era: int, rows: Sequence[StoredRow]) -> list[bytes]:
        """Return the frames of some rows, one after the other."""
        data = zlib.compress(msgspec.msgpack.encode([tuple(row) for row in rows]), 1)
        return self._seal(ROWS, era, rows[0].sequence, rows[-1].sequence, data)

    def seal_base(self, era: int, base: Base) -> list[bytes]:
        """Return the frames of a base."""
        return self._seal(BASE, era, base.row[0], base.row[0], zlib.compress(msgspec.msgpack.encode(base), 6))

    def _seal(self, kind: int, era: int, first: int, last: int, data: bytes) -> list[bytes]:
        pieces = [data[at : at + PART_BYTES] for at in range(0, len(data), PART_BYTES)]
        frames = []
        for part, piece in enumerate(pieces, 1):
            header = _HEADER.pack(MAGIC, kind, era, first, last, part, len(pieces), len(piece) + openssl.TAG)
            nonce = os.urandom(openssl.NONCE)
            frames.append(header + nonce + openssl.seal(self._key, nonce, piece, header))
        return frames

    def _open(self, frame: CopyFrame) -> bytes:
        start = _HEADER.size + openssl.NONCE
        header, nonce, sealed = frame.data[: _HEADER.size], frame.data[_HEADER.size : start], frame.data[start:]
        return openssl.unseal(self._key, nonce, sealed, header)

    def _whole(self, frames: Sequence[CopyFrame]) -> bytes:
        inflate = zlib.decompressobj()
        try:
            whole = inflate.decompress(b"".join(map(self._open, frames)), MOST_INFLATED)
        except zlib.error as error:
            raise openssl.Forged(str(error)) from None  # a part of it is missing
        if inflate.unconsumed_tail or not inflate.eof:
            raise openssl.Forged("what was sealed does not end")
        return whole

    def rows(self, frames: Sequence[CopyFrame]) -> list[StoredRow]:
        """Return the rows in the parts of some frames. Raises openssl.Forged."""
        return [StoredRow._make(row) for row in msgspec.msgpack.decode(self._whole(frames), type=_ROWS)]

    def base(self, frames: Sequence[CopyFrame]) -> Base:
        """Return the base in the parts of some frames. Raises openssl.Forged."""
        return msgspec.msgpack.decode(self._whole(frames), type=Base)


def frames_in(data: bytes) -> Iterator[CopyFrame]:
    """Return the whole frames in some bytes: a power cut may have left half a frame at the end.

    Raises Misfit for anything that is no frame.
    """
    return frames_from(BytesIO(data))


def frames_from(source: BinaryIO) -> Iterator[CopyFrame]:
    """Return the frames in a readable file one by one, with only one of them in memory at a time."""
    at = 0
    while len(header := source.read(_HEADER.size)) == _HEADER.size:
        magic, kind, era, first, last, part, parts, size = _HEADER.unpack(header)
        sound = magic == MAGIC and kind in (ROWS, BASE) and 1 <= first <= last and 1 <= part <= parts
        if not sound or not openssl.TAG <= size <= MOST_BYTES:
            raise Misfit(f"byte {at} begins no frame")
        data = header + source.read(openssl.NONCE + size)
        if len(data) < _HEADER.size + openssl.NONCE + size:
            return
        yield CopyFrame(kind, era, first, last, part, parts, data)
        at += len(data)

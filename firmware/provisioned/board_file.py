"""The one file that makes a board what it is: role, configuration, certificate and key, signed by who provisions."""

import hashlib
from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from firmware.signed import read_signed, signed_line

# What is signed says what it is.
NAMED: Final = b"rapid-table board file 1\n"
ENDS: Final = ".board"
MOST_BYTES: Final = 1024 * 1024
# A name below the board's folder: no way leads out of it.
Below = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,63}(?:/[A-Za-z0-9][A-Za-z0-9._-]{0,63})?\Z")]
Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]*\Z", max_length=128)]


class WhyNot(StrEnum):
    """Why a board does not take a file in: a code, shown and logged."""

    NONE = "provision_none"
    HALF = "provision_half"
    UNSIGNED = "provision_unsigned"
    FOREIGN = "provision_foreign"
    WRONG_ROLE = "provision_wrong_role"
    OTHER_BOARD = "provision_other_board"
    EXPIRED = "provision_expired"
    TWICE = "provision_twice"
    TWO_FILES = "provision_two_files"
    UNREADABLE = "provision_unreadable"


WORDS: Final = {
    WhyNot.NONE: "there is no board file: rapid-table provision board makes one; put it on the card or on a stick",
    WhyNot.HALF: "the board file is incomplete: copy it again, and remove the stick only when that is done",
    WhyNot.UNSIGNED: "the board file's signature is missing or wrong: have it made anew",
    WhyNot.FOREIGN: "the board file was signed by another house, not the one that this board belongs to",
    WhyNot.WRONG_ROLE: "the board file is for another role than this board's software has",
    WhyNot.OTHER_BOARD: "the board file is for a board with another serial number",
    WhyNot.EXPIRED: "the board file is too old: have it made anew",
    WhyNot.TWICE: "the board file was taken in before: have a new one made",
    WhyNot.TWO_FILES: "there are several board files: leave only the right one",
    WhyNot.UNREADABLE: "the board file cannot be read",
}


class NotTakenIn(Exception):
    """A board file is refused, and nothing has changed."""

    def __init__(self, why: WhyNot, detail: str = "") -> None:
        super().__init__(f"{why}: {WORDS[why]}{f' ({detail})' if detail else ''}")
        self.why = why


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What a board is given. `number`: no two have the same; `serial`: the digest of the board's own, where given."""

    number: Hex
    role: str
    device: str
    table: str
    valid_until_s: int
    files: dict[Below, bytes]
    serial: Hex = ""


def digest_of(serial: str) -> str:
    """Return what a file says of a board's serial number: who finds the file does not learn the number."""
    return hashlib.sha256(serial.strip().strip("\0").encode()).hexdigest()


def write_board_file(board: BoardFile, seed: bytes) -> bytes:
    """Return the file, signed by a private key."""
    return signed_line("board", msgspec.json.encode(board), NAMED, seed)


def read_board_file(data: bytes, pinned: bytes | None) -> tuple[BoardFile, bytes]:
    """Return a file and who signed it. `pinned`: whom this board believes; None: it has belonged to nobody yet.

    Raises NotTakenIn.
    """
    if not data.endswith(b"}\n"):
        raise NotTakenIn(WhyNot.HALF)
    try:
        signed = read_signed(data, "board", NAMED)
        board = msgspec.json.decode(signed.body, type=BoardFile)
    except (ValueError, msgspec.MsgspecError) as error:
        raise NotTakenIn(WhyNot.HALF, str(error)) from None
    if not signed.sound:
        raise NotTakenIn(WhyNot.UNSIGNED)
    if pinned is not None and signed.signer != pinned:
        raise NotTakenIn(WhyNot.FOREIGN, f"signed by {signed.signer.hex()[:16]}…")
    return board, signed.signer

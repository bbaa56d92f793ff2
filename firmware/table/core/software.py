"""Boards' software: which boards are out of play because of it, until it is as signed and somebody has cleared it."""

from typing import Final

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.kept import kept
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState

NAME: Final = "software"
# The table's own board, as its proofs are kept; a terminal's board has its device name.
TABLE: Final = "table"
# After a board's name: the last verdict; that it is out of play; the seed that it was asked with.
FOUND: Final = "found"
OUT: Final = "out"
ASKED: Final = "asked"


def key_of(board: str, what: str) -> str:
    """Return the key for something about a board's software."""
    return f"{board} {what}"


def found(state: TableState, board: str) -> str:
    """Return the words of a board's last proof of software: verdict, version, digest, signer; nothing if none."""
    return str(kept(state, NAME).get(key_of(board, FOUND), ""))


def is_out(state: TableState, board: str) -> bool:
    """Whether a board is out of play because of its software."""
    return key_of(board, OUT) in kept(state, NAME)


def out(state: TableState) -> tuple[str, ...]:
    """Return the boards that are out of play because of their software."""
    ends = f" {OUT}"
    return tuple(sorted(key.removesuffix(ends) for key in kept(state, NAME) if key.endswith(ends)))


def asked(state: TableState, ats: int) -> str:
    """Return the seed with which a terminal should prove its software; nothing if it is not asked."""
    return str(kept(state, NAME).get(key_of(f"ats-{ats}", ASKED), ""))


def need_signed(table: Standing, ats: int = 0) -> None:
    """Refuse what a table or a terminal does not do while its software is not as signed."""
    if not kept(table.state, NAME):
        return
    if is_out(table.state, TABLE):
        raise Refused(TableCode.TABLE_SOFTWARE_WRONG)
    if ats and is_out(table.state, f"ats-{ats}"):
        raise Refused(TableCode.SOFTWARE_WRONG, ats=ats)

"""The software of boards: which of them are out of play for it, until it is as signed and somebody has seen to it."""

from typing import Final

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.kept import kept
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState

NAME: Final = "software"
# The table's own board, as its proofs are kept; a terminal's is its device's name.
TABLE: Final = "table"
# Beside a board's name: the last verdict; that it is out of play; the seed that it has been asked by.
FOUND: Final = "found"
OUT: Final = "out"
ASKED: Final = "asked"


def key_of(board: str, what: str) -> str:
    """Return under which key something is kept of a board's software."""
    return f"{board} {what}"


def found(state: TableState, board: str) -> str:
    """Return the last proof of a board's software, in words: verdict, version, digest, signer; nothing for none."""
    return str(kept(state, NAME).get(key_of(board, FOUND), ""))


def is_out(state: TableState, board: str) -> bool:
    """Whether a board is out of play for its software."""
    return key_of(board, OUT) in kept(state, NAME)


def out(state: TableState) -> tuple[str, ...]:
    """Return the boards that are out of play for their software."""
    ends = f" {OUT}"
    return tuple(sorted(key.removesuffix(ends) for key in kept(state, NAME) if key.endswith(ends)))


def asked(state: TableState, ats: int) -> str:
    """Return the seed by which a terminal is to prove its software; nothing where it is not asked."""
    return str(kept(state, NAME).get(key_of(f"ats-{ats}", ASKED), ""))


def need_signed(table: Standing, ats: int = 0) -> None:
    """Refuse what a table, or one of its terminals, does not do with software that is not as signed."""
    if not kept(table.state, NAME):
        return
    if is_out(table.state, TABLE):
        raise Refused(TableCode.TABLE_SOFTWARE_WRONG)
    if ats and is_out(table.state, f"ats-{ats}"):
        raise Refused(TableCode.SOFTWARE_WRONG, ats=ats)

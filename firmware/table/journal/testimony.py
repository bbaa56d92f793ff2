"""Compares what a board remembers of the journal with the journal itself."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from firmware.files import NotReadable, read_file
from firmware.table.core.head import Hash, SignedHead, Verdict
from firmware.table.core.journal import JournalError
from firmware.table.journal.signing import is_signed

if TYPE_CHECKING:  # so that a board that only remembers a head does not load the table's state
    from firmware.table.core.state import Branch

# A board's memory is one short line.
MOST_BYTES = 4096


class HeadMemory(Struct, frozen=True, forbid_unknown_fields=True):
    """What a board keeps: the table's public key that it believes, and the newest head that it heard."""

    key: Hash
    head: SignedHead | None = None


class Against(NamedTuple):
    """A journal that memories are compared with. `hash_at`: of one of its rows, or None."""

    key: str
    rows: int
    branches: "Sequence[Branch]"
    hash_at: Callable[[int], bytes | None]


def judge(head: SignedHead, journal: Against) -> Verdict:
    """Say whether what a board remembers can agree with a journal."""
    if head.key != journal.key or not is_signed(head):
        return "foreign"
    era = journal.branches[-1].era if journal.branches else 0
    # Up to the first branch after the board's memory, rows are the same in both.
    shared = min((branch.up_to for branch in journal.branches if branch.era > head.era), default=journal.rows)
    if head.era > era:
        return "later"
    if head.row > shared:
        return "lost" if head.era < era else "later"
    found = journal.hash_at(head.row)
    return "agrees" if found is not None and found.hex() == head.head else "other"


def read_memory(path: Path) -> HeadMemory:
    """Read what a board keeps, from its file."""
    try:
        return msgspec.json.decode(read_file(path, MOST_BYTES), type=HeadMemory)
    except NotReadable as error:
        raise JournalError(f"{error}; it is the file in which a board keeps a head") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"{path}: is not what a board keeps of a table's head: {error}") from None

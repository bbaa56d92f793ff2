"""The secret behind ticket numbers: a file that is made once; if it is lost, another is made, and this is reported."""

from pathlib import Path
from typing import Final, NamedTuple

from firmware.table.journal.secret_file import make_secret, read_secret

WHAT: Final = "the secret that tickets are numbered by"


class TicketSecret(NamedTuple):
    """The secret, and whether it was made just now."""

    secret: bytes
    new: bool


# What a table without tickets has.
NONE: Final = TicketSecret(b"", new=False)


def ticket_secret(path: Path) -> TicketSecret:
    """Return the secret; make one if there is none. Raises JournalError.

    A lost one is no reason to stop: numbers that were issued are skipped whatever the secret, and tickets are found by
    their number in the ledger.
    """
    new = not path.exists()
    if new:
        make_secret(path, WHAT)
    return TicketSecret(read_secret(path, WHAT), new)


def said_of_change(path: Path, *, new: bool) -> str:
    """Return the message if tickets were numbered with another secret before."""
    what = "was missing, and a new one was made" if new else "is not the one of before"
    return (
        f"{path}: {WHAT} {what}. Tickets that were printed stay good, and their numbers do not come again. "
        "Whoever has the secret of before can work out no new number; if it lies in a copy, delete it there."
    )

"""Whether a table's tickets can be told from those of all other tables: its machine number has a range of its own."""

from pathlib import Path

from firmware.known_tables import clashing, read_tables
from firmware.table.core.numbering import RANGE, OtherTable
from firmware.table.core.setup import MOST_MACHINES


def check_machine(machine: int | None, secret: str) -> None:
    """Hold that a table which pays tickets can number them. Raises ValueError that names the key."""
    if machine is None:
        raise ValueError(
            "table.machine: is missing, and tickets are numbered from it: rapid-table provision hands one out to "
            "each table; or tickets = false, if none of its terminals prints"
        )
    if machine == 0:
        raise ValueError(f"table.machine: must be 1 to {MOST_MACHINES}; 0 is what tables had that named none")
    if not secret:
        raise ValueError(
            "journal.ticket_secret: is missing, the file of the secret that tickets are numbered by; where it is "
            'not there yet it is made: ticket_secret = "/var/lib/rapid-table/ticket.secret"'
        )


def other_tables(machine: int | None, path: Path) -> tuple[OtherTable, ...]:
    """Return the house's other tables. Raises ValueError that names the key."""
    try:
        known = tuple(one for one in read_tables(path) if one.machine != machine)
    except ValueError as error:
        raise ValueError(f"table.tables: {error}") from None
    clash = None if machine is None else clashing(machine, known)
    if clash is not None:
        raise ValueError(
            f"table.machine: overlaps {clash.name} in {path}, which has {clash.machine:#08x} and the {RANGE} after it"
        )
    return tuple(OtherTable(one.name, one.machine) for one in known)

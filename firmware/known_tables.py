"""The list of a house's tables and their machine numbers: each table has 50 ids after its own, and no two overlap."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from firmware.files import read_file
from firmware.table.core.numbering import RANGE
from firmware.table.core.setup import MOST_MACHINES
from hal.bounds import ONE_LINE

# How long a table's name may be.
LONGEST: Final = 60


class KnownTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table, and the machine number from which its tickets are numbered."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST, pattern=ONE_LINE)]
    machine: Annotated[int, Meta(ge=1, le=MOST_MACHINES)]


class KnownTables(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a house, in the order in which they got their numbers."""

    tables: tuple[KnownTable, ...] = ()


def read_tables(path: Path) -> tuple[KnownTable, ...]:
    """Read the list. Raises ValueError that says what is wrong."""
    try:
        known = msgspec.json.decode(read_file(path), type=KnownTables).tables
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: is no list of tables, as rapid-table provision keeps it: {error}") from None
    for place, table in enumerate(known):
        clash = clashing(table.machine, known[:place])
        if clash is not None:
            raise ValueError(
                f"{path}: {table.name} and {clash.name} have machine numbers less than {RANGE} apart: "
                "their tickets would share numbers"
            )
    return known


def clashing(machine: int, known: tuple[KnownTable, ...]) -> KnownTable | None:
    """Return a table whose range overlaps the one of this machine number."""
    return next((one for one in known if abs(one.machine - machine) < RANGE), None)

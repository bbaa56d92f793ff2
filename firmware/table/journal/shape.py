"""The shape of this software's journal rows, to tell whether other software can read them before it is installed."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import fields

from firmware.table.core.codec import KINDS, VERSION
from firmware.table.journal.schema import MIGRATIONS


class JournalShape(Struct, frozen=True):
    """`version` of the events' shape, `file`: of the database's, and each kind of event with its fields."""

    version: int
    file: int
    kinds: Mapping[str, tuple[str, ...]]

    def reads(self, other: "JournalShape") -> bool:
        """Whether software of this shape can read what software of the other has written."""
        return (
            self.version == other.version
            and self.file >= other.file
            and all(set(named) <= set(self.kinds.get(kind, ())) for kind, named in other.kinds.items() if named)
            and other.kinds.keys() <= self.kinds.keys()
        )


OURS: Final = JournalShape(
    VERSION, len(MIGRATIONS), {name: tuple(sorted(one.name for one in fields(kind))) for name, kind in KINDS.items()}
)

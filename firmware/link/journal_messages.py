"""What boards and the table say to each other of the journal: its signed head, and its copies."""

from typing import ClassVar

from firmware.link import bounds as b
from firmware.link.message import Asked, Message, Rate
from firmware.table.core.head import Era, Hash, Row, RowOrNone, Seal, Signature


class HeadView(Message, frozen=True):
    """The journal's head at a row, signed by the table's key: each board keeps the newest.

    `key`: the public one. `snapshot`: the seal of the state that was kept there. `era`: how often the journal had been
    restored from a copy.
    """

    row: Row
    head: Hash
    key: Hash
    signature: Signature
    snapshot: Seal = ""
    era: Era = 0


class WhoRemembers(Message, frozen=True):
    """A table that comes back asks every board for the newest head that it heard, and again until it opens."""


class ShowHead(Asked, frozen=True, tag="show-head"):
    """The newest head of the table's journal that this board heard; none if it heard none. Answered by the last one."""

    quota: ClassVar = Rate(8, 1.5, "when the table asks who remembers, and again until it is answered")
    before_opening: ClassVar = True

    head: HeadView | None = None


class FetchCopy(Asked, frozen=True, tag="fetch-copy"):
    """What this board's copy of the journal lacks: it has `row` of `era`, in a file that begins at `base`.

    `parts`: so many parts of what comes next are here already. The answer's `frames` are sealed: no board reads them.
    """

    quota: ClassVar = Rate(12, 8, "seven a second while its copy is behind")
    only_looks: ClassVar = True

    era: Era = 0
    row: RowOrNone = 0
    base: RowOrNone = 0
    parts: b.Parts = 0

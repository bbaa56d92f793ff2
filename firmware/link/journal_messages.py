"""What boards and the table say to each other of the journal: its signed head, and its copies."""

from typing import ClassVar

from firmware.link import bounds as b
from firmware.link.message import Asked, Message, Rate
from firmware.table.core.head import Era, Hash, Row, RowOrNone, Seal, Signature


class HeadView(Message, frozen=True):
    """The journal's head at a row, signed with the table's key; each board keeps the newest.

    `key`: the public key. `snapshot`: the seal of the state that was kept at that row. `era`: how often the journal had
    been restored from a copy.
    """

    row: Row
    head: Hash
    key: Hash
    signature: Signature
    snapshot: Seal = ""
    era: Era = 0


class WhoRemembers(Message, frozen=True):
    """A table that comes back asks each board for the newest head that it has heard, until it opens."""


class ShowHead(Asked, frozen=True, tag="show-head"):
    """The newest head of the table's journal that this board has heard, if any. Answered with the table's newest."""

    quota: ClassVar = Rate(8, 1.5, "when the table asks who remembers, and again until it is answered")
    before_opening: ClassVar = True

    head: HeadView | None = None


class FetchCopy(Asked, frozen=True, tag="fetch-copy"):
    """What comes next in the journal, for a copy that has got to `row` of `era`, in a file that begins at `base`.

    `parts`: how many parts of the next piece the board already has. The answer's `frames` are sealed: the board cannot
    read them.
    """

    quota: ClassVar = Rate(12, 8, "seven a second while its copy is behind")
    only_looks: ClassVar = True

    era: Era = 0
    row: RowOrNone = 0
    base: RowOrNone = 0
    parts: b.Parts = 0

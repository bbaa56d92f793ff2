"""A table that has come back and is not open yet: what other boards remember of its journal, and how far it has got."""

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from firmware.table.core.head import Verdict

# Why other boards' memory does not settle it. restored: the journal was restored from a copy. unsigned: no row is
# signed. other_key: it was signed with another table's key. no_mark: nothing beside it says how far it had got.
# no_journal: the table has a key, but no journal. no_witness: nobody remembers anything.
Doubt = Literal["restored", "unsigned", "other_key", "no_mark", "no_journal", "no_witness"]
# Verdicts that contradict the present journal.
CONTRADICTS: Final = ("later", "other")


class Heard(Struct, frozen=True, forbid_unknown_fields=True):
    """What a board remembers, and the verdict on it; row 0 if it remembers nothing yet."""

    device: str
    verdict: Verdict | Literal["nothing"]
    row: int = 0
    era: int = 0


class OpeningStage(StrEnum):
    """How far it has got. STOPPED: a board contradicts the journal, and the table does not open on it."""

    ASKING = "asking"
    WORD_NEEDED = "word_needed"
    AGREED = "agreed"
    STOPPED = "stopped"


class Waiting(Struct, frozen=True):
    """A table that has come back and is not open yet.

    `expected`: the boards that it waits for, until `until`. `doubts`: what no board's memory can settle.
    """

    expected: tuple[str, ...]
    until: int
    doubts: tuple[Doubt, ...] = ()
    heard: tuple[Heard, ...] = ()

    def hears(self, heard: Heard) -> "Waiting":
        """Return it with what a board has said. A contradiction of the journal stays."""
        before = next((one for one in self.heard if one.device == heard.device), None)
        if before is not None and before.verdict in CONTRADICTS:
            return self
        others = (one for one in self.heard if one.device != heard.device)
        return replace(self, heard=tuple(sorted((*others, heard), key=_by_device)))

    def stage(self, now: int) -> OpeningStage:
        """Return how far it has got."""
        if any(one.verdict in CONTRADICTS for one in self.heard):
            return OpeningStage.STOPPED
        all_there = set(self.expected) <= {one.device for one in self.heard}
        if now < self.until and not all_there:
            return OpeningStage.ASKING
        if any(one.verdict == "agrees" for one in self.heard) and not self.doubts:
            return OpeningStage.AGREED
        # Even if no board was expected, one may come.
        return OpeningStage.WORD_NEEDED if now >= self.until or self.expected else OpeningStage.ASKING

    @property
    def doubtful(self) -> tuple[Doubt, ...]:
        """What a supervisor must know before giving the word."""
        if not any(one.verdict == "agrees" for one in self.heard):
            return (*self.doubts, "no_witness")
        return self.doubts


def at_any_time(_: Waiting, __: int, ___: bool) -> None:  # noqa: FBT001 - a feature's
    """Do not refuse: the table does this at any stage."""


def _by_device(heard: Heard) -> tuple[str, int]:
    name, _, number = heard.device.rpartition("-")
    return name, int(number) if number.isdecimal() else 0

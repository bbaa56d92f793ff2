"""Whether a table that comes back may open: what other boards remember of its journal, and a supervisor's word."""

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from firmware.game.events import Event
from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table.codes import TableCode
from firmware.table.head import Verdict
from firmware.table.staff_commands import OfStaff, RefusePin

# Why other boards' memory does not settle it. restored: the journal was put together from a copy. unsigned: not one row
# is signed. other_key: it was signed by a key that is not this table's. no_mark: nothing beside it says how far it had
# got. no_journal: the table has a key, and no journal. no_witness: nobody remembers anything.
Doubt = Literal["restored", "unsigned", "other_key", "no_mark", "no_journal", "no_witness"]
# What cannot be true of the journal as it is.
CONTRADICTS: Final = ("later", "other")


class Heard(Struct, frozen=True, forbid_unknown_fields=True):
    """What a board remembers, and whether it can be true; row 0 where it remembers nothing yet."""

    device: str
    verdict: Verdict | Literal["nothing"]
    row: int = 0
    era: int = 0


class HeadsAgreed(Event, frozen=True, tag="heads_agreed"):
    """The table opened, since its journal is what other boards remember."""

    heard: tuple[Heard, ...]


class OpenedOnWord(Event, frozen=True, tag="opened_on_word"):
    """A supervisor had the table open, although other boards' memory did not settle that its journal is whole."""

    doubts: tuple[Doubt, ...]
    heard: tuple[Heard, ...]


class AgreeHeads(c.Command, frozen=True):
    """Other boards remember the journal as it is."""

    heard: tuple[Heard, ...]


class OpenOnWord(c.Command, frozen=True):
    """A supervisor has the table open: what speaks against it is known."""

    doubts: tuple[Doubt, ...]
    heard: tuple[Heard, ...]


class Stage(StrEnum):
    """How far it has got. STOPPED: a board remembers what cannot be; the table does not open on this journal."""

    ASKING = "asking"
    WORD_NEEDED = "word_needed"
    AGREED = "agreed"
    STOPPED = "stopped"


# What a table does that waits: people sign on, and one of them gives the word.
_ALLOWED: Final = (c.SignOn, RefusePin, c.SignOff, AgreeHeads, OpenOnWord)


class Waiting(Struct, frozen=True):
    """A table that has come back and is not open yet.

    `expected`: the boards that it waits for until `until`. `doubts`: what no board's memory can settle.
    """

    expected: tuple[str, ...]
    until: int
    doubts: tuple[Doubt, ...] = ()
    heard: tuple[Heard, ...] = ()

    def hears(self, heard: Heard) -> "Waiting":
        """Return it with what a board has said. What speaks against the journal stays said."""
        before = next((one for one in self.heard if one.device == heard.device), None)
        if before is not None and before.verdict in CONTRADICTS:
            return self
        others = (one for one in self.heard if one.device != heard.device)
        return replace(self, heard=tuple(sorted((*others, heard), key=_by_device)))

    def stage(self, now: int) -> Stage:
        """Return how far it has got."""
        if any(one.verdict in CONTRADICTS for one in self.heard):
            return Stage.STOPPED
        all_there = set(self.expected) <= {one.device for one in self.heard}
        if now < self.until and not all_there:
            return Stage.ASKING
        if any(one.verdict == "agrees" for one in self.heard) and not self.doubts:
            return Stage.AGREED
        # Where nothing was expected of any board, one may come all the same.
        return Stage.WORD_NEEDED if now >= self.until or self.expected else Stage.ASKING

    def word(self) -> OpenOnWord:
        """Return what a supervisor has to ask for, with what is known."""
        doubts = self.doubts
        if not any(one.verdict == "agrees" for one in self.heard):
            doubts = (*doubts, "no_witness")
        return OpenOnWord(doubts, self.heard)

    def check(self, command: object, now: int, *, staffed: bool) -> None:
        """Refuse what a table that waits does not do. One without staff has its first person enrolled."""
        what = command.what if isinstance(command, OfStaff) else command
        if not isinstance(what, _ALLOWED) and (staffed or not isinstance(what, c.EnrolStaff)):
            raise Refused(TableCode.WAITS_FOR_WITNESSES)
        if isinstance(what, OpenOnWord) and self.stage(now) is not Stage.WORD_NEEDED:
            raise Refused(TableCode.WORD_NOT_WANTED)


def _by_device(heard: Heard) -> tuple[str, int]:
    name, _, number = heard.device.rpartition("-")
    return name, int(number) if number.isdecimal() else 0

"""What all messages have in common: typed fields, and what the table needs to know of each request."""

from typing import ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from firmware.link import bounds as b
from firmware.table.core.commands import Command


class Rate(NamedTuple):
    """How many at once, and how many a second in the long run. `honest`: the most that a healthy board wants."""

    burst: float
    per_second: float
    honest: str = ""


class Message(Struct, frozen=True, omit_defaults=True):
    """Anything that is said.

    A board ignores fields that it does not know, so that a newer one of the same version may say more to an older one.
    """


class Asked(Message, frozen=True, tag_field="ask", forbid_unknown_fields=True):
    """What a board asks of the table; an unknown key could mean another request, and is refused.

    Whose it is, the subject says: `ask.ats-3` is terminal 3's, and no other's. `quota`: how much of it the table hears
    from one device. `only_looks`: it changes nothing, so it is answered anew however often it comes. `expires`: after
    the envelope's `until` it is not done any more. `before_opening`: also a table that waits to be opened answers it.
    """

    quota: ClassVar[Rate]
    only_looks: ClassVar[bool] = False
    expires: ClassVar[bool] = False
    before_opening: ClassVar[bool] = False


class OfPlayer(Asked, frozen=True):
    """What a player asks of the table that is one command there. The answer is that it is done, or why not."""

    def command(self, ats: int) -> Command:
        """Return what it is at the table, for the player of this terminal."""
        raise NotImplementedError

    @property
    def said(self) -> str:
        """What it says, in one line: kept beside its number, under which it is done once."""
        return " ".join(map(str, (self.__struct_config__.tag, *astuple(self))))


class NumberOnly(Struct, frozen=True):
    """What can still be read of an unreadable request: its number, so that the asker knows what is refused."""

    number: b.RequestNumber = ""

"""What every message is: typed, and refused with an unknown key."""

from msgspec import Struct

from firmware.link import bounds as b


class Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Anything that is said."""


class Asked(Message, frozen=True, tag_field="ask"):
    """What a board asks of the table. Whose it is, the subject says: `ask.ats-3` is terminal 3's, and no other's."""


class NumberOnly(Struct, frozen=True):
    """What can be read of a request that cannot be read: its number, so that who asked knows what is refused."""

    number: b.RequestNumber = ""

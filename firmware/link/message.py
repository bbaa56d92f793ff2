"""What every message is: typed; a request is refused with an unknown key."""

from msgspec import Struct

from firmware.link import bounds as b


class Message(Struct, frozen=True, omit_defaults=True):
    """Anything that is said.

    What a board does not know of it, it passes over: a newer one that says more in the same version ends no older one.
    """


class Asked(Message, frozen=True, tag_field="ask", forbid_unknown_fields=True):
    """What a board asks of the table; an unknown key could mean another request, and is refused.

    Whose it is, the subject says: `ask.ats-3` is terminal 3's, and no other's.
    """


class NumberOnly(Struct, frozen=True):
    """What can be read of a request that cannot be read: its number, so that who asked knows what is refused."""

    number: b.RequestNumber = ""

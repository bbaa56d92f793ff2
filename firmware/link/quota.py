"""How much each device may ask of the table. docs/network.md has these figures and their reasons."""

from typing import Final, get_args

from firmware.link import messages as m
from firmware.link.message import Asked, Rate

# How many of a device's requests may wait, besides the one being carried out.
WAITING: Final = 8
# Of any kind, before they are read.
REQUESTS: Final = Rate(40, 20)
BEATS: Final = Rate(4, 2)
# By kind, since they cost the table differently: most of these leave a row in the journal.
BY_KIND: Final[dict[type[Asked], Rate]] = {kind: kind.quota for kind in get_args(m.Request)}
# What exceeds a rate is refused this often; beyond that it is only counted.
REFUSALS: Final = Rate(20, 10)
# How much may exceed it before the table stops listening. An honest board that is behind asks twice a second.
PATIENCE: Final = Rate(30, 10)
# The share of each rate that a device has when it is heard again.
LEFT: Final = 0.1


class Bucket:
    """What is left of a rate."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate: Final = rate
        self._left = rate.burst
        self._at = 0.0

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        if now > self._at:
            self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
            self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def begin_anew(self, at: float) -> None:
        """Begin again at this time, with a little."""
        self._left = max(1.0, self._rate.burst * LEFT)
        self._at = at

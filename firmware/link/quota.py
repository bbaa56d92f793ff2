"""How much each device may ask of the table. docs/network.md has these figures and their reasons."""

from typing import Final, NamedTuple

from firmware.link import messages as m
from firmware.link.acceptor_messages import AskTicket, CreditTicket, DoubtNote, TellAtRest
from firmware.link.desk_messages import LastShown, ShowTicket
from firmware.link.journal_messages import FetchCopy, ShowHead
from firmware.link.message import Asked
from firmware.link.software_messages import TellSoftware
from firmware.link.tournament_messages import OrderTable, SeeTable
from firmware.link.wager_messages import AgreeToEnd, AskOwnLimits, AskPause, SetWager, SetWagers, ShownAtClose

# So many of a device's requests wait; the one before them is being carried out.
WAITING: Final = 8


class Rate(NamedTuple):
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


# Of any kind, before they are read.
REQUESTS: Final = Rate(40, 20)
BEATS: Final = Rate(4, 2)
# By kind, since they cost the table differently: most of these leave a row in the journal.
BY_KIND: Final[dict[type[Asked], Rate]] = {
    m.GetSnapshot: Rate(8, 4),
    SetWager: Rate(20, 4),
    SetWagers: Rate(8, 2),
    AgreeToEnd: Rate(4, 0.5),
    AskOwnLimits: Rate(4, 0.5),
    AskPause: Rate(4, 0.5),
    m.AskNote: Rate(4, 1),
    AskTicket: Rate(4, 1),
    m.ShowPocket: Rate(4, 0.5),
    m.CreditNote: Rate(4, 1),
    CreditTicket: Rate(4, 1),
    DoubtNote: Rate(4, 0.5),
    TellAtRest: Rate(4, 1),
    m.PayByTicket: Rate(4, 0.5),
    m.TellTicket: Rate(8, 1),
    m.TellFault: Rate(16, 0.5),
    TellSoftware: Rate(3, 0.1),
    ShownAtClose: Rate(3, 0.2),
    ShowTicket: Rate(8, 1),
    LastShown: Rate(8, 2),
    ShowHead: Rate(8, 1.5),
    FetchCopy: Rate(12, 8),
    SeeTable: Rate(20, 10),
    OrderTable: Rate(20, 10),
}
# What is over is refused, so often; then it is only counted.
REFUSALS: Final = Rate(20, 10)
# And so much may be over before the table listens no more. An honest board that is behind asks twice a second.
PATIENCE: Final = Rate(30, 10)
# After that a device has a little of each again.
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
        """From a time on, there is a little."""
        self._left = max(1.0, self._rate.burst * LEFT)
        self._at = at

"""How a device behaves: which of its requests are heard, which are refused, and when it is ignored. Pure."""

from enum import Enum
from typing import Final

from firmware.link import quota as q
from firmware.link.bounds import LONGEST_ORDER, LONGEST_REQUEST
from firmware.link.message import Asked

# How long a device that does not stop is ignored before it is heard again.
MUTED_S: Final = 1.0
# A device that goes on within this time after that floods: it loses its connection.
GOES_ON_S: Final = 10.0
# Barred this long at first, twice as long each time up to the most; forgotten after a calm while.
BARRED_S: Final = 10.0
LONGEST_BARRED_S: Final = 3600.0
FORGOTTEN_S: Final = 3600.0
# After this long within its quota, a device that flooded is in order again.
CALM_S: Final = 30.0
# How often a count of refusals goes on record.
ROW_S: Final = 60.0


class Reception(Enum):
    """What happens to something that a device sent."""

    HEAR = "hear"
    REFUSE = "refuse"
    IGNORE = "ignore"
    MUTE = "mute"


class Conduct:
    """One device's conduct. Times are seconds of the loop."""

    def __init__(self) -> None:
        self.refused = 0
        self.flooding = False
        self.muted_until = 0.0
        self.barred_until = 0.0
        self._barred = 0
        self._over_at = 0.0
        self._row_at: float | None = None
        self._requests = q.Bucket(q.REQUESTS)
        self._beats = q.Bucket(q.BEATS)
        self._kinds = {kind: q.Bucket(rate) for kind, rate in q.BY_KIND.items()}
        self._refusals = q.Bucket(q.REFUSALS)
        self._patience = q.Bucket(q.PATIENCE)

    def request(self, now: float, size: int, waiting: int, *, to_itself: bool, orders: bool = False) -> Reception:
        """Judge a request before it is read. `orders`: the sender may order tables, so it may be longer."""
        if now < self.muted_until:
            self.refused += 1
            return Reception.IGNORE
        fits = to_itself and size <= (LONGEST_ORDER if orders else LONGEST_REQUEST) and waiting < q.WAITING
        if fits and self._requests.take(now):
            return Reception.HEAR
        return self.over(now)

    def kind(self, now: float, kind: type[Asked]) -> Reception:
        """Judge a request by its kind."""
        return Reception.HEAR if self._kinds[kind].take(now) else self.over(now)

    def beat(self, now: float, *, readable: bool) -> Reception:
        """Judge a beat."""
        if now < self.muted_until:
            return Reception.IGNORE
        if readable and self._beats.take(now):
            return Reception.HEAR
        return self.over(now)

    def over(self, now: float) -> Reception:
        """Count what exceeds its quota or cannot be read; after too much of it, ignore the device."""
        self.refused += 1
        if now < self.muted_until:
            return Reception.IGNORE  # it was sent before the pause and only waited: that is not going on
        if now - self._over_at > FORGOTTEN_S:
            self._barred = 0
        self._over_at = now
        if self._patience.take(now):
            return Reception.REFUSE if self._refusals.take(now) else Reception.IGNORE
        if self.muted_until and now - self.muted_until < GOES_ON_S:
            self.flooding = True
            seconds = min(BARRED_S * 2**self._barred, LONGEST_BARRED_S)
            self._barred += 1
            self.barred_until = self.muted_until = now + seconds
        else:
            self.muted_until = now + MUTED_S
        for bucket in (self._requests, self._beats, *self._kinds.values(), self._refusals, self._patience):
            bucket.begin_anew(self.muted_until)
        return Reception.MUTE

    def has_flooded(self, now: float) -> None:
        """Note that it flooded just now, and was barred for it."""
        self.flooding = True
        self._over_at = now
        self._barred = 1

    @property
    def wants_a_look(self) -> bool:
        """Whether anything has to go on record, now or later."""
        return self.flooding or self.refused > 0

    def row_due(self, now: float) -> int:
        """Return the number of refusals when it is due to go on record: at once, then once a minute."""
        if not self.refused or (self._row_at is not None and now - self._row_at < ROW_S):
            return 0
        refused, self.refused, self._row_at = self.refused, 0, now
        return refused

    def calms_down(self, now: float) -> bool:
        """Whether one that flooded has now been calm for long enough; true only once."""
        calm = self.flooding and now - max(self._over_at, self.muted_until) > CALM_S
        if calm:
            self.flooding = False
        return calm

"""The life of a device, the same for all: absent, opening, identifying, ready, suspect, lost."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from hal.bounds import Seconds


class Stage(StrEnum):
    """Where a device stands in its life."""

    ABSENT = "absent"
    OPENING = "opening"
    IDENTIFYING = "identifying"
    READY = "ready"
    SUSPECT = "suspect"
    LOST = "lost"


# Where each stage can lead. A device is used only in READY.
LEADS_TO: Final[dict[Stage, frozenset[Stage]]] = {
    Stage.ABSENT: frozenset({Stage.OPENING}),
    Stage.OPENING: frozenset({Stage.ABSENT, Stage.IDENTIFYING}),
    Stage.IDENTIFYING: frozenset({Stage.READY, Stage.LOST}),
    Stage.READY: frozenset({Stage.SUSPECT, Stage.LOST}),
    Stage.SUSPECT: frozenset({Stage.READY, Stage.LOST}),
    Stage.LOST: frozenset({Stage.OPENING}),
}


class Patience(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a device is waited for, in seconds.

    `grace`: how long a silent device is suspect before it counts as lost. `first` and `longest`: the pauses between
    attempts to open it; each is twice the previous one.
    """

    grace: Seconds = 2.0
    first: Seconds = 0.25
    longest: Seconds = 5.0

    def __post_init__(self) -> None:
        if not (0 < self.first <= self.longest and self.grace > 0):
            raise ValueError("grace and first are above 0, and longest at least first")

    def pause(self, failures: int) -> float:
        """Return how long to wait after so many failures in a row."""
        return min(self.first * float(2 ** min(failures, 16)), self.longest)

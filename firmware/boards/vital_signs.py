"""A board's vitals, written each time it reports that it gets on, so that a later reader knows how old they are."""

import logging
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware.updating.vitals import PartVital, SoftwareState, Vitals, write_vitals
from firmware.version import VERSION
from hal.clock import since_start_s
from hal.device import PartOfBoard
from hal.life import Stage

# A touch panel has no life of its own: the picture's window hears its touches.
TOUCH: Final = "touch"
_log: Final = logging.getLogger(__name__)


def _none() -> int | None:
    return None


def _for_nobody() -> str:
    return ""


class VitalSigns(Struct, frozen=True):
    """The sources of a board's vitals. `profile`: the devices that it should have. `dark`: why there is no picture."""

    role: str
    profile: Collection[str]
    dark: Callable[[], str]
    parts: Callable[[], Sequence[PartOfBoard]]
    software: Callable[[], SoftwareState]
    journal: Callable[[], int | None] = _none
    waits: Callable[[], str] = _for_nobody
    provisioned: bool = True
    broken: str = ""

    def vitals(self, why_not: str, at_s: float) -> Vitals:
        """Return them as of now; `why_not`: why the board does not get on."""
        parts = {name: PartVital(ready=False) for name in self.profile if name != TOUCH}
        parts |= {part.name: PartVital(part.stage is Stage.READY, tuple(sorted(part.faults))) for part in self.parts()}
        return Vitals(
            self.role, VERSION, at_s, why_not, self.journal(), not self.dark(), self.software(), parts, self.waits(),
            self.provisioned, self.broken,
        )  # fmt: skip


def teller(signs: VitalSigns | None, place: Path | None) -> Callable[[str], None]:
    """Return what writes them, given why the board does not get on; it writes nothing if nobody reads them."""
    if signs is None or place is None:
        return lambda _: None
    failed = False

    def tell(why_not: str) -> None:
        nonlocal failed
        try:
            write_vitals(place, signs.vitals(why_not, since_start_s()))
        except OSError as error:
            if not failed:
                _log.warning("%s: cannot be written: %s: this slot will not be marked good", place, error.strerror)
            failed = True
        else:
            failed = False

    return tell

"""What is wrong with a board itself, and with no device of its profile: its sound, its certificate, its software."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from hal.device import DeviceEvent, FaultBegan, FaultEnded
from hal.life import Stage

# Hears what became of a part, by its name.
HearPart = Callable[[str, DeviceEvent], None]


class PartSeen(Struct, frozen=True):
    """A part of the board that has faults, seen as a device is. `why`: what was found, in the order of their codes."""

    name: str
    faults: frozenset[str]
    stage: Stage = Stage.READY
    why: tuple[str, ...] = ()


class OwnFaults:
    """The faults that stand, part by part. `heard` is told of each that begins or ends, once."""

    def __init__(self) -> None:
        self._standing: Final[dict[str, dict[str, str]]] = {}
        self._heard: HearPart | None = None

    def serve(self, heard: HearPart) -> None:
        """Tell somebody, from now on, and first of all that stands."""
        self._heard = heard
        for part, faults in self._standing.items():
            for code, detail in faults.items():
                heard(part, FaultBegan(code, detail))

    def hold(self, part: str, code: str, why: str) -> None:
        """Say how it stands: `why` something is wrong, or nothing, which ends the fault."""
        faults = self._standing.setdefault(part, {})
        if why and code not in faults:
            self._tell(part, FaultBegan(code, why))
        elif not why and code in faults:
            self._tell(part, FaultEnded(code, faults.pop(code)))
        if why:
            faults[code] = why

    def _tell(self, part: str, event: DeviceEvent) -> None:
        if self._heard is not None:
            self._heard(part, event)

    def seen(self) -> tuple[PartSeen, ...]:
        """Return the parts that something is wrong with."""
        return tuple(
            PartSeen(part, frozenset(faults), why=tuple(faults[code] for code in sorted(faults)))
            for part, faults in self._standing.items()
            if faults
        )

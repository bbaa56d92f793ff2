"""Faults of a board itself, not of a device in its profile: its sound, its certificate, its software."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from hal.device import DeviceEvent, FaultBegan, FaultEnded
from hal.life import Stage

# Hears what happened to a part, by its name.
HearPart = Callable[[str, DeviceEvent], None]


class PartSeen(Struct, frozen=True):
    """A part of the board with faults, seen like a device. `why`: what was found, in the order of the codes."""

    name: str
    faults: frozenset[str]
    stage: Stage = Stage.READY
    why: tuple[str, ...] = ()


class OwnFaults:
    """The standing faults, part by part. `heard` is told once of each that begins or ends."""

    def __init__(self) -> None:
        self._standing: Final[dict[str, dict[str, str]]] = {}
        self._heard: HearPart | None = None

    def serve(self, heard: HearPart) -> None:
        """Tell this listener from now on, beginning with the faults that stand."""
        self._heard = heard
        for part, faults in self._standing.items():
            for code, detail in faults.items():
                heard(part, FaultBegan(code, detail))

    def hold(self, part: str, code: str, why: str) -> None:
        """Say how a part stands: `why` something is wrong; an empty `why` ends the fault."""
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
        """Return the parts that have a fault."""
        return tuple(
            PartSeen(part, frozenset(faults), why=tuple(faults[code] for code in sorted(faults)))
            for part, faults in self._standing.items()
            if faults
        )

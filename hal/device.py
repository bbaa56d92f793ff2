"""What all devices have in common: a name, a life, faults, and a listener."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from hal.faults import FAULTS
from hal.life import Stage


class DeviceEvent(Struct, frozen=True):
    """Something that a device reports."""


class StageChanged(DeviceEvent, frozen=True):
    """The device's life goes on; `detail` says what it is, or why."""

    stage: Stage
    detail: str = ""


class FaultBegan(DeviceEvent, frozen=True):
    """Something is wrong with the device. `detail`: the device's own code, or where."""

    code: str
    detail: str = ""

    @property
    def text(self) -> str:
        """What happened, and what to do."""
        advice = FAULTS[self.code]
        where = f" ({self.detail})" if self.detail else ""
        return f"{advice.happened}{where} {advice.remedy}"


class FaultEnded(DeviceEvent, frozen=True):
    """The fault ended; `detail` is what was said when it began."""

    code: str
    detail: str = ""


Hear = Callable[[DeviceEvent], None]


class PartOfBoard(Protocol):
    """A device, or another part of a board that can have faults, as other parts see it."""

    @property
    def name(self) -> str:
        """The device's name in the profile."""
        ...

    @property
    def stage(self) -> Stage:
        """Its stage of life."""
        ...

    @property
    def faults(self) -> frozenset[str]:
        """The codes of the faults that stand."""
        ...


class Device(PartOfBoard, Protocol):
    """A device as its users see it."""

    async def run(self) -> None:
        """Live: open, serve, and come back after every loss, until cancelled."""
        ...

"""A touch screen: where fingers are, on the picture as people see it."""

from enum import StrEnum
from typing import Protocol

from hal.device import DeviceEvent

Point = tuple[float, float]


class Motion(StrEnum):
    """What a finger does."""

    DOWN = "down"
    MOVE = "move"
    UP = "up"


class Touched(DeviceEvent, frozen=True):
    """A finger on the picture: in its pixels, from the top left. `finger` tells fingers apart."""

    motion: Motion
    x: int
    y: int
    finger: int = 0


class TouchScreen(Protocol):
    """A touch screen."""

    def touches(self) -> list[Touched]:
        """Return what happened since last asked, in its order."""
        ...


class PlainTouch(Protocol):
    """A touch panel as it is, neither turned nor calibrated."""

    def places(self) -> list[Point]:
        """Return where it was touched since last asked, as shares of the panel."""
        ...

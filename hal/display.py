"""A winning number display: it is told what to show, and asked what it shows."""

from typing import Protocol

from hal.device import Device, DeviceEvent


class Shows(DeviceEvent, frozen=True):
    """The display shows this, read back from it."""

    text: str


class ShowsOtherwise(DeviceEvent, frozen=True):
    """The display was asked, and does not show what it was told."""

    wanted: str
    found: str


class Display(Device, Protocol):
    """A winning number display."""

    async def show(self, text: str) -> bool:
        """Show a text, and return whether the display, asked, shows it."""
        ...

    async def read_back(self) -> str | None:
        """Return what it shows; None when it does not answer."""
        ...

"""A winning number display: told what to show, then asked what it shows."""

from typing import Protocol

from hal.device import Device, DeviceEvent


class Shows(DeviceEvent, frozen=True):
    """The display shows this, read back from it."""

    text: str


class ShowsOtherwise(DeviceEvent, frozen=True):
    """Asked, the display does not show what it was told."""

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

"""The touch screen of a profile: pygame's events, as the screen hangs."""

from typing import Final

from drivers.touch.events import Mapping, PlainPygame, PygameTouch, calibrate
from hal.device import Hear

__all__ = ["KIND", "Options", "calibrate", "connect", "connect_plain"]

KIND: Final = "touch"
Options = Mapping


def connect(_: str, options: Mapping, __: Hear) -> PygameTouch:
    """Return the touch screen of a profile."""
    return PygameTouch(options)


def connect_plain() -> PlainPygame:
    """Return the panel as it is, to be calibrated."""
    return PlainPygame()

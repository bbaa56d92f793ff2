"""The touch screen of a profile: pygame's events, as the screen hangs."""

from typing import Final

from drivers.touch.events import Mapping, PygameTouch
from hal.device import Hear

KIND: Final = "touch"
Options = Mapping


def connect(_: str, options: Mapping, __: Hear) -> PygameTouch:
    """Return the touch screen of a profile."""
    return PygameTouch(options)

"""A touch screen, by pygame's events."""

from typing import Final

from drivers.touch.mapping import Mapping, calibrate
from hal.make import TouchMake
from hal.touch import PlainTouch, TouchScreen

# pygame takes 20 MB and a fifth of a second to load: it is loaded by a board that has a screen, not by whoever goes
# over the makes that there are.


def _drive(options: Mapping) -> TouchScreen:
    from drivers.touch.events import PygameTouch  # noqa: PLC0415 - see above

    return PygameTouch(options)


def _plain() -> PlainTouch:
    from drivers.touch.events import PlainPygame  # noqa: PLC0415 - see above

    return PlainPygame()


MAKE: Final = TouchMake(
    options=Mapping, drive=_drive, plain=_plain, calibrate=calibrate, usual=True, packages=("pygame",)
)

"""A panel on the board's own pins."""

import importlib
from typing import Final

from drivers.panel.driver import Options, PinPanel
from hal.device import Hear
from hal.make import PanelMake
from hal.pins import OpenPins


def _pins(options: Options) -> OpenPins:
    """Return what opens pins by the library that the profile names: only that one needs to be installed."""
    backend: OpenPins = importlib.import_module(f"drivers.panel.{options.backend}_pins").open_pins
    return backend


def _drive(name: str, pins: OpenPins, hear: Hear, options: Options) -> PinPanel:
    return PinPanel(name, options, hear, pins)


MAKE: Final = PanelMake(options=Options, pins=_pins, drive=_drive, usual=True)

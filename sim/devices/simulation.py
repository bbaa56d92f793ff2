"""What a model says of itself: `MODEL` in `sim/devices/NAME.py`, found by the name of the make that it plays.

Another package names its models as entry points of the group `rapid_table.models`, by the names of its makes.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from msgspec import Struct, convert
from msgspec.structs import fields

from hal.make import LineMake
from hal.makes import NoMake, make_named, named_by_others
from hal.port import LineSettings
from sim.devices.model import Model, Tell

GROUP: Final = "rapid_table.models"
Settings = TypeVar("Settings", bound=Struct)


class NoSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that is one way only."""


class Simulation(Struct, Generic[Settings], frozen=True):
    """How a model is made. `settings`: what a profile, or a command line, may say of it: for its driver or beside."""

    new: Callable[[Tell, Settings], Model]
    settings: type[Settings]

    def takes(self, setting: str) -> bool:
        """Whether there is such a setting."""
        return setting in names_of(self.settings)

    def model(self, tell: Tell, settings: Mapping[str, object]) -> Model:
        """Return a model. Raises ValidationError."""
        return self.new(tell, convert(dict(settings), self.settings))


def names_of(settings: type[Struct]) -> frozenset[str]:
    """Return the names of settings."""
    return frozenset(field.name for field in fields(settings))


def simulation_of(name: str) -> Simulation[Struct]:
    """Return the model of a make. Raises NoMake."""
    found = _at(f"sim.devices.{name}:MODEL")
    if found is None:
        # Asked only then: to go over what is installed takes longer than to load all of our models.
        found = _at(named_by_others(GROUP).get(name, ""))
    if found is None:
        raise NoMake(f"there is no driver sim.{name} on this board")
    return found


def _at(place: str) -> Simulation[Struct] | None:
    module, _, attribute = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute, None) if module else None
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        return None
    return found if isinstance(found, Simulation) else None


def line_of(protocol: str) -> LineSettings:
    """Return how the line of a make is set that speaks so. Raises NoMake."""
    make = make_named(protocol.replace("-", "_"))
    assert isinstance(make, LineMake), f"{protocol} hangs on no line"
    return make.line

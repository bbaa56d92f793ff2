"""A simulated device as a profile names it, `driver = "sim.id003"`: the real driver, on a wire to a model."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

from msgspec import Struct, convert

from hal.device import Device
from hal.make import LineMake, Make
from hal.overheard import Listen, Overheard
from hal.pins import OpenPins
from hal.port import Outlet
from hal.registry import Chosen, Simulate
from sim.devices.model import Model
from sim.devices.simulation import Simulation, names_of, simulation_of
from sim.devices.wire import Wire

D = TypeVar("D", bound=Device)


@runtime_checkable
class OnPins(Protocol):
    """A model that hangs on pins in place of a line."""

    open: OpenPins


class Simulated(Chosen):
    """A device whose make is real, and whose other end is a model. The model outlives the board that drives it.

    `model` and its `wire` are there once the device was opened.
    """

    def __init__(
        self, name: str, driver: str, make: Make[Struct], options: Struct, simulation: Simulation[Struct], own: Struct
    ) -> None:
        super().__init__(name, driver, make, options)
        self.model: Model | None = None
        self.wire: Wire | None = None
        self._simulation = simulation
        self._own = own

    def outlet(self) -> Outlet:
        """Return the driver's end of its wire."""
        if self.wire is None:
            self.wire = Wire(self._played(), self.of(LineMake).own(self.options).line)
        return self.wire

    def pins(self) -> OpenPins:
        """Return what opens its model's pins."""
        model = self._played()
        assert isinstance(model, OnPins), f"{self.driver} hangs on no pins"
        return model.open

    def _played(self) -> Model:
        if self.model is None:
            self.model = self._simulation.new(_nobody, self._own)
        return self.model


def simulate(name: str, driver: str, make: Make[Struct], settings: Mapping[str, object]) -> Chosen:
    """Choose a simulated device. What only its model can be told, its driver is not. Raises NoMake, ValidationError."""
    simulation = simulation_of(driver.partition(".")[2])
    known = names_of(make.options)
    options = {word: value for word, value in settings.items() if word in known or not simulation.takes(word)}
    own = {word: value for word, value in settings.items() if simulation.takes(word)}
    return Simulated(name, driver, make, convert(options, make.options), simulation, convert(own, simulation.settings))


SIMULATE: Simulate = simulate


def _nobody(_: dict[str, Any]) -> None:
    """Nobody is told what happens in it."""


class Kept(Chosen):
    """A device of a profile, as it was opened last, with the model of a simulated one."""

    def __init__(self, chosen: Chosen) -> None:
        super().__init__(chosen.name, chosen.driver, chosen.make, chosen.options)
        self.device: Device | None = None
        self._listen: Listen | None = None
        self._chosen = chosen

    def listen_with(self, listen: Listen) -> None:
        """Have somebody told what crosses the device's line, also that of a real one, from the board's start on."""
        self._listen = listen

    @property
    def model(self) -> Any:
        """The model, which can be told what its make can; None of a real device, or one that was never opened."""
        return self._chosen.model if isinstance(self._chosen, Simulated) else None

    @property
    def wire(self) -> Any:
        """The wire of a simulated device, once it was opened; None of any other."""
        return self._chosen.wire if isinstance(self._chosen, Simulated) else None

    def outlet(self) -> Outlet:
        """Return its outlet, with whoever listens."""
        found = self._chosen.outlet()
        return found if self._listen is None else Overheard(found, self._listen)

    def pins(self) -> OpenPins:
        """Return what opens its pins."""
        return self._chosen.pins()

    def opened(self, device: D) -> D:
        """Keep a device that has just been opened."""
        self.device = device
        return device


def device_state(kept: Kept) -> dict[str, Any]:
    """Return how a device stands, and what can be done to its model; nothing can be done to a real one."""
    device, model, wire = kept.device, kept.model, kept.wire
    return {
        "driver": kept.driver,
        "stage": device.stage.value if device is not None else "absent",
        "faults": sorted(device.faults) if device is not None else [],
        "plugged": wire.plugged if wire is not None else None,
        "commands": [form for form, _ in model.commands().values()] if wire is not None else [],
        "holds": model.holds() if wire is not None else "",
        "notes": list(getattr(model, "values", ())),
        "inputs": getattr(model, "inputs", {}),
        "lamps": getattr(model, "lamps", {}),
    }

"""A simulated device as a profile names it, `driver = "sim.id003"`: the real driver, on a wire to a model."""

from collections.abc import Callable
from typing import Any

from drivers.driver import Driver
from hal.device import Hear
from sim.devices.model import Model
from sim.devices.overheard import Listen, Overheard
from sim.devices.wire import Wire

Connect = Callable[..., Any]


def simulated(device: Callable[..., Any], model: Callable[..., Model], *, hands: tuple[str, ...] = ()) -> Connect:
    """Return what opens such a device; it has its model and its wire with it, for whoever runs the bench.

    `hands`: the settings of its profile that are not the driver's but the model's.
    """

    def connect(name: str, options: Any, hear: Hear, *, wire: Wire | None = None, **needs: Any) -> Any:
        wire = wire or Wire(model(**{setting: getattr(options, setting) for setting in hands}), options.line)
        found = device(name, wire, hear, options, **needs)
        found.model, found.wire = wire.model, wire
        return found

    return connect


class Kept:
    """A simulated device of a profile that outlives the board that drives it: what lies in it lies there still.

    `listen`, set before a board starts, is told what crosses the device's line, also that of a real one.
    """

    def __init__(self, chosen: Any) -> None:
        self.driver = chosen.driver
        self.wire: Wire | None = None
        self.model: Any = None
        self.device: Any = None
        self.listen: Listen | None = None
        self._chosen = chosen

    def connect(self, hear: Hear, **needs: Any) -> Any:
        """Open it for a board that starts. A real device keeps what is in it by itself."""
        if self.wire is not None:
            needs["wire"] = self.wire
        self.device = found = self._chosen.connect(hear, **needs)
        self.wire, self.model = getattr(found, "wire", None), getattr(found, "model", None)
        if self.listen is not None and isinstance(found, Driver):
            found.outlet = Overheard(found.outlet, self.listen)
        return found

"""A simulated device as a profile names it, `driver = "sim.id003"`: the real driver, on a wire to a model."""

from collections.abc import Callable
from typing import Any

from hal.device import Hear
from sim.devices.model import Model
from sim.devices.wire import Wire

Connect = Callable[..., Any]


def simulated(device: Callable[..., Any], model: Callable[[], Model]) -> Connect:
    """Return what opens such a device; it has its model and its wire with it, for whoever runs the bench."""

    def connect(name: str, options: Any, hear: Hear, **needs: Any) -> Any:
        made = model()
        wire = Wire(made, options.line)
        found = device(name, wire, hear, options, **needs)
        found.model, found.wire = made, wire
        return found

    return connect

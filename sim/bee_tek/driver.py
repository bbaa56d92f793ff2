"""A Bee-Tek shoe, simulated: the real driver, on a wire to the model."""

from drivers.bee_tek.driver import KIND, BeeTek, Options
from sim.devices.bee_tek import BeeTekModel
from sim.simulated import simulated

__all__ = ["KIND", "Options", "connect"]

connect = simulated(BeeTek, BeeTekModel)

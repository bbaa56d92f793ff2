"""An ID-003 note acceptor, simulated: the real driver, on a wire to the model."""

from drivers.id003.driver import KIND, Id003, Options
from sim.devices.id003 import Id003Model
from sim.simulated import simulated

__all__ = ["KIND", "Options", "connect"]

connect = simulated(Id003, Id003Model)

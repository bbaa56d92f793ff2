"""An EBDS note acceptor, simulated: the real driver, on a wire to the model."""

from drivers.ebds.driver import KIND, Ebds, Options
from sim.devices.ebds import EbdsModel
from sim.simulated import simulated

__all__ = ["KIND", "Options", "connect"]

connect = simulated(Ebds, EbdsModel)

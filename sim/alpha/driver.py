"""An Alpha sign, simulated: the real driver, on a wire to the model."""

from drivers.alpha.driver import KIND, AlphaSign, Options
from sim.devices.alpha_sign import AlphaModel
from sim.simulated import simulated

__all__ = ["KIND", "Options", "connect"]

connect = simulated(AlphaSign, AlphaModel)

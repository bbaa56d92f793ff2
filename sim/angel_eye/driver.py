"""An Angel Eye shoe, simulated: the real driver, on a wire to the model."""

from drivers.angel_eye.driver import KIND, AngelEye, Options
from sim.devices.angel_eye import AngelEyeModel
from sim.simulated import simulated

__all__ = ["KIND", "Options", "connect"]

connect = simulated(AngelEye, AngelEyeModel)

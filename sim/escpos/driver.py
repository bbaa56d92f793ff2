"""An ESC/POS ticket printer, simulated: the real driver, on a wire to the model."""

from drivers.escpos.driver import KIND, EscposPrinter, Options
from sim.devices.escpos_printer import EscposModel
from sim.simulated import simulated

__all__ = ["KIND", "Options", "connect"]

connect = simulated(EscposPrinter, EscposModel, hands=("dots",))

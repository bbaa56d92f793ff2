"""An EBDS note acceptor, simulated: the real driver, on a wire to the model."""

from drivers.ebds.driver import KIND, Ebds
from drivers.ebds.driver import Options as DriverOptions
from hal.currency import known_currency
from sim.devices.ebds import EbdsModel
from sim.simulated import simulated

__all__ = ["KIND", "Options", "connect"]


class Options(DriverOptions, frozen=True):
    """What a profile may set. `currency`: whose notes the simulated acceptor knows."""

    currency: str = "USD"

    def __post_init__(self) -> None:
        super().__post_init__()
        known_currency(self.currency)


connect = simulated(Ebds, EbdsModel, hands=("currency",))

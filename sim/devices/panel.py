"""A simulated panel: somebody who moves what its inputs feel."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from drivers.panel.driver import Options
from hal.pins import Heard, Pins, Pull
from sim.devices.model import Model, NoCommand, Tell
from sim.devices.simulation import Simulation

SWITCH: Final = {"on": True, "off": False}


class PanelModel(Model):
    """The sensors, doors and lamps. Its commands read `player_position on` or `shoe_door off`."""

    def __init__(self, tell: Tell, options: Options) -> None:
        super().__init__(tell)
        self._options = options
        self._levels: dict[int, bool] = {}
        self._heard: Heard | None = None
        for line in options.inputs.values():
            self._levels[line.line] = line.active != "high"

    @property
    def inputs(self) -> dict[str, bool]:
        """Which inputs are on."""
        return {name: self._levels[line.line] is (line.active == "high") for name, line in self._options.inputs.items()}

    @property
    def lamps(self) -> dict[str, bool]:
        """Which outputs are lit."""
        return {
            name: self._levels.get(line.line, line.active != "high") is (line.active == "high")
            for name, line in self._options.outputs.items()
        }

    def do(self, line: str) -> None:
        """Move what an input feels. Raises NoCommand."""
        name, _, how = line.partition(" ")
        if name not in self._options.inputs or how not in SWITCH:
            raise NoCommand(f"{line!r} is none of {', '.join(self._options.inputs)}, each on or off")
        found = self._options.inputs[name]
        level = SWITCH[how] is (found.active == "high")
        if self._levels[found.line] is not level:
            self._levels[found.line] = level
            if self._heard is not None:
                self._heard(found.line, level, round(asyncio.get_running_loop().time() * 1000))

    def open(self, chip: str, inputs: Mapping[int, Pull], outputs: Sequence[int], heard: Heard) -> Pins:
        """Open its pins."""
        del chip, inputs, outputs  # they are the profile's, which is known
        self._heard = heard
        return _Pins(self._levels)


class _Pins:
    def __init__(self, levels: dict[int, bool]) -> None:
        self._levels = levels

    def read(self, line: int) -> bool:
        return self._levels[line]

    def write(self, line: int, *, level: bool) -> None:
        self._levels[line] = level

    def close(self) -> None:
        """Give nothing back."""


MODEL: Final = Simulation(PanelModel, Options)

"""Pins by libgpiod 2 on a chip of the kernel's: any board from the Pi 3 on, and any other."""

import asyncio
import errno
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from hal.pins import Heard, PinsError, Pull

CONSUMER: Final = "rapid-table"
_BIAS: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "none": Bias.AS_IS}


class GpiodPins:
    """Lines that are requested from a chip: the chip's descriptor is on the loop, and edges come in their order."""

    def __init__(self, request: gpiod.LineRequest, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(request.fd, self._readable)

    def _readable(self) -> None:
        now = round(self._loop.time() * 1000)
        for event in self._request.read_edge_events(16):
            self._heard(event.line_offset, event.event_type is event.Type.RISING_EDGE, now)

    def read(self, line: int) -> bool:
        """Return a line's level."""
        return bool(self._request.get_value(line) is Value.ACTIVE)

    def write(self, line: int, *, level: bool) -> None:
        """Set a line's level."""
        self._request.set_value(line, Value.ACTIVE if level else Value.INACTIVE)

    def close(self) -> None:
        """Give the lines back."""
        self._loop.remove_reader(self._request.fd)
        self._request.release()


def open_pins(chip: str, inputs: Mapping[int, Pull], outputs: Sequence[int], heard: Heard) -> GpiodPins:
    """Request the lines of a chip, such as /dev/gpiochip0."""
    config: dict[Iterable[int | str] | int | str, gpiod.LineSettings | None] = {
        line: gpiod.LineSettings(direction=Direction.INPUT, edge_detection=Edge.BOTH, bias=_BIAS[pull])
        for line, pull in inputs.items()
    }
    for line in outputs:
        config[line] = gpiod.LineSettings(direction=Direction.OUTPUT, output_value=Value.INACTIVE)
    try:
        request = gpiod.request_lines(chip, consumer=CONSUMER, config=config)
    except OSError as error:
        code = "line_taken" if error.errno == errno.EBUSY else "no_chip"
        raise PinsError(code, f"{chip}: {error.strerror}") from None
    return GpiodPins(request, heard)

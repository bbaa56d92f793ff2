"""The board's pins: what a panel needs from the library that opens them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

Pull = Literal["up", "down", "none"]
# A line of the chip, its level now, and when that was seen, in milliseconds of the loop's time.
Heard = Callable[[int, bool, int], None]


class PinsError(Exception):
    """The pins are not available. `code` is the fault's (hal.faults)."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class Pins(Protocol):
    """Pins that are open."""

    def read(self, line: int) -> bool:
        """Return a line's level."""
        ...

    def write(self, line: int, *, level: bool) -> None:
        """Set a line's level."""
        ...

    def close(self) -> None:
        """Give the lines back."""
        ...


class OpenPins(Protocol):
    """Opens lines. `heard` is called on the loop at each edge with the line's new level."""

    def __call__(self, chip: str, inputs: Mapping[int, Pull], outputs: Sequence[int], heard: Heard) -> Pins:
        """Raise PinsError when the lines cannot be had."""
        ...

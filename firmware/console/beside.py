"""What stands beside a console's screen."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from firmware.boards.copies import CopySeen
from hal.device import Device
from hal.shoe import CardShoe


def _silent(_: str) -> None:
    """A console without sound."""


def _no_shoe() -> CardShoe | None:
    """Nothing is there to deal from yet."""
    return None


class SgcBeside(NamedTuple):
    """What the console hears by, and what it shows of: the table's devices and its shoe, once they are there."""

    sound: Callable[[str], None] = _silent
    devices: Callable[[], Sequence[Device]] = tuple
    shoe: Callable[[], CardShoe | None] = _no_shoe
    copies: Callable[[], tuple[CopySeen, ...]] = tuple

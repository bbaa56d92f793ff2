"""What stands beside a console's screen."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from firmware.boards.copies import CopySeen
from hal.life import Stage
from hal.shoe import CardShoe


def _silent(_: str) -> None:
    """A console without sound."""


def _no_shoe() -> CardShoe | None:
    """Nothing is there to deal from yet."""
    return None


class PartOfBoard(Protocol):
    """A device, or a part of the board, as the console shows it."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def stage(self) -> Stage:
        """Where it stands in its life."""
        ...

    @property
    def faults(self) -> frozenset[str]:
        """The codes of the faults that stand."""
        ...


class SgcBeside(NamedTuple):
    """What the console hears by, and what it shows of: the table's devices and its shoe, once they are there."""

    sound: Callable[[str], None] = _silent
    devices: Callable[[], Sequence[PartOfBoard]] = tuple
    shoe: Callable[[], CardShoe | None] = _no_shoe
    copies: Callable[[], tuple[CopySeen, ...]] = tuple

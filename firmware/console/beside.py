"""What a console has besides its screen: devices, sounds, copies, the technician's tools, papers."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from firmware.boards.copies import CopySeen
from firmware.boards.paper_printer import PaperPrinter
from firmware.boards.papers import Papers
from firmware.boards.technical import Technical
from hal.device import PartOfBoard
from hal.shoe import CardShoe


def _silent(_: str) -> None:
    """A console without sound."""


def _no_shoe() -> CardShoe | None:
    """Return nothing: there is no shoe yet."""
    return None


class SgcBeside(NamedTuple):
    """What plays sounds, and what is shown: the table's devices and its shoe, once they exist."""

    sound: Callable[[str], None] = _silent
    devices: Callable[[], Sequence[PartOfBoard]] = tuple
    shoe: Callable[[], CardShoe | None] = _no_shoe
    copies: Callable[[], tuple[CopySeen, ...]] = tuple
    technical: Technical | None = None
    papers: Papers | None = None
    printer: PaperPrinter | None = None

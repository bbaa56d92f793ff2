"""Marks simulated devices on screens: the mark stands beside the device's name, the same in every language."""

from typing import Final

from firmware.config import Board
from hal.registry import SIMULATED

_SAID: Final = " · SIMULATED"


def marked(name: str, *, simulated: bool) -> str:
    """Return a name with the mark, once.

    >>> marked(marked("Floor 2", simulated=True), simulated=True)
    'Floor 2 · SIMULATED'
    """
    return f"{name}{_SAID}" if simulated and not name.endswith(_SAID) else name


def located(location: str, board: Board) -> str:
    """Return where a board says that it is, with the mark if devices behind it are simulated."""
    return marked(location, simulated=any(one.driver.partition(".")[0] == SIMULATED for one in board.devices.values()))

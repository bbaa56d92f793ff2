"""How a printer's letters are set, and the commands that do nothing else."""

from collections.abc import Callable
from typing import Final

# How many dots a usual letter is wide and high.
CELL: Final = (12, 24)


class Style:
    """How text is set."""

    def __init__(self) -> None:
        self.align = 0
        self.bold = False
        self.wide = 1
        self.high = 1
        self.underline = False
        self.inverse = False
        self.small = False

    @property
    def cell(self) -> tuple[int, int]:
        """How large a character is, in dots."""
        width = 9 if self.small else CELL[0]
        height = 17 if self.small else CELL[1]
        return width * self.wide, height * self.high


def _mode(style: Style, value: int) -> None:
    """Set all at once."""
    style.small, style.bold, style.underline = bool(value & 1), bool(value & 8), bool(value & 0x80)
    style.high, style.wide = 1 + bool(value & 16), 1 + bool(value & 32)


def _size(style: Style, value: int) -> None:
    style.wide, style.high = 1 + (value >> 4 & 7), 1 + (value & 7)


def _bold(style: Style, value: int) -> None:
    style.bold = bool(value & 1)


def _underline(style: Style, value: int) -> None:
    style.underline = value & 3 in (1, 2)


def _small(style: Style, value: int) -> None:
    style.small = value in (1, 49)


def _align(style: Style, value: int) -> None:
    style.align = (value & 3) % 3


def _inverse(style: Style, value: int) -> None:
    style.inverse = bool(value & 1)


STYLES: Final[dict[str, Callable[[Style, int], None]]] = {
    "ESC !": _mode,
    "GS !": _size,
    "ESC E": _bold,
    "ESC G": _bold,
    "ESC -": _underline,
    "ESC M": _small,
    "ESC a": _align,
    "GS B": _inverse,
}

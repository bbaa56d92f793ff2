"""How the screens look: colours, sizes, and how buttons of each kind are painted."""

from typing import Final, NamedTuple

Colour = tuple[int, int, int]

NIGHT: Final = (11, 16, 26)
SLATE: Final = (24, 33, 49)
STEEL: Final = (40, 53, 76)
LINE: Final = (68, 86, 117)
FELT: Final = (10, 62, 54)
FELT_DEEP: Final = (6, 40, 38)
FELT_LINE: Final = (98, 158, 136)
CHALK: Final = (242, 244, 248)
MIST: Final = (172, 184, 204)
GOLD: Final = (240, 199, 104)
GOLD_DEEP: Final = (74, 58, 22)
IVORY: Final = (247, 244, 236)
GRID: Final = (203, 206, 210)
INK: Final = (20, 24, 32)
PLAYER: Final = (132, 184, 255)
BANKER: Final = (255, 146, 130)
TIE: Final = (142, 232, 168)
PLAYER_DEEP: Final = (18, 66, 158)
BANKER_DEEP: Final = (158, 30, 36)
TIE_DEEP: Final = (16, 104, 60)
ROAD_RED: Final = (200, 30, 36)
ROAD_BLUE: Final = (20, 78, 186)
ROAD_GREEN: Final = (14, 112, 58)
AMBER: Final = (255, 190, 70)
AMBER_DEEP: Final = (78, 50, 4)
ALARM: Final = (255, 140, 128)
ALARM_DEEP: Final = (104, 20, 24)

SIDES: Final = {"player": PLAYER, "banker": BANKER, "tie": TIE}
SIDES_DEEP: Final = {"player": PLAYER_DEEP, "banker": BANKER_DEEP, "tie": TIE_DEEP}


class Look(NamedTuple):
    """How a button or a panel is painted."""

    fill: Colour
    edge: Colour
    ink: Colour


LOOKS: Final[dict[str, Look]] = {
    "panel": Look(SLATE, STEEL, CHALK),
    "deep": Look(NIGHT, STEEL, CHALK),
    "felt": Look(FELT, FELT_LINE, CHALK),
    "felt-wins": Look(GOLD_DEEP, GOLD, CHALK),
    "plain": Look(STEEL, LINE, CHALK),
    "quiet": Look(SLATE, STEEL, MIST),
    "off": Look((22, 28, 40), (40, 48, 64), (140, 151, 171)),
    "main": Look(GOLD, (255, 226, 158), INK),
    "chosen": Look((58, 78, 116), GOLD, CHALK),
    "danger": Look(ALARM_DEEP, ALARM, CHALK),
    "notice": Look(AMBER_DEEP, AMBER, CHALK),
    "warn": Look((255, 176, 46), (255, 214, 140), INK),
    "alarm": Look(ALARM_DEEP, ALARM, CHALK),
    "good": Look(TIE_DEEP, TIE, CHALK),
    "player": Look(PLAYER_DEEP, PLAYER, CHALK),
    "banker": Look(BANKER_DEEP, BANKER, CHALK),
    "tie": Look(TIE_DEEP, TIE, CHALK),
}

# The chips of the house, each with its own colour and, always, its value.
CHIPS: Final[dict[int, tuple[Colour, Colour]]] = {
    100: ((236, 238, 240), (40, 60, 110)),
    500: ((186, 34, 42), (250, 240, 228)),
    2500: ((20, 122, 66), (250, 240, 228)),
    10000: ((34, 36, 44), (250, 240, 228)),
    50000: ((104, 48, 146), (250, 240, 228)),
    100000: ((226, 156, 34), (40, 28, 8)),
    500000: ((36, 104, 176), (250, 240, 228)),
    2500000: ((150, 74, 24), (250, 240, 228)),
}


class Scale(NamedTuple):
    """The sizes of one picture, in pixels. `unit`: a hundredth of its shorter side."""

    unit: float

    def px(self, units: float) -> int:
        """Return so many units in pixels."""
        return round(self.unit * units)

    @property
    def touch(self) -> int:
        """The least side of what is touched: 12 mm and more on the screens that are named in docs/screens.md."""
        return self.px(9.4)

    @property
    def gap(self) -> int:
        """Between neighbours."""
        return self.px(1.2)

    @property
    def small(self) -> int:
        """The least size of type."""
        return self.px(2.6)

    @property
    def body(self) -> int:
        """Ordinary type."""
        return self.px(3.2)

    @property
    def large(self) -> int:
        """Type of what counts."""
        return self.px(4.4)

    @property
    def huge(self) -> int:
        """Type of what is seen first."""
        return self.px(6.4)


def scale_of(size: tuple[int, int]) -> Scale:
    """Return the scale of a picture."""
    return Scale(min(size) / 100)

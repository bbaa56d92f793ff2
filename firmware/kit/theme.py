"""The names that pictures use for a house's look: inks, panels, buttons and chips; and the sizes of things.

The theme (`house_theme.py`) decides how each looks: a picture knows no colour.
"""

from typing import Final, NamedTuple

# The name of an ink. That of what stands on a panel or a button is `on(look)`.
Ink = str
Colour = tuple[int, int, int]

NIGHT: Final = "night"
SLATE: Final = "slate"
STEEL: Final = "steel"
LINE: Final = "line"
CHALK: Final = "chalk"
MIST: Final = "mist"
GOLD: Final = "gold"
INK: Final = "ink"
AMBER: Final = "amber"
PRINT: Final = "print"
GRID: Final = "grid"
IVORY: Final = "ivory"
PLAYER: Final = "player"
BANKER: Final = "banker"
TIE: Final = "tie"
ROAD_RED: Final = "road-red"
ROAD_BLUE: Final = "road-blue"
ROAD_GREEN: Final = "road-green"
CARD_RED: Final = "card-red"
CARD_BLACK: Final = "card-black"
BACK: Final = "back"
LATTICE: Final = "lattice"
INKS: Final = (
    NIGHT, SLATE, STEEL, LINE, CHALK, MIST, GOLD, INK, AMBER, PRINT, GRID, IVORY, PLAYER, BANKER, TIE,
    ROAD_RED, ROAD_BLUE, ROAD_GREEN, CARD_RED, CARD_BLACK, BACK, LATTICE,
)  # fmt: skip

SIDES: Final = {"player": PLAYER, "banker": BANKER, "tie": TIE}

# Red is Banker's and nothing else's: what alarms is amber, and hatched.
LOOKS: Final = (
    "panel", "deep", "felt", "felt-player", "felt-banker", "felt-tie", "felt-wins", "felt-rests", "plain", "quiet",
    "off", "main", "chosen", "danger", "notice", "warn", "alarm", "good", "player", "banker", "tie", "closed",
    "red-suit", "black-suit",
)  # fmt: skip

# The chips of every house, in minor units.
CHIPS: Final = (100, 500, 2500, 10000, 50000, 100000, 500000, 2500000)


def figure_on(chip: int) -> Ink:
    """Return the ink of the figure on a chip."""
    return f"chip {chip}"


def on(look: str) -> Ink:
    """Return the ink of what stands on a panel or button of a look."""
    return f"on {look}"


# How much larger letters and buttons are for people who ask for it.
LARGER: Final = 1.2


class Scale(NamedTuple):
    """The sizes of one picture in pixels. `unit`: a hundredth of its shorter side."""

    unit: float

    def px(self, units: float) -> int:
        """Return a number of units in pixels."""
        return round(self.unit * units)

    @property
    def touch(self) -> int:
        """The least side of a touch target: at least 12 mm on the screens named in docs/screens.md."""
        return self.px(9.4)

    @property
    def gap(self) -> int:
        """Between neighbours."""
        return self.px(1.2)

    @property
    def least(self) -> int:
        """The smallest type where room is short: 2.6 mm on the screens named in docs/screens.md."""
        return int(self.unit * 2) + 1

    # The four sizes of type.

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


def scale_of(size: tuple[int, int], *, large: bool = False) -> Scale:
    """Return the scale of a picture; everything is larger for people who ask for it."""
    return Scale(min(size) / 100 * (LARGER if large else 1))

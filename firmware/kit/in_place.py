"""How long a button has been in its place: a touch on a new button was meant for something else."""

from collections.abc import Mapping
from typing import Final

from firmware.kit.box import Box
from firmware.kit.scene import Item, Scene, Stands

# People need this long to notice a change and stop a finger that is on its way.
STEADY_MS: Final = 600
# A double tap takes no longer than this; its second tap was not meant for what the first brought.
TWICE_MS: Final = 350


class InPlace:
    """What stands on one picture, and since when.

    A change that a finger asked for was expected, except under that finger: it may be tapping twice.
    """

    def __init__(self) -> None:
        self._since: dict[tuple[Box, Stands | None], int] = {}

    def shows(self, scene: Scene, now: int, finger: tuple[int, int] | None = None) -> None:
        """A picture is shown; `finger`: where one on it has just asked for it."""
        before = self._since
        self._since = {}
        for item in scene.items:
            if item.stands:
                place = (item.box, item.stands)
                self._since[place] = before[place] if place in before else now - self._age(item.box, before, finger)

    @staticmethod
    def _age(box: Box, before: Mapping[tuple[Box, Stands | None], int], finger: tuple[int, int] | None) -> int:
        """Return the age that something new counts as: where nothing stood before, no finger was on its way."""
        if finger is not None:
            return STEADY_MS - TWICE_MS if box.holds(*finger) else STEADY_MS
        return 0 if any(box.touches(other) for other, _ in before) else STEADY_MS

    def is_steady(self, item: Item, now: int) -> bool:
        """Whether it has stood there unchanged for long enough to be touched."""
        since = self._since.get((item.box, item.stands), now)
        return now - since >= STEADY_MS or now < since - STEADY_MS  # the table's clock has been turned back since

"""How long a button has been in its place: a touch on one that has just appeared was meant for something else."""

from collections.abc import Mapping
from typing import Final

from firmware.kit.box import Box
from firmware.kit.scene import Item, Scene, Stands

# People need so long to see that something else stands there, and to hold a finger back that is on its way.
STEADY_MS: Final = 600


class InPlace:
    """What stands on one picture, and since when. What a finger on the picture brought about was waited for."""

    def __init__(self) -> None:
        self._since: dict[tuple[Box, Stands | None], int] = {}

    def shows(self, scene: Scene, now: int, *, by_touch: bool) -> None:
        """A picture is shown; `by_touch`: as a finger on it has just asked for it."""
        before = self._since
        self._since = {}
        for item in scene.items:
            if item.stands:
                place = (item.box, item.stands)
                self._since[place] = (
                    before[place] if place in before else now - self._age(item.box, before, by_touch=by_touch)
                )

    @staticmethod
    def _age(box: Box, before: Mapping[tuple[Box, Stands | None], int], *, by_touch: bool) -> int:
        """Return how old what is new counts as: where nothing stood, there was nothing for a finger to go to."""
        return 0 if not by_touch and any(box.touches(other) for other, _ in before) else STEADY_MS

    def is_steady(self, item: Item, now: int) -> bool:
        """Whether it has stood there, and meant the same, for long enough to be touched."""
        since = self._since.get((item.box, item.stands), now)
        return now - since >= STEADY_MS or now < since - STEADY_MS  # the table's time was turned back since

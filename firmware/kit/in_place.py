"""Since when what can be touched stands where it does: what has just changed is not what a finger was meant for."""

from typing import Final

from firmware.kit.box import Box
from firmware.kit.scene import Item, Scene, Stands

# People need so long to see that something else stands there, and to hold a finger back that is on its way.
STEADY_MS: Final = 600


class InPlace:
    """What stands on one picture, and since when. What a finger on the picture brought about was waited for."""

    def __init__(self) -> None:
        self._since: dict[tuple[Box, Stands | None], int] | None = None

    def shows(self, scene: Scene, now: int, *, by_touch: bool) -> None:
        """A picture is shown; `by_touch`: as a finger on it has just asked for it."""
        before = self._since
        new = now - STEADY_MS if by_touch or before is None else now
        stands = ((item.box, item.stands) for item in scene.items if item.stands)
        self._since = {place: (before or {}).get(place, new) for place in stands}

    def is_steady(self, item: Item, now: int) -> bool:
        """Whether it has stood there, and meant the same, for long enough to be touched."""
        return now - (self._since or {}).get((item.box, item.stands), now) >= STEADY_MS

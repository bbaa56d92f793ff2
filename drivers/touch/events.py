"""Turns pygame's events of fingers and mice into touches on the picture, turned and calibrated as the screen hangs."""

from typing import Final

import pygame

from drivers.touch.mapping import Mapping
from hal.touch import Motion, Point, Touched

_FINGERS: Final = {
    pygame.FINGERDOWN: Motion.DOWN,
    pygame.FINGERMOTION: Motion.MOVE,
    pygame.FINGERUP: Motion.UP,
}
_MOUSE: Final = {
    pygame.MOUSEBUTTONDOWN: Motion.DOWN,
    pygame.MOUSEMOTION: Motion.MOVE,
    pygame.MOUSEBUTTONUP: Motion.UP,
}
# The finger that a mouse stands for, beside those of a screen.
MOUSE_FINGER: Final = -1
LEFT: Final = 1


def touch_of(event: pygame.event.Event, size: tuple[int, int], mapping: Mapping) -> Touched | None:
    """Return the touch in a pygame event; None if there is none, or if it repeats a finger as a mouse."""
    if event.type in _FINGERS:
        x, y = mapping.place((event.x, event.y), size)
        return Touched(_FINGERS[event.type], x, y, event.finger_id)
    if event.type not in _MOUSE or event.touch:
        return None
    held = event.buttons[0] if event.type == pygame.MOUSEMOTION else event.button == LEFT
    # A mouse points at what is seen: it is turned with the picture, and needs no calibration.
    w, h = (size[1], size[0]) if mapping.sideways else size
    x, y = Mapping(mapping.rotation).place(((event.pos[0] + 0.5) / w, (event.pos[1] + 0.5) / h), size)
    return Touched(_MOUSE[event.type], x, y, MOUSE_FINGER) if held else None


class PygameTouch:
    """The touch screen of a picture that pygame shows."""

    def __init__(self, mapping: Mapping) -> None:
        self._mapping = mapping

    def touches(self) -> list[Touched]:
        """Return what happened since last asked."""
        surface = pygame.display.get_surface()
        if surface is None:
            return []
        found = pygame.event.get((*_FINGERS, *_MOUSE))
        w, h = surface.get_size()
        size = (h, w) if self._mapping.sideways else (w, h)
        touched = (touch_of(event, size, self._mapping) for event in found)
        return [touch for touch in touched if touch is not None]


class PlainPygame:
    """The touch panel as it is: neither turned nor calibrated."""

    def places(self) -> list[Point]:
        """Return where it was touched since last asked, as shares of the panel."""
        return [(event.x, event.y) for event in pygame.event.get((pygame.FINGERDOWN,))]

"""A screen that nobody sees but a test or the bench's page: drawn as it would be, touched by whoever holds it."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import pygame

from firmware.boards.picture import Canvas, Picture
from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.house_theme import FIRST
from firmware.kit.pace import FrameClock, WokenClock
from firmware.kit.painter import joined
from firmware.kit.scene import Action
from firmware.kit.sounds import Sounds
from firmware.kit.theme import scale_of
from hal.touch import Motion, Touched

# Of how many drawings it is known where they changed it; whoever looks less often is shown all of it.
REMEMBERED: Final = 64


class Fingers:
    """A touch screen whose fingers are told what to do."""

    def __init__(self) -> None:
        self._next: list[Touched] = []
        # Whoever looks at them, is told so that they look now.
        self.wake: Callable[[], None] = lambda: None

    def touches(self) -> list[Touched]:
        """Return what happened since last asked."""
        now, self._next = self._next, []
        return now

    def do(self, *touches: Touched) -> None:
        """Have fingers touch."""
        self._next += touches
        self.wake()

    def tap(self, x: int, y: int) -> None:
        """Have one touch and leave again."""
        self.do(Touched(Motion.DOWN, x, y), Touched(Motion.UP, x, y))


class OffScreen:
    """What a picture is drawn on. `drawn` counts: whoever shows it elsewhere sees whether there is something new."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.surface = pygame.Surface(size, depth=32)
        self.size = size
        self.theme = FIRST
        self.moves = True
        self.fingers = None
        self.drawn = 0
        self._places: deque[list[Box]] = deque(maxlen=REMEMBERED)

    def present(self, places: list[Box]) -> None:
        """Count that it was drawn on, and remember where."""
        if places:
            self.drawn += 1
            self._places.append(places)

    def changed_since(self, drawn: int) -> list[Box]:
        """Return where it has changed since it had been drawn so often; all of it, where that is long ago."""
        new = self.drawn - drawn
        if new > len(self._places):
            return [Box(0, 0, *self.size)]
        newest = list(self._places)[len(self._places) - new :]
        return joined([box for places in newest for box in places])

    def closed(self) -> bool:
        """Nobody closes it."""
        return False


@cache
def _art_of(theme: str, size: tuple[int, int]) -> Art:
    """Return what draws for all screens in memory that look alike: what one drew, the others need not draw anew."""
    return Art(theme, scale_of(size).least)


class SeenScreen(Picture):
    """A screen in memory with its fingers."""

    def __init__(self, size: tuple[int, int], language: str = "en") -> None:
        self.fingers = Fingers()
        self.off = OffScreen(size)
        super().__init__(self.off, self.fingers, Sounds(0), language)
        self.frames = WokenClock()
        self.fingers.wake = self.frames.wake

    def _art(self, canvas: Canvas) -> Art:
        return _art_of(self._worn or canvas.theme, canvas.size)

    def keep_pace(self, frames: FrameClock) -> None:
        """Draw at this pace, from the board's start on."""
        self.frames = frames

    def actions(self) -> Sequence[Action]:
        """Return what can be touched now: what a finger may be meant for."""
        if self.stage is None:
            return []
        items = self.stage.scene.items[self.stage.scene.above :]
        return [item.action for item in items if item.action and self.stage.is_steady(item)]

    def touch(self, *action: str) -> None:
        """Touch the middle of what has this meaning. Raises LookupError when nothing has, or another lies on it."""
        assert self.stage is not None
        scene = self.stage.scene
        for item in scene.items[scene.above :]:
            if item.action == action and scene.touched(*item.box.middle) is item:
                self.fingers.tap(*item.box.middle)
                return
        raise LookupError(f"nothing there to touch for {' '.join(action)}; there is {self.actions()}")

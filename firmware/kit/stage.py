"""Keeps a picture up to date: drawn when it has changed, sixty times a second while something moves, else never."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import pygame

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Pressed
from firmware.kit.painter import Painter
from firmware.kit.pointer import Act, Pointer
from firmware.kit.scene import Scene
from hal.touch import TouchScreen

MOVING_S: Final = 1 / 60
# How often fingers are looked for while nothing moves.
RESTING_S: Final = 1 / 50

Present = Callable[[list[Box]], None]


class FrameClock:
    """When the next picture is due: so long after the last, whatever drawing took. By default by the loop's time."""

    def __init__(
        self,
        time: Callable[[], float] = lambda: asyncio.get_running_loop().time(),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._time = time
        self._sleep = sleep
        self._due = 0.0

    async def next(self, seconds: float) -> None:
        """Wait for it."""
        now = self._time()
        self._due = max(self._due + seconds, now)
        await self._sleep(self._due - now)


class LiveScene:
    """One picture and the fingers on it. `picture` returns what it shows now."""

    def __init__(
        self, surface: pygame.Surface, present: Present, touch: TouchScreen | None, picture: Callable[[], Scene]
    ) -> None:
        self.scene = Scene(())
        self._painter = Painter(surface, Art())
        self._present = present
        self._touch = touch
        self._picture = picture
        self._due = True
        self._pointer = Pointer(_nothing)

    def serve(self, act: Act) -> None:
        """Say what is to be done with touches."""
        self._pointer = Pointer(act)

    def changed(self) -> None:
        """Something that the picture shows has changed."""
        self._due = True

    def look(self, now: int) -> None:
        """See what fingers did, and draw what has changed."""
        touches = self._touch.touches() if self._touch is not None else []
        for touch in touches:
            self._pointer.touched(touch, self.scene)
            self._draw()
        wake = self.scene.wake_at
        if self._due or self.scene.moving or (wake is not None and now >= wake):
            self._draw()

    def _draw(self) -> None:
        self._due = False
        scene = self._picture()
        self.scene = scene
        lights = tuple(Pressed(item.box) for item in self._pointer.pressed)
        if lights:
            scene = Scene((*scene.items, *lights), scene.above)
        places = self._painter.paint(scene)
        if places:
            self._present(places)

    def whole(self) -> None:
        """Draw all of it anew, whatever the surface held."""
        self._present(self._painter.paint_all(self.scene))

    async def run(self, now_ms: Callable[[], int], closed: Callable[[], bool], frames: FrameClock) -> None:
        """Live until the window is closed."""
        while not closed():
            self.look(now_ms())
            await frames.next(MOVING_S if self.scene.moving else RESTING_S)


def _nothing(_: tuple[str, ...]) -> None:
    """Nobody is there yet to act on a touch."""

"""Keeps a picture up to date: drawn when it changes, and up to sixty times a second while something moves."""

import asyncio
from collections.abc import Callable
from typing import Final

from firmware.kit.box import Box
from firmware.kit.in_place import InPlace
from firmware.kit.items import Pressed
from firmware.kit.pace import CALM_LOOK_S, DrawingTime, FrameClock, loop_s
from firmware.kit.painter import Painter
from firmware.kit.pointer import Act, Pointer
from firmware.kit.scene import Action, Item, Scene
from hal.touch import Motion, Touched, TouchScreen

# Within this many turns of the loop a request is on the wire, and an answer that has come is handled.
TURNS: Final = 3

Present = Callable[[list[Box]], None]


class LiveScene:
    """One picture and the fingers on it. `picture` returns what it shows now. `time`, `worked`: as for DrawingTime."""

    def __init__(
        self,
        painter: Painter,
        present: Present,
        touch: TouchScreen | None,
        picture: Callable[[], Scene],
        time: Callable[[], float] = loop_s,
        worked: Callable[[], float] = loop_s,
    ) -> None:
        self.scene = Scene(())
        self._frames = FrameClock()
        self._painter = painter
        self._present = present
        self._touch = touch
        self._picture = picture
        self._drawing = DrawingTime(time, worked)
        self._due = True
        self._touched = False
        self._by_touch = False
        self._finger = (0, 0)
        self._pointer = Pointer(_nothing)
        self._in_place = InPlace()
        self._ready: frozenset[Item] = frozenset()
        self._soon: list[Item] | None = None
        self._now = 0

    def serve(self, act: Act) -> None:
        """Say what is to be done with touches."""

        def asked(action: Action) -> None:
            act(action)
            self._due = self._by_touch = True

        self._pointer = Pointer(asked)

    def changed(self) -> None:
        """Something that the picture shows has changed."""
        self._due = True
        self._by_touch = False
        self._drawing.changed()
        self._frames.wake(0.0 if self._drawing.answers else CALM_LOOK_S)

    def look(self, now: int) -> None:
        """Handle touches and draw them at once; draw other changes when there is time."""
        self.feel(now)
        self.show(now)

    def feel(self, now: int) -> bool:
        """Handle touches and return whether they asked for anything. `show` draws the result."""
        self._now = now
        asked = False
        for touch in self._touch.touches() if self._touch is not None else ():
            self._drawing.touched()
            if touch.motion is Motion.MOVE:
                self._touched |= self._pointer.moved(touch)
                continue
            if self._by_touch and self._pointer.minds(touch):
                self._see()  # this finger meets what the one before it changed
            self._finger = (touch.x, touch.y)
            if self._is_meant(touch):
                self._pointer.touched(touch, self.scene)
            self._touched = True
            asked = asked or self._by_touch
        return asked

    def show(self, now: int) -> None:
        """Draw what fingers did, and other changes when there is time."""
        self._now = now
        wake = self.scene.wake_at
        wanted = self._due or self.scene.moving or (wake is not None and now >= wake)
        if self._touched or (wanted and self._drawing.may()):
            with self._drawing.taken():
                if wanted:
                    self._see()
                self._paint()
        elif not wanted and self._drawing.is_free():
            self._make_ready()

    def _make_ready(self) -> None:
        """Prepare one thing that may come next, so that a touch need not wait for it."""
        if self._soon is None:
            soon = self.scene.soon()
            self._ready &= frozenset(soon)
            self._soon = [item for item in soon if item not in self._ready]
        if self._soon:
            item = self._soon.pop()
            self._painter.make_ready(item)
            self._ready |= {item}

    def is_steady(self, item: Item) -> bool:
        """Whether something has stood on the picture long enough to be touched."""
        return self._in_place.is_steady(item, self._now)

    def _is_meant(self, touch: Touched) -> bool:
        """Whether a finger can have been meant for what it touches: not if that has only just appeared."""
        item = self.scene.touched(touch.x, touch.y) if touch.motion is Motion.DOWN else None
        return item is None or self.is_steady(item)

    def _see(self) -> None:
        """Make the scene to show from now on."""
        by_touch, self._by_touch = self._by_touch, False
        self._due = False
        self._soon = None
        self.scene = self._picture()
        self._in_place.shows(self.scene, self._now, self._finger if by_touch else None)

    def _paint(self) -> None:
        self._touched = False
        scene = self.scene
        lights = tuple(Pressed(item.box) for item in self._pointer.pressed)
        if lights:
            scene = Scene((*scene.items, *lights), scene.above)
        places = self._painter.paint(scene)
        if places:
            self._present(places)

    def whole(self) -> None:
        """Draw all of it again, whatever the surface held."""
        self._present(self._painter.paint_all(self.scene))

    async def run(self, now_ms: Callable[[], int], closed: Callable[[], bool], frames: FrameClock) -> None:
        """Live until the window is closed."""
        self._frames = frames
        while not closed():
            # Money before pictures: what was asked for is on its way before that is shown, and what has come is shown
            # once and whole.
            if self._due:
                await _let_others()
            while self.feel(now_ms()):
                await _let_others()
            now = now_ms()
            self.show(now)
            await self._frames.next(self._rests(now))

    def _rests(self, now: int) -> float:
        """Return how long nothing needs attention."""
        if self.scene.moving:
            return self._drawing.moves_s()
        calm = self._frames.calm_s
        if self._due or self._soon:  # something is not drawn or prepared yet
            calm = min(calm, CALM_LOOK_S)
        if self.scene.wake_at is not None:
            calm = min(calm, max((self.scene.wake_at - now) / 1000, CALM_LOOK_S))
        return self._drawing.look_s(calm)


async def _let_others() -> None:
    """Let other tasks run."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


def _nothing(_: tuple[str, ...]) -> None:
    """There is no desk yet to act on a touch."""

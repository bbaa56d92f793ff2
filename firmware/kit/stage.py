"""Keeps a picture up to date: drawn when it has changed, sixty times a second while something moves, else never."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

from firmware.kit.box import Box
from firmware.kit.in_place import InPlace
from firmware.kit.items import Pressed
from firmware.kit.painter import Painter
from firmware.kit.pointer import Act, Pointer
from firmware.kit.scene import Item, Scene
from hal.touch import Motion, Touched, TouchScreen

MOVING_S: Final = 1 / 60
# How often fingers are looked for while nothing moves.
RESTING_S: Final = 1 / 50
# And once there was none for so long: looking is what costs a small board the most while nothing happens.
CALM_S: Final = 5.0
CALM_LOOK_S: Final = 1 / 20
# Where whatever happens wakes the screen by itself: for what says nothing, such as a window that is closed.
WOKEN_LOOK_S: Final = 1 / 4

# There is work while changes come closer together than this, in seconds.
WORK_S: Final = 0.5
# While there is work, drawing takes one part in so many of the time: money comes before pictures.
ONE_PART_IN: Final = 10
# And of what the processor does for the board, looking for fingers left out; but no picture waits for that for longer
# than this, in seconds.
ONE_PART_OF_WORK: Final = 12
LATEST_S: Final = 1.0
# What a finger asked for is shown at once for so long: the answer may have to come from the table.
ANSWER_S: Final = 1.0

Present = Callable[[list[Box]], None]


def loop_s() -> float:
    """Return the running loop's time."""
    return asyncio.get_running_loop().time()


class DrawingTime:
    """What drawing may take: all that it wants while there is nothing else to do, a tenth while there is.

    `time`: of the loop; `worked`: what the processor has worked for this board, whatever had to wait meanwhile.
    """

    def __init__(self, time: Callable[[], float], worked: Callable[[], float]) -> None:
        self._time = time
        self._worked = worked
        self._changed_at = -WORK_S
        self._work_until = 0.0
        self._free_at = 0.0
        self._worked_at = 0.0
        self._latest = 0.0
        self._answer_until = 0.0

    def look_s(self, calm_s: float) -> float:
        """How long until fingers are looked for again, while nothing moves."""
        return RESTING_S if self._time() < self._answer_until + CALM_S - ANSWER_S else calm_s

    def touched(self) -> None:
        """A finger wants something."""
        self._answer_until = self._time() + ANSWER_S

    def changed(self) -> None:
        """Something has happened: two such things one after the other are work."""
        now = self._time()
        if now - self._changed_at < WORK_S:
            self._work_until = now + WORK_S
        self._changed_at = now

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Count what a picture takes."""
        began, worked = self._time(), self._worked()
        yield
        now, more = self._time(), self._worked()
        self._free_at = now + (now - began) * (ONE_PART_IN - 1)
        self._worked_at = more + (more - worked) * (ONE_PART_OF_WORK - 1)
        self._latest = now + LATEST_S

    def may(self) -> bool:
        """Whether a picture may be drawn now."""
        now = self._time()
        if now >= self._work_until or now < self._answer_until:
            return True
        return now >= self._free_at and (now >= self._latest or self._worked() >= self._worked_at)


class FrameClock:
    """When the next picture is due: so long after the last, whatever drawing took. By default by the loop's time.

    `calm_s`: how often fingers are looked for where there was none for a while.
    """

    calm_s = CALM_LOOK_S

    def __init__(
        self,
        time: Callable[[], float] = loop_s,
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

    def wake(self, least_s: float = 0.0) -> None:
        """Something has happened: this clock looks often enough."""


class WokenClock(FrameClock):
    """A clock for a screen whose fingers and changes say so themselves: nothing is looked for as often without them."""

    calm_s = WOKEN_LOOK_S

    def __init__(self) -> None:
        super().__init__()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Future[None] | None = None

    async def next(self, seconds: float) -> None:
        """Wait for it, or until woken."""
        loop = self._loop = asyncio.get_running_loop()
        self._began = loop.time()
        self._ringing = loop.create_future()
        self._timer = loop.call_later(seconds, self._ring)
        try:
            await self._ringing
        finally:
            self._timer.cancel()
            self._ringing = None

    def wake(self, least_s: float = 0.0) -> None:
        """Have it be due now, or so long after the last at least."""
        if self._ringing is None or self._loop is None or self._timer is None:
            return  # it is just being looked
        at = self._began + least_s
        if at < self._timer.when():
            self._timer.cancel()
            self._timer = self._loop.call_at(at, self._ring)

    def _ring(self) -> None:
        if self._ringing is not None and not self._ringing.done():
            self._ringing.set_result(None)


class LiveScene:
    """One picture and the fingers on it. `picture` returns what it shows now; `time`, `worked`: as for DrawingTime."""

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
        self._pointer = Pointer(_nothing)
        self._in_place = InPlace()
        self._now = 0

    def serve(self, act: Act) -> None:
        """Say what is to be done with touches."""
        self._pointer = Pointer(act)

    def changed(self) -> None:
        """Something that the picture shows has changed."""
        self._due = True
        self._drawing.changed()
        self._frames.wake(CALM_LOOK_S)

    def look(self, now: int) -> None:
        """See what fingers did, and draw it at once; draw what has changed otherwise, when there is time for that."""
        self._now = now
        touches = self._touch.touches() if self._touch is not None else []
        for touch in touches:
            if self._is_meant(touch):
                self._pointer.touched(touch, self.scene)
            self._drawing.touched()
            self._draw(by_touch=True)
        wake = self.scene.wake_at
        wanted = self._due or self.scene.moving or (wake is not None and now >= wake)
        if wanted and self._drawing.may():
            self._draw()

    def is_steady(self, item: Item) -> bool:
        """Whether something on the picture has stood there long enough to be touched."""
        return self._in_place.is_steady(item, self._now)

    def _is_meant(self, touch: Touched) -> bool:
        """Whether a finger can have been meant for what it comes down on: that did not just come there by itself."""
        item = self.scene.touched(touch.x, touch.y) if touch.motion is Motion.DOWN else None
        return item is None or self.is_steady(item)

    def _draw(self, *, by_touch: bool = False) -> None:
        self._due = False
        with self._drawing.taken():
            self._paint(self._picture())
        self._in_place.shows(self.scene, self._now, by_touch=by_touch)

    def _paint(self, scene: Scene) -> None:
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
        self._frames = frames
        while not closed():
            now = now_ms()
            self.look(now)
            await self._frames.next(self._rests(now))

    def _rests(self, now: int) -> float:
        """Return how long nothing need be looked at."""
        if self.scene.moving:
            return MOVING_S
        calm = self._frames.calm_s
        if self._due:  # and could not be drawn yet
            calm = min(calm, CALM_LOOK_S)
        if self.scene.wake_at is not None:
            calm = min(calm, max((self.scene.wake_at - now) / 1000, CALM_LOOK_S))
        return self._drawing.look_s(calm)


def _nothing(_: tuple[str, ...]) -> None:
    """Nobody is there yet to act on a touch."""

"""Where fingers go on a dealer's console, and what it shows then: worked out by the console itself, in virtual time."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final
from unittest.mock import patch

import pygame
from by_touch import Dealer, Floor
from PIL import Image

from firmware.config import Board
from firmware.console.toast import TOAST_MS
from image.trial.pictures import IN_PLAY, MAY_DIFFER, TIME, UNUSUAL, Step, blanked
from sim.offscreen import SeenScreen
from sim.profiles import SCREEN

# The two boards of a trial.
TABLE: Final = "table"
TERMINAL: Final = "ats"
# What adds to a name that devices are simulated. On an image none is: its shoe is emulated on a real line.
LOCATED: Final = ("firmware.table_board.devices.located", "firmware.terminal.board.located")


class Fingers(Dealer):
    """Takes down where fingers go, and what the screens of a table and its terminals show."""

    def __init__(self, floor: Floor, *seats: int) -> None:
        assert floor.table.sgc is not None
        self.floor, self.may_differ = floor, MAY_DIFFER
        self._screens: dict[str, SeenScreen] = {TABLE: floor.table.sgc}
        for seat in seats:
            seen = floor.table.seats[seat].seen
            assert seen is not None
            self._screens[TERMINAL] = seen
        self._touched: list[tuple[int, int]] = []
        for screen in self._screens.values():
            screen.fingers.tap = self._noting(screen.fingers.tap)  # type: ignore[method-assign, assignment]

    def _noting(self, tap: Callable[[int, int], None]) -> Callable[[int, int], None]:
        def noted(x: int, y: int) -> None:
            self._touched.append((x, y))
            tap(x, y)

        return noted

    def touched(self) -> tuple[float, float]:
        """Return where a finger was, as a part of the screen."""
        (x, y) = self._touched.pop()
        return x / SCREEN[0], y / SCREEN[1]

    def picture(self, board: str) -> Image.Image:
        """Return what a screen shows now."""
        surface = self._screens[board].off.surface
        return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))

    async def shoe(self, line: str) -> None:
        """Have something happen to the shoe."""
        raise NotImplementedError

    async def open(self, may_differ: float) -> None:
        """Open a new table: somebody is enrolled, and a shoe is put into play; from then on clocks run."""
        await self.enrol()
        self.may_differ = may_differ
        await self.dealer("op new-shoe", "yes")
        await self.shoe("burn 5H")


class Story(Fingers):
    """Steps at the table's board as they are taken, each with the picture that came of it."""

    def __init__(self, floor: Floor) -> None:
        super().__init__(floor)
        self.steps: list[Step] = []
        self._last = self.picture(TABLE)

    def begin_again(self, may_differ: float) -> None:
        """Forget what was done so far: the story begins with what is shown now."""
        self.steps.clear()
        self._last, self.may_differ = self.picture(TABLE), may_differ

    async def dealer(self, *actions: str) -> None:
        """Touch what has these meanings."""
        for action in actions:
            await self.floor.dealer(action)
            await self._add(self.touched())

    async def leads_to(self, action: str, happens: Callable[[], None]) -> None:
        """Touch what has something happen on the board that this console does not see by itself."""
        await self.floor.dealer(action)
        touch = self.touched()
        happens()
        for tab in ("tab devices", "tab coup"):  # a screen that nobody touches is not drawn anew
            await self.floor.dealer(tab)
            self.touched()
        await self._add(touch)

    async def shoe(self, line: str) -> None:
        """Have something happen to the shoe."""
        self.floor.table.devices["shoe"].model.do(line)
        await asyncio.sleep(3)
        await self._add(shoe=line)

    async def _add(self, touch: tuple[float, float] | None = None, shoe: str = "") -> None:
        # What stays there is waited for. A word that goes away by itself a busy machine may not see in its time.
        await asyncio.sleep(TOAST_MS / 1000 + 1)
        now = self.picture(TABLE)
        aside = (TIME, UNUSUAL) if self.may_differ == IN_PLAY else (TIME,)
        before, after = (blanked(one, aside) for one in (self._last, now))
        self.steps.append(Step(before, after, touch, shoe, self.may_differ, aside))
        self._last = now


@contextmanager
def on_real_lines() -> Iterator[None]:
    """Have screens say no more of their devices than an image's do."""
    with ExitStack() as patches:
        for located in LOCATED:
            patches.enter_context(patch(located, _plainly))
        yield


def _plainly(name: str, _: Board) -> str:
    return name

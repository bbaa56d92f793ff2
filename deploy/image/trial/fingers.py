"""Where fingers go on a dealer's console, and what it shows then: worked out by the console itself, in virtual time."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pygame
from by_touch import Dealer, Floor, on_a_floor
from msgspec import Struct
from PIL import Image, ImageChops

from firmware.boards.own_faults import OwnFaults
from firmware.boards.update_watch import UpdateWatch
from firmware.config import Board
from firmware.console.toast import TOAST_MS
from firmware.table.core.waiting import Waiting
from firmware.updating.install import STATE, UpdateState
from firmware.updating.outcome import UpdateOutcome, keep, write_outcome
from sim.offscreen import SeenScreen
from sim.profiles import SCREEN

# The two boards of a trial.
TABLE: Final = "table"
TERMINAL: Final = "ats"
# Of a picture's points so many may be others. QEMU's pictures are the host's to a few points (0.02 %); a title that is
# another one makes 0.14 %. Once bets open a clock counts down.
MAY_DIFFER: Final = 0.001
IN_PLAY: Final = 0.02
# Betting is closed by touch long before this, on the busiest machine too; trial/table.toml says the same.
PERIOD_S: Final = 600
# Where the console says what is unusual in a coup (left, top, right, bottom): a busy machine's sign answers late, and
# then "the display shows otherwise" stands there. What the coup came to is read in the journal.
Corners = tuple[int, int, int, int]
UNUSUAL: Final[Corners] = (10, 352, 760, 607)
# And where it says what day and what time it is: the host's is another.
TIME: Final[Corners] = (915, 74, 1115, 110)
# What else a board's own page says (its software's digest, what was given up before) is not the host's.
BESIDE: Final = 0.06
# The sign that hangs on the board: the page Devices has a row for it, and what stands below is touched there.
SIGN: Final = '[devices.wnd]\ndriver = "sim.alpha"\nport = "simulated"\n'
# By so much two shades of a point differ when it is another: what virtio-gpu and a surface in memory round is less.
ANOTHER: Final = 40
# What adds to a name that devices are simulated. On an image none is: its shoe is emulated on a real line.
LOCATED: Final = ("firmware.table_board.devices.located", "firmware.terminal.board.located")


class Step(Struct, frozen=True):
    """A touch, at a part of the screen, or what happens to the shoe; and what is to be seen after it."""

    before: Image.Image
    picture: Image.Image
    touch: tuple[float, float] | None = None
    shoe: str = ""
    may_differ: float = MAY_DIFFER
    aside: tuple[Corners, ...] = ()

    def looked_at(self, shown: Image.Image) -> Image.Image:
        """Return what of a screen is compared."""
        return blanked(shown, self.aside)

    def is_before(self, shown: Image.Image) -> bool:
        """Whether a screen shows what was there before."""
        return differs(self.looked_at(shown), self.before) <= self.may_differ

    def is_taken(self, shown: Image.Image) -> bool:
        """Whether a screen shows what comes of it, where it changes that rather than what was before."""
        shown = self.looked_at(shown)
        changes = ImageChops.difference(self.before, self.picture).getbbox()
        if differs(shown, self.picture) > self.may_differ:
            return False
        if changes is None:
            return True
        now = shown.crop(changes)
        return differs(now, self.picture.crop(changes)) < differs(now, self.before.crop(changes))

    def told(self, shown: Image.Image) -> str:
        """Return how far a screen is from what should be there, and where, for whoever has the log and no picture."""
        shown = self.looked_at(shown)
        other = ImageChops.difference(shown, self.picture).convert("L").point(lambda shade: shade >= ANOTHER)
        return (
            f"{differs(shown, self.picture):.2%} of the points are others ({self.may_differ:.2%} may be), within "
            f"{other.getbbox()}; from before the step {differs(shown, self.before):.2%} are"
        )


def blanked(picture: Image.Image, places: tuple[Corners, ...]) -> Image.Image:
    """Return a picture without what stands in these places."""
    rest = picture.convert("RGB")
    for place in places:
        rest.paste("black", place)
    return rest


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


def one_coup(folder: Path) -> list[Step]:
    """Return a new table's first coup: somebody is enrolled, a shoe is put into play, cards fall, 7 beats 6."""
    steps: list[Step] = []

    async def told(floor: Floor) -> None:
        story = Story(floor)
        await story.open(IN_PLAY)
        await story.dealer("op open", "op close", "yes")
        for line in ("7S player 1", "6H banker 1", "KD player 2", "KC banker 2"):
            await story.shoe(f"card {line}")
        await story.dealer("op confirm")
        steps.extend(story.steps)

    with on_real_lines():
        on_a_floor(folder, told, painted=True, ats=0, period=PERIOD_S)
    return steps


def restart_allowed(folder: Path, version: str, *, nobody: bool, ats: int = 0) -> list[Step]:
    """Return how a supervisor allows the restart for a version.

    `nobody`: of a table without staff yet: one is enrolled first, and signs on. Else one has (`opened_again`).
    """
    steps: list[Step] = []
    keep(folder / "update", STATE, UpdateState("ready", version))

    async def told(floor: Floor) -> None:
        story = await _staffed(floor)
        await _signs_on(story)
        # A digit that was not typed is few points: only these pages may be others.
        story.may_differ = BESIDE
        await story.dealer("tab devices")
        if not nobody:
            story.begin_again(BESIDE)
        await story.dealer("tab technical", f"op allow-restart {version}", "yes")
        steps.extend(story.steps)

    _at_a_board(folder, told, ats)
    return steps


def opened_again(folder: Path, ats: int = 0, given_up: str = "") -> list[Step]:
    """Return how a supervisor opens a table that was started again, and looks at what its board says.

    A restart has ended each sign-on, and no other board vouches for its journal. `given_up`: the version that the board
    says this of.
    """
    steps: list[Step] = []
    shutil.rmtree(folder / "update", ignore_errors=True)
    if given_up:
        write_outcome(folder / "update", UpdateOutcome("tried", given_up))

    async def told(floor: Floor) -> None:
        story = await _staffed(floor)
        table = floor.table.service
        table.set_opening(Waiting(_away(ats), table.now_ms()))
        # A screen that nobody touches is not drawn anew.
        await story.dealer("tab devices", "tab coup")
        story.begin_again(BESIDE)
        await _signs_on(story)
        await story.dealer("op open-on-word")
        await story.leads_to("yes", lambda: table.set_opening(None))
        await story.dealer("tab devices")
        steps.extend(story.steps)

    _at_a_board(folder, told, ats)
    return steps


async def _staffed(floor: Floor) -> Story:
    """Have a casino supervisor enrolled."""
    story = Story(floor)
    await asyncio.sleep(3)
    await story.dealer("op first")
    for text in ("700", "MEI", "4711"):
        await story.keys(text)
    return story


async def _signs_on(story: Story) -> None:
    await story.dealer("op sign-on")
    for text in ("700", "4711"):
        await story.keys(text)


def _at_a_board(folder: Path, told: Callable[[Floor], Awaitable[None]], ats: int) -> None:
    """Tell a story at the console of a board that has a sign, and looks at its updates."""

    def here(faults: OwnFaults) -> UpdateWatch:
        """Return a board's watch that has seen the version: one that waits, as long as nobody allows it."""
        watch = UpdateWatch(faults, folder / "update", folder)
        watch.look()
        return watch

    with patch("firmware.table_board.devices.UpdateWatch", here), on_real_lines():
        on_a_floor(
            folder, told, painted=True, ats=ats, panel=SIGN, external=_away(ats), **({"currency": "AUD"} if ats else {})
        )


def _away(ats: int) -> tuple[str, ...]:
    """Return the terminals of a table whose board runs alone."""
    return tuple(f"ats-{number}" for number in range(1, ats + 1))


@contextmanager
def on_real_lines() -> Iterator[None]:
    """Have screens say no more of their devices than an image's do."""
    with ExitStack() as patches:
        for located in LOCATED:
            patches.enter_context(patch(located, _plainly))
        yield


def _plainly(name: str, _: Board) -> str:
    return name


def differs(one: Image.Image, other: Image.Image) -> float:
    """Return which part of their points is another."""
    if one.size != other.size:
        return 1.0
    shades = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L").histogram()
    return sum(shades[ANOTHER:]) / (one.size[0] * one.size[1])

"""A screen that fingers and changes wake looks seldom otherwise, and loses no time by it."""

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pygame
import pytest
from device_under_test import run

from firmware.boards.picture import Picture
from firmware.kit.box import Box
from firmware.kit.finger_files import FingerFiles, finger_files
from firmware.kit.house_theme import FIRST
from firmware.kit.items import Text
from firmware.kit.pace import CALM_LOOK_S, WOKEN_LOOK_S, FrameClock, WokenClock
from firmware.kit.scene import Scene
from firmware.kit.sounds import Sounds
from hal.touch import Touched


def waited(clock: FrameClock, *wakes: tuple[float, float]) -> float:
    """Return how long a clock waits of the time between two looks that is woken: at which time, with which least."""
    took = 0.0

    async def story() -> None:
        nonlocal took
        loop = asyncio.get_running_loop()
        clock.wake()  # nobody waits yet
        began = loop.time()
        for at, least in wakes:
            loop.call_later(at, clock.wake, least)
        await clock.next(WOKEN_LOOK_S)
        took = loop.time() - began
        await asyncio.sleep(1)

    run(story)
    return round(took, 6)


@pytest.mark.parametrize(
    ("wakes", "waits"),
    [
        ((), WOKEN_LOOK_S),
        (((0.1, 0.0),), 0.1),
        (((0.01, CALM_LOOK_S),), CALM_LOOK_S),
        (((0.1, CALM_LOOK_S),), 0.1),
        (((0.01, CALM_LOOK_S), (0.02, 0.0)), 0.02),
        (((0.01, 0.03), (0.02, CALM_LOOK_S)), 0.03),
        (((0.01, 10.0),), WOKEN_LOOK_S),
    ],
)
def test_a_clock_is_woken_no_sooner_than_asked(wakes: tuple[tuple[float, float], ...], waits: float) -> None:
    assert waited(WokenClock(), *wakes) == waits


def test_a_clock_that_looks_often_need_not_be_woken() -> None:
    assert waited(FrameClock(), (0.1, 0.0)) == WOKEN_LOOK_S


class Panel:
    """A panel that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    def touches(self) -> list[Touched]:
        self.asked.append(asyncio.get_running_loop().time())
        return []


class Screen:
    size = (100, 100)
    theme = FIRST
    moves = False

    def __init__(self, fingers: FingerFiles | None) -> None:
        self.surface = pygame.Surface(self.size, depth=32)
        self.fingers = fingers
        self.looks = 0
        self.drawn: list[float] = []

    def present(self, places: list[Box]) -> None:
        assert places
        self.drawn.append(asyncio.get_running_loop().time())

    def closed(self) -> bool:
        self.looks += 1
        return False


def looked_at(screen: Screen, panel: Panel | None, story: Callable[[Picture, list[str]], Awaitable[None]]) -> None:
    async def live() -> None:
        shown = ["0"]
        picture = Picture(screen, panel, Sounds(0), "en")

        def draw(_: tuple[int, int], __: int) -> Scene:
            return Scene((Text(Box(0, 0, 100, 100), shown[0], 20),))

        task = asyncio.create_task(picture.run(draw, lambda _: None, lambda: 0))
        await asyncio.sleep(1)
        await story(picture, shown)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    run(live)


@pytest.mark.parametrize("fingers", [None, FingerFiles([])])
@pytest.mark.parametrize("panel", [None, Panel()])
def test_at_rest_a_screen_that_can_be_woken_looks_four_times_a_second(
    fingers: FingerFiles | None, panel: Panel | None
) -> None:
    screen = Screen(fingers)
    looks = 0

    async def rests(_: Picture, __: list[str]) -> None:
        nonlocal looks
        await asyncio.sleep(5)
        looks = screen.looks
        await asyncio.sleep(10)
        looks = screen.looks - looks

    looked_at(screen, panel, rests)
    # A panel that nothing tells of is asked as often as ever; without one nobody can touch anything.
    a_second = 1 / WOKEN_LOOK_S if fingers is not None and panel is None else 1 / CALM_LOOK_S
    assert looks == pytest.approx(10 * a_second, abs=1)


def test_what_changes_is_drawn_at_once() -> None:
    screen = Screen(FingerFiles([]))
    changed: list[float] = []

    async def changes(picture: Picture, shown: list[str]) -> None:
        for number in range(1, 9):
            await asyncio.sleep(0.61)
            shown[0] = str(number)
            changed.append(asyncio.get_running_loop().time())
            picture.changed()
        await asyncio.sleep(1)

    looked_at(screen, None, changes)
    late = [drawn - at for drawn, at in zip(screen.drawn[-8:], changed, strict=True)]
    assert len(screen.drawn) == 9
    assert 0 <= max(late) <= CALM_LOOK_S


def panels(folder: Path, count: int = 1) -> list[int]:
    """Return files that a panel's events come to, with finger_files at the other end of each."""
    for number in range(count):
        os.mkfifo(folder / f"event{number}")
    return [os.open(folder / f"event{number}", os.O_RDWR) for number in range(count)]


def test_what_comes_to_any_file_wakes(tmp_path: Path) -> None:
    ends = panels(tmp_path, 2)

    async def story() -> None:
        woken = asyncio.Event()
        fingers = finger_files(tmp_path)
        assert fingers.found
        fingers.begin(woken.set)
        for end in (*ends, *ends):
            os.write(end, bytes(10_000))
            await woken.wait()
            woken.clear()
        fingers.close()
        assert not fingers.found

    asyncio.run(story())
    for end in ends:
        os.close(end)


@pytest.mark.parametrize("error", [None, errno.ENODEV])
def test_a_panel_that_is_pulled_out_is_waited_for_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int | None
) -> None:
    (end,) = panels(tmp_path)

    def gone(*_: int) -> bytes:
        assert error is not None
        raise OSError(error, "No such device")

    async def story() -> None:
        woken = asyncio.Event()
        fingers = finger_files(tmp_path)
        fingers.begin(woken.set)
        os.write(end, b"x")
        if error is None:
            os.close(end)
        else:
            monkeypatch.setattr("firmware.kit.finger_files.os.read", gone)
        await woken.wait()
        assert not fingers.found

    asyncio.run(story())
    if error is not None:
        os.close(end)


def test_what_cannot_be_opened_or_waited_for_is_left(tmp_path: Path) -> None:
    assert not finger_files(tmp_path / "nothing").found
    (tmp_path / "event0").touch()
    (tmp_path / "event1").symlink_to(tmp_path / "nothing")

    async def story() -> None:
        fingers = finger_files(tmp_path)
        assert fingers.found
        fingers.begin(lambda: None)
        assert not fingers.found

    asyncio.run(story())

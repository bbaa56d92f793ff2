"""What a finger asks for comes before pictures: it is on the wire before it is shown, and shown in few pictures."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pygame
import pytest
from device_under_test import run

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Button, Text
from firmware.kit.pace import MOVING_S, READY_S, SLOWEST_S, DrawingTime, WokenClock
from firmware.kit.painter import Painter
from firmware.kit.scene import Item, Scene
from firmware.kit.stage import LiveScene
from firmware.link.nats_link import Link
from hal.touch import Motion, Touched

BET = Button(Box(0, 0, 100, 60), ("bet", "player"), "Player", 20)
CALL = Button(Box(100, 0, 100, 60), ("call",), "Call", 20)
SOON = Text(Box(0, 60, 100, 30), "$10", 20)


class Wire(asyncio.Transport):
    """The end of a connection: what is written is noted beside what is drawn."""

    def __init__(self, done: list[str]) -> None:
        super().__init__()
        self._done = done

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._done.append(f"sent {bytes(data).decode()}")

    def abort(self) -> None:
        """Nothing is left of it."""


class Screen:
    """A screen with a bet and a call button: what is sent, put together, and drawn, in its order."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.next: list[Touched] = []
        self.lies = ""
        self.link = Link(lambda _: None)
        self.link.connection_made(Wire(self.done))
        self.clock = WokenClock()
        self.painter = Painter(pygame.Surface((200, 100), depth=32), Art())
        self.stage = LiveScene(self.painter, self._drawn, self, self._picture)
        self.stage.serve(self._act)
        self.errands: list[asyncio.Task[None]] = []

    def touches(self) -> list[Touched]:
        now, self.next = self.next, []
        return now

    def do(self, *touches: Touched) -> None:
        self.next += touches
        self.clock.wake()

    def changes(self, lies: str) -> None:
        self.lies = lies
        self.stage.changed()

    def _act(self, action: tuple[str, ...]) -> None:
        self.lies = "asked"
        self.errands.append(asyncio.create_task(self._ask(action)))
        self.stage.changed()

    async def _ask(self, action: tuple[str, ...]) -> None:
        self.link.send(" ".join(action).encode())

    def _picture(self) -> Scene:
        self.done.append("put together")
        return Scene((BET, CALL, Text(Box(0, 60, 200, 40), self.lies, 20)))

    def _drawn(self, places: list[Box]) -> None:
        self.done.append(f"drawn {sum(place.w * place.h for place in places)}")


def on_a_screen(story: Callable[[Screen], Awaitable[None]]) -> None:
    async def live() -> None:
        screen = Screen()
        task = asyncio.create_task(screen.stage.run(lambda: 0, lambda: False, screen.clock))
        await asyncio.sleep(1)
        screen.done.clear()
        await story(screen)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    run(live)


def finger(motion: Motion, item: Item) -> Touched:
    return Touched(motion, *item.box.middle)


def test_a_wager_is_on_the_wire_before_it_is_drawn_and_a_tap_is_one_picture() -> None:
    async def story(screen: Screen) -> None:
        screen.do(finger(Motion.DOWN, BET), finger(Motion.UP, BET))
        await asyncio.sleep(0.2)
        assert screen.done == ["sent bet player", "put together", "drawn 8000"]

    on_a_screen(story)


def test_what_comes_together_is_drawn_once_and_at_once_while_a_finger_waits_for_it() -> None:
    async def story(screen: Screen) -> None:
        screen.do(finger(Motion.DOWN, BET))
        await asyncio.sleep(0.004)
        screen.done.clear()
        # An account, and in the next turn of the loop the answer to the wager.
        screen.changes("half")
        asyncio.get_running_loop().call_soon(screen.changes, "accepted")
        await asyncio.sleep(0.004)
        assert [what.partition(" ")[0] for what in screen.done] == ["put", "drawn"]
        assert screen.stage.scene.items[-1] == Text(Box(0, 60, 200, 40), "accepted", 20)

    on_a_screen(story)


def test_a_finger_that_moves_draws_nothing_and_one_that_lights_a_button_puts_nothing_together() -> None:
    async def story(screen: Screen) -> None:
        screen.do(finger(Motion.DOWN, CALL))
        await asyncio.sleep(0.1)
        assert screen.done == [f"drawn {CALL.box.w * CALL.box.h}"]
        screen.do(*[Touched(Motion.MOVE, 110 + n, 10) for n in range(50)])
        await asyncio.sleep(0.1)
        assert len(screen.done) == 1

    on_a_screen(story)


def test_what_is_said_in_neighbouring_turns_goes_out_together() -> None:
    async def story(screen: Screen) -> None:
        screen.link.send(b"account ")
        await asyncio.sleep(0)
        screen.link.send(b"answer")
        await asyncio.sleep(0.1)
        assert screen.done == ["sent account answer"]

    on_a_screen(story)


def test_a_movement_is_as_quick_as_the_board_and_never_slower_than_twenty_pictures_a_second() -> None:
    times = [0.0]
    drawing = DrawingTime(lambda: times[0], lambda: 0.0)

    def draw(seconds: float) -> float:
        with drawing.taken():
            times[0] += seconds
        return drawing.moves_s()

    assert draw(0.001) == MOVING_S
    assert draw(0.008) == pytest.approx(0.032)  # a quarter of the time
    assert draw(0.100) == SLOWEST_S <= 1 / 20
    assert draw(0.001) == SLOWEST_S  # one quick picture does not make a quick board
    assert [draw(0.001) for _ in range(30)][-1] == MOVING_S


def test_what_may_come_next_is_made_ready_once_when_nobody_waits() -> None:
    now, made = [0.0], list[Item]()

    class Noted(Painter):
        def make_ready(self, item: Item) -> None:
            super().make_ready(item)
            made.append(item)

    art = Art()
    painter = Noted(pygame.Surface((200, 100), depth=32), art)
    stage = LiveScene(
        painter, lambda _: None, None, lambda: Scene((BET,), soon=lambda: (SOON, CALL)), lambda: now[0], lambda: 0.0
    )
    stage.look(0)
    stage.changed()
    stage.look(1)
    now[0] = READY_S * 0.9
    stage.look(2)
    assert not made  # it has only just changed
    for look in range(3, 9):
        now[0] += READY_S
        stage.look(look)
    assert sorted(made, key=str) == sorted((SOON, CALL), key=str)
    kept = art.kept()
    SOON.draw(painter.surface, art)
    assert art.kept() == kept  # nothing had to be made
    stage.changed()
    stage.look(9)
    now[0] += READY_S
    stage.look(10)
    assert len(made) == 2

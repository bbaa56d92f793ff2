"""A bell that wakes whoever waits for it: at once, when it is rung, or in time."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from drivers.driver import Bell, Inbox
from sim.virtual_time import VirtualTimeLoop


def play(story: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story)


def test_who_waits_is_woken_when_it_rings_or_in_time() -> None:
    async def story() -> None:
        bell, loop = Bell(), asyncio.get_running_loop()
        loop.call_later(0.1, bell.ring)
        await bell.wait(5)
        assert loop.time() == 0.1
        await bell.wait(5)
        assert loop.time() == 0.1, "it was rung, and is not cleared yet"
        bell.clear()
        await bell.wait(0.2)
        assert round(loop.time(), 9) == 0.3
        bell.clear()
        bell.ring()
        bell.ring()
        await bell.wait(5)
        assert round(loop.time(), 9) == 0.3

    play(story())


def test_who_is_told_to_stop_while_it_waits_leaves_nothing_behind() -> None:
    async def story() -> None:
        bell = Bell()
        waits = asyncio.create_task(bell.wait(5))
        await asyncio.sleep(0)
        bell.ring()
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        bell.clear()
        before = asyncio.get_running_loop().time()
        await bell.wait(1)
        assert asyncio.get_running_loop().time() == before + 1

    play(story())


def test_a_frame_that_came_is_there_at_once_and_one_that_does_not_come_is_none() -> None:
    async def story() -> None:
        inbox: Inbox[str] = Inbox()
        inbox.put("one")
        assert await inbox.next(1) == "one"
        assert await inbox.next(1) is None
        asyncio.get_running_loop().call_later(0.5, inbox.put, "two")
        assert await inbox.next(1) == "two"

    play(story())

"""Lines that come from outside, numbered, and done one after the other."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

# A line with its number; None is the end of all.
Lines = asyncio.Queue[tuple[int, str] | None]


async def take(
    lines: AsyncIterator[str],
    do: Callable[[int, str], Awaitable[None]],
    rest: Callable[[], Coroutine[Any, Any, None]],
) -> None:
    """Do what lines say until they end; what is left to be done then has until the rest is over."""
    # Two tasks, so that the end of all lines is seen while one of them is still being done.
    waiting: Lines = asyncio.Queue()
    taking = asyncio.create_task(_do_all(waiting, do))
    reading = asyncio.create_task(_number(lines, waiting))
    try:
        await asyncio.wait({taking, reading}, return_when=asyncio.FIRST_COMPLETED)
        resting = asyncio.create_task(rest())
        await asyncio.wait({taking, resting}, return_when=asyncio.FIRST_COMPLETED)
        resting.cancel()
        if taking.done():
            taking.result()
    finally:
        taking.cancel()
        reading.cancel()


async def _do_all(waiting: Lines, do: Callable[[int, str], Awaitable[None]]) -> None:
    while (line := await waiting.get()) is not None:
        await do(*line)


async def _number(lines: AsyncIterator[str], waiting: Lines) -> None:
    """Number lines, also those that say nothing."""
    number = 0
    async for line in lines:
        number += 1
        waiting.put_nowait((number, line))
    waiting.put_nowait(None)

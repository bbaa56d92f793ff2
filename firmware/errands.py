"""Errands: what a board does now and then beside its regular work; each runs to its end, and stops with the board."""

import asyncio
from collections.abc import Coroutine

# Something that is done for its effect: what it waits for is the loop's affair.
Errand = Coroutine[object, None, None]


class Errands:
    """The errands of one board."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[None]] = set()

    def begin(self, errand: Errand) -> "asyncio.Task[None]":
        """Begin one; it goes on by itself."""
        task = asyncio.create_task(errand)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    def stop(self) -> None:
        """Leave all that is under way where it is."""
        for task in tuple(self._under_way):
            task.cancel()

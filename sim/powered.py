"""What runs on a board while it has power, and what has failed there, also before the power went."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, Final

# How long a board may take to stop: its power does not wait.
END_S: Final = 60.0


class Powered:
    """A board that loses its power and has it again."""

    def __init__(self) -> None:
        self.on = False
        self._tasks: list[asyncio.Task[None]] = []
        self._failed: list[BaseException] = []

    def begin(self, parts: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Have what runs on it begin."""
        self.on = True
        self._tasks = [asyncio.create_task(part) for part in parts]

    async def end(self) -> None:
        """End all of it, wherever it is; what does not end has failed."""
        self._failed += self._failures()
        self.on = False
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            _, left = await asyncio.wait(self._tasks, timeout=END_S)
            self._failed += [RuntimeError(f"{task.get_coro()} does not end when it is stopped") for task in left]

    def forgive(self) -> None:
        """What has failed on it just now has a reason, and is no failure."""
        self._tasks = [task for task in self._tasks if not task.done()]

    def broken(self) -> list[BaseException]:
        """Return what has failed on it, also before it was switched off."""
        return [*self._failed, *self._failures()]

    def _failures(self) -> list[BaseException]:
        ended = (task for task in self._tasks if task.done() and not task.cancelled())
        return [why for task in ended if (why := task.exception())]

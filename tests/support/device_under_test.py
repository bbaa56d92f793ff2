"""Devices that tests drive: a real driver on a wire to a model, in virtual time."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

from hal.device import DeviceEvent
from hal.life import Stage
from hal.note_way import MemoryKeeper, NoteInFlight, NoteKeeper, NoteWay
from hal.port import LineSettings
from sim.devices.model import Model
from sim.devices.wire import Wire
from sim.virtual_time import VirtualTimeLoop


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a story in virtual time."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story())


class Book:
    """Answers for the money of a test: what was credited, and what is in doubt."""

    def __init__(self) -> None:
        self.credits: dict[int, int] = {}
        self.doubts: list[int] = []
        self.rests = 0

    async def credit(self, note: NoteInFlight) -> bool:
        await asyncio.sleep(0.01)  # a commit
        self.credits[note.number] = note.amount
        return True

    async def in_doubt(self, note: NoteInFlight | None, why: str) -> None:
        assert why
        self.doubts.append(note.amount if note else 0)

    def at_rest(self) -> None:
        self.rests += 1


class Bench:
    """A device under test."""

    def __init__(self, model: Model, line: LineSettings | None = None) -> None:
        self.model = model
        self.wire = Wire(model, line or LineSettings())
        self.heard: list[DeviceEvent] = []
        self.book = Book()
        self.device: Any = None
        self._life: asyncio.Task[None] | None = None

    def hear(self, event: DeviceEvent) -> None:
        self.heard.append(event)

    def way(self, keeper: NoteKeeper | None = None) -> NoteWay:
        numbers = count(1)
        return NoteWay(keeper or MemoryKeeper(), lambda: next(numbers))

    def live(self, device: Any) -> None:
        self.device = device
        self._life = asyncio.create_task(device.run())

    async def ready(self) -> None:
        for _ in range(400):
            if self.device.stage is Stage.READY:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"the device is {self.device.stage}: {self.heard}")

    async def until(self, kind: type[Any], seconds: float = 10, **fields: Any) -> Any:
        """Wait until the device reports something, and return it."""
        for _ in range(round(seconds / 0.05)):
            found = self.of(kind, **fields)
            if found:
                return found[-1]
            await asyncio.sleep(0.05)
        raise AssertionError(f"no {kind.__name__} {fields} in {self.heard}")

    def of(self, kind: type[Any], **fields: Any) -> list[Any]:
        return [
            event
            for event in self.heard
            if type(event) is kind and all(getattr(event, name) == value for name, value in fields.items())
        ]

    async def stop(self) -> None:
        assert self._life is not None
        self._life.cancel()
        await asyncio.gather(self._life, return_exceptions=True)

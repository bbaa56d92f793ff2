"""A device that is being checked: what it says is heard, and somebody does to it what a check needs."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Generic, NoReturn, Protocol, Self, TypeVar

from hal.device import Device, DeviceEvent, Hear
from hal.life import Stage
from hal.note_way import NoteInFlight

D_co = TypeVar("D_co", bound=Device, covariant=True)
Event = TypeVar("Event", bound=DeviceEvent)
# Has something done to the device: how an emulated one is told so, and how a person is asked for it.
Please = Callable[[str, str], Awaitable[None]]
# So long a device is left alone before and after a check: what it says too much comes then.
REST_S: Final = 0.3


class NotMet(Exception):
    """The device does not do what is demanded: says what it did."""


def not_met(why: str) -> NoReturn:
    """Say that it does not."""
    raise NotMet(why)


def demand(met: object, why: str) -> None:
    """Hold a device to something."""
    if not met:
        raise NotMet(why)


class CountedBook:
    """Nobody's money: what was credited and what is in doubt, in minor units."""

    def __init__(self) -> None:
        self.credits: dict[int, int] = {}
        self.doubts: list[str] = []

    async def credit(self, note: NoteInFlight) -> bool:
        """Count a note, once for each number."""
        self.credits[note.number] = note.amount
        return True

    async def in_doubt(self, _: NoteInFlight | None, why: str) -> None:
        """Keep a doubt."""
        self.doubts.append(why)

    def at_rest(self) -> None:
        """Nobody asks."""


class Drive(Protocol[D_co]):
    """Opens the device with its real driver; `book` answers for the money of one that takes any."""

    def __call__(self, hear: Hear, book: CountedBook) -> D_co:
        """Return it."""
        ...


class OnDesk(Generic[D_co]):
    """A device on a desk. `patience`: how long what was asked for may take, in seconds, people included.

    `watched`: how long is waited for what must not come, such as a note that is drawn in, or a second report.
    Used as `async with`: it is ready then, and let go of at the end. Raises NotMet where it does not answer.
    """

    def __init__(self, drive: Drive[D_co], please: Please, patience: float) -> None:
        self.book: Final = CountedBook()
        self.device: Final[D_co] = drive(self._hear, self.book)
        self.patience: Final = patience
        self.watched: Final = patience / 30
        self._please = please
        self._heard: list[DeviceEvent] = []
        self._more = asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    def _hear(self, event: DeviceEvent) -> None:
        self._heard.append(event)
        self._more.set()

    async def __aenter__(self) -> Self:
        """Open it."""
        self._life = asyncio.create_task(self.device.run())
        try:
            await self._until(lambda: self.device.stage is Stage.READY, "it does not answer")
        except NotMet:
            await self._close()
            raise
        # A device behind a network takes a moment to notice that somebody is there.
        await asyncio.sleep(REST_S)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let go of it."""
        await self._close()

    async def _close(self) -> None:
        assert self._life is not None
        self._life.cancel()
        await asyncio.gather(self._life, return_exceptions=True)

    async def do(self, command: str, instruction: str) -> None:
        """Have something happen to the device. What it said of the same before is forgotten."""
        self._heard.clear()
        await self._please(command, instruction)

    async def until(self, kind: type[Event], why: str, **fields: object) -> Event:
        """Wait until the device reports something, and return it; `why` says what it means where it does not."""
        await self._until(lambda: self.of(kind, **fields), why)
        return self.of(kind, **fields)[-1]

    async def at_last(self, kind: type[Event], why: str, **fields: object) -> None:
        """Wait until what the device reported last of a kind is this."""
        await self._until(lambda: self.of(kind)[-1:] == self.of(kind, **fields)[-1:] != [], why)

    async def _until(self, there: Callable[[], object], why: str) -> None:
        try:
            async with asyncio.timeout(self.patience):
                while not there():
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            said = ", ".join(map(str, self._heard[-3:])) or "nothing"
            raise NotMet(f"{why}; what it last said: {said}") from None

    def of(self, kind: type[Event], **fields: object) -> list[Event]:
        """Return what it has reported of a kind, since something was last done to it."""
        return [
            event
            for event in self._heard
            if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        ]

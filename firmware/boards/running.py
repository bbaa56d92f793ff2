"""How boards of all roles run: connect, open devices, and go on until they are told to stop."""

import asyncio
import logging
import signal
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Literal

from firmware.boards.ending import ends
from firmware.boards.garbage import leave_alone_what_is_there
from firmware.errands import Errand
from firmware.link.bus import Come, Hear
from firmware.link.nats_bus import NatsBus, connect
from firmware.link.settings import NetworkSettings
from firmware.stop_signal import heard

Say = Callable[[str], None]
AGAIN_S: Final = 1.0
# How long all parts together have to stop when a board ends.
LEAVES_S: Final = 3.0
_log: Final = logging.getLogger(__name__)


async def connected(settings: NetworkSettings, say: Say) -> NatsBus:
    """Return this board's end of the network; waits for a server that is not there yet."""
    said = ""
    while True:
        try:
            bus = await connect(settings)
        except OSError as error:
            why = f"{settings.server}: {error.strerror or error}; trying again"
            if why != said:
                say(why)
                said = why
            await asyncio.sleep(AGAIN_S)
        else:
            say(f"connected to {settings.server} as {settings.device}")
            return bus


class ComingBus:
    """A board's end of the network, which may not be up yet: requests wait until it is."""

    def __init__(self, settings: NetworkSettings, say: Say) -> None:
        self.device: Final = settings.device
        self._settings = settings
        self._say = say
        self._coming: asyncio.Task[NatsBus] | None = None

    async def _there(self) -> NatsBus:
        if self._coming is None:
            self._coming = asyncio.create_task(connected(self._settings, self._say))
        return await asyncio.shield(self._coming)

    async def ask(self, data: bytes, seconds: float) -> bytes:
        """Ask the table."""
        return await (await self._there()).ask(data, seconds)

    async def publish(self, subject: str, data: bytes) -> None:
        """Say something."""
        await (await self._there()).publish(subject, data)

    async def hear(self, subject: str, hear: Hear) -> None:
        """Listen."""
        await (await self._there()).hear(subject, hear)

    async def serve(self, come: Come, devices: Iterable[str]) -> None:
        """Hear what devices ask."""
        await (await self._there()).serve(come, devices)

    def mute(self, device: str, seconds: float) -> None:
        """Hear nothing from a device for this long."""
        if self._coming is not None and self._coming.done():
            self._coming.result().mute(device, seconds)

    async def live(self) -> None:
        """Carry until cancelled."""
        await (await self._there()).live()

    async def close(self) -> None:
        """Disconnect, or give up connecting."""
        if self._coming is None:
            return
        if self._coming.done() and not self._coming.cancelled():
            await self._coming.result().close()
        else:
            self._coming.cancel()


async def until_told(parts: list[Errand]) -> None:
    """Run all parts until one ends, or a signal says to stop. A failure anywhere on the board ends all of it.

    So no board goes on half dead: systemd starts it again.
    """
    leave_alone_what_is_there()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    failed: asyncio.Future[None] = loop.create_future()
    loop.set_exception_handler(partial(_unhandled, failed))
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    heard()  # only now that the handlers are set: a SIGTERM that was held back comes here
    told = asyncio.create_task(stop.wait())
    tasks = [asyncio.create_task(part) for part in parts]
    waited: list[asyncio.Future[None] | asyncio.Task[Literal[True]] | asyncio.Task[None]] = [told, failed, *tasks]
    done, _ = await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
    ends()
    await _left({told, *tasks})
    loop.set_exception_handler(None)
    for ended in done:
        ended.result()


async def _left(tasks: "set[asyncio.Task[object]]") -> None:
    """Stop the parts. One that does not stop is named and passed over: the board ends all the same."""
    for task in tasks:
        task.cancel()
    ended, still = await asyncio.wait(tasks, timeout=LEAVES_S)
    for task in ended:
        if not task.cancelled():
            task.exception()  # the caller raises what ended the board; later errors say nothing new
    for task in still:
        _log.error("%s does not leave off, and is passed over", getattr(task.get_coro(), "__qualname__", task))


def _unhandled(failed: "asyncio.Future[None]", loop: asyncio.AbstractEventLoop, what: dict[str, object]) -> None:
    """End the board on an error that a task or a callback raised and nobody waited for."""
    error = what.get("exception")
    if not isinstance(error, Exception) or (isinstance(error, OSError) and "transport" in what):
        loop.default_exception_handler(what)  # a broken connection ends by itself, and is made again
    elif not failed.done():
        failed.set_exception(error)

"""What a board tells systemd: that it is ready, and that it is alive. If it is not, it says nothing."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from firmware.boards.vital_signs import VitalSigns, teller
from firmware.errands import Errand
from firmware.updating.vitals import place_of

_log: Final = logging.getLogger(__name__)
# How often it looks within the time after which systemd restarts a board.
LOOKS: Final = 4
# Where nothing waits for it: how often a board checks that it gets on, for its log.
UNWATCHED_S: Final = 5.0
# How often it looks until it is ready for the first time.
STARTING_S: Final = 0.3

# Says why a part of the board does not get on; nothing if it does.
Look = Callable[[], str]


def _nobody(_: str) -> None:
    """Nobody else is told."""


class Systemd:
    """Its notification socket, as `sd_notify(3)` describes it; none on a desk."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._where = environment.get("NOTIFY_SOCKET", "")
        microseconds = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
        #: After this many seconds without a word systemd restarts the board; 0: never.
        self.watchdog_s: Final = int(microseconds) / 1_000_000 if ours and microseconds.isdigit() else 0.0

    def say(self, *lines: str) -> None:
        """Tell it; a message that it does not take is lost, and repeated soon enough."""
        if not self._where:
            return
        address = "\0" + self._where[1:] if self._where.startswith("@") else self._where
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
            out.setblocking(False)  # noqa: FBT003 - the library's own way
            try:
                out.sendto("\n".join(lines).encode(), address)
            except OSError as error:
                _log.warning("systemd does not hear: %s", error.strerror)


async def watched(looks: Sequence[Look], systemd: Systemd, tell: Callable[[str], None] = _nobody) -> None:
    """Say that the board is ready once every part gets on, and from then on that it does, while it does.

    A blocked loop says nothing, nor does a loop that turns while the journal stands still. At each look `tell` is told
    why the board does not get on, or that it does.
    """
    ready, said = False, ""
    while True:
        why = next(filter(None, (look() for look in looks)), "")
        if not why:
            systemd.say(*(() if ready else ("READY=1",)), "WATCHDOG=1", "STATUS=")
            ready = True
        elif why != said:
            systemd.say(f"STATUS={why}")
            if ready:
                _log.warning("does not get on: %s", why)
        said = why
        tell(why)
        await asyncio.sleep((systemd.watchdog_s / LOOKS or UNWATCHED_S) if ready else STARTING_S)


@runtime_checkable
class AskedAgain(Protocol):
    """A device that has to be asked again and again."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    def overdue(self) -> bool:
        """Whether it should have been asked long ago."""
        ...


class Works(Protocol):
    """What carries out requests one after another: the table."""

    @property
    def stopped(self) -> str:
        """Why it takes no more requests; nothing while it does."""
        ...

    @property
    def under_way(self) -> int | None:
        """How many turns were done when the present one began; None while there is none."""
        ...


def gets_on(table: Works) -> Look:
    """Look whether the table is idle, or has got further since the last look."""
    before: int | None = None

    def look() -> str:
        nonlocal before
        now, last = table.under_way, before
        before = now
        if table.stopped:
            return f"the table has stopped: {table.stopped}"
        return "the journal does not take what has happened" if now is not None and now == last else ""

    return look


def all_asked(devices: Callable[[], Sequence[object]]) -> Look:
    """Look whether each device that must be asked again and again was asked. The loop itself listens to the others."""

    def look() -> str:
        late = (device for device in devices() if isinstance(device, AskedAgain) and device.overdue())
        return ", ".join(f"{device.name} is not asked any more" for device in late)

    return look


def watching(looks: Sequence[Look], signs: VitalSigns | None = None) -> list[Errand]:
    """Return what keeps systemd, and the readers of its vitals, informed of this board."""
    return [watched(looks, Systemd(), teller(signs, place_of()))]

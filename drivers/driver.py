"""What every driver does alike: live as hal.life says, and ask one question at a time."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from typing import Final, Generic, TypeVar

from hal.device import FaultBegan, FaultEnded, Hear, StageChanged
from hal.life import LEADS_TO, Patience, Stage
from hal.port import Outlet, Port, PortError

# Faults of a port, which end when the device works again.
OF_PORT: Final = ("absent", "port_refused", "silent", "babbling", "lost")
PATIENT: Final = Patience()
# A turn that is later than this is overdue: whoever watches the board hears of it.
LATE_S: Final = 10.0
Frame = TypeVar("Frame")


class Driver(ABC):
    """A device at an outlet. Makes of devices fill in received, identify and serve. `say(event)` reports something."""

    def __init__(self, name: str, outlet: Outlet, hear: Hear, patience: Patience = PATIENT) -> None:
        self.name: Final = name
        self.stage = Stage.ABSENT
        self._standing: dict[str, str] = {}
        self.outlet = outlet
        # No method of its own: each card would go through it.
        self.say: Final = hear
        self._patience = patience
        self._port: Port | None = None
        self._life: asyncio.Task[None] | None = None
        self._why: PortError | None = None
        self._silent_since: float | None = None
        self._failures = 0
        self._due: float | None = None

    @property
    def faults(self) -> frozenset[str]:
        """The codes of the faults that stand."""
        return frozenset(self._standing)

    # What a make of device fills in.

    @abstractmethod
    def received(self, data: bytes) -> None:
        """Take what came in."""

    async def identify(self) -> str:
        """Find out what is there and bring it to where it can be used; return what it is."""
        return ""

    async def serve(self) -> None:
        """Serve until the port is lost."""
        await asyncio.Event().wait()

    # Its life.

    async def run(self) -> None:
        """Live: open, serve, and come back after every loss, until cancelled."""
        while True:
            self._to(Stage.OPENING, self.outlet.name)
            why = await self._once()
            self.begin(why.code, why.detail)
            await asyncio.sleep(self._patience.pause(self._failures))
            self._failures += 1

    async def _once(self) -> PortError:
        """Live once, from opening to loss, and return why it ended."""
        try:
            self._port = await self.outlet.open(self)
        except PortError as absent:
            self._to(Stage.ABSENT, absent.detail)
            return absent
        self._forget_loss()
        self._to(Stage.IDENTIFYING)
        self._life = asyncio.create_task(self._live())
        try:
            await self._life
        except PortError as failure:
            self.lost(failure)
        except asyncio.CancelledError:
            # Its port was lost, unless the board was told to stop, even at the same instant.
            if self._why is None or _is_stopped():
                raise
        finally:
            self._port.close()
            self._port = None
        why = self._why
        assert why is not None, f"{self.name} stopped serving without a reason"
        self._to(Stage.LOST, why.detail)
        return why

    def _forget_loss(self) -> None:
        self._why, self._silent_since, self._due = None, None, None

    async def _live(self) -> None:
        found = await self.identify()
        self._to(Stage.READY, found)
        self._served()
        await self.serve()

    def _served(self) -> None:
        self._failures = 0
        for code in OF_PORT:
            self.end(code)

    def _to(self, stage: Stage, detail: str = "") -> None:
        if stage is self.stage:
            return
        assert stage in LEADS_TO[self.stage], f"{self.name}: {self.stage} does not lead to {stage}"
        self.stage = stage
        self.say(StageChanged(stage, detail))

    def lost(self, why: PortError) -> None:
        """Hear that nothing more will come."""
        if self._why is None and self._life is not None:
            self._why = why
            self._life.cancel()

    # What it says.

    def begin(self, code: str, detail: str = "") -> None:
        """Report a fault unless it already stands."""
        if code not in self._standing:
            self._standing[code] = detail
            self.say(FaultBegan(code, detail))

    def end(self, code: str) -> None:
        """Report the end of a fault that stood."""
        if code in self._standing:
            self.say(FaultEnded(code, self._standing.pop(code)))

    # What it writes, and whether it is answered.

    async def write(self, data: bytes) -> None:
        """Write to the port. Raises PortError when it is not open."""
        if self._port is None:
            raise PortError("lost", f"{self.name} is not there")
        await self._port.write(data)

    def answered(self) -> None:
        """The device has answered."""
        if self._silent_since is not None:
            self._silent_since = None
            if self.stage is Stage.SUSPECT:
                self._to(Stage.READY)

    def missed(self) -> None:
        """The device has not answered. Raises PortError after longer than its grace."""
        now = asyncio.get_running_loop().time()
        if self._silent_since is None:
            self._silent_since = now
            return
        if self.stage is Stage.READY:
            self._to(Stage.SUSPECT, "no answer")
        if now - self._silent_since >= self._patience.grace:
            raise PortError("silent", f"no answer for {self._patience.grace:g} s")

    # Whether it is asked, where it has to be asked again and again.

    def turned(self, again_within: float) -> None:
        """A turn of asking begins; the next follows within this many seconds."""
        self._due = asyncio.get_running_loop().time() + again_within + LATE_S

    def excused(self) -> None:
        """The turn waits for somebody else, however long that takes."""
        self._due = None

    def overdue(self) -> bool:
        """Whether its turn is long overdue; never for a driver that only listens."""
        serves = self.stage in (Stage.READY, Stage.SUSPECT)
        return serves and self._due is not None and asyncio.get_running_loop().time() > self._due


def _is_stopped() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Bell:
    """Wakes whoever waits for it. Rung while nobody waits, it wakes the next at once, until cleared."""

    def __init__(self) -> None:
        self._rung = False
        self._waiter: asyncio.Future[None] | None = None

    def ring(self) -> None:
        """Wake whoever waits."""
        self._rung = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        """Forget that it was rung."""
        self._rung = False

    async def wait(self, seconds: float) -> None:
        """Wait until it is rung or the time is over: every poll waits, so this raises nothing."""
        # Once for each poll of each device: a future of its own is half of what asyncio's event with a time-out takes.
        if self._rung:
            return
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        late = loop.call_later(seconds, self.ring)
        try:
            await self._waiter
        finally:
            late.cancel()
            self._waiter = None


class Inbox(Generic[Frame]):
    """Frames that came in and are waited for: only a few; the oldest are dropped."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=16)
        self._came = Bell()

    def put(self, frame: Frame) -> None:
        """Take a frame."""
        self._frames.append(frame)
        self._came.ring()

    def clear(self) -> None:
        """Forget what came unasked."""
        self._frames.clear()
        self._came.clear()

    def take(self) -> Frame | None:
        """Return the next frame that is here already; None when none is."""
        return self._frames.popleft() if self._frames else None

    async def next(self, seconds: float) -> Frame | None:
        """Return the next frame; None when none comes in time."""
        if not self._frames:
            self._came.clear()
            await self._came.wait(seconds)
        return self.take()

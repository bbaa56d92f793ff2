"""How messages are carried: by NATS between boards, through memory within one process."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Protocol, TypeVarTuple

Hear = Callable[[bytes], None]
Reply = Callable[[bytes], None]
# A request: who asks, known by the subject that only this device may use; what; and how to answer, or None if it wants
# its answer sent to somebody else. Called at once, and must not raise.
Come = Callable[[str, bytes, Reply | None], None]
ASK: Final = "ask"
PUBLIC: Final = "public"
ACCOUNT: Final = "account"
BEAT: Final = "beat"
HEAD: Final = "head"
WHO_REMEMBERS: Final = "who-remembers"


class Unanswered(Exception):
    """Nobody answered in time: it is not known whether it was done."""


class Bus(Protocol):
    """A board's end of the network."""

    @property
    def device(self) -> str:
        """Who this board is."""
        ...

    async def ask(self, data: bytes, seconds: float) -> bytes:
        """Ask the table, as this device. Raises Unanswered."""
        ...

    async def publish(self, subject: str, data: bytes) -> None:
        """Publish something to all who listen."""
        ...

    async def hear(self, subject: str, hear: Hear) -> None:
        """Listen."""
        ...

    async def serve(self, come: Come, devices: Iterable[str]) -> None:
        """Hear what devices ask; these are among them."""
        ...

    def mute(self, device: str, seconds: float) -> None:
        """Hear nothing of a device for so long."""
        ...

    async def live(self) -> None:
        """Carry until cancelled: come back after a loss."""
        ...

    async def close(self) -> None:
        """Leave."""
        ...


class MemoryNetwork:
    """A network in one process.

    `carry` may delay, lose, double or reorder messages: it says after how long each copy arrives.
    """

    def __init__(self, carry: Callable[[str], tuple[float, ...]] = lambda _: (0.0,)) -> None:
        self.carry = carry
        self._hearing: defaultdict[str, list[Hear]] = defaultdict(list)
        self._come: Come | None = None
        self._muted: dict[str, float] = {}
        self._barred: frozenset[str] = frozenset()

    def board(self, device: str) -> "MemoryBus":
        """Return a board's end."""
        return MemoryBus(self, device)

    def leave(self, hear: Hear, subject: str) -> None:
        """Stop telling a board that has gone."""
        self._hearing[subject].remove(hear)

    def listen(self, subject: str, hear: Hear) -> None:
        """Tell a board from now on."""
        self._hearing[subject].append(hear)

    def server(self, come: Come | None) -> None:
        """Have somebody answer from now on, or nobody."""
        self._come = come

    def mute(self, device: str, until: float) -> None:
        """Carry nothing from a device to the table until then."""
        self._muted[device] = until

    def bar(self, devices: frozenset[str]) -> None:
        """Carry nothing from these devices, and everything from all others again."""
        self._barred = devices

    def _is_muted(self, device: str) -> bool:
        return device in self._barred or asyncio.get_running_loop().time() < self._muted.get(device, 0)

    def tell(self, subject: str, data: bytes) -> None:
        """Carry a message to all who listen."""
        kind, _, device = subject.partition(".")
        if kind == BEAT and self._is_muted(device):
            return
        for hear in tuple(self._hearing[subject]):
            for after in self.carry(subject):
                _after(after, hear, data)

    async def ask(self, device: str, data: bytes) -> bytes:
        """Carry a question and its answer. Waits for ever if either is lost."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        for after in self.carry(f"{ASK}.{device}"):
            _after(after, self._ask, device, data, answer)
        return await answer

    def _ask(self, device: str, data: bytes, answer: "asyncio.Future[bytes]") -> None:
        if self._come is not None and not self._is_muted(device):
            self._come(device, data, partial(self._carry_back, device, answer))

    def _carry_back(self, device: str, answer: "asyncio.Future[bytes]", said: bytes) -> None:
        for after in self.carry(f"{ASK}.{device}")[:1]:
            _after(after, _answer, answer, said)


What = TypeVarTuple("What")


def _after(seconds: float, call: Callable[[*What], None], *what: *What) -> None:
    """Call something after a while. Calls without delay keep their order; timers of one instant have none."""
    loop = asyncio.get_running_loop()
    if seconds > 0:
        loop.call_later(seconds, call, *what)
    else:
        loop.call_soon(call, *what)


def _answer(answer: "asyncio.Future[bytes]", said: bytes) -> None:
    if not answer.done():
        answer.set_result(said)


class MemoryBus:
    """A board's end of a network in memory."""

    def __init__(self, memory: MemoryNetwork, device: str) -> None:
        self.device: Final = device
        self._memory = memory
        self._heard: list[tuple[str, Hear]] = []
        self._serves = False

    async def ask(self, data: bytes, seconds: float) -> bytes:
        """Ask the table."""
        try:
            async with asyncio.timeout(seconds):
                return await self._memory.ask(self.device, data)
        except TimeoutError:
            raise Unanswered(f"no answer within {seconds:g} s") from None

    async def publish(self, subject: str, data: bytes) -> None:
        """Say something."""
        self._memory.tell(subject, data)

    async def hear(self, subject: str, hear: Hear) -> None:
        """Listen."""
        self._heard.append((subject, hear))
        self._memory.listen(subject, hear)

    async def serve(self, come: Come, _: Iterable[str]) -> None:
        """Hear what devices ask."""
        self._serves = True
        self._memory.server(come)

    def mute(self, device: str, seconds: float) -> None:
        """Hear nothing of a device for so long."""
        self._memory.mute(device, asyncio.get_running_loop().time() + seconds)

    async def live(self) -> None:
        """Carry until cancelled."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Leave."""
        for subject, hear in self._heard:
            self._memory.leave(hear, subject)
        self._heard.clear()
        if self._serves:
            self._memory.server(None)

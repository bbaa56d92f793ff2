"""How messages are carried: by NATS between boards, through memory in one process."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

Hear = Callable[[bytes], None]
# Who asks, by the last part of the subject that it may use alone, and what. Raises Unanswered to leave it so.
Serve = Callable[[str, bytes], Awaitable[bytes]]
ASK: Final = "ask"
PUBLIC: Final = "public"
ACCOUNT: Final = "account"
BEAT: Final = "beat"


class Unanswered(Exception):
    """Nobody answered in time: whether it was done, is not known."""


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
        """Say something to whoever listens."""
        ...

    async def hear(self, subject: str, hear: Hear) -> None:
        """Listen."""
        ...

    async def serve(self, serve: Serve) -> None:
        """Answer what devices ask."""
        ...

    async def close(self) -> None:
        """Leave."""
        ...


class Memory:
    """A network in one process.

    `carry` may delay, lose, double or reorder what it is given: it says after how long each copy arrives.
    """

    def __init__(self, carry: Callable[[str], tuple[float, ...]] = lambda _: (0.0,)) -> None:
        self.carry = carry
        self._hearing: defaultdict[str, list[Hear]] = defaultdict(list)
        self._serving: Serve | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def board(self, device: str) -> "MemoryBus":
        """Return a board's end."""
        return MemoryBus(self, device)

    def leave(self, hear: Hear, subject: str) -> None:
        """No longer tell a board that has gone."""
        self._hearing[subject].remove(hear)

    def listen(self, subject: str, hear: Hear) -> None:
        """Tell a board from now on."""
        self._hearing[subject].append(hear)

    def server(self, serve: Serve | None) -> None:
        """Have somebody answer from now on, or nobody."""
        self._serving = serve

    def tell(self, subject: str, data: bytes) -> None:
        """Carry a message to all who listen."""
        for hear in tuple(self._hearing[subject]):
            for after in self.carry(subject):
                asyncio.get_running_loop().call_later(after, hear, data)

    async def ask(self, device: str, data: bytes) -> bytes:
        """Carry a question and its answer. Waits for ever when either is lost."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        for after in self.carry(f"{ASK}.{device}"):
            task = asyncio.create_task(self._serve(device, data, after, answer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await answer

    async def _serve(self, device: str, data: bytes, after: float, answer: "asyncio.Future[bytes]") -> None:
        await asyncio.sleep(after)
        if self._serving is None:
            return
        try:
            said = await self._serving(device, data)
        except Unanswered:
            return
        back = self.carry(f"{ASK}.{device}")
        if back:
            await asyncio.sleep(back[0])
            if not answer.done():
                answer.set_result(said)


class MemoryBus:
    """A board's end of a network in memory."""

    def __init__(self, memory: Memory, device: str) -> None:
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

    async def serve(self, serve: Serve) -> None:
        """Answer."""
        self._serves = True
        self._memory.server(serve)

    async def close(self) -> None:
        """Leave."""
        for subject, hear in self._heard:
            self._memory.leave(hear, subject)
        self._heard.clear()
        if self._serves:
            self._memory.server(None)

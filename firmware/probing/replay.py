"""A recorded conversation, played to a real device: the host says again what it said, and the answers are compared."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from firmware.probing.probe import Print
from hal.port import Outlet, Port, PortError
from hal.recording import DEVICE, HOST, TESTER, Spoken

# How much later than in the recording an answer may come: a real device has its own haste.
LATE_S: Final = 0.5
# So many polls earlier or later its mechanics may be there. But what was ever answered has to be answered once.
POLLS: Final = 2


class _Heard:
    """What the device has said since it was last asked."""

    def __init__(self) -> None:
        self.data = b""
        self.gone: PortError | None = None
        self._more = asyncio.Event()

    def received(self, data: bytes) -> None:
        """Take what came in."""
        self.data += data
        self._more.set()

    def lost(self, why: PortError) -> None:
        """Hear that nothing more will come."""
        self.gone = why
        self._more.set()

    async def taken(self, length: int, until: float) -> bytes:
        """Return what came, as soon as it is so long, or the time is up. Raises PortError."""
        try:
            async with asyncio.timeout_at(until):
                while len(self.data) < length:
                    if self.gone is not None:
                        raise self.gone
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            pass  # what is missing shows in what is compared
        data, self.data = self.data, b""
        return data


async def replay(outlet: Outlet, said: Sequence[Spoken], tell: Print) -> int:
    """Play it; tell each answer that is another one, or never came; return how many those are. Raises PortError."""
    heard = _Heard()
    port = await outlet.open(heard)
    try:
        return await _replay(port, heard, said, tell)
    finally:
        port.close()


async def _replay(port: Port, heard: _Heard, said: Sequence[Spoken], tell: Print) -> int:
    loop = asyncio.get_running_loop()
    turns = list(_turns(said))
    began, different = loop.time(), 0
    came: set[bytes] = set()
    for place, turn in enumerate(turns):
        # A device that answered later than it is asked next in the recording is not asked the sooner after that.
        began = max(began, loop.time() - turn.asked[0].at_s) if turn.asked else began
        for spoken in turn.asked:
            await asyncio.sleep(began + spoken.at_s - loop.time())
            if spoken.by == TESTER:
                tell({"event": "please", "do": spoken.data.decode()})
            else:
                await port.write(spoken.data)
        until = max(began + turn.last_s, loop.time()) + (LATE_S if turn.answer else 0)
        answer = await heard.taken(len(turn.answer), until)
        came.add(answer)
        if answer not in _near(turns, place):
            different += 1
            tell({
                "event": "different", "at": turn.last_s, "asked": turn.question.hex(" "),
                "wanted": turn.answer.hex(" "), "came": answer.hex(" "),
            })  # fmt: skip
    for answer in dict.fromkeys(turn.answer for turn in turns):
        if answer not in came:
            different += 1
            tell({"event": "never", "wanted": answer.hex(" ")})
    return different


class _Turn(Struct, frozen=True):
    """What was said and done to the device, and its answer."""

    asked: Sequence[Spoken]
    question: bytes
    answer: bytes
    last_s: float


def _turns(said: Sequence[Spoken]) -> Iterator[_Turn]:
    place = 0
    while place < len(said):
        asked, place = _by(said, place, (HOST, TESTER))
        answers, place = _by(said, place, (DEVICE,))
        question = b"".join(spoken.data for spoken in asked if spoken.by == HOST)
        answer = b"".join(spoken.data for spoken in answers)
        yield _Turn(asked, question, answer, (answers or asked)[-1].at_s)


def _near(turns: Sequence[_Turn], place: int) -> Iterator[bytes]:
    """Return what was answered to the same question here, or a poll or two before or after."""
    same = [at for at, turn in enumerate(turns) if turn.question == turns[place].question]
    here = same.index(place)
    return (turns[at].answer for at in same[max(here - POLLS, 0) : here + POLLS + 1])


def _by(said: Sequence[Spoken], place: int, who: tuple[str, ...]) -> tuple[Sequence[Spoken], int]:
    """Return what these say from here on without a break, and where it ends."""
    end = place
    while end < len(said) and said[end].by in who:
        end += 1
    return said[place:end], end

"""Stories for a fuzzer: what a host says to a device and what people do to it, step by step; read, bent and played.

A story is a line of text. Its steps are bytes (`fc 05 11 27 56`), time (`wait 0.4`), and what is done (`do insert 20`).
"""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from drivers.framing import xor
from hal.crc import crc_kermit
from hal.make import Codec
from hal.recording import HOST, TESTER, Recording
from sim.devices.model import Model, NoCommand, Tell
from sim.devices.note_model import NoteModel
from sim.devices.note_path import NotePlace
from sim.virtual_time import VirtualTimeLoop

Story = tuple[str, ...]
BETWEEN: Final = " | "
LONGEST: Final = 80
WAITS: Final = ("wait 0.05", "wait 0.3", "wait 0.6", "wait 1.2", "wait 4", "wait 11")
# When all is over: what was begun has ended, and a device whose power was off has begun anew.
END_S: Final = 60.0
MOST_HELD: Final = 4096
# What people do, by the kind of device; what a model does not know it refuses.
DONE: Final = {
    "note-acceptor": (
        "insert 20", "insert 5", "insert 100", "insert forged", "insert forged 7B", "insert ticket 006429188185446104",
        "jam", "cheat", "clear", "cashbox out", "cashbox in", "stacker full", "power-cycle",
    ),
    "ticket-printer": (
        "paper low", "paper out", "paper in", "cover open", "cover closed", "cutter jam", "clear", "power-cycle",
    ),
    "shoe": (
        "card 7C player 1", "card KS banker 3", "burn 2D", "unreadable", "overdraw 4H", "fault reverse_run", "clear",
        "cut", "result tie banker-pair", "standby", "preset 01 0203", "lose 2", "power-cycle",
    ),
    "wnd": ("garble", "garble BANKER", "stick", "clear", "power-cycle"),
    "ticket-scanner": ("scan 006429188185446104", "power-cycle"),
}  # fmt: skip


def told(story: Story) -> str:
    """Return a story as a line."""
    return BETWEEN.join(story)


def read(text: str) -> list[Story]:
    """Read stories, one a line; `#` begins a comment."""
    return [tuple(line.split(BETWEEN)) for line in text.splitlines() if line and not line.startswith("#")]


def of_recording(recording: Recording) -> Story:
    """Return what the host said and a tester did in a recorded conversation; polls that repeat one another are one."""
    steps: list[str] = []
    lately: list[bytes] = []
    for spoken in recording.said:
        if spoken.by == TESTER:
            steps.append(f"do {spoken.data.decode()}")
            lately.clear()
        elif spoken.by == HOST and spoken.data not in lately:
            steps += [spoken.data.hex(" "), WAITS[0]]
            lately = [*lately[-3:], spoken.data]
        elif spoken.by == HOST and steps[-1] != WAITS[2]:
            steps.append(WAITS[2])
    return tuple(steps[: LONGEST * 2])


def _sized(frame: bytes) -> bytes:
    """ID-003: the length and the check are those of the rest."""
    if frame[:1] != b"\xfc" or not 5 <= len(frame) < 256:
        return frame
    head = bytes((0xFC, len(frame))) + frame[2:-2]
    return head + crc_kermit(head).to_bytes(2, "little")


def _summed(frame: bytes) -> bytes:
    """EBDS: the same, and ETX."""
    if frame[:1] != b"\x02" or not 5 <= len(frame) < 128:
        return frame
    body = bytes((len(frame), *(byte & 0x7F for byte in frame[2:-2])))
    return b"\x02" + body + bytes((3, xor(body)))


def _ordered(frame: bytes) -> bytes:
    """Angel Eye: an order's check counts its STX."""
    if frame[:1] != b"\x02" or len(frame) < 4:
        return frame
    body = frame[:-3] + b"\x03"
    return body + b"%02X" % xor(body)


# Bent bytes are seldom a whole frame by chance: where a protocol has a check, it is put right now and then.
CHECKED: Final[Mapping[str, Callable[[bytes], bytes]]] = {"id003": _sized, "ebds": _summed, "angel-eye": _ordered}


class Bender:
    """Makes new stories of old ones."""

    def __init__(self, chance: random.Random, kind: str, protocol: str) -> None:
        self._chance = chance
        self._done = DONE.get(kind, ())
        self._checked = CHECKED.get(protocol, bytes)

    def bent(self, known: Sequence[Story]) -> Story:
        """Return a story that is like one of these, and like no other."""
        steps = list(self._chance.choice(known))
        for _ in range(self._chance.randrange(1, 5)):
            self._bend(steps, self._chance.choice(known))
        return tuple(steps[:LONGEST])

    def _bend(self, steps: list[str], other: Story) -> None:
        chance = self._chance
        place = chance.randrange(len(steps) + 1)
        match chance.randrange(6):
            case 0:
                steps[place:place] = [f"do {chance.choice(self._done)}"] if self._done else []
            case 1:
                steps.insert(place, chance.choice(WAITS))
            case 2:
                del steps[place : place + chance.randrange(1, 4)]
            case 3:
                begin = chance.randrange(len(other) + 1)
                steps[place:place] = other[begin : begin + chance.randrange(1, 8)]
            case _:
                self._bend_bytes(steps)

    def _bend_bytes(self, steps: list[str]) -> None:
        places = [place for place, step in enumerate(steps) if not step.startswith(("do ", "wait "))]
        if not places:
            return
        chance, place = self._chance, self._chance.choice(places)
        data = bytearray.fromhex(steps[place])
        at = chance.randrange(len(data))
        match chance.randrange(3):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                data[at:at] = chance.randbytes(chance.randrange(1, 4))
            case _:
                data[at] ^= 1 << chance.randrange(8)
        steps[place] = (self._checked(bytes(data)) if chance.random() < 0.8 else bytes(data)).hex(" ")


def play(make: Callable[[Tell], Model], codec: Codec, story: Story) -> None:
    """Play a story to a reader and to a device. Raises AssertionError with the story where something does not hold."""
    try:
        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            runner.run(_play(make, codec, story))
    except Exception as error:
        raise AssertionError(f"{error!r} after: {told(story)}") from error


async def _play(make: Callable[[Tell], Model], codec: Codec, story: Story) -> None:
    broken: list[BaseException | str] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: broken.append(context.get("exception") or context["message"]))
    happened: list[dict[str, Any]] = []
    hosts, devices = codec.reader(), codec.reader()

    def says(data: bytes) -> None:
        for said in devices.feed(data):
            codec.use(said)

    model = make(happened.append)
    model.attach(says)
    for step in story:
        word, _, rest = step.partition(" ")
        if word == "wait":
            await asyncio.sleep(float(rest))
        elif word == "do":
            with suppress(NoCommand):
                model.do(rest)
        else:
            data = bytes.fromhex(step)
            for said in hosts.feed(data):
                codec.use(said)
            model.hear(data)
            assert max(hosts.held, devices.held) <= MOST_HELD, "more is kept than any frame is long"
    await asyncio.sleep(END_S)
    assert not broken, repr(broken[0])
    if isinstance(model, NoteModel):
        _count(model, happened)


def _count(model: NoteModel, happened: Sequence[dict[str, Any]]) -> None:
    """Each note that went in is in the box, went back, or lies in the acceptor."""
    taken = sum(said.get("place") == NotePlace.TAKING_IN and "amount" in said for said in happened)
    path = model.path
    lies = path.place is not NotePlace.NOWHERE and not path.ticket
    there = path.cash_box.total() + path.given_back.total() + lies
    assert taken == there, f"{taken} notes went in, and {there} are accounted for"

"""Feeds each codec what no device should say: `python -m sim.fuzz --inputs 10000000` (`make fuzz`).

Held for every input: no exception, nothing kept without bound, and of two good frames after it the last is read.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from drivers.alpha import protocol as alpha
from drivers.angel_eye import protocol as angel_eye
from drivers.angel_eye.reports import meaning
from drivers.bee_tek import protocol as bee_tek
from drivers.ebds import protocol as ebds
from drivers.escpos import protocol as escpos
from drivers.id003 import notes as id003_notes
from drivers.id003 import protocol as id003
from hal.cards import Card
from hal.clock import ticks_s

MOST_HELD: Final = 1024


class Reader(Protocol):
    """A codec's reader."""

    @property
    def held(self) -> int:
        """How many bytes it keeps."""
        ...

    def feed(self, data: bytes) -> list[Any]:
        """Take what came in."""
        ...


class Target:
    """A codec, good frames of it, and what is done with what it reads."""

    def __init__(self, new: Callable[[], Reader], frames: Sequence[bytes], use: Callable[[Any], object] = repr) -> None:
        self.new = new
        self.frames = tuple(frames)
        self.use = use


class _Statuses:
    """An ESC/POS printer's answers, as its driver sorts them."""

    held = 0

    def feed(self, data: bytes) -> list[Any]:
        """Take what came in."""
        return [
            escpos.read_status(dict.fromkeys(escpos.QUESTIONS, byte))
            if escpos.is_status(byte)
            else escpos.is_queued_answer(byte)
            for byte in data
        ]


def _of_shoe(said: Any) -> object:
    return meaning(said) if isinstance(said, angel_eye.Report) else said


def _of_acceptor(said: Any) -> object:
    return id003_notes.read_table(said.data, id003_notes.COUNTRIES)


def _of_bill_acceptor(said: ebds.Said) -> object:
    return said.extended.note if isinstance(said, ebds.Reply) and said.extended is not None else repr(said)


TARGETS: Final = {
    "angel-eye": Target(
        angel_eye.Reader,
        [angel_eye.telegram(angel_eye.Report(n, "D", bytes((0x81 + n, 0xB8 - 3 * n)))) for n in range(10)]
        + [b"\x06", b"\x1502"],
        _of_shoe,
    ),
    "bee-tek": Target(bee_tek.Reader, [bee_tek.say(bee_tek.CardSeen(Card(c), burn=False)) for c in ("4S", "TH")]),
    "id003": Target(
        id003.Reader,
        [id003.write_frame(code, data) for code, data in ((0x11, b""), (0x13, b"\x65"), (0x8A, b"\x61\x01\x01\x00"))],
        _of_acceptor,
    ),
    "ebds": Target(
        ebds.Reader,
        [
            ebds.write_poll(ebds.Poll(0)),
            ebds.write_query(ebds.Query(ebds.Poll(1), 3)),
            ebds.write_reply(ebds.Reply(1, 1, 16, 40)),
            ebds.write_reply(ebds.Reply(0, 4, 16, 0, extended=ebds.ExtendedNote("AUD", 5, 1))),
        ],
        _of_bill_acceptor,
    ),
    "escpos": Target(_Statuses, [b"\x12", b"\x1a", b"\x00"]),
    "alpha": Target(
        alpha.Reader,
        [alpha.write_packet(alpha.write_text("TIE")), alpha.write_packet(alpha.read_text())],
        alpha.text_of,
    ),
}


def bad_input(chance: random.Random, frames: Sequence[bytes]) -> bytes:
    """Return something that a line could deliver: noise, or frames that were cut, doubled, joined and bent."""
    if chance.random() < 0.2:
        return chance.randbytes(chance.randrange(40))
    data = bytearray(chance.choice(frames) + chance.choice(frames))
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0 if place < len(data):
                data[place] ^= 1 << chance.randrange(8)
            case 1:
                data[place:place] = chance.randbytes(chance.randrange(4))
            case 2:
                del data[place : place + chance.randrange(1, 4)]
            case _:
                data[place:place] = data[: chance.randrange(8)]
    return bytes(data)


def fuzz(name: str, inputs: int, seed: int) -> None:
    """Feed a codec. Raises AssertionError with the input that broke it."""
    target = TARGETS[name]
    chance = random.Random(f"{name} {seed}")
    good = target.frames[0]
    (wanted,) = target.new().feed(good)
    reader = target.new()
    for count in range(inputs):
        data = bad_input(chance, target.frames)
        try:
            for said in reader.feed(data):
                target.use(said)
            if count % 16 == 0:
                reader = _resynchronised(target, reader, good, wanted)
        except Exception as error:
            raise AssertionError(f"{name}, seed {seed}, input {count}: {data.hex(' ')}") from error


def _resynchronised(target: Target, reader: Reader, good: bytes, wanted: object) -> Reader:
    """Two good frames follow: the last is read, and one reader in a while is a new one."""
    assert reader.held <= MOST_HELD, f"{reader.held} bytes are kept"
    other = target.frames[1 % len(target.frames)]
    heard = reader.feed(good + other + good)
    assert heard[-1:] == [wanted], f"after it {heard} is read"
    return target.new()


def main() -> int:
    """Feed all codecs, and print how long each took."""
    parser = argparse.ArgumentParser(description="feed each codec what no device should say")
    parser.add_argument("--inputs", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(TARGETS), action="append")
    arguments = parser.parse_args()
    for name in arguments.only or TARGETS:
        start = ticks_s()
        fuzz(name, arguments.inputs, arguments.seed)
        took = round(ticks_s() - start)
        sys.stdout.write(
            json.dumps({"codec": name, "inputs": arguments.inputs, "seed": arguments.seed, "s": took}) + "\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())

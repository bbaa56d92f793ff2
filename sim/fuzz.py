"""Feeds each codec what no device should say: `python -m sim.fuzz --inputs 10000000` (`make fuzz`).

Held for every input: no exception, nothing kept without bound, and of two good frames after it the last is read. Then
`--stories` of hosts, people and time are played to codecs and emulated devices: `sim/fuzz_memory.py`.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from hal.clock import ticks_s
from hal.make import Codec, LineMake, Reader
from hal.makes import makes
from hal.recording import TESTER
from sim.fuzz_memory import played, recorded, remember

MOST_HELD: Final = 1024


def codecs() -> dict[str, Codec]:
    """Return the codecs of all makes that hang on a line."""
    return {named.protocol: named.make.codec for named in makes() if isinstance(named.make, LineMake)}


def grown(protocol: str, codec: Codec) -> Codec:
    """Return a codec whose good frames are also those of the recorded conversations."""
    said = (spoken.data for one in recorded() if one.protocol == protocol for spoken in one.said if spoken.by != TESTER)
    return replace(codec, golden=(*codec.golden, *dict.fromkeys(said)))


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


def fuzz(name: str, codec: Codec, inputs: int, seed: int) -> None:
    """Feed a codec. Raises AssertionError with the input that broke it."""
    chance = random.Random(f"{name} {seed}")
    good = codec.golden[0]
    (wanted,) = codec.reader().feed(good)
    reader = codec.reader()
    for count in range(inputs):
        data = bad_input(chance, codec.golden)
        try:
            for said in reader.feed(data):
                codec.use(said)
            if count % 16 == 0:
                reader = _resynchronised(codec, reader, good, wanted)
        except Exception as error:
            raise AssertionError(f"{name}, seed {seed}, input {count}: {data.hex(' ')}") from error


def _resynchronised(codec: Codec, reader: Reader, good: bytes, wanted: object) -> Reader:
    """Two good frames follow: the last is read, and one reader in a while is a new one."""
    assert reader.held <= MOST_HELD, f"{reader.held} bytes are kept"
    other = codec.golden[1 % len(codec.golden)]
    heard = reader.feed(good + other + good)
    assert list(heard[-1:]) == [wanted], f"after it {heard} is read"
    return codec.reader()


def main() -> int:
    """Feed the codecs of all makes, and print how long each took."""
    there = codecs()
    parser = argparse.ArgumentParser(description="feed each codec what no device should say")
    parser.add_argument("--inputs", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(there), action="append")
    parser.add_argument("--stories", type=int, default=20_000, help="how many are played to each device, too")
    arguments = parser.parse_args()
    wanted = arguments.only or list(there)
    _feed(there, wanted, arguments)
    for one in played():
        if one.protocol in wanted and arguments.stories:
            start = ticks_s()
            kept, arcs = remember(one, arguments.stories, arguments.seed)
            _say({"device": one.protocol, "stories": arguments.stories, "remembered": kept, "arcs": arcs}, start)
    return 0


def _feed(there: dict[str, Codec], wanted: Sequence[str], arguments: argparse.Namespace) -> None:
    for name in wanted:
        start = ticks_s()
        fuzz(name, grown(name, there[name]), arguments.inputs, arguments.seed)
        _say({"codec": name, "inputs": arguments.inputs, "seed": arguments.seed}, start)


def _say(what: dict[str, object], start: float) -> None:
    sys.stdout.write(json.dumps({**what, "s": round(ticks_s() - start)}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

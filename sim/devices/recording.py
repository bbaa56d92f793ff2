"""A conversation on a line, written down: when, who spoke, what; and read again to be held against a device."""

import re
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from msgspec import Struct

from sim.devices.model import Model

HOST, DEVICE = "host", "device"
_LINE: Final = re.compile(rf"(\d+\.\d{{3}}) ({HOST}|{DEVICE}) ((?:[0-9a-f]{{2}} ?)+)")


class Spoken(Struct, frozen=True):
    """Bytes that crossed the line, so many seconds after its beginning."""

    at_s: float
    by: str
    data: bytes


class NoRecording(ValueError):
    """A line of a recording cannot be read."""


class LineRecorder:
    """Writes down what crosses a model's line: a line of text each time somebody speaks. `#` begins a comment."""

    def __init__(self, file: TextIO, now: Callable[[], float]) -> None:
        self._file = file
        self._now = now
        self._began = now()

    def write(self, data: bytes, *, by: str) -> None:
        """Write down who said what; it is in the file at once."""
        self._file.write(f"{self._now() - self._began:.3f} {by} {data.hex(' ')}\n")
        self._file.flush()

    def follow(self, model: Model) -> None:
        """Write down what this model hears and says."""
        model.overhear(lambda data, to_host: self.write(data, by=DEVICE if to_host else HOST))


def read_recording(text: str) -> Iterator[Spoken]:
    """Read a recording. Raises NoRecording."""
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        found = _LINE.fullmatch(said)
        if found is None:
            raise NoRecording(f"line {number}: {line!r} does not read `0.123 host fc 05 11 27 56`")
        yield Spoken(float(found[1]), found[2], bytes.fromhex(found[3]))

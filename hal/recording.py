"""A conversation on a line, written down: when, who, what. It can be read again and compared with a device."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TextIO

from msgspec import Struct

HOST, DEVICE, TESTER = "host", "device", "tester"
_LINE: Final = re.compile(rf"(\d+\.\d{{3}}) (?:({HOST}|{DEVICE}) ((?:[0-9a-f]{{2}} ?)+)|({TESTER}) (.+))")
_PROTOCOL: Final = re.compile(r"# protocol: (\S+)\n")


class Spoken(Struct, frozen=True):
    """Bytes that crossed the line, or what a tester did to the device, with the seconds since the beginning."""

    at_s: float
    by: str
    data: bytes


class Recording(Struct, frozen=True):
    """A conversation and its protocol; empty if its file does not say."""

    protocol: str
    said: Sequence[Spoken]


class NoRecording(ValueError):
    """A line of a recording cannot be read."""


class LineRecorder:
    """Writes down what crosses a line: a line of text each time somebody speaks. `#` begins a comment."""

    def __init__(self, file: TextIO, protocol: str, now: Callable[[], float]) -> None:
        self._file = file
        self._now = now
        self._began = now()
        file.write(f"# protocol: {protocol}\n")
        file.flush()

    def heard(self, data: bytes, to_host: bool) -> None:  # noqa: FBT001 - as everybody who listens is told
        """Write down bytes, from the device to the host or the other way."""
        self._write(DEVICE if to_host else HOST, data.hex(" "))

    def done(self, command: str) -> None:
        """Write down what a tester did to the device."""
        self._write(TESTER, command)

    def _write(self, by: str, what: str) -> None:
        """Write it; it is in the file at once."""
        self._file.write(f"{self._now() - self._began:.3f} {by} {what}\n")
        self._file.flush()


def read_recording(text: str) -> Recording:
    """Read a recording. Raises NoRecording."""
    said = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        found = _LINE.fullmatch(words)
        if found is None:
            raise NoRecording(f"line {number}: {line!r} does not read `0.123 host fc 05 11 27 56`")
        at, by, data, tester, command = found.groups()
        said.append(Spoken(float(at), by or tester, command.encode() if tester else bytes.fromhex(data)))
    protocol = _PROTOCOL.search(text)
    return Recording(protocol[1] if protocol else "", said)

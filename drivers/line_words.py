"""Reads what crosses a line frame by frame, for people who look on."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from hal.make import Decode

Frame = TypeVar("Frame")
Said_co = TypeVar("Said_co", covariant=True)


class Frames(Protocol[Said_co]):
    """A reader of frames."""

    def feed(self, data: bytes) -> Sequence[Said_co]:
        """Take what came in, and return the whole frames."""
        ...


def framed(reader: Callable[[], Frames[Frame]], device: Callable[[Frame], str], host: Callable[[Frame], str]) -> Decode:
    """Return what says frames in words: each end has a reader of its own, as frames may come in pieces."""
    readers = {True: reader(), False: reader()}

    def decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
        return "; ".join((device if to_host else host)(said) for said in readers[to_host].feed(data))

    return decode

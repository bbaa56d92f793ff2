"""Bounds of the settings in a profile: times, texts, and where a device is plugged in."""

import re
from typing import Annotated, Final

from msgspec import Meta

# One line, all of which can be seen.
UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
ONE_LINE: Final = rf"\A[^{UNSEEN}]*\Z"
DEVICE_FILE: Final = r"\A/dev/[A-Za-z0-9][A-Za-z0-9_.:-]*(?:/[A-Za-z0-9][A-Za-z0-9_.:-]*)*\Z"
# How people read the patterns: a refusal says what would be right.
IN_WORDS: Final = {
    ONE_LINE: "one line of text without control characters",
    DEVICE_FILE: "a device's file, such as /dev/gpiochip0",
}
# What a device is waited for, or asked after, in seconds.
Seconds = Annotated[float, Meta(ge=0.001, le=3600)]
Milliseconds = Annotated[int, Meta(ge=0, le=60_000)]
# A word that the reader holds against a list.
Word = Annotated[str, Meta(max_length=64, pattern=ONE_LINE)]
# A name as screens show it.
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=ONE_LINE)]
# A path, a serial number, or a host and its port.
Plugged = Annotated[str, Meta(min_length=1, max_length=300, pattern=ONE_LINE)]
DeviceFile = Annotated[str, Meta(max_length=300, pattern=DEVICE_FILE)]
# A line of a chip of pins, as the kernel counts them.
PinLine = Annotated[int, Meta(ge=0, le=1023)]
# A byte of bits.
Bits = Annotated[int, Meta(ge=0, le=0xFF)]


_BOUND: Final = re.compile(r"Expected `(?:int|float)` (<=|>=|<|>) (\S+)")
_LENGTH: Final = re.compile(r"Expected `(\w+)` of length (<=|>=) ([0-9]+)")
_SAYS: Final = {"<=": "at most", ">=": "at least", "<": "below", ">": "above"}


def in_words(problem: str) -> str:
    """Turn msgspec's sentence about a bound or a pattern into one that people can read.

    >>> in_words("Expected `float` <= 3600.0"), in_words("Expected `str` of length >= 1")
    ('must be at most 3600', 'must have at least 1 character')
    """
    for pattern, words in IN_WORDS.items():
        problem = problem.replace(f"Expected `str` matching regex {pattern!r}", f"must be {words}")
    return _LENGTH.sub(_length_in_words, _BOUND.sub(_bound_in_words, problem))


def _bound_in_words(found: re.Match[str]) -> str:
    return f"must be {_SAYS[found[1]]} {found[2].removesuffix('.0')}"


def _length_in_words(found: re.Match[str]) -> str:
    parts = ("character" if found[1] == "str" else "value") + ("" if found[3] == "1" else "s")
    return f"must have {_SAYS[found[2]]} {found[3]} {parts}"

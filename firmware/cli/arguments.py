"""What stands on a command line, read strictly: paths that can be, numbers in their range, times."""

import argparse
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

# What Linux takes: so many bytes in a name, and in a whole path.
NAME: Final = 255
PATH: Final = 4095
SHOWN: Final = 40


def path(text: str) -> Path:
    """Read the path of a file or a folder, which need not be there."""
    encoded = os.fsencode(text)
    if not text or "\0" in text or len(encoded) > PATH or any(len(name) > NAME for name in encoded.split(b"/")):
        problem = (
            f"{short(text)!r} is not a path; a path has 1 to {PATH} bytes, at most {NAME} in each name, and no NUL byte"
        )
        raise argparse.ArgumentTypeError(problem)
    return Path(text)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number of a range.

    >>> whole(1, 50)("50"), whole(-9, 9)("-7")
    (50, -7)
    """

    def read(text: str) -> int:
        digits = re.fullmatch(r"(-?)0*([0-9]{1,18})", text)
        number = int(digits[1] + digits[2]) if digits is not None else least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{short(text)!r} is not a whole number from {least:,} to {most:,}")
        return number

    return read


def decimal(most: float) -> Callable[[str], float]:
    """Return what reads a number above 0, in digits."""

    def read(text: str) -> float:
        number = float(text) if re.fullmatch(r"[0-9]{1,9}|[0-9]{0,9}\.[0-9]{1,9}", text) else 0.0
        if not 0 < number <= most:
            raise argparse.ArgumentTypeError(f"{short(text)!r} is not a number above 0 and at most {most:,.10g}")
        return number

    return read


def time(text: str) -> int:
    """Read a time, in UTC where it does not say otherwise, as milliseconds since 1970."""
    try:
        read = datetime.fromisoformat(text)
        return round((read if read.tzinfo is not None else read.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        problem = f"{short(text)!r} is not a time; write 2026-11-18 or 2026-11-18T20:15, in UTC"
        raise argparse.ArgumentTypeError(problem) from None


def short(text: str) -> str:
    """Return a text as a message quotes it: what is longer than a line is cut off."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"

"""In which line of a TOML text a key stands, for people who have to mend it."""

import re
import tomllib
from collections.abc import Sequence
from typing import Final

_STEP: Final = re.compile(r"([^.\[\]]+)|\[([0-9]+)\]")
Path = tuple[str | int, ...]


def path_of(key: str) -> Path:
    """Return a key's steps.

    >>> path_of("rounds[1].takes")
    ('rounds', 1, 'takes')
    """
    return tuple(name or int(index) for name, index in _STEP.findall(key))


def line_of(text: str, key: str) -> int:
    """Return the line in which a key stands, or else the table that it is missing from; 1 for the whole text."""
    lines, path = text.split("\n"), path_of(key)
    while path and not _there(tomllib.loads(text), path):
        path = path[:-1]
    if not path:
        return 1
    # The key is in every part of the text that reads from some line on: look for that line between the two.
    low, high = 0, len(lines)
    while high - low > 1:
        middle = _readable(lines, low, (low + high) // 2)
        if middle == low:
            middle = _next_readable(lines, (low + high) // 2, high)
            if middle == high:
                break
        low, high = (low, middle) if _there(_read(lines, middle), path) else (middle, high)
    return low + 1


def _readable(lines: Sequence[str], low: int, upto: int) -> int:
    """Return the longest beginning of up to so many lines that reads, as a value may go over several."""
    return next((end for end in range(upto, low, -1) if _reads(lines, end)), low)


def _next_readable(lines: Sequence[str], after: int, high: int) -> int:
    return next((end for end in range(after + 1, high) if _reads(lines, end)), high)


def _reads(lines: Sequence[str], end: int) -> bool:
    try:
        _read(lines, end)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _read(lines: Sequence[str], end: int) -> object:
    return tomllib.loads("\n".join(lines[:end]))


def _there(found: object, path: Path) -> bool:
    for step in path:
        try:
            found = found[step]  # type: ignore[index]
        except (LookupError, TypeError):
            return False
    return True

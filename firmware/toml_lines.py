"""In which line of a TOML text a key stands, for people who have to mend it."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

_STEP: Final = re.compile(r"([^.\[\]]+)|\[([0-9]+)\]")
# What tells where a line ends and its value does not: strings, comments, brackets and ends of lines.
_PIECE: Final = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}|\'\'\'(?:[^\']++|\'(?!\'\'))*+\'{3,5}'
    r'|"(?:[^"\\\n]++|\\.)*+"|\'[^\'\n]*+\'|#[^\n]*+|[\[\]{}]|\n',
    re.DOTALL,
)
_DEEPER: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
Path = tuple[str | int, ...]


def path_of(key: str) -> Path:
    """Return a key's steps.

    >>> path_of("rounds[1].takes")
    ('rounds', 1, 'takes')
    """
    return tuple(name or int(index) for name, index in _STEP.findall(key))


def line_of(text: str, key: str) -> int:
    """Return the line in which a key stands, or else the table that it is missing from; 1 for the whole text."""
    path, found = path_of(key), tomllib.loads(text)
    while path and not _there(found, path):
        path = path[:-1]
    if not path:
        return 1
    # The key is in every beginning of the text from some line on: the one before it ends where the key's line begins.
    lines, ends = text.split("\n"), [0, *_whole(text)]
    return ends[bisect_left(ends, 1, key=lambda end: _there(_read(lines, end), path)) - 1] + 1


def _whole(text: str) -> Iterator[int]:
    """Return after which lines a text can be read up to there: a value may go over several."""
    line = depth = 0
    for piece in _PIECE.finditer(text + "\n"):
        said = piece[0]
        line += said.count("\n")
        depth += _DEEPER.get(said, 0)
        if said == "\n" and not depth:
            yield line


def _read(lines: list[str], end: int) -> object:
    # With its last line's end: a file that was saved on Windows has half of it in the line.
    return tomllib.loads("".join(f"{line}\n" for line in lines[:end]))


def _there(found: object, path: Path) -> bool:
    for step in path:
        try:
            found = found[step]  # type: ignore[index]
        except (LookupError, TypeError):
            return False
    return True

"""What a board has logged, read again: the lines that it writes itself, and what `journalctl -o json` prints of it."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

LINE: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([A-Z]+) +([\w.]+): (.*)")
# The levels by the priorities of syslog, the most severe first.
LEVELS: Final = ("CRITICAL", "CRITICAL", "CRITICAL", "ERROR", "WARNING", "INFO", "INFO", "DEBUG")


class Logged(NamedTuple):
    """One thing that was logged: when, in milliseconds since 1970, how severe, by whom, and what."""

    at: int
    level: str
    by: str
    text: str


def read_log(lines: Iterable[str]) -> Iterator[Logged | None]:
    """Return what each line says; None for one that has no time of its own, such as those of a traceback."""
    for line in lines:
        yield _of_journald(line) if line.startswith("{") else _of_ours(line)


def _of_ours(line: str) -> Logged | None:
    r"""Read a line that a board wrote.

    >>> _of_ours("1970-01-01T00:00:01.250Z INFO    firmware.table_board.board: table open")
    Logged(at=1250, level='INFO', by='firmware.table_board.board', text='table open')
    """
    found = LINE.fullmatch(line.rstrip("\n"))
    if found is None:
        return None
    try:
        at = datetime.fromisoformat(found[1])
    except ValueError:
        return None  # a 31st of February
    return Logged(round(at.timestamp() * 1000), found[2], found[3], found[4])


def _of_journald(line: str) -> Logged | None:
    """Read an entry as journalctl prints it: each value a text, or a list of bytes where it is none."""
    try:
        entry = json.loads(line)
        at = int(entry["__REALTIME_TIMESTAMP"]) // 1000
        level = LEVELS[int(entry.get("PRIORITY", "6"))]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None
    by = entry.get("LOGGER") or entry.get("SYSLOG_IDENTIFIER") or ""
    return Logged(at, level, _text(by), _text(entry.get("MESSAGE")).split("\n", 1)[0])


def _text(value: object) -> str:
    if isinstance(value, list) and all(isinstance(one, int) and 0 <= one < 256 for one in value):
        return bytes(value).decode(errors="replace")
    return value if isinstance(value, str) else ""

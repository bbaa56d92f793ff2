"""The log of a long-running command: one line a thing on standard error, or one entry with fields for journald."""

import argparse
import contextlib
import json
import logging
import os
import socket
import struct
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from firmware.table.core.reported import meaning
from hal.faults import FAULTS
from hal.visible import visible

LEVELS: Final = ("debug", "info", "warning", "error")
# What stands before each line of a traceback, so that nobody takes one of them for a line of the log.
WITHIN: Final = "  | "
# Where journald takes entries with fields; a line on standard error has its priority alone.
SOCKET: Final = Path("/run/systemd/journal/socket")
# The priorities of syslog, the least severe level that has each.
PRIORITIES: Final = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
DEBUG_PRIORITY: Final = 7
_TRACES: Final = logging.Formatter()


def add_log_argument(parser: argparse.ArgumentParser, usual: str = "warning") -> None:
    """Have a command take `--log-level`."""
    parser.add_argument(
        "--log-level", choices=LEVELS, default=usual, metavar="LEVEL",
        help=f"the lowest level to log: {', '.join(LEVELS)} (default: {usual})",
    )  # fmt: skip


class LogLines(logging.Formatter):
    """Records as lines that nothing they quote can forge: time in UTC, level, who says it, what."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line, with a traceback set off below it."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat("T", "milliseconds").replace("+00:00", "Z")
        return f"{at} {record.levelname:<7} {record.name}: {said(record)}"


class MarkedLines(logging.Formatter):
    """Records as lines of a unit's standard error: journald knows when they came, and reads how severe they are."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record; each of its lines is an entry of its own and has the mark."""
        mark = f"<{priority(record.levelno)}>"
        return "\n".join(mark + line for line in f"{record.name}: {said(record)}".split("\n"))


def said(record: logging.LogRecord) -> str:
    """Return what a record says: one line that can be seen, and its traceback below it."""
    below = _TRACES.formatException(record.exc_info).split("\n") if record.exc_info else []
    return "\n".join((visible(record.getMessage()), *(WITHIN + visible(line) for line in below)))


def priority(level: int) -> int:
    """Return the priority of syslog for a level.

    >>> priority(logging.ERROR), priority(logging.INFO), priority(5)
    (3, 6, 7)
    """
    return next((value for least, value in PRIORITIES if level >= least), DEBUG_PRIORITY)


class StandardError(logging.Handler):
    """Lines on standard error. Where they cannot be written, there is nowhere to say so."""

    def __init__(self, lines: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(lines)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, at once."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(self.format(record) + "\n")
            sys.stderr.flush()


class Journald(logging.Handler):
    """Records as journald's entries, with fields to search by: `journalctl RAPID_TABLE_DEVICE=shoe`.

    A record's own fields are those that it was logged with: `extra={"fields": {"device": "shoe"}}`.
    An entry that journald does not take at once goes to standard error, as a line: nothing waits for a log.
    """

    def __init__(self, path: Path, every: Mapping[str, str]) -> None:
        super().__init__()
        self._every = dict(every)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(0)
        self._socket.connect(str(path))
        self._lines = StandardError(MarkedLines())

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record."""
        try:
            self._socket.send(entry(record, self._every))
        except OSError:
            self._lines.handle(record)

    def close(self) -> None:
        """Let go of the socket."""
        self._socket.close()
        super().close()


def entry(record: logging.LogRecord, every: Mapping[str, str]) -> bytes:
    """Return a record as journald's native protocol has it."""
    fields = {
        "MESSAGE": said(record),
        "PRIORITY": str(priority(record.levelno)),
        "SYSLOG_IDENTIFIER": "rapid-table",
        "LOGGER": record.name,
        "CODE_FILE": record.pathname,
        "CODE_LINE": str(record.lineno),
        "CODE_FUNC": record.funcName or "",
    }
    own = own_fields(record, every)
    return b"".join(_field(key, value) for key, value in fields.items()) + b"".join(
        _field(f"RAPID_TABLE_{key.upper()}", visible(value)) for key, value in own.items()
    )


def own_fields(record: logging.LogRecord, every: Mapping[str, str]) -> dict[str, str]:
    """Return a record's own fields: with the code of docs/faults.md, where it is of a fault that began or ended."""
    own: dict[str, str] = {**every, **getattr(record, "fields", {})}
    began, ended = meaning(own.get("what", ""))
    code = began or ended
    return {**own, "code": code} if code in FAULTS else own


class JsonLines(logging.Formatter):
    """Records as JSON, one object a line: for whoever collects logs of many boards."""

    def __init__(self, every: Mapping[str, str]) -> None:
        super().__init__()
        self._every = dict(every)

    def format(self, record: logging.LogRecord) -> str:
        """Return a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat("T", "milliseconds").replace("+00:00", "Z")
        own = {key: visible(value) for key, value in own_fields(record, self._every).items()}
        line = {"at": at, "level": record.levelname.lower(), "logger": record.name, **own, "said": said(record)}
        return json.dumps(line, ensure_ascii=False)


def _field(key: str, value: str) -> bytes:
    data = value.encode(errors="replace")
    if b"\n" not in data:
        return key.encode() + b"=" + data + b"\n"
    return key.encode() + b"\n" + struct.pack("<Q", len(data)) + data + b"\n"


def start_log(level: str, every: Mapping[str, str] | None = None, *, as_json: bool = False) -> None:
    """Log from here on, what libraries say too; `every`: the fields of each entry in journald, or line in JSON."""
    logging.basicConfig(level=level.upper(), handlers=[_handler(every or {}, as_json=as_json)], force=True)


def _handler(every: Mapping[str, str], *, as_json: bool) -> logging.Handler:
    if as_json:
        return StandardError(JsonLines(every))
    if not _read_by_journald():
        return StandardError(LogLines())
    with contextlib.suppress(OSError):
        return Journald(SOCKET, every)
    return StandardError(MarkedLines())


def _read_by_journald() -> bool:
    """Whether standard error is the stream that systemd named: a shell in a unit may have sent it elsewhere."""
    try:
        there = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{there.st_dev}:{there.st_ino}"

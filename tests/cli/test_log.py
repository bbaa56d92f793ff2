"""Logs: one line a thing on standard error; entries with fields where journald reads it; as loud as it was asked."""

import logging
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from processes import RAPID_TABLE

from firmware.boards.reports import Reports
from firmware.cli.log import LogLines, MarkedLines, entry, start_log
from firmware.cli.main import main

PROJECT = Path(__file__).parents[2]
TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
machine = 0x654300
[journal]
path = "{folder}/table.journal"
pin_secret = "{folder}/pin.secret"
ticket_secret = "{folder}/ticket.secret"
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
"""
SAY = """
import logging, sys
from pathlib import Path
from firmware.cli import log
log.SOCKET = Path(sys.argv[1])
log.start_log("info", {"role": "ats"})
logging.getLogger("firmware.x").debug("too little to log")
logging.getLogger("firmware.x").warning("jam\\nof a note", extra={"fields": {"device": "note_acceptor"}})
"""


def record(level: int, message: str, *, trace: bool = False) -> logging.LogRecord:
    info = None
    if trace:
        try:
            int("why")
        except ValueError:
            info = sys.exc_info()
    made = logging.LogRecord("firmware.x", level, "x.py", 7, message, (), info, "f")
    made.created = 1_794_000_000.25
    return made


def test_a_line_says_when_how_severe_who_and_what() -> None:
    line = LogLines().format(record(logging.WARNING, "connected\n2026 a forged line"))
    assert line == "2026-11-06T21:20:00.250Z WARNING firmware.x: connected\\n2026 a forged line"


def test_each_line_of_a_traceback_has_its_priority_and_is_set_off() -> None:
    first, *more = MarkedLines().format(record(logging.ERROR, "it failed", trace=True)).split("\n")
    assert first == "<3>firmware.x: it failed"
    assert more[0] == "<3>  | Traceback (most recent call last):"
    assert all(line.startswith("<3>  | ") for line in more)
    assert more[-1] == "<3>  | ValueError: invalid literal for int() with base 10: 'why'"


def fields_of(data: bytes) -> dict[str, str]:
    """Read an entry of journald's native protocol: KEY=VALUE lines, or KEY, a length of 64 bits and the value."""
    found = {}
    while data:
        key, rest = data.split(b"\n", 1)
        if b"=" in key:
            name, value = key.split(b"=", 1)
        else:
            (length,) = struct.unpack("<Q", rest[:8])
            name, value, rest = key, rest[8 : 8 + length], rest[8 + length :].removeprefix(b"\n")
        found[name.decode()] = value.decode()
        data = rest
    return found


def test_an_entry_has_its_fields_and_a_value_of_several_lines_forges_none() -> None:
    made = record(logging.CRITICAL, "it failed", trace=True)
    made.fields = {"device": "shoe\nPRIORITY=7"}
    fields = fields_of(entry(made, {"role": "table"}))
    assert fields["MESSAGE"].startswith("it failed\n  | Traceback")
    assert (fields["PRIORITY"], fields["LOGGER"], fields["SYSLOG_IDENTIFIER"]) == ("2", "firmware.x", "rapid-table")
    assert (fields["CODE_FILE"], fields["CODE_LINE"], fields["CODE_FUNC"]) == ("x.py", "7", "f")
    assert (fields["RAPID_TABLE_ROLE"], fields["RAPID_TABLE_DEVICE"]) == ("table", "shoe\\nPRIORITY=7")


@contextmanager
def unit() -> Iterator[tuple[int, dict[str, str], int]]:
    """Standard error as systemd gives it to a unit: its end to read, the variable that names it, its end to write."""
    reading, writing = os.pipe()
    named = os.fstat(writing)
    try:
        yield reading, {**os.environ, "JOURNAL_STREAM": f"{named.st_dev}:{named.st_ino}"}, writing
    finally:
        os.close(reading)


def said_under_a_unit(path: Path) -> str:
    with unit() as (reading, environment, writing):
        command = [sys.executable, "-c", SAY, str(path)]
        subprocess.run(command, stderr=writing, env=environment, cwd=PROJECT, check=True)
        os.close(writing)
        return os.read(reading, 65_536).decode()


@pytest.mark.outside
def test_under_systemd_journald_gets_entries(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journald:
        journald.bind(str(tmp_path / "socket"))
        assert said_under_a_unit(tmp_path / "socket") == ""
        fields = fields_of(journald.recv(65_536))
        journald.settimeout(0)
        with pytest.raises(BlockingIOError):
            journald.recv(1)
    assert (fields["MESSAGE"], fields["PRIORITY"]) == ("jam\\nof a note", "4")
    assert (fields["RAPID_TABLE_ROLE"], fields["RAPID_TABLE_DEVICE"]) == ("ats", "note_acceptor")


@pytest.mark.outside
def test_without_journalds_socket_lines_have_priorities(tmp_path: Path) -> None:
    assert said_under_a_unit(tmp_path / "none") == "<4>firmware.x: jam\\nof a note\n"


@pytest.mark.outside
def test_an_entry_that_journald_does_not_take_at_once_is_a_line(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as busy:
        busy.bind(str(tmp_path / "socket"))
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.connect(str(tmp_path / "socket"))
            other.settimeout(0)
            with suppress(BlockingIOError):
                while other.send(b"x"):
                    pass
            assert said_under_a_unit(tmp_path / "socket") == "<4>firmware.x: jam\\nof a note\n"


@pytest.mark.outside
def test_a_board_logs_what_it_does(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(TABLE.format(folder=tmp_path))
    words = ("run", "--role", "table", "--config", str(tmp_path / "table.toml"))
    with subprocess.Popen([*RAPID_TABLE, *words], stderr=subprocess.PIPE, text=True, cwd=PROJECT) as board:
        assert board.stderr is not None
        warning, line = board.stderr.readline(), board.stderr.readline()
        board.kill()
    assert " WARNING firmware.cli.role: " in warning  # this configuration takes no notes
    assert " INFO    firmware.table_board.board: table open, crown-baccarat, new" in line


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The log of all, which is as it was when the test is done."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    level = root.level
    yield
    root.setLevel(level)


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(("level", "logged"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)])
def test_it_is_as_loud_as_it_was_asked(level: str, logged: int, capsys: pytest.CaptureFixture[str]) -> None:
    start_log(level)
    for one in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR):
        logging.getLogger("firmware.x").log(one, "something")
    assert capsys.readouterr().err.count("firmware.x: something\n") == logged


def test_an_unknown_level_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--role", "table", "--config", "x.toml", "--log-level", "loud"]) == 2
    said = capsys.readouterr().err.replace("'", "")  # Python 3.13 does not quote them
    assert "choose from debug, info, warning, error" in said


@pytest.mark.usefixtures("root")
def test_where_standard_error_is_gone_a_log_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    start_log("debug")
    with Path(os.devnull).open("w", encoding="utf-8") as gone:
        monkeypatch.setattr(sys, "stderr", gone)
    logging.getLogger("firmware.x").error("nobody hears this")


def test_what_a_device_reports_is_logged_with_its_fields(caplog: pytest.LogCaptureFixture) -> None:
    table: object = None
    with caplog.at_level(logging.INFO):
        Reports(table).say("shoe", "fault jam", "E12")  # type: ignore[arg-type]
    (made,) = caplog.records
    assert made.getMessage() == "shoe: fault jam (E12)"
    assert vars(made)["fields"] == {"device": "shoe", "what": "fault jam"}

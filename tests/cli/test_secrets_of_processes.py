"""Real processes that log all they can: no PIN and no key is in what they print, keep, copy or send."""

import base64
import json
import logging
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from processes import started
from tools_needed import need

from firmware.cli.main import main
from firmware.measures.tools import tool
from firmware.table.journal.check import verify
from firmware.table.journal.copy_store import CopyStore

# A board as `rapid-table run` starts it, with somebody at its screen, whose libraries log whatever they have.
LOUD = """
import logging, runpy, sys
from firmware.cli import run
run.start_log = lambda *_, **__: logging.basicConfig(level=logging.NOTSET, force=True)
sys.argv[0] = "attended"
runpy.run_module("sim.siege.attend", run_name="__main__")
"""
TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
ats = 1
machine = 0x654300
[notes]
currency = "AUD"
values = [20, 50]
[journal]
path = "table.journal"
pin_secret = "pin.secret"
ticket_secret = "ticket.secret"
[copy]
key = "certificates/copy.key"
folder = "{stick}"
boards = ["ats-1"]
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
"""
ATS = """
role = "ats"
[terminal]
number = 1
pocket = "pocket"
[copy]
folder = "copy"
[devices.ticket_printer]
driver = "sim.escpos"
port = "bench"
"""
# Long enough to come by chance nowhere.
PINS = {"700": "584920173", "202": "730281946"}
MISTYPED = ("584920137", "917364082")
PATIENCE_S = 30


class Board:
    """A board that is told what to touch, and all that it prints."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.printed: list[str] = []
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._orders = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.printed.append(line)
            if line.startswith('{"id":'):
                self._answers.put(json.loads(line))

    def tell(self, **order: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._orders += 1
        self._process.stdin.write(json.dumps({"id": self._orders, **order}) + "\n")
        self._process.stdin.flush()
        return self._answers.get(timeout=PATIENCE_S)

    def until(self, text: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not any(text in line for line in self.printed):
            assert time.monotonic() < end, f"it did not say {text!r}"
            time.sleep(0.02)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(timeout=10)
        self._reader.join(10)


@pytest.fixture
def stick() -> Iterator[Path]:
    """A folder on another medium than the disk."""
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="rapid-table-") as folder:
        yield Path(folder) / "copy"


@pytest.fixture
def folder(tmp_path: Path, stick: Path) -> Path:
    need("nats-server")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert main(["provision", str(tmp_path / "certificates"), "--ats", "1", "--listen", f"127.0.0.1:{port}"]) == 0
    for name, text, device in (("table", TABLE.format(stick=stick), "table"), ("ats", ATS, "ats-1")):
        network = f'[network]\nserver = "tls://127.0.0.1:{port}"\ndevice = "{device}"\ncertificates = "certificates"\n'
        (tmp_path / f"{name}.toml").write_text(text + network)
    return tmp_path


def board(stack: ExitStack, folder: Path, role: str) -> Board:
    words = (sys.executable, "-X", "dev", "-c", LOUD, "run", "--role", role, "--config", f"{role}.toml")
    root = str(Path(__file__).parents[2])
    return Board(stack.enter_context(started(folder, *words, PYTHONPATH=root, PYTHONUNBUFFERED="1")))


def a_day(table: Board, terminal: Board) -> None:
    """People come, mistype, enrol and do not get an approval; a player's money comes and goes as a ticket."""
    table.tell(op="first", answers=["700", "MEI", PINS["700"]])
    table.tell(op="sign-on", answers=["700", MISTYPED[0]])
    time.sleep(1.1)  # the console waits after a wrong PIN
    table.tell(op="sign-on", answers=["700", PINS["700"]])
    table.tell(op="enrol", answers=["202", "ANA", "casino_supervisor", PINS["202"]])
    table.tell(op="buy-in", given=["1"], answers=["12000", "cash", "202", MISTYPED[1]])
    time.sleep(1.1)
    table.tell(op="buy-in", given=["1"], answers=["120", "cash"])
    end = time.monotonic() + PATIENCE_S
    while terminal.tell()["balance"] != 120_00 and time.monotonic() < end:
        time.sleep(0.05)
    terminal.tell(touch=[["cash-out"], ["pay"]])
    while list(table.tell()["tickets"].values()) != ["printed"] and time.monotonic() < end:
        time.sleep(0.05)
    stands = table.tell()
    assert (stands["staff"], stands["signed_on"]) == (["700", "202"], True)
    assert list(stands["tickets"].values()) == ["printed"]
    assert stands["balances"] == {"1": 0}


def until_copied(journal: Path, *folders: Path) -> None:
    end = time.monotonic() + PATIENCE_S
    while not all(one.exists() and CopyStore(one, 100).kept.row == verify(journal).rows for one in folders):
        assert time.monotonic() < end, "the journal is not copied"
        time.sleep(0.1)


def ways(secret: bytes) -> list[bytes]:
    """Return how a secret may be written: as it is, in hexadecimal, in base64 wherever it begins, as Python would."""
    within = [base64.b64encode(bytes(cut) + secret)[4 : -4 or None] for cut in range(3)]
    return [secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret)[2:-1].encode(), *within]


def secrets_in(folder: Path) -> dict[str, list[bytes]]:
    found = {f"PIN {pin}": [pin.encode()] for pin in (*PINS.values(), *MISTYPED)}
    for file in folder.rglob("*"):
        if file.suffix not in (".key", ".secret") or not file.is_file():
            continue
        held = file.read_bytes()
        if b"BEGIN" in held:
            lines = [line for line in held.splitlines() if not line.startswith(b"-----")]
            whole = base64.b64decode(b"".join(lines))
            found[file.name] = [max(lines, key=len), *ways(whole), *ways(whole[-32:])]
        else:
            found[file.name] = ways(held)
    return found


@pytest.mark.outside
def test_no_secret_is_in_what_processes_leave_behind(
    folder: Path, stick: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    journal = folder / "table.journal"
    with ExitStack() as stack:
        server = Board(stack.enter_context(
            started(folder / "certificates", str(tool("nats-server")), "--config", "server.conf", "-DV")
        ))  # fmt: skip
        server.until("Server is ready")
        table, terminal = board(stack, folder, "table"), board(stack, folder, "ats")
        table.until("as table")
        terminal.until("as ats-1")
        a_day(table, terminal)
        until_copied(journal, stick, folder / "copy")
        for one in (table, terminal, server):
            one.stop()
    capfd.readouterr()
    copy_key = ("--copy-key", str(folder / "certificates/copy.key"))
    asked = [["show"], ["show", "--json"], ["verify", "--json"], ["replay"], ["replay", "--json"]]
    for words in (*asked, ["export", "--key", str(folder / "journal.key")]):
        assert main(["journal", words[0], str(journal), *words[1:]]) == 0
    # What lies sealed in the copies, in the open.
    assert main(["journal", "restore", str(folder / "again"), "--from", str(stick), *copy_key]) == 0
    left = {file.name: file.read_bytes() for file in [*folder.glob("*"), *stick.glob("*"), *folder.glob("copy/*")]
            if file.is_file() and file.suffix not in (".key", ".secret")}  # fmt: skip
    left["commands"] = "".join(capfd.readouterr()).encode()
    printed = {"table": table, "terminal": terminal, "server": server}
    left |= {name: "".join(one.printed).encode() for name, one in printed.items()}
    for name, held in secrets_in(folder).items():
        assert not [where for where, said in left.items() if any(way in said for way in held)], name
    # This would find them: all that there is was looked at, as loud as it can be.
    assert {"pocket", "pocket.witness", "again", "table.journal"} <= left.keys()
    assert sum(name.endswith(".copy") for name in left) >= 1
    assert {"pin.secret", "ticket.secret", "journal.key", "copy.key", "table.key", "ats-1.key"} <= secrets_in(
        folder
    ).keys()
    assert b"MEI" in left["again"]
    assert b"wrong PIN at" in left["commands"]
    assert logging.getLevelName(logging.DEBUG).encode() in left["table"]
    assert b"[TRC]" in left["server"]

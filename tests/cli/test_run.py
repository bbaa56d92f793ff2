"""`run`: a table and a terminal as processes on their own, across a nats-server; a note becomes a credit."""

import json
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from processes import RAPID_TABLE, started
from tools_needed import need

from firmware.cli.main import main
from firmware.measures.tools import tool
from firmware.table.journal.check import verify
from firmware.table.journal.copy_store import CopyStore
from firmware.table.journal.testimony import read_memory

pytestmark = pytest.mark.outside

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
machine = 0x654300
[limits."*"]
min = 10
[notes]
currency = "AUD"
values = [20, 50]
[journal]
path = "table.journal"
witness_wait = 1
pin_secret = "pin"
ticket_secret = "ticket"
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
[devices.wnd]
driver = "sim.alpha"
port = "bench"
"""
ATS = """
role = "ats"
[terminal]
number = 1
pocket = "pocket"
[devices.note_acceptor]
driver = "drivers.id003"
port = "acceptor"
poll = 0.1
country = { 02 = "AUD" }
[devices.ticket_printer]
driver = "sim.escpos"
port = "bench"
"""
EMULATE = ("emulate", "note-acceptor", "--link", "acceptor", "--pace", "0.5", "--currency", "AUD")
WND = """
role = "wnd"
[devices.wnd]
driver = "sim.alpha"
port = "bench"
"""


def network(device: str, port: int) -> str:
    return f'[network]\nserver = "tls://127.0.0.1:{port}"\ndevice = "{device}"\ncertificates = "certificates"\n'


def until(process: subprocess.Popen[str], text: str) -> str:
    """Return the line that says it."""
    assert process.stdout is not None
    for line in process.stdout:
        if text in line:
            return line
    raise AssertionError(f"it ended and did not say {text!r}")


def shown(folder: Path, capsys: Any, kind: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["journal", "show", str(folder / "table.journal"), "--kind", kind, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    need("nats-server")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert main(["provision", str(tmp_path / "certificates"), "--ats", "2", "--listen", f"127.0.0.1:{port}"]) == 0
    for name, text, device in (("table", TABLE, "table"), ("ats", ATS, "ats-1"), ("wnd", WND, "wnd-1")):
        (tmp_path / f"{name}.toml").write_text(text + network(device, port))
    return tmp_path


def test_a_note_becomes_a_credit_across_processes_and_a_killed_table_comes_back(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = (str(tool("nats-server")), "--config", "server.conf")
    with ExitStack() as stack:
        table = stack.enter_context(started(folder, *RAPID_TABLE, "run", "--role", "table", "--config", "table.toml"))
        until(table, "table open, crown-baccarat, new")  # and it does not wait for the server
        until(table, "trying again")
        stack.enter_context(started(folder / "certificates", *server))
        until(table, "as table")
        acceptor = stack.enter_context(started(folder, *RAPID_TABLE, *EMULATE))
        until(acceptor, "device")
        ats = stack.enter_context(started(folder, *RAPID_TABLE, "run", "--role", "ats", "--config", "ats.toml"))
        wnd = stack.enter_context(started(folder, *RAPID_TABLE, "run", "--role", "wnd", "--config", "wnd.toml"))
        until(ats, "as ats-1")
        until(wnd, "as wnd-1")
        credit(acceptor, folder, capsys, notes=1)
        table.kill()
        table.wait()
        again = stack.enter_context(started(folder, *RAPID_TABLE, "run", "--role", "table", "--config", "table.toml"))
        until(again, "recovered at row")
        credit(acceptor, folder, capsys, notes=2)
        again.send_signal(signal.SIGTERM)
        assert again.wait(timeout=5) == 0
    assert main(["journal", "verify", str(folder / "table.journal")]) == 0
    drivers = {event["what"] for event in shown(folder, capsys, "device_reported") if event["device"] == "shoe"}
    assert "driver sim.angel_eye" in drivers
    assert [event["limit"]["minimum"] for event in shown(folder, capsys, "limit_set")] == [10_00]


def until_kept(witness: Path, more_than: int) -> int:
    """Return the row of the head that a board has kept, once there is a later one than that."""
    for _ in range(600):
        if witness.exists():
            head = read_memory(witness).head
            if head is not None and head.row > more_than:
                return head.row
        time.sleep(0.05)
    raise AssertionError(f"nothing later than row {more_than} is kept")


def test_an_older_copy_of_the_journal_does_not_open_where_a_terminal_remembers_a_later_one(folder: Path) -> None:
    server = (str(tool("nats-server")), "--config", "server.conf")
    run = (*RAPID_TABLE, "run", "--role")
    with ExitStack() as stack:
        stack.enter_context(started(folder / "certificates", *server))
        stack.enter_context(started(folder, *RAPID_TABLE, *EMULATE))
        table = stack.enter_context(started(folder, *run, "table", "--config", "table.toml"))
        until(table, "as table")
        ats = stack.enter_context(started(folder, *run, "ats", "--config", "ats.toml"))
        until(ats, "as ats-1")
        first = until_kept(folder / "pocket.witness", 0)
        table.send_signal(signal.SIGTERM)
        assert table.wait(timeout=5) == 0
        kept = folder / "kept"
        kept.mkdir()
        for file in folder.glob("table.journal*"):
            shutil.copy(file, kept)
        table = stack.enter_context(started(folder, *run, "table", "--config", "table.toml"))
        until(table, "recovered at row")
        row = until_kept(folder / "pocket.witness", first)
        table.kill()
        table.wait()
        for file in folder.glob("table.journal*"):
            file.unlink()
        for file in kept.iterdir():
            shutil.copy(file, folder)
        assert main(["journal", "verify", str(folder / "table.journal")]) == 0  # it is whole
        assert (
            main(["journal", "verify", str(folder / "table.journal"), "--witness", str(folder / "pocket.witness")]) == 1
        )
        table = stack.enter_context(started(folder, *run, "table", "--config", "table.toml"))
        said = until(table, "remembers row")
        assert (
            f"ats-1 remembers row {row} of this journal, signed by this table, and the journal ends before it" in said
        )
        table.send_signal(signal.SIGTERM)
        assert table.wait(timeout=5) == 0


def test_a_copy_from_before_a_note_was_credited_does_not_open_though_no_coup_has_ended_since(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = (str(tool("nats-server")), "--config", "server.conf")
    run = (*RAPID_TABLE, "run", "--role")
    with ExitStack() as stack:
        stack.enter_context(started(folder / "certificates", *server))
        table = stack.enter_context(started(folder, *run, "table", "--config", "table.toml"))
        until(table, "as table")
        acceptor = stack.enter_context(started(folder, *RAPID_TABLE, *EMULATE))
        until(acceptor, "device")
        ats = stack.enter_context(started(folder, *run, "ats", "--config", "ats.toml"))
        until(ats, "as ats-1")
        credit(acceptor, folder, capsys, notes=1)
        until_kept(folder / "pocket.witness", shown(folder, capsys, "bought_in")[0]["sequence"] - 1)
        kept = folder / "kept"
        kept.mkdir()
        for file in folder.glob("table.journal*"):
            shutil.copy(file, kept)
        credit(acceptor, folder, capsys, notes=2)
        last = shown(folder, capsys, "bought_in")[1]["sequence"]
        row = until_kept(folder / "pocket.witness", last - 1)
        table.kill()
        table.wait()
        for file in folder.glob("table.journal*"):
            file.unlink()
        for file in kept.iterdir():
            shutil.copy(file, folder)
        table = stack.enter_context(started(folder, *run, "table", "--config", "table.toml"))
        assert f"ats-1 remembers row {row} of this journal, signed by this table" in until(table, "remembers row")


def until_copied(journal: Path, *folders: Path) -> int:
    """Wait until copies have all rows that the journal has; return how many."""
    rows = 0
    for _ in range(600):
        rows = verify(journal).rows
        if all(folder.exists() and CopyStore(folder, 100).kept.row == rows for folder in folders):
            return rows
        time.sleep(0.05)
    raise AssertionError(f"row {rows} is not copied")


@pytest.fixture
def stick() -> Iterator[Path]:
    """A folder on another medium than the disk."""
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="rapid-table-") as folder:
        yield Path(folder) / "copy"


def test_a_card_that_dies_costs_nothing_that_was_copied_to_a_stick_or_to_a_terminal(
    folder: Path, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, run = folder / "table.journal", (*RAPID_TABLE, "run", "--role")
    with (folder / "table.toml").open("a") as table_file, (folder / "ats.toml").open("a") as ats_file:
        table_file.write(f'[copy]\nkey = "certificates/copy.key"\nfolder = "{stick}"\nboards = ["ats-1"]\n')
        ats_file.write('[copy]\nfolder = "copy"\n')
    with ExitStack() as stack:
        stack.enter_context(started(folder / "certificates", str(tool("nats-server")), "--config", "server.conf"))
        acceptor = stack.enter_context(started(folder, *RAPID_TABLE, *EMULATE))
        until(acceptor, "device")
        table = stack.enter_context(started(folder, *run, "table", "--config", "table.toml"))
        until(table, "as table")
        until(stack.enter_context(started(folder, *run, "ats", "--config", "ats.toml")), "as ats-1")
        credit(acceptor, folder, capsys, notes=1)
        rows = until_copied(journal, stick, folder / "copy")
        table.kill()
        table.wait()
        rows = max(rows, verify(journal).rows)  # what a moment before its death was still to be copied
        kept = min(CopyStore(one, 100).kept.row for one in (stick, folder / "copy"))
        balance = verify(journal).state.balance(1)
        for file in folder.glob("table.journal*"):
            file.unlink()
        capsys.readouterr()
        for copy in (stick, folder / "copy"):
            made = ["journal", "restore", str(folder / f"{copy.parent.name}.journal"), "--from", str(copy), "--json"]
            asked = [*made, "--copy-key", str(folder / "certificates/copy.key")]
            assert main([*asked, "--witness", str(folder / "pocket.witness")]) == 0
            assert kept <= json.loads(capsys.readouterr().out)["up_to"] <= rows
        assert main(["journal", "restore", str(journal), "--from", str(stick), *asked[-2:]]) == 0
        assert verify(journal).state.balance(1) == balance == 20_00
        table = stack.enter_context(started(folder, *run, "table", "--config", "table.toml"))
        until(table, "a supervisor signs on and gives the word")
        table.send_signal(signal.SIGTERM)
        assert table.wait(timeout=5) == 0
    assert len(shown(folder, capsys, "journal_restored")) == 1


def credit(acceptor: subprocess.Popen[str], folder: Path, capsys: Any, *, notes: int) -> None:
    """Insert a note until it is taken to the cash box, and wait for its credit."""
    assert acceptor.stdin is not None
    taken = ""
    until_s = time.monotonic() + 30
    while "past the lever" not in taken:
        assert time.monotonic() < until_s, f"no note is taken: {taken}"
        time.sleep(0.1)  # a hand that tries again
        acceptor.stdin.write("insert 20\n")
        acceptor.stdin.flush()
        taken = until(acceptor, '"event"')
        while not any(word in taken for word in ("past the lever", "refused", "not_taken", "nowhere")):
            taken = until(acceptor, '"event"')
    for _ in range(500):
        bought = shown(folder, capsys, "bought_in")
        if len(bought) == notes:
            assert {(event["ats"], event["amount"], event["by"]) for event in bought} == {(1, 20_00, "note")}
            return
    raise AssertionError(f"no credit for note {notes}")


def test_a_journal_that_cannot_be_used_stops_the_table_and_says_why(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "table.journal").write_bytes(b"no journal" * 1000)
    config = folder / "here.toml"
    config.write_text((folder / "table.toml").read_text().replace('"table.journal"', f'"{folder}/table.journal"'))
    assert main(["run", "--role", "table", "--config", str(config)]) == 1
    assert "table.journal" in capsys.readouterr().err


def test_what_deserves_a_second_look_is_said_in_the_log(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "table.journal").write_bytes(b"no journal" * 1000)
    config = folder / "here.toml"
    text = (folder / "table.toml").read_text().replace('"table.journal"', f'"{folder}/table.journal"')
    # 0.95 of 5.50 is 5.225, half a cent over.
    text = text.replace("crown-baccarat", "crown-traditional").replace("min = 10\n", 'min = 10\nstep = "0.50"\n')
    config.write_text(text)
    assert main(["run", "--role", "table", "--config", str(config)]) == 1
    assert "WARNING" in (said := capsys.readouterr().err)
    assert "limits.banker: a stake of 10.50 at 0.95:1 wins a part of a minor unit" in said


def test_a_role_that_is_not_the_files_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--role", "ats", "--config", str(folder / "table.toml")]) == 2
    assert "role: is table, and --role says ats" in capsys.readouterr().err
    assert main(["run", "--role", "ats", "--config", str(folder / "none.toml")]) == 2

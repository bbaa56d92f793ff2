"""`run --role tournament`: a tournament and its table as processes, across a nats-server; killed, it goes on."""

import socket
import stat
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from cup_at_tables import cup, round_of
from processes import RAPID_TABLE, started
from tools_needed import need

from firmware.cli.main import main
from firmware.measures.tools import tool
from firmware.table.journal.check import verify

pytestmark = pytest.mark.outside

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
machine = 0x654300
[journal]
path = "table.journal"
witness_wait = 1
pin_secret = "pin"
ticket_secret = "ticket"
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
"""
BEFORE = (
    "approve A1 2026-11-19 Operator", "appoint Ada", "sign-on Ada", "open-entry", "enter Bo 100", "enter Cy 100",
    "close-entry", "round 1", "seat 7", "brief all", "session at 0", "session start",
)  # fmt: skip
RUN = (*RAPID_TABLE, "run", "--role")


def network(device: str, port: int) -> str:
    return f'server = "tls://127.0.0.1:{port}"\ndevice = "{device}"\ncertificates = "certificates"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    need("nats-server")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    made = str(tmp_path / "certificates")
    assert main(["provision", made, "--ats", "2", "--listen", f"127.0.0.1:{port}"]) == 0
    assert main(["provision", made, "--add", "tournament-1"]) == 0
    cup(tmp_path, round_of("final", "entry", seats=2, coups=2), most=2)
    (tmp_path / "table.toml").write_text(f"{TABLE}[network]\n{network('table', port)}")
    files = '[tournament]\nconditions = "cup.toml"\njournal = "cup.journal"\n'
    (tmp_path / "cup-at-table.toml").write_text(
        f'role = "tournament"\n{files}[tables.1]\n{network("tournament-1", port)}'
    )
    return tmp_path


def do(folder: Path, step: str) -> int:
    return main(["tournament", "do", str(folder / "cup.journal"), *step.split()])


def done(folder: Path, step: str) -> None:
    """Have a step done, once the role is there and reaches its table."""
    for _ in range(100):
        if do(folder, step) == 0:
            return
        time.sleep(0.1)
    raise AssertionError(step)


def until_held(folder: Path, why: str) -> None:
    for _ in range(100):
        if verify(folder / "table.journal").state.kept.get("session", {}).get("hold", "") == why:
            return
        time.sleep(0.1)
    raise AssertionError(f"the table is not held: {why}")


def test_a_session_starts_across_processes_and_a_killed_tournament_goes_on(folder: Path) -> None:
    with ExitStack() as stack:
        stack.enter_context(started(folder / "certificates", str(tool("nats-server")), "--config", "server.conf"))
        stack.enter_context(started(folder, *RUN, "table", "--config", "table.toml"))
        role = stack.enter_context(started(folder, *RUN, "tournament", "--config", "cup-at-table.toml"))
        for step in BEFORE:
            done(folder, step)
        assert stat.S_IMODE((folder / "cup.journal.desk").stat().st_mode) == 0o600
        assert do(folder, "enter Di 100") == 1
        assert do(folder, "dance") == 2
        state = verify(folder / "table.journal").state
        assert state.session == "final 1"
        assert sorted(state.accounts) == [1, 2]
        role.kill()
        role.wait()
        assert do(folder, "sign-off Ada") == 2
        again = stack.enter_context(started(folder, *RUN, "tournament", "--config", "cup-at-table.toml"))
        done(folder, "sign-off Ada")
        until_held(folder, "director-away")
        again.terminate()
        assert again.wait(timeout=10) == 0
        assert not (folder / "cup.journal.desk").exists()
    assert main(["tournament", "show", str(folder / "cup.journal")]) == 0

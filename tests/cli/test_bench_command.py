"""`rapid-table bench` as a process: it says where its page is, serves it, and ends when told to."""

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from processes import RAPID_TABLE, started

from firmware.cli.main import main

pytestmark = pytest.mark.outside

BENCH = (sys.executable, "-m", "firmware.cli.main", "bench", "--ats", "1")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_the_address_of_its_page(end: signal.Signals, tmp_path: Path) -> None:
    command = (*BENCH, "--port", "0", "--folder", str(tmp_path / "bench"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bench:
        assert bench.stdout is not None
        address = bench.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address) as page:  # noqa: S310 - it is our own
            assert b"Rapid Table" in page.read()
        bench.send_signal(end)
        assert bench.wait(timeout=20) == 0
    assert main(["journal", "verify", str(tmp_path / "bench/table.journal")]) == 0


def test_beside_windows_it_is_typed_what_happens(tmp_path: Path) -> None:
    command = (*RAPID_TABLE, "bench", "--ats", "1", "--windows", "--folder", str(tmp_path / "bench"))
    with started(tmp_path, *command, SDL_VIDEODRIVER="dummy") as bench:
        assert bench.stdin is not None
        assert bench.stdout is not None
        bench.stdin.write("dance\nautoplay\nspeed 10\n")
        bench.stdin.flush()
        said = []
        while not said or " is credited" not in said[-1]:
            said.append(bench.stdout.readline())
            assert said[-1], said
        assert any(line.startswith("  BOARD DEVICE WHAT ") for line in said)
        assert "dance: this is no command; help says what there is\n" in said
        bench.send_signal(signal.SIGINT)
        assert bench.wait(timeout=20) == 0
    assert main(["journal", "verify", str(tmp_path / "bench/table.journal")]) == 0


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["bench", "--ats", "1", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot be used" in capsys.readouterr().err

"""`rapid-table conform` as makers of devices have it: a process that says what to do, and what became of it."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from processes import RAPID_TABLE
from tools_needed import need

from firmware.cli.main import main
from firmware.conform.terminal import CHECKS
from firmware.conform.terminal_money import CHECKS as MONEY
from hal.makes import makes_of

PROJECT = Path(__file__).parents[2]
KINDS = ("note-acceptor", "shoe", "ticket-printer", "wnd")
# On a machine on which others work an answer takes longer than on a wire.
PATIENT = dict.fromkeys(("note-acceptor", "ticket-printer"), ("--set", "answer_within=0.5"))
ALL = [(kind, protocol, "link") for kind in KINDS for protocol in makes_of(kind)]
ALL += [(kind, next(iter(makes_of(kind))), "tcp") for kind in KINDS]


@contextmanager
def emulated(*words: str) -> Iterator[tuple["subprocess.Popen[str]", dict[str, Any]]]:
    """A device that runs, and what it said first."""
    process = subprocess.Popen(
        [*RAPID_TABLE, "emulate", *words, "--pace", "0.5"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process, json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


def conform(device: "subprocess.Popen[str]", *words: str) -> tuple[int, list[dict[str, Any]]]:
    """Run the suite, and do what it asks for; return its status, and all that it said."""
    said = []
    with subprocess.Popen([*RAPID_TABLE, "conform", *words, "--json"], stdout=subprocess.PIPE, text=True) as suite:
        assert suite.stdout is not None
        assert device.stdin is not None
        for line in suite.stdout:
            said.append(json.loads(line))
            if said[-1]["event"] == "please":
                device.stdin.write(said[-1]["command"] + "\n")
                device.stdin.flush()
    return suite.returncode, said


@pytest.mark.outside
@pytest.mark.parametrize(("kind", "protocol", "where"), ALL)
def test_our_emulated_devices_pass(kind: str, protocol: str, where: str, tmp_path: Path) -> None:
    at = str(tmp_path / "port") if where == "link" else "0"
    with emulated(kind, "--protocol", protocol, f"--{where}", at) as (device, first):
        port = first["link"] if where == "link" else f"tcp:127.0.0.1:{first['tcp']}"
        words = ("--protocol", protocol, "--port", port, "--patience", "20", *PATIENT.get(kind, ()))
        status, said = conform(device, kind, *words)
    assert status == 0, said
    assert said[-1] == {
        "event": "report", "device": kind, "protocol": protocol, "failed": [],
        "passed": sum(one["event"] == "check" for one in said),
    }  # fmt: skip


@pytest.mark.outside
def test_what_fails_is_named_and_is_the_status(tmp_path: Path) -> None:
    with emulated("shoe", "--link", str(tmp_path / "port")) as (device, _):
        # Nobody burns a card, so none is reported.
        ended = subprocess.run(
            [*RAPID_TABLE, "conform", "shoe", "--port", str(tmp_path / "port"), "--only", "burn", "--patience", "1"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert device.poll() is None
    assert ended.returncode == 1
    first, check, report = ended.stdout.splitlines()
    assert first == "please: Burn a card as the shoe's manual says."
    assert check.startswith("failed  burn: a burned card was not reported as burned; what it last said:")
    assert report == "shoe, angel-eye: 0 of 1 passed"


@pytest.mark.outside
def test_a_silent_device_fails_each_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    silent = tmp_path / "silent"
    leader, follower = pty.openpty()
    silent.symlink_to(os.ttyname(follower))
    words = ["conform", "wnd", "--port", str(silent), "--patience", "0.2", "--json"]
    assert main(words) == 1
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["outcome"] for one in said[:-1]] == ["failed", "failed"]
    assert said[0]["why"].startswith("it does not answer")
    for end in (leader, follower):
        os.close(end)


@pytest.mark.parametrize("kind", [*KINDS, "terminal"])
def test_what_is_demanded_is_listed_without_a_port(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", kind, "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 1


def test_with_money_a_terminals_notes_and_tickets_are_demanded_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "terminal", "--list"]) == 0
    without = capsys.readouterr().out.splitlines()
    assert main(["conform", "terminal", "--list", "--money", "--currency", "EUR"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[len(without) :]] == [
        check.name for check in MONEY
    ]
    assert main(["conform", "terminal", "--list", "--only", "note"]) == 2
    assert "--only: there is no check 'note'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["shoe"], "--port: is missing; rapid-table probe --list shows what there is"),
        (
            ["shoe", "--port", "/dev/null", "--only", "burns"],
            "--only: there is no check 'burns';",
        ),
        (["shoe", "--port", "/nowhere/tty"], "--port: /nowhere/tty: "),
        (["shoe", "--port", "/dev/null", "--protocol", "ebds"], "--protocol: no protocol 'ebds' for this device"),
        (["shoe", "--port", "/dev/null", "--set", "line.baud=no"], "--set: devices.shoe.line.baud: "),
    ],
)
def test_bad_words_are_named(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", *words]) == 2
    assert capsys.readouterr().err.startswith(said)


@pytest.mark.outside
def test_the_papers_terminal_passes(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (PROJECT / "docs/terminal.md").read_text(), re.DOTALL)
    (tmp_path / "terminal.py").write_text(program)
    need("nats-server")
    said: list[dict[str, Any]] = []
    terminals = []
    words = [*RAPID_TABLE, "conform", "terminal", "--ats", "2", "--patience", "20", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as suite:
        assert suite.stdout is not None
        for line in suite.stdout:
            said.append(json.loads(line))
            if said[-1].get("command") == "start":
                joins = (sys.executable, "terminal.py", said[0]["server"], said[0]["certificates"], "ats-2")
                terminals.append(subprocess.Popen(joins, cwd=tmp_path, stdout=subprocess.DEVNULL))
    for terminal in terminals:
        terminal.kill()
        terminal.wait()
    assert suite.returncode == 0, said
    assert said[-1]["passed"] == len(CHECKS)


def test_a_server_goes_with_its_certificates(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "terminal", "--server", "tls://127.0.0.1:4222"]) == 2
    assert capsys.readouterr().err.startswith("--server: goes with --certificates")

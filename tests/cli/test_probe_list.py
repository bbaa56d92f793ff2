"""`probe --list`: what is at a port is found by questions that change nothing, and written as a draft of a profile."""

import asyncio
import json
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from processes import RAPID_TABLE, started

from firmware.cli.main import main
from firmware.probing.ports import AtPort, FoundPort, asked, draft, ports
from hal.make import LineMake
from hal.makes import makes, makes_of
from hal.registry import choose


def test_each_make_that_can_be_asked_answers_its_own_question_in_its_own_words() -> None:
    asked_for = [named for named in makes() if isinstance(named.make, LineMake) and named.make.question]
    assert {named.name for named in asked_for} == {"id003", "ebds", "escpos", "alpha"}


def test_a_draft_is_a_profile() -> None:
    acceptor, printer = makes_of("note-acceptor")["id003"], makes_of("ticket-printer")["escpos"]
    found = [
        AtPort(FoundPort("/dev/ttyUSB0", "FT9XK2PA", "1-1.2", "FT232R"), acceptor, "status"),
        AtPort(FoundPort("/dev/usb/lp0"), printer, "ready"),
        AtPort(FoundPort("/dev/ttyUSB1", "OTHER"), acceptor, "status"),
        AtPort(FoundPort("/dev/ttyUSB2", "SHOE1")),
        AtPort(FoundPort("/dev/ttyUSB3"), why="port_refused: in use"),
    ]
    text = "\n".join(draft(found, ["/dev/gpiochip0"]))
    devices = tomllib.loads(text)["devices"]
    assert choose(devices).keys() == {"note_acceptor", "ticket_printer"}
    assert devices["note_acceptor"] == {"driver": "drivers.id003", "port": "usb:FT9XK2PA"}
    for said in (
        '# port = "usb:OTHER"',
        'port = "usb:SHOE1"',
        "port_refused: in use",
        "/dev/gpiochip0",
        "socket 1-1.2",
    ):
        assert said in text


def test_a_port_that_is_not_there_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "--list", "--port", "/dev/nowhere"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said[0]["device"] is None
    assert said[0]["why"].startswith("absent: ")
    assert said[-1] == {"event": "listed", "ports": 1}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["shoe", "--list"], "--list: "),
        (["--list", "shoe"], "--list: "),
        (["shoe"], "--port: is missing"),
        (["--port", "x"], "DEVICE: is missing"),
        (["shoe", "--port", "x", "--profile"], "--profile: "),
    ],
)
def test_what_does_not_go_together(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", *words]) == 2
    assert capsys.readouterr().err.startswith(says)


def test_printers_on_usb_are_ports_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "usb").mkdir()
    (tmp_path / "usb/lp1").touch()
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert [port.path for port in ports(tmp_path)] == [str(tmp_path / "usb/lp1")]


@contextmanager
def emulated(link: Path, *words: str) -> Iterator[list[str]]:
    """Emulate a device; afterwards the list says what happened to it."""
    happened: list[str] = []
    with started(link.parent, *RAPID_TABLE, "emulate", *words, "--link", str(link)) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        happened.append(json.loads(process.stdout.readline())["event"])
        yield happened
        process.stdin.close()
        happened += [json.loads(line)["event"] for line in process.stdout]
        process.stdin = None


@pytest.mark.outside
@pytest.mark.parametrize(
    ("device", "protocol"),
    [("note-acceptor", "id003"), ("note-acceptor", "ebds"), ("ticket-printer", "escpos"), ("wnd", "alpha")],
)
def test_an_emulated_device_is_found_and_nothing_has_happened_to_it(device: str, protocol: str, tmp_path: Path) -> None:
    with emulated(tmp_path / "port", device, "--protocol", protocol) as happened:
        answer = asyncio.run(asked(FoundPort(str(tmp_path / "port"))))
        assert answer.named is not None
        assert (answer.named.make.kind, answer.named.protocol) == (device, protocol)
        assert answer.said
    # What another make is asked is unknown to it, and that is all.
    assert set(happened) <= {"device", "unknown"}


@pytest.mark.outside
def test_a_shoe_is_not_asked_and_says_nothing(tmp_path: Path) -> None:
    with emulated(tmp_path / "port", "shoe"):
        assert asyncio.run(asked(FoundPort(str(tmp_path / "port")))).named is None

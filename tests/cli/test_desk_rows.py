"""Each row of what others rely on at the desk, held from outside: words, events, fields and times, by processes."""

import os
import pty
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from desk_processes import Running, both, running

pytestmark = pytest.mark.outside

# Standard input ends, and so does the command: within so many seconds, with status 0, and the link is gone.
END_S = 4.0
PAGE_S = 5.0
# What a process may take beside, on a machine on which others work.
BUSY_S = 20.0
ACCEPTOR = "jam", "clear", "cashbox out", "cashbox in", "stacker full", "power-cycle", "unplug", "plug"
SHOE = ("card 7C player 1", "burn 2D", "cut", "unreadable", "clear", "result tie player-pair banker-pair",
        "result none", "standby", "overdraw 9H", "clear", "power-cycle")  # fmt: skip
PRINTER = ("paper low", "paper out", "paper in", "cover open", "cover closed", "cutter jam", "clear", "power-cycle",
           "unplug", "plug")  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "protocol", "told"),
    [
        ("note-acceptor", "id003", ("insert forged", *ACCEPTOR)),
        ("note-acceptor", "ebds", ("insert forged", *ACCEPTOR)),
        ("shoe", "angel-eye", SHOE),
        ("shoe", "bee-tek", ("card 7C", "burn 2D", "unreadable", "clear")),
        ("ticket-printer", "escpos", PRINTER),
        ("wnd", "alpha", ("power-cycle", "unplug", "plug")),
    ],
)
def test_an_emulated_device_takes_its_words_and_ends_with_its_input(
    kind: str, protocol: str, told: tuple[str, ...], tmp_path: Path
) -> None:
    link = tmp_path / "port"
    with running("emulate", kind, "--protocol", protocol, "--link", str(link)) as device:
        assert device.event("device")["link"] == str(link)
        assert link.is_symlink()
        for line in told:
            device.tell(line)
            device.event("done", command=line)
        device.tell("help")
        assert {"unplug", "plug"} <= set(device.event("help")["commands"])
        began = time.monotonic()
        assert device.end() == 0
        assert time.monotonic() - began < END_S + BUSY_S
    assert not link.is_symlink()
    assert not link.exists()


@pytest.mark.parametrize("kind", ["note-acceptor", "shoe", "ticket-printer", "wnd"])
def test_a_probe_ends_with_its_input(kind: str, tmp_path: Path) -> None:
    # Whether its device is there or not.
    for port in (tmp_path / "nothing", tmp_path / "port"):
        with (
            running("emulate", kind, "--link", str(tmp_path / "port")),
            running("probe", kind, "--port", str(port)) as p,
        ):
            p.event("device")
            began = time.monotonic()
            assert p.end() == 0
            assert time.monotonic() - began < END_S + BUSY_S


@contextmanager
def silent(folder: Path) -> Iterator[Path]:
    """A port at which nobody ever answers."""
    ours, theirs = pty.openpty()
    link = folder / "silent"
    link.symlink_to(os.ttyname(theirs))
    try:
        yield link
    finally:
        os.close(ours)
        os.close(theirs)


def how_it_ended(host: Running) -> str:
    """Wait until a page has ended, and return how."""
    while (end := host.printed[-1]["event"] if host.printed else "") not in ("printed", "failed", "in_doubt"):
        host._next("an end")  # noqa: SLF001
    return str(end)


def test_a_test_page_ends_in_time_though_the_printer_is_silent(tmp_path: Path) -> None:
    with silent(tmp_path) as port, running("probe", "ticket-printer", "--port", str(port)) as host:
        host.tell("test-page 006429188185446104")
        began = time.monotonic()
        assert how_it_ended(host) == "failed"  # certainly no page: not one byte of it went out
        assert time.monotonic() - began < PAGE_S + BUSY_S


def test_a_silent_printer_says_its_state_all_the_same(tmp_path: Path) -> None:
    with silent(tmp_path) as port, running("probe", "ticket-printer", "--port", str(port)) as host:
        host.tell("status")
        state = host.event("state")
    assert {"online", "paper", "cover"} <= state.keys()
    assert state["online"] is False


@pytest.mark.parametrize(
    ("told", "state", "page"),
    [
        ((), {"online": True, "paper": "ok", "cover": "closed"}, "printed"),
        (("paper low",), {"online": True, "paper": "low", "cover": "closed"}, "printed"),
        (("paper out",), {"online": False, "paper": "out"}, "failed"),
        (("cover open",), {"online": False, "cover": "open"}, "failed"),
    ],
)
def test_a_printers_state_and_what_becomes_of_a_page(
    told: tuple[str, ...], state: dict[str, object], page: str, tmp_path: Path
) -> None:
    with both("ticket-printer", tmp_path / "port") as (device, host):
        for line in told:
            device.tell(line)
            device.event("done", command=line)
        host.tell("status")
        said = host.event("state")
        assert {key: said[key] for key in state} == state
        host.tell("test-page")
        began = time.monotonic()
        assert how_it_ended(host) == page
        assert time.monotonic() - began < PAGE_S + BUSY_S


@pytest.mark.parametrize("protocol", ["id003", "ebds"])
def test_a_note_that_lay_in_the_acceptor_is_there_still_when_it_is_plugged_in_again(
    protocol: str, tmp_path: Path
) -> None:
    with both("note-acceptor", tmp_path / "port", protocol=("--protocol", protocol)) as (device, host):
        host.ever("state", state="idle")
        time.sleep(0.5)
        device.tell("insert 20")
        assert host.event("escrowed")["amount"] == 2000
        device.tell("unplug")
        host.event("device", stage="lost")
        device.tell("plug")
        # It is seen again where it lay, or was given back when nobody asked: it is never just forgotten.
        while not {one["event"] for one in host.printed[-1:]} & {"escrowed", "returned"}:
            host._next("the note")  # noqa: SLF001


def test_a_nak_of_the_check_turns_the_reading_once(tmp_path: Path) -> None:
    """A shoe that counts no STX answers NAK 02: the command is said once more with the other check, which stays."""
    ours, theirs = pty.openpty()
    link = tmp_path / "shoe"
    link.symlink_to(os.ttyname(theirs))
    tty.setraw(theirs)
    with running("probe", "shoe", "--port", str(link)) as host:
        host.event("device", stage="ready")
        host.tell("lock")
        # STX "OPLK02" ETX and the check over all: 1B; without the STX: 19 (wire-protocols).
        assert os.read(ours, 64) == b"\x02OPLK02\x031B"
        os.write(ours, b"\x1502")
        assert os.read(ours, 64) == b"\x02OPLK02\x0319"
        os.write(ours, b"\x06")
        host.tell("unlock")
        again = os.read(ours, 64)
        assert again.startswith(b"\x02OPLK01\x03")
        assert again[-2:] == b"%02X" % (ord("O") ^ ord("P") ^ ord("L") ^ ord("K") ^ ord("0") ^ ord("1") ^ 3)
        os.write(ours, b"\x06")
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("protocol", ["id003", "ebds"])
def test_a_ticket_is_read_and_taken_on_the_desk(protocol: str, tmp_path: Path) -> None:
    words = ("--protocol", protocol)
    with both("note-acceptor", tmp_path / "port", protocol=words, probe=("--escrow", "auto")) as (device, host):
        host.ever("state", state="idle")
        time.sleep(0.5)
        device.tell("insert ticket 006429188185446104")
        assert host.event("escrowed")["ticket"] == "006429188185446104"
        assert host.event("credited")["ticket"] == "006429188185446104"
        assert host.printed[-1]["amount"] is None
        device.tell("insert ticket 12X")
        device.event("refused")

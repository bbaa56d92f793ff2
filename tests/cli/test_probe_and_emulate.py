"""`probe` and `emulate` as other people's programs see them: processes, lines, JSON."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import zxingcpp
from desk_processes import PATIENCE_S, both, running
from PIL import Image

from hal.recording import read_recording

NUMBER = "006429188185446104"


@pytest.mark.outside
@pytest.mark.parametrize("protocol", ["id003", "ebds"])
def test_notes_on_the_desk(tmp_path: Path, protocol: str) -> None:
    probe = ("--escrow", "auto", "--set", "poll=0.1")
    with both("note-acceptor", tmp_path / "port", protocol=("--protocol", protocol), probe=probe) as (device, host):
        host.ever("state", state="idle")
        time.sleep(0.5)  # by then it was told to take notes
        device.tell("insert 20")
        assert host.event("escrowed", currency="USD")["amount"] == 2000
        assert host.event("credited", currency="USD")["amount"] == 2000
        host.event("state", state="idle")
        device.tell("insert forged")
        assert host.event("rejected")["reason"]
        device.tell("jam")
        assert host.event("fault")["kind"] == "jam_acceptor"
        device.tell("clear")
        host.event("cleared", kind="jam_acceptor")
        host.tell("stack")
        assert host.event("refused")["reason"] == "no note lies in escrow"


@pytest.mark.outside
@pytest.mark.parametrize(
    ("protocol", "probe", "currency"),
    [
        ("id003", (), None),  # its table names a country that is known for certain nowhere
        ("id003", ("--set", "country.02=AUD"), "AUD"),
        ("ebds", (), "AUD"),
    ],
)
def test_notes_of_another_currency_on_the_desk(
    tmp_path: Path, protocol: str, probe: tuple[str, ...], currency: str | None
) -> None:
    words, more = ("--set", "poll=0.1", *probe), ("--currency", "AUD")
    spoken = ("--protocol", protocol)
    with both("note-acceptor", tmp_path / "port", protocol=spoken, more=more, probe=words) as (device, host):
        host.ever("state", state="idle")
        device.tell("insert 1")
        refused = device.event("refused")
        assert refused["reason"] == "AUD has no note of 1: its notes are 5, 10, 20, 50, 100"
        device.tell("insert 50")
        assert device.event("note", place="escrow")["currency"] == "AUD"
        escrowed = host.event("escrowed")
        assert (escrowed["amount"], escrowed["currency"]) == (5000, currency)
        host.tell("return")
        assert host.event("returned", amount=5000)["currency"] == currency


@pytest.mark.outside
def test_a_note_is_asked_about_and_an_unplugged_acceptor_comes_back(tmp_path: Path) -> None:
    with both("note-acceptor", tmp_path / "port", probe=("--set", "poll=0.1")) as (device, host):
        host.event("state", state="idle")
        device.tell("insert 50")
        host.event("escrowed", amount=5000)
        device.tell("unplug")
        host.event("fault", kind="lost")
        device.tell("plug")
        host.event("returned", amount=5000)
        host.settle()  # it is initialised anew, before what lay in it went back or after
        device.tell("insert 5")
        host.event("escrowed", amount=500)
        host.tell("hold")
        host.event("state", state="holding")
        host.tell("return")
        host.event("returned", amount=500)
        host.tell("disable")
        host.event("state", state="inhibited")
        host.tell("enable")
        host.event("state", state="idle")
        host.tell("status")
        assert host.event("device", stage="ready")["faults"] == []


@pytest.mark.outside
def test_a_shoe_on_the_desk(tmp_path: Path) -> None:
    with both("shoe", tmp_path / "port") as (device, host):
        for told, event in (
            ("card 8S player 1", {"event": "card", "card": "8S", "hand": "player", "position": 1, "carried": False}),
            ("burn TD", {"event": "burn", "card": "TD"}),
            ("cut", {"event": "cut_card"}),
            ("unreadable", {"event": "fault", "kind": "unreadable", "code": 1}),
            ("clear", {"event": "cleared", "kind": "unreadable", "code": 1}),
            ("result tie banker-pair", {"event": "result", "winner": "tie", "player_pair": False, "banker_pair": True}),
            ("result none", {"event": "result", "winner": None}),
            ("overdraw 9H", {"event": "fault", "kind": "overdraw", "code": 2}),
            ("clear", {"event": "cleared", "kind": "overdraw"}),
            ("standby", {"event": "state", "state": "standby"}),
            ("", {"event": "card", "card": "9H", "carried": True}),
            ("power-cycle", {"event": "state", "state": "start"}),
        ):
            if told:
                device.tell(told)
            assert event.items() <= host.event(event["event"]).items()
        host.tell("lock")
        host.event("state", locked=True)
        host.tell("unlock")
        host.event("state", locked=False)
        host.tell("clear")
        host.event("obeyed", command="clear")
        host.tell("confirm")
        host.event("obeyed", command="confirm")
        host.tell("status")
        assert host.event("device")["faults"] == []
        device.tell("lose 1")
        device.tell("cut")
        host.event("fault", kind="report_lost")


@pytest.mark.outside
def test_a_bee_tek_on_the_desk(tmp_path: Path) -> None:
    with both("shoe", tmp_path / "port", protocol=("--protocol", "bee-tek")) as (device, host):
        device.tell("card 4S")
        assert host.event("card")["hand"] == "none"
        host.tell("lock")
        host.event("refused", command="lock")


@pytest.mark.outside
def test_a_printer_on_the_desk_and_its_pages_as_pictures(tmp_path: Path) -> None:
    with both("ticket-printer", tmp_path / "port", more=("--pages", str(tmp_path / "pages"))) as (device, host):
        host.tell(f"test-page {NUMBER}")
        host.event("printed", number=NUMBER)
        page = Path(device.event("page")["file"])
        assert [code.text for code in zxingcpp.read_barcodes(Image.open(page))] == [NUMBER]
        device.tell("paper low")
        device.event("done", command="paper low")
        host.tell("status")
        assert host.event("state").items() >= {"online": True, "paper": "low", "cover": "closed"}.items()
        device.tell("cover open")
        device.event("done", command="cover open")
        host.tell("test-page")
        assert "cover open" in host.event("failed")["why"]
        host.tell("test-page 123")
        host.event("refused")
        device.tell("cover closed")
        device.event("done", command="cover closed")
        device.tell("unplug")
        host.event("fault", kind="lost")
        host.tell("status")
        host.event("fault", kind="silent")


@pytest.mark.outside
def test_a_sign_on_the_desk(tmp_path: Path) -> None:
    with both("wnd", tmp_path / "port") as (device, host):
        host.tell("show COUP 7  BANKER")
        host.event("shows", text="COUP 7 BANKER")
        assert device.event("shows")["text"] == "COUP 7 BANKER"
        device.tell("garble XX")
        device.event("done", command="garble XX")
        host.tell("read")
        host.event("shows", text="XX")
        host.tell("test-page")
        host.event("shows", text="ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789")
        device.tell("stick")
        device.event("done", command="stick")
        host.tell("show NEVER")
        host.event("mismatch", wanted="NEVER")
        host.event("refused", command="show")
        device.tell("unplug")
        host.event("fault", kind="lost")
        host.tell("read")
        host.event("fault", kind="silent")


@pytest.mark.outside
def test_help_and_what_is_not_known(tmp_path: Path) -> None:
    with both("wnd", tmp_path / "port") as (device, host):
        for process in (device, host):
            process.tell("help")
            assert process.event("help")["commands"]
            process.tell("fly")
            assert "fly" in process.event("refused")["command"]


@pytest.mark.outside
def test_a_link_that_is_left_over_is_replaced_and_a_file_is_not(tmp_path: Path) -> None:
    link = tmp_path / "port"
    link.symlink_to(tmp_path / "gone")
    with running("emulate", "wnd", "--link", str(link)) as device:
        device.event("device")
        assert os.path.realpath(link).startswith("/dev/pts/")
        assert device.end() == 0
    link.write_text("mine")
    done = once("emulate", "wnd", "--link", str(link))
    assert (done.returncode, link.read_text()) == (2, "mine")
    assert done.stderr.startswith("--link: ")


def once(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware.cli.main", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=PATIENCE_S,
    )  # fmt: skip


@pytest.mark.outside
def test_a_port_that_is_not_there_is_said_and_waited_for(tmp_path: Path) -> None:
    done = once("probe", "shoe", "--port", str(tmp_path / "none"))
    assert done.returncode == 0  # standard input ended
    with running("probe", "shoe", "--port", str(tmp_path / "none")) as host:
        assert "no such port" in host.event("fault", kind="absent")["detail"]
        assert host.end() == 0


@pytest.mark.outside
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["probe", "toaster", "--port", "x"], "invalid choice: 'toaster'"),
        (["probe", "shoe", "--port", "x", "--protocol", "id003"], "no protocol 'id003' for this device"),
        (["probe", "shoe", "--port", "x", "--set", "speed=1"], "--set: devices.shoe: there is no setting `speed`"),
        (["probe", "shoe", "--port", "x", "--set", "speed"], "'speed' is not a setting; write KEY=VALUE"),
        (["probe", "shoe", "--port", "x", "--set", "line.baud=fast"], "devices.shoe.line.baud"),
        (
            ["probe", "shoe", "--port", "x", "--set", "line=3", "--set", "line.baud=9600"],
            "--set: 'line.baud=9600' sets a part of line, but another --set already sets line to 3",
        ),
        (["emulate", "wnd", "--link", "x", "--pages", "y"], "--pages: only a ticket-printer has pages"),
        (["emulate", "wnd", "--link", "none/x"], "--link: none/x cannot be a link: No such file or directory"),
        (["emulate", "wnd", "--link", "/proc/x"], "--link: /proc/x cannot be a link: No such file or directory"),
        (["emulate", "wnd", "--link", "/dev/full"], "--link: /dev/full cannot be a link: File exists"),
        (["emulate", "wnd", "--link", "x", "--currency", "AUD"], "--currency: only a note-acceptor has notes"),
        (["emulate", "note-acceptor", "--link", "x", "--currency", "XYZ"], "invalid choice: 'XYZ'"),
        (["probe", "note-acceptor", "--port", "x", "--set", "country.02=XYZ"], "no currency 'XYZ' here; there are AUD"),
        (["emulate", "wnd"], "one of the arguments --link --tcp is required"),
        (["emulate", "wnd", "--tcp", "65536"], "--tcp: '65536' is not a port from 0 (any that is free) to 65535"),
        (["emulate", "wnd", "--link", "x", "--pace", "0"], "--pace: '0' is not a number above 0 and at most 10"),
    ],
)
def test_bad_words_are_said_in_one_line(words: list[str], says: str) -> None:
    done = once(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.outside
def test_a_link_that_something_else_took_the_place_of_is_left_alone(tmp_path: Path) -> None:
    link = tmp_path / "port"
    with running("emulate", "wnd", "--link", str(link)) as device:
        device.event("device")
        link.unlink()
        link.write_text("somebody's")
        device.tell("unplug")
        device.event("done", command="unplug")
        device.tell("plug")
        assert "cannot be a link: File exists" in device.event("refused", command="plug")["reason"]
        assert device.end() == 0
    assert link.read_text() == "somebody's"


@pytest.mark.outside
def test_a_page_whose_picture_cannot_be_kept_is_printed_all_the_same(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    with both("ticket-printer", tmp_path / "port", more=("--pages", str(pages))) as (device, host):
        pages.rmdir()
        host.tell("test-page")
        host.event("printed")
        assert "the picture cannot be kept" in device.event("page", file="")["reason"]


def _polled(host: socket.socket) -> bytes:
    """Ask an acceptor for its status, again and again as hosts do: it is silent for a while after its power came."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        host.sendall(bytes.fromhex("fc 05 11 27 56"))
        with contextlib.suppress(TimeoutError):
            return host.recv(64)
    pytest.fail("the acceptor never answered")


@pytest.mark.outside
def test_a_device_on_a_network_port() -> None:
    with running("emulate", "note-acceptor", "--tcp", "0") as device:
        port = device.event("device", protocol="id003")["tcp"]
        taken = once("emulate", "note-acceptor", "--tcp", str(port))
        assert taken.returncode == 2
        assert f"--tcp: 127.0.0.1:{port} cannot be had: Address already in use" in taken.stderr
        with socket.create_connection(("127.0.0.1", port), timeout=0.2) as host:
            assert _polled(host)[:1] == b"\xfc"
        device.event("host_left")
        assert device.end() == 0


@pytest.mark.outside
def test_what_crosses_an_emulated_line_is_recorded(tmp_path: Path) -> None:
    record = tmp_path / "talk.txt"
    with both("note-acceptor", tmp_path / "port", more=("--record", str(record))) as (device, host):
        host.event("state", state="idle")
        device.tell("insert 20")
        host.event("escrowed")
    said = read_recording(record.read_text()).said
    # A status request arrives as the line carries it, in pieces; escrow is said whole: the fifth note.
    assert bytes.fromhex("fc 05 11 27 56") in b"".join(spoken.data for spoken in said if spoken.by == "host")
    assert bytes.fromhex("fc 06 13 65 94 bd") in [spoken.data for spoken in said if spoken.by == "device"]


@pytest.mark.outside
def test_a_printer_is_told_by_its_answers_and_printed_on_as_its_file_says(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    # Its file: 512 dots across, which is how wide a page is at most.
    more = ("--pages", str(pages), "--set", "maker=EPSON", "--set", "model=TM-T88V", "--set", "dots=512")
    with both("ticket-printer", tmp_path / "port", more=more) as (device, host):
        host.ever("device", stage="ready", detail="EPSON TM-T88V")
        host.tell(f"test-page {NUMBER}")
        assert host.event("printed")["number"] == NUMBER
        page = Image.open(device.event("page")["file"])
    assert page.width == 512
    assert [code.text for code in zxingcpp.read_barcodes(page)] == [NUMBER]

"""Barcode scanners: what they send becomes a barcode's characters once, in whatever pieces and however they are set."""

import asyncio
import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest
from device_under_test import run

from drivers.keyboard_scanner import protocol as keys
from drivers.keyboard_scanner.driver import KeyboardScanner
from drivers.keyboard_scanner.driver import Options as KeyOptions
from drivers.keyboard_scanner.keys import KeysOutlet
from drivers.scanner_driver import BarcodeDamaged, BarcodeRead
from drivers.serial_scanner import protocol as line
from drivers.serial_scanner.driver import Options, SerialScanner
from hal.device import DeviceEvent
from hal.life import Stage
from hal.port import LineSettings, PortError
from hal.ticket_scanner import LONGEST, NotScanned, Scanned
from sim.devices.keyboard_scanner import KeyboardScannerModel
from sim.devices.model import Model, NoCommand
from sim.devices.serial_scanner import SerialScannerModel
from sim.devices.wire import Wire

NUMBER = "006429188185446104"
READ = BarcodeRead(NUMBER)


@pytest.mark.parametrize(
    "sent",
    [
        b"006429188185446104\r", b"006429188185446104\n", b"006429188185446104\r\n", b"\n\r006429188185446104\r",
        b"\x02006429188185446104\x03\r", b"]I0006429188185446104\r\n", b"\x02]C0006429188185446104\x03\n",
    ],
)  # fmt: skip
def test_however_a_scanner_is_set_it_says_a_barcode_once_in_whatever_pieces(sent: bytes) -> None:
    assert line.Reader().feed(sent) == [READ]
    bytewise = line.Reader()
    assert [said for at in range(len(sent)) for said in bytewise.feed(sent[at : at + 1])] == [READ]
    assert bytewise.held == 0


def test_two_barcodes_are_two_and_one_that_has_not_ended_is_none() -> None:
    reader = line.Reader()
    assert reader.feed(b"12\r34\r56") == [BarcodeRead("12"), BarcodeRead("34")]
    assert reader.held == 2
    assert reader.feed(b"\r") == [BarcodeRead("56")]


@pytest.mark.parametrize("damaged", [b"00642\x818\r", b"0064\x0729\r", b"\xff\r", b"9" * (LONGEST + 1) + b"\r"])
def test_a_damaged_line_is_no_barcode_and_the_next_one_is_read(damaged: bytes) -> None:
    reader = line.Reader()
    assert reader.feed(damaged + line.say(NUMBER)) == [BarcodeDamaged(), READ]


def test_a_line_that_never_ends_takes_no_memory() -> None:
    reader = line.Reader()
    for _ in range(1000):
        assert reader.feed(b"1" * 100) == []
        assert reader.held <= LONGEST
    # What came before its end is gone, and what is left of it is not taken for a barcode.
    assert reader.feed(b"\r" + line.say(NUMBER)) == [BarcodeDamaged(), READ]


def test_what_is_typed_is_read_by_its_keys_of_either_pad() -> None:
    assert keys.Reader().feed(keys.typed(NUMBER)) == [BarcodeRead(NUMBER)]
    # Linux's codes: 79 to 81, 75 to 77, 71 to 73 and 82 are the number pad's figures, 96 its Enter.
    pad = [record(code, keys.DOWN) for code in (79, 80, 81, 75, 76, 77, 71, 72, 73, 82, 96)]
    assert keys.Reader().feed(b"".join(pad)) == [BarcodeRead("1234567890")]
    sent = keys.typed("42")
    reader = keys.Reader()
    assert [said for at in range(len(sent)) for said in reader.feed(sent[at : at + 1])] == [BarcodeRead("42")]


def test_letters_are_read_as_capitals() -> None:
    # Linux's codes of S, T, A, F and 7; 42 is Shift, which a scanner holds for capitals.
    keyed = [record(code, keys.DOWN) for code in (42, 31, 20, 30, 33, 33, 8, keys.ENTER)]
    assert keys.Reader().feed(b"".join(keyed)) == [BarcodeRead("STAFF7")]
    assert keys.Reader().feed(keys.typed("STAFF7")) == [BarcodeRead("STAFF7")]
    assert sorted(keys.LETTERS.values()) == sorted(ascii_uppercase)


def record(code: int, value: int, kind: int = keys.KEY) -> bytes:
    return keys.RECORD.pack(1, 2, kind, code, value)


def test_keys_that_go_up_repeat_or_stand_beside_say_nothing_and_signs_are_no_figures() -> None:
    reader = keys.Reader()
    scan_code = record(4, 458_783, keys.SCAN_CODE)
    assert reader.feed(record(2, keys.UP) + record(2, keys.REPEATED) + record(42, keys.DOWN) + scan_code) == []
    assert reader.feed(record(keys.ENTER, keys.DOWN)) == []
    minus = 12
    assert reader.feed(record(minus, keys.DOWN) + keys.typed("7")) == [BarcodeRead("?7")]
    assert reader.feed(keys.typed("1" * (LONGEST + 1))) == [BarcodeDamaged()]
    assert reader.held == 0


@pytest.mark.parametrize("lost", range(1, keys.RECORD.size))
def test_where_bytes_of_a_record_are_lost_the_next_barcode_is_read(lost: int) -> None:
    reader = keys.Reader()
    reader.feed(keys.typed("12")[lost:])
    assert reader.feed(keys.typed("34") + keys.typed("56"))[-1] == BarcodeRead("56")


Make = Callable[[Wire, list[DeviceEvent]], Any]
MAKES: dict[str, tuple[Callable[[], Model], Make]] = {
    "serial": (SerialScannerModel, lambda wire, heard: SerialScanner("scanner", wire, heard.append, Options(""))),
    "keyboard": (
        KeyboardScannerModel, lambda wire, heard: KeyboardScanner("scanner", wire, heard.append, KeyOptions(""))
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", MAKES)
def test_a_scanner_says_what_it_reads_and_forgets_half_a_barcode_when_it_is_unplugged(kind: str) -> None:
    async def story() -> None:
        make_model, make = MAKES[kind]
        model, heard = make_model(), list[DeviceEvent]()
        wire = Wire(model, LineSettings())
        running = asyncio.create_task(make(wire, heard).run())
        await asyncio.sleep(1)
        model.do(f"scan {NUMBER}")
        await asyncio.sleep(2)
        assert [event for event in heard if isinstance(event, Scanned)] == [Scanned(NUMBER)]
        model.do("damaged")
        await asyncio.sleep(20)  # the records of so many keys take their time on a line
        assert heard[-1] == NotScanned()
        half = line.say("1234")[:-1] if kind == "serial" else keys.typed("1234")[: -4 * keys.RECORD.size]
        model.send(half)
        await asyncio.sleep(1)
        wire.unplug()
        await asyncio.sleep(1)
        assert any(getattr(event, "stage", None) is Stage.LOST for event in heard)
        wire.plug()
        await asyncio.sleep(10)
        model.do(f"scan {NUMBER}")
        await asyncio.sleep(2)
        assert heard[-1] == Scanned(NUMBER)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    run(story)


@pytest.mark.parametrize(("kind", "wrong"), [("serial", "scan"), ("serial", "scan é"), ("keyboard", "scan 12-A")])
def test_an_emulated_scanner_reads_what_it_can(kind: str, wrong: str) -> None:
    with pytest.raises(NoCommand, match="scan reads"):
        MAKES[kind][0]().do(wrong)


@pytest.mark.parametrize("kind", MAKES)
def test_an_emulated_scanner_knows_no_order_and_says_so(kind: str) -> None:
    model, told = MAKES[kind][0](), list[dict[str, Any]]()
    model.tell_to(told.append)
    model.hear(b"\x01")
    assert told == [{"event": "unknown", "bytes": "01"}]


class Deaf:
    def received(self, data: bytes) -> None:
        raise AssertionError(data)

    def lost(self, why: PortError) -> None:
        raise AssertionError(why)


def opened(where: Path) -> list[str]:
    """Open keys; return what was refused."""

    async def story() -> list[str]:
        try:
            (await KeysOutlet(str(where), LineSettings()).open(Deaf())).close()
        except PortError as error:
            return [error.code]
        return []

    return asyncio.run(story())


def test_keys_are_taken_for_ourselves_and_another_who_has_them_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard = tmp_path / "keyboard"
    os.mkfifo(keyboard)
    writer = os.open(keyboard, os.O_RDWR)
    taken: list[tuple[int, int]] = []
    monkeypatch.setattr(fcntl, "ioctl", lambda _, order, how: taken.append((order, how)))
    assert opened(keyboard) == []
    assert taken == [(0x40044590, 1)]  # EVIOCGRAB is _IOW('E', 0x90, int)

    def busy(*_: object) -> None:
        raise OSError(errno.EBUSY, "busy")

    monkeypatch.setattr(fcntl, "ioctl", busy)
    assert opened(keyboard) == ["port_refused"]
    monkeypatch.undo()
    assert opened(keyboard) == []  # what is no input device needs not be taken
    assert opened(tmp_path / "none") == ["absent"]
    os.close(writer)


def test_keys_that_we_may_not_read_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", forbidden)
    assert opened(tmp_path / "keyboard") == ["port_refused"]

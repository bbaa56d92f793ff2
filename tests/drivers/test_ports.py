"""Real ports: pseudo-terminals, the network, a printer's device file."""

import asyncio
import os
import pty
import socket
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from drivers.ports.descriptor import BABBLE
from drivers.ports.outlets import outlet_for
from drivers.ports.printer_ports import NetworkOutlet, UsbPrinterOutlet
from drivers.ports.serial_line import SerialOutlet
from hal.port import LineSettings, Port, PortError, PortStuck


class Ear:
    def __init__(self) -> None:
        self.data = b""
        self.why: PortError | None = None
        self.something = asyncio.Event()

    def received(self, data: bytes) -> None:
        self.data += data
        self.something.set()

    def lost(self, why: PortError) -> None:
        self.why = why
        self.something.set()

    async def hear(self) -> None:
        async with asyncio.timeout(2):
            await self.something.wait()
        self.something.clear()


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield ours, os.ttyname(theirs)
    for end in (ours, theirs):
        try:
            os.close(end)
        except OSError as error:
            assert error.errno == 9  # noqa: PT017 - closed by the test


async def opened(where: str, ear: Ear, **settings: object) -> Port:
    return await outlet_for(where, LineSettings(**settings)).open(ear)  # type: ignore[arg-type]


@pytest.mark.outside
def test_a_line_carries_bytes_both_ways(terminal: tuple[int, str]) -> None:
    async def whole() -> None:
        ear = Ear()
        port = await opened(terminal[1], ear, parity="E", bits=7)
        await port.write(b"\xfc\x05")
        assert os.read(terminal[0], 10) == b"\xfc\x05"
        os.write(terminal[0], bytes(range(256)))
        await ear.hear()
        assert ear.data == bytes(range(256))
        port.close()
        again = await opened(terminal[1], ear, parity="E")  # a pty refuses parity the second time
        again.close()
        again.close()

    asyncio.run(whole())


@pytest.mark.outside
def test_a_line_that_hangs_up_is_lost(terminal: tuple[int, str]) -> None:
    async def whole() -> None:
        ear = Ear()
        port = await opened(terminal[1], ear)
        os.close(terminal[0])
        await ear.hear()
        assert ear.why is not None
        assert ear.why.code == "lost"
        with pytest.raises(PortError, match="closed"):
            await port.write(b"x")

    asyncio.run(whole())


@pytest.mark.outside
def test_a_line_that_takes_no_more_is_stuck_and_says_how_much_it_took(terminal: tuple[int, str]) -> None:
    async def whole() -> None:
        port = await opened(terminal[1], Ear(), write_timeout=0.1)
        with pytest.raises(PortStuck) as stuck:
            await port.write(bytes(1_000_000))
        assert 0 < stuck.value.written < 1_000_000
        port.close()

    asyncio.run(whole())


@pytest.mark.outside
def test_what_is_written_in_pieces_arrives_whole(terminal: tuple[int, str]) -> None:
    async def whole() -> None:
        port = await opened(terminal[1], Ear())
        data = bytes(range(256)) * 200
        read = b""

        def take() -> None:
            nonlocal read
            read += os.read(terminal[0], 4096)

        os.set_blocking(terminal[0], False)
        asyncio.get_running_loop().add_reader(terminal[0], take)
        await port.write(data)
        while len(read) < len(data):
            await asyncio.sleep(0)
        assert read == data
        asyncio.get_running_loop().remove_reader(terminal[0])
        port.close()

    asyncio.run(whole())


@pytest.mark.outside
def test_a_line_that_babbles_is_closed(terminal: tuple[int, str]) -> None:
    async def whole() -> None:
        ear = Ear()
        await opened(terminal[1], ear)
        os.set_blocking(terminal[0], False)
        while ear.why is None:
            try:
                os.write(terminal[0], b"x" * 4096)
            except BlockingIOError:
                await asyncio.sleep(0)
        assert ear.why.code == "babbling"
        assert len(ear.data) <= BABBLE

    asyncio.run(whole())


@pytest.mark.outside
def test_ports_that_cannot_be_had_say_why(terminal: tuple[int, str], tmp_path: Path) -> None:
    async def refused(where: str) -> str:
        with pytest.raises(PortError) as error:
            await opened(where, Ear(), write_timeout=0.2)
        return f"{error.value.code}: {error.value.detail}"

    async def whole() -> None:
        assert (await refused(str(tmp_path / "none"))).startswith("absent: ")
        assert "no such port" in await refused(str(tmp_path / "none"))
        (tmp_path / "file").write_text("")
        assert (await refused(str(tmp_path / "file"))).startswith("absent: ")
        assert "serial number NONE" in await refused("usb:NONE")
        port = await opened(terminal[1], Ear())
        assert (await refused(terminal[1])).startswith("port_refused: ")  # it is ours alone
        port.close()
        assert (await refused("tcp:127.0.0.1:1")).startswith("absent: ")
        with pytest.raises(PortError, match=r"No such file"):
            await UsbPrinterOutlet("/dev/usb/lp-none", 1).open(Ear())

    asyncio.run(whole())


@pytest.mark.outside
def test_an_adaptor_is_found_by_its_serial_number(terminal: tuple[int, str], mocker: MockerFixture) -> None:
    adaptor = mocker.Mock(serial_number="FT9XK2PA", device=terminal[1])
    mocker.patch("drivers.ports.serial_line.comports", return_value=[mocker.Mock(serial_number=None), adaptor])

    async def whole() -> None:
        port = await SerialOutlet("usb:FT9XK2PA", LineSettings()).open(Ear())
        await port.write(b"!")
        assert os.read(terminal[0], 1) == b"!"
        port.close()

    asyncio.run(whole())


@pytest.mark.outside
def test_a_printer_on_the_network() -> None:
    async def whole() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            ear = Ear()
            port = await opened(f"tcp:127.0.0.1:{server.getsockname()[1]}", ear)
            connection, _ = server.accept()
            await port.write(b"\x10\x04\x01")
            assert connection.recv(10) == b"\x10\x04\x01"
            connection.send(b"\x12")
            await ear.hear()
            assert ear.data == b"\x12"
            connection.close()
            await ear.hear()
            assert ear.why is not None

    asyncio.run(whole())


def test_a_printers_device_file_is_read_and_written(tmp_path: Path) -> None:
    async def whole() -> None:
        os.mkfifo(tmp_path / "lp0")
        ear = Ear()
        port = await UsbPrinterOutlet(str(tmp_path / "lp0"), 1).open(ear)
        await port.write(b"\x12")  # a FIFO gives back what it takes
        await ear.hear()
        assert ear.data == b"\x12"
        port.close()

    asyncio.run(whole())


def test_which_port_a_profile_means() -> None:
    settings = LineSettings()
    assert isinstance(outlet_for("tcp:printer:9100", settings), NetworkOutlet)
    assert isinstance(outlet_for("/dev/usb/lp0", settings), UsbPrinterOutlet)
    assert isinstance(outlet_for("/dev/ttyUSB0", settings), SerialOutlet)
    with pytest.raises(ValueError, match="tcp:HOST:9100"):
        outlet_for("tcp:printer", settings)


def test_how_long_a_byte_takes() -> None:
    assert LineSettings(baud=9600).byte_s == pytest.approx(10 / 9600)
    assert LineSettings(baud=9600, parity="E").byte_s == pytest.approx(11 / 9600)
    assert LineSettings(baud=9600, parity="E", bits=7).byte_s == pytest.approx(10 / 9600)


@pytest.mark.outside
def test_errors_of_the_system_are_a_lost_port(terminal: tuple[int, str], mocker: MockerFixture) -> None:
    async def whole() -> None:
        ear = Ear()
        port = await opened(terminal[1], ear)
        mocker.patch("drivers.ports.descriptor.os.write", side_effect=OSError(5, "Input/output error"))
        with pytest.raises(PortError, match="Input/output error"):
            await port.write(b"x")
        mocker.stopall()
        mocker.patch(
            "drivers.ports.descriptor.os.read", side_effect=[BlockingIOError, OSError(5, "Input/output error")]
        )
        os.write(terminal[0], b"x")
        await ear.hear()
        assert ear.why is not None
        assert ear.why.code == "lost"

    asyncio.run(whole())


@pytest.mark.outside
def test_settings_that_a_port_refuses_are_said(terminal: tuple[int, str], mocker: MockerFixture) -> None:
    mocker.patch("drivers.ports.serial_line.Serial", side_effect=ValueError("Not a valid baudrate: 1"))

    async def whole() -> None:
        with pytest.raises(PortError, match="Not a valid baudrate"):
            await opened(terminal[1], Ear())

    asyncio.run(whole())


def test_a_device_file_that_may_not_be_opened(mocker: MockerFixture) -> None:
    mocker.patch("drivers.ports.printer_ports.os.open", side_effect=PermissionError(13, "Permission denied"))

    async def whole() -> None:
        with pytest.raises(PortError) as refused:
            await UsbPrinterOutlet("/dev/usb/lp0", 1).open(Ear())
        assert refused.value.code == "port_refused"

    asyncio.run(whole())

"""A model on a TCP port, as a network's serial adaptor shows a line: RFC 2217, or nothing but its bytes.

A pseudo-terminal carries neither parity nor RTS and DTR; here a host that speaks RFC 2217 (pyserial's `rfc2217://`)
sets them, and a host whose line is set otherwise than the device's hears nothing and is not heard, as on a wire.
"""

import asyncio
import socket
from typing import Any, Final

from msgspec import Struct
from serial.rfc2217 import PortManager

from hal.port import LineSettings
from sim.devices.model import Model, Tell
from sim.devices.paced import Paced
from sim.devices.pseudo_terminal import HELD, UART, NoLink

LOOPBACK: Final = "127.0.0.1"
# Telnet's own byte: who begins with it speaks Telnet. Anybody else is given the bytes alone.
IAC: Final = 0xFF


class HostsLine(Struct):
    """The line as a host has set it, in the words that pyserial's manager of ports looks up and writes."""

    baudrate: int
    bytesize: int
    parity: str
    rtscts: bool
    stopbits: float = 1
    xonxoff: bool = False
    rts: bool = True
    dtr: bool = True
    break_condition: bool = False
    # What the device's end says: it is there, and ready.
    cts: bool = True
    dsr: bool = True
    ri: bool = False
    cd: bool = True

    def reset_input_buffer(self) -> None:
        """Forget what came in: nothing is kept here."""

    def reset_output_buffer(self) -> None:
        """Forget what is to go out: nothing is kept here."""

    def carries(self, device: LineSettings) -> bool:
        """Whether a byte gets through to a device whose line is set like this."""
        if self.break_condition:
            return False
        return (self.baudrate, self.bytesize, self.parity, self.stopbits) == (
            device.baud,
            device.bits,
            device.parity,
            1,
        )


class NetworkPort:
    """The model's end of a TCP port on loopback, for one host at a time."""

    def __init__(self, model: Model, port: int, settings: LineSettings, tell: Tell) -> None:
        self._port = port
        self._settings = settings
        self._tell = tell
        self._serving: asyncio.Task[None] | None = None
        self._host: Host | None = None
        self._to_host = Paced(settings.byte_s, self._write)
        self._to_device = Paced(settings.byte_s, model.hear)
        model.attach(self._send)

    @property
    def port(self) -> int:
        """The port's number; one that was left to chance stays when the device is plugged in again."""
        return self._port

    def plug(self) -> None:
        """Listen. Raises NoLink."""
        if self._serving is not None:
            return
        try:
            listening = socket.create_server((LOOPBACK, self._port))
        except OSError as error:
            raise NoLink(f"{LOOPBACK}:{self._port} cannot be had: {error.strerror}") from None
        self._port = listening.getsockname()[1]
        self._serving = asyncio.get_running_loop().create_task(self._serve(listening))
        # Also if it was taken away before it had begun.
        self._serving.add_done_callback(lambda _: listening.close())

    def unplug(self) -> None:
        """Listen no more, and let the host go."""
        if self._serving is None:
            return
        self._serving.cancel()
        self._serving = None
        self._to_device.clear()
        if self._host is not None:
            self._host.send_away()

    def joined(self, host: "Host") -> bool:
        """Take a host; False when there is one already: a line has two ends."""
        if self._host is not None:
            return False
        self._host = host
        return True

    def left(self) -> None:
        """Hear that the host is gone, and what was on its way to it. What it had said, the line carries to its end."""
        self._host = None
        self._to_host.clear()

    def said(self, data: bytes) -> int:
        """Have the line carry what the host said; return how many bytes it still carries."""
        self._to_device.put(data)
        return self._to_device.held

    async def _serve(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        made = await loop.create_server(lambda: Host(self, self._settings, self._tell), sock=listening)
        async with made as server:
            await server.serve_forever()

    def _send(self, data: bytes) -> None:
        if self._host is not None:
            self._to_host.put(data)
            self._to_host.keep(HELD)

    def _write(self, data: bytes) -> None:
        assert self._host is not None
        self._host.hear(data)


class Host(asyncio.Protocol):
    """A host's connection. `face` carries what it says, `tell` hears how it sets its line."""

    def __init__(self, face: NetworkPort, device: LineSettings, tell: Tell) -> None:
        self._face = face
        self._device = device
        self._tell = tell
        self._line = HostsLine(device.baud, device.bits, device.parity, device.rtscts)
        self._told = self._line_told()
        self._manager: PortManager | None = None
        self._begun = self._taken = False
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the line, if nobody has it."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._taken = self._face.joined(self)
        if not self._taken:
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the line to the next."""
        if self._taken:
            self._face.left()
            self._tell({"event": "host_left", "why": str(exc or "")})

    def data_received(self, data: bytes) -> None:
        """Take what the host sent: what is Telnet's to its manager, the rest to the line."""
        if not self._begun:
            self._begun = True
            if data[0] == IAC:
                # It asks of either only what is here; its types ask for whole serial ports.
                line: Any = self._line
                connection: Any = self
                self._manager = PortManager(line, connection)
        if self._manager is not None:
            data = b"".join(self._manager.filter(data))
            if self._line_told() != self._told:
                self._told = self._line_told()
                self._tell({"event": "line", **self._told})
        if data and self._line.carries(self._device):
            ahead = self._face.said(data) - UART
            if ahead > 0:
                self._transport.pause_reading()
                asyncio.get_running_loop().call_later(ahead * self._device.byte_s, self._go_on)

    def write(self, data: bytes) -> None:
        """Say something of Telnet's: its manager calls this."""
        self._transport.write(data)

    def hear(self, data: bytes) -> None:
        """Hear what the line carried from the device."""
        if self._line.carries(self._device):
            self._transport.write(data if self._manager is None else b"".join(self._manager.escape(data)))

    def send_away(self) -> None:
        """Break the connection off."""
        self._transport.abort()

    def _go_on(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _line_told(self) -> dict[str, object]:
        line = self._line
        return {
            "baud": line.baudrate, "bits": line.bytesize, "parity": line.parity, "rts": line.rts, "dtr": line.dtr,
            "carries": line.carries(self._device),
        }  # fmt: skip

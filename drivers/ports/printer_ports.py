"""The ports that only printers have: the kernel's USB printer device, and the network."""

import os
import socket
from asyncio import get_running_loop, timeout
from typing import Final

from drivers.ports.descriptor import DescriptorPort
from hal.port import Ear, Port, PortError

TCP: Final = "tcp:"
USB_PRINTER: Final = "/dev/usb/lp"


class UsbPrinterOutlet:
    """A printer on USB, as the kernel's usblp shows it."""

    def __init__(self, where: str, write_timeout: float) -> None:
        self.name = where
        self._write_timeout = write_timeout

    async def open(self, ear: Ear) -> Port:
        """Open it."""
        try:
            descriptor = os.open(self.name, os.O_RDWR | os.O_NONBLOCK)
        except PermissionError as error:
            raise PortError("port_refused", f"{self.name}: {error.strerror}") from None
        except OSError as error:
            raise PortError("absent", f"{self.name}: {error.strerror}") from None
        return DescriptorPort(descriptor, self.name, ear, self._write_timeout, lambda: os.close(descriptor))


class NetworkOutlet:
    """A printer on the network: `tcp:HOST:PORT`."""

    def __init__(self, where: str, write_timeout: float) -> None:
        self.name = where
        host, _, port = where.removeprefix(TCP).rpartition(":")
        if not host or not port.isdigit():
            raise ValueError(f"{where!r} is no network port; one reads tcp:HOST:9100")
        self._address = (host.strip("[]"), int(port))
        self._write_timeout = write_timeout

    async def open(self, ear: Ear) -> Port:
        """Connect to it."""
        loop = get_running_loop()
        host, port = self._address
        connection: socket.socket | None = None
        try:
            async with timeout(self._write_timeout):
                found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                connection = socket.socket(found[0][0], socket.SOCK_STREAM)
                connection.setblocking(False)  # noqa: FBT003 - the library's own way
                await loop.sock_connect(connection, found[0][4])
        except (OSError, TimeoutError) as error:
            if connection is not None:
                connection.close()
            raise PortError("absent", f"{self.name}: {error.strerror or 'no answer'}") from None
        return DescriptorPort(connection.fileno(), self.name, ear, self._write_timeout, connection.close)

"""A serial line, by pyserial: by path, by udev name, or by the serial number of its USB adaptor."""

import os
import termios
from pathlib import Path
from typing import Final

from serial import Serial, SerialException
from serial.tools.list_ports import comports

from drivers.ports.descriptor import DescriptorPort
from hal.port import Ear, LineSettings, Port, PortError

USB: Final = "usb:"
_NO_ACCESS: Final = (1, 13, 11, 16)  # EPERM, EACCES, EAGAIN (locked by another program), EBUSY


class SerialOutlet:
    """A serial port that may come and go. `where`: a path, or `usb:` and the serial number of the adaptor."""

    def __init__(self, where: str, settings: LineSettings) -> None:
        self.name = where
        self._settings = settings

    async def open(self, ear: Ear) -> Port:
        """Open the line."""
        path, settings = find_port(self.name), self._settings
        # A pseudo-terminal carries neither parity nor a ninth bit, and refuses to be set to them a second time.
        pseudo = is_pseudo_terminal(path)
        try:
            line = Serial(
                path,
                settings.baud,
                8 if pseudo else settings.bits,
                "N" if pseudo else settings.parity,
                timeout=0,
                write_timeout=0,
                rtscts=settings.rtscts,
                dsrdtr=settings.dsrdtr,
                exclusive=True,
            )
        except SerialException as error:
            code = "port_refused" if error.errno in _NO_ACCESS else "absent"
            why = os.strerror(error.errno) if error.errno else str(error)
            raise PortError(code, f"{path}: {why}") from None
        except (termios.error, OSError, ValueError) as error:
            raise PortError("absent", f"{path}: {error}") from None
        return DescriptorPort(line.fileno(), path, ear, settings.write_timeout, line.close)


def is_pseudo_terminal(path: str) -> bool:
    """Whether a path leads to a pseudo-terminal."""
    return str(Path(path).resolve()).startswith("/dev/pts/")


def find_port(where: str) -> str:
    """Return the path of a port now."""
    if not where.startswith(USB):
        if not Path(where).exists():
            raise PortError("absent", f"{where}: there is no such port")
        return where
    wanted = where.removeprefix(USB)
    for port in comports():
        if port.serial_number == wanted:
            return str(port.device)
    raise PortError("absent", f"no USB adaptor with the serial number {wanted} is plugged in")

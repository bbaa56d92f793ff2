"""The keys of one kernel input device, grabbed: nothing else on this board hears them."""

import errno
import fcntl
import os
from typing import Final

from drivers.ports.descriptor import DescriptorPort
from hal.port import Ear, LineSettings, Port, PortError

# EVIOCGRAB of linux/input.h.
GRAB: Final = 0x40044590


class KeysOutlet:
    """An input device, such as /dev/input/by-id/usb-…-event-kbd."""

    def __init__(self, where: str, settings: LineSettings) -> None:
        self.name = where
        self._write_timeout = settings.write_timeout

    async def open(self, ear: Ear) -> Port:
        """Open it, and take it."""
        try:
            descriptor = os.open(self.name, os.O_RDONLY | os.O_NONBLOCK)
        except PermissionError as error:
            raise PortError("port_refused", f"{self.name}: {error.strerror}") from None
        except OSError as error:
            raise PortError("absent", f"{self.name}: {error.strerror}") from None
        try:
            fcntl.ioctl(descriptor, GRAB, 1)
        except OSError as error:
            # What is no input device, as an emulated scanner's pseudo-terminal, nobody else hears either.
            if error.errno not in (errno.ENOTTY, errno.EINVAL):
                os.close(descriptor)
                raise PortError("port_refused", f"{self.name}: {error.strerror}") from None
        return DescriptorPort(descriptor, self.name, ear, self._write_timeout, lambda: os.close(descriptor))

"""A shell on a virtual console of a trial's own, where its overlay has one: what only the board itself can say."""

import socket
import time
from pathlib import Path


class Shell:
    """Commands that are run on the board, as root."""

    def __init__(self, place: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(place))
        self._socket.settimeout(1)
        self._count = 0

    @staticmethod
    def options(place: Path) -> list[str]:
        """Return what QEMU is told for it."""
        place.unlink(missing_ok=True)
        return [
            "-device", "virtio-serial-pci,romfile=", "-chardev", f"socket,id=shell,path={place},server=on,wait=off",
            "-device", "virtconsole,chardev=shell",
        ]  # fmt: skip

    def run(self, command: str, seconds: float = 120.0) -> str:
        """Return what a command printed, and its status behind it. Raises AssertionError."""
        self._count += 1
        mark = f"@@{self._count}@@"
        self._socket.sendall(f"{command}; echo {mark[:2]}''{mark[2:]}$?\n".encode())
        ends, said = time.monotonic() + seconds, b""
        while time.monotonic() < ends:
            try:
                said += self._socket.recv(65536)
            except TimeoutError:
                continue
            before, found, after = said.partition(mark.encode())
            if found and b"\n" in after:
                return before.decode(errors="replace").replace("\r", "").partition(f"{mark[2:]}$?\n")[2]
        raise AssertionError(f"{command}: no answer within {seconds:.0f} s: {said[-300:]!r}")

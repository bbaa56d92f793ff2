"""A nats-server of a bench's own, on loopback: boards reach its table as they would on a floor."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from firmware.boards.running import ComingBus
from firmware.link.permissions import LIST, bar, read, server_config
from firmware.link.provisioning import add, provision
from firmware.link.settings import NetworkSettings

HOSTS: Final = ["localhost", "127.0.0.1"]
# The server takes any port that is free, and writes down which.
ANY_PORT: Final = "127.0.0.1:-1"
COMES_S: Final = 10.0
LOOK_S: Final = 0.02


class NoBroker(RuntimeError):
    """The server is not there, or does not come up: says why, and what to do."""


def nats_server() -> str:
    """Return where nats-server is. Raises NoBroker."""
    # Debian keeps it where only root looks by default.
    found = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        raise NoBroker("nats-server is missing: apt-get install nats-server")
    return found


class Broker:
    """A server with certificates for a table's devices. `server` is its address, `certificates` their folder.

    Raises NoBroker when there is no nats-server on this machine.
    """

    def __init__(self, folder: Path) -> None:
        self._program = nats_server()
        self.certificates: Final = (folder / "certificates").resolve()
        self.server = ""
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, devices: Iterable[str]) -> None:
        """Start it, with a certificate for each device. Raises NoBroker."""
        if not (self.certificates / LIST).exists():
            provision(self.certificates, [], HOSTS)
        self._certify(devices)
        config = self.certificates / "server.conf"
        config.write_text(server_config(ANY_PORT))
        # It goes when we do, also when we are killed.
        with_us = ("setpriv", "--pdeathsig", "KILL", "--") if shutil.which("setpriv") else ()
        self._process = await asyncio.create_subprocess_exec(
            *with_us, self._program, "--config", config.name, "--ports_file_dir", str(self.certificates),
            cwd=self.certificates,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        self.server = await self._address()

    async def _address(self) -> str:
        assert self._process is not None
        ports = self.certificates / f"nats-server_{self._process.pid}.ports"
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(COMES_S):
                while self._process.returncode is None:
                    if ports.exists() and (said := ports.read_text()):
                        return str(json.loads(said)["nats"][0])
                    await asyncio.sleep(LOOK_S)
        raise NoBroker(f"nats-server does not come up: try nats-server --config server.conf in {self.certificates}")

    def admit(self, devices: Iterable[str]) -> None:
        """Let these devices in as well, from now on."""
        assert self._process is not None
        if self._certify(devices):
            self._process.send_signal(signal.SIGHUP)

    def bar(self, devices: frozenset[str]) -> None:
        """Let these devices in no longer, and all others again."""
        if self._process is not None and self._process.returncode is None:
            bar(self.certificates, devices)
            self._process.send_signal(signal.SIGHUP)

    def _certify(self, devices: Iterable[str]) -> bool:
        """Make the certificates that are not there yet; whether there were any."""
        new = [device for device in devices if device not in read(self.certificates).generations]
        for device in new:
            add(self.certificates, device)
        return bool(new)

    def board(self, device: str) -> ComingBus:
        """Return a board's end of the network."""
        return ComingBus(NetworkSettings(self.server, device, str(self.certificates)), _said_to_nobody)

    async def stop(self) -> None:
        """End it."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


def _said_to_nobody(_: str) -> None:
    """Where the server is, the first line says."""

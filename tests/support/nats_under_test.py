"""A nats-server of the test's own, with certificates for a table of three terminals, or more."""

import socket
import subprocess
from pathlib import Path

from firmware.cli.main import main
from firmware.link.settings import NetworkSettings
from firmware.measures.tools import tool


class Server:
    def __init__(self, folder: Path, terminals: int = 3) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"tls://127.0.0.1:{self.port}"
        words = ["--ats", str(terminals), "--listen", f"127.0.0.1:{self.port}"]
        assert main(["provision", str(folder), *words]) == 0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [tool("nats-server"), "--config", "server.conf"]
        self.process = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(20_000):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
        raise AssertionError("nats-server does not come up")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def settings(self, device: str) -> NetworkSettings:
        return NetworkSettings(self.url, device, str(self.folder))

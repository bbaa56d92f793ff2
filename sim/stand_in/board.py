"""A table on a stand-in for a small board, and its terminals: the processes, what is asked of them, what they take."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Final

from firmware.link.permissions import server_config
from firmware.link.provisioning import provision
from firmware.measures.tools import CannotBeMeasured, tool
from sim.network_measures import server
from sim.stand_in.card import SlowCard
from sim.stand_in.processor import share_of_a_core

SYNC_MS: Final = 30.0
WHOLE: Final = 100
ENDS_S: Final = 60


class Program:
    """A program of ours in a process of its own: a line in, a line of JSON out."""

    def __init__(self, words: list[str], environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", *words]
        self._words = words
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=environment)

    def hear(self) -> Any:
        """Return what it says next."""
        assert self._process.stdout is not None
        if not (line := self._process.stdout.readline()):
            raise CannotBeMeasured(f"{' '.join(self._words)} ended, and had not answered")
        return json.loads(line)

    def ask(self, line: str) -> Any:
        """Have it do something, and return what came of it."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self.hear()

    def put(self, group: Path) -> None:
        """Have it take no more than a group may from now on."""
        group.write_text(str(self._process.pid))

    def end(self) -> None:
        """Have it end."""
        try:
            self._process.communicate(timeout=ENDS_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class SmallBoard:
    """A folder with a table's certificates, a server that runs, a slow card; each process has its share of a core."""

    def __init__(self, stack: ExitStack, percent: int, terminals: int) -> None:
        self.percent: Final = percent
        self._stack = stack
        self.folder: Final = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=".board-", dir=Path.cwd())))
        self.card: Final = SlowCard(self.folder, SYNC_MS)
        self.terminals: Final = terminals
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: Final = free.getsockname()[1]
        provision(self.folder / "c", [f"ats-{n}" for n in range(1, terminals + 1)], ["127.0.0.1"])
        config = self.folder / "c/server.conf"
        config.write_text(server_config(f"127.0.0.1:{self.port}"))
        tool("nats-server")
        group = self.share("server")  # its group goes after it has ended, and so is made before
        running = stack.enter_context(server(config, self.port))
        if group is not None:
            group.write_text(str(running))

    def share(self, name: str) -> Path | None:
        """Return a group for a process; none for one that has the whole core. Raises NoQuota."""
        if self.percent == WHOLE:
            return None
        return self._stack.enter_context(share_of_a_core(name, self.percent))

    def within(self, name: str, words: list[str]) -> list[str]:
        """Return a command that takes no more than its share from its first instant."""
        group = self.share(name)
        return words if group is None else ["sh", "-c", 'echo $$ > "$0" && exec "$@"', str(group), *words]

    def program(self, name: str, *more: str, slow: bool) -> Program:
        """Start a part of the table, and return it once it is ready; a slow one has its share from then on."""
        group = self.share(name) if slow else None
        words = [f"sim.stand_in.{name}", str(self.folder), str(self.port), str(self.terminals), *more]
        begun = Program(words, self.card.environment if slow else dict(os.environ))
        self._stack.callback(begun.end)
        begun.hear()
        if group is not None:
            begun.put(group)
        return begun


@contextmanager
def small_board(percent: int, terminals: int) -> Iterator[SmallBoard]:
    """Set one up, and take it down again."""
    with ExitStack() as stack:
        yield SmallBoard(stack, percent, terminals)

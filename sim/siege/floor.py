"""A table's boards as processes, on loopback: their configurations, and who starts them again."""

import asyncio
import socket
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final

from firmware.link.permissions import bar, read_barred, server_config
from firmware.link.provisioning import provision
from firmware.link.settings import NetworkSettings
from firmware.measures.tools import tool
from sim.siege.child import Child
from sim.siege.devices import Acceptor, Printer

TABLE: Final = """
role = "table"
[table]
rulebook = "crown-baccarat"
ats = {ats}
period = 4
side = ["pairs"]
machine = 0x654300
[notes]
currency = "AUD"
values = [5, 10, 20, 50, 100]
tickets = {tickets}
[journal]
path = "table.journal"
pin_secret = "pin.secret"
ticket_secret = "ticket.secret"
witness_wait = 2
[devices.shoe]
driver = "drivers.angel_eye"
port = "shoe"
"""
ATS: Final = """
role = "ats"
[terminal]
number = {ats}
pocket = "{pocket}"
location = "Table 7"
[ticket]
venue = "Under siege"
currency = "AUD"
[devices.note_acceptor]
driver = "drivers.{protocol}"
port = "{acceptor}"
poll = 0.1
{more}
[devices.ticket_printer]
driver = "drivers.escpos"
port = "{printer}"
"""
# Which country an ID-003's table names by its number, its profile says.
COUNTRY: Final = 'country = { 02 = "AUD" }'
NETWORK: Final = """
[network]
server = "tls://127.0.0.1:{port}"
device = "{device}"
certificates = "certificates"
"""
BARRED: Final = "barred.json"
DESKS: Final = ("cage-1", "cage-2")
DIRECTS: Final = "tournament-1"
ATTENDED: Final = (sys.executable, "-m", "sim.siege.attend", "run", "--role")
DIRECTED: Final = ATTENDED
# A board that ended is started again after so long, as its unit says.
AGAIN_S: Final = 0.3


class Floor:
    """The boards. `hostile`: terminals that nobody simulates: whoever has their certificates is an attacker.

    `tickets`: whether terminals take tickets in.
    """

    def __init__(self, folder: Path, terminals: int, hostile: int, *, tickets: bool = True) -> None:
        self.tickets: Final = tickets
        self.folder: Final = folder
        self.terminals: Final = tuple(range(1, terminals + 1))
        self.hostile: Final = tuple(f"ats-{terminals + number}" for number in range(1, hostile + 1))
        self.journal: Final = folder / "table.journal"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        every = [f"ats-{number}" for number in range(1, terminals + hostile + 1)]
        provision(folder / "certificates", [*every, "wnd-1", *DESKS, DIRECTS], ["127.0.0.1"])
        config = server_config(f"127.0.0.1:{self.port}")
        (folder / "certificates/server.conf").write_text(config)
        self._configure(
            "table",
            TABLE.format(ats=terminals + hostile, tickets=str(tickets).lower()),
            "table",
            f'barred = "{BARRED}"\n',
        )
        server = ("env", "--chdir", "certificates", str(tool("nats-server")), "--config", "server.conf")
        self.server = Child("nats-server", folder, *server)
        self.table = Child("table", folder, *ATTENDED, "table", "--config", "table.toml")
        self.boards: dict[int, Child] = {}
        self.seconds: dict[int, Child] = {}
        # A tournament's machine, where there is one.
        self.cup: Child | None = None
        # Whose power is out: it is not started again.
        self.dark: set[str] = set()
        # How often somebody was barred.
        self.bars = 0
        self._barred: list[str] = []
        self._keeping: asyncio.Task[None] | None = None

    def _configure(self, name: str, text: str, device: str, more: str = "") -> None:
        (self.folder / f"{name}.toml").write_text(text + self._network(device) + more)

    def _network(self, device: str) -> str:
        return NETWORK.format(port=self.port, device=device)

    def terminal(self, ats: int, acceptor: Acceptor, printer: Printer) -> Child:
        """Furnish a terminal's board with its devices."""
        child = self.boards[ats] = self._board(f"ats-{ats}", ats, acceptor, printer)
        return child

    def second(self, ats: int, acceptor: Acceptor, printer: Printer) -> Child:
        """Furnish a second board with the certificate of one that is there: two lives at once."""
        child = self.seconds[ats] = self._board(f"second-{ats}", ats, acceptor, printer)
        return child

    def tournament(self, text: str) -> Child:
        """Furnish a tournament's machine, which runs what a configuration says."""
        (self.folder / "cup-at-table.toml").write_text(text + self._network(DIRECTS).replace("[network]", "[tables.1]"))
        self.cup = Child("tournament", self.folder, *DIRECTED, "tournament", "--config", "cup-at-table.toml")
        return self.cup

    def _board(self, name: str, ats: int, acceptor: Acceptor, printer: Printer) -> Child:
        text = ATS.format(
            ats=ats,
            pocket=f"{name}.pocket",
            protocol=acceptor.protocol,
            acceptor=acceptor.link,
            printer=printer.link,
            more=COUNTRY if acceptor.protocol == "id003" else "",
        )
        self._configure(name, text, f"ats-{ats}")
        return Child(name, self.folder, *ATTENDED, "ats", "--config", f"{name}.toml")

    @property
    def children(self) -> list[Child]:
        """All processes."""
        cup = [] if self.cup is None else [self.cup]
        return [self.server, self.table, *self.boards.values(), *self.seconds.values(), *cup]

    def settings(self, device: str) -> NetworkSettings:
        """Return how a device reaches the server, with its own certificate."""
        return NetworkSettings(f"tls://127.0.0.1:{self.port}", device, str(self.folder / "certificates"))

    def pocket(self, name: str) -> list[Path]:
        """Return the files of a board's pocket."""
        return sorted(self.folder.glob(f"{name}.pocket*"))

    async def start(self) -> None:
        """Start everything, and whatever ends from now on."""
        for child in self.children:
            await child.start()
        self._keeping = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        """Do what systemd does on a table board: start what ended, and let in no longer whom the table bars."""
        while True:
            barred = read_barred(self.folder / BARRED)
            if barred != self._barred:
                bar(self.folder / "certificates", barred)
                self.server.reload()
                self._barred = barred
                self.bars += bool(barred)
            for child in self.children:
                if not child.on:
                    await child.start(partial(self._lit, child.name))
            await asyncio.sleep(AGAIN_S)

    def leave_dark(self, names: Iterable[str]) -> None:
        """Keep these off, and let all others have power."""
        self.dark = set(names)

    def _lit(self, name: str) -> bool:
        return name not in self.dark

    async def stop(self) -> list[str]:
        """Stop everything; return what did not end as it should."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        boards = [child for child in self.children if child is not self.server]
        ended = [(child, await child.stop()) for child in boards if child.on]
        await self.server.stop()
        return [f"{child.name} does not end with status 0 when told to" for child, well in ended if not well]


def put_files(files: dict[str, bytes], folder: Path, name: str) -> None:
    """Put files in the place of those that begin with a name."""
    for old in folder.glob(f"{name}*"):
        old.unlink()
    for file, data in files.items():
        (folder / file).write_bytes(data)


def take_files(folder: Path, name: str) -> dict[str, bytes]:
    """Return the files that begin with a name."""
    return {file.name: file.read_bytes() for file in sorted(folder.glob(f"{name}*"))}

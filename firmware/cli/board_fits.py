"""Warns before a board gets a configuration that does not fit the folder its table was provisioned in."""

from collections.abc import Iterator
from pathlib import Path

from firmware.config import Board
from firmware.known_tables import read_tables
from firmware.link.machine_ranges import NAME
from firmware.link.permissions import Devices


def misfits(folder: Path, known: Devices, board: Board) -> Iterator[str]:
    """Say what differs, a sentence each: with it the board would not connect, or print another table's numbers."""
    assert board.config.network is not None
    yield from unknown_host("network.server", board.config.network.server, known)
    if board.setup is None:
        return
    given = _machine(folder)
    if board.setup.machine and given and board.setup.machine != given:
        here = f"{board.setup.machine:#08x}"
        yield f"table.machine: is {here}, and the house's list gives {folder.resolve().name} {given:#08x}"
    terminals = sum(name.startswith("ats-") for name in known.generations)
    if terminals < board.setup.ats:
        yield f"table.ats: is {board.setup.ats}, and there are certificates for {terminals} terminals"


def unknown_host(key: str, server: str, known: Devices) -> Iterator[str]:
    """Say that a server's certificate does not have the name by which it is to be found."""
    host = server.partition("://")[2].rpartition(":")[0].strip("[]")
    if host not in known.hosts:
        yield f"{key}: {host} is not in the server's certificate, which has {', '.join(known.hosts)}"


def _machine(folder: Path) -> int:
    """Return the number that the house's list gives a table; 0: no list lies there, or it calls the table otherwise."""
    path = folder.resolve().parent / NAME
    if not path.exists():
        return 0
    return next((table.machine for table in read_tables(path) if table.name == folder.resolve().name), 0)

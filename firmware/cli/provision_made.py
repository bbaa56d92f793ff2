"""What a house's office makes for `rapid-table provision`: certificates, and each board's file."""

import argparse
from pathlib import Path

from firmware.cli.arguments import short
from firmware.cli.board_fits import misfits
from firmware.cli.configurations import TOURNAMENT, loaded, role_in
from firmware.cli.errors import BadInput
from firmware.cli.say import say
from firmware.files import read_file
from firmware.link.board_files import DAY_S, make_board_file, name_of
from firmware.link.machine_ranges import NAME, hand_out
from firmware.link.names import need_host, need_listen
from firmware.link.permissions import ProvisionError, read, server_config
from firmware.link.provisioning import add, provision, renew, revoke
from firmware.private import write_whole
from hal.clock import wall_s

# A board file's role, its bytes, and what deserves a second look.
FileMade = tuple[str, bytes, tuple[str, ...]]


def changed(folder: Path, arguments: argparse.Namespace) -> str:
    """Change one device's certificate, or make a table's; say whose there are. Raises ProvisionError, OSError."""
    if arguments.renew:
        renew(folder, arguments.renew)
    elif arguments.revoke:
        revoke(folder, arguments.revoke)
    elif arguments.add:
        add(folder, arguments.add)
    else:
        _make(folder, arguments)
    return ", ".join(read(folder).generations)


def make_board(name: str, arguments: argparse.Namespace) -> int:
    """Make one board's file."""
    if arguments.out is None:
        raise BadInput("--out: is missing; it says where to put the file")
    folder: Path = arguments.source or Path()
    config: Path = arguments.config or folder / f"{short(name)}.toml"
    file: Path = arguments.out / name_of(name)
    makes = _tournament_file if role_in(config) == TOURNAMENT else _board_file
    try:
        until = round(wall_s()) + arguments.days * DAY_S
        role, data, warnings = makes(name, folder, config, until, arguments.serial or "")
        arguments.out.mkdir(parents=True, exist_ok=True)
        write_whole(file, data)
    except (ValueError, ProvisionError) as error:  # a file that cannot be read is one, too
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{error.filename or file}: cannot be used: {error.strerror}") from None
    say(f"{file}: {role}, to be taken in within {arguments.days} days")
    for warning in warnings:
        say(f"  warning: {warning}")
    return 0


def _board_file(name: str, folder: Path, config: Path, until_s: int, serial: str) -> FileMade:
    board = loaded(config)
    role, network = board.config.role, board.config.network
    if network is None or network.device != name:
        there = "no network" if network is None else network.device
        raise BadInput(f"{config}: network.device: is for {there}, and the file is for {short(name)}")
    data = make_board_file(folder, name, role, read_file(config), until_s, serial)
    return role, data, tuple(misfits(folder, read(folder), board))


def _tournament_file(name: str, house: Path, config: Path, until_s: int, serial: str) -> FileMade:
    # Boards of a table need nothing of it.
    from firmware.cli.tournament_file import tournament_file  # noqa: PLC0415

    return TOURNAMENT, *tournament_file(name, house, config, until_s, serial)


def _make(folder: Path, arguments: argparse.Namespace) -> None:
    if arguments.ats is None:
        raise BadInput("--ats: is missing; give the table's number of terminals, 0 to 50")
    try:
        name = arguments.name or folder.resolve().name
    except RuntimeError:  # Python 3.13 resolves it, and then it cannot be used
        raise BadInput(f"{folder}: is a link that leads back to itself") from None
    hosts = arguments.host or ["localhost", "127.0.0.1"]
    try:
        # Held before the house's list has the table.
        for host in hosts:
            need_host(host)
        need_listen(arguments.listen)
        table = hand_out(arguments.tables or folder.parent / NAME, name, arguments.machine)
    except ValueError as error:
        raise BadInput(str(error)) from None
    devices = [f"ats-{number}" for number in range(1, arguments.ats + 1)]
    provision(folder, [*devices, "wnd-1", "sgc-1", "cage-1"], hosts)
    (folder / "server.conf").write_text(server_config(arguments.listen))
    say(f"{table.name}: machine = {table.machine:#08x}, for [table] of its configuration")

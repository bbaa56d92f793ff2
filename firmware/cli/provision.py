"""`rapid-table provision`: a table's own authority, a certificate for each device, and the server's configuration."""

import argparse
import re
from pathlib import Path
from typing import Final

from firmware.cli.arguments import path, short, whole
from firmware.cli.board_fits import misfits
from firmware.cli.configurations import TOURNAMENT, loaded, role_in
from firmware.cli.errors import BadInput
from firmware.cli.say import say
from firmware.files import read_file
from firmware.link.board_files import DAY_S, make_board_file, name_of
from firmware.link.machine_ranges import NAME, hand_out
from firmware.link.names import need_host, need_listen
from firmware.link.permissions import ProvisionError, bar, read, read_barred, server_config
from firmware.link.provisioning import add, provision, renew, revoke
from firmware.private import write_whole
from hal.clock import wall_s

# A board file's role, its bytes, and what deserves a second look.
FileMade = tuple[str, bytes, tuple[str, ...]]
EXAMPLES: Final = """\
  rapid-table provision table house/table7 --ats 8 --host table7.local --host 192.0.2.7
  rapid-table provision board ats-1 --from house/table7 --config ats-1.toml --out /media/stick
  rapid-table provision board tournament-1 --from house --config tournament.toml --out /media/stick
  rapid-table provision house/table7 --renew ats-3       its earlier certificate no longer connects
  rapid-table provision house/table7 --revoke ats-3
  rapid-table provision house/table7 --add ats-9

Afterwards, in house/table7: nats-server --config server.conf, and nats-server --signal reload after a change.
A device gets three files: authority.pem, NAME.pem and NAME.key. No device gets authority/authority.key.
A board file is signed and holds all that one board needs: at its first start rapid-table take-in takes it in.
Each table gets a machine number, from which its tickets are numbered: it goes into [table] of its configuration. One
list, house/tables.json, serves all tables of a house.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "what", nargs="+", type=path, metavar="table DIR | board NAME | DIR",
        help="a table's folder of certificates (DIR alone is the same), or one board's file out of it",
    )  # fmt: skip
    parser.add_argument(
        "--from",
        dest="source",
        type=path,
        metavar="DIR",
        help="board: the table's folder (.); a tournament's: its tables' folders lie in it",
    )
    parser.add_argument(
        "--config",
        type=path,
        metavar="FILE",
        help="board: its configuration (NAME.toml in the table's folder)",
    )
    parser.add_argument("--out", type=path, metavar="DIR", help="board: where to put the file NAME.board")
    parser.add_argument("--serial", metavar="TEXT", help="board: only the board with this serial number may take it in")
    parser.add_argument(
        "--days", type=whole(1, 3650), default=30, metavar="N", help="board: for how long it may be taken in (30)"
    )
    parser.add_argument(
        "--ats",
        type=whole(0, 50),
        metavar="N",
        help="terminals ats-1 to ats-N; wnd-1, sgc-1 and cage-1 are always made",
    )
    parser.add_argument("--host", action="append", default=[], metavar="NAME", help="the server's name or address")
    parser.add_argument("--listen", default="0.0.0.0:4222", metavar="HOST:PORT")
    parser.add_argument("--name", metavar="TABLE", help="the table's name in the list of tables (default: DIR's name)")
    parser.add_argument(
        "--tables", type=path, metavar="FILE", help="the house's list of tables (default: DIR/../tables.json)"
    )
    parser.add_argument(
        "--machine", type=_machine, metavar="N", help="the table's machine number, if it already has one"
    )
    parser.add_argument("--renew", metavar="DEVICE", help="give this device a new certificate")
    parser.add_argument("--revoke", metavar="DEVICE", help="no longer admit this device")
    parser.add_argument(
        "--bar", type=path, metavar="FILE", help="the table's list of barred devices; the server no longer admits them"
    )
    parser.add_argument("--add", metavar="DEVICE", help="give a new device a certificate")


def run(arguments: argparse.Namespace) -> int:
    """Make them, or change them."""
    kind, name = _what(arguments.what)
    if kind == "board":
        return _make_board(str(name), arguments)
    folder = name
    try:
        if arguments.renew:
            renew(folder, arguments.renew)
        elif arguments.revoke:
            revoke(folder, arguments.revoke)
        elif arguments.bar:
            barred = bar(folder, read_barred(arguments.bar))
            say(f"{folder}: barred: {', '.join(barred) or 'none'}")
            return 0
        elif arguments.add:
            add(folder, arguments.add)
        else:
            _make(folder, arguments)
    except ProvisionError as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{error.filename or folder}: cannot be used: {error.strerror}") from None
    say(f"{folder}: {', '.join(read(folder).generations)}")
    return 0


def _what(words: list[Path]) -> tuple[str, Path]:
    """Return what is to be made, and of what."""
    if len(words) == 1:
        return "table", words[0]
    if len(words) == 2 and str(words[0]) in ("table", "board"):
        return str(words[0]), words[1]
    raise BadInput("what: is `table DIR` or `board NAME`")


def _make_board(name: str, arguments: argparse.Namespace) -> int:
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


def _machine(text: str) -> int:
    if re.fullmatch(r"0x[0-9A-Fa-f]{1,6}|[0-9]{1,8}", text) is None:
        raise argparse.ArgumentTypeError(f"{short(text)!r} is no machine number; one reads 0x654300")
    return int(text, 0)

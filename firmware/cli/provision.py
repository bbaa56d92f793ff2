"""`rapid-table provision`: a table's own authority, a certificate for each device, and the server's configuration."""

import argparse
import re
from pathlib import Path
from typing import Final

from firmware.cli.arguments import path, short, whole
from firmware.cli.errors import BadInput
from firmware.cli.say import say
from firmware.link.permissions import ProvisionError, bar, read_barred

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
    # A table's own board bars at each of its starts, and does not load what only a house's office needs.
    if kind == "board":
        from firmware.cli.provision_made import make_board  # noqa: PLC0415

        return make_board(str(name), arguments)
    try:
        if arguments.bar:
            said = f"barred: {', '.join(bar(name, read_barred(arguments.bar))) or 'none'}"
        else:
            from firmware.cli.provision_made import changed  # noqa: PLC0415

            said = changed(name, arguments)
    except ProvisionError as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{error.filename or name}: cannot be used: {error.strerror}") from None
    say(f"{name}: {said}")
    return 0


def _what(words: list[Path]) -> tuple[str, Path]:
    """Return what is to be made, and of what."""
    if len(words) == 1:
        return "table", words[0]
    if len(words) == 2 and str(words[0]) in ("table", "board"):
        return str(words[0]), words[1]
    raise BadInput("what: is `table DIR` or `board NAME`")


def _machine(text: str) -> int:
    if re.fullmatch(r"0x[0-9A-Fa-f]{1,6}|[0-9]{1,8}", text) is None:
        raise argparse.ArgumentTypeError(f"{short(text)!r} is no machine number; one reads 0x654300")
    return int(text, 0)

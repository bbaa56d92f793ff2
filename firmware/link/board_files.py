"""Makes the file that a board takes in at its first start, out of a table's provisioned folder."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.files import NotReadable, read_file
from firmware.link.permissions import LIST, SERVER, TABLE, USERS, ProvisionError, read
from firmware.link.provisioning import AUTHORITY, COPY_KEY
from firmware.openssl import SEED, public_of
from firmware.private import name_among_keys, write_whole
from firmware.provisioned.board_file import ENDS, MOST_BYTES, BoardFile, digest_of, write_board_file

CERTIFICATES: Final = "certificates"
# Where a tournament's machine has its keys, one for each table: deploy/units hands them to it.
HANDED: Final = "keys"
TOURNAMENT: Final = "tournament"
# What signs board files; its public half says whom a board belongs to.
SIGNS: Final = "boards.key"
# What the table's board has besides its own: the server's, and the key of the journal's copies.
OF_TABLE: Final = ("server.conf", USERS, LIST, f"{SERVER}.pem", f"{SERVER}.key", COPY_KEY)
DAY_S: Final = 86_400


def make_board_file(folder: Path, device: str, role: str, config: bytes, until_s: int, serial: str = "") -> bytes:
    """Return the file for a device. Raises ProvisionError."""
    _need_board(folder, device)
    names = ["authority.pem", f"{device}.pem", f"{device}.key", *(OF_TABLE if device == TABLE else ())]
    # The key that the table signs its journal with, if it has run already: boards check what they hear with it.
    names += [name for name in ("table.pub",) if (folder / name).exists()]
    files = _read_all({f"{CERTIFICATES}/{name}": folder / name for name in names})
    files[f"{role}.toml"] = config
    named = folder.resolve().name
    board = BoardFile(os.urandom(16).hex(), role, device, named, until_s, files, digest_of(serial) if serial else "")
    return write_board_file(board, signing_seed(folder))


def make_tournament_file(
    tables: Mapping[Path, str], files: Mapping[str, bytes], until_s: int, serial: str = ""
) -> bytes:
    """Return the file for a tournament's machine, signed by the first table. Raises ProvisionError.

    `tables`: each table's folder in the house, and the tournament's name there. `files`: its other files.
    """
    wanted: dict[str, Path] = {}
    for folder, device in tables.items():
        _need_board(folder, device)
        key = folder / f"{device}.key"
        for name in ("authority.pem", f"{device}.pem"):
            wanted[f"{folder.name}/{name}"] = folder / name
        # systemd hands a service the files of one folder, so each table's key needs its own name there.
        wanted[f"{HANDED}/{name_among_keys(key)}"] = key
    first, device = next(iter(tables.items()))
    names = ", ".join(folder.name for folder in tables)
    board = BoardFile(
        os.urandom(16).hex(), TOURNAMENT, device, names, until_s, {**files, **_read_all(wanted)},
        digest_of(serial) if serial else "",
    )  # fmt: skip
    return write_board_file(board, signing_seed(first))


def _need_board(folder: Path, device: str) -> None:
    known = read(folder)
    if device not in known.generations or device == SERVER:
        boards = ", ".join(name for name in known.generations if name != SERVER)
        raise ProvisionError(f"{device}: there is no such board in {folder}; there are {boards}")


def _read_all(wanted: Mapping[str, Path]) -> dict[str, bytes]:
    try:
        return {name: read_file(path, MOST_BYTES) for name, path in wanted.items()}
    except NotReadable as error:
        raise ProvisionError(str(error)) from None


def signing_seed(folder: Path) -> bytes:
    """Return the key that signs a table's board files; it is made when first needed."""
    path = folder / AUTHORITY / SIGNS
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        seed = os.urandom(SEED)
        write_whole(path, seed)
        (folder / "boards.pub").write_text(public_of(seed).hex() + "\n")
    try:
        found = read_file(path, SEED)
    except NotReadable as error:
        raise ProvisionError(str(error)) from None
    if len(found) != SEED:
        raise ProvisionError(f"{path}: is no key; put it back as it was made")
    return found


def name_of(device: str) -> str:
    """Return what a device's file is called."""
    return f"{device}{ENDS}"
